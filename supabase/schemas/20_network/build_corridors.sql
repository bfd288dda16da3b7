-- placeholder
create function app.build_corridors(p_import uuid, p_feed text)
returns table (corridor_id uuid, geom extensions.geometry)
language plpgsql
stable
set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  select l.corridor_id, extensions.st_multi((select h.geom from app.trips t join app.shapes h on h.id = t.shape_id where t.route_id = min(l.route_id::text)::uuid order by h.id limit 1))
    from app.incoming_corridor_routes(p_import, p_feed) l group by 1;
end
$$;

-- Only routes that the feed has: a list of corridors is kept longer than a route lives. Without a list in the import, what
-- is known stays.
create function app.incoming_corridor_routes(p_import uuid, p_feed text)
returns setof app.corridor_routes
language plpgsql
stable
set search_path = ''
as $$
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
   where c.feed = p_feed and c.retired_at is null and t.retired_at is null and not exists (
     select from app.gtfs_rows r where r.import_id = p_import and r.kind = 'corridor_routes');
end
$$;

create function app.incoming_corridors(p_import uuid, p_feed text)
returns setof app.corridors
language plpgsql
stable
set search_path = ''
as $$
begin
  return query
  with named as (
    select distinct app.gtfs_id(p_feed, 'corridors', s.corridor) as id, replace(app.name_key(s.corridor), ' ', '-') as slug, s.name
      from app.gtfs_rows r, jsonb_to_record(r.row) s (corridor text, name text)
     where r.import_id = p_import and r.kind = 'corridor_routes'
    union all
    select c.id, c.slug, c.name from app.corridors c
     where c.feed = p_feed and c.retired_at is null and not exists (
       select from app.gtfs_rows r where r.import_id = p_import and r.kind = 'corridor_routes'))
  select n.id, p_feed, n.slug, n.name, b.geom::extensions.geometry(MultiLineString, 4326), extensions.st_length(app.to_metric(b.geom))::int, null::timestamptz
    from named n join app.build_corridors(p_import, p_feed) b on b.corridor_id = n.id;
end
$$;

-- Cut the live corridors into pieces of at most 500 m on the plane. Only corridors whose pieces differ are written.
create function app.refresh_corridor_segments()
returns void
language plpgsql
set search_path = ''
as $$
begin
  with pieces as materialized (
    select c.id as corridor_id, d.geom
      from app.corridors c,
           extensions.st_subdivide(extensions.st_segmentize(app.to_metric(c.geom), 250), 5) d (geom)
     where c.retired_at is null),
  stale as (
    select coalesce(n.corridor_id, o.corridor_id) as corridor_id
      from (select p.corridor_id, md5(string_agg(md5(p.geom::text), '' order by p.geom::text)) as digest
              from pieces p group by 1) n
      full join (select s.corridor_id, md5(string_agg(md5(s.geom::text), '' order by s.geom::text)) as digest
              from app.corridor_segments s group by 1) o using (corridor_id)
     where n.digest is distinct from o.digest),
  gone as (
    delete from app.corridor_segments s using stale where s.corridor_id = stale.corridor_id)
  insert into app.corridor_segments (corridor_id, geom)
  select p.corridor_id, p.geom from pieces p join stale using (corridor_id);
end
$$;
