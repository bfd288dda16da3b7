-- The caller's work by days of the city, both ends included: entries by state, on the day of their capture, and hours in
-- sessions. Entries that were corrected by a newer one do not count; overlapping sessions count once.
--
-- Definer: nobody may read field work directly.
-- Fails with: unauthenticated, role_required, invalid_request
create function api.get_surveyor_stats(p_from date default null, p_to date default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_surveyor uuid := app.require_role('surveyor');
  v_to       date := coalesce(p_to, app.city_day(app.now()));
  v_from     date := coalesce(p_from, v_to - 6);
begin
  if not isfinite(v_from) or not isfinite(v_to) or v_from > v_to or v_to - v_from > 92 then
    perform app.fail('invalid_request', '{"path": "from", "code": "out_of_range"}');
  end if;
  return jsonb_build_object(
    'from', v_from,
    'to', v_to,
    'days', (
      select jsonb_agg(jsonb_build_object(
               'date', d::date,
               'entries', app.count_entries(v_surveyor, d::date, d::date),
               'hours', app.hours_worked(v_surveyor, d::date, d::date)) order by d)
        from generate_series(v_from::timestamp, v_to::timestamp, '1 day') d),
    'total', jsonb_build_object(
      'entries', app.count_entries(v_surveyor, v_from, v_to), 'hours', app.hours_worked(v_surveyor, v_from, v_to)),
    'streak', app.accepted_streak(v_surveyor));
end
$$;
grant execute on function api.get_surveyor_stats to authenticated;

-- Entries by state that were captured on these days, of one surveyor or, with null, of all.
create function app.count_entries(p_surveyor uuid, p_from date, p_to date)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
             'inReview', count(*) filter (where e.state in ('submitted', 'in_review')),
             'held', count(*) filter (where e.state = 'held'),
             'approved', count(*) filter (where e.state = 'approved'),
             'changesRequested', count(*) filter (where e.state = 'changes_requested'),
             'rejected', count(*) filter (where e.state = 'rejected'))
      from app.collection_entries e
     where (p_surveyor is null or e.surveyor_id = p_surveyor)
       and e.captured_at >= app.city_midnight(p_from)
       and e.captured_at < app.city_midnight(p_to + 1));
end
$$;

-- Hours in sessions, to the hundredth. An ongoing session counts until now, an abandoned one until its last touch.
create function app.hours_worked(p_surveyor uuid, p_from date, p_to date)
returns numeric language plpgsql stable set search_path = '' as $$
declare
  v_days tstzrange := tstzrange(app.city_midnight(p_from), app.city_midnight(p_to + 1));
begin
  return (
    select coalesce(round((sum(extract(epoch from upper(stretch) - lower(stretch))) / 3600)::numeric, 2), 0)
      from unnest((
        select range_agg(v_days * tstzrange(s.started_at, greatest(s.started_at,
                 case app.session_state(s) when 'ended' then s.ended_at when 'abandoned' then s.touched_at
                                           else app.now() end)))
          from app.surveyor_sessions s
         where s.surveyor_id = p_surveyor and s.started_at < upper(v_days)
           and s.started_at > lower(v_days) - interval '14 hours')) stretch
     where not isempty(stretch));
end
$$;

-- How many of the surveyor's entries were approved in a row, counted back from the last decision.
create function app.accepted_streak(p_surveyor uuid)
returns bigint language plpgsql stable set search_path = '' as $$
begin
  return (
    select count(*) from app.collection_entries e
     where e.surveyor_id = p_surveyor and e.state = 'approved'
       and e.decided_at > coalesce((
             select max(o.decided_at) from app.collection_entries o
              where o.surveyor_id = p_surveyor and o.state in ('changes_requested', 'rejected')), '-infinity'));
end
$$;
