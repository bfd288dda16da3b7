-- Routes by short name; optionally of one corridor, those on which an operator group has vehicles, or those whose names
-- contain a text.
--
-- Definer: the network's tables are not readable directly.
-- Fails with: invalid_request
create function api.list_routes(
  p_q text default null, p_corridor_id text default null, p_sacco_id text default null, p_limit int default 20,
  p_after jsonb default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_limit int := app.page_size(p_limit);
  v_like  text := app.like_pattern_of_key(p_q);
  v_sacco uuid := (app.sacco_at(p_sacco_id)).id;
begin
  perform app.admit_caller();
  perform app.check_corridor(p_corridor_id);
  perform app.check_reference('saccoId', p_sacco_id is null or v_sacco is not null);
  return app.page(array(
    select jsonb_build_object(
             'row', app.route_view(r),
             'key', jsonb_build_object('name', r.short_name, 'slug', r.slug))
      from app.routes r
     where r.retired_at is null
       and (p_q is null or app.name_key(r.short_name) like v_like or app.name_key(r.long_name) like v_like)
       and (p_corridor_id is null or app.is_on_corridor(r.id, p_corridor_id))
       and (p_sacco_id is null or exists (
             select from app.vehicle_routes vr join app.vehicles v on v.id = vr.vehicle_id
              where vr.route_id = r.id and v.sacco_id = v_sacco and v.state = 'known' and v.retired_at is null))
       and (p_after is null or (r.short_name, r.slug) > (p_after ->> 'name', p_after ->> 'slug'))
     order by r.short_name, r.slug
     limit v_limit + 1), v_limit);
end
$$;
grant execute on function api.list_routes to authenticated, rider_server, admin_server, api_server;

-- A route with its id in the feed and its corridors.
create function app.route_view(p_route app.routes)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return app.route_ref(p_route) || jsonb_build_object(
    'gtfs', app.gtfs_ref(p_route.feed, p_route.gtfs_id),
    'corridors', (
      select coalesce(jsonb_agg(app.corridor_ref(cr.corridor_id) order by cr.corridor_id), '[]')
        from app.corridor_routes cr where cr.route_id = p_route.id));
end
$$;

-- Reject a filter by what does not exist: an empty list would say that there is nothing of it. Fails with: invalid_request
create function app.check_reference(p_path text, p_exists boolean)
returns void language plpgsql stable set search_path = '' as $$
begin
  perform app.check_fields(array[(p_path, 'unknown_reference', p_exists)]::app.field_check[]);
end
$$;

-- The same for a filter by corridor, by id or slug; null: there is none. Fails with: invalid_request
create function app.check_corridor(p_corridor text)
returns void language plpgsql stable set search_path = '' as $$
begin
  perform app.check_reference('corridorId', p_corridor is null or exists (
    select from app.corridors c where c.slug = lower(p_corridor) or c.id::text = lower(p_corridor)));
end
$$;

-- Whether a route uses a corridor, given by id or slug.
create function app.is_on_corridor(p_route uuid, p_corridor text)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from app.corridor_routes cr join app.corridors c on c.id = cr.corridor_id
     where cr.route_id = p_route and (c.slug = lower(p_corridor) or c.id::text = lower(p_corridor)));
end
$$;

-- Corridors by name, or nearest first if a place is given; with their lines as GeoJSON on request. Definer as above.
-- Fails with: invalid_request
create function api.list_corridors(
  p_lat float8 default null, p_lng float8 default null, p_geometry boolean default false, p_limit int default 20,
  p_after jsonb default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_limit int := app.page_size(p_limit);
  v_place extensions.geography;
begin
  perform app.admit_caller();
  if p_lat is not null or p_lng is not null then
    perform app.check_place(p_lat, p_lng);
    v_place := extensions.st_setsrid(extensions.st_makepoint(p_lng, p_lat), 4326)::extensions.geography;
  end if;
  -- A cursor of the order by name is invalid for nearest first, and the reverse.
  if (p_after ->> 'd' is null) <> (v_place is null) and p_after is not null then
    perform app.fail('invalid_request', '{"path": "cursor", "code": "invalid_cursor"}');
  end if;
  return app.page(array(
    select jsonb_build_object(
             'row', app.corridor_ref(c.id)
               || jsonb_build_object('lengthM', c.length_m, 'distanceM', round(c.distance_m))
               || case when p_geometry then jsonb_build_object('geometry', extensions.st_asgeojson(c.geom, 5)::jsonb)
                       else '{}' end,
             'key', jsonb_build_object('d', c.distance_m, 'name', c.name, 'id', c.id))
      from (select k.*, extensions.st_distance(k.geom::extensions.geography, v_place) as distance_m
              from app.corridors k where k.retired_at is null) c
     where p_after is null
        or (coalesce(c.distance_m, 0), c.name, c.id)
           > (coalesce((p_after ->> 'd')::float8, 0), p_after ->> 'name', (p_after ->> 'id')::uuid)
     order by c.distance_m, c.name, c.id
     limit v_limit + 1), v_limit);
end
$$;
grant execute on function api.list_corridors
  to authenticated, rider_server, surveyor_server, learning_server, admin_server, api_server;
