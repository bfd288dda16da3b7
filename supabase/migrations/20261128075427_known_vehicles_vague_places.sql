CREATE OR REPLACE FUNCTION app.vague_m()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
RETURN 250;
revoke all on function app.vague_m() from public;

CREATE OR REPLACE FUNCTION api.list_routes(p_q text DEFAULT NULL::text, p_corridor_id text DEFAULT NULL::text, p_sacco_id text DEFAULT NULL::text, p_limit integer DEFAULT 20, p_after jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_limit int := app.page_size(p_limit);
  v_like  text := app.like_pattern_of_key(p_q);
  v_sacco uuid := (app.sacco_at(p_sacco_id)).id;
begin
  perform app.admit_caller();
  perform app.check_corridor(p_corridor_id);
  perform app.check_reference('saccoId', p_sacco_id is null or v_sacco is not null);
  return app.page(array(
    select jsonb_build_object(
             'row', app.route_view(r),
             'key', jsonb_build_object('name', r.short_name, 'slug', r.slug))
      from app.routes r
     where r.retired_at is null
       and (p_q is null or app.name_key(r.short_name) like v_like or app.name_key(r.long_name) like v_like)
       and (p_corridor_id is null or app.is_on_corridor(r.id, p_corridor_id))
       and (p_sacco_id is null or exists (
             select from app.vehicle_routes vr join app.vehicles v on v.id = vr.vehicle_id
              where vr.route_id = r.id and v.sacco_id = v_sacco and v.state = 'known' and v.retired_at is null))
       and (p_after is null or (r.short_name, r.slug) > (p_after ->> 'name', p_after ->> 'slug'))
     order by r.short_name, r.slug
     limit v_limit + 1), v_limit);
end
$function$;
revoke all on function api.list_routes(text,text,text,integer,jsonb) from public;
grant execute on function api.list_routes(text,text,text,integer,jsonb) to admin_server;
grant execute on function api.list_routes(text,text,text,integer,jsonb) to api_server;
grant execute on function api.list_routes(text,text,text,integer,jsonb) to authenticated;
grant execute on function api.list_routes(text,text,text,integer,jsonb) to rider_server;

CREATE OR REPLACE FUNCTION api.list_saccos(p_q text DEFAULT NULL::text, p_corridor_id text DEFAULT NULL::text, p_limit integer DEFAULT 20, p_after jsonb DEFAULT NULL::jsonb, p_retired boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_limit int := app.page_size(p_limit);
  v_like  text := app.like_pattern_of_key(p_q);
begin
  perform app.admit_caller();
  perform app.check_corridor(p_corridor_id);
  return app.page(array(
    select jsonb_build_object(
             'row', app.sacco_view(s),
             'key', jsonb_build_object('name', s.name, 'id', s.id))
      from app.saccos s
     where s.merged_into is null and (s.retired_at is not null) = coalesce(p_retired, false)
       and (p_q is null or app.name_key(s.name) like v_like
            or exists (select from app.sacco_aliases a where a.sacco_id = s.id and a.alias_key like v_like))
       and (p_corridor_id is null or exists (
             select from app.vehicles v join app.vehicle_routes vr on vr.vehicle_id = v.id
              where v.sacco_id = s.id and v.state = 'known' and v.retired_at is null
                and app.is_on_corridor(vr.route_id, p_corridor_id)))
       and (p_after is null or (s.name, s.id) > (p_after ->> 'name', (p_after ->> 'id')::uuid))
     order by s.name, s.id
     limit v_limit + 1), v_limit);
end
$function$;
revoke all on function api.list_saccos(text,text,integer,jsonb,boolean) from public;
grant execute on function api.list_saccos(text,text,integer,jsonb,boolean) to admin_server;
grant execute on function api.list_saccos(text,text,integer,jsonb,boolean) to api_server;
grant execute on function api.list_saccos(text,text,integer,jsonb,boolean) to authenticated;
grant execute on function api.list_saccos(text,text,integer,jsonb,boolean) to rider_server;

CREATE OR REPLACE FUNCTION api.list_sacco_vehicles(p_id text, p_q text DEFAULT NULL::text, p_corridor_id text DEFAULT NULL::text, p_limit integer DEFAULT 20, p_after jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_limit int := app.page_size(p_limit);
  v_sacco uuid := (app.find_sacco(p_id)).id;
  v_like  text := app.like_pattern_of_key(p_q);
  v_plate text := app.like_pattern(nullif(app.plate_key(p_q), ''));
begin
  perform app.admit_caller();
  perform app.check_corridor(p_corridor_id);
  return app.page(array(
    select jsonb_build_object('row', app.vehicle_view(v), 'key', jsonb_build_object('plate', v.plate_key))
      from app.vehicles v
     where v.sacco_id = v_sacco and v.state = 'known' and v.retired_at is null
       and (p_q is null or v.plate_key like v_plate or app.name_key(v.fleet_name) like v_like)
       and (p_corridor_id is null or exists (
             select from app.vehicle_routes vr
              where vr.vehicle_id = v.id and app.is_on_corridor(vr.route_id, p_corridor_id)))
       and (p_after is null or v.plate_key > p_after ->> 'plate')
     order by v.plate_key
     limit v_limit + 1), v_limit);
end
$function$;
revoke all on function api.list_sacco_vehicles(text,text,text,integer,jsonb) from public;
grant execute on function api.list_sacco_vehicles(text,text,text,integer,jsonb) to api_server;
grant execute on function api.list_sacco_vehicles(text,text,text,integer,jsonb) to authenticated;
grant execute on function api.list_sacco_vehicles(text,text,text,integer,jsonb) to rider_server;

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
$function$;
revoke all on function app.transit_at(double precision,double precision,double precision,boolean) from public;

CREATE OR REPLACE FUNCTION app.checked_report(p_new app.reports, p_vehicle text, p_receipt_code text, p_sent_at timestamp with time zone)
 RETURNS app.reports
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_now      timestamptz := app.now();
  v_report   app.reports := p_new;
  v_category app.incident_categories;
  v_stop     app.stops;
  v_vehicle  app.vehicles;
  v_problems jsonb := '[]';
  v_occurred app.reckoned_time;
begin
  select * into v_category from app.incident_categories c where c.code = p_new.category;
  perform app.check_report_shape(p_new, v_category, p_vehicle, p_receipt_code, p_sent_at);
  v_report.injury := coalesce(p_new.injury, case when v_category.review = 'unless_unhurt' then 'unknown' end);
  v_report.received_at := v_now;
  v_occurred := app.reckon_time(p_new.occurred_at, p_sent_at, v_now, '30 days');
  v_report.occurred_at := v_occurred.at;
  v_report.time_uncertain := v_occurred.uncertain;
  v_report.note_flags := app.screen_note(coalesce(p_new.note, ''));
  v_report.receipt_hash := sha256(convert_to(p_receipt_code, 'UTF8'));
  v_report.author_erased := false;
  v_report.new_account := app.is_new_account(p_new.reporter_id);
  v_report.state := 'received';
  v_report.version := 1;

  v_report.accuracy_m := coalesce(p_new.accuracy_m, 50);
  if p_new.stop_id is not null then
    select * into v_stop from app.stops s where s.id = p_new.stop_id;
    v_report.lat := v_stop.lat;
    v_report.lng := v_stop.lng;
    v_report.accuracy_m := app.vague_m();
  end if;
  v_report.visibility := app.narrower_visibility(v_category.visibility, p_new.visibility);
  -- A point on the map would say where it was.
  if v_report.accuracy_m > app.vague_m() then
    v_report.visibility := app.narrower_visibility('coarse', v_report.visibility);
  end if;
  if v_report.lat is null then
    v_problems := v_problems || '{"path": "place.stopId", "code": "unknown_stop"}';
  else
    v_report.corridor_id := (app.corridor_at(v_report.lat, v_report.lng)).corridor_id;
    if app.service_area_at(v_report.lat, v_report.lng) is null then
      v_problems := v_problems || '{"path": "place", "code": "outside_service_area"}';
    end if;
  end if;

  if p_vehicle is not null then
    v_vehicle := app.reported_vehicle(p_vehicle);
    v_report.vehicle_id := v_vehicle.id;
    v_report.vehicle_plate := v_vehicle.plate_key;
    if v_vehicle.plate_key is null then
      v_problems := v_problems || '{"path": "vehicle.identifier", "code": "unknown_vehicle"}';
    end if;
  end if;

  if v_problems <> '[]' then
    perform app.fail(v_problems -> 0 ->> 'code', jsonb_strip_nulls(jsonb_build_object('errors', v_problems)) ||
                     case when v_problems -> 0 ->> 'code' = 'outside_service_area'
                          then jsonb_build_object('location', app.locate(v_report.lat, v_report.lng)) else '{}' end);
  end if;
  return v_report;
end
$function$;
revoke all on function app.checked_report(app.reports,text,text,timestamp with time zone) from public;

CREATE OR REPLACE FUNCTION api.get_line_page(p_kind text, p_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_line      extensions.geometry := case when p_kind = 'route' then app.route_line(p_id) end;
  v_corridors uuid[] := case when p_kind = 'corridor' then array[p_id]
                             else array(select cr.corridor_id from app.corridor_routes cr where cr.route_id = p_id) end;
begin
  perform app.admit_caller();
  perform app.require_found(case p_kind
    when 'route' then exists (select from app.routes r where r.id = p_id)
    else exists (select from app.corridors c where c.id = p_id) end);
  return jsonb_build_object(
    'directions', case p_kind when 'route' then app.route_directions(p_id) else app.corridor_directions(p_id) end,
    'saccos', (
      select coalesce(jsonb_agg(app.sacco_ref(s.sacco_id) || jsonb_build_object('vehicles', s.vehicles)
                                order by s.vehicles desc, s.sacco_id), '[]')
        from (select v.sacco_id, count(distinct v.id) as vehicles
                from app.vehicle_routes vr join app.vehicles v on v.id = vr.vehicle_id
               where v.state = 'known' and v.retired_at is null and v.sacco_id is not null
                 and (vr.route_id = p_id or exists (select from app.corridor_routes cr
                                                     where cr.corridor_id = p_id and cr.route_id = vr.route_id))
               group by v.sacco_id) s),
    'usual', app.usual_trouble(v_corridors, v_line));
end
$function$;
revoke all on function api.get_line_page(text,uuid) from public;
grant execute on function api.get_line_page(text,uuid) to authenticated;
grant execute on function api.get_line_page(text,uuid) to rider_server;

CREATE OR REPLACE FUNCTION app.field_place_of(p_lat double precision, p_lng double precision, p_accuracy_m double precision, p_stop_id uuid)
 RETURNS app.field_place
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_place app.field_place;
begin
  if p_stop_id is not null then
    select s.lat, s.lng, app.vague_m(), s.id into v_place from app.stops s where s.id = p_stop_id;
    if v_place.stop_id is null then
      perform app.fail('unknown_stop', '{"path": "place.stopId"}');
    end if;
  elsif num_nonnulls(p_lat, p_lng) > 0 then
    perform app.check_place(p_lat, p_lng);
    if (coalesce(p_accuracy_m, 50) between 0 and 10000) is distinct from true then
      perform app.fail('invalid_request', '{"path": "place.accuracyM", "code": "out_of_range"}');
    end if;
    v_place := (p_lat, p_lng, coalesce(p_accuracy_m, 50), null)::app.field_place;
  end if;
  return v_place;
end
$function$;
revoke all on function app.field_place_of(double precision,double precision,double precision,uuid) from public;
