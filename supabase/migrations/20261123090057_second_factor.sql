set check_function_bodies = off;

create table "app"."proven_sessions" (
  "session_id"       uuid                     not null,
  "user_id"          uuid                     not null,
  "second_factor_at" timestamp with time zone,
  "password_at"      timestamp with time zone,
  constraint "proven_sessions_pkey" primary key (session_id)
);

alter table "app"."proven_sessions"
  enable row level security;

create table "app"."recovery_codes" (
  "user_id"   uuid                     not null,
  "code_hash" bytea                    not null,
  "used_at"   timestamp with time zone,
  constraint "recovery_codes_code_hash_check" check ((octet_length(code_hash) = 32)),
  constraint "recovery_codes_pkey" primary key (user_id, code_hash)
);

alter table "app"."recovery_codes"
  enable row level security;

create table "app"."second_factors" (
  "user_id"       uuid                     not null,
  "secret"        text                     not null,
  "created_at"    timestamp with time zone not null,
  "confirmed_at"  timestamp with time zone,
  "last_step"     bigint                   not null default 0,
  "attempts"      integer                  not null default 0,
  "attempts_from" timestamp with time zone not null,
  constraint "second_factors_pkey" primary key (user_id),
  constraint "second_factors_secret_check" check ((secret ~ '^[A-Z2-7]{32}$'::text))
);

alter table "app"."second_factors"
  enable row level security;

