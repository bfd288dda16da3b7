-- Write a surveyor's record as a new, current version of the vehicle's facts. Returns the vehicle; an unknown one is
-- created, with a random public code.
--
-- History is append-only: the facts of a vehicle that existed before become its first version. Omitted facts are
-- unchanged. An older observation that is approved after a newer one is stored, but does not become current.
--
-- The group is locked before the vehicle, see app.held_sacco.
create function app.write_vehicle_facts(p_entry app.collection_entries, p_facts jsonb, p_actor uuid)
returns uuid language plpgsql set search_path = '' as $$
declare
  v_sacco   uuid := app.held_sacco(app.reported_sacco(p_facts -> 'sacco'));
  v_vehicle app.vehicles := app.lock_vehicle(app.plate_key(p_facts ->> 'plate'));
  v_facts   app.vehicle_facts := app.present_facts(v_vehicle);
  v_newest  boolean := coalesce(v_vehicle.checked_at <= p_entry.captured_at, true);
begin
  v_facts.fleet_name := coalesce(btrim(p_facts ->> 'fleetName'), v_facts.fleet_name);
  v_facts.capacity := coalesce((p_facts ->> 'capacity')::int, v_facts.capacity);
  if p_facts ? 'sacco' then
    v_facts.sacco_id := coalesce(v_sacco, v_facts.sacco_id);
    v_facts.sacco_name := case when v_sacco is null then p_facts -> 'sacco' ->> 'name' end;
  end if;
  if p_facts ? 'routeIds' then
    v_facts.route_ids := array(
      select distinct id::uuid from jsonb_array_elements_text(p_facts -> 'routeIds') id order by 1);
  end if;
  v_facts.sticker := p_facts -> 'sticker';
  v_facts.checks := coalesce(p_facts -> 'checks', '{}');
  v_facts.version := v_facts.version + 1;
  v_facts.observed_at := p_entry.captured_at;
  v_facts.surveyor_id := p_entry.surveyor_id;
  v_facts.session_id := p_entry.session_id;
  v_facts.entry_id := p_entry.id;
  v_facts.approved_at := app.now();
  v_facts.approved_by := p_actor;
  v_facts.replaces := coalesce(app.version_in_force(v_vehicle), nullif(v_facts.version - 1, 0));
  insert into app.vehicle_facts select v_facts.*;
  if v_newest then
    perform app.activate_facts(v_facts);
  end if;
  return v_vehicle.id;
end
$$;

-- The vehicle with a plate, locked; created if there is none, with its facts as version 1 if it existed without any. One
-- that was only mentioned is known from now on, with everything that was said about it. The
-- plate of a merged vehicle is that of the one it was merged into.
create function app.lock_vehicle(p_plate_key text)
returns app.vehicles language plpgsql set search_path = '' as $$
declare
  v_vehicle app.vehicles;
begin
  loop
    select * into v_vehicle from app.vehicles v where v.plate_key = p_plate_key for update;
    while v_vehicle.merged_into is not null loop
      select * into v_vehicle from app.vehicles v where v.id = v_vehicle.merged_into for update;
    end loop;
    if v_vehicle.state = 'mentioned' then
      update app.vehicles v set state = 'known' where v.id = v_vehicle.id returning * into v_vehicle;
      return v_vehicle;
    end if;
    exit when v_vehicle.id is not null;
    insert into app.vehicles (plate, plate_key, public_code)
    values (app.plate_text(p_plate_key), p_plate_key, app.new_public_code())
    on conflict do nothing
    returning * into v_vehicle;
    if found then
      return v_vehicle;
    end if;
  end loop;
  perform app.save_first_facts(v_vehicle);
  return v_vehicle;
end
$$;

-- Store the facts that a vehicle had before any change as its first version. The caller holds the row.
create function app.save_first_facts(p_vehicle app.vehicles)
returns void language plpgsql set search_path = '' as $$
begin
  insert into app.vehicle_facts (vehicle_id, version, plate, fleet_name, sacco_id, route_ids, capacity)
  select p_vehicle.id, 1, p_vehicle.plate, p_vehicle.fleet_name, p_vehicle.sacco_id,
         array(select r.route_id from app.vehicle_routes r where r.vehicle_id = p_vehicle.id order by 1), p_vehicle.capacity
   where not exists (select from app.vehicle_facts f where f.vehicle_id = p_vehicle.id);
end
$$;

-- Make a version of a vehicle's facts the current one.
create function app.activate_facts(p_facts app.vehicle_facts)
returns void language plpgsql set search_path = '' as $$
begin
  update app.vehicles v
     set plate = p_facts.plate, plate_key = app.plate_key(p_facts.plate), fleet_name = p_facts.fleet_name,
         sacco_id = p_facts.sacco_id, capacity = p_facts.capacity, checked_at = p_facts.observed_at
   where v.id = p_facts.vehicle_id;
  delete from app.vehicle_routes r where r.vehicle_id = p_facts.vehicle_id and r.route_id <> all (p_facts.route_ids);
  insert into app.vehicle_routes (vehicle_id, route_id)
  select p_facts.vehicle_id, unnest(p_facts.route_ids) on conflict do nothing;
end
$$;

-- The number of the current version: the newest of those seen when the vehicle was last checked; null where none is
-- stored.
create function app.version_in_force(p_vehicle app.vehicles)
returns int language plpgsql stable set search_path = '' as $$
begin
  return (select max(f.version) from app.vehicle_facts f
           where f.vehicle_id = p_vehicle.id and f.observed_at is not distinct from p_vehicle.checked_at);
end
$$;

-- The current facts, with the number of the last version (0 where there is none).
create function app.present_facts(p_vehicle app.vehicles)
returns app.vehicle_facts language plpgsql stable set search_path = '' as $$
declare
  v_facts app.vehicle_facts;
begin
  v_facts.vehicle_id := p_vehicle.id;
  v_facts.version := (
    select coalesce(max(f.version), 0) from app.vehicle_facts f where f.vehicle_id = p_vehicle.id);
  v_facts.plate := p_vehicle.plate;
  v_facts.fleet_name := p_vehicle.fleet_name;
  v_facts.sacco_id := p_vehicle.sacco_id;
  v_facts.capacity := p_vehicle.capacity;
  v_facts.route_ids := array(
    select r.route_id from app.vehicle_routes r where r.vehicle_id = p_vehicle.id order by 1);
  return v_facts;
end
$$;

-- The operator group of the facts, by id, or by a name or alias; null if no known group has that name.
create function app.reported_sacco(p_sacco jsonb)
returns uuid language plpgsql stable set search_path = '' as $$
declare
  v_key text := app.search_key(p_sacco ->> 'name');
begin
  return coalesce(
    (app.sacco_at(p_sacco ->> 'id')).id,
    (select s.id from app.saccos s where s.merged_into is null and app.search_key(s.name) = v_key order by s.id limit 1),
    (select a.sacco_id from app.sacco_aliases a where a.alias_key = v_key));
end
$$;
