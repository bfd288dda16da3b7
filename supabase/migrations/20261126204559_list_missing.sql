set check_function_bodies = off;

create or replace function api.list_missing (
  p_expected text[]
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  with present as (
    select case when c.relkind in ('v', 'm') then 'view ' else 'table ' end || n.nspname || '.' || c.relname as what
      from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('api', 'app') and c.relkind in ('r', 'p', 'v', 'm')
    union all
    select 'function ' || n.nspname || '.' || p.proname
      from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ('api', 'app')
    union all
    -- PostgreSQL 16 tells being a member from being allowed to take the role.
    select 'role ' || r.rolname from pg_catalog.pg_roles r
     where pg_catalog.pg_has_role(
             session_user, r.oid,
             case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end)
  )
  select coalesce(jsonb_agg(e.what order by e.what), '[]')
    from unnest(p_expected || array['role anon', 'role authenticated', 'role service_role']) as e (what)
   where e.what not in (select p.what from present p)
$function$;

revoke all on function "api"."list_missing"(text[]) from public;

grant execute on function "api"."list_missing"(text[]) to "service_role";

reset check_function_bodies;
