-- The projection in which something is measured and cut on a plane: the UTM zone of its middle. Accurate to 0.1 % over a
-- city anywhere on Earth.
create function app.metric_srid(p_geom extensions.geometry)
returns int immutable
return (
  select case when extensions.st_y(m.middle) < 0 then 32701 else 32601 end
         + floor((extensions.st_x(m.middle) + 180) / 6)::int % 60
    from (select extensions.st_centroid(p_geom::extensions.geography)::extensions.geometry as middle) m);

-- What lies across 180° without its jump from there to -180°: in degrees from 0 to 360.
create function app.without_jump(p_geom extensions.geometry)
returns extensions.geometry immutable
return case when extensions.st_xmax(p_geom::extensions.box3d) - extensions.st_xmin(p_geom::extensions.box3d) > 180
            then extensions.st_shiftlongitude(p_geom) else p_geom end;

-- The same cut into parts that end at 180°, as GeoJSON has it (RFC 7946).
create function app.cut_at_180(p_geom extensions.geometry)
returns extensions.geometry immutable
return (
  select case when extensions.st_xmax(w.whole::extensions.box3d) > 180
              then extensions.st_collectionextract(
                     extensions.st_wrapx(w.whole, 180, -360), extensions.st_dimension(w.whole) + 1)
              else w.whole end
    from (select app.without_jump(p_geom) as whole) w);

-- The corridor that a place belongs to: the nearest one within 250 m, or null. Always returns one row. Metres on the
-- sphere of app.distance_m.
create function app.corridor_at(p_lat float8, p_lng float8, out corridor_id uuid, out distance_m float8)
language plpgsql stable set search_path = ''
set plan_cache_mode = 'force_generic_plan' -- else a place is a reason to plan it again at every call
as $$
declare
  v_place extensions.geography := extensions.st_setsrid(extensions.st_makepoint(p_lng, p_lat), 4326)::extensions.geography;
begin
  select s.corridor_id, extensions.st_distance(s.line, v_place, false) into corridor_id, distance_m
    from app.corridor_segments s
   where extensions.st_dwithin(s.line, v_place, 250, false)
   order by 2, 1
   limit 1;
end
$$;

-- A corridor as responses reference it.
create function app.corridor_ref(p_corridor uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  if p_corridor is null then
    return null;
  end if;
  return (
    select jsonb_build_object('id', c.id, 'slug', c.slug, 'name', c.name) from app.corridors c where c.id = p_corridor);
end
$$;

-- The name of the service area that covers a place, or null. Of several it is the first by slug.
create function app.service_area_at(p_lat float8, p_lng float8)
returns text language plpgsql stable set search_path = '' as $$
declare
  v_place extensions.geometry := extensions.st_setsrid(extensions.st_makepoint(p_lng, p_lat), 4326);
begin
  return (select a.name from app.service_areas a where extensions.st_covers(a.area, v_place) order by a.slug limit 1);
end
$$;

-- Whether a place is covered, and on which corridor it lies. Part of every response to a request with a place.
-- packages/domain/src/incidents/memory-feed/network-places.ts answers the same from memory.
create function app.locate(p_lat float8, p_lng float8)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_place    extensions.geometry := extensions.st_setsrid(extensions.st_makepoint(p_lng, p_lat), 4326);
  v_area     text := app.service_area_at(p_lat, p_lng);
  v_corridor record;
begin
  v_corridor := app.corridor_at(p_lat, p_lng);
  return jsonb_build_object(
    'inServiceArea', v_area is not null,
    'serviceArea', coalesce(v_area, (
      select a.name from app.service_areas a order by a.area operator(extensions.<->) v_place limit 1)),
    'corridor', app.corridor_ref(v_corridor.corridor_id),
    'distanceM', round(v_corridor.distance_m));
end
$$;

-- Whether a place is covered, and on which corridor it lies.
--
-- Definer: the network's tables are not readable directly.
-- Fails with: invalid_request
create function api.resolve_corridor_for_location(p_lat float8, p_lng float8)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.admit_caller();
  perform app.check_place(p_lat, p_lng);
  return app.locate(p_lat, p_lng);
end
$$;
grant execute on function api.resolve_corridor_for_location to authenticated, api_server;

-- Fails with: invalid_request
create function app.check_place(p_lat float8, p_lng float8)
returns void language plpgsql immutable set search_path = '' as $$
begin
  if (p_lat between -90 and 90) is distinct from true or (p_lng between -180 and 180) is distinct from true then
    perform app.fail('invalid_request', '{"path": "place", "code": "out_of_range"}');
  end if;
end
$$;
