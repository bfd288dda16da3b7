-- Replace an active key: the new one has the same name, scopes and lifetime, and its webhooks. The old one stays valid for 24 hours, so
-- that the other system can switch without downtime.
--
-- A replaced key does not count among the five; but at most five may be in their grace period, otherwise repeated
-- rotation would create an unlimited number of keys.
-- Definer: nobody may touch app.api_keys directly.
-- Fails with: unauthenticated, not_found, invalid_transition, api_key_already_created, idempotency_key_reused,
-- too_many_api_keys, rate_limited
create function api.rotate_api_key(p_id uuid, p_prefix text, p_secret_hash text, p_idempotency_key text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_made app.api_keys;
  v_old  app.api_keys;
  v_new  app.api_keys;
begin
  v_new.owner_id := app.require_user();
  v_new.created_at := app.now();
  v_new.idempotency_key := p_idempotency_key;
  v_new.request_hash := app.request_hash(jsonb_build_array('rotate', p_id));
  perform app.lock_api_keys(v_new);
  v_old := app.own_api_key(v_new.owner_id, p_id);
  if app.api_key_state(v_old) <> 'active' or v_old.replaced_by is not null then
    perform app.refuse_move(app.api_key_state(v_old),
                            case when v_old.revoked_at is null then array['revoked'] else '{}' end);
  end if;
  if app.count_working_keys(v_new.owner_id, true) >= 5 then
    perform app.fail('too_many_api_keys', '{"max": 5}');
  end if;
  v_new.name := v_old.name;
  v_new.scopes := v_old.scopes;
  v_new.terms_accepted_at := v_old.terms_accepted_at;
  v_new.expires_at := v_new.created_at + (v_old.expires_at - v_old.created_at);
  v_made := app.store_api_key(v_new, p_prefix, p_secret_hash);
  update app.api_keys k
     set replaced_by = v_made.id, expires_at = least(k.expires_at, v_new.created_at + interval '24 hours')
   where k.id = v_old.id;
  update app.webhooks w set key_id = v_made.id where w.key_id = v_old.id;
  return app.api_key_response(v_made);
end
$$;
grant execute on function api.rotate_api_key to authenticated;
