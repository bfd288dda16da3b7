-- Vehicles that are known and in use, by plate: of an operator group, or on a route.
--
-- Definer: vehicles are not readable directly.
-- Fails with: invalid_request
create function api.list_known_vehicles(
  p_sacco_id text default null, p_route_id text default null, p_limit int default 20, p_after jsonb default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_limit int := app.page_size(p_limit);
  v_sacco uuid := (app.sacco_at(p_sacco_id)).id;
  v_route uuid := app.route_id_at(p_route_id);
begin
  perform app.admit_caller();
  perform app.check_reference('saccoId', p_sacco_id is null or v_sacco is not null);
  perform app.check_reference('routeId', p_route_id is null or v_route is not null);
  return app.page(array(
    select jsonb_build_object('row', app.vehicle_view(v), 'key', jsonb_build_object('plate', v.plate_key))
      from app.vehicles v
     where v.state = 'known' and v.retired_at is null and v.merged_into is null
       and (v_sacco is null or v.sacco_id = v_sacco)
       and (v_route is null or exists (
             select from app.vehicle_routes vr where vr.vehicle_id = v.id and vr.route_id = v_route))
       and (p_after is null or v.plate_key > p_after ->> 'plate')
     order by v.plate_key
     limit v_limit + 1), v_limit);
end
$$;
grant execute on function api.list_known_vehicles to authenticated, api_server;

-- One operator group, by id or slug; of a merged one the group that it was merged into. Definer: they are not readable
-- directly.
-- Fails with: not_found
create function api.get_sacco(p_id text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.admit_caller();
  return app.sacco_view(app.find_sacco(p_id));
end
$$;
grant execute on function api.get_sacco to authenticated, api_server;
