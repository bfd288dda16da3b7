-- The service area of a feed: an outline extended to all places within 2 km of one of the feed's live stops.
--
-- Circles have 16 corners and a radius 100 m larger than that: corners cut off up to 40 m, simplifying the border
-- another 50 m. Six decimals of a degree are 0.1 m.
create function app.build_service_area(p_outline extensions.geometry, p_feed text)
returns extensions.geometry language plpgsql stable set search_path = '' as $$
declare
  v_srid    int := app.metric_srid(p_outline);
  v_outline extensions.geometry := extensions.st_transform(p_outline, v_srid);
  v_circles extensions.geometry;
begin
  select extensions.st_union(extensions.st_buffer(
           extensions.st_transform(extensions.st_setsrid(extensions.st_makepoint(s.lng, s.lat), 4326), v_srid),
           2100, 'quad_segs=4')
           order by s.id)
    into v_circles
    from app.stops s
   where s.feed = p_feed and s.retired_at is null;
  return extensions.st_multi(extensions.st_reduceprecision(
    app.cut_at_180(extensions.st_transform(extensions.st_simplifypreservetopology(
      extensions.st_union(v_outline, coalesce(v_circles, v_outline)), 50), 4326)), 0.000001));
end
$$;

-- The area from the outline of an import, or else from the feed's existing one.
create function app.incoming_service_areas(p_import uuid, p_feed text)
returns setof app.service_areas language plpgsql stable set search_path = '' as $$
begin
  return query
  with outlines as (
    select s.name, extensions.st_multi(extensions.st_makevalid(extensions.st_geomfromgeojson(s.outline))) as outline
      from app.gtfs_rows r, jsonb_to_record(r.row) s (name text, outline jsonb)
     where r.import_id = p_import and r.kind = 'service_areas'
    union all
    select a.name, a.outline
      from app.service_areas a
     where a.feed = p_feed and not exists (
       select from app.gtfs_rows r where r.import_id = p_import and r.kind = 'service_areas'))
  select app.gtfs_id(p_feed, 'service_areas', o.name), p_feed,
         n.slug || case when exists (select from app.service_areas a where a.slug = n.slug and a.feed <> p_feed)
                        then '-' || p_feed else '' end,
         o.name,
         o.outline::extensions.geometry(MultiPolygon, 4326),
         app.build_service_area(o.outline, p_feed)::extensions.geometry(MultiPolygon, 4326)
    from outlines o, lateral (select replace(app.name_key(o.name), ' ', '-') as slug) n;
end
$$;

-- Where the platform works, as GeoJSON.
--
-- Definer: the network's tables are not readable directly.
create function api.get_service_area()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.admit_caller();
  return jsonb_build_object('areas', (
    select coalesce(jsonb_agg(jsonb_build_object(
             'id', a.id, 'slug', a.slug, 'name', a.name,
             'geometry', extensions.st_asgeojson(a.area, 6)::jsonb) order by a.slug), '[]')
      from app.service_areas a));
end
$$;
grant execute on function api.get_service_area to authenticated, api_server;
