-- What an incident's page tells beside the incident: what became known when, and the routes that run there.
--
-- Only what the public view says by now, with the minute of when it was so: each next reporter who counts, the latest of
-- the confirmations, what made it sure, and its end. A coarse incident has full hours, no reporters one by one, no votes
-- and no routes: they would narrow its time or its cell. Empty for an incident that is not public.
-- Definer: the read model is not readable directly.
create function api.get_incident_story(p_id uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_body     json := app.public_state(p_id);
  v_incident app.incidents;
begin
  perform app.admit_caller();
  select * into v_incident from app.incidents i where i.id = p_id and v_body is not null;
  return jsonb_build_object(
    'steps', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'kind', s.kind, 'count', s.count,
               'at', app.instant(case when v_incident.visibility = 'coarse' then app.full_hour(s.at)
                                      else date_trunc('minute', s.at) end)) order by s.at, s.n), '[]')
        from app.incident_steps(v_incident, v_body) s),
    'routes', (
      select coalesce(jsonb_agg(app.route_ref(r) order by nullif(substring(r.short_name from '^\d{1,9}'), '')::int
                                nulls last, r.short_name, r.slug), '[]')
        from app.routes r
       where r.retired_at is null and v_incident.visibility = 'public' and r.id = any (app.ids_in(v_incident.routes))));
end
$$;
grant execute on function api.get_incident_story to authenticated, rider_server;

-- The steps that `p_body`, the public view of now, allows to tell. Of many reporters those are told that change how it
-- reads: the second, third, fifth, tenth, twentieth and fiftieth, and the last.
create function app.incident_steps(p_incident app.incidents, p_body json)
returns table (n int, kind text, at timestamptz, count int) language plpgsql stable set search_path = '' as $$
declare
  v_sure  text := p_body ->> 'corroboration';
  v_over  boolean := p_body ->> 'lifecycle' <> 'active';
  v_point boolean := p_body ->> 'precision' = 'point';
begin
  if p_body is null then
    return;
  end if;
  return query
  with told as (
    -- A report counts publicly from when it was accepted.
    select min(greatest(r.received_at, r.closed_at)) as at
      from app.counted_reports(array[p_incident.id]) c join app.reports r on r.id = c.report_id
     where v_point
     group by c.rider),
  numbered as (
    select t.at, row_number() over (order by t.at)::int as nth, (p_body ->> 'reports')::int as most from told t)
  select 0, 'first', (p_body ->> 'firstSeenAt')::timestamptz, null::int
  union all
  select 1, 'reported', d.at, d.nth
    from numbered d where d.nth > 1 and d.nth <= d.most and (d.nth = d.most or d.nth in (2, 3, 5, 10, 20, 50))
  union all
  select 2, e.kind, max(e.at), null
    from app.incident_events e
   where e.incident_id = p_incident.id
     and e.kind = any (case v_sure when 'corroborated' then '{corroborated}'::text[]
                                   when 'verified' then '{corroborated,verified}'
                                   when 'disputed' then '{disputed}' else '{}' end)
   group by e.kind
  union all
  select 3, 'confirms', v.at, (p_body ->> 'confirms')::int
    from (select max(x.voted_at) as at from (
            select i.voted_at from app.counted_user_votes(p_incident, 'confirm') i
            union all
            select d.voted_at from app.counted_device_votes(p_incident, 'confirm') d) x) v
   where v_point and (p_body ->> 'confirms')::int > 0 and v.at is not null
  union all
  select 4, case when r.kind = 'resolved' then 'resolved' else 'expired' end,
         coalesce(r.at, (p_body ->> 'expiresAt')::timestamptz), null
    from (select 1) x left join lateral (
      select e.kind, e.at from app.incident_events e
       where e.incident_id = p_incident.id and e.kind in ('resolved', 'expired')
       order by e.id desc limit 1) r on true
   where v_over;
end
$$;
