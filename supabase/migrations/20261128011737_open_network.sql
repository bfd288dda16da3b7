-- What answers of the API point at, filters of the lists of incidents, and when the terms were accepted for a key.
alter table app.api_keys add column terms_accepted_at timestamptz;
-- The processes of the release before call it without the new argument, which has a default.
drop function api.create_api_key(text,text[],text,text,integer,text);

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
              where vr.route_id = r.id and v.sacco_id = v_sacco and v.retired_at is null))
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

CREATE OR REPLACE FUNCTION app.route_view(p_route app.routes)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return app.route_ref(p_route) || jsonb_build_object(
    'gtfs', app.gtfs_ref(p_route.feed, p_route.gtfs_id),
    'corridors', (
      select coalesce(jsonb_agg(app.corridor_ref(cr.corridor_id) order by cr.corridor_id), '[]')
        from app.corridor_routes cr where cr.route_id = p_route.id));
end
$function$;
revoke all on function app.route_view(app.routes) from public;

CREATE OR REPLACE FUNCTION app.stop_view(p_stop app.stops)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return jsonb_build_object(
    'id', p_stop.id, 'name', p_stop.name, 'gtfs', app.gtfs_ref(p_stop.feed, p_stop.gtfs_id), 'kind', p_stop.kind,
    'place', jsonb_build_object('lat', p_stop.lat, 'lng', p_stop.lng), 'stationId', p_stop.parent_id);
end
$function$;
revoke all on function app.stop_view(app.stops) from public;

CREATE OR REPLACE FUNCTION app.route_id_at(p_route text)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (select r.id from app.routes r where r.slug = lower(p_route) or r.id = app.uuid_or_null(p_route) limit 1);
end
$function$;
revoke all on function app.route_id_at(text) from public;

CREATE OR REPLACE FUNCTION api.list_stops(p_q text DEFAULT NULL::text, p_route_id text DEFAULT NULL::text, p_min_lat double precision DEFAULT NULL::double precision, p_min_lng double precision DEFAULT NULL::double precision, p_max_lat double precision DEFAULT NULL::double precision, p_max_lng double precision DEFAULT NULL::double precision, p_limit integer DEFAULT 20, p_after jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_limit int := app.page_size(p_limit);
  v_like  text := app.like_pattern_of_key(p_q);
  v_route uuid := app.route_id_at(p_route_id);
  v_box   box := case when num_nonnulls(p_min_lat, p_min_lng, p_max_lat, p_max_lng) > 0
                      then app.checked_box(p_min_lat, p_min_lng, p_max_lat, p_max_lng) end;
begin
  perform app.admit_caller();
  perform app.check_reference('routeId', p_route_id is null or v_route is not null);
  return app.page(array(
    select jsonb_build_object('row', app.stop_view(s), 'key', jsonb_build_object('name', s.name_key, 'id', s.id))
      from app.stops s
     where s.retired_at is null
       and (p_q is null or s.name_key like v_like)
       and (v_box is null or s.pt operator(pg_catalog.<@) v_box)
       and (v_route is null or s.id in (
             select st.stop_id from app.trips t join app.stop_times st on st.trip_id = t.id where t.route_id = v_route))
       and (p_after is null or (s.name_key, s.id) > (p_after ->> 'name', (p_after ->> 'id')::uuid))
     order by s.name_key, s.id
     limit v_limit + 1), v_limit);
end
$function$;
revoke all on function api.list_stops(text,text,double precision,double precision,double precision,double precision,integer,jsonb) from public;
grant execute on function api.list_stops(text,text,double precision,double precision,double precision,double precision,integer,jsonb) to api_server;
grant execute on function api.list_stops(text,text,double precision,double precision,double precision,double precision,integer,jsonb) to authenticated;

CREATE OR REPLACE FUNCTION api.get_stop(p_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_stop app.stops;
begin
  perform app.admit_caller();
  select * into v_stop from app.stops s where s.id = p_id;
  perform app.require_found(found);
  return app.stop_view(v_stop) || jsonb_build_object('routes', (
    select coalesce(jsonb_agg(app.route_view(r) order by r.short_name, r.slug), '[]')
      from app.routes r
     where r.retired_at is null and r.id in (
       select t.route_id
         from app.stops s join app.stop_times st on st.stop_id = s.id join app.trips t on t.id = st.trip_id
        where s.id = p_id or s.parent_id = p_id)));
end
$function$;
revoke all on function api.get_stop(uuid) from public;
grant execute on function api.get_stop(uuid) to api_server;
grant execute on function api.get_stop(uuid) to authenticated;

CREATE OR REPLACE FUNCTION api.get_route(p_id text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_route app.routes;
begin
  perform app.admit_caller();
  select * into v_route from app.routes r where r.id = app.route_id_at(p_id);
  perform app.require_found(found);
  return app.route_view(v_route) || jsonb_build_object(
    'geometry', extensions.st_asgeojson(app.cut_at_180(app.route_line(v_route.id)), 5)::jsonb,
    'directions', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'directionId', w.direction, 'headsign', w.headsign,
               'stops', (select jsonb_agg(app.stop_view(s) order by st.sequence)
                           from app.stop_times st join app.stops s on s.id = st.stop_id where st.trip_id = w.id))
               order by w.direction nulls first), '[]')
        from (select distinct on (t.direction) t.id, t.direction, t.headsign
                from app.trips t
                cross join lateral (select count(*) as stops from app.stop_times st where st.trip_id = t.id) n
               where t.route_id = v_route.id and n.stops > 0
               order by t.direction, n.stops desc, t.id) w));
