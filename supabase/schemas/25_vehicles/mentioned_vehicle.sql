-- Vehicles that riders named and nobody registered. On the first day that is nearly every one, and what is said about
-- them must not be lost: the row exists from the first report or rating on (or follow), and everything is stored for
-- it. Until it is `known`, every query leaves it out, so that nobody can tell whether anything was said.

-- The vehicle that a rider names, for writing: one we know, else the one that is mentioned by a plate of the city's
-- form, created with its first mention and held against being forgotten. Null for any other text.
create function app.mentioned_vehicle(p_identifier text)
returns app.vehicles language plpgsql set search_path = '' as $$
declare
  v_vehicle app.vehicles := app.find_vehicle(p_identifier);
  v_key     text := app.plate_key(p_identifier);
begin
  while v_vehicle.id is null and app.is_usual_plate(v_key) loop
    insert into app.vehicles (plate, plate_key, public_code, state, weighed_on)
    values (app.plate_text(v_key), v_key, app.new_public_code(), 'mentioned', app.city_day(app.now()))
    on conflict (plate_key) do nothing;
    select * into v_vehicle from app.vehicles v where v.plate_key = v_key for key share;
  end loop;
  return v_vehicle;
end
$$;

-- Weigh each mentioned vehicle once a day, as of the start of the city's day: make it known, or forget it. Never at the
-- moment of a mention: whoever named a plate yesterday and looks at its page must not learn when another rider does, nor,
-- as there are three, that one other rider did. Part of the sweep.
create function app.weigh_mentioned_vehicles()
returns void language plpgsql set search_path = '' as $$
declare
  v_day date := app.city_day(app.now());
  v_id  uuid;
begin
  for v_id in
    select v.id from app.vehicles v
     where v.state = 'mentioned' and v.weighed_on < v_day
     order by v.weighed_on limit 1000 for no key update skip locked
  loop
    update app.vehicles v
       set weighed_on = v_day,
           state = case when app.is_named_by_three(v_id, app.city_midnight(v_day)) then 'known' else 'mentioned' end
     where v.id = v_id;
    perform app.forget_mentioned_vehicle(v_id);
  end loop;
end
$$;

-- Whether three riders, each independent of the others, named a vehicle before an instant, in public reports or in
-- ratings that count. They are independent as for corroboration (app.has_independent_pair): accounts on different
-- devices, over a minute apart, at most one of them new, and no two that already named another vehicle together that
-- month. Phones without an account are never one of them.
create function app.is_named_by_three(p_vehicle uuid, p_before timestamptz)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return exists (
    with named as materialized (
      select t.rider, (array_agg(t.device_hash order by t.at))[1] as device_hash, min(t.at) as at, bool_and(t.is_new) as is_new
        from (
          select f.rider_id as rider, f.device_hash, f.received_at as at, f.counts_from > f.received_at as is_new
            from app.feedback f
           where f.vehicle_id = p_vehicle and f.state = 'counted'
          union all
          select r.reporter_id, r.device_hash, r.received_at, r.new_account
            from app.reports r
           where r.vehicle_id = p_vehicle and r.visibility = 'public' and app.counts(r.state)) t
       where t.rider is not null and t.device_hash is not null and t.at < p_before
       group by t.rider order by min(t.at) limit 20),
    pairs as materialized (
      select a.rider as a, b.rider as b
        from named a
        join named b on a.device_hash <> b.device_hash and b.at - a.at > interval '60 seconds' and not (a.is_new and b.is_new)
       where (select count(*) from named) >= 3
         and not app.rated_together(a.rider, b.rider, b.at, p_vehicle)
         and not app.reported_together(a.rider, b.rider, b.at, '{}'))
    select from pairs p join pairs q on q.a = p.b join pairs r on r.a = p.a and r.b = q.b);
end
$$;

-- Forget a mentioned vehicle that nothing refers to any more. One that somebody holds is being named just now.
create function app.forget_mentioned_vehicle(p_vehicle uuid)
returns void language plpgsql set search_path = '' as $$
begin
  if not app.is_named_by_nobody(p_vehicle) then
    return;
  end if;
  begin
    perform from app.vehicles v where v.id = p_vehicle for update skip locked;
    if found and app.is_named_by_nobody(p_vehicle) then
      delete from app.feedback_events e using app.feedback f where f.id = e.feedback_id and f.vehicle_id = p_vehicle;
      delete from app.feedback f where f.vehicle_id = p_vehicle;
      delete from app.vehicles v where v.id = p_vehicle;
    end if;
  exception when foreign_key_violation then
    null; -- an addition to a report, an incident or a surveyor's entry refers to it
  end;
end
$$;

-- Whether a vehicle was only mentioned, and no report, follow or rating refers to it. A rating that was withdrawn a month
-- ago is none, unless a reviewer had it; until then it counts towards limits, and its id is not accepted for another one.
create function app.is_named_by_nobody(p_vehicle uuid)
returns boolean language plpgsql volatile set search_path = '' as $$
begin
  return exists (select from app.vehicles v where v.id = p_vehicle and v.state = 'mentioned')
     and not exists (select from app.follows w where w.vehicle_id = p_vehicle)
     and not exists (select from app.reports r where r.vehicle_id = p_vehicle)
     and not exists (
       select from app.feedback f
        where f.vehicle_id = p_vehicle
          and (f.state <> 'withdrawn' or f.received_at > app.now() - interval '30 days'
               or exists (select from app.review_entries e where e.kind = 'feedback' and e.subject_id = f.id)));
end
$$;

-- Whether two accounts rated another vehicle in the month before an instant, as app.reported_together.
create function app.rated_together(p_a uuid, p_b uuid, p_before timestamptz, p_but uuid)
returns boolean language plpgsql stable set search_path = '' as $$
declare
  v_limit app.burst_limits := app.burst_limit('pair');
begin
  return (
    select count(distinct f.vehicle_id) >= v_limit.allowed
      from app.feedback f join app.feedback g on g.vehicle_id = f.vehicle_id and g.rider_id = p_b
     where f.rider_id = p_a and f.vehicle_id <> p_but
       and f.received_at > p_before - v_limit.span and f.received_at < p_before);
end
$$;
