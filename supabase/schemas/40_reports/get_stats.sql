-- How many different riders reported public incidents in a month that is over, by category and by one thing more:
-- corridor, route, time of day, weekday, or nothing.
--
-- As in app.usual_trouble only from five riders on, and rounded down to fives, so that two answers do not differ by one
-- person; nothing coarse, and not those whose account was deleted. Whole months and one grouping at a time: nobody can ask
-- for less and compare. Empty for months that began over 90 days ago: of their reports
-- nobody can tell the riders apart any more (app.anonymize_author).
-- Definer: reports and the read model are not readable directly.
-- Fails with: invalid_request
create function api.get_stats(p_by text, p_month date)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_from timestamptz := app.city_midnight(date_trunc('month', p_month::timestamp)::date);
  v_to   timestamptz := app.city_midnight((date_trunc('month', p_month::timestamp) + interval '1 month')::date);
begin
  perform app.admit_caller();
  perform app.check_fields(array[
    ('by', 'invalid_value', p_by in ('category', 'corridor', 'route', 'band', 'weekday')),
    ('month', 'out_of_range', v_to <= app.now())]::app.field_check[]);
  return jsonb_build_object('data', (
    with past as (
      select h.incident_id, h.category, h.corridor_id, h.body
        from app.incident_history h
       where h.last_seen_at >= v_from and h.last_seen_at < v_to and v_from > app.now() - interval '90 days'
         and h.visible_from <= app.now() and h.visible_until > app.now() and h.body ->> 'precision' = 'point'),
    told as (
      select p.category, c.rider,
             case when p_by = 'corridor' then p.corridor_id when p_by = 'route' then w.id end as line,
             case when p_by = 'band' then app.time_band(r.occurred_at) end as band,
             case when p_by = 'weekday' then extract(isodow from app.city_time(r.occurred_at))::int end as weekday
        from app.counted_reports(array(select p.incident_id from past p)) c
        join app.reports r on r.id = c.report_id and r.visibility = 'public' and not r.author_erased
        join past p on p.incident_id = r.incident_id
        left join lateral unnest(app.ids_in(p.body::jsonb -> 'routes')) w (id) on p_by = 'route'),
    counted as (
      select t.category, t.line, t.band, t.weekday, count(distinct t.rider) / 5 * 5 as riders
        from told t
       where p_by not in ('corridor', 'route') or t.line is not null
       group by t.category, t.line, t.band, t.weekday
      having count(distinct t.rider) >= 5)
    select coalesce(jsonb_agg(jsonb_build_object(
             'category', k.category, 'corridor', case when p_by = 'corridor' then app.corridor_ref(k.line) end,
             'route', (select app.route_ref(r) from app.routes r where r.id = k.line and p_by = 'route'),
             'band', k.band, 'weekday', k.weekday, 'riders', k.riders)
             order by k.line, k.band, k.weekday, k.riders desc, k.category), '[]')
      from counted k));
end
$$;
grant execute on function api.get_stats to authenticated, api_server;
