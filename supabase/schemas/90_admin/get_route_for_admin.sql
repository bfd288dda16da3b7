-- A route with what hangs on it. Its stages are those of a trip along its main shape, the line that the map shows; a
-- retired route has no trips any more, and so neither.
--
-- Definer: what it reads is not readable directly.
-- Fails with: unauthenticated, role_required, not_found
create function api.get_route_for_admin(p_id uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_route app.routes;
  v_shape app.shapes;
begin
  perform app.require_role('admin');
  select * into v_route from app.routes r where r.id = p_id;
  perform app.require_found(v_route.id is not null);
  v_shape := app.main_shape(p_id);
  return app.route_ref(v_route) || jsonb_build_object(
    'retiredAt', app.instant(v_route.retired_at),
    'stages', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'id', s.id, 'name', s.name, 'place', jsonb_build_object('lat', s.lat, 'lng', s.lng))
               order by st.sequence), '[]')
        from app.stop_times st join app.stops s on s.id = st.stop_id
       where st.trip_id = (select t.id from app.trips t
                            where t.route_id = p_id and t.shape_id is not distinct from v_shape.id
                            order by t.id limit 1)),
    'vehicles', (select count(*) from app.vehicles_on(p_id)),
    'saccos', (
      select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'slug', n.slug, 'name', n.name, 'vehicles', n.vehicles)
                                order by n.vehicles desc, n.name), '[]')
        from (select s.id, s.slug, s.name, count(*) as vehicles
                from app.vehicles_on(p_id) v join app.saccos s on s.id = v.sacco_id
               group by s.id) n),
    'incidents', app.incidents_along(app.route_line(p_id)),
    'assignments', (
      select coalesce(jsonb_agg(app.assignment_title(a) order by a.created_at desc, a.id), '[]')
        from app.assignments a where a.route_id = p_id and app.is_open_assignment(a)));
end
$$;
grant execute on function api.get_route_for_admin to authenticated;

-- The vehicles in use that are recorded on a route.
create function app.vehicles_on(p_route uuid)
returns setof app.vehicles language plpgsql stable set search_path = '' as $$
begin
  return query
    select v.* from app.vehicle_routes r join app.vehicles v on v.id = r.vehicle_id
     where r.route_id = p_route and v.retired_at is null and v.merged_into is null;
end
$$;

-- How many live incidents are within 200 m of a line, and the five last seen; a coarse one where the line crosses its cell.
create function app.incidents_along(p_line extensions.geometry)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  -- One cell wide around the line, so that the index finds what may be along it.
  v_line extensions.box3d := app.without_jump(p_line)::extensions.box3d;
  v_box  box := box(
    app.plane_point(extensions.st_ymin(v_line) - 0.01, extensions.st_xmin(v_line) - 0.01),
    app.plane_point(extensions.st_ymax(v_line) + 0.01, extensions.st_xmax(v_line) + 0.01));
begin
  return (
    with along as materialized (
      select i.* from app.incidents i
       where i.lifecycle = 'active' and i.pt <@ v_box
         and case when i.visibility = 'coarse' then extensions.st_intersects(p_line,
                    extensions.st_makeenvelope(i.lng - 0.005, i.lat - 0.005, i.lng + 0.005, i.lat + 0.005, 4326))
                  else extensions.st_dwithin(p_line::extensions.geography,
                    extensions.st_setsrid(extensions.st_makepoint(i.lng, i.lat), 4326)::extensions.geography, 200) end)
    select jsonb_build_object(
      'count', (select count(*) from along),
      'latest', (
        select coalesce(jsonb_agg(jsonb_build_object(
                 'id', n.id, 'category', n.category, 'placeName', app.place_name(n.lat, n.lng))
                 order by app.listed_at(n.visibility, n.last_seen_at) desc, n.id), '[]')
          from (select * from along order by app.listed_at(visibility, last_seen_at) desc, id limit 5) n)));
end
$$;
