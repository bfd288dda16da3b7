-- Replace the named parts of the city with these: `[{"name", "lat", "lng"}]`. Idempotent; the operator loads them from a
-- file.
--
-- Definer: nobody may touch this table directly.
-- Fails with: invalid_request
create function api.load_areas(p_areas jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_count int;
begin
  if jsonb_typeof(p_areas) is distinct from 'array' then
    perform app.fail('invalid_request', '{"path": "areas"}');
  end if;
  delete from app.areas a where a.name is not null;
  begin
    insert into app.areas (name, lat, lng)
    select a.name, a.lat, a.lng from jsonb_to_recordset(p_areas) a (name text, lat float8, lng float8)
    on conflict do nothing;
  exception
    when check_violation or not_null_violation or invalid_text_representation then
      perform app.fail('invalid_request', '{"path": "areas"}');
  end;
  get diagnostics v_count = row_count;
  return jsonb_build_object('loaded', v_count);
end
$$;
grant execute on function api.load_areas to service_role;
