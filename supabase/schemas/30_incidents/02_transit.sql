-- Where an incident is on the public transport network, as responses have it: the stops around it, nearest first, and
-- the routes that run there. Stored when the incident is opened or moved: a later view does not search the network again.
create type app.transit as (
  stops  jsonb,
  routes jsonb
);

-- An id of a GTFS feed as responses have it.
create function app.gtfs_ref(p_feed text, p_id text)
returns jsonb immutable
return jsonb_build_object('feedId', p_feed, 'id', p_id);

create function app.ids_in(p_refs jsonb)
returns uuid[] language plpgsql immutable set search_path = '' as $$
begin
  return array(select (r ->> 'id')::uuid from jsonb_array_elements(coalesce(p_refs, '[]')) r);
end
$$;

-- A circle of some metres around a place, or the grid cell of a coarse place. In degrees.
create function app.transit_area(p_lat float8, p_lng float8, p_m float8, p_coarse boolean)
returns extensions.geometry language plpgsql immutable set search_path = '' as $$
begin
  if p_coarse then
    return extensions.st_makeenvelope(p_lng - 0.005, p_lat - 0.005, p_lng + 0.005, p_lat + 0.005, 4326);
  end if;
  return extensions.st_setsrid(extensions.st_translate(extensions.st_scale(
    extensions.st_buffer(extensions.st_makepoint(0, 0), p_m / 110574),
    1 / greatest(cos(radians(p_lat)), 0.01), 1), p_lng, p_lat), 4326);
end
$$;

-- The stops and routes of a place, within its accuracy: at least 60 m, the width of a large road, and at most 200 m. A
-- place that is vaguer than `app.vague_m` has none. A route runs there if its
-- line or one of its stops is there; it has a direction where all its trips there go the same way.
--
-- A coarse place has no stops, and the routes of its whole cell: they follow from the cell and narrow it by nothing. More
-- than forty say nothing either.
create function app.transit_at(p_lat float8, p_lng float8, p_accuracy_m float8, p_coarse boolean)
returns app.transit language plpgsql stable set search_path = '' as $$
declare
  v_m     float8 := least(greatest(p_accuracy_m, 60), 200);
  v_area  extensions.geometry := app.transit_area(p_lat, p_lng, v_m, p_coarse);
  v_stops uuid[];
  v       app.transit := ('[]', '[]');
begin
  if p_accuracy_m > app.vague_m() and not p_coarse then
    return v;
  end if;
  v_stops := array(
    select s.id from app.stops s
     where s.retired_at is null
       and s.pt operator(pg_catalog.<@) app.box_around(p_lat, p_lng, case when p_coarse then 800 else v_m end)
       and extensions.st_intersects(v_area, extensions.st_setsrid(extensions.st_makepoint(s.lng, s.lat), 4326))
     order by s.pt operator(pg_catalog.<->) app.plane_point(p_lat, p_lng), s.id);
  if not p_coarse then
    v.stops := coalesce((
      select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'gtfs', app.gtfs_ref(s.feed, s.gtfs_id)) order by n.n)
        from unnest(v_stops[:10]) with ordinality n (id, n) join app.stops s on s.id = n.id), '[]');
  end if;
  v.routes := coalesce((
    select jsonb_agg(jsonb_build_object(
             'id', r.id, 'shortName', r.short_name, 'gtfs', app.gtfs_ref(r.feed, r.gtfs_id), 'directionId', d.direction)
             order by nullif(substring(r.short_name from '^\d{1,9}'), '')::int nulls last, r.short_name, r.slug)
      from (select t.route_id, case when count(distinct coalesce(t.direction, -1)) = 1 then min(t.direction) end as direction
              from app.trips t
             where t.shape_id in (select h.id from app.shapes h where extensions.st_intersects(v_area, h.geom))
                or t.id in (select st.trip_id from app.stop_times st where st.stop_id = any (v_stops))
             group by t.route_id) d
      join app.routes r on r.id = d.route_id and r.retired_at is null), '[]');
  if p_coarse and jsonb_array_length(v.routes) > 40 then
    v.routes := '[]';
  end if;
  return v;
end
$$;
