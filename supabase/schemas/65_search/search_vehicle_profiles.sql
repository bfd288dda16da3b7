-- Vehicles by plate, public code or fleet name, by the rules of search, with what is known of each. Pages of at most a
-- hundred vehicles in all: who does not find theirs among them has typed too little.
--
-- Definer: vehicles are not readable directly.
-- Fails with: invalid_request
create function api.search_vehicle_profiles(p_q text, p_limit int default 20, p_after jsonb default null)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
set enable_seqscan = off
set enable_hashjoin = off
set jit = off
as $$
declare
  v_limit int := app.page_size(p_limit);
begin
  perform app.admit_caller();
  return app.page(array(
    select jsonb_build_object(
             'row', app.vehicle_face(v), 'key', jsonb_build_object('score', h.score, 'name', h.name, 'id', v.id))
      from app.search_hits(p_q, '{vehicle}', null, null, 100) h
      join app.vehicles v on v.id = h.subject_id
     where p_after is null
        or (-h.score, h.name, v.id) > (-(p_after ->> 'score')::float8, p_after ->> 'name', (p_after ->> 'id')::uuid)
     order by h.score desc, h.name, v.id
     limit v_limit + 1), v_limit);
end
$$;
grant execute on function api.search_vehicle_profiles to authenticated, service_role;
