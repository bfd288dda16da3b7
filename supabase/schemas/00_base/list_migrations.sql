-- The versions of the migrations that this database has, or null where no history of them is kept. A service asks before
-- it starts, because code that is older than its database must leave it alone.
--
-- Definer: the history is in a schema that only the owner may look into.
create function api.list_migrations()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if to_regclass('supabase_migrations.schema_migrations') is null then
    return null;
  end if;
  return (select jsonb_agg(m.version order by m.version) from supabase_migrations.schema_migrations m);
end
$$;
grant execute on function api.list_migrations to service_role;
