-- The second factor of an admin: time-based one-time passwords (RFC 6238) from an app on their phone. The secret is only
-- here, in a schema that no API exposes; our servers read it to verify a code. Unconfirmed until the first code.
create table app.second_factors (
  user_id      uuid primary key,
  secret       text not null check (secret ~ '^[A-Z2-7]{32}$'),
  created_at   timestamptz not null,
  confirmed_at timestamptz,
  -- The session that confirmed it, which may ask for other recovery codes for a while.
  confirmed_in uuid,
  -- The 30-second step of the last accepted code: no code works twice.
  last_step    bigint not null default 0,
  -- Attempts since `attempts_from`, which starts again after 15 minutes and with an accepted code.
  attempts      int not null default 0,
  attempts_from timestamptz not null
);
alter table app.second_factors enable row level security;

-- Codes for a lost phone, each for one use. Only hashes are stored.
create table app.recovery_codes (
  user_id   uuid not null references app.second_factors on delete cascade,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  used_at   timestamptz,
  primary key (user_id, code_hash)
);
alter table app.recovery_codes enable row level security;

-- What was proven in a session of Supabase Auth beside its sign-in. The token names the session, and refreshing it keeps
-- the name.
create table app.proven_sessions (
  session_id       uuid primary key,
  user_id          uuid not null,
  second_factor_at timestamptz,
  password_at      timestamptz
);
create index proven_sessions_user on app.proven_sessions (user_id);
alter table app.proven_sessions enable row level security;

-- The session that the caller's token names; null for tokens of other issuers, who have a second factor of their own.
create function app.session_id()
returns uuid stable
return app.uuid_or_null(app.claims() ->> 'session_id');

-- Whether a user has set up a second factor and not proven it in this session.
create function app.needs_second_factor(p_user uuid)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return exists (select from app.second_factors f where f.user_id = p_user and f.confirmed_at is not null)
    and not exists (select from app.proven_sessions s
                     where s.session_id = app.session_id() and s.user_id = p_user and s.second_factor_at is not null);
end
$$;

-- Whether a session proved the password in the last ten minutes, by signing in or again since.
create function app.is_fresh_session(p_user uuid, p_session uuid)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return exists (select from auth.sessions s
                  where s.id = p_session and s.user_id = p_user and s.created_at > app.now() - interval '10 minutes')
    or exists (select from app.proven_sessions s
                where s.session_id = p_session and s.user_id = p_user and s.password_at > app.now() - interval '10 minutes');
end
$$;

-- For what cannot be undone or gives power: an admin proves the password again unless they just did, so that an unlocked
-- screen is not enough. Tokens of other issuers name no session; how fresh they are is their issuer's decision.
-- Fails with: password_required
create function app.require_fresh_password(p_user uuid)
returns void language plpgsql stable set search_path = '' as $$
begin
  if app.session_id() is not null and not app.is_fresh_session(p_user, app.session_id()) then
    perform app.fail('password_required');
  end if;
end
$$;

