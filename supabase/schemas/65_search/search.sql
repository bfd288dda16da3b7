-- Vehicles, operator groups, routes, corridors and stops by typed text, best first.
--
-- A fully typed plate or public code comes first; see app.found_by_plate for its other matches. `name` is what matched
-- (the title, or an alias), `words` the keys of the matching words. The hits are few, whatever the planner estimates:
-- it must not scan a table to look up twenty rows of it.
-- Definer: what it searches is not readable directly.
-- Fails with: invalid_request
create function api.search(
  p_q text, p_types text[] default null, p_lat float8 default null, p_lng float8 default null, p_limit int default 20)
returns json language plpgsql stable security definer set search_path = ''
set enable_hashjoin = off
set enable_mergejoin = off
set jit = off
set plan_cache_mode = force_generic_plan
as $$
declare
  v_kinds text[] := coalesce(p_types, '{vehicle,sacco,route,corridor,stop}');
begin
  perform app.admit_caller();
  if not v_kinds <@ '{vehicle,sacco,route,corridor,stop}'::text[] then
    perform app.fail('invalid_request', '{"path": "types"}');
  end if;
  if p_lat is not null or p_lng is not null then
    perform app.check_place(p_lat, p_lng);
  end if;
  return json_build_object('data', (
    select coalesce(json_agg(json_build_object(
             'type', h.kind, 'id', h.subject_id, 'title', f.title, 'subtitle', nullif(f.subtitle, ''), 'name', h.name,
             'label', case when h.kind = 'route' then app.route_name(f.title, f.subtitle) else f.title end,
             'words', h.words, 'score', round(h.score::numeric, 3),
             'place', case when f.lat is not null then json_build_object('lat', f.lat, 'lng', f.lng) end)
             order by h.n), '[]')
      from app.search_hits(p_q, v_kinds, p_lat, p_lng, p_limit) with ordinality h (kind, subject_id, name, words, score, n),
           lateral (
             select v.plate, concat_ws(' · ', v.fleet_name, o.name), null::float8, null::float8
               from app.vehicles v left join app.saccos o on o.id = v.sacco_id
              where h.kind = 'vehicle' and v.id = h.subject_id
             union all
             select s.name, null, null, null from app.saccos s where h.kind = 'sacco' and s.id = h.subject_id
             union all
             select r.short_name, r.long_name, null, null from app.routes r where h.kind = 'route' and r.id = h.subject_id
             union all
             select c.name, null, null, null from app.corridors c where h.kind = 'corridor' and c.id = h.subject_id
             union all
             select p.name, concat_ws(' · ', k.name, app.stage_area(p), nullif(array_to_string(p.routes[1:4], ', '), '')),
                    p.lat, p.lng
               from app.points_of_interest p left join app.corridors k on k.id = p.corridor_id
              where h.kind = 'stop' and p.id = h.subject_id) f (title, subtitle, lat, lng)));
end
$$;
grant execute on function api.search
  to authenticated, rider_server, surveyor_server, learning_server, admin_server, api_server;

-- The hits by plate and by name, best first; for a journey the routes that serve both places. Nothing is guessed if anything matched as typed; a word is guessed before
-- a plate. Empty for a text without letters or digits.
-- Fails with: invalid_request
create function app.search_hits(p_q text, p_kinds text[], p_lat float8, p_lng float8, p_limit int)
returns setof app.search_hit language plpgsql stable rows 20 set search_path = '' as $$
declare
  v_key   text := app.search_key(p_q);
  v_limit int := least(greatest(coalesce(p_limit, 20), 1), 100);
  v_hits  app.search_hit[] := '{}';
begin
  if (char_length(p_q) between 1 and 100) is distinct from true then
    perform app.fail('invalid_request', '{"path": "q"}');
  end if;
  if v_key = '' then
    return;
  end if;
  if 'route' = any (p_kinds) then
    return query select * from app.routes_between(v_key, v_limit);
    if found then
      return;
    end if;
  end if;
  if 'vehicle' = any (p_kinds) then
    v_hits := array(select h::app.search_hit from app.found_by_plate(p_q, false, v_limit) h);
  end if;
  if 'stop' = any (p_kinds) then
    v_hits := v_hits || array(select h::app.search_hit from app.found_stages(v_key, p_lat, p_lng, v_limit) h);
  end if;
  -- Hits by name alone are in their final order.
  if cardinality(v_hits) = 0 then
    return query select * from app.found_by_name(v_key, p_kinds, p_lat, p_lng, v_limit);
    if not found and 'vehicle' = any (p_kinds) then
      return query select * from app.found_by_plate(p_q, true, v_limit);
    end if;
    return;
  end if;
  v_hits := v_hits || array(
    select h::app.search_hit from app.found_by_name(v_key, p_kinds, p_lat, p_lng, v_limit, false) h);
  return query
  select b.* from (
    select distinct on (h.kind, h.subject_id) h.* from unnest(v_hits) h
     order by h.kind, h.subject_id, h.score desc) b
   order by b.score desc, b.name, b.subject_id
   limit v_limit;
end
$$;

-- Vehicles by plate, public code or fleet name, by the rules of search, with the details of each. Pages of at most a
-- hundred vehicles in total: beyond that the text is too short.
--
-- Definer: vehicles are not readable directly.
-- Fails with: invalid_request
create function api.search_vehicle_profiles(p_q text, p_limit int default 20, p_after jsonb default null)
returns jsonb language plpgsql stable security definer set search_path = ''
set enable_hashjoin = off
set jit = off
as $$
declare
  v_limit int := app.page_size(p_limit);
begin
  perform app.admit_caller();
  return app.page(array(
    select jsonb_build_object(
             'row', app.vehicle_view(v), 'key', jsonb_build_object('score', h.score, 'name', h.name, 'id', v.id))
      from app.search_hits(p_q, '{vehicle}', null, null, 100) h
      join app.vehicles v on v.id = h.subject_id
     where p_after is null
        or (-h.score, h.name, v.id) > (-(p_after ->> 'score')::float8, p_after ->> 'name', (p_after ->> 'id')::uuid)
     order by h.score desc, h.name, v.id
     limit v_limit + 1), v_limit);
end
$$;
grant execute on function api.search_vehicle_profiles to authenticated, rider_server;
