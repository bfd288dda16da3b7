-- The public counts of harassment, assault and every other report with visibility `aggregate`: how many different
-- riders, per corridor, week, kind and time of day, never under five and rounded down to fives.
--
-- A report is counted once, in the week in which it was accepted, when that week has ended; then the week's counts are
-- frozen. A report accepted late belongs to a later week, one withdrawn later stays counted, so no two responses differ
-- by one person. If counted by the week of the event, each late report would change a published count. Only a decision that
-- was undone or reversed corrects its week, with the next publication, and never upwards.
create table app.weekly_counts (
  corridor_id uuid not null references app.corridors,
  week        date not null,
  category    text not null references app.incident_categories,
  band        text not null,
  riders      int not null check (riders >= 5 and riders % 5 = 0),
  primary key (corridor_id, week, category, band)
);
alter table app.weekly_counts enable row level security;

create table app.frozen_weeks (
  week      date primary key,
  frozen_at timestamptz not null,
  -- A decision that it counts was undone since: it is counted again with the next week.
  is_wrong  boolean not null default false
);
alter table app.frozen_weeks enable row level security;

-- The first day of an instant's week in the city.
create function app.week_of(p_at timestamptz)
returns date immutable
return app.week_begin(app.city_day(p_at));

-- The time of day of an instant, in the city's time zone: night from 22, morning from 5, day from 10, evening from 16.
create function app.time_band(p_at timestamptz)
returns text language plpgsql immutable set search_path = '' as $$
declare
  v_hour int := extract(hour from app.city_time(p_at));
begin
  return case when v_hour >= 22 or v_hour < 5 then 'night'
              when v_hour < 10 then 'morning'
              when v_hour < 16 then 'day'
              else 'evening' end;
end
$$;

-- Count the weeks that have ended and were not counted yet, oldest first. The row of the week is the lock, so it is
-- counted once.
create function app.freeze_weeks()
returns void language plpgsql set search_path = '' as $$
declare
  v_now  timestamptz := app.now();
  v_last date := app.week_of(v_now) - 7;
  v_week date;
begin
  if exists (select from app.frozen_weeks f where f.week = v_last) then
    return;
  end if;
  for v_week in
    select distinct least(app.week_of(r.closed_at), v_last) as week
      from app.reports r
     where r.visibility = 'aggregate' and r.state = 'accepted' and r.counted_week is null
       and app.week_of(r.closed_at) <= v_last
    union
    select v_last
    order by week
  loop
    insert into app.frozen_weeks (week, frozen_at) values (v_week, v_now) on conflict do nothing;
    -- A report of a week that is frozen already was committed too late for it, and is counted in the next.
    continue when not found;
    perform app.count_week(v_week);
  end loop;
  for v_week in update app.frozen_weeks f set is_wrong = false where f.is_wrong returning f.week loop
    perform app.correct_week(v_week);
  end loop;
end
$$;

-- Count every accepted report that was not counted yet and was accepted before the end of this week.
create function app.count_week(p_week date)
returns void language plpgsql set search_path = '' as $$
begin
  update app.reports r set counted_week = p_week
   where r.visibility = 'aggregate' and r.state = 'accepted' and r.counted_week is null
     and app.week_of(r.closed_at) <= p_week;
  insert into app.weekly_counts (corridor_id, week, category, band, riders)
  select c.corridor_id, p_week, c.category, c.band, c.riders from app.riders_of_week(p_week) c where c.riders >= 5;
end
$$;

-- Count a published week again, without what is not counted in it any more. Never more than before: of accounts that were
-- deleted since, each report would look like another rider.
create function app.correct_week(p_week date)
returns void language plpgsql set search_path = '' as $$
begin
  delete from app.weekly_counts w
   where w.week = p_week and not exists (
     select from app.riders_of_week(p_week) c
      where (c.corridor_id, c.category, c.band) = (w.corridor_id, w.category, w.band) and c.riders >= 5);
  update app.weekly_counts w set riders = least(w.riders, c.riders)
    from app.riders_of_week(p_week) c
   where w.week = p_week and (c.corridor_id, c.category, c.band) = (w.corridor_id, w.category, w.band);
end
$$;

-- How many riders the reports counted in a week come from, rounded down to fives. A phone is the account that reported
-- from it, as in app.counted_reports.
create function app.riders_of_week(p_week date)
returns table (corridor_id uuid, category text, band text, riders int) language plpgsql stable set search_path = '' as $$
begin
  return query
  with told as (
    select c.corridor_id, c.category, app.time_band(c.occurred_at) as band,
           coalesce(c.reporter_id::text,
                    case when c.device_hash is not null then max(c.reporter_id::text) over (partition by c.device_hash) end,
                    encode(c.device_hash, 'hex'), c.id::text) as rider
      from app.reports c where c.counted_week = p_week
  )
  select t.corridor_id, t.category, t.band, (count(distinct t.rider) / 5 * 5)::int
    from told t
   where t.corridor_id is not null
   group by 1, 2, 3;
end
$$;

-- The counts of a corridor's last twelve weeks, newest first.
create function app.weekly_of(p_corridor uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('week', w.week, 'category', w.category, 'band', w.band, 'riders', w.riders)
                              order by w.week desc, w.category, w.band), '[]')
      from app.weekly_counts w
     where w.corridor_id = p_corridor and w.week >= app.week_of(app.now()) - 84);
end
$$;
