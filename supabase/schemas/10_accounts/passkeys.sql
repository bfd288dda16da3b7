-- Passkeys (WebAuthn) of surveyors and admins. Their servers verify the signatures; only public keys are here. A passkey
-- asks its owner for a fingerprint, face or PIN, so it proves both factors. What strangers try counts nowhere against it.
create table app.passkeys (
  -- The authenticator's id of it, as base64url.
  credential_id text primary key check (credential_id ~ '^[A-Za-z0-9_-]+$' and char_length(credential_id) <= 1400),
  user_id       uuid not null,
  -- Where it was made: on a host of its own an app knows no other app's passkeys.
  app           text not null check (app in ('surveyor', 'admin')),
  name          text not null check (char_length(name) between 1 and 60),
  -- COSE, as base64url.
  public_key    text not null check (public_key ~ '^[A-Za-z0-9_-]+$' and char_length(public_key) <= 4000),
  -- Of signatures; those that a cloud shares between devices stay at 0.
  counter       bigint not null check (counter >= 0),
  transports    text[] not null check (cardinality(transports) <= 10),
  created_at    timestamptz not null,
  used_at       timestamptz
);
create index passkeys_user on app.passkeys (user_id);
alter table app.passkeys enable row level security;

-- Challenges that were answered, so that none works twice. Our servers let one live for five minutes.
create table app.used_challenges (
  challenge_hash bytea primary key check (octet_length(challenge_hash) = 32),
  used_at        timestamptz not null
);
create index used_challenges_at on app.used_challenges (used_at);
alter table app.used_challenges enable row level security;

-- The caller's passkeys, the newest first. Definer: nobody may touch these tables directly.
-- Fails with: unauthenticated, invalid_token
create function api.list_passkeys()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_user uuid := app.user_id();
begin
  if v_user is null then
    perform app.fail('unauthenticated');
  end if;
  return app.passkeys_response(v_user);
end
$$;
grant execute on function api.list_passkeys to authenticated;

create function app.passkeys_response(p_user uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object(
      'id', k.credential_id, 'app', k.app, 'name', k.name, 'transports', k.transports,
      'since', app.instant(k.created_at), 'usedAt', app.instant(k.used_at)) order by k.created_at desc), '[]')
    from app.passkeys k where k.user_id = p_user);
end
$$;

-- The caller, who may change their passkeys with the password fresh, and the second factor of an account that has one:
-- else a stolen password would make itself a passkey and need no factor any more.
-- Fails with: unauthenticated, invalid_token, not_found (a token of another issuer), second_factor_required,
--   password_required
create function app.require_passkey_change()
returns uuid language plpgsql set search_path = '' as $$
declare
  v_user uuid := app.require_user();
begin
  perform app.require_found(app.session_id() is not null);
  if app.needs_second_factor(v_user) then
    perform app.fail('second_factor_required');
  end if;
  perform app.require_fresh_password(v_user);
  return v_user;
end
$$;

