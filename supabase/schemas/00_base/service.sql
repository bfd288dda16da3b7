-- Whether the database responds, when the public feed last changed, and for how many seconds the oldest due change has
-- been waiting. For readiness checks and a status page; public.
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

-- The migration versions that this database has, or null where no migration history exists. A service checks this
-- before it starts, because code older than its database must not use it.
--
-- Definer: the history is in a schema that only the owner can access.
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
