-- A stop as the forms show it.
create function app.stage_view(p_stage app.points_of_interest, p_distance_m float8)
returns jsonb stable
return jsonb_build_object(
  'id', p_stage.id, 'name', p_stage.name, 'kind', p_stage.kind,
  'place', jsonb_build_object('lat', p_stage.lat, 'lng', p_stage.lng),
  'corridor', app.corridor_ref(p_stage.corridor_id),
  'area', app.stage_area(p_stage),
  'routes', p_stage.routes[1:4],
  'distanceM', round(p_distance_m));

-- Search stops by typed text, for a report's place: the search results of kind stop, nearest first where a place is
-- given, with everything that the form shows.
--
-- Definer: the network's tables are not readable directly.
-- Fails with: invalid_request
create function api.search_points_of_interest(
  p_q text, p_lat float8 default null, p_lng float8 default null, p_limit int default 10)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_key text := coalesce(app.search_key(left(p_q, 100)), '');
begin
  perform app.admit_caller();
  if p_lat is not null or p_lng is not null then
    perform app.check_place(p_lat, p_lng);
  end if;
  if v_key = '' then
    return '[]';
  end if;
  return (
    select coalesce(jsonb_agg(
             app.stage_view(p, case when p_lat is not null then app.distance_m(p.lat, p.lng, p_lat, p_lng) end)
             order by h.score desc, p.name_key, p.id), '[]')
      from app.found_by_name(v_key, '{stop}', p_lat, p_lng, least(greatest(coalesce(p_limit, 10), 1), 50)) h
      join app.points_of_interest p on p.id = h.subject_id);
end
$$;
grant execute on function api.search_points_of_interest to authenticated, rider_server, surveyor_server, admin_server;

-- The stops served by the most routes, for phones to cache: the offline search uses them.
--
-- Definer: the network's tables are not readable directly.
create function api.list_main_stages()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.admit_caller();
  return (
    select coalesce(jsonb_agg(app.stage_view(p, null) order by cardinality(p.routes) desc, p.name_key, p.id), '[]')
      from (
        select * from app.points_of_interest
         order by cardinality(routes) desc, name_key, id
         limit 300) p);
end
$$;
grant execute on function api.list_main_stages to authenticated, rider_server, surveyor_server;
