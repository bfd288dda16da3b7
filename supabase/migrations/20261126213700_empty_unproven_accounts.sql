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
    from unnest(p_expected || array['role anon', 'role authenticated', 'role service_role']) as e (what)
   where e.what not in (select p.what from present p)
$function$;

create or replace function app.empty_unproven_account()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if tg_op = 'UPDATE' then
    if nullif(new.email_change, '') is distinct from nullif(old.email_change, '') and new.email_change <> '' then
      perform app.fail('forbidden');
    end if;
    if new.email_confirmed_at is not null and old.email_confirmed_at is not null
       and new.email is not distinct from old.email then
      return new;
    end if;
    delete from auth.sessions s where s.user_id = new.id;
  elsif new.email_confirmed_at is not null then
    return new; -- an operator's import
  end if;
  new.encrypted_password := ''; -- no password matches it
  new.raw_user_meta_data := '{}';
  return new;
end
$function$;

create trigger empty_unproven_account
  before insert or update of email,
    email_change, email_confirmed_at, encrypted_password, raw_user_meta_data on auth.users
  for each row
  execute function app.empty_unproven_account();

revoke all on function "app"."empty_unproven_account"() from public;

reset check_function_bodies;

-- Sign-ups that nobody has confirmed yet, and changes of an address under way.
update auth.users set encrypted_password = '' where email_confirmed_at is null;
update auth.users set email_change = '' where email_change <> '';
