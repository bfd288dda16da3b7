-- Whether the database answers, when the public feed last changed, and for how many seconds the oldest change that may be
-- told has waited for it. For readiness checks and a status page; anybody may know it.
create function api.get_health()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_due timestamptz := (select min(d.due_at) from app.incident_changes_due d where d.due_at <= app.now());
begin
  return jsonb_build_object(
    'changedAt', (select app.instant(max(c.released_at)) from app.incident_changes c),
    'lagS', coalesce(extract(epoch from app.now() - v_due)::int, 0));
end
$$;
grant execute on function api.get_health to service_role;

-- The versions of the migrations that this database has, or null where no history of them is kept. A service asks before
-- it starts, because code that is older than its database must leave it alone.
--
-- Definer: the history is in a schema that only the owner may look into.
create function api.list_migrations()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  if to_regclass('supabase_migrations.schema_migrations') is null then
    return null;
  end if;
  return (select jsonb_agg(m.version order by m.version) from supabase_migrations.schema_migrations m);
end
$$;
grant execute on function api.list_migrations to service_role;
