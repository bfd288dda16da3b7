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

-- The caller's id, or null where no person is signed in. A UUID subject is taken as it is; anything else becomes the
-- UUIDv5 (RFC 9562) of issuer and subject, so that the same person always has the same id.
create function app.user_id()
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

-- The caller's id. Fails with: unauthenticated
create function app.require_user()
returns uuid
language plpgsql
stable
set search_path = ''
as $$
declare
  v_user uuid := app.user_id();
begin
  if v_user is null then
    perform app.fail('unauthenticated');
  end if;
  return v_user;
end
$$;
