-- The second factor of an admin: time-based one-time passwords (RFC 6238) from an app on their phone. The secret is only
-- here, in a schema that no API exposes; our servers read it to verify a code. Unconfirmed until the first code.
create table app.second_factors (
  user_id      uuid primary key,
  -- Encrypted by our servers, which alone have the key; a copy of this table makes no codes.
  secret       text not null check (char_length(secret) between 20 and 200),
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

-- A browser in which somebody proved the factor before has attempts of its own, so that a stranger who knows the password
-- cannot use up those of the owner. The hash of a value in a cookie; at most ten for a factor.
create table app.second_factor_devices (
  user_id       uuid not null references app.second_factors on delete cascade,
  device_hash   bytea not null check (octet_length(device_hash) = 32),
  proven_at     timestamptz not null,
  attempts      int not null default 0,
  attempts_from timestamptz not null,
  primary key (user_id, device_hash)
);
alter table app.second_factor_devices enable row level security;

-- Admins who may go without a second factor: those of the demo. A start where others can reach the service empties it.
create table app.second_factor_waivers (
  user_id uuid primary key
);
alter table app.second_factor_waivers enable row level security;

-- Codes for a lost phone, each for one use. Only slow hashes are stored.
create table app.recovery_codes (
  user_id   uuid not null references app.second_factors on delete cascade,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  used_at   timestamptz,
  primary key (user_id, code_hash)
);
alter table app.recovery_codes enable row level security;

-- Whether a user has set up a second factor: codes of an app, or for an admin a passkey of the console. A surveyor's
-- passkey is another way in, and asks nothing more of the others.
create function app.has_second_factor(p_user uuid)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return app.has_codes(p_user)
    or exists (select from app.passkeys k join app.user_roles r on r.user_id = k.user_id and r.role = 'admin'
                where k.user_id = p_user and k.app = 'admin');
end
$$;

create function app.has_codes(p_user uuid)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return exists (select from app.second_factors f where f.user_id = p_user and f.confirmed_at is not null);
end
$$;

-- Whether a user has set up a second factor and not proven it in a session, by default this one.
create function app.needs_second_factor(p_user uuid, p_session uuid default app.session_id())
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return app.has_second_factor(p_user)
    and not exists (select from app.proven_sessions s
                     where s.session_id = p_session and s.user_id = p_user and s.second_factor_at is not null);
end
$$;

-- Whether an admin has to set one up before anything else. An issuer is responsible for its own people.
create function app.lacks_second_factor(p_user uuid)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return app.session_id() is not null
    and exists (select from app.user_roles r where r.user_id = p_user and r.role = 'admin')
    and not app.has_second_factor(p_user)
    and not exists (select from app.second_factor_waivers w where w.user_id = p_user);
end
$$;

-- Fails with: second_factor_required, with `because: not_set_up` where there is none
create function app.require_second_factor(p_user uuid)
returns void language plpgsql stable set search_path = '' as $$
begin
  if app.needs_second_factor(p_user) then
    perform app.fail('second_factor_required');
  elsif app.lacks_second_factor(p_user) then
    perform app.fail('second_factor_required', '{"because": "not_set_up"}');
  end if;
end
$$;

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
    'isNeeded', app.needs_second_factor(v_user),
    'isRequired', app.lacks_second_factor(v_user),
    'isWaived', exists (select from app.second_factor_waivers w where w.user_id = v_user));
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

