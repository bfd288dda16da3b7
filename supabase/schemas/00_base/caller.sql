-- Who is asking. Never auth.uid(): it fails on the subjects of other OpenID Connect issuers, which need not be UUIDs.

create function app.claims()
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return nullif(current_setting('request.jwt.claims', true), '')::jsonb;
end
$$;

-- A UUID written out, or null for any other text.
create function app.uuid_or_null(p_text text)
returns uuid language plpgsql immutable set search_path = '' as $$
begin
  return case when p_text ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then p_text::uuid end;
end
$$;

-- The person whom the token names, or null where no person is signed in. A UUID subject is taken as it is; anything else
-- becomes the UUIDv5 (RFC 9562) of issuer and subject, so that the same person always has the same id.
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

-- A token is good for up to an hour, which may outlast what it stands for: its person can delete their account, and end
-- the session that it was given out in, by signing out here or everywhere or with a new password. Then it opens nothing
-- any more. Supabase Auth names the session in each token and deletes its row when it ends. Tokens of other issuers name
-- none, and are good until they expire.
-- Fails with: invalid_token
create function app.refuse_ended(p_user uuid)
returns void language plpgsql stable set search_path = '' as $$
declare
  v_session text := app.claims() ->> 'session_id';
begin
  if exists (select from app.deleted_users d where d.user_id = p_user)
     or v_session is not null and not exists (
          select from auth.sessions s where s.id = app.uuid_or_null(v_session) and s.user_id = p_user) then
    perform app.fail('invalid_token');
  end if;
end
$$;

-- The caller's id, or null where no person is signed in.
-- Fails with: invalid_token (a deleted account, an ended session)
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

-- For what anybody may read: lets everyone in but the token of a deleted account or an ended session.
-- Fails with: invalid_token
create function app.admit_caller()
returns void language plpgsql stable set search_path = '' as $$
begin
  perform app.user_id();
end
$$;

-- The caller's id. Whoever asks may be about to write in that name, so deleting the account waits until they have ended;
-- those who come later see that it is gone. Volatile, or it would look at the time before the wait.
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

-- The lock that a deletion has alone and everything else of that person shares.
create function app.account_lock(p_user uuid)
returns bigint language plpgsql immutable set search_path = '' as $$
begin
  return hashtextextended(p_user::text, 7);
end
$$;

-- Whether a server of ours asks, with the secret key, for somebody who is not signed in.
create function app.is_server()
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return (app.claims() ->> 'role' = 'service_role') is true;
end
$$;

-- The caller's id, if they have the role now. Read from the table at every call, so a change takes effect at once.
-- Fails with: unauthenticated, invalid_token, role_required
create function app.require_role(p_role text)
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

-- The caller's id, for policies. A policy runs as the caller, who may not look into schema app; so it is a function of
-- the owner's, and the only one there that they may execute. Nobody can name it from outside.
create function app.policy_user_id()
returns uuid language plpgsql stable security definer set search_path = '' as $$
begin
  return app.user_id();
end
$$;
grant execute on function app.policy_user_id to authenticated;
