-- Whether the database responds, when the public feed last changed, for how many seconds the oldest due change has been
-- waiting, and whether there is a service area to report from. For readiness checks and a status page; public.
create function api.get_health()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_due timestamptz := (select min(d.due_at) from app.incident_changes_due d where d.due_at <= app.now());
begin
  return jsonb_build_object(
    'changedAt', (select app.instant(max(c.released_at)) from app.incident_changes c),
    'lagS', coalesce(extract(epoch from app.now() - v_due)::int, 0),
    'hasServiceArea', exists (select from app.service_areas));
end
$$;
grant execute on function api.get_health
  to rider_server, surveyor_server, learning_server, admin_server, api_server, operator_server;

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
grant execute on function api.list_migrations to operator_server;

-- What a service lacks in this database, as words: of the tables, views, functions and triggers that its version has
-- (`table app.reports`, `view api.…`, `function api.search`, `trigger auth.users …`), those that are not here, and of the roles that it acts as
-- (`role anon`), those that its own role may not take. A migration history alone proves neither: a restored dump may have
-- it without the rest.
--
-- Definer: other roles do not see into schema app.
create function api.list_missing(p_expected text[])
returns jsonb language sql stable security definer set search_path = '' as $$
  with present as (
    select case when c.relkind in ('v', 'm') then 'view ' else 'table ' end || n.nspname || '.' || c.relname as what
      from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('api', 'app') and c.relkind in ('r', 'p', 'v', 'm')
    union all
    select 'function ' || n.nspname || '.' || p.proname
      from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ('api', 'app')
    union all
    -- Those on schema auth are in no dump of our own schemas.
    select 'trigger ' || n.nspname || '.' || c.relname || ' ' || t.tgname
      from pg_catalog.pg_trigger t
      join pg_catalog.pg_class c on c.oid = t.tgrelid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('app', 'auth') and not t.tgisinternal and t.tgenabled <> 'D'
    union all
    -- PostgreSQL 16 tells being a member from being allowed to take the role.
    select 'role ' || r.rolname from pg_catalog.pg_roles r
     where pg_catalog.pg_has_role(
             session_user, r.oid,
             case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end)
  )
  select coalesce(jsonb_agg(e.what order by e.what), '[]')
    from unnest(p_expected || array(
                  select 'role ' || r.name
                    from unnest(array['anon', 'authenticated', 'service_role'] || app.server_roles()) as r (name))) as e (what)
   where e.what not in (select p.what from present p)
$$;
grant execute on function api.list_missing
  to rider_server, surveyor_server, learning_server, admin_server, api_server, operator_server;
