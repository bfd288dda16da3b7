-- The dashboard's figures over local days, both ends included, for admins. No rider, no vehicle, and no location finer
-- than cells of a kilometre, even for incidents that are public as a point. Surveyors are named with their own output.
--
-- Definer: none of these tables is readable directly.
-- Fails with: unauthenticated, role_required, invalid_request
create function api.get_dashboard(p_from date default null, p_to date default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_to   date := coalesce(p_to, app.city_day(app.now()));
  v_from date := coalesce(p_from, v_to - 27);
begin
  perform app.require_role('admin');
  if not isfinite(v_from) or not isfinite(v_to) or v_from > v_to or v_to - v_from > 92 then
    perform app.fail('invalid_request', '{"path": "from", "code": "out_of_range"}');
  end if;
  return jsonb_build_object(
    'from', v_from,
    'to', v_to,
    'asOf', app.instant(app.now()),
    'totals', app.period_totals(v_from, v_to),
    'before', app.period_totals(v_from - (v_to - v_from + 1), v_from - 1),
    'response', app.response_times(v_from, v_to),
    'corridors', app.corridor_rates(v_from, v_to),
    'surveyors', app.surveyor_output(v_from, v_to),
    'queue', jsonb_build_object('now', app.queue_now(), 'days', app.queue_days(v_from, v_to)),
    'decisions', app.decisions_by_day(v_from, v_to),
    'incidents', app.incident_figures(v_from, v_to),
    'categories', app.categories_by_week(v_from, v_to),
    'heat', jsonb_build_object('cellDeg', 0.01, 'cells', app.incident_cells(v_from, v_to),
                               'weeks', app.incident_cells_by_week(v_from, v_to)),
    'fieldWork', app.field_work_by_day(v_from, v_to));
end
$$;
grant execute on function api.get_dashboard to authenticated;

-- The days of a period with the instants at which each begins and ends; a day that is not over ends now.
create function app.days_between(p_from date, p_to date)
returns table (day date, starts timestamptz, ends timestamptz) language plpgsql stable set search_path = '' as $$
begin
  return query
    select d::date, app.city_midnight(d::date), least(app.city_midnight(d::date + 1), app.now())
      from generate_series(p_from::timestamp, p_to::timestamp, interval '1 day') d;
end
$$;

-- The surveyors on each day, their hours, and the states of the entries that they captured.
create function app.field_work_by_day(p_from date, p_to date)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_agg(jsonb_build_object(
             'date', d.day,
             'surveyors', (select count(*) from unnest(p.people || e.people) who where who is not null),
             'entries', app.count_entries(null, d.day, d.day),
             'hours', p.hours) order by d.day)
      from app.days_between(p_from, p_to) d
     cross join lateral (
       select coalesce(array_agg(s.surveyor_id), '{}') as people,
              coalesce(sum(app.hours_worked(s.surveyor_id, d.day, d.day)), 0) as hours
         from (select distinct o.surveyor_id from app.surveyor_sessions o
                where o.started_at < d.ends and o.started_at > d.starts - interval '14 hours'
                  and coalesce(app.session_over_at(o), d.ends) > d.starts) s) p
     cross join lateral (
       select coalesce(array_agg(distinct c.surveyor_id), '{}') as people
         from app.collection_entries c
        where c.captured_at >= d.starts and c.captured_at < d.ends and c.surveyor_id <> all (p.people)) e);
end
$$;

-- Indexes for the figures of a period. These tables are appended in the order of these times, so an index of a few
-- pages is enough, and costs writers next to nothing.
create index reports_received on app.reports using brin (received_at);
create index incidents_published on app.incidents using brin (published_at);
create index review_events_at on app.review_events using brin (at);
create index collection_entries_captured on app.collection_entries using brin (captured_at);
create index surveyor_sessions_started on app.surveyor_sessions using brin (started_at);
