set check_function_bodies = off;

create table "app"."account_notices" (
  "user_id"  uuid                     not null,
  "kind"     text                     not null,
  "due_at"   timestamp with time zone not null,
  "attempts" integer                  not null default 0,
  constraint "account_notices_kind_check" check ((kind = 'second_factor_reset'::text)),
  constraint "account_notices_pkey" primary key (user_id, kind)
);

alter table "app"."account_notices"
  enable row level security;

create or replace function api.claim_account_notices()
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_now     timestamptz := app.now();
  v_notices jsonb;
begin
  delete from app.account_notices n where n.attempts >= 5 and n.due_at <= v_now;
  with due as (
    select n.user_id, n.kind from app.account_notices n where n.due_at <= v_now limit 50 for update skip locked
  ), claimed as (
    update app.account_notices n set due_at = v_now + power(4, n.attempts) * interval '1 minute', attempts = n.attempts + 1
      from due d where (n.user_id, n.kind) = (d.user_id, d.kind)
    returning n.user_id, n.kind
  )
  select coalesce(jsonb_agg(jsonb_build_object('userId', c.user_id, 'kind', c.kind, 'to', u.email)), '[]') into v_notices
    from claimed c join auth.users u on u.id = c.user_id and u.deleted_at is null and u.email_confirmed_at is not null;
  return v_notices;
end
$function$;

create or replace function api.finish_account_notice (
  p_user_id uuid,
  p_kind    text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  delete from app.account_notices n where n.user_id = p_user_id and n.kind = p_kind;
  return '{"finished": true}';
end
$function$;

create or replace function api.reset_second_factor (
  p_user_id uuid,
  p_reason  text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_admin uuid := app.require_role('admin');
begin
  perform app.check_reason(p_reason);
  perform app.require_fresh_password(v_admin);
  if p_user_id = v_admin then
    perform app.fail('own_roles');
  end if;
  perform app.require_found(app.is_known(p_user_id));
  delete from app.second_factors f where f.user_id = p_user_id and f.confirmed_at is not null;
  if found then
    update app.proven_sessions s set second_factor_at = null where s.user_id = p_user_id;
    perform app.audit(v_admin, 'user.second_factor_reset', 'user', p_user_id::text, btrim(p_reason));
    insert into app.account_notices as n (user_id, kind, due_at)
    values (p_user_id, 'second_factor_reset', app.now())
    on conflict (user_id, kind) do update set due_at = excluded.due_at, attempts = 0;
  end if;
  return app.user_response(p_user_id) || jsonb_build_object('you', false);
end
$function$;

create or replace function app.erase_accounts_of (
  p_user uuid
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_roles text[] := array(select r.role from app.user_roles r where r.user_id = p_user order by r.role);
begin
  if v_roles <> '{}' then
    perform app.audit(p_user, 'account.deleted', 'user', p_user::text, null, jsonb_build_object('roles', v_roles));
  end if;
  insert into app.deleted_users (user_id, deleted_at) values (p_user, app.now());
  delete from app.profiles p where p.user_id = p_user;
  delete from app.second_factors f where f.user_id = p_user;
  delete from app.account_notices n where n.user_id = p_user;
  delete from app.proven_sessions s where s.user_id = p_user;
  delete from app.user_roles r where r.user_id = p_user;
  delete from app.role_versions v where v.user_id = p_user;
  delete from app.external_identities e where e.user_id = p_user;
  delete from app.idempotent_requests r where r.owner_id = p_user;
  -- Supabase stores the id in this table as text, its lightweight implementation as uuid.
  delete from auth.refresh_tokens t where t.user_id::text = p_user::text;
  delete from auth.users u where u.id = p_user;
  -- What Auth logged of every sign-in: id, e-mail and IP address.
  delete from auth.audit_log_entries l
   where l.payload ->> 'actor_id' = p_user::text or l.payload -> 'traits' ->> 'user_id' = p_user::text;
end
$function$;

create or replace function app.user_response (
  p_user uuid
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return app.person_ref(p_user) || jsonb_build_object(
    'roles', app.roles_of(p_user),
    'version', app.roles_version(p_user),
    'hasSecondFactor', exists (select from app.second_factors f where f.user_id = p_user and f.confirmed_at is not null),
    'suspendedAt', (select app.instant(s.suspended_at) from app.suspended_users s where s.user_id = p_user),
    'createdAt', (select app.instant(app.city_midnight(app.city_day(u.created_at))) from auth.users u where u.id = p_user),
    'lastSignInAt', (
      select app.instant(app.city_midnight(app.city_day(u.last_sign_in_at))) from auth.users u where u.id = p_user));
end
$function$;

revoke all on function "api"."claim_account_notices"() from public;

grant execute on function "api"."claim_account_notices"() to "service_role";

revoke all on function "api"."finish_account_notice"(uuid, text) from public;

grant execute on function "api"."finish_account_notice"(uuid, text) to "service_role";

revoke all on function "api"."reset_second_factor"(uuid, text) from public;

grant execute on function "api"."reset_second_factor"(uuid, text) to "authenticated";

reset check_function_bodies;
