set check_function_bodies = off;

drop index "app"."incident_feed_corridor";

drop index "app"."incident_feed_pt";

drop index "app"."incident_feed_vehicle";

drop index "app"."incident_history_corridor";

drop index "app"."incident_history_vehicle";

create extension if not exists "btree_gist" schema "extensions";

create or replace function api.get_incident_feed_nearby (
  p_lat      double precision,
  p_lng      double precision,
  p_radius_m integer          default 2000,
  p_category text             default null::text,
  p_limit    integer          default 20,
  p_after    jsonb            default null::jsonb
)
  returns json
  language plpgsql
  stable
  security definer
  set search_path to ''
  set enable_seqscan to 'off'
  set enable_bitmapscan to 'off'
  set jit to 'off'
  set plan_cache_mode to 'force_generic_plan'
  AS $function$
declare
  v_now   timestamptz := app.now();
  v_limit int := app.page_size(p_limit);
  v_here  point;
  v_box   box;
  v_far   float8 := coalesce((p_after ->> 'd')::float8, -1);
  v_id    uuid := coalesce((p_after ->> 'id')::uuid, '00000000-0000-0000-0000-000000000000');
  v_found text;
  v_next  json;
begin
  perform app.admit_caller();
  perform app.check_place(p_lat, p_lng);
  if (p_radius_m between 1 and 25000) is distinct from true then
    perform app.fail('invalid_request', '{"path": "radiusM", "code": "out_of_range"}');
  end if;
  v_here := point(p_lng, p_lat);
  v_box := app.box_around(p_lat, p_lng, p_radius_m);
  select string_agg('{"distanceM":' || round(r.d) || ',' || right(r.body::text, -1), ',' order by r.d, r.incident_id)
           filter (where r.rank <= v_limit),
         case when count(*) > v_limit then
           json_build_object('d', max(r.far) filter (where r.rank = v_limit),
                             'id', max(r.incident_id::text) filter (where r.rank = v_limit)) end
    into v_found, v_next
    from (
      select n.*, app.distance_m(p_lat, p_lng, n.lat, n.lng) as d, row_number() over (order by n.far, n.incident_id) as rank
        from (
          (select f.incident_id, f.lat, f.lng, f.body, f.pt <-> v_here as far
             from app.incident_feed f
            where p_category is null and f.pt <@ v_box
              and f.visible_from <= v_now and f.visible_until > v_now
              and app.distance_m(p_lat, p_lng, f.lat, f.lng) <= p_radius_m
              and (f.pt <-> v_here, f.incident_id) > (v_far, v_id)
            order by f.pt <-> v_here
            fetch first (v_limit + 1) rows with ties)
          union all
          (select f.incident_id, f.lat, f.lng, f.body, f.pt <-> v_here as far
             from app.incident_feed f
            where hashtextextended(f.category, 0) = hashtextextended(p_category, 0) and f.category = p_category and f.pt <@ v_box
              and f.visible_from <= v_now and f.visible_until > v_now
              and app.distance_m(p_lat, p_lng, f.lat, f.lng) <= p_radius_m
              and (f.pt <-> v_here, f.incident_id) > (v_far, v_id)
            order by f.pt <-> v_here
            fetch first (v_limit + 1) rows with ties)) n) r;
  return ('{"data":[' || coalesce(v_found, '') || '],"next":' || coalesce(v_next, 'null')
    || ',"asOf":"' || app.instant(v_now) || '","location":' || app.locate(p_lat, p_lng) || '}')::json;
end
$function$;

