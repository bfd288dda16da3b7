-- Create a key for the caller: at most five active ones that are not replaced, and twenty new ones a day.
--
-- The caller passes prefix and hash: the key itself never reaches the database. It cannot be returned a second time, so
-- a repeat with the same idempotency key creates nothing and returns the id of the key that the first one created.
-- Definer: nobody may touch app.api_keys directly.
-- Fails with: unauthenticated, invalid_request, api_key_already_created, idempotency_key_reused, too_many_api_keys,
-- rate_limited
create function api.create_api_key(
  p_name text, p_scopes text[], p_prefix text, p_secret_hash text, p_expires_in_days int default 365,
  p_idempotency_key text default null, p_accepts_terms boolean default false)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_key    app.api_keys;
  v_scopes text[] := array(select distinct s from unnest(p_scopes) s order by s);
begin
  v_key.owner_id := app.require_user();
  perform app.check_api_key(p_name, v_scopes, p_expires_in_days);
  v_key.name := p_name;
  v_key.scopes := v_scopes;
  v_key.created_at := app.now();
  v_key.expires_at := v_key.created_at + make_interval(days => p_expires_in_days);
  v_key.terms_accepted_at := case when p_accepts_terms then v_key.created_at end;
  v_key.idempotency_key := p_idempotency_key;
  v_key.request_hash := app.request_hash(jsonb_build_array('create', p_name, v_scopes, p_expires_in_days, p_accepts_terms));
  perform app.lock_api_keys(v_key);
  if app.count_working_keys(v_key.owner_id, false) >= 5 then
    perform app.fail('too_many_api_keys', '{"max": 5}');
  end if;
  return app.api_key_response(app.store_api_key(v_key, p_prefix, p_secret_hash));
end
$$;
grant execute on function api.create_api_key to authenticated;

-- Validate a new key against the contract, for callers that bypass the API. Fails with: invalid_request
create function app.check_api_key(p_name text, p_scopes text[], p_expires_in_days int)
returns void language plpgsql stable set search_path = '' as $$
begin
  perform app.check_fields(array[
    ('name', 'invalid_value', char_length(btrim(p_name)) between 1 and 80 and char_length(p_name) <= 80
             and app.is_one_line(p_name)),
    ('scopes', 'invalid_value', cardinality(p_scopes) > 0 and p_scopes <@ array[
      'incidents:read', 'vehicles:read', 'corridors:read', 'routes:read', 'saccos:read', 'search:read']),
    ('expiresInDays', 'out_of_range', p_expires_in_days between 1 and 365)
  ]::app.field_check[]);
end
$$;

-- How many active keys an owner has; `p_replaced`: those in their grace period, or those that are not.
create function app.count_working_keys(p_owner uuid, p_replaced boolean)
returns bigint language plpgsql stable set search_path = '' as $$
begin
  return (select count(*) from app.api_keys k
           where k.owner_id = p_owner and app.api_key_state(k) = 'active'
             and (k.replaced_by is not null) = p_replaced);
end
$$;

-- Serialize one owner's requests for new keys, which makes counting and the idempotency key exact, and reject a
-- repeated request or one over the rate limit. An idempotency key is stored for a day.
-- Fails with: invalid_request, api_key_already_created, idempotency_key_reused, rate_limited
create function app.lock_api_keys(p_new app.api_keys)
returns void language plpgsql set search_path = '' as $$
declare
  v_since  timestamptz := p_new.created_at - interval '1 day';
  v_before app.api_keys;
  v_oldest timestamptz;
begin
  if char_length(p_new.idempotency_key) not between 1 and 255 then
    perform app.fail('invalid_request', '{"path": "Idempotency-Key"}');
  end if;
  perform pg_advisory_xact_lock(hashtextextended(p_new.owner_id::text, 2));
  select * into v_before from app.api_keys k
   where k.owner_id = p_new.owner_id and k.idempotency_key = p_new.idempotency_key and k.created_at > v_since
   order by k.created_at desc
   limit 1;
  if v_before.request_hash <> p_new.request_hash then
    perform app.fail('idempotency_key_reused');
  elsif v_before.id is not null then
    perform app.fail('api_key_already_created', jsonb_build_object('keyId', v_before.id));
  end if;
  select k.created_at into v_oldest from app.api_keys k
   where k.owner_id = p_new.owner_id and k.created_at > v_since
   order by k.created_at desc
  offset 19 limit 1;
  perform app.fail_if_limited(v_oldest + interval '1 day');
end
$$;

-- Fails with: invalid_request (also for a prefix that is taken; chance alone will not do that)
create function app.store_api_key(p_new app.api_keys, p_prefix text, p_secret_hash text)
returns app.api_keys language plpgsql set search_path = '' as $$
declare
  v_key app.api_keys;
begin
  if (p_prefix ~ '^[0-9A-Za-z]{10}$' and p_secret_hash ~ '^[0-9a-f]{64}$') is distinct from true then
    perform app.fail('invalid_request', '{"path": "key"}');
  end if;
  insert into app.api_keys
    (owner_id, name, prefix, secret_hash, scopes, created_at, expires_at, idempotency_key, request_hash, terms_accepted_at)
  values (p_new.owner_id, p_new.name, p_prefix, decode(p_secret_hash, 'hex'), p_new.scopes, p_new.created_at,
          p_new.expires_at, p_new.idempotency_key, p_new.request_hash, p_new.terms_accepted_at)
  on conflict (prefix) do nothing
  returning * into v_key;
  if not found then
    perform app.fail('invalid_request', '{"path": "key"}');
  end if;
  return v_key;
end
$$;
