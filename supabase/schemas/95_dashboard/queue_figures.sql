-- The pending entries now: by kind how many, how many overdue, and since when the oldest.
create function app.queue_now()
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_agg(jsonb_build_object(
             'kind', w ->> 'kind', 'open', w -> 'open', 'overdue', w -> 'overdue',
             'oldestAt', (select app.instant(min(e.created_at)) from app.review_entries e
                           where e.kind = w ->> 'kind' and e.state in ('pending', 'claimed', 'escalated')))
             order by n)
      from jsonb_array_elements(app.review_counts()) with ordinality counted (w, n));
end
$$;

-- The queue by day and kind: entries opened, entries closed and how, and the backlog at the end of the day with its
-- age.
create function app.queue_days(p_from date, p_to date)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_starts timestamptz := app.city_midnight(p_from);
  v_ends   timestamptz := app.city_midnight(p_to + 1);
begin
  return (
    with days as materialized (select * from app.days_between(p_from, p_to)),
    entries as materialized (
      select e.kind, e.created_at, e.decided_at, e.state = 'withdrawn' as withdrawn
        from app.review_entries e
       where e.created_at < v_ends and (e.decided_at is null or e.decided_at >= v_starts)
    ),
    touched as (
      select d.day, e.kind,
             count(*) filter (where e.created_at >= d.starts) as arrived,
             count(*) filter (where e.decided_at < d.ends and not e.withdrawn) as decided,
             count(*) filter (where e.decided_at < d.ends and e.withdrawn) as withdrawn,
             count(*) filter (where (e.decided_at < d.ends) is not true) as open,
             max(d.ends - e.created_at) filter (where (e.decided_at < d.ends) is not true) as oldest,
             percentile_cont(0.5) within group (order by e.decided_at - e.created_at)
               filter (where e.decided_at < d.ends and not e.withdrawn) as wait
        from days d
        join entries e on e.created_at < d.ends and (e.decided_at is null or e.decided_at >= d.starts)
       group by d.day, e.kind
    )
    select jsonb_agg(jsonb_build_object(
             'date', d.day, 'kind', w ->> 'kind',
             'arrived', coalesce(t.arrived, 0), 'decided', coalesce(t.decided, 0),
             'withdrawn', coalesce(t.withdrawn, 0), 'open', coalesce(t.open, 0),
             'oldestS', extract(epoch from t.oldest)::int, 'medianWaitS', extract(epoch from t.wait)::int)
             order by d.day, n)
      from days d
     cross join jsonb_array_elements(app.review_counts()) with ordinality kinds (w, n)
      left join touched t on t.day = d.day and t.kind = w ->> 'kind');
end
$$;

-- Reviewers' decisions by day. An escalation does not decide the entry, but counts as a decision of the reviewer.
create function app.decisions_by_day(p_from date, p_to date)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_starts timestamptz := app.city_midnight(p_from);
  v_ends   timestamptz := app.city_midnight(p_to + 1);
begin
  return (
    with made as (
      select app.city_day(v.at) as day, v.to_state as decision, count(*) as n
        from app.review_events v
       where v.at >= v_starts and v.at < v_ends
         and v.to_state in ('approved', 'approved_with_edits', 'changes_requested', 'rejected', 'duplicate', 'escalated')
       group by 1, 2
    )
    select jsonb_agg(day.row order by day.date)
      from (
        select d.day as date, jsonb_build_object(
                 'date', d.day,
                 'approved', coalesce(sum(m.n) filter (where m.decision = 'approved'), 0),
                 'approvedWithEdits', coalesce(sum(m.n) filter (where m.decision = 'approved_with_edits'), 0),
                 'changesRequested', coalesce(sum(m.n) filter (where m.decision = 'changes_requested'), 0),
                 'rejected', coalesce(sum(m.n) filter (where m.decision = 'rejected'), 0),
                 'duplicate', coalesce(sum(m.n) filter (where m.decision = 'duplicate'), 0),
                 'escalated', coalesce(sum(m.n) filter (where m.decision = 'escalated'), 0)) as row
          from app.days_between(p_from, p_to) d
          left join made m on m.day = d.day
         group by d.day) day);
end
$$;