create or replace function app.incidents_of (
  p_vehicle  uuid,
  p_corridor uuid,
  p_since    timestamp with time zone,
  p_limit    integer,
  p_after    jsonb
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  set enable_seqscan to 'off'
  set enable_bitmapscan to 'off'
  set enable_hashjoin to 'off'
  set enable_mergejoin to 'off'
  set jit to 'off'
  set plan_cache_mode to 'force_generic_plan'
  AS $function$
declare
  v_now   timestamptz := app.now();
  v_limit int := app.page_size(p_limit);
  v_since timestamptz := coalesce(p_since, '-infinity');
  v_at    timestamptz := coalesce((p_after ->> 't')::timestamptz, 'infinity');
  v_id    uuid := coalesce((p_after ->> 'id')::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
begin
  return app.page(array(
    select jsonb_build_object(
             'row', case when i.visible_until > v_now then i.body::jsonb
                         else i.body::jsonb || '{"lifecycle": "expired"}' end,
             'key', jsonb_build_object('t', i.last_seen_at, 'id', i.incident_id))
      from (
        (select f.incident_id, f.last_seen_at, f.visible_until, f.body
           from app.incident_feed f
          where f.vehicle_id = p_vehicle and f.last_seen_at >= v_since
            and (f.last_seen_at, f.incident_id) < (v_at, v_id) and f.visible_from <= v_now
            and not exists (select from app.incident_feed s where s.incident_id = f.incident_id
                             and s.visible_from > f.visible_from and s.visible_from <= v_now)
            and not exists (select from app.incidents g where g.id = f.incident_id and g.gone_at <= v_now and app.is_gone(g))
            and not exists (select from app.incident_history h where h.incident_id = f.incident_id and h.visible_from <= v_now)
          order by f.last_seen_at desc, f.incident_id desc
          limit v_limit + 1)
        union all
        (select f.incident_id, f.last_seen_at, f.visible_until, f.body
           from app.incident_feed f
          where f.corridor_id = p_corridor and f.last_seen_at >= v_since
            and (f.last_seen_at, f.incident_id) < (v_at, v_id) and f.visible_from <= v_now
            and not exists (select from app.incident_feed s where s.incident_id = f.incident_id
                             and s.visible_from > f.visible_from and s.visible_from <= v_now)
            and not exists (select from app.incidents g where g.id = f.incident_id and g.gone_at <= v_now and app.is_gone(g))
            and not exists (select from app.incident_history h where h.incident_id = f.incident_id and h.visible_from <= v_now)
          order by f.last_seen_at desc, f.incident_id desc
          limit v_limit + 1)
        union all
        (select h.incident_id, h.last_seen_at, h.visible_until, h.body
           from app.incident_history h
          where h.vehicle_id = p_vehicle and h.visible_from <= v_now and h.visible_until > v_now
            and h.last_seen_at >= v_since and (h.last_seen_at, h.incident_id) < (v_at, v_id)
          order by h.last_seen_at desc, h.incident_id desc
          limit v_limit + 1)
        union all
        (select h.incident_id, h.last_seen_at, h.visible_until, h.body
           from app.incident_history h
          where h.corridor_id = p_corridor and h.visible_from <= v_now and h.visible_until > v_now
            and h.last_seen_at >= v_since and (h.last_seen_at, h.incident_id) < (v_at, v_id)
          order by h.last_seen_at desc, h.incident_id desc
          limit v_limit + 1)) i
     order by i.last_seen_at desc, i.incident_id desc
     limit v_limit + 1), v_limit);
end
$function$;

create or replace function app.latest_feed (
  p_box      box,
  p_category text,
  p_limit    integer,
  p_after    jsonb
)
  returns json
  language plpgsql
  stable
  set search_path to ''
  set enable_seqscan to 'off'
  set enable_bitmapscan to 'off'
  set jit to 'off'
  set plan_cache_mode to 'force_generic_plan'
  AS $function$
declare
  v_now   timestamptz := app.now();
  v_limit int := app.page_size(p_limit);
  v_at    timestamptz := coalesce((p_after ->> 't')::timestamptz, 'infinity');
  v_id    uuid := coalesce((p_after ->> 'id')::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  v_late  timestamptz := least(v_at, v_now + interval '100 years');
  v_found text;
  v_next  json;
begin
  select string_agg(r.body::text, ',' order by r.rank) filter (where r.rank <= v_limit),
         case when count(*) > v_limit then
           json_build_object('t', max(r.last_seen_at) filter (where r.rank = v_limit),
                             'id', max(r.incident_id::text) filter (where r.rank = v_limit)) end
    into v_found, v_next
    from (
      select n.*, row_number() over (order by n.last_seen_at desc, n.incident_id desc) as rank
        from (
          (select f.incident_id, f.body, f.last_seen_at
             from app.incident_feed f
            where p_box is null and p_category is null
              and f.visible_from <= v_now and f.visible_until > v_now
              and (f.last_seen_at, f.incident_id) < (v_at, v_id)
            order by f.last_seen_at desc, f.incident_id desc
            limit v_limit + 1)
          union all
          (select f.incident_id, f.body, f.last_seen_at
             from app.incident_feed f
            where p_box is null and f.category = p_category
              and f.visible_from <= v_now and f.visible_until > v_now
              and (f.last_seen_at, f.incident_id) < (v_at, v_id)
            order by f.last_seen_at desc, f.incident_id desc
            limit v_limit + 1)
          union all
          (select f.incident_id, f.body, f.last_seen_at
             from app.incident_feed f
            where p_category is null and f.pt <@ p_box and f.last_seen_at <= v_at
              and f.visible_from <= v_now and f.visible_until > v_now
              and (f.last_seen_at, f.incident_id) < (v_at, v_id)
            order by f.last_seen_at operator(extensions.<->) v_late
            fetch first (v_limit + 1) rows with ties)
          union all
          (select f.incident_id, f.body, f.last_seen_at
             from app.incident_feed f
            where hashtextextended(f.category, 0) = hashtextextended(p_category, 0) and f.category = p_category
              and f.pt <@ p_box and f.last_seen_at <= v_at
              and f.visible_from <= v_now and f.visible_until > v_now
              and (f.last_seen_at, f.incident_id) < (v_at, v_id)
            order by f.last_seen_at operator(extensions.<->) v_late
            fetch first (v_limit + 1) rows with ties)) n) r;
  return ('{"data":[' || coalesce(v_found, '') || '],"next":' || coalesce(v_next, 'null')
    || ',"asOf":"' || app.instant(v_now) || '"}')::json;
end
$function$;

create index assignments_created on app.assignments using btree (created_at desc, id desc);

create index incident_feed_category_latest on app.incident_feed
  using btree (category, last_seen_at desc, incident_id desc);

create index incident_feed_category_pt on app.incident_feed
  using gist (hashtextextended(category, (0)::bigint), pt, last_seen_at);

create index incident_feed_corridor on app.incident_feed using btree (corridor_id, last_seen_at desc, incident_id desc)
  where (corridor_id is not null);

create index incident_feed_pt on app.incident_feed using gist (pt, last_seen_at);

create index incident_feed_vehicle on app.incident_feed using btree (vehicle_id, last_seen_at desc, incident_id desc)
  where (vehicle_id is not null);

create index incident_history_corridor on app.incident_history
  using btree (corridor_id, last_seen_at desc, incident_id desc)
  where (corridor_id is not null);

create index incident_history_vehicle on app.incident_history
  using btree (vehicle_id, last_seen_at desc, incident_id desc)
  where (vehicle_id is not null);

reset check_function_bodies;
