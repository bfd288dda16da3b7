-- Vehicles for admins, by plate: all, those of one operator group, or those whose plate, public code or fleet name holds a
-- text.
--
-- Definer: vehicles are not readable directly.
-- Fails with: unauthenticated, role_required
create function api.list_vehicles(
  p_q text default null, p_sacco_id uuid default null, p_limit int default 20, p_after jsonb default null)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_limit int := app.page_size(p_limit);
  v_key   text := nullif(app.plate_key(p_q), '');
  v_like  text := app.like_text(p_q);
begin
  perform app.require_role('admin');
  return app.page(array(
    select jsonb_build_object('row', app.edited_vehicle_face(v), 'key', jsonb_build_object('plate', v.plate_key))
      from app.vehicles v
     where (p_q is null or v.fleet_name ilike v_like
            or v.plate_key like '%' || v_key || '%' or replace(v.public_code, '-', '') like '%' || v_key || '%')
       and (p_sacco_id is null or v.sacco_id = p_sacco_id)
       and (p_after is null or v.plate_key > p_after ->> 'plate')
     order by v.plate_key
     limit v_limit + 1), v_limit);
end
$$;
grant execute on function api.list_vehicles to authenticated;
