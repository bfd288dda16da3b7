-- The transit identity of an incident: the stops around it and the routes that run there.
alter table app.incidents add column stops jsonb;
alter table app.incidents add column routes jsonb;
alter table app.incident_feed add column stop_ids uuid[] not null default '{}';
alter table app.incident_feed add column route_ids uuid[] not null default '{}';
create type app.transit as (stops jsonb, routes jsonb);
alter type app.public_incident add attribute stop_ids uuid[];
alter type app.public_incident add attribute route_ids uuid[];

CREATE OR REPLACE FUNCTION app.gtfs_ref(p_feed text, p_id text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
RETURN jsonb_build_object('feedId', p_feed, 'id', p_id);
revoke all on function app.gtfs_ref(text,text) from public;

CREATE OR REPLACE FUNCTION app.ids_in(p_refs jsonb)
 RETURNS uuid[]
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return array(select (r ->> 'id')::uuid from jsonb_array_elements(coalesce(p_refs, '[]')) r);
end
$function$;
revoke all on function app.ids_in(jsonb) from public;

CREATE OR REPLACE FUNCTION app.transit_area(p_lat double precision, p_lng double precision, p_m double precision, p_coarse boolean)
 RETURNS extensions.geometry
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if p_coarse then
    return extensions.st_makeenvelope(p_lng - 0.005, p_lat - 0.005, p_lng + 0.005, p_lat + 0.005, 4326);
  end if;
  return extensions.st_setsrid(extensions.st_translate(extensions.st_scale(
    extensions.st_buffer(extensions.st_makepoint(0, 0), p_m / 110574),
    1 / greatest(cos(radians(p_lat)), 0.01), 1), p_lng, p_lat), 4326);
end
$function$;
revoke all on function app.transit_area(double precision,double precision,double precision,boolean) from public;

CREATE OR REPLACE FUNCTION app.transit_at(p_lat double precision, p_lng double precision, p_accuracy_m double precision, p_coarse boolean)
 RETURNS app.transit
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_m     float8 := least(greatest(p_accuracy_m, 60), 200);
  v_area  extensions.geometry := app.transit_area(p_lat, p_lng, v_m, p_coarse);
  v_stops uuid[];
  v       app.transit := ('[]', '[]');
begin
  if p_accuracy_m > 250 and not p_coarse then
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
$function$;
revoke all on function app.transit_at(double precision,double precision,double precision,boolean) from public;

CREATE OR REPLACE FUNCTION api.get_incident_story(p_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_body     json := app.public_state(p_id);
  v_incident app.incidents;
begin
  perform app.admit_caller();
  select * into v_incident from app.incidents i where i.id = p_id and v_body is not null;
  return jsonb_build_object(
    'steps', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'kind', s.kind, 'count', s.count,
               'at', app.instant(case when v_incident.visibility = 'coarse' then app.full_hour(s.at)
                                      else date_trunc('minute', s.at) end)) order by s.at, s.n), '[]')
        from app.incident_steps(v_incident, v_body) s),
    'routes', (
      select coalesce(jsonb_agg(app.route_ref(r) order by nullif(substring(r.short_name from '^\d{1,9}'), '')::int
                                nulls last, r.short_name, r.slug), '[]')
        from app.routes r
       where r.retired_at is null and v_incident.visibility = 'public' and r.id = any (app.ids_in(v_incident.routes))));
end
$function$;
revoke all on function api.get_incident_story(uuid) from public;
grant execute on function api.get_incident_story(uuid) to authenticated;
grant execute on function api.get_incident_story(uuid) to rider_server;

CREATE OR REPLACE FUNCTION app.public_view(p_incident app.incidents)
 RETURNS app.public_incident
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_coarse  boolean := p_incident.visibility = 'coarse';
  v_reports int := app.counted_reporters(p_incident.id);
  v_vehicle record;
  v_at      timestamptz[];
  v         app.public_incident;
begin
  v_vehicle := app.public_vehicle(p_incident);
  v.lat := round(p_incident.lat::numeric, 5)::float8;
  v.lng := round(p_incident.lng::numeric, 5)::float8;
  v.corridor_id := p_incident.corridor_id;
  v.vehicle_id := v_vehicle.vehicle_id;
  v_at := array[p_incident.first_seen_at, p_incident.last_seen_at, p_incident.expires_at];
  if v_coarse then
    v_at := array[app.full_hour(v_at[1]), app.full_hour(v_at[2]), app.full_hour(v_at[3]) + interval '1 hour'];
  end if;
  v.stop_ids := app.ids_in(p_incident.stops);
  v.route_ids := app.ids_in(p_incident.routes);
  v.last_seen_at := date_trunc('second', v_at[2]); -- cursors carry it: no finer than what is shown
  v.body := json_build_object(
    'id', p_incident.id,
    'category', p_incident.category,
    'lifecycle', p_incident.lifecycle,
    'corroboration', case when v_reports > 0 then p_incident.corroboration else 'unverified' end,
    'reports', nullif(v_reports, 0),
    'confirms', case when not v_coarse then app.count_votes(p_incident, 'confirm') end,
    'firstSeenAt', app.instant(v_at[1]),
    'lastSeenAt', app.instant(v_at[2]),
    'expiresAt', app.instant(v_at[3]),
    'place', json_build_object('lat', v.lat, 'lng', v.lng),
    'placeName', case when not v_coarse then app.place_name(v.lat, v.lng) end,
    'areaName', case when v_coarse then app.area_name(v.lat, v.lng) end,
    'precision', case when v_coarse then 'coarse' else 'point' end,
    'corridor', app.corridor_ref(v.corridor_id),
    'stops', coalesce(p_incident.stops, '[]'),
    'routes', coalesce(p_incident.routes, '[]'),
    'vehicle', app.vehicle_ref(v_vehicle.vehicle_id, v_vehicle.plate));
  return v;
