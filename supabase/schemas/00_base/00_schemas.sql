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

-- The roles anon, authenticated and service_role exist before this runs (every Supabase project has them). A new
-- function is executable by nobody until its file grants it. `anon` is granted nothing at all.
alter default privileges revoke execute on functions from public;
-- After that, as in the migrations: otherwise its functions would have other grants.
create extension if not exists btree_gist with schema extensions;
revoke all on schema app from public;
revoke all on schema api from public;
grant usage on schema api to authenticated, service_role;