-- Note that the password was proven for another session of the caller: this call has the token of a session that was made
-- with the password for this, in the last minute.
--
-- Definer: nobody may touch these tables, or schema auth, directly.
-- Fails with: unauthenticated, password_required (this session is older), not_found (no such session of the caller)
create function api.confirm_password(p_session uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
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
$$;
grant execute on function api.confirm_password to authenticated;

-- The caller's second factor: since when, how many recovery codes are left, and whether this session has proven it.
--
-- Definer: nobody may touch these tables directly.
-- Fails with: unauthenticated
create function api.get_second_factor()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
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
$$;
grant execute on function api.get_second_factor to authenticated;

-- Remove the caller's second factor, with the password and the factor itself proven. Definer as above.
-- Fails with: unauthenticated, role_required, second_factor_required, password_required
create function api.remove_second_factor()
returns jsonb language plpgsql security definer set search_path = '' as $$
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
$$;
grant execute on function api.remove_second_factor to authenticated;

-- Begin to set up a second factor with a secret that our server made. It replaces one that was not confirmed. Definer as
-- above.
-- Fails with: not_found (a token of another issuer), unauthenticated, role_required, second_factor_required,
--   password_required, invalid_transition (there is one)
create function api.begin_second_factor(p_secret text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := app.require_role('admin');
begin
  perform app.require_found(app.session_id() is not null);
  perform app.require_fresh_password(v_user);
  if exists (select from app.second_factors f where f.user_id = v_user and f.confirmed_at is not null) then
    perform app.refuse_move('confirmed', '{}');
  end if;
  insert into app.second_factors (user_id, secret, created_at, attempts_from)
  values (v_user, p_secret, app.now(), app.now())
  on conflict (user_id) do update set secret = excluded.secret, created_at = excluded.created_at;
  return jsonb_build_object('email', (select u.email from auth.users u where u.id = v_user));
end
$$;
grant execute on function api.begin_second_factor to authenticated;

-- The secret with which our server verifies a code. Counted first, so that concurrent guesses count too: five attempts in
-- 15 minutes. Definer as above.
-- Fails with: not_found, rate_limited
create function api.attempt_second_factor(p_user uuid, p_session uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
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
    perform app.fail_if_limited(v_factor.attempts_from + interval '15 minutes');
  end if;
  update app.second_factors f set attempts = v_factor.attempts + 1, attempts_from = v_factor.attempts_from
   where f.user_id = p_user;
  return jsonb_build_object('secret', v_factor.secret, 'isConfirmed', v_factor.confirmed_at is not null);
end
$$;
grant execute on function api.attempt_second_factor to admin_server, api_server;

-- Accept a verified code for a session: the step of a one-time password, or the hash of a recovery code. `accepted` is
-- false where it was used before, or there is no such recovery code. The first one-time password confirms the factor, and
-- stores the hashes of its recovery codes. The response that has the codes may be lost: so for ten minutes another
-- one-time password in the same session replaces them. `hasNewCodes`: those that were passed are the ones that work.
-- Definer as above.
-- Fails with: not_found
create function api.accept_second_factor(
  p_user uuid, p_session uuid, p_step bigint default null, p_recovery text default null, p_new_codes text[] default '{}')
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_factor    app.second_factors;
  v_has_codes boolean;
begin
  perform app.require_session_of(p_user, p_session);
  select * into v_factor from app.second_factors f where f.user_id = p_user for update;
  perform app.require_found(found);
  v_has_codes := v_factor.confirmed_at is null
    or (p_step is not null and v_factor.confirmed_in = p_session
        and v_factor.confirmed_at > app.now() - interval '10 minutes');
  if p_step is not null then
    update app.second_factors f set last_step = p_step where f.user_id = p_user and f.last_step < p_step;
  else
    update app.recovery_codes c set used_at = app.now()
     where c.user_id = p_user and c.code_hash = decode(p_recovery, 'hex') and c.used_at is null
       and v_factor.confirmed_at is not null;
  end if;
  if not found then
    return '{"accepted": false, "hasNewCodes": false}';
  end if;
  if v_has_codes then
    delete from app.recovery_codes c where c.user_id = p_user;
    insert into app.recovery_codes (user_id, code_hash) select p_user, decode(c, 'hex') from unnest(p_new_codes) c;
  end if;
  if v_has_codes then
    perform app.audit(p_user, 'account.second_factor_added', 'user', p_user::text);
  end if;
  update app.second_factors f
     set attempts = 0, attempts_from = app.now(), confirmed_at = coalesce(f.confirmed_at, app.now()),
         confirmed_in = coalesce(f.confirmed_in, p_session)
   where f.user_id = p_user;
  insert into app.proven_sessions as s (session_id, user_id, second_factor_at) values (p_session, p_user, app.now())
  on conflict (session_id) do update set second_factor_at = excluded.second_factor_at;
  return jsonb_build_object('accepted', true, 'hasNewCodes', v_has_codes);
end
$$;
grant execute on function api.accept_second_factor to admin_server, api_server;

-- Fails with: not_found for a session that has ended, or is not this user's
create function app.require_session_of(p_user uuid, p_session uuid)
returns void language plpgsql stable set search_path = '' as $$
begin
  perform app.require_found(exists (select from auth.sessions s where s.id = p_session and s.user_id = p_user));
end
$$;

-- Purge what was proven in sessions that have ended. Part of the sweep.
create function app.purge_proven_sessions()
returns void language plpgsql set search_path = '' as $$
begin
  delete from app.proven_sessions p where not exists (select from auth.sessions s where s.id = p.session_id);
end
$$;
