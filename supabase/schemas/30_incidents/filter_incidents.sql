-- The categories of reports and what holds for each: how long it is live, and how it is shown at most.
--
-- Definer: the table is not readable directly.
create function api.list_categories()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
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
$$;
grant execute on function api.list_categories to authenticated, api_server;

-- The routes and stops of an incident that is over, for the index below.
create function app.transit_ids(p_body json)
returns uuid[] immutable
return app.ids_in(p_body::jsonb -> 'stops') || app.ids_in(p_body::jsonb -> 'routes');
create index incident_history_transit on app.incident_history using gin (app.transit_ids(body));
create index incident_history_latest on app.incident_history (last_seen_at desc, incident_id desc);
-- For what is rare in a category or a box, which a walk of the latest would not find.
create index incident_history_category on app.incident_history (category, last_seen_at desc, incident_id desc);
create index incident_history_place on app.incident_history using gist (app.plane_point(lat, lng));

-- Incidents that fit every filter that is given, last seen first: live ones, or those that are over.
--
-- Only the read models are compared, which have of a coarse incident its cell, full hours, no stop, and the routes of the
-- whole cell: no filter can narrow it further than what is shown. As plans depend on what is filtered, each call has its own.
-- Definer: the read models are not readable directly.
-- Fails with: invalid_request
create function api.filter_incidents(
  p_over boolean default false, p_category text[] default null, p_corroboration text[] default null,
  p_since timestamptz default null, p_until timestamptz default null, p_route_id text default null,
  p_stop_id uuid default null, p_corridor_id text default null, p_min_lat float8 default null,
  p_min_lng float8 default null, p_max_lat float8 default null, p_max_lng float8 default null, p_limit int default 20,
  p_after jsonb default null)
returns jsonb language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
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
$$;
grant execute on function api.filter_incidents to authenticated, api_server;
