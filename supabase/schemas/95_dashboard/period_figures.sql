-- The main figures of a period, to be compared with those of the period before.
create function app.period_totals(p_from date, p_to date)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_starts timestamptz := app.city_midnight(p_from);
  v_ends   timestamptz := least(app.city_midnight(p_to + 1), app.now());
begin
  return (
    select jsonb_build_object(
             'from', p_from,
             'to', p_to,
             'reports', (select count(*) from app.reports r where r.received_at >= v_starts and r.received_at < v_ends),
             'incidents', i.incidents,
             'corroborated', i.corroborated,
             'decided', d.decided,
             'onTime', d.on_time,
             'medianWaitS', d.median_s,
             'entries', d.entries)
      from (select count(*) as incidents,
                   count(*) filter (where n.corroboration in ('corroborated', 'verified')) as corroborated
              from app.incidents_published(p_from, p_to) n) i,
           (select count(*) as decided, count(*) filter (where e.decided_at <= e.due_at) as on_time,
                   count(*) filter (where e.kind = 'collection_entry' and e.state in ('approved', 'approved_with_edits')) as entries,
                   extract(epoch from percentile_cont(0.5) within group (order by e.decided_at - e.created_at))::int as median_s
              from app.entries_decided(v_starts, v_ends) e) d);
end
$$;

-- The entries that were decided in a period; withdrawn ones were not.
create function app.entries_decided(p_starts timestamptz, p_ends timestamptz)
returns setof app.review_entries language plpgsql stable set search_path = '' as $$
begin
  return query
    select e.* from app.review_entries e
     where e.decided_at >= p_starts and e.decided_at < p_ends and e.state <> 'withdrawn';
end
$$;

-- How long decisions took, against the time in which they were due: safety matters in hours, the rest in a day.
create function app.response_times(p_from date, p_to date)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
             'targetS', t.target_s, 'decided', t.decided, 'onTime', t.on_time, 'medianS', t.median_s, 'p90S', t.p90_s,
             'overdue', t.overdue) order by t.target_s), '[]')
      from (
        select a.target_s, count(*) filter (where a.took is not null) as decided,
               count(*) filter (where a.on_time) as on_time,
               extract(epoch from percentile_cont(0.5) within group (order by a.took))::int as median_s,
               extract(epoch from percentile_cont(0.9) within group (order by a.took))::int as p90_s,
               count(*) filter (where a.took is null) as overdue
          from (
            select app.review_target_s(e) as target_s, e.decided_at - e.created_at as took, e.decided_at <= e.due_at as on_time
              from app.entries_decided(app.city_midnight(p_from), app.city_midnight(p_to + 1)) e
            union all
            select app.review_target_s(e), null, false
              from app.review_entries e
             where e.state in ('pending', 'claimed', 'escalated') and e.due_at < app.now()) a
         group by a.target_s) t);
end
$$;

-- Main roads by how often something serious happens on them, for their length: incidents of the two highest severities
-- per 10 km and 30 days, with the interval in which the true rate lies with 95 % (Byar's approximation of the Poisson
-- interval: Breslow and Day, 1987). In the order of its lower end, so that few reports never make a road the worst. Below
-- five reporters (app.counted_reports) there is no rate. Of roads only: a list of operators would rank who is reported most.
create function app.corridor_rates(p_from date, p_to date)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_days   numeric := p_to - p_from + 1;
  v_result jsonb;
begin
  with serious as (
    select i.corridor_id, i.id
      from app.incidents_published(p_from, p_to) i
      join app.incident_categories c on c.code = i.category and c.severity >= 3
     where i.corridor_id is not null
  ), counted as (
    select k.id, k.name, k.length_m, cardinality(i.ids) as n,
           (select count(distinct r.rider) from app.counted_reports(i.ids) r) as reporters
      from app.corridors k
      cross join lateral (select array(select s.id from serious s where s.corridor_id = k.id) as ids) i
     where k.retired_at is null and k.length_m > 0
  ), rated as (
    select c.*, c.reporters < 5 as too_few, 10000.0 / c.length_m * 30 / v_days as per,
           c.n * power(1 - 1 / (9.0 * greatest(c.n, 1)) - 1.959964 / (3 * sqrt(greatest(c.n, 1))), 3) as low,
           (c.n + 1) * power(1 - 1 / (9.0 * (c.n + 1)) + 1.959964 / (3 * sqrt(c.n + 1)), 3) as high
      from counted c
  )
  select coalesce(jsonb_agg(jsonb_build_object(
           'id', r.id, 'name', r.name, 'lengthM', r.length_m, 'incidents', r.n, 'tooFew', r.too_few,
           'rate', case when not r.too_few then round(r.n * r.per, 2) end,
           'low', case when not r.too_few then round((greatest(r.low, 0) * r.per)::numeric, 2) end,
           'high', case when not r.too_few then round((r.high * r.per)::numeric, 2) end)
           order by r.too_few, r.low * r.per desc, r.name), '[]')
    into v_result from rated r;
  return v_result;
end
$$;

-- What each surveyor recorded in a period, how much of it was approved, and how many entries of theirs were decided in it.
create function app.surveyor_output(p_from date, p_to date)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
             'surveyor', app.person_ref(w.surveyor_id), 'hours', app.hours_worked(w.surveyor_id, p_from, p_to),
             'entries', app.count_entries(w.surveyor_id, p_from, p_to),
             'decided', coalesce(k.decided, 0)) order by w.entries desc, w.surveyor_id), '[]')
      from (
        select a.surveyor_id, count(*) filter (where a.is_entry) as entries
          from (
            select e.surveyor_id, true as is_entry from app.collection_entries e
             where e.captured_at >= app.city_midnight(p_from) and e.captured_at < app.city_midnight(p_to + 1)
            union all
            select s.surveyor_id, false from app.surveyor_sessions s
             where s.started_at >= app.city_midnight(p_from) and s.started_at < app.city_midnight(p_to + 1)) a
         where a.surveyor_id is not null
         group by a.surveyor_id
         order by entries desc limit 50) w
      left join (
        select d.author_id, count(*) as decided
          from app.entries_decided(app.city_midnight(p_from), app.city_midnight(p_to + 1)) d
         where d.kind = 'collection_entry' group by d.author_id) k on k.author_id = w.surveyor_id);
end
$$;
