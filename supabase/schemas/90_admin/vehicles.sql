-- Vehicles for admins, by plate: all, those of one operator group, on one route, those `in_use` or `retired`, or those whose plate,
-- public code or fleet name contains a text; only then also those that riders mentioned and nobody registered. A text of a merged vehicle finds the one that it was merged into.
--
-- Definer: vehicles are not readable directly.
-- Fails with: unauthenticated, role_required, invalid_request
create function api.list_vehicles(
  p_q text default null, p_sacco_id uuid default null, p_limit int default 20, p_after jsonb default null,
  p_route_id uuid default null, p_state text default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_limit int := app.page_size(p_limit);
  v_key   text := nullif(app.plate_key(p_q), '');
  v_like  text := app.like_pattern(p_q);
  v_sacco uuid := (app.sacco_at(p_sacco_id::text)).id;
begin
  perform app.require_role('admin');
  perform app.check_reference('saccoId', p_sacco_id is null or v_sacco is not null);
  perform app.check_reference('routeId', p_route_id is null or exists (select from app.routes r where r.id = p_route_id));
  return app.page(array(
    select jsonb_build_object('row', app.edited_vehicle_view(v), 'key', jsonb_build_object('plate', v.plate_key))
      from app.vehicles v
     where v.merged_into is null and (v.state = 'known' or p_q is not null)
       and (p_q is null or v.fleet_name ilike v_like
            or v.plate_key like '%' || v_key || '%' or replace(v.public_code, '-', '') like '%' || v_key || '%'
            or exists (select from app.vehicles m
                        where m.merged_into = v.id
                          and (m.plate_key like '%' || v_key || '%' or replace(m.public_code, '-', '') like '%' || v_key || '%')))
       and (p_state is null or (v.retired_at is not null) = (p_state = 'retired'))
       and (p_route_id is null
            or exists (select from app.vehicle_routes r where r.vehicle_id = v.id and r.route_id = p_route_id))
       and (p_sacco_id is null or v.sacco_id = v_sacco)
       and (p_after is null or v.plate_key > p_after ->> 'plate')
     order by v.plate_key
     limit v_limit + 1), v_limit);
end
$$;
grant execute on function api.list_vehicles to authenticated;

-- Edit a vehicle's facts as an admin: a new version with all of its facts and a reason. One that riders only mentioned is
-- registered. It is no new observation, so
-- the time of the last one stays, and a later surveyor's record replaces it. `p_version` is the newest version that the
-- admin was shown, 0 where there is none. A retry without a difference creates no new version.
--
-- The lock is the vehicle's row, which serializes edits and approvals. The group is locked before it, so that it is not
-- merged meanwhile.
-- Definer: nobody may touch app.vehicles directly.
-- Fails with: unauthenticated, role_required, invalid_request, not_found, version_conflict, plate_taken
create function api.edit_vehicle(
  p_id uuid, p_version int, p_plate text, p_reason text, p_fleet_name text default null, p_sacco_id uuid default null,
  p_route_ids uuid[] default '{}', p_capacity int default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin   uuid := app.require_role('admin');
  v_vehicle app.vehicles;
  v_facts   app.vehicle_facts;
begin
  perform app.check_reason(p_reason);
  perform app.held_sacco(p_sacco_id);
  select * into v_vehicle from app.vehicles v where v.id = p_id and v.merged_into is null for update;
  perform app.require_found(found);
  perform app.check_edited_facts(p_plate, p_fleet_name, p_sacco_id, p_route_ids, p_capacity);
  v_vehicle := app.registered_vehicle(v_vehicle, v_admin);
  v_facts := app.present_facts(v_vehicle);
  if (v_facts.plate, v_facts.fleet_name, v_facts.sacco_id, v_facts.route_ids, v_facts.capacity)
     is not distinct from (app.plate_text(app.plate_key(p_plate)), nullif(btrim(p_fleet_name), ''), p_sacco_id,
                           array(select distinct id from unnest(p_route_ids) id order by 1), p_capacity)
  then
    return app.edited_vehicle_view(v_vehicle);
  elsif v_facts.version is distinct from p_version then
    perform app.fail('version_conflict', jsonb_build_object('currentVersion', v_facts.version));
  elsif exists (select from app.vehicles v where v.plate_key = app.plate_key(p_plate) and v.id <> p_id) then
    perform app.fail('plate_taken', '{"path": "plate"}');
  end if;
  perform app.save_first_facts(v_vehicle);
  v_facts.version := greatest(v_facts.version, 1) + 1;
  v_facts.plate := app.plate_text(app.plate_key(p_plate));
  v_facts.fleet_name := nullif(btrim(p_fleet_name), '');
  v_facts.sacco_id := p_sacco_id;
  v_facts.route_ids := array(select distinct id from unnest(p_route_ids) id order by 1);
  v_facts.capacity := p_capacity;
  v_facts.checks := '{}';
  v_facts.observed_at := v_vehicle.checked_at;
  v_facts.approved_at := app.now();
  v_facts.approved_by := v_admin;
  v_facts.reason := btrim(p_reason);
  insert into app.vehicle_facts select v_facts.*;
  perform app.activate_facts(v_facts);
  perform app.audit(v_admin, 'vehicle.edited', 'vehicle', p_id::text, btrim(p_reason),
                    jsonb_build_object('version', v_facts.version));
  return (select app.edited_vehicle_view(v) from app.vehicles v where v.id = p_id);
exception when unique_violation then
  -- Another vehicle got that plate between the check and the write.
  perform app.fail('plate_taken', '{"path": "plate"}');
end
$$;
grant execute on function api.edit_vehicle to authenticated;

-- Validate the facts against the contract, for callers that bypass the API. Fails with: invalid_request
create function app.check_edited_facts(
  p_plate text, p_fleet_name text, p_sacco_id uuid, p_route_ids uuid[], p_capacity int)
returns void language plpgsql stable set search_path = '' as $$
begin
  perform app.check_fields(array[
    ('plate', 'invalid_value', app.can_be_plate(app.plate_key(p_plate))),
    ('fleetName', 'invalid_value', p_fleet_name is null or char_length(p_fleet_name) <= 80),
    ('saccoId', 'unknown_reference', p_sacco_id is null
                or exists (select from app.saccos s where s.id = p_sacco_id and s.merged_into is null)),
    ('routeIds', 'out_of_range', cardinality(p_route_ids) <= 20),
    ('routeIds', 'unknown_reference', cardinality(p_route_ids) > 20 or not exists (
      select from unnest(p_route_ids) told (id) where not exists (select from app.routes r where r.id = told.id))),
    ('capacity', 'out_of_range', p_capacity is null or p_capacity between 1 and 200)
  ]::app.field_check[]);
end
$$;

-- Register a vehicle that riders only mentioned, with what they said. Returns the vehicle. The caller holds the row.
create function app.registered_vehicle(p_vehicle app.vehicles, p_admin uuid)
returns app.vehicles language plpgsql set search_path = '' as $$
declare
  v_vehicle app.vehicles := p_vehicle;
begin
  if v_vehicle.state = 'mentioned' then
    update app.vehicles v set state = 'known' where v.id = p_vehicle.id returning * into v_vehicle;
    perform app.audit(p_admin, 'vehicle.created', 'vehicle', p_vehicle.id::text, null,
                      jsonb_build_object('plate', p_vehicle.plate));
  end if;
  return v_vehicle;
end
$$;

-- A vehicle as its editor sees it: with the number of its newest version, and whether riders only mentioned it.
create function app.edited_vehicle_view(p_vehicle app.vehicles)
returns jsonb stable
return app.vehicle_view(p_vehicle) || jsonb_build_object('version', (app.present_facts(p_vehicle)).version,
                                                    'state', p_vehicle.state);