end
$function$;
revoke all on function app.public_view(app.incidents) from public;

CREATE OR REPLACE FUNCTION app.write_feed_row(p_incident app.incidents, p_from timestamp with time zone, p_until timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v app.public_incident := app.public_view(p_incident);
begin
  insert into app.incident_feed as f
    (incident_id, visible_from, visible_until, category, lat, lng, corridor_id, vehicle_id, last_seen_at, body, stop_ids,
     route_ids)
  values
    (p_incident.id, p_from, p_until, p_incident.category, v.lat, v.lng, v.corridor_id, v.vehicle_id, v.last_seen_at, v.body,
     v.stop_ids, v.route_ids)
  on conflict (incident_id, visible_from) do update
    set (visible_until, lat, lng, corridor_id, vehicle_id, last_seen_at, version, body, stop_ids, route_ids) =
        (excluded.visible_until, excluded.lat, excluded.lng, excluded.corridor_id, excluded.vehicle_id,
         excluded.last_seen_at, excluded.version, excluded.body, excluded.stop_ids, excluded.route_ids);
end
$function$;
revoke all on function app.write_feed_row(app.incidents,timestamp with time zone,timestamp with time zone) from public;

CREATE OR REPLACE FUNCTION app.open_incident(p_report app.reports, p_category app.incident_categories)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_coarse   boolean := p_report.visibility = 'coarse';
  v_lat      float8 := case when v_coarse then app.coarse(p_report.lat) else p_report.lat end;
  v_lng      float8 := case when v_coarse then app.coarse(p_report.lng) else p_report.lng end;
  v_ends     timestamptz := p_report.occurred_at + p_category.live_for;
  v_transit  app.transit := app.transit_at(v_lat, v_lng, p_report.accuracy_m, v_coarse);
  v_incident uuid;
begin
  insert into app.incidents (category, visibility, lifecycle, lat, lng, corridor_id, vehicle_id, vehicle_plate,
                             opened_seen_at, first_seen_at, last_seen_at, expires_at, stops, routes)
  values (p_report.category, p_report.visibility,
          case when app.is_fresh(p_report) and v_ends > app.now() then 'active' else 'expired' end,
          v_lat, v_lng,
          -- A coarse incident has the corridor of its cell: that of the exact place would narrow the cell to a road.
          case when v_coarse then (app.corridor_at(v_lat, v_lng)).corridor_id else p_report.corridor_id end,
          case when p_category.join_same_vehicle then p_report.vehicle_id end,
          case when p_category.join_same_vehicle then p_report.vehicle_plate end,
          p_report.occurred_at, p_report.occurred_at, p_report.occurred_at, v_ends, v_transit.stops, v_transit.routes)
  returning id into v_incident;
  insert into app.incident_events (incident_id, at, kind) values (v_incident, app.now(), 'opened');
  return v_incident;
end
$function$;
revoke all on function app.open_incident(app.reports,app.incident_categories) from public;

CREATE OR REPLACE FUNCTION app.reconsider_incident(p_incident uuid, p_reason text, p_into uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_incident app.incidents;
  v_category app.incident_categories;
  v_first    app.reports;
  v_seen     tstzrange;
  v_transit  app.transit;
begin
  select * into v_incident from app.incidents i where i.id = p_incident for update;
  if v_incident.lifecycle in ('merged', 'retracted') then
    return;
  end if;
  select * into v_category from app.incident_categories c where c.code = v_incident.category;
  -- The reports that count; if there are none, the pending ones.
  select r.* into v_first from app.reports r
   where r.incident_id = p_incident
   order by app.counts(r.state) desc, app.is_from_merge(r.id, p_incident), r.received_at, r.id
   limit 1;
  if v_first.id is null then
    perform app.withdraw_incident(p_incident, p_reason, p_into);
    return;
  end if;
  select tstzrange(min(r.occurred_at), max(r.occurred_at), '[]') into v_seen
    from app.reports r
   where r.incident_id = p_incident and app.counts(r.state) = app.counts(v_first.state);
  if v_incident.visibility = 'public' and (v_incident.lat, v_incident.lng) <> (v_first.lat, v_first.lng) then
    v_transit := app.transit_at(v_first.lat, v_first.lng, v_first.accuracy_m, false);
  end if;
  update app.incidents i
     set first_seen_at = lower(v_seen), last_seen_at = upper(v_seen),
         expires_at = least(upper(v_seen) + v_category.live_for, i.opened_seen_at + v_category.live_cap),
         lat = case when i.visibility = 'coarse' then i.lat else v_first.lat end,
         lng = case when i.visibility = 'coarse' then i.lng else v_first.lng end,
         corridor_id = case when i.visibility = 'coarse' then i.corridor_id else v_first.corridor_id end,
         stops = coalesce(v_transit.stops, i.stops), routes = coalesce(v_transit.routes, i.routes),
         version = i.version + 1
   where i.id = p_incident;
  if v_incident.corroboration = 'corroborated' and not app.is_well_founded(p_incident) then
    perform app.move_incident(p_incident, 'corroboration', 'unverified');
  end if;
  perform app.publish_incident(p_incident);
end
$function$;
revoke all on function app.reconsider_incident(uuid,text,uuid) from public;
