-- The content of a vehicle's sticker. With `p_rotate` the vehicle gets a new public code first, because the sticker was
-- stolen or lost: the old code resolves to nothing from then on. That needs a reason and is audited. A vehicle that riders
-- only mentioned is registered, because else its code would lead nowhere.
--
-- Definer: nobody may touch app.vehicles directly.
-- Fails with: unauthenticated, role_required, invalid_request, not_found
create function api.make_vehicle_sticker(p_id uuid, p_rotate boolean default false, p_reason text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin   uuid := app.require_role('admin');
  v_vehicle app.vehicles;
begin
  if p_rotate then
    perform app.check_reason(p_reason);
  end if;
  select * into v_vehicle from app.vehicles v where v.id = p_id and v.merged_into is null for update;
  perform app.require_found(found);
  v_vehicle := app.registered_vehicle(v_vehicle, v_admin);
  update app.vehicles v set sticker_made_at = app.now() where v.id = p_id and v.sticker_made_at is null;
  if p_rotate then
    v_vehicle := app.rotate_public_code(v_vehicle);
    perform app.audit(v_admin, 'vehicle.code_rotated', 'vehicle', p_id::text, btrim(p_reason),
                      jsonb_build_object('publicCode', v_vehicle.public_code));
  end if;
  return jsonb_build_object('vehicle', app.vehicle_view(v_vehicle), 'publicCode', v_vehicle.public_code);
end
$$;
grant execute on function api.make_vehicle_sticker to authenticated;

-- Retire a vehicle's public code and give it another. The caller holds the row.
create function app.rotate_public_code(p_vehicle app.vehicles)
returns app.vehicles language plpgsql set search_path = '' as $$
declare
  v_vehicle app.vehicles;
begin
  insert into app.retired_codes (public_code, vehicle_id, retired_at)
  values (p_vehicle.public_code, p_vehicle.id, app.now());
  update app.vehicles v set public_code = app.new_public_code() where v.id = p_vehicle.id returning * into v_vehicle;
  return v_vehicle;
end
$$;