end
$function$;
revoke all on function api.get_route(text) from public;
grant execute on function api.get_route(text) to api_server;
grant execute on function api.get_route(text) to authenticated;

CREATE OR REPLACE FUNCTION api.get_corridor(p_id text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_corridor app.corridors;
begin
  perform app.admit_caller();
  select * into v_corridor from app.corridors c where c.slug = lower(p_id) or c.id = app.uuid_or_null(p_id);
  perform app.require_found(found);
  return app.corridor_ref(v_corridor.id) || jsonb_build_object(
    'lengthM', v_corridor.length_m,
    'geometry', extensions.st_asgeojson(v_corridor.geom, 5)::jsonb,
    'routes', (select coalesce(jsonb_agg(app.route_view(r) order by r.short_name, r.slug), '[]')
                 from app.corridor_routes cr join app.routes r on r.id = cr.route_id
                where cr.corridor_id = v_corridor.id and r.retired_at is null));
end
$function$;
revoke all on function api.get_corridor(text) from public;
grant execute on function api.get_corridor(text) to api_server;
grant execute on function api.get_corridor(text) to authenticated;

CREATE OR REPLACE FUNCTION api.list_known_vehicles(p_sacco_id text DEFAULT NULL::text, p_route_id text DEFAULT NULL::text, p_limit integer DEFAULT 20, p_after jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_limit int := app.page_size(p_limit);
  v_sacco uuid := (app.sacco_at(p_sacco_id)).id;
  v_route uuid := app.route_id_at(p_route_id);
begin
  perform app.admit_caller();
  perform app.check_reference('saccoId', p_sacco_id is null or v_sacco is not null);
  perform app.check_reference('routeId', p_route_id is null or v_route is not null);
  return app.page(array(
    select jsonb_build_object('row', app.vehicle_view(v), 'key', jsonb_build_object('plate', v.plate_key))
      from app.vehicles v
     where v.state = 'known' and v.retired_at is null and v.merged_into is null
       and (v_sacco is null or v.sacco_id = v_sacco)
       and (v_route is null or exists (
             select from app.vehicle_routes vr where vr.vehicle_id = v.id and vr.route_id = v_route))
       and (p_after is null or v.plate_key > p_after ->> 'plate')
     order by v.plate_key
     limit v_limit + 1), v_limit);
end
$function$;
revoke all on function api.list_known_vehicles(text,text,integer,jsonb) from public;
grant execute on function api.list_known_vehicles(text,text,integer,jsonb) to api_server;
grant execute on function api.list_known_vehicles(text,text,integer,jsonb) to authenticated;

CREATE OR REPLACE FUNCTION api.get_sacco(p_id text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.admit_caller();
  return app.sacco_view(app.find_sacco(p_id));
end
$function$;
revoke all on function api.get_sacco(text) from public;
grant execute on function api.get_sacco(text) to api_server;
grant execute on function api.get_sacco(text) to authenticated;

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
              where v.sacco_id = s.id and v.retired_at is null and app.is_on_corridor(vr.route_id, p_corridor_id)))
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

CREATE OR REPLACE FUNCTION app.sacco_view(p_sacco app.saccos)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_gtfs jsonb[] := array(
    select app.gtfs_ref(a.feed, a.gtfs_id) from app.agencies a
     where a.retired_at is null
       and (app.name_key(a.name) = app.name_key(p_sacco.name) or exists (
             select from app.sacco_aliases l where l.sacco_id = p_sacco.id and l.alias_key = app.name_key(a.name)))
     limit 2);
begin
  return app.sacco_ref(p_sacco.id) || jsonb_build_object(
    'gtfs', case when cardinality(v_gtfs) = 1 then v_gtfs[1] end,
    'aliases', (select coalesce(jsonb_agg(a.alias order by a.alias), '[]')
                  from app.sacco_aliases a where a.sacco_id = p_sacco.id),
    'vehicles', (select count(*) from app.vehicles v
                  where v.sacco_id = p_sacco.id and v.state = 'known' and v.retired_at is null),
    'retiredAt', app.instant(p_sacco.retired_at));
end
$function$;
revoke all on function app.sacco_view(app.saccos) from public;

CREATE OR REPLACE FUNCTION api.list_categories()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.admit_caller();
  return jsonb_build_object('data', (
    select jsonb_agg(jsonb_build_object(
             'code', c.code, 'label', c.label, 'severity', c.severity,
             'precision', case c.visibility when 'public' then 'point' else c.visibility end,
             'liveMinutes', extract(epoch from c.live_for)::int / 60,
             'liveMinutesAtMost', extract(epoch from c.live_cap)::int / 60) order by c.position)
      from app.incident_categories c));
end
$function$;
revoke all on function api.list_categories() from public;
grant execute on function api.list_categories() to api_server;
grant execute on function api.list_categories() to authenticated;

create function app.transit_ids(p_body json)
returns uuid[] immutable
return app.ids_in(p_body::jsonb -> 'stops') || app.ids_in(p_body::jsonb -> 'routes');
revoke all on function app.transit_ids(json) from public;

CREATE OR REPLACE FUNCTION api.filter_incidents(p_over boolean DEFAULT false, p_category text[] DEFAULT NULL::text[], p_corroboration text[] DEFAULT NULL::text[], p_since timestamp with time zone DEFAULT NULL::timestamp with time zone, p_until timestamp with time zone DEFAULT NULL::timestamp with time zone, p_route_id text DEFAULT NULL::text, p_stop_id uuid DEFAULT NULL::uuid, p_corridor_id text DEFAULT NULL::text, p_min_lat double precision DEFAULT NULL::double precision, p_min_lng double precision DEFAULT NULL::double precision, p_max_lat double precision DEFAULT NULL::double precision, p_max_lng double precision DEFAULT NULL::double precision, p_limit integer DEFAULT 20, p_after jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  v_now      timestamptz := app.now();
  v_limit    int := app.page_size(p_limit);
  v_since    timestamptz := coalesce(p_since, '-infinity');
  v_until    timestamptz := coalesce(p_until, 'infinity');
  v_at       timestamptz := coalesce((p_after ->> 't')::timestamptz, 'infinity');
  v_id       uuid := coalesce((p_after ->> 'id')::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  v_route    uuid := app.route_id_at(p_route_id);
  v_corridor uuid := (select c.id from app.corridors c where c.slug = lower(p_corridor_id) or c.id = app.uuid_or_null(p_corridor_id));
  v_transit  uuid[] := array_remove(array[v_route, p_stop_id], null);
  v_box      box := case when num_nonnulls(p_min_lat, p_min_lng, p_max_lat, p_max_lng) > 0
                         then app.checked_box(p_min_lat, p_min_lng, p_max_lat, p_max_lng) end;
begin
  perform app.admit_caller();
  perform app.check_corridor(p_corridor_id);
  perform app.check_reference('routeId', p_route_id is null or v_route is not null);
  perform app.check_reference('stopId', p_stop_id is null or exists (select from app.stops s where s.id = p_stop_id));
  return app.page(array(
    select jsonb_build_object('row', i.body::jsonb, 'key', jsonb_build_object('t', i.last_seen_at, 'id', i.incident_id))
      from (
        (select f.incident_id, f.last_seen_at, f.body
           from app.incident_feed f
          where p_over is not true and f.visible_from <= v_now and f.visible_until > v_now
            and (v_route is null or f.route_ids @> array[v_route]) and (p_stop_id is null or f.stop_ids @> array[p_stop_id])
            and (v_corridor is null or f.corridor_id = v_corridor)
            and (v_box is null or f.pt operator(pg_catalog.<@) v_box)
            and (p_category is null or f.category = any (p_category))
            and (p_corroboration is null or f.body ->> 'corroboration' = any (p_corroboration))
            and f.last_seen_at >= v_since and f.last_seen_at < v_until and (f.last_seen_at, f.incident_id) < (v_at, v_id)
          order by f.last_seen_at desc, f.incident_id desc
          limit v_limit + 1)
        union all
        (select h.incident_id, h.last_seen_at, h.body
           from app.incident_history h
          where p_over and h.visible_from <= v_now and h.visible_until > v_now
            and (v_transit = '{}' or app.transit_ids(h.body) @> v_transit)
            and (v_corridor is null or h.corridor_id = v_corridor)
            and (v_box is null or app.plane_point(h.lat, h.lng) operator(pg_catalog.<@) v_box)
            and (p_category is null or h.category = any (p_category))
            and (p_corroboration is null or h.body ->> 'corroboration' = any (p_corroboration))
            and h.last_seen_at >= v_since and h.last_seen_at < v_until and (h.last_seen_at, h.incident_id) < (v_at, v_id)
          order by h.last_seen_at desc, h.incident_id desc
          limit v_limit + 1)) i
     order by i.last_seen_at desc, i.incident_id desc
     limit v_limit + 1), v_limit) || jsonb_build_object('asOf', app.instant(v_now));
end
$function$;
revoke all on function api.filter_incidents(boolean,text[],text[],timestamp with time zone,timestamp with time zone,text,uuid,text,double precision,double precision,double precision,double precision,integer,jsonb) from public;
grant execute on function api.filter_incidents(boolean,text[],text[],timestamp with time zone,timestamp with time zone,text,uuid,text,double precision,double precision,double precision,double precision,integer,jsonb) to api_server;
grant execute on function api.filter_incidents(boolean,text[],text[],timestamp with time zone,timestamp with time zone,text,uuid,text,double precision,double precision,double precision,double precision,integer,jsonb) to authenticated;

CREATE OR REPLACE FUNCTION app.checked_box(p_min_lat double precision, p_min_lng double precision, p_max_lat double precision, p_max_lng double precision)
 RETURNS box
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_low  point := app.plane_point(p_min_lat, p_min_lng);
  v_high point := app.plane_point(p_max_lat, p_max_lng);
begin
  perform app.check_place(p_min_lat, p_min_lng);
  perform app.check_place(p_max_lat, p_max_lng);
  if (p_min_lat < p_max_lat and p_max_lat - p_min_lat <= 2
      and v_low[0] < v_high[0] and v_high[0] - v_low[0] <= 2) is distinct from true then
    perform app.fail('invalid_request', '{"path": "bbox", "code": "out_of_range"}');
  end if;
  return box(v_low, v_high);
end
$function$;
revoke all on function app.checked_box(double precision,double precision,double precision,double precision) from public;

CREATE OR REPLACE FUNCTION api.create_api_key(p_name text, p_scopes text[], p_prefix text, p_secret_hash text, p_expires_in_days integer DEFAULT 365, p_idempotency_key text DEFAULT NULL::text, p_accepts_terms boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_key    app.api_keys;
  v_scopes text[] := array(select distinct s from unnest(p_scopes) s order by s);
begin
  v_key.owner_id := app.require_user();
  perform app.check_api_key(p_name, v_scopes, p_expires_in_days);
  v_key.name := p_name;
  v_key.scopes := v_scopes;
  v_key.created_at := app.now();
  v_key.expires_at := v_key.created_at + make_interval(days => p_expires_in_days);
  v_key.terms_accepted_at := case when p_accepts_terms then v_key.created_at end;
  v_key.idempotency_key := p_idempotency_key;
  v_key.request_hash := app.request_hash(jsonb_build_array('create', p_name, v_scopes, p_expires_in_days));
  perform app.lock_api_keys(v_key);
  if app.count_working_keys(v_key.owner_id, false) >= 5 then
    perform app.fail('too_many_api_keys', '{"max": 5}');
  end if;
  return app.api_key_response(app.store_api_key(v_key, p_prefix, p_secret_hash));
end
$function$;
revoke all on function api.create_api_key(text,text[],text,text,integer,text,boolean) from public;
grant execute on function api.create_api_key(text,text[],text,text,integer,text,boolean) to authenticated;

CREATE OR REPLACE FUNCTION app.store_api_key(p_new app.api_keys, p_prefix text, p_secret_hash text)
 RETURNS app.api_keys
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_key app.api_keys;
begin
  if (p_prefix ~ '^[0-9A-Za-z]{10}$' and p_secret_hash ~ '^[0-9a-f]{64}$') is distinct from true then
    perform app.fail('invalid_request', '{"path": "key"}');
  end if;
  insert into app.api_keys
    (owner_id, name, prefix, secret_hash, scopes, created_at, expires_at, idempotency_key, request_hash, terms_accepted_at)
  values (p_new.owner_id, p_new.name, p_prefix, decode(p_secret_hash, 'hex'), p_new.scopes, p_new.created_at,
          p_new.expires_at, p_new.idempotency_key, p_new.request_hash, p_new.terms_accepted_at)
  on conflict (prefix) do nothing
  returning * into v_key;
  if not found then
    perform app.fail('invalid_request', '{"path": "key"}');
  end if;
  return v_key;
end
$function$;
revoke all on function app.store_api_key(app.api_keys,text,text) from public;

CREATE OR REPLACE FUNCTION app.api_key_response(p_key app.api_keys)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
RETURN jsonb_build_object('id', (p_key).id, 'name', (p_key).name, 'prefix', (p_key).prefix, 'scopes', (p_key).scopes, 'state', app.api_key_state(p_key), 'createdAt', app.instant((p_key).created_at), 'expiresAt', app.instant((p_key).expires_at), 'lastUsedAt', app.instant((p_key).last_used_at), 'replacedBy', (p_key).replaced_by, 'termsAcceptedAt', app.instant((p_key).terms_accepted_at));
revoke all on function app.api_key_response(app.api_keys) from public;

CREATE OR REPLACE FUNCTION api.get_api_key(p_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_owner uuid := app.require_user();
  v_key   app.api_keys;
begin
  select * into v_key from app.api_keys k where k.id = p_id and k.owner_id = v_owner;
  perform app.require_found(found);
  return app.api_key_response(v_key);
end
$function$;
revoke all on function api.get_api_key(uuid) from public;
grant execute on function api.get_api_key(uuid) to authenticated;

CREATE OR REPLACE FUNCTION api.rotate_api_key(p_id uuid, p_prefix text, p_secret_hash text, p_idempotency_key text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_made app.api_keys;
  v_old  app.api_keys;
  v_new  app.api_keys;
begin
  v_new.owner_id := app.require_user();
  v_new.created_at := app.now();
  v_new.idempotency_key := p_idempotency_key;
  v_new.request_hash := app.request_hash(jsonb_build_array('rotate', p_id));
  perform app.lock_api_keys(v_new);
  v_old := app.own_api_key(v_new.owner_id, p_id);
  if app.api_key_state(v_old) <> 'active' or v_old.replaced_by is not null then
    perform app.refuse_move(app.api_key_state(v_old),
                            case when v_old.revoked_at is null then array['revoked'] else '{}' end);
  end if;
  if app.count_working_keys(v_new.owner_id, true) >= 5 then
    perform app.fail('too_many_api_keys', '{"max": 5}');
  end if;
  v_new.name := v_old.name;
  v_new.scopes := v_old.scopes;
  v_new.terms_accepted_at := v_old.terms_accepted_at;
  v_new.expires_at := v_new.created_at + (v_old.expires_at - v_old.created_at);
  v_made := app.store_api_key(v_new, p_prefix, p_secret_hash);
  update app.api_keys k
     set replaced_by = v_made.id, expires_at = least(k.expires_at, v_new.created_at + interval '24 hours')
   where k.id = v_old.id;
  return app.api_key_response(v_made);
end
$function$;
revoke all on function api.rotate_api_key(uuid,text,text,text) from public;
grant execute on function api.rotate_api_key(uuid,text,text,text) to authenticated;
