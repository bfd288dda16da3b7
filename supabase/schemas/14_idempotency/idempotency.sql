-- Responses to requests with an Idempotency-Key, stored for a day: a client that retries after a lost response gets the
-- same one, and nothing is created twice.
--
-- For POSTs that create something whose id the client does not choose. Such a function first calls
-- app.replayed_response and then passes its response through app.save_response, in one transaction, so key and row are
-- created together or not at all. API keys store idempotency keys of their own, because their response must not be
-- stored.
create table app.idempotent_requests (
  owner_id     uuid not null,
  key          text not null check (char_length(key) between 1 and 255),
  -- Hash of operation and body, to detect the same key on a different request.
  request_hash bytea not null,
  answer       jsonb not null,
  created_at   timestamptz not null,
  primary key (owner_id, key)
);
create index idempotent_requests_created on app.idempotent_requests (created_at);
alter table app.idempotent_requests enable row level security;

create function app.request_hash(p_request jsonb)
returns bytea immutable
return sha256(convert_to(p_request::text, 'UTF8'));

-- The response to the same request in the last 24 hours, or null if it is new or has no key. A concurrent request with
-- the same key waits here until the first one commits, and then gets its response.
-- Fails with: invalid_request, idempotency_key_reused
create function app.replayed_response(p_owner uuid, p_key text, p_request jsonb)
returns jsonb language plpgsql set search_path = '' as $$
declare
  v_before app.idempotent_requests;
begin
  if p_key is null then
    return null;
  end if;
  if char_length(p_key) not between 1 and 255 then
    perform app.fail('invalid_request', '{"path": "Idempotency-Key"}');
  end if;
  perform pg_advisory_xact_lock(hashtextextended(p_owner::text || p_key, 4));
  select * into v_before from app.idempotent_requests r
   where r.owner_id = p_owner and r.key = p_key and r.created_at > app.now() - interval '1 day';
  if v_before.request_hash <> app.request_hash(p_request) then
    perform app.fail('idempotency_key_reused');
  end if;
  return v_before.answer;
end
$$;

-- Store a response under the request's key, if it has one, and return it. Purge the owner's expired ones.
create function app.save_response(p_owner uuid, p_key text, p_request jsonb, p_answer jsonb)
returns jsonb language plpgsql set search_path = '' as $$
declare
  v_now timestamptz := app.now();
begin
  if p_key is not null then
    delete from app.idempotent_requests r where r.owner_id = p_owner and r.created_at <= v_now - interval '1 day';
    insert into app.idempotent_requests (owner_id, key, request_hash, answer, created_at)
    values (p_owner, p_key, app.request_hash(p_request), p_answer, v_now);
  end if;
  return p_answer;
end
$$;

-- Purge responses older than a day, including those of owners who never return. Part of the sweep, in small steps.
create function app.purge_old_responses()
returns void language plpgsql set search_path = '' as $$
begin
  delete from app.idempotent_requests r
   where (r.owner_id, r.key) in (
           select o.owner_id, o.key from app.idempotent_requests o
            where o.created_at <= app.now() - interval '1 day' order by o.created_at limit 1000);
end
$$;
