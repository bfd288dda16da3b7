-- The owner of a key, its scopes, and whether it is valid. A caller who knows the prefix but not the key learns
-- nothing, not even that the prefix exists.
--
-- Updates the key's last use: the first one always, then at most once a minute, otherwise every read of a busy client
-- would be a write. Returns `expiresInS` instead of a time, because the server's clock may differ from this one.
-- Definer: nobody may touch app.api_keys directly.
create function api.verify_api_key(p_prefix text, p_secret_hash text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_now timestamptz := app.now();
  v_key app.api_keys;
begin
  select * into v_key from app.api_keys k
   where k.prefix = p_prefix and encode(k.secret_hash, 'hex') = p_secret_hash;
  if not found then
    return '{"state": "unknown"}';
  end if;
  if app.api_key_state(v_key) = 'active' then
    update app.api_keys k set last_used_at = v_now
     where k.id = v_key.id and (k.last_used_at is null or k.last_used_at <= v_now - interval '1 minute');
  end if;
  return jsonb_build_object(
    'state', app.api_key_state(v_key),
    'keyId', v_key.id,
    'ownerId', v_key.owner_id,
    'scopes', v_key.scopes,
    'expiresInS', extract(epoch from v_key.expires_at - v_now));
end
$$;
grant execute on function api.verify_api_key to api_server;
