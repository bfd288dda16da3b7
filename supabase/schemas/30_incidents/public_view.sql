-- The public view of an incident: place, times and names at their public precision, and the JSON with them.
create type app.public_incident as (
  lat          float8,
  lng          float8,
  corridor_id  uuid,
  vehicle_id   uuid,
  last_seen_at timestamptz,
  body         json,
  stop_ids     uuid[],
  route_ids    uuid[]
);

-- An instant as in responses: RFC 3339, UTC, whole seconds.
create function app.instant(p_at timestamptz)
returns text immutable
return to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"');

create function app.public_view(p_incident app.incidents)
returns app.public_incident language plpgsql stable set search_path = '' as $$
declare
  v_coarse  boolean := p_incident.visibility = 'coarse';
  v_reports int := app.counted_reporters(p_incident.id);
  v_vehicle record;
  v_at      timestamptz[];
  v         app.public_incident;
begin
  v_vehicle := app.public_vehicle(p_incident);
  v.lat := round(p_incident.lat::numeric, 5)::float8;
  v.lng := round(p_incident.lng::numeric, 5)::float8;
  v.corridor_id := p_incident.corridor_id;
  v.vehicle_id := v_vehicle.vehicle_id;
  v_at := array[p_incident.first_seen_at, p_incident.last_seen_at, p_incident.expires_at];
  if v_coarse then
    v_at := array[app.full_hour(v_at[1]), app.full_hour(v_at[2]), app.full_hour(v_at[3]) + interval '1 hour'];
  end if;
  v.stop_ids := app.ids_in(p_incident.stops);
  v.route_ids := app.ids_in(p_incident.routes);
  v.last_seen_at := date_trunc('second', v_at[2]); -- cursors carry it: no finer than what is shown
  v.body := json_build_object(
    'id', p_incident.id,
    'category', p_incident.category,
    'lifecycle', p_incident.lifecycle,
    'corroboration', case when v_reports > 0 then p_incident.corroboration else 'unverified' end,
    'reports', nullif(v_reports, 0),
    'confirms', case when not v_coarse then app.count_votes(p_incident, 'confirm') end,
    'firstSeenAt', app.instant(v_at[1]),
    'lastSeenAt', app.instant(v_at[2]),
    'expiresAt', app.instant(v_at[3]),
    'place', json_build_object('lat', v.lat, 'lng', v.lng),
    'placeName', case when not v_coarse then app.place_name(v.lat, v.lng) end,
    'areaName', case when v_coarse then app.area_name(v.lat, v.lng) end,
    'precision', case when v_coarse then 'coarse' else 'point' end,
    'corridor', app.corridor_ref(v.corridor_id),
    'stops', coalesce(p_incident.stops, '[]'),
    'routes', coalesce(p_incident.routes, '[]'),
    'vehicle', app.vehicle_ref(v_vehicle.vehicle_id, v_vehicle.plate));
  return v;
end
$$;

-- The vehicle that an incident may name publicly, or nulls: none on a coarse or uncorroborated one; the reviewer's
-- choice on a verified one; else the one that most reporters named, if an independent pair named that very vehicle. A
-- single reporter must not be able to link a vehicle to a crash that others corroborated.
create function app.public_vehicle(p_incident app.incidents, out vehicle_id uuid, out plate text)
language plpgsql stable set search_path = '' as $$
begin
  if p_incident.visibility = 'coarse' or p_incident.corroboration not in ('corroborated', 'verified') then
    return;
  end if;
  if p_incident.corroboration = 'verified' and p_incident.vehicle_plate is not null then
    vehicle_id := p_incident.vehicle_id;
    plate := p_incident.vehicle_plate;
    return;
  end if;
  with named as (
    select r.vehicle_plate, (array_agg(r.vehicle_id) filter (where r.vehicle_id is not null))[1] as known,
           count(distinct r.reporter_id) as reporters
      from app.reports r
     where r.incident_id = p_incident.id and app.counts(r.state) and r.vehicle_plate is not null
     group by r.vehicle_plate
  )
  select n.known, n.vehicle_plate into vehicle_id, plate
    from named n
   where n.reporters > all (select o.reporters from named o where o.vehicle_plate <> n.vehicle_plate)
     and app.has_independent_pair(array[p_incident.id], n.vehicle_plate);
end
$$;

-- A vehicle as responses reference it; null when the reports named none. Of one that was only mentioned just the plate.
create function app.vehicle_ref(p_vehicle uuid, p_plate text)
returns json language plpgsql stable set search_path = '' as $$
begin
  if p_plate is null then
    return null;
  end if;
  return coalesce(
    (select json_build_object('id', v.id, 'publicCode', v.public_code, 'plate', v.plate, 'fleetName', v.fleet_name)
       from app.vehicles v where v.id = p_vehicle and v.state = 'known'),
    json_build_object('id', null, 'publicCode', null, 'plate', app.plate_text(p_plate), 'fleetName', null));
end
$$;
