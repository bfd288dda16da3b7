-- What requests with an Idempotency-Key were answered, for a day: a client that never heard back sends the same again
-- and gets the same answer, and nothing is made twice.
--
-- For POSTs that make something whose id the client did not bring. A function of that kind asks app.replayed_response
-- first, and gives what it answers through app.save_response, in its one transaction: the mark and the thing exist
-- together or not at all. API keys keep marks of their own, because their answer must not be stored.
create table app.idempotent_requests (
  owner_id     uuid not null,
  key          text not null check (char_length(key) between 1 and 255),
  -- Of operation and body, so that the same mark on another request is noticed.
  request_hash bytea not null,
  answer       jsonb not null,
  created_at   timestamptz not null,
  primary key (owner_id, key)
);
create index idempotent_requests_created on app.idempotent_requests (created_at);
alter table app.idempotent_requests enable row level security;

create function app.request_hash(p_request jsonb)
returns bytea language plpgsql immutable set search_path = '' as $$
begin
  return sha256(convert_to(p_request::text, 'UTF8'));
end
$$;

-- What the same request was answered in the last 24 hours, or null if it is new or carries no key. Whoever sends it at
-- the same moment waits here until the first one is through, and then gets its answer.
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

-- Remember an answer under the request's key, if it has one, and give it back. Forgets the owner's old ones.
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

-- Forget the answers whose day is over, also of those who never came again. Part of the sweep, in small steps.
create function app.purge_old_responses()
returns void language plpgsql set search_path = '' as $$
begin
  delete from app.idempotent_requests r
   where (r.owner_id, r.key) in (
           select o.owner_id, o.key from app.idempotent_requests o
            where o.created_at <= app.now() - interval '1 day' order by o.created_at limit 1000);
end
$$;
