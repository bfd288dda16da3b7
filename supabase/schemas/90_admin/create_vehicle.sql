-- Create a vehicle that no surveyor has recorded, with a public code of its own; one that riders mentioned already keeps
-- what they said. A plate that has no form of the city's
-- plates needs `p_unusual_plate`: the admin has compared it. A retry with the same Idempotency-Key creates nothing.
--
-- The group is locked before the vehicle, see app.held_sacco. Definer: nobody may touch app.vehicles directly.
-- Fails with: unauthenticated, role_required, invalid_request, plate_taken, idempotency_key_reused
create function api.create_vehicle(
  p_plate text, p_fleet_name text default null, p_sacco_id uuid default null, p_route_ids uuid[] default '{}',
  p_capacity int default null, p_unusual_plate boolean default false, p_idempotency_key text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin   uuid := app.require_role('admin');
  v_request jsonb := jsonb_build_array('create_vehicle', p_plate, p_fleet_name, p_sacco_id, p_route_ids, p_capacity,
                                       p_unusual_plate);
  v_answer  jsonb := app.replayed_response(v_admin, p_idempotency_key, v_request);
  v_key     text := app.plate_key(p_plate);
  v_vehicle app.vehicles;
begin
  if v_answer is not null then
    return v_answer;
  end if;
  perform app.held_sacco(p_sacco_id);
  perform app.check_edited_facts(p_plate, p_fleet_name, p_sacco_id, p_route_ids, p_capacity);
  if not app.is_usual_plate(v_key) and not coalesce(p_unusual_plate, false) then
    perform app.fail('invalid_request', '{"path": "plate", "code": "invalid_value"}');
  end if;
  insert into app.vehicles (plate, plate_key, public_code, fleet_name, sacco_id, capacity)
  values (app.plate_text(v_key), v_key, app.new_public_code(), nullif(btrim(p_fleet_name), ''), p_sacco_id, p_capacity)
  on conflict (plate_key) do update
    set (fleet_name, sacco_id, capacity, state) = (excluded.fleet_name, excluded.sacco_id, excluded.capacity, 'known')
    where vehicles.state = 'mentioned'
  returning * into v_vehicle;
  if v_vehicle.id is null then
    perform app.fail('plate_taken', '{"path": "plate"}');
  end if;
  insert into app.vehicle_routes (vehicle_id, route_id)
  select distinct v_vehicle.id, r.id from unnest(p_route_ids) r (id);
  perform app.audit(v_admin, 'vehicle.created', 'vehicle', v_vehicle.id::text, null,
                    jsonb_build_object('plate', v_vehicle.plate));
  return app.save_response(v_admin, p_idempotency_key, v_request, app.edited_vehicle_view(v_vehicle));
end
$$;
grant execute on function api.create_vehicle to authenticated;

-- Retire a vehicle: it is not offered or found any more. Its page, plate and sticker still work, and what is sent about
-- it is received: somebody may see it on the road again. Idempotent.
-- Definer: nobody may touch app.vehicles directly.
-- Fails with: unauthenticated, role_required, not_found, invalid_request
create function api.retire_vehicle(p_id uuid, p_reason text)
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  return app.set_vehicle_retired(app.require_role('admin'), p_id, p_reason, true);
end
$$;
grant execute on function api.retire_vehicle to authenticated;

-- Bring a retired vehicle back. Definer as above.
-- Fails with: unauthenticated, role_required, not_found, invalid_request
create function api.restore_vehicle(p_id uuid, p_reason text)
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  return app.set_vehicle_retired(app.require_role('admin'), p_id, p_reason, false);
end
$$;
grant execute on function api.restore_vehicle to authenticated;

create function app.set_vehicle_retired(p_admin uuid, p_id uuid, p_reason text, p_retired boolean)
returns jsonb language plpgsql set search_path = '' as $$
declare
  v_vehicle app.vehicles;
begin
  perform app.check_reason(p_reason);
  select * into v_vehicle from app.vehicles v where v.id = p_id and v.merged_into is null for update;
  perform app.require_found(v_vehicle.id is not null);
  v_vehicle := app.registered_vehicle(v_vehicle, p_admin);
  if (v_vehicle.retired_at is not null) <> p_retired then
    update app.vehicles v set retired_at = case when p_retired then app.now() end
     where v.id = p_id returning * into v_vehicle;
    if p_retired then
      perform app.audit(p_admin, 'vehicle.retired', 'vehicle', p_id::text, btrim(p_reason));
    else
      perform app.audit(p_admin, 'vehicle.restored', 'vehicle', p_id::text, btrim(p_reason));
    end if;
  end if;
  return app.edited_vehicle_view(v_vehicle);
end
$$;
