set check_function_bodies = off;

create table "app"."external_identities" (
  "issuer"    text                     not null,
  "subject"   text                     not null,
  "user_id"   uuid                     not null,
  "linked_at" timestamp with time zone not null default now(),
  constraint "external_identities_issuer_check" check (((char_length(issuer) >= 1) AND (char_length(issuer) <= 255))),
  constraint "external_identities_pkey" primary key (issuer, subject),
  constraint "external_identities_subject_check" check (((char_length(subject) >= 1) AND (char_length(subject) <= 255)))
);

alter table "app"."external_identities"
  enable row level security;

create or replace function api.find_external_account (
  p_issuer  text,
  p_subject text,
  p_email   text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_email  text := lower(btrim(p_email));
  v_linked text;
begin
  if p_issuer is null or p_subject is null or v_email is null then
    perform app.fail('invalid_request');
  end if;
  select u.email into v_linked
    from app.external_identities e join auth.users u on u.id = e.user_id
   where e.issuer = p_issuer and e.subject = p_subject;
  if v_linked is not null then
    return jsonb_build_object('outcome', 'linked', 'email', v_linked);
  end if;
  delete from auth.users u where u.email = v_email and u.email_confirmed_at is null;
  return jsonb_build_object(
    'outcome', case when exists (select from auth.users u where u.email = v_email) then 'exists' else 'new' end,
    'email', v_email);
end
$function$;

create or replace function api.link_external_identity (
  p_issuer  text,
  p_subject text,
  p_user_id uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if not exists (select from auth.users u where u.id = p_user_id and u.email_confirmed_at is not null) then
    perform app.fail('not_found');
  end if;
  insert into app.external_identities (issuer, subject, user_id, linked_at)
  values (p_issuer, p_subject, p_user_id, app.now())
  on conflict (issuer, subject) do nothing;
  if not exists (select from app.external_identities e
                  where e.issuer = p_issuer and e.subject = p_subject and e.user_id = p_user_id) then
    perform app.fail('forbidden');
  end if;
  return jsonb_build_object('linked', true);
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

create or replace function app.export_accounts_of (
  p_user uuid
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_profile app.profiles;
  v_auth    auth.users;
begin
  select * into v_profile from app.profiles p where p.user_id = p_user;
  select * into v_auth from auth.users u where u.id = p_user;
  return jsonb_build_object(
    'id', p_user,
    'email', coalesce(v_auth.email, case when p_user = app.token_user() then app.claims() ->> 'email' end),
    'emailConfirmedAt', app.instant(v_auth.email_confirmed_at),
    'phone', v_auth.phone,
    'createdAt', app.instant(v_auth.created_at),
    'lastSignInAt', app.instant(v_auth.last_sign_in_at),
    'metadata', v_auth.raw_user_meta_data,
    'displayName', v_profile.display_name,
    'locale', case when p_user = app.token_user() then app.reading_locale() else v_profile.locale end,
    'profileChangedAt', app.instant(v_profile.updated_at),
    'signsInWith', coalesce(
      (select jsonb_agg(jsonb_build_object('issuer', e.issuer, 'subject', e.subject, 'linkedAt', app.instant(e.linked_at))
                        order by e.linked_at)
         from app.external_identities e where e.user_id = p_user), '[]'),
    'roles', (select jsonb_agg(jsonb_build_object('role', mine.role, 'grantedAt', app.instant(r.granted_at))
                               order by mine.nth)
                from unnest(app.roles_of(p_user)) with ordinality mine (role, nth)
                left join app.user_roles r on r.user_id = p_user and r.role = mine.role));
end
$function$;

create index external_identities_user on app.external_identities using btree (user_id);

revoke all on function "api"."find_external_account"(text, text, text) from public;

grant execute on function "api"."find_external_account"(text, text, text) to "service_role";

revoke all on function "api"."link_external_identity"(text, text, uuid) from public;

grant execute on function "api"."link_external_identity"(text, text, uuid) to "service_role";

reset check_function_bodies;
