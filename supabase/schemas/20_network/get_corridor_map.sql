-- The shape of most of a route's trips; null where none has a shape.
create function app.main_shape(p_route uuid)
returns app.shapes language plpgsql stable set search_path = '' as $$
declare
  v_shape app.shapes;
begin
  select h.* into v_shape
    from app.trips t join app.shapes h on h.id = t.shape_id
   where t.route_id = p_route
   group by h.id
   order by count(*) desc, extensions.st_length(h.geom) desc, h.id
   limit 1;
  return v_shape;
end
$$;

-- The line of a route: its main shape, else straight through the stops of its longest trip.
create function app.route_line(p_route uuid)
returns extensions.geometry language plpgsql stable set search_path = '' as $$
begin
  return coalesce((app.main_shape(p_route)).geom, (
    select extensions.st_makeline(extensions.st_setsrid(extensions.st_makepoint(s.lng, s.lat), 4326) order by st.sequence)
      from app.stop_times st
      join app.stops s on s.id = st.stop_id
     where st.trip_id = (
       select t.id from app.trips t
        where t.route_id = p_route
        order by (select count(*) from app.stop_times x where x.trip_id = t.id) desc, t.id limit 1)
    having count(*) > 1));
end
$$;

-- The lines of the apps' map: every live corridor, and one line for every live route.
--
-- Built at import and stored as the text that is sent. A line is simplified to 20 m (0.00018
-- degrees); five decimals of a degree are 1 m.
create function app.refresh_corridor_map()
returns void language plpgsql set search_path = '' as $$
declare
  v_body text;
begin
  with lines as (
    select 1 as layer, 'corridor' as kind, c.id, c.slug, c.name, c.geom
      from app.corridors c
     where c.retired_at is null and not extensions.st_isempty(c.geom)
    union all
    select 2, 'route', r.id, r.slug, app.route_name(r.short_name, r.long_name), l.geom
      from app.routes r cross join lateral app.route_line(r.id) l (geom)
     where r.retired_at is null and l.geom is not null)
  select '{"type":"FeatureCollection","features":[' || coalesce(string_agg(
           format('{"type":"Feature","properties":{"kind":%s,"id":%s,"slug":%s,"name":%s},"geometry":%s}',
             to_json(l.kind), to_json(l.id), to_json(l.slug), to_json(l.name),
             extensions.st_asgeojson(extensions.st_simplify(app.cut_at_180(l.geom), 0.00018, true), 5)),
           ',' order by l.layer, l.slug), '') || ']}'
    into v_body
    from lines l;

  insert into app.corridor_maps as m (body) values (v_body::json)
  on conflict (singleton) do update set body = excluded.body where m.body::text <> excluded.body::text;
end
$$;

-- The map's lines as a GeoJSON FeatureCollection with properties kind (corridor or route), id, slug and name.
--
-- Definer: the network's tables are not readable directly.
create function api.get_corridor_map()
returns json language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.admit_caller();
  return coalesce((select m.body from app.corridor_maps m), '{"type":"FeatureCollection","features":[]}');
end
$$;
grant execute on function api.get_corridor_map
  to authenticated, rider_server, surveyor_server, admin_server, api_server;
