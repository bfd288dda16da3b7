-- Two schemas: `api` holds one function per use case and is the only one reachable from outside; `app` holds tables,
-- policies and helpers, and only the owner has access to it.
--
-- The roles anon, authenticated and service_role exist before this runs (every Supabase project has them).
create schema if not exists extensions;
create extension if not exists postgis with schema extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists "uuid-ossp" with schema extensions;

create schema if not exists app;
create schema if not exists api;

-- A new function is executable by nobody until its file grants it. `anon` is granted nothing at all.
alter default privileges revoke execute on functions from public;
-- After that, as in the migrations: otherwise its functions would have other grants.
create extension if not exists btree_gist with schema extensions;
revoke all on schema app from public;
revoke all on schema api from public;
grant usage on schema api to authenticated;

-- A role for each of our servers, and one for the operator's commands: what they call without a user. Each may execute its
-- own functions alone; a token of ours names it (docs/decisions/database.md). `service_role` may execute none.
create function app.server_roles()
returns text[] immutable
return array['rider_server', 'surveyor_server', 'learning_server', 'admin_server', 'api_server', 'worker_server',
             'operator_server'];

-- Roles belong to the server and not to the database, so they may be there. A Supabase project's API connects as
-- `authenticator`, whose statements end after eight seconds: an import and the sweep take longer.
do $$
declare
  v_role text;
begin
  foreach v_role in array app.server_roles() loop
    if not exists (select from pg_catalog.pg_roles r where r.rolname = v_role) then
      execute format('create role %I nologin noinherit', v_role);
    end if;
    if exists (select from pg_catalog.pg_roles r where r.rolname = 'authenticator') then
      execute format('grant %I to authenticator', v_role);
      if v_role in ('worker_server', 'operator_server') then
        execute format('alter role %I set statement_timeout = ''15min''', v_role);
      end if;
    end if;
    execute format('grant usage on schema api to %I', v_role);
  end loop;
end
$$;
