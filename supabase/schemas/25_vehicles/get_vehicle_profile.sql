-- The profile of one vehicle, by its id, its public code or its plate.
--
-- Definer: vehicles are not readable directly.
-- Fails with: not_found
create function api.get_vehicle_profile(p_identifier text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_vehicle app.vehicles := app.find_vehicle(p_identifier);
begin
  perform app.admit_caller();
  perform app.require_vehicle(v_vehicle.id, p_identifier);
  return app.vehicle_view(v_vehicle);
end
$$;
grant execute on function api.get_vehicle_profile
  to authenticated, rider_server, surveyor_server, learning_server, admin_server, api_server;

-- A vehicle as responses contain it.
create function app.vehicle_view(p_vehicle app.vehicles)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'id', p_vehicle.id,
    'publicCode', p_vehicle.public_code,
    'plate', p_vehicle.plate,
    'fleetName', p_vehicle.fleet_name,
    'sacco', app.sacco_ref(p_vehicle.sacco_id),
    'routes', (
      select coalesce(jsonb_agg(app.route_ref(r) order by r.short_name, r.slug), '[]')
        from app.vehicle_routes vr join app.routes r on r.id = vr.route_id
       where vr.vehicle_id = p_vehicle.id and r.retired_at is null),
    'capacity', p_vehicle.capacity,
    'checkedAt', app.instant(p_vehicle.checked_at),
    'retiredAt', app.instant(p_vehicle.retired_at));
end
$$;

-- An operator group as responses reference it.
create function app.sacco_ref(p_sacco uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (select jsonb_build_object('id', s.id, 'slug', s.slug, 'name', s.name) from app.saccos s where s.id = p_sacco);
end
$$;

-- A route as responses reference it.
create function app.route_ref(p_route app.routes)
returns jsonb immutable
return jsonb_build_object('id', p_route.id, 'slug', p_route.slug, 'shortName', p_route.short_name,
                          'longName', p_route.long_name, 'name', app.route_name(p_route.short_name, p_route.long_name));

-- The vehicle for a scanned or typed text: the URL in a sticker's QR code, with any host (`…/v/{code}`, with or without
-- a language before it), else its public code, plate or id.
--
-- The host is ignored: stickers outlive domains, and the code alone decides. A URL that does not end in a public code
-- matches nothing, even if its letters could be read as a plate.
-- Definer: vehicles are not readable directly.
-- Fails with: not_found
create function api.scan_vehicle_qr(p_identifier text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_text    text := btrim(p_identifier, E' \t\r\n');
  v_code    text := (regexp_match(v_text, '^https?://[^/?#]+(?:/[a-z]{2})?/v/([^/?#]+)/?(?:[?#].*)?$', 'i'))[1];
  v_vehicle app.vehicles;
begin
  perform app.admit_caller();
  if v_text not like '%/%' then
    v_vehicle := app.find_vehicle(v_text);
  elsif app.public_code(v_code) is not null then
    v_vehicle := app.find_vehicle(v_code);
  end if;
  perform app.require_vehicle(v_vehicle.id, v_text);
  return app.vehicle_view(v_vehicle);
end
$$;
grant execute on function api.scan_vehicle_qr to authenticated, rider_server;
