-- The caller. Never use auth.uid(): it fails on subjects of other OpenID Connect issuers, which need not be UUIDs.

create function app.claims()
returns jsonb stable
return nullif(current_setting('request.jwt.claims', true), '')::jsonb;

-- Parse a UUID; null for any other text.
create function app.uuid_or_null(p_text text)
returns uuid immutable
return case when p_text ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then p_text::uuid end;

-- The user that the token names, or null where nobody is signed in. A UUID subject is used unchanged; any other becomes
-- the UUIDv5 (RFC 9562) of issuer and subject, so that the same user always has the same id.
create function app.token_user()
returns uuid language plpgsql stable set search_path = '' as $$
declare
  v_claims  jsonb := app.claims();
  v_subject text := v_claims ->> 'sub';
begin
  if v_subject is null or v_claims ->> 'role' is distinct from 'authenticated' then
    return null;
  end if;
  return coalesce(app.uuid_or_null(v_subject), extensions.uuid_generate_v5(
    extensions.uuid_generate_v5(extensions.uuid_ns_url(), coalesce(v_claims ->> 'iss', '')), v_subject));
end
$$;

-- A token is valid for up to an hour, which can outlast its account and its session: the user may delete the account,
-- or end the session by signing out or by changing the password. The token is rejected from then on. Supabase Auth puts
-- the session id in each token and deletes its row when the session ends. A session ends 30 days after its sign-in,
-- however often it is refreshed, by the real clock, as Auth has it. Tokens of other issuers name no session and
-- are valid until they expire.
-- Fails with: invalid_token
create function app.refuse_ended(p_user uuid)
returns void language plpgsql stable set search_path = '' as $$
declare
  v_session text := app.claims() ->> 'session_id';
begin
  -- Two queries, because one for both would be planned again at every call.
  if exists (select from app.deleted_users d where d.user_id = p_user) then
    perform app.fail('invalid_token');
  elsif exists (select from app.suspended_users s where s.user_id = p_user) then
    perform app.fail('invalid_token', '{"because": "suspended"}');
  elsif v_session is not null then
    if not exists (
      select from auth.sessions s
       where s.id = app.uuid_or_null(v_session) and s.user_id = p_user
         and (s.created_at < now() - interval '30 days') is not true) then
      perform app.fail('invalid_token');
    end if;
  end if;
end
$$;

-- The caller's id, or null where no person is signed in.
-- Fails with: invalid_token (a deleted or suspended account, an ended session)
create function app.user_id()
returns uuid language plpgsql stable set search_path = '' as $$
declare
  v_user uuid := app.token_user();
begin
  if v_user is not null then
    perform app.refuse_ended(v_user);
  end if;
  return v_user;
end
$$;

-- For public reads: allows everyone except tokens of a deleted account or an ended session.
-- Fails with: invalid_token
create function app.admit_caller()
returns void language plpgsql stable set search_path = '' as $$
begin
  perform app.user_id();
end
$$;

-- The caller's id, for writes under that id: takes a shared lock, so a deletion of the account waits for this
-- transaction, and a later call sees that the account is gone. Volatile, because it has to read the state after the
-- wait.
-- Fails with: unauthenticated, invalid_token (a deleted account, an ended session)
create function app.require_user()
returns uuid language plpgsql set search_path = '' as $$
declare
  v_user uuid := app.token_user();
begin
  if v_user is null then
    perform app.fail('unauthenticated');
  end if;
  perform pg_advisory_xact_lock_shared(app.account_lock(v_user));
  perform app.refuse_ended(v_user);
  return v_user;
end
$$;

-- The lock that an account's deletion takes exclusively and every other operation of that user shares.
create function app.account_lock(p_user uuid)
returns bigint immutable
return hashtextextended(p_user::text, 7);

-- Whether one of our servers calls, with its own token, on behalf of somebody who is not signed in.
create function app.is_server()
returns boolean stable
return (app.claims() ->> 'role' = any (app.server_roles())) is true;

-- The caller's id, if they have the role now. Reads the table at every call, so a change takes effect immediately. An
-- admin has to have proven a second factor in this session.
-- Fails with: unauthenticated, invalid_token, role_required, second_factor_required
create function app.require_role(p_role text)
returns uuid language plpgsql set search_path = '' as $$
declare
  v_user uuid := app.require_plain_role(p_role);
begin
  if p_role = 'admin' then
    perform app.require_second_factor(v_user);
  end if;
  return v_user;
end
$$;

-- The same without a second factor: for setting one up.
-- Fails with: unauthenticated, invalid_token, role_required
create function app.require_plain_role(p_role text)
returns uuid language plpgsql set search_path = '' as $$
declare
  v_user uuid := app.require_user();
begin
  if not exists (select from app.user_roles r where r.user_id = v_user and r.role = p_role) then
    perform app.fail('role_required', jsonb_build_object('role', p_role));
  end if;
  return v_user;
end
$$;

-- The caller's id, for policies. A policy runs as the caller, who has no access to schema app, so this function runs as
-- its owner and is the only one there that callers may execute. It cannot be called from outside.
create function app.policy_user_id()
returns uuid language plpgsql stable security definer set search_path = '' as $$
begin
  return app.user_id();
end
$$;
grant execute on function app.policy_user_id to authenticated;
