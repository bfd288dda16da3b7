-- For a server that finds area and corridor of a place in its memory: what app.locate reads. In degrees; of the
-- areas the first by slug first.
--
-- Definer: the network's tables are not readable directly.
create function api.get_network_places()
returns json language plpgsql stable security definer set search_path = '' as $$
begin
  return json_build_object(
    'corridors', (
      select coalesce(json_agg(json_build_object(
               'ref', app.corridor_ref(s.corridor_id), 'segments', s.segments)), '[]')
        from (select g.corridor_id,
                     extensions.st_asgeojson(extensions.st_collect(g.line::extensions.geometry), 15)::json -> 'coordinates' as segments
                from app.corridor_segments g
               group by g.corridor_id) s),
    'areas', (
      select coalesce(json_agg(json_build_object(
               'name', a.name,
               'polygons', extensions.st_asgeojson(a.area, 15)::json -> 'coordinates') order by a.slug), '[]')
        from app.service_areas a));
end
$$;
grant execute on function api.get_network_places to rider_server, api_server;