-- Before the browser makes one: whether the caller may add it in this app, and those that there are. One of the console
-- is a second factor, so only an admin adds it: else a surveyor's password would make one for the day they become admin.
-- Definer as above.
-- Fails with: as app.require_passkey_change, role_required, invalid_transition (there are ten)
create function api.begin_passkey(p_app text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := app.require_passkey_change();
begin
  if not exists (select from app.user_roles r where r.user_id = v_user and (p_app <> 'admin' or r.role = 'admin')) then
    perform app.fail('role_required', jsonb_build_object('role', p_app));
  elsif (select count(*) from app.passkeys k where k.user_id = v_user) >= 10 then
    perform app.refuse_move('full', '{}');
  end if;
  return jsonb_build_object(
    'userId', v_user, 'email', (select u.email from auth.users u where u.id = v_user),
    'passkeys', app.passkeys_response(v_user));
end
$$;
grant execute on function api.begin_passkey to authenticated;

-- Store a passkey of the caller, whose answer our server has verified. It asked for finger or PIN, so in the console this
-- session has proven the second factor, too. The same again changes nothing. Definer as above.
-- Fails with: as api.begin_passkey, and forbidden (it is somebody else's)
create function api.add_passkey(
  p_credential text, p_public_key text, p_counter bigint, p_transports text[], p_name text, p_app text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := (api.begin_passkey(p_app) ->> 'userId')::uuid;
begin
  insert into app.passkeys (credential_id, user_id, app, name, public_key, counter, transports, created_at)
  values (p_credential, v_user, p_app, p_name, p_public_key, p_counter, p_transports, app.now())
  on conflict do nothing;
  if found then
    if p_app = 'admin' then
      insert into app.proven_sessions as s (session_id, user_id, second_factor_at)
      values (app.session_id(), v_user, app.now())
      on conflict (session_id) do update set second_factor_at = excluded.second_factor_at;
    end if;
    perform app.audit(v_user, 'account.passkey_added', 'user', v_user::text);
    perform app.enqueue('account_mail', v_user || ' passkey_added');
  elsif not exists (select from app.passkeys k where k.credential_id = p_credential and k.user_id = v_user) then
    perform app.fail('forbidden');
  end if;
  return app.passkeys_response(v_user);
end
$$;
grant execute on function api.add_passkey to authenticated;

-- Remove a passkey of the caller; one that is gone already is as good. An admin without any factor then sets one up
-- first. Definer as above.
-- Fails with: as app.require_passkey_change
create function api.remove_passkey(p_credential text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := app.require_passkey_change();
begin
  delete from app.passkeys k where k.credential_id = p_credential and k.user_id = v_user;
  if found then
    perform app.audit(v_user, 'account.passkey_removed', 'user', v_user::text);
    perform app.enqueue('account_mail', v_user || ' passkey_removed');
  end if;
  return app.passkeys_response(v_user);
end
$$;
grant execute on function api.remove_passkey to authenticated;

-- Whether the calling server is the one whose app a passkey was made in: no other app's server may speak for it.
create function app.is_passkey_of_caller(p_app text)
returns boolean stable
return p_app || '_server' = app.claims() ->> 'role';

-- The passkey of its own app that somebody signs in with, for our server to verify its signature. Definer as above.
-- Fails with: not_found
create function api.find_passkey(p_credential text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_found jsonb := (
    select jsonb_build_object('userId', k.user_id, 'email', u.email, 'publicKey', k.public_key, 'counter', k.counter)
      from app.passkeys k join auth.users u on u.id = k.user_id
     where k.credential_id = p_credential and app.is_passkey_of_caller(k.app) and u.email_confirmed_at is not null);
begin
  perform app.require_found(v_found is not null);
  return v_found;
end
$$;
grant execute on function api.find_passkey to surveyor_server, admin_server;

-- Accept a verified answer for a session of its owner: it is signed in there anew, and with a passkey of the console has
-- proven the second factor. `accepted` is false where the challenge was answered before, or the counter of signatures
-- went back: a copy. Definer as above.
-- Fails with: not_found
create function api.accept_passkey(p_credential text, p_challenge text, p_counter bigint, p_session uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_key app.passkeys;
begin
  select k.* into v_key from app.passkeys k
   where k.credential_id = p_credential and app.is_passkey_of_caller(k.app) for update;
  perform app.require_session_of(v_key.user_id, p_session);
  insert into app.used_challenges (challenge_hash, used_at)
  values (sha256(convert_to(p_challenge, 'UTF8')), app.now()) on conflict do nothing;
  if not found then
    return '{"accepted": false}';
  end if;
  update app.passkeys k set counter = p_counter, used_at = app.now()
   where k.credential_id = p_credential and (p_counter > k.counter or (p_counter = 0 and k.counter = 0));
  if not found then
    return '{"accepted": false}';
  end if;
  insert into app.proven_sessions as s (session_id, user_id, second_factor_at, password_at)
  values (p_session, v_key.user_id, case when v_key.app = 'admin' then app.now() end, app.now())
  on conflict (session_id) do update
    set second_factor_at = coalesce(excluded.second_factor_at, s.second_factor_at), password_at = excluded.password_at;
  return '{"accepted": true}';
end
$$;
grant execute on function api.accept_passkey to surveyor_server, admin_server;

-- Purge challenges that no server would take any more. Part of the sweep.
create function app.purge_used_challenges()
returns void language plpgsql set search_path = '' as $$
begin
  delete from app.used_challenges c where c.used_at < app.now() - interval '1 hour';
end
$$;
