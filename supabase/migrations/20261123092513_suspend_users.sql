set check_function_bodies = off;

create table "app"."suspended_users" (
  "user_id"      uuid                     not null,
  "suspended_at" timestamp with time zone not null,
  constraint "suspended_users_pkey" primary key (user_id)
);

alter table "app"."suspended_users"
  enable row level security;

create or replace function api.reinstate_user (
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
  perform app.require_found(app.is_known(p_user_id));
  delete from app.suspended_users s where s.user_id = p_user_id;
  if found then
    perform app.audit(v_admin, 'user.reinstated', 'user', p_user_id::text, btrim(p_reason));
  end if;
  return app.user_response(p_user_id) || jsonb_build_object('you', p_user_id = v_admin);
end
$function$;

create or replace function api.suspend_user (
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
  if p_user_id = v_admin then
    perform app.fail('own_roles');
  end if;
  perform app.lock_roles();
  perform app.require_found(app.is_known(p_user_id));
  if exists (select from app.user_roles r where r.user_id = p_user_id and r.role = 'admin') then
    perform app.refuse_move('admin', '{}');
  end if;
  perform pg_advisory_xact_lock(app.account_lock(p_user_id));
  insert into app.suspended_users (user_id, suspended_at) values (p_user_id, app.now()) on conflict do nothing;
  if found then
    -- Supabase stores the id in this table as text, its lightweight implementation as uuid.
    delete from auth.refresh_tokens t where t.user_id::text = p_user_id::text;
    delete from auth.sessions s where s.user_id = p_user_id;
    update app.api_keys k set revoked_at = app.now() where k.owner_id = p_user_id and k.revoked_at is null;
    perform app.audit(v_admin, 'user.suspended', 'user', p_user_id::text, btrim(p_reason));
  end if;
  return app.user_response(p_user_id) || jsonb_build_object('you', false);
end
$function$;

create or replace function app.refuse_ended (
  p_user uuid
)
  returns void
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_session text := app.claims() ->> 'session_id';
begin
  -- Two queries, because one for both would be planned again at every call.
  if exists (select from app.deleted_users d where d.user_id = p_user) then
    perform app.fail('invalid_token');
  elsif exists (select from app.suspended_users s where s.user_id = p_user) then
    perform app.fail('invalid_token');
  elsif v_session is not null then
    if not exists (
      select from auth.sessions s where s.id = app.uuid_or_null(v_session) and s.user_id = p_user) then
      perform app.fail('invalid_token');
    end if;
  end if;
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
    'suspendedAt', (select app.instant(s.suspended_at) from app.suspended_users s where s.user_id = p_user),
    'createdAt', (select app.instant(app.city_midnight(app.city_day(u.created_at))) from auth.users u where u.id = p_user),
    'lastSignInAt', (
      select app.instant(app.city_midnight(app.city_day(u.last_sign_in_at))) from auth.users u where u.id = p_user));
end
$function$;

revoke all on function "api"."reinstate_user"(uuid, text) from public;

grant execute on function "api"."reinstate_user"(uuid, text) to "authenticated";

revoke all on function "api"."suspend_user"(uuid, text) from public;

grant execute on function "api"."suspend_user"(uuid, text) to "authenticated";

reset check_function_bodies;