-- Begin to set up a second factor with a secret that our server made and encrypted. It replaces one that was not
-- confirmed. Definer as above.
-- Fails with: not_found (a token of another issuer), unauthenticated, role_required, password_required,
--   second_factor_required, invalid_transition (there is one of codes)
create function api.begin_second_factor(p_secret text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := app.require_plain_role('admin');
begin
  perform app.require_found(app.session_id() is not null);
  if app.needs_second_factor(v_user) then
    perform app.fail('second_factor_required');
  end if;
  perform app.require_fresh_password(v_user);
  if app.has_codes(v_user) then
    perform app.refuse_move('confirmed', '{}');
  end if;
  insert into app.second_factors (user_id, secret, created_at, attempts_from)
  values (v_user, p_secret, app.now(), app.now())
  on conflict (user_id) do update set secret = excluded.secret, created_at = excluded.created_at;
  return jsonb_build_object('email', (select u.email from auth.users u where u.id = v_user));
end
$$;
grant execute on function api.begin_second_factor to authenticated;

-- The encrypted secret with which our server verifies a code. Counted first, so that concurrent guesses count too: five
-- attempts in 15 minutes for each browser that proved the factor before, and five for all others together. `takesNewCodes`:
-- an accepted code stores new recovery codes. Definer as above.
-- Fails with: not_found, rate_limited
create function api.attempt_second_factor(p_user uuid, p_session uuid, p_device text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_device bytea := sha256(convert_to(p_device, 'UTF8'));
  v_factor app.second_factors;
  v_own    app.second_factor_devices;
begin
  perform app.require_session_of(p_user, p_session);
  select * into v_factor from app.second_factors f where f.user_id = p_user for update;
  perform app.require_found(found);
  select * into v_own from app.second_factor_devices d where d.user_id = p_user and d.device_hash = v_device;
  if found then
    perform app.refuse_fifth_attempt(v_own.attempts, v_own.attempts_from);
    update app.second_factor_devices d
       set attempts = app.next_attempt(d.attempts, d.attempts_from),
           attempts_from = app.attempts_from(d.attempts_from)
     where d.user_id = p_user and d.device_hash = v_device;
  else
    perform app.refuse_fifth_attempt(v_factor.attempts, v_factor.attempts_from);
    update app.second_factors f
       set attempts = app.next_attempt(f.attempts, f.attempts_from), attempts_from = app.attempts_from(f.attempts_from)
     where f.user_id = p_user;
  end if;
  return jsonb_build_object(
    'secret', v_factor.secret,
    'isConfirmed', v_factor.confirmed_at is not null,
    'takesNewCodes', app.takes_new_codes(v_factor, p_session));
end
$$;
grant execute on function api.attempt_second_factor to admin_server, api_server;

-- Attempts are counted from the first one, for 15 minutes. Fails with: rate_limited
create function app.refuse_fifth_attempt(p_attempts int, p_from timestamptz)
returns void language plpgsql stable set search_path = '' as $$
begin
  if p_attempts >= 5 then
    perform app.fail_if_limited(p_from + interval '15 minutes');
  end if;
end
$$;

create function app.next_attempt(p_attempts int, p_from timestamptz)
returns int stable
return case when p_from <= app.now() - interval '15 minutes' then 1 else p_attempts + 1 end;

create function app.attempts_from(p_from timestamptz)
returns timestamptz stable
return case when p_from <= app.now() - interval '15 minutes' then app.now() else p_from end;

-- Whether an accepted one-time password stores new recovery codes: the first one, and for ten minutes the next ones in
-- the same session, because the response with the codes may be lost.
create function app.takes_new_codes(p_factor app.second_factors, p_session uuid)
returns boolean stable
return p_factor.confirmed_at is null
  or (p_factor.confirmed_in = p_session and p_factor.confirmed_at > app.now() - interval '10 minutes') is true;

-- Accept a verified code for a session: the step of a one-time password, or the hash of a recovery code. `accepted` is
-- false where it was used before, or there is no such recovery code. The first one-time password confirms the factor, and
-- stores the hashes of its recovery codes. The response that has the codes may be lost: so for ten minutes another
-- one-time password in the same session replaces them. `hasNewCodes`: those that were passed are the ones that work.
-- Definer as above.
-- Fails with: not_found
create function api.accept_second_factor(
  p_user uuid, p_session uuid, p_step bigint default null, p_recovery text default null, p_new_codes text[] default '{}',
  p_device text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_factor    app.second_factors;
  v_has_codes boolean;
begin
  perform app.require_session_of(p_user, p_session);
  select * into v_factor from app.second_factors f where f.user_id = p_user for update;
  perform app.require_found(found);
  v_has_codes := p_step is not null and app.takes_new_codes(v_factor, p_session) and p_new_codes <> '{}';
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
  perform app.note_second_factor_device(p_user, sha256(convert_to(p_device, 'UTF8')));
  insert into app.proven_sessions as s (session_id, user_id, second_factor_at) values (p_session, p_user, app.now())
  on conflict (session_id) do update set second_factor_at = excluded.second_factor_at;
  return jsonb_build_object('accepted', true, 'hasNewCodes', v_has_codes);
end
$$;
grant execute on function api.accept_second_factor to admin_server, api_server;

-- Note the browser in which the factor was proven; of more than ten the one that was longest unused is forgotten.
create function app.note_second_factor_device(p_user uuid, p_device bytea)
returns void language plpgsql set search_path = '' as $$
begin
  insert into app.second_factor_devices as d (user_id, device_hash, proven_at, attempts_from)
  select p_user, p_device, app.now(), app.now() where p_device is not null
  on conflict (user_id, device_hash) do update set proven_at = excluded.proven_at, attempts = 0;
  delete from app.second_factor_devices d
   where d.user_id = p_user
     and d.device_hash in (select o.device_hash from app.second_factor_devices o
                            where o.user_id = p_user order by o.proven_at desc offset 10);
end
$$;

-- Fails with: not_found for a session that has ended, or is not this user's
create function app.require_session_of(p_user uuid, p_session uuid)
returns void language plpgsql stable set search_path = '' as $$
begin
  perform app.require_found(exists (select from auth.sessions s where s.id = p_session and s.user_id = p_user));
end
$$;

-- Purge what is known of sessions that have ended. Part of the sweep.
create function app.purge_ended_sessions()
returns void language plpgsql set search_path = '' as $$
begin
  delete from app.session_browsers b where not exists (select from auth.sessions s where s.id = b.session_id);
  delete from app.proven_sessions p where not exists (select from auth.sessions s where s.id = p.session_id);
end
$$;
