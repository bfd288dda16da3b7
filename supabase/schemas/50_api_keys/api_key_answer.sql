-- Where a key is in its life. Revoked is final, also for a key that would have expired since.
create function app.api_key_state(p_key app.api_keys)
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
  return case when p_key.revoked_at is not null then 'revoked'
              when p_key.expires_at <= app.now() then 'expired'
              else 'active' end;
end
$$;

-- A key as its owner sees it: nothing in it lets anybody in.
create function app.api_key_answer(p_key app.api_keys)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return jsonb_build_object(
    'id', p_key.id,
    'name', p_key.name,
    'prefix', p_key.prefix,
    'scopes', p_key.scopes,
    'state', app.api_key_state(p_key),
    'createdAt', app.instant(p_key.created_at),
    'expiresAt', app.instant(p_key.expires_at),
    'lastUsedAt', app.instant(p_key.last_used_at),
    'replacedBy', p_key.replaced_by);
end
$$;

-- The caller's own key, locked until the end of the transaction. Somebody else's does not exist for them.
-- Fails with: not_found
create function app.own_api_key(p_owner uuid, p_id uuid)
returns app.api_keys
language plpgsql
set search_path = ''
as $$
declare
  v_key app.api_keys;
begin
  select * into v_key from app.api_keys k where k.id = p_id and k.owner_id = p_owner for update;
  perform app.require_found(found);
  return v_key;
end
$$;
