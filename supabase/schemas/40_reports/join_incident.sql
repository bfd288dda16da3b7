-- Take the locks without which two riders pressing the button together would open two incidents for one crash.
--
-- The keys are the grid cells that the joining radius touches (one to four: a cell is as wide as the radius' diameter)
-- and, where the vehicle decides, the vehicle. Two reports that could join share at least one key. They are taken in
-- ascending order, so two transactions cannot wait for each other; reports elsewhere do not wait at all.
create function app.lock_for_joining(p_report app.reports, p_category app.incident_categories)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_class int := hashtext('incident:' || p_report.category);
  v_names text[] := '{}';
  v_size  float8 := greatest(p_category.join_within_m / 110574.0 * 2.01, 0.005);
  v_box   box := app.box_around(p_report.lat, p_report.lng, p_category.join_within_m);
  v_key   int;
begin
  if p_category.join_vehicle <> 'ignored' and p_report.vehicle_plate is not null then
    v_names := array['vehicle:' || p_report.vehicle_plate];
  end if;
  if p_report.visibility = 'coarse' then
    v_names := v_names || format('cell:%s:%s', app.coarse(p_report.lat), app.coarse(p_report.lng));
  elsif p_category.join_vehicle <> 'required' then
    v_names := v_names || array(
      select format('%s:%s', y, x)
        from generate_series(floor((v_box[1])[1] / v_size)::int, floor((v_box[0])[1] / v_size)::int) y,
             generate_series(floor((v_box[1])[0] / v_size)::int, floor((v_box[0])[0] / v_size)::int) x);
  end if;
  for v_key in select distinct hashtext(name) as key from unnest(v_names) name order by key loop
    perform pg_advisory_xact_lock(v_class, v_key);
  end loop;
end
$$;

-- The active incident that a report belongs to: the nearest of its category and precision within both limits, or null.
--
-- Call it under lock_for_joining. Time counts from the last report on, and backwards as well: a report about an hour
-- before the first one is about the same crash.
create function app.find_incident_to_join(p_report app.reports, p_category app.incident_categories)
returns uuid
language plpgsql
set search_path = ''
as $$
declare
  v_radius_m float8 := case when p_report.visibility = 'coarse' then 2000 else p_category.join_within_m end;
begin
  return (
    select i.id
      from app.incidents i
     where i.lifecycle = 'active'
       and i.expires_at > app.now()
       and i.category = p_report.category
       and i.visibility = p_report.visibility
       and p_report.occurred_at < i.last_seen_at + p_category.join_within
       and p_report.occurred_at > i.first_seen_at - p_category.join_within
       and ((p_category.join_vehicle = 'enough' and i.vehicle_plate = p_report.vehicle_plate)
         or (i.pt <@ app.box_around(p_report.lat, p_report.lng, v_radius_m)
             and (p_category.join_vehicle <> 'required' or i.vehicle_plate = p_report.vehicle_plate)
             and case when p_report.visibility = 'coarse'
                   then app.coarse(i.lat) = app.coarse(p_report.lat) and app.coarse(i.lng) = app.coarse(p_report.lng)
                   else app.distance_m(p_report.lat, p_report.lng, i.lat, i.lng) <= p_category.join_within_m end))
     order by app.distance_m(p_report.lat, p_report.lng, i.lat, i.lng), i.id
     limit 1
       for update);
end
$$;

-- Join a report to the incident that it fits, or open one. Returns the incident's id, or null for a kind that is never
-- joined. The caller publishes it.
create function app.join_incident(p_report app.reports)
returns uuid
language plpgsql
set search_path = ''
as $$
declare
  v_category app.incident_categories;
  v_incident uuid;
  v_live     boolean := p_report.occurred_at > p_report.received_at - interval '2 hours';
begin
  select * into v_category from app.incident_categories c where c.code = p_report.category;
  if v_category.join_within is null or p_report.visibility not in ('public', 'coarse') then
    return null;
  end if;
  perform app.lock_for_joining(p_report, v_category);
  v_incident := app.find_incident_to_join(p_report, v_category);
  if v_incident is null then
    insert into app.incidents (category, visibility, lifecycle, lat, lng, corridor_id, vehicle_id, vehicle_plate,
                               first_seen_at, last_seen_at, expires_at)
    values (p_report.category, p_report.visibility, case when v_live then 'active' else 'expired' end,
            p_report.lat, p_report.lng, p_report.corridor_id, p_report.vehicle_id, p_report.vehicle_plate,
            p_report.occurred_at, p_report.occurred_at, p_report.occurred_at + v_category.live_for)
    returning id into v_incident;
    insert into app.incident_events (incident_id, at, kind) values (v_incident, app.now(), 'opened');
    return v_incident;
  end if;
  update app.incidents i
     set first_seen_at = least(i.first_seen_at, p_report.occurred_at),
         last_seen_at  = greatest(i.last_seen_at, p_report.occurred_at),
         expires_at    = least(greatest(i.expires_at, p_report.occurred_at + v_category.live_for),
                               least(i.first_seen_at, p_report.occurred_at) + v_category.live_cap),
         vehicle_id    = coalesce(i.vehicle_id, p_report.vehicle_id),
         vehicle_plate = coalesce(i.vehicle_plate, p_report.vehicle_plate),
         version       = i.version + 1
   where i.id = v_incident;
  insert into app.incident_events (incident_id, at, kind) values (v_incident, app.now(), 'joined');
  return v_incident;
end
$$;
