-- Live incidents around a place, nearest first.
--
-- The inner query scans the point index outwards from the place and stops at the page size. Its order, by degrees and
-- id, is the order of the pages: many incidents share one point (a stop, a cell), and only a total order lets the next
-- page continue exactly where this one ended. Metres are computed for the rows found and order them within the page.
-- The JSON of each row is precomputed; only the distance is added.
-- Definer: the feed is not readable directly.
-- Fails with: invalid_request
create function api.get_incident_feed_nearby(
  p_lat float8, p_lng float8, p_radius_m int default 2000, p_category text default null,
  p_limit int default 20, p_after jsonb default null)
returns json language plpgsql stable security definer set search_path = '' as $$
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
  with page as materialized (
    select f.incident_id, f.body, f.pt <-> v_here as far, app.distance_m(p_lat, p_lng, f.lat, f.lng) as d
      from app.incident_feed f
     where f.pt <@ v_box
       and f.visible_from <= v_now and f.visible_until > v_now
       and app.distance_m(p_lat, p_lng, f.lat, f.lng) <= p_radius_m
       and (p_category is null or f.category = p_category)
       and (p_after is null or (f.pt <-> v_here, f.incident_id) > (v_far, v_id))
     order by f.pt <-> v_here, f.incident_id
     limit v_limit + 1
  ), ranked as (
    select p.*, row_number() over (order by p.far, p.incident_id) as rank from page p
  )
  select string_agg('{"distanceM":' || round(r.d) || ',' || substr(r.body::text, 2), ',' order by r.d, r.incident_id)
           filter (where r.rank <= v_limit),
         (select json_build_object('d', l.far, 'id', l.incident_id)
            from ranked l
           where l.rank = v_limit and exists (select from ranked m where m.rank > v_limit))
    into v_found, v_next
    from ranked r;
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
create function app.latest_feed(p_box box, p_category text, p_limit int, p_after jsonb)
returns json language plpgsql stable set search_path = '' as $$
declare
  v_now   timestamptz := app.now();
  v_limit int := app.page_size(p_limit);
  v_at    timestamptz := coalesce((p_after ->> 't')::timestamptz, 'infinity');
  v_id    uuid := coalesce((p_after ->> 'id')::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  v_found text;
  v_next  json;
begin
  with page as materialized (
    select f.incident_id, f.body, f.last_seen_at, row_number() over (order by f.last_seen_at desc, f.incident_id desc) as rank
      from app.incident_feed f
     where (p_box is null or f.pt <@ p_box)
       and f.visible_from <= v_now and f.visible_until > v_now
       and (p_category is null or f.category = p_category)
       and (f.last_seen_at, f.incident_id) < (v_at, v_id)
     order by f.last_seen_at desc, f.incident_id desc
     limit v_limit + 1
  )
  select string_agg(p.body::text, ',' order by p.rank) filter (where p.rank <= v_limit),
         (select json_build_object('t', l.last_seen_at, 'id', l.incident_id)
            from page l
           where l.rank = v_limit and exists (select from page m where m.rank > v_limit))
    into v_found, v_next
    from page p;
  return ('{"data":[' || coalesce(v_found, '') || '],"next":' || coalesce(v_next, 'null')
    || ',"asOf":"' || app.instant(v_now) || '"}')::json;
end
$$;
