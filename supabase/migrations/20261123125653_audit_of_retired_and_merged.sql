set check_function_bodies = off;

create or replace function api.merge_vehicles (
  p_id     uuid,
  p_into   uuid,
  p_reason text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_admin uuid := app.require_role('admin');
  v_moved jsonb;
begin
  perform app.check_reason(p_reason);
  perform app.check_vehicle_merge(p_id, p_into);
  if not exists (select from app.vehicles v where v.id = p_id and v.merged_into is not null) then
    perform app.hold_vehicles_to_merge(p_id, p_into);
    perform app.check_vehicle_merge(p_id, p_into);
    v_moved := app.move_vehicle(p_id, p_into, v_admin, btrim(p_reason));
    perform app.audit(v_admin, 'vehicle.merged', 'vehicle', p_into::text, btrim(p_reason), jsonb_build_object(
      'from', p_id, 'plate', (select v.plate from app.vehicles v where v.id = p_id),
      'reports', v_moved -> 'reports', 'incidents', v_moved -> 'incidents', 'ratings', v_moved -> 'ratings',
      'ridersOfBoth', v_moved -> 'ridersOfBoth', 'entries', v_moved -> 'entries', 'followers', v_moved -> 'followers',
      'retiredCodes', v_moved -> 'retiredCodes', 'versions', v_moved -> 'versions'));
  end if;
  return app.vehicle_for_admin(p_into);
end
$function$;

create or replace function app.set_sacco_retired (
  p_admin   uuid,
  p_id      text,
  p_reason  text,
  p_retired boolean
)
  returns jsonb
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_sacco app.saccos;
begin
  perform app.check_reason(p_reason);
  perform pg_advisory_xact_lock(hashtext('sacco_aliases'));
  v_sacco := app.find_sacco(p_id);
  if (v_sacco.retired_at is not null) <> p_retired then
    update app.saccos s set retired_at = case when p_retired then app.now() end
     where s.id = v_sacco.id returning * into v_sacco;
    if p_retired then
      perform app.audit(p_admin, 'sacco.retired', 'sacco', v_sacco.id::text, btrim(p_reason));
    else
      perform app.audit(p_admin, 'sacco.restored', 'sacco', v_sacco.id::text, btrim(p_reason));
    end if;
  end if;
  return app.sacco_for_admin(v_sacco);
end
$function$;

create or replace function app.set_vehicle_retired (
  p_admin   uuid,
  p_id      uuid,
  p_reason  text,
  p_retired boolean
)
  returns jsonb
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_vehicle app.vehicles;
begin
  perform app.check_reason(p_reason);
  select * into v_vehicle from app.vehicles v where v.id = p_id and v.merged_into is null for update;
  perform app.require_found(v_vehicle.id is not null);
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
$function$;

reset check_function_bodies;
