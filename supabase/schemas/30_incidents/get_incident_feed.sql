-- A page of live incidents inside a box, nearest first, and those that are as far as the last one.
--
-- A walk of a point index outwards from the place that stops at the page size. It has one order, by degrees: a second sort
-- key, or a planner that takes its constant estimate for a box, would read and sort all that is inside. So the settings of
-- the caller leave it no other plan. It is inlined there: `p_is_any` is a literal, which leaves the conditions of one index.
create function app.nearby_rows(
  p_is_any boolean, p_category text, p_here point, p_box box, p_lat float8, p_lng float8, p_radius_m int,
  p_now timestamptz, p_far float8, p_id uuid, p_limit int)
returns table (incident_id uuid, lat float8, lng float8, body json, far float8) language sql stable
begin atomic
  select f.incident_id, f.lat, f.lng, f.body, f.pt <-> p_here
    from app.incident_feed f
   where (p_is_any or hashtextextended(f.category, 0) = hashtextextended(p_category, 0) and f.category = p_category)
     and f.pt <@ p_box
     and f.visible_from <= p_now and f.visible_until > p_now
     and app.distance_m(p_lat, p_lng, f.lat, f.lng) <= p_radius_m
     and (f.pt <-> p_here, f.incident_id) > (p_far, p_id)
   order by f.pt <-> p_here
   fetch first (p_limit + 1) rows with ties;
end;

-- Live incidents around a place, nearest first.
--
-- The order is by distance on the plane of app.plane_point and id, which is that of the pages: many incidents share one point (a stop, a cell), and only a
-- total order lets the next page continue exactly where this one ended. Metres order the rows within the page.
-- A page far down costs what all pages before it do, because the walk begins at the place.
-- The JSON of each row is precomputed; only the distance is added.
-- Definer: the feed is not readable directly.
-- Fails with: invalid_request
create function api.get_incident_feed_nearby(
  p_lat float8, p_lng float8, p_radius_m int default 2000, p_category text default null,
  p_limit int default 20, p_after jsonb default null)
returns json language plpgsql stable security definer set search_path = ''
set enable_bitmapscan = off
set jit = off
set plan_cache_mode = force_generic_plan
as $$
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
  if (p_radius_m between 50 and 25000) is distinct from true then
    perform app.fail('invalid_request', '{"path": "radiusM", "code": "out_of_range"}');
  end if;
  v_here := app.plane_point(p_lat, p_lng);
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
          select * from app.nearby_rows(true, null, v_here, v_box, p_lat, p_lng, p_radius_m, v_now, v_far, v_id, v_limit)
           where p_category is null
          union all
          select * from app.nearby_rows(
            false, p_category, v_here, v_box, p_lat, p_lng, p_radius_m, v_now, v_far, v_id, v_limit)) n) r;
  return ('{"data":[' || coalesce(v_found, '') || '],"next":' || coalesce(v_next, 'null')
    || ',"asOf":"' || app.instant(v_now) || '","location":' || app.locate(p_lat, p_lng) || '}')::json;
end
$$;
grant execute on function api.get_incident_feed_nearby
  to authenticated, rider_server, surveyor_server, learning_server, admin_server, api_server;

-- Live incidents everywhere, last seen first. Definer as above.
create function api.get_latest_incident_feed(
  p_category text default null, p_limit int default 20, p_after jsonb default null)
returns json language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.admit_caller();
  return app.latest_feed(null, p_category, p_limit, p_after);
end
$$;
grant execute on function api.get_latest_incident_feed
  to authenticated, rider_server, surveyor_server, learning_server, admin_server, api_server;

-- The box between two corners, each side more than nothing and at most two degrees; its west is east of its east only
-- across 180°. Fails with: invalid_request
create function app.checked_box(p_min_lat float8, p_min_lng float8, p_max_lat float8, p_max_lng float8)
returns box language plpgsql stable set search_path = '' as $$
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
$$;

-- Live incidents inside a box, last seen first. Definer as above.
-- Fails with: invalid_request
create function api.get_incident_feed_in_bounds(
  p_min_lat float8, p_min_lng float8, p_max_lat float8, p_max_lng float8,
  p_category text default null, p_limit int default 20, p_after jsonb default null)
returns json language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.admit_caller();
  return app.latest_feed(app.checked_box(p_min_lat, p_min_lng, p_max_lat, p_max_lng), p_category, p_limit, p_after);
end
$$;
grant execute on function api.get_incident_feed_in_bounds to authenticated, rider_server, api_server;

-- A page of the live feed, last seen first, and those that were seen in the same moment as the last one.
--
-- Everywhere, a B-tree has the order. Inside a box it would be walked past everything outside, and reading the box would
-- sort all that is inside: a GiST index has place and time, and gives the rows of the box by their distance from `p_late`,
-- a moment after all of them. Inlined as above: `p_is_everywhere` and `p_is_any` are literals, which leave the conditions
-- and the order of one index.
create function app.latest_rows(
  p_is_everywhere boolean, p_is_any boolean, p_box box, p_category text,
  p_now timestamptz, p_at timestamptz, p_id uuid, p_late timestamptz, p_limit int)
returns table (incident_id uuid, body json, last_seen_at timestamptz) language sql stable
begin atomic
  select f.incident_id, f.body, f.last_seen_at
    from app.incident_feed f
   where (p_is_any or hashtextextended(f.category, 0) = hashtextextended(p_category, 0) and f.category = p_category)
     and (p_is_everywhere or f.pt <@ p_box)
     and f.visible_from <= p_now and f.visible_until > p_now
     and f.last_seen_at <= p_at and (f.last_seen_at, f.incident_id) < (p_at, p_id)
   order by case when p_is_everywhere then f.last_seen_at end desc,
            case when not p_is_everywhere then f.last_seen_at operator(extensions.<->) p_late end
   fetch first (p_limit + 1) rows with ties;
end;

-- One page of the live feed, inside a box or (null) everywhere: of four walks one runs. Ids order equal times outside of it.
create function app.latest_feed(p_box box, p_category text, p_limit int, p_after jsonb)
returns json language plpgsql stable set search_path = ''
set enable_bitmapscan = off
set jit = off
set plan_cache_mode = force_generic_plan
as $$
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
          select * from app.latest_rows(true, true, null, null, v_now, v_at, v_id, v_late, v_limit)
           where p_box is null and p_category is null
          union all
          select * from app.latest_rows(true, false, null, p_category, v_now, v_at, v_id, v_late, v_limit)
           where p_box is null
          union all
          select * from app.latest_rows(false, true, p_box, null, v_now, v_at, v_id, v_late, v_limit)
           where p_category is null
          union all
          select * from app.latest_rows(false, false, p_box, p_category, v_now, v_at, v_id, v_late, v_limit)) n) r;
  return ('{"data":[' || coalesce(v_found, '') || '],"next":' || coalesce(v_next, 'null')
    || ',"asOf":"' || app.instant(v_now) || '"}')::json;
end
$$;
