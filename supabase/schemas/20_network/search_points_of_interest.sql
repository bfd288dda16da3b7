-- Stops by what somebody typed, for a report's place.
--
-- Three tiers: the name begins so; every word typed begins a word of the name (asked when fewer than three names begin
-- so); the name is spelled alike (asked when there is nothing else). Within a tier the exact name comes first, then
-- what is near, then where most routes stop, then A to Z.
-- No scans, no JIT: the planner takes comparing spellings for as cheap as comparing numbers, and would read the whole
-- table.
-- Definer: the network's tables are not readable directly.
-- Fails with: invalid_request
create function api.search_points_of_interest(
  p_q text, p_lat float8 default null, p_lng float8 default null, p_limit int default 10)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
  v_limit int := least(greatest(coalesce(p_limit, 10), 1), 50);
  v_key   text := coalesce(app.name_key(left(p_q, 100)), '');
  v_words text[] := array(select '% ' || w || '%' from unnest(string_to_array(v_key, ' ')) w);
  v_here  point := point(p_lng, p_lat);
  v_found uuid[];
begin
  if p_lat is not null or p_lng is not null then
    perform app.check_place(p_lat, p_lng);
  end if;
  if v_key = '' then
    return '[]';
  end if;

  v_found := array(
    select p.id from app.points_of_interest p
     where p.name_key like v_key || '%'
     order by p.name_key <> v_key, p.pt <-> v_here, cardinality(p.routes) desc, p.name_key, p.id
     limit v_limit);
  if cardinality(v_found) < least(v_limit, 3) then
    v_found := v_found || array(
      select p.id from app.points_of_interest p
       where ' ' || p.name_key like all (v_words) and p.id <> all (v_found)
       order by p.pt <-> v_here, cardinality(p.routes) desc, p.name_key, p.id
       limit v_limit - cardinality(v_found));
  end if;
  if cardinality(v_found) = 0 and char_length(v_key) >= 3 then
    -- Not a clause of the function: only a superuser may write one for a setting of an extension.
    perform set_config('pg_trgm.word_similarity_threshold', '0.4', true);
    v_found := array(
      select p.id from app.points_of_interest p
       where v_key operator(extensions.<%) p.name_key
       order by extensions.word_similarity(v_key, p.name_key) + extensions.similarity(v_key, p.name_key) desc,
             p.pt <-> v_here, cardinality(p.routes) desc, p.id
       limit v_limit);
  end if;

  return (
    select coalesce(jsonb_agg(jsonb_build_object(
             'id', p.id, 'name', p.name, 'kind', p.kind,
             'place', jsonb_build_object('lat', p.lat, 'lng', p.lng),
             'corridor', app.corridor_ref(p.corridor_id),
             'routes', p.routes[1:4],
             'distanceM', case when v_here is not null then round(app.distance_m(p.lat, p.lng, p_lat, p_lng)) end)
             order by f.n), '[]')
      from unnest(v_found) with ordinality f (id, n)
      join app.points_of_interest p on p.id = f.id);
end
$$;
grant execute on function api.search_points_of_interest to authenticated, service_role;