create or replace function api.accept_second_factor (
  p_user      uuid,
  p_session   uuid,
  p_step      bigint default null::bigint,
  p_recovery  text   default null::text,
  p_new_codes text[] default '{}'::text[]
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_factor app.second_factors;
begin
  perform app.require_session_of(p_user, p_session);
  select * into v_factor from app.second_factors f where f.user_id = p_user for update;
  perform app.require_found(found);
  if p_step is not null then
    update app.second_factors f set last_step = p_step where f.user_id = p_user and f.last_step < p_step;
  else
    update app.recovery_codes c set used_at = app.now()
     where c.user_id = p_user and c.code_hash = decode(p_recovery, 'hex') and c.used_at is null
       and v_factor.confirmed_at is not null;
  end if;
  if not found then
    return '{"accepted": false}';
  elsif v_factor.confirmed_at is null then
    insert into app.recovery_codes (user_id, code_hash) select p_user, decode(c, 'hex') from unnest(p_new_codes) c;
    perform app.audit(p_user, 'account.second_factor_added', 'user', p_user::text);
  end if;
  update app.second_factors f
     set attempts = 0, attempts_from = app.now(), confirmed_at = coalesce(f.confirmed_at, app.now())
   where f.user_id = p_user;
  insert into app.proven_sessions as s (session_id, user_id, second_factor_at) values (p_session, p_user, app.now())
  on conflict (session_id) do update set second_factor_at = excluded.second_factor_at;
  return '{"accepted": true}';
end
$function$;

create or replace function api.attempt_second_factor (
  p_user    uuid,
  p_session uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_factor app.second_factors;
begin
  perform app.require_session_of(p_user, p_session);
  select * into v_factor from app.second_factors f where f.user_id = p_user for update;
  perform app.require_found(found);
  if v_factor.attempts_from <= app.now() - interval '15 minutes' then
    v_factor.attempts := 0;
    v_factor.attempts_from := app.now();
  elsif v_factor.attempts >= 5 then
    perform app.refuse_until(v_factor.attempts_from + interval '15 minutes');
  end if;
  update app.second_factors f set attempts = v_factor.attempts + 1, attempts_from = v_factor.attempts_from
   where f.user_id = p_user;
  return jsonb_build_object('secret', v_factor.secret, 'isConfirmed', v_factor.confirmed_at is not null);
end
$function$;

create or replace function api.begin_second_factor (
  p_user    uuid,
  p_session uuid,
  p_secret  text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform app.require_session_of(p_user, p_session);
  if not exists (select from app.user_roles r where r.user_id = p_user and r.role = 'admin') then
    perform app.fail('role_required', '{"role": "admin"}');
  elsif not app.is_fresh_session(p_user, p_session) then
    perform app.fail('password_required');
  elsif exists (select from app.second_factors f where f.user_id = p_user and f.confirmed_at is not null) then
    perform app.refuse_move('confirmed', '{}');
  end if;
  insert into app.second_factors (user_id, secret, created_at, attempts_from)
  values (p_user, p_secret, app.now(), app.now())
  on conflict (user_id) do update set secret = excluded.secret, created_at = excluded.created_at;
  return jsonb_build_object('email', (select u.email from auth.users u where u.id = p_user));
end
$function$;

create or replace function api.confirm_password (
  p_session uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_user uuid := app.require_user();
begin
  if not exists (select from auth.sessions s
                  where s.id = app.session_id() and s.user_id = v_user and s.created_at > app.now() - interval '1 minute') then
    perform app.fail('password_required');
  end if;
  perform app.require_found(exists (select from auth.sessions s where s.id = p_session and s.user_id = v_user));
  insert into app.proven_sessions as s (session_id, user_id, password_at) values (p_session, v_user, app.now())
  on conflict (session_id) do update set password_at = excluded.password_at;
  return '{"confirmed": true}';
end
$function$;

create or replace function api.delete_own_account (
  p_confirm uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_user uuid := app.token_user();
  v_keys text[];
begin
  if v_user is null then
    perform app.fail('unauthenticated');
  end if;
  perform pg_advisory_xact_lock(app.account_lock(v_user));
  perform app.refuse_ended(v_user);
  if p_confirm is distinct from v_user then
    perform app.fail('invalid_request', '{"path": "confirm"}');
  end if;
  if exists (select from app.user_roles r where r.user_id = v_user and r.role = 'admin') then
    perform app.require_role('admin');
    perform app.require_fresh_password(v_user);
  end if;
  perform app.lock_roles();
  perform app.require_remaining_admin(v_user);
  v_keys := array(select k.prefix from app.api_keys k where k.owner_id = v_user);
  perform app.erase_reports_of(v_user);
  perform app.erase_feedback_of(v_user);
  perform app.erase_learning_of(v_user);
  perform app.erase_surveyor_of(v_user);
  perform app.erase_reviews_of(v_user);
  perform app.erase_alerts_of(v_user);
  perform app.erase_api_keys_of(v_user);
  perform app.erase_accounts_of(v_user);
  return jsonb_build_object('apiKeyPrefixes', v_keys);
end
$function$;

create or replace function api.get_current_user()
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  v_user    uuid := app.require_user();
  v_profile app.profiles;
begin
  select * into v_profile from app.profiles p where p.user_id = v_user;
  return jsonb_build_object(
    'id', v_user,
    'email', app.claims() ->> 'email',
    'displayName', v_profile.display_name,
    'locale', app.reading_locale(),
    'roles', app.roles_of(v_user),
    'needsSecondFactor', app.needs_second_factor(v_user));
end
$function$;

create or replace function api.get_second_factor()
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  v_user uuid := app.user_id();
begin
  if v_user is null then
    perform app.fail('unauthenticated');
  end if;
  return jsonb_build_object(
    'since', (select app.instant(f.confirmed_at) from app.second_factors f where f.user_id = v_user),
    'recoveryCodesLeft', (select count(*) from app.recovery_codes c where c.user_id = v_user and c.used_at is null),
    'isNeeded', app.needs_second_factor(v_user));
end
$function$;

create or replace function api.remove_second_factor()
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_user uuid := app.require_role('admin');
begin
  perform app.require_fresh_password(v_user);
  delete from app.second_factors f where f.user_id = v_user and f.confirmed_at is not null;
  if found then
    perform app.audit(v_user, 'account.second_factor_removed', 'user', v_user::text);
  end if;
  return '{"removed": true}';
end
$function$;

create or replace function api.replace_user_roles (
  p_user_id uuid,
  p_roles   text[],
  p_reason  text,
  p_version integer
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_admin    uuid := app.require_role('admin');
begin
  perform app.check_fields(array[
    ('roles', 'invalid_value', p_roles <@ array['rider', 'surveyor', 'admin'] and cardinality(p_roles) <= 3),
    ('reason', 'invalid_value', char_length(btrim(p_reason)) >= 3 and char_length(p_reason) <= 500)
  ]::app.field_check[]);
  if p_user_id = v_admin then
    perform app.fail('own_roles');
  end if;
  perform app.require_fresh_password(v_admin);
  perform app.lock_roles();
  if not app.is_known(p_user_id) then
    perform app.fail('not_found');
  elsif app.roles_version(p_user_id) - 1 = p_version
        and app.changed_roles_last(p_user_id, p_roles, v_admin, btrim(p_reason)) then
    perform app.require_role('admin');
    return app.user_response(p_user_id) || jsonb_build_object('you', false);
  elsif app.roles_version(p_user_id) is distinct from p_version then
    perform app.fail('version_conflict', jsonb_build_object('currentVersion', app.roles_version(p_user_id)));
  elsif 'admin' <> all (p_roles) then
    perform app.require_remaining_admin(p_user_id);
  end if;
  perform app.require_role('admin');
  perform app.change_roles(p_user_id, p_roles, v_admin, btrim(p_reason));
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

create or replace function app.is_fresh_session (
  p_user    uuid,
  p_session uuid
)
  returns boolean
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return exists (select from auth.sessions s
                  where s.id = p_session and s.user_id = p_user and s.created_at > app.now() - interval '10 minutes')
    or exists (select from app.proven_sessions s
                where s.session_id = p_session and s.user_id = p_user and s.password_at > app.now() - interval '10 minutes');
end
$function$;

create or replace function app.needs_second_factor (
  p_user uuid
)
  returns boolean
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return exists (select from app.second_factors f where f.user_id = p_user and f.confirmed_at is not null)
    and not exists (select from app.proven_sessions s
                     where s.session_id = app.session_id() and s.user_id = p_user and s.second_factor_at is not null);
end
$function$;

create or replace function app.purge_proven_sessions()
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  delete from app.proven_sessions p where not exists (select from auth.sessions s where s.id = p.session_id);
end
$function$;

create or replace function app.require_fresh_password (
  p_user uuid
)
  returns void
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  if app.session_id() is not null and not app.is_fresh_session(p_user, app.session_id()) then
    perform app.fail('password_required');
  end if;
end
$function$;

create or replace function app.require_role (
  p_role text
)
  returns uuid
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_user uuid := app.require_user();
begin
  if not exists (select from app.user_roles r where r.user_id = v_user and r.role = p_role) then
    perform app.fail('role_required', jsonb_build_object('role', p_role));
  elsif p_role = 'admin' and app.needs_second_factor(v_user) then
    perform app.fail('second_factor_required');
  end if;
  return v_user;
end
$function$;

create or replace function app.require_session_of (
  p_user    uuid,
  p_session uuid
)
  returns void
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  perform app.require_found(exists (select from auth.sessions s where s.id = p_session and s.user_id = p_user));
end
$function$;

create or replace function app.session_id()
  returns uuid
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return app.uuid_or_null(app.claims() ->> 'session_id');
end
$function$;

create or replace function app.sweep()
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_now   timestamptz := app.now();
  v_id    uuid;
  v_count int := 0;
begin
  delete from app.incident_feed f
   where f.visible_until <= v_now
     and (exists (select from app.incident_feed s where s.incident_id = f.incident_id and s.visible_from > f.visible_from)
          or exists (select from app.incidents i where i.id = f.incident_id and i.lifecycle <> 'active'));
  delete from app.incident_history h where h.visible_until <= v_now;
  for v_id in
    select e.id from app.incidents e
     where e.lifecycle = 'active' and e.expires_at <= v_now
       and not exists (select from app.incident_feed f where f.incident_id = e.id and f.visible_until > v_now)
     order by e.expires_at limit 1000 for update skip locked
  loop
    v_count := v_count + app.expire_if_over(v_id)::int;
  end loop;
  perform app.archive_incidents();
  perform app.freeze_weeks();
  perform app.anonymize_old_reports();
  perform app.purge_report_networks();
  perform app.purge_vote_networks();
  perform app.purge_old_audit_events();
  perform app.purge_old_responses();
  perform app.purge_old_snapshots();
  perform app.purge_entry_photos();
  perform app.submit_lapsed_slots();
  perform app.purge_idle_devices();
  perform app.purge_proven_sessions();
  -- Last, because they lock the change log until commit, and readers of changes wait for it.
  perform app.release_changes();
  perform app.purge_old_changes();
  perform app.make_alerts();
  perform app.make_report_alerts();
  perform app.purge_old_alerts();
  return v_count;
end
$function$;

alter table "app"."recovery_codes"
  add constraint "recovery_codes_user_id_fkey" foreign key (user_id) references app.second_factors(user_id)
    on delete cascade;

create index proven_sessions_user on app.proven_sessions using btree (user_id);

revoke all on function "api"."accept_second_factor"(uuid, uuid, bigint, text, text[]) from public;

grant execute on function "api"."accept_second_factor"(uuid, uuid, bigint, text, text[]) to "service_role";

revoke all on function "api"."attempt_second_factor"(uuid, uuid) from public;

grant execute on function "api"."attempt_second_factor"(uuid, uuid) to "service_role";

revoke all on function "api"."begin_second_factor"(uuid, uuid, text) from public;

grant execute on function "api"."begin_second_factor"(uuid, uuid, text) to "service_role";

revoke all on function "api"."confirm_password"(uuid) from public;

grant execute on function "api"."confirm_password"(uuid) to "authenticated";

revoke all on function "api"."get_second_factor"() from public;

grant execute on function "api"."get_second_factor"() to "authenticated";

revoke all on function "api"."remove_second_factor"() from public;

grant execute on function "api"."remove_second_factor"() to "authenticated";

revoke all on function "app"."is_fresh_session"(uuid, uuid) from public;

revoke all on function "app"."needs_second_factor"(uuid) from public;

revoke all on function "app"."purge_proven_sessions"() from public;

revoke all on function "app"."require_fresh_password"(uuid) from public;

revoke all on function "app"."require_session_of"(uuid, uuid) from public;

revoke all on function "app"."session_id"() from public;

reset check_function_bodies;
