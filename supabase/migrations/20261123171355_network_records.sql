set check_function_bodies = off;

create or replace function api.get_route_for_admin (
  p_id uuid
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
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
    'incidents', app.incidents_along(v_shape.geom),
    'assignments', (
      select coalesce(jsonb_agg(app.assignment_title(a) order by a.created_at desc, a.id), '[]')
        from app.assignments a where a.route_id = p_id and app.is_open_assignment(a)));
end
$function$;

create or replace function api.get_stage_for_admin (
  p_id uuid
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  v_stop  app.stops;
  v_box   box;
  v_stops uuid[];
begin
  perform app.require_role('admin');
  v_stop := app.stage_of_stop(p_id);
  perform app.require_found(v_stop.id is not null);
  v_box := app.box_around(v_stop.lat, v_stop.lng, 400);
  v_stops := array(select s.id from app.stops s
                    where s.pt <@ v_box and s.feed = v_stop.feed and s.name_key = v_stop.name_key);
  return jsonb_build_object(
    'id', v_stop.id, 'name', v_stop.name,
    'place', jsonb_build_object('lat', v_stop.lat, 'lng', v_stop.lng),
    'retiredAt', app.instant(v_stop.retired_at),
    'corridor', app.corridor_ref((app.corridor_at(v_stop.lat, v_stop.lng)).corridor_id),
    'area', (
      select n.name from (select * from app.areas a order by a.pt <-> v_stop.pt, a.name limit 1) n
       where app.distance_m(n.lat, n.lng, v_stop.lat, v_stop.lng) <= 3000),
    'box', jsonb_build_object('west', (v_box[1])[0], 'south', (v_box[1])[1],
                              'east', (v_box[0])[0], 'north', (v_box[0])[1]),
    'routes', (
      select coalesce(jsonb_agg(app.route_ref(r)
               order by nullif(substring(r.short_name from '^\d{1,9}'), '')::int nulls last, r.short_name, r.slug), '[]')
        from app.routes r
       where r.retired_at is null and r.id in (
               select t.route_id from app.stop_times st join app.trips t on t.id = st.trip_id
                where st.stop_id = any (v_stops))),
    'liveIncidents', (select count(*) from app.incidents i where i.lifecycle = 'active' and i.pt <@ v_box),
    'reports', app.reports_near(v_stop, v_box),
    'assignments', (
      select coalesce(jsonb_agg(app.assignment_title(a) order by a.created_at desc, a.id), '[]')
        from app.assignments a
       where app.is_open_assignment(a)
         and ((a.place).stop_id = any (v_stops) or point((a.place).lng, (a.place).lat) <@ v_box)),
    'entries', app.entries_near(v_stops, v_box));
end
$function$;

create or replace function app.assignment_title (
  p_assignment app.assignments
)
  returns jsonb
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
begin
  return jsonb_build_object('id', p_assignment.id, 'title', p_assignment.title, 'titleSw', p_assignment.title_sw);
end
$function$;

create or replace function app.entries_near (
  p_stops uuid[],
  p_box   box
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return (
    with near as materialized (
      select * from app.collection_entries e
       where e.state not in ('replaced', 'withdrawn')
         and ((e.place).stop_id = any (p_stops) or point((e.place).lng, (e.place).lat) <@ p_box))
    select jsonb_build_object(
      'count', (select count(*) from near),
      'latest', (
        select coalesce(jsonb_agg(jsonb_build_object(
                 'id', e.id, 'plate', app.plate_text(e.plate_key), 'capturedAt', app.instant(e.captured_at),
                 'reviewId', (select r.id from app.review_entries r where r.subject_id = e.id
                               order by r.created_at desc, r.id limit 1))
                 order by e.captured_at desc, e.id), '[]')
          from (select * from near order by captured_at desc, id limit 5) e)));
end
$function$;

create or replace function app.incidents_along (
  p_line extensions.geometry
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  -- One cell wide around the line, so that the index finds what may be along it.
  v_box box := box(
    point(extensions.st_xmin(p_line::extensions.box3d) - 0.01, extensions.st_ymin(p_line::extensions.box3d) - 0.01),
    point(extensions.st_xmax(p_line::extensions.box3d) + 0.01, extensions.st_ymax(p_line::extensions.box3d) + 0.01));
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
$function$;

create or replace function app.main_shape (
  p_route uuid
)
  returns app.shapes
  language plpgsql
  stable
  set search_path to ''
  AS $function$
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
$function$;

create or replace function app.refresh_corridor_map()
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_body text;
begin
  with lines as (
    select 1 as layer, 'corridor' as kind, c.id, c.slug, c.name, c.geom
      from app.corridors c
     where c.retired_at is null and not extensions.st_isempty(c.geom)
    union all
    select 2, 'route', r.id, r.slug, r.short_name || ' ' || r.long_name, s.geom
      from app.routes r cross join lateral app.main_shape(r.id) s
     where r.retired_at is null and s.id is not null)
  select '{"type":"FeatureCollection","features":[' || coalesce(string_agg(
           format('{"type":"Feature","properties":{"kind":%s,"id":%s,"slug":%s,"name":%s},"geometry":%s}',
             to_json(l.kind), to_json(l.id), to_json(l.slug), to_json(l.name),
             extensions.st_asgeojson(extensions.st_simplify(l.geom, 0.00018, true), 5)),
           ',' order by l.layer, l.slug), '') || ']}'
    into v_body
    from lines l;

  insert into app.corridor_maps as m (body) values (v_body::json)
  on conflict (singleton) do update set body = excluded.body where m.body::text <> excluded.body::text;
end
$function$;

create or replace function app.reports_near (
  p_stop app.stops,
  p_box  box
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('category', n.category, 'reports', n.reports)
                              order by n.reports desc, n.category), '[]')
      from (select r.category, count(*) as reports
              from app.incident_categories c
              join app.reports r on r.category = c.code and r.occurred_at > app.now() - interval '28 days'
             where r.state not in ('withdrawn', 'rejected', 'duplicate', 'purged')
               and case when app.is_sensitive(r.visibility, r.category)
                        then (app.coarse(r.lat), app.coarse(r.lng)) = (app.coarse(p_stop.lat), app.coarse(p_stop.lng))
                        else point(r.lng, r.lat) <@ p_box end
             group by r.category) n);
end
$function$;

create or replace function app.stage_of_stop (
  p_stop uuid
)
  returns app.stops
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_stop  app.stops;
  v_stage app.stops;
begin
  select * into v_stop from app.stops s where s.id = p_stop;
  if v_stop.retired_at is null then
    select s.* into v_stage
      from app.points_of_interest p join app.stops s on s.id = p.id
     where p.feed = v_stop.feed and p.name_key = v_stop.name_key
       and p.pt <@ app.box_around(v_stop.lat, v_stop.lng, 400)
     order by p.id <> p_stop, p.pt <-> v_stop.pt, p.id
     limit 1;
  end if;
  return case when v_stage.id is null then v_stop else v_stage end;
end
$function$;

create or replace function app.vehicles_on (
  p_route uuid
)
  returns SETOF app.vehicles
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return query
    select v.* from app.vehicle_routes r join app.vehicles v on v.id = r.vehicle_id
     where r.route_id = p_route and v.retired_at is null and v.merged_into is null;
end
$function$;

revoke all on function "api"."get_route_for_admin"(uuid) from public;

grant execute on function "api"."get_route_for_admin"(uuid) to "authenticated";

revoke all on function "api"."get_stage_for_admin"(uuid) from public;

grant execute on function "api"."get_stage_for_admin"(uuid) to "authenticated";

revoke all on function "app"."assignment_title"(app.assignments) from public;

revoke all on function "app"."entries_near"(uuid[], box) from public;

revoke all on function "app"."incidents_along"(extensions.geometry) from public;

revoke all on function "app"."main_shape"(uuid) from public;

revoke all on function "app"."reports_near"(app.stops, box) from public;

revoke all on function "app"."stage_of_stop"(uuid) from public;

revoke all on function "app"."vehicles_on"(uuid) from public;

reset check_function_bodies;
