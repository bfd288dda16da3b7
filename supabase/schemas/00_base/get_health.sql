-- Whether the database answers and knows its own time. For readiness checks only.
create function api.get_health()
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return jsonb_build_object('now', now());
end
$$;
grant execute on function api.get_health to service_role;
