-- Corridors as lines.
--
-- The routes of a corridor share its road for a while and then fan out into estates, and most reach the city centre on
-- other roads. Their shapes together are a tree, and counting shared segments gives the wrong name to every trunk that
-- leads to another (most routes of Kangundo Road run largely on Jogoo Road). Where a road begins and ends is local
-- knowledge, so a corridor has two given ends, and its line is the stretch between them of a shape that its routes
-- follow.

-- The shortest stretch between two places on any of these routes, or null when none passes within 250 m of both. The
-- shortest, because a longer one leaves the road on its way. Simplified by at most 5 m; six decimals are 0.1 m.
create function app.build_corridor(p_routes uuid[], p_from point, p_to point)
returns extensions.geometry language plpgsql stable set search_path = '' as $$
declare
  v_srid int := app.metric_srid(extensions.st_setsrid(p_from::extensions.geometry, 4326));
  v_from extensions.geometry := extensions.st_transform(extensions.st_setsrid(p_from::extensions.geometry, 4326), v_srid);
  v_to   extensions.geometry := extensions.st_transform(extensions.st_setsrid(p_to::extensions.geometry, 4326), v_srid);
begin
  return (
    with lines as materialized (
      select h.id, extensions.st_transform(h.geom, v_srid) as line
        from app.shapes h
       where h.id in (select t.shape_id from app.trips t where t.route_id = any (p_routes))),
    stretches as (
      select l.id, extensions.st_linesubstring(l.line, least(e.a, e.b), greatest(e.a, e.b)) as stretch
        from lines l,
             lateral (select extensions.st_linelocatepoint(l.line, v_from) as a,
                             extensions.st_linelocatepoint(l.line, v_to) as b) e
       where extensions.st_dwithin(l.line, v_from, 250) and extensions.st_dwithin(l.line, v_to, 250) and e.a <> e.b)
    select extensions.st_multi(extensions.st_reduceprecision(app.cut_at_180(extensions.st_transform(
             extensions.st_simplify(s.stretch, 5), 4326)), 0.000001))
      from stretches s
     order by extensions.st_length(s.stretch), s.id
     limit 1);
end
$$;

-- The corridors of an import, or the existing ones when it has none. A corridor that no shape follows any more keeps
-- its line, because the road still exists. One that never had a line is left out.
create function app.incoming_corridors(p_import uuid, p_feed text)
returns setof app.corridors language plpgsql stable set search_path = '' as $$
begin
  return query
  with named as (
    select app.gtfs_id(p_feed, 'corridors', s.corridor) as id, replace(app.name_key(s.corridor), ' ', '-') as slug,
           s.name, point(s."fromLng", s."fromLat") as starts_at, point(s."toLng", s."toLat") as ends_at
      from app.gtfs_rows r,
           jsonb_to_record(r.row) s (
             corridor text, name text, "fromLat" float8, "fromLng" float8, "toLat" float8, "toLng" float8)
     where r.import_id = p_import and r.kind = 'corridors'
    union all
    select c.id, c.slug, c.name, c.starts_at, c.ends_at
      from app.corridors c
     where c.feed = p_feed and c.retired_at is null and not app.brings_corridors(p_import)),
  traced as (
    select n.*, coalesce(app.build_corridor(m.routes, n.starts_at, n.ends_at), known.geom) as geom
      from named n
      left join app.corridors known on known.id = n.id
      left join (select l.corridor_id as id, array_agg(l.route_id order by l.route_id) as routes
                   from app.incoming_corridor_routes(p_import, p_feed) l group by 1) m on m.id = n.id)
  select t.id, p_feed, t.slug, t.name, t.starts_at, t.ends_at, t.geom::extensions.geometry(MultiLineString, 4326),
         extensions.st_length(t.geom::extensions.geography)::int, null::timestamptz
    from traced t
   where t.geom is not null;
end
$$;

-- Which routes belong to which corridor, from the import or else as stored. Only routes that the feed has: a list of
-- corridors outlives single routes.
create function app.incoming_corridor_routes(p_import uuid, p_feed text)
returns setof app.corridor_routes language plpgsql stable set search_path = '' as $$
begin
  return query
  select app.gtfs_id(p_feed, 'corridors', s.corridor), t.id
    from app.gtfs_rows r, jsonb_to_record(r.row) s (corridor text, "routeId" text), app.routes t
   where r.import_id = p_import and r.kind = 'corridor_routes'
     and t.feed = p_feed and t.gtfs_id = s."routeId" and t.retired_at is null
  union all
  select l.corridor_id, l.route_id
    from app.corridor_routes l
    join app.corridors c on c.id = l.corridor_id
    join app.routes t on t.id = l.route_id
   where c.feed = p_feed and c.retired_at is null and t.retired_at is null and not app.brings_corridors(p_import);
end
$$;

-- Whether an import has a list of corridors of its own.
create function app.brings_corridors(p_import uuid)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return exists (select from app.gtfs_rows r where r.import_id = p_import and r.kind = 'corridors');
end
$$;

-- Cut the live corridors into pieces of at most 500 m. Only corridors whose pieces changed are written.
create function app.refresh_corridor_segments()
returns void language plpgsql set search_path = '' as $$
begin
  with pieces as materialized (
    select c.id as corridor_id, (d).geom::extensions.geography as line
      from app.corridors c,
           extensions.st_dumpsegments(extensions.st_segmentize(c.geom::extensions.geography, 500)::extensions.geometry) d
     where c.retired_at is null),
  stale as (
    select corridor_id
      from (select p.corridor_id, md5(string_agg(p.line::text, ' ' order by p.line::text)) as digest
              from pieces p group by 1) n
      full join (select s.corridor_id, md5(string_agg(s.line::text, ' ' order by s.line::text)) as digest
              from app.corridor_segments s group by 1) o using (corridor_id)
     where n.digest is distinct from o.digest),
  gone as (
    delete from app.corridor_segments s using stale where s.corridor_id = stale.corridor_id)
  insert into app.corridor_segments (corridor_id, line)
  select p.corridor_id, p.line from pieces p join stale using (corridor_id);
  analyze app.corridor_segments;
end
$$;
