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
           2100, 'quad_segs=4'), 1
           order by s.id)
    into v_circles
    from app.stops s
   where s.feed = p_feed and s.retired_at is null;
  return extensions.st_multi(extensions.st_reduceprecision(
    app.cut_at_180(extensions.st_transform(extensions.st_simplifypreservetopology(
      extensions.st_union(v_outline, coalesce(v_circles, v_outline), 1), 50), 4326)), 0.000001));
end
$$;

-- A border for a feed that has none, where its import has a name for one (a row without an outline): what is within about
-- 2 km of its stops, without holes and narrow gaps between. Null where a border is given or known.
create function app.derived_border(p_import uuid, p_feed text)
returns extensions.geometry language plpgsql stable set search_path = '' as $$
declare
  v_stops extensions.geometry;
  v_srid  int;
begin
  if exists (select from app.service_areas a where a.feed = p_feed) or not exists (
       select from app.gtfs_rows r where r.import_id = p_import and r.kind = 'service_areas' and r.row -> 'outline' = 'null')
  then
    return null;
  end if;
  select extensions.st_setsrid(extensions.st_collect(extensions.st_makepoint(s.lng, s.lat)), 4326) into v_stops
    from app.incoming_stops(p_import, p_feed) s;
  v_srid := app.metric_srid(v_stops);
  return (
    select extensions.st_multi(extensions.st_reduceprecision(app.cut_at_180(extensions.st_transform(
             extensions.st_simplifypreservetopology(extensions.st_union(extensions.st_makepolygon(
               extensions.st_exteriorring(d.geom)), 1), 100), 4326)), 0.000001))
      from (
        -- One circle for all stops of a square of 250 m: a city has thousands.
        select extensions.st_union(extensions.st_buffer(p.geom, 4000, 'quad_segs=4'), 1 order by p.geom) as circles
          from extensions.st_dump(extensions.st_snaptogrid(extensions.st_transform(v_stops, v_srid), 250)) p) c,
           lateral (select extensions.st_union(extensions.st_buffer(e.geom, 2000, 'quad_segs=4'), 1) as edge
                      from extensions.st_dumpsegments(extensions.st_boundary(c.circles)) e) m,
           extensions.st_dump(extensions.st_difference(c.circles, m.edge, 1)) d);
end
$$;

-- What an operator or admin is shown of it before it applies; null where none is derived.
create function app.border_view(p_import uuid, p_feed text)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_border extensions.geometry := app.derived_border(p_import, p_feed);
  v_whole  extensions.box3d := app.without_jump(v_border)::extensions.box3d;
begin
  if v_border is null then
    return null;
  end if;
  return jsonb_build_object(
    'name', (select r.row ->> 'name' from app.gtfs_rows r where r.import_id = p_import and r.kind = 'service_areas'),
    'areaKm2', round((extensions.st_area(v_border::extensions.geography) / 1e6)::numeric),
    'widthM', round(extensions.st_distance(
      extensions.st_setsrid(extensions.st_makepoint(extensions.st_xmin(v_whole), extensions.st_ymin(v_whole)), 4326)::extensions.geography,
      extensions.st_setsrid(extensions.st_makepoint(extensions.st_xmax(v_whole), extensions.st_ymin(v_whole)), 4326)::extensions.geography)),
    'heightM', round(extensions.st_distance(
      extensions.st_setsrid(extensions.st_makepoint(extensions.st_xmin(v_whole), extensions.st_ymin(v_whole)), 4326)::extensions.geography,
      extensions.st_setsrid(extensions.st_makepoint(extensions.st_xmin(v_whole), extensions.st_ymax(v_whole)), 4326)::extensions.geography)),
    'outline', extensions.st_asgeojson(v_border, 5)::jsonb);
end
$$;

-- The border that would be derived for an import whose rows are staged.
--
-- Definer: no role may touch the network's tables.
-- Fails with: not_found
create function api.get_derived_border(p_id uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_import app.gtfs_imports;
begin
  select * into v_import from app.gtfs_imports i where i.id = p_id;
  perform app.require_found(v_import.id is not null);
  return coalesce(app.border_view(p_id, v_import.feed), 'null');
end
$$;
grant execute on function api.get_derived_border to operator_server;

-- The area from the outline of an import, else from the feed's existing one, else from its stops.
create function app.incoming_service_areas(p_import uuid, p_feed text)
returns setof app.service_areas language plpgsql stable set search_path = '' as $$
begin
  return query
  with outlines as (
    select s.name, extensions.st_multi(extensions.st_makevalid(extensions.st_geomfromgeojson(s.outline))) as outline
      from app.gtfs_rows r, jsonb_to_record(r.row) s (name text, outline jsonb)
     where r.import_id = p_import and r.kind = 'service_areas' and r.row -> 'outline' <> 'null'
    union all
    select r.row ->> 'name', b.outline
      from app.gtfs_rows r, app.derived_border(p_import, p_feed) b (outline)
     where r.import_id = p_import and r.kind = 'service_areas' and b.outline is not null
    union all
    select a.name, a.outline
      from app.service_areas a
     where a.feed = p_feed and not exists (
       select from app.gtfs_rows r
        where r.import_id = p_import and r.kind = 'service_areas' and r.row -> 'outline' <> 'null'))
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
