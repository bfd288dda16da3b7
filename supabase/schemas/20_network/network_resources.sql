-- What other answers point at: stops, one route, one corridor. Those that a later feed lacks are found, but not listed.

-- A stop as responses have it.
create function app.stop_view(p_stop app.stops)
returns jsonb language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object(
    'id', p_stop.id, 'name', p_stop.name, 'gtfs', app.gtfs_ref(p_stop.feed, p_stop.gtfs_id), 'kind', p_stop.kind,
    'place', jsonb_build_object('lat', p_stop.lat, 'lng', p_stop.lng), 'stationId', p_stop.parent_id);
end
$$;

-- The id of a route that is given by id or slug, or null.
create function app.route_id_at(p_route text)
returns uuid language plpgsql stable set search_path = '' as $$
begin
  return (select r.id from app.routes r where r.slug = lower(p_route) or r.id = app.uuid_or_null(p_route) limit 1);
end
$$;

-- Stops by name; of a route, or inside a box.
--
-- Definer: the network's tables are not readable directly.
-- Fails with: invalid_request
create function api.list_stops(
  p_q text default null, p_route_id text default null, p_min_lat float8 default null, p_min_lng float8 default null,
  p_max_lat float8 default null, p_max_lng float8 default null, p_limit int default 20, p_after jsonb default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_limit int := app.page_size(p_limit);
  v_like  text := app.like_pattern_of_key(p_q);
  v_route uuid := app.route_id_at(p_route_id);
  v_box   box := case when num_nonnulls(p_min_lat, p_min_lng, p_max_lat, p_max_lng) > 0
                      then app.checked_box(p_min_lat, p_min_lng, p_max_lat, p_max_lng) end;
begin
  perform app.admit_caller();
  perform app.check_reference('routeId', p_route_id is null or v_route is not null);
  return app.page(array(
    select jsonb_build_object('row', app.stop_view(s), 'key', jsonb_build_object('name', s.name_key, 'id', s.id))
      from app.stops s
     where s.retired_at is null
       and (p_q is null or s.name_key like v_like)
       and (v_box is null or s.pt operator(pg_catalog.<@) v_box)
       and (v_route is null or s.id in (
             select st.stop_id from app.trips t join app.stop_times st on st.trip_id = t.id where t.route_id = v_route))
       and (p_after is null or (s.name_key, s.id) > (p_after ->> 'name', (p_after ->> 'id')::uuid))
     order by s.name_key, s.id
     limit v_limit + 1), v_limit);
end
$$;
grant execute on function api.list_stops to authenticated, api_server;

-- One stop, with the routes that stop there; of a station those of its stops. Definer as above.
-- Fails with: not_found
create function api.get_stop(p_id uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_stop app.stops;
begin
  perform app.admit_caller();
  select * into v_stop from app.stops s where s.id = p_id;
  perform app.require_found(found);
  return app.stop_view(v_stop) || jsonb_build_object('routes', (
    select coalesce(jsonb_agg(app.route_view(r) order by r.short_name, r.slug), '[]')
      from app.routes r
     where r.retired_at is null and r.id in (
       select t.route_id
         from app.stops s join app.stop_times st on st.stop_id = s.id join app.trips t on t.id = st.trip_id
        where s.id = p_id or s.parent_id = p_id)));
end
$$;
grant execute on function api.get_stop to authenticated, api_server;

-- One route by id or slug, with its line and, for each direction, the stops of the trip that has most. Definer as above.
-- Fails with: not_found
create function api.get_route(p_id text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_route app.routes;
begin
  perform app.admit_caller();
  select * into v_route from app.routes r where r.id = app.route_id_at(p_id);
  perform app.require_found(found);
  return app.route_view(v_route) || jsonb_build_object(
    'geometry', extensions.st_asgeojson(app.cut_at_180(app.route_line(v_route.id)), 5)::jsonb,
    'directions', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'directionId', w.direction, 'headsign', w.headsign,
               'stops', (select jsonb_agg(app.stop_view(s) order by st.sequence)
                           from app.stop_times st join app.stops s on s.id = st.stop_id where st.trip_id = w.id))
               order by w.direction nulls first), '[]')
        from (select distinct on (t.direction) t.id, t.direction, t.headsign
                from app.trips t
                cross join lateral (select count(*) as stops from app.stop_times st where st.trip_id = t.id) n
               where t.route_id = v_route.id and n.stops > 0
               order by t.direction, n.stops desc, t.id) w));
end
$$;
grant execute on function api.get_route to authenticated, api_server;

-- One corridor by id or slug, with its line and routes. Definer as above.
-- Fails with: not_found
create function api.get_corridor(p_id text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_corridor app.corridors;
begin
  perform app.admit_caller();
  select * into v_corridor from app.corridors c where c.slug = lower(p_id) or c.id = app.uuid_or_null(p_id);
  perform app.require_found(found);
  return app.corridor_ref(v_corridor.id) || jsonb_build_object(
    'lengthM', v_corridor.length_m,
    'geometry', extensions.st_asgeojson(v_corridor.geom, 5)::jsonb,
    'routes', (select coalesce(jsonb_agg(app.route_view(r) order by r.short_name, r.slug), '[]')
                 from app.corridor_routes cr join app.routes r on r.id = cr.route_id
                where cr.corridor_id = v_corridor.id and r.retired_at is null));
end
$$;
grant execute on function api.get_corridor to authenticated, api_server;
