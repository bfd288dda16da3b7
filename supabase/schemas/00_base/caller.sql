-- Who is asking. Never auth.uid(): it fails on the subjects of other OpenID Connect issuers, which need not be UUIDs.

create function app.claims()
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return nullif(current_setting('request.jwt.claims', true), '')::jsonb;
end
$$;

-- The person whom the token names, or null where no person is signed in. A UUID subject is taken as it is; anything else
-- becomes the UUIDv5 (RFC 9562) of issuer and subject, so that the same person always has the same id.
create function app.token_user()
returns uuid
language plpgsql
stable
set search_path = ''
as $$
declare
  v_claims  jsonb := app.claims();
  v_subject text := v_claims ->> 'sub';
begin
  if v_subject is null or v_claims ->> 'role' is distinct from 'authenticated' then
    return null;
  end if;
  if v_subject ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then
    return v_subject::uuid;
  end if;
  return extensions.uuid_generate_v5(
    extensions.uuid_generate_v5(extensions.uuid_ns_url(), coalesce(v_claims ->> 'iss', '')), v_subject);
end
$$;

-- A token lives on for up to an hour after its person deleted their account. It opens nothing any more.
-- Fails with: invalid_token
create function app.refuse_deleted(p_user uuid)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if exists (select from app.deleted_users d where d.user_id = p_user) then
    perform app.fail('invalid_token');
  end if;
end
$$;

-- The caller's id, or null where no person is signed in.
-- Fails with: invalid_token (a deleted account)
create function app.user_id()
returns uuid
language plpgsql
stable
set search_path = ''
as $$
declare
  v_user uuid := app.token_user();
begin
  if v_user is not null then
    perform app.refuse_deleted(v_user);
  end if;
  return v_user;
end
$$;

-- For what anybody may read: lets everyone in but the token of a deleted account.
-- Fails with: invalid_token
create function app.admit_caller()
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  perform app.user_id();
end
$$;

-- The caller's id. Whoever asks may be about to write in that name, so deleting the account waits until they have ended;
-- those who come later see that it is gone. Volatile, or it would look at the time before the wait.
-- Fails with: unauthenticated, invalid_token (a deleted account)
create function app.require_user()
returns uuid
language plpgsql
set search_path = ''
as $$
declare
  v_user uuid := app.token_user();
begin
  if v_user is null then
    perform app.fail('unauthenticated');
  end if;
  perform pg_advisory_xact_lock_shared(app.account_lock(v_user));
  perform app.refuse_deleted(v_user);
  return v_user;
end
$$;

-- The lock that a deletion has alone and everything else of that person shares.
create function app.account_lock(p_user uuid)
returns bigint
language plpgsql
immutable
set search_path = ''
as $$
begin
  return hashtextextended(p_user::text, 7);
end
$$;

-- Whether a server of ours asks, with the secret key, for somebody who is not signed in.
create function app.is_server()
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return (app.claims() ->> 'role' = 'service_role') is true;
end
$$;
