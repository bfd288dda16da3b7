-- Live incidents around a place, nearest first.
--
-- The inner queries walk a point index outwards from the place, bounded by the box, and stop at the page size. The walk
-- has one order, by degrees: a second sort key, or a planner that takes its constant estimate for a box, would read and
-- sort all that is inside. So the settings leave it no other plan, and the ties of the last row come along. Outside, the
-- order is by degrees and id, which is that of the pages: many incidents share one point (a stop, a cell), and only a
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
$$;
grant execute on function api.get_incident_feed_nearby to authenticated, service_role;

-- Live incidents everywhere, last seen first. Definer as above.
create function api.get_latest_incident_feed(
  p_category text default null, p_limit int default 20, p_after jsonb default null)
returns json language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.admit_caller();
  return app.latest_feed(null, p_category, p_limit, p_after);
end
$$;
grant execute on function api.get_latest_incident_feed to authenticated, service_role;

-- Live incidents inside a box with sides of at most half a degree, last seen first. Definer as above.
-- Fails with: invalid_request
create function api.get_incident_feed_in_bounds(
  p_min_lat float8, p_min_lng float8, p_max_lat float8, p_max_lng float8,
  p_category text default null, p_limit int default 20, p_after jsonb default null)
returns json language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.admit_caller();
  perform app.check_place(p_min_lat, p_min_lng);
  perform app.check_place(p_max_lat, p_max_lng);
  if (p_max_lat - p_min_lat between 0 and 0.5 and p_max_lng - p_min_lng between 0 and 0.5) is distinct from true then
    perform app.fail('invalid_request', '{"path": "bbox", "code": "out_of_range"}');
  end if;
  return app.latest_feed(box(point(p_min_lng, p_min_lat), point(p_max_lng, p_max_lat)), p_category, p_limit, p_after);
end
$$;
grant execute on function api.get_incident_feed_in_bounds to authenticated, service_role;

-- One page of the live feed, last seen first, inside a box or (null) everywhere.
--
-- Four walks, of which one runs. Everywhere, a B-tree has the order. Inside a box it would be walked past everything
-- outside, and reading the box would sort all that is inside: a GiST index has place and time, and gives the rows of the
-- box by their distance from a moment that is later than all of them. Ids order equal times outside of that walk.
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
$$;
