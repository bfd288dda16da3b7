-- The state of a key. Revoked is final, also for a key that would have expired since.
create function app.api_key_state(p_key app.api_keys)
returns text stable
return case when p_key.revoked_at is not null then 'revoked'
            when p_key.expires_at <= app.now() then 'expired'
            else 'active' end;

-- A key as its owner sees it, without anything that grants access.
create function app.api_key_response(p_key app.api_keys)
returns jsonb stable
return jsonb_build_object(
  'id', p_key.id,
  'name', p_key.name,
  'prefix', p_key.prefix,
  'scopes', p_key.scopes,
  'state', app.api_key_state(p_key),
  'createdAt', app.instant(p_key.created_at),
  'expiresAt', app.instant(p_key.expires_at),
  'lastUsedAt', app.instant(p_key.last_used_at),
  'replacedBy', p_key.replaced_by,
  'termsAcceptedAt', app.instant(p_key.terms_accepted_at));

-- The caller's own key, locked until the transaction ends. Any other key returns not_found.
-- Fails with: not_found
create function app.own_api_key(p_owner uuid, p_id uuid)
returns app.api_keys language plpgsql set search_path = '' as $$
declare
  v_key app.api_keys;
begin
  select * into v_key from app.api_keys k where k.id = p_id and k.owner_id = p_owner for update;
  perform app.require_found(found);
  return v_key;
end
$$;

-- The caller's own keys: active ones first, then the newest. Revoked and expired ones stay listed.
--
-- Definer: nobody may read app.api_keys directly.
-- Fails with: unauthenticated
create function api.list_api_keys(p_limit int default 20, p_after jsonb default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_owner uuid := app.require_user();
  v_limit int := app.page_size(p_limit);
begin
  return app.page(array(
    select jsonb_build_object(
             'row', app.api_key_response(listed.key),
             'key', jsonb_build_object('works', listed.works, 'at', listed.created_at, 'id', listed.id))
      from (select k as key, app.api_key_state(k) = 'active' as works, k.created_at, k.id
              from app.api_keys k where k.owner_id = v_owner) listed
     where p_after is null
        or (listed.works, listed.created_at, listed.id)
           < ((p_after ->> 'works')::boolean, (p_after ->> 'at')::timestamptz, (p_after ->> 'id')::uuid)
     order by listed.works desc, listed.created_at desc, listed.id desc
     limit v_limit + 1), v_limit);
end
$$;
grant execute on function api.list_api_keys to authenticated;

-- One key of the caller. Definer as above.
-- Fails with: unauthenticated, not_found
create function api.get_api_key(p_id uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_owner uuid := app.require_user();
  v_key   app.api_keys;
begin
  select * into v_key from app.api_keys k where k.id = p_id and k.owner_id = v_owner;
  perform app.require_found(found);
  return app.api_key_response(v_key);
end
$$;
grant execute on function api.get_api_key to authenticated;

-- Revoke a key of the caller immediately. Idempotent. Returns its prefix, so that a server can invalidate its cache of
-- the key.
--
-- Definer: nobody may touch app.api_keys directly.
-- Fails with: unauthenticated, not_found
create function api.revoke_api_key(p_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_key app.api_keys := app.own_api_key(app.require_user(), p_id);
begin
  update app.api_keys k set revoked_at = app.now() where k.id = v_key.id and k.revoked_at is null;
  return jsonb_build_object('prefix', v_key.prefix);
end
$$;
grant execute on function api.revoke_api_key to authenticated;

-- Delete a user's keys: a key without an owner has no use, and its name is the owner's text.
create function app.erase_api_keys_of(p_user uuid)
returns void language plpgsql set search_path = '' as $$
begin
  delete from app.api_keys k where k.owner_id = p_user;
end
$$;

-- A user's keys for their own export, the daily use of each and where their webhooks go; never anything that grants access.
create function app.export_api_keys_of(p_user uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(app.api_key_response(k) || jsonb_build_object('usage', (
             select coalesce(jsonb_agg(jsonb_build_object('date', u.day, 'requests', u.requests, 'limited', u.limited)
                                       order by u.day), '[]')
               from app.api_key_usage u where u.key_id = k.id), 'webhooks', (
             select coalesce(jsonb_agg(jsonb_build_object('url', w.url, 'createdAt', app.instant(w.created_at))
                                       order by w.created_at, w.id), '[]')
               from app.webhooks w where w.key_id = k.id)) order by k.created_at, k.id), '[]')
      from app.api_keys k where k.owner_id = p_user);
end
$$;
