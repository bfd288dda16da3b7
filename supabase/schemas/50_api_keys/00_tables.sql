-- API keys of other systems. The key itself is not stored: a row has its public prefix and an HMAC of the whole key,
-- with a pepper that the database does not have, so a copy of this table grants no access. A revoked or replaced key
-- stays, so that its owner can see its status.
create table app.api_keys (
  id              uuid primary key default gen_random_uuid(),
  owner_id        uuid not null,
  name            text not null check (char_length(name) between 1 and 80),
  prefix          text not null unique check (prefix ~ '^[0-9A-Za-z]{10}$'),
  secret_hash     bytea not null check (octet_length(secret_hash) = 32),
  scopes          text[] not null check (
    cardinality(scopes) between 1 and 6
    and scopes <@ array['incidents:read', 'vehicles:read', 'corridors:read', 'routes:read', 'saccos:read', 'search:read']),
  created_at      timestamptz not null,
  expires_at      timestamptz not null,
  -- Set by rotation, together with the end of the grace period in expires_at.
  replaced_by     uuid references app.api_keys (id),
  revoked_at      timestamptz,
  last_used_at    timestamptz,
  idempotency_key text check (char_length(idempotency_key) between 1 and 255),
  -- Hash of the request, to detect the same Idempotency-Key on a different request.
  request_hash    bytea not null,
  -- When whoever made it accepted the licence and the terms of the data; null where nobody asked.
  terms_accepted_at timestamptz
);
alter table app.api_keys enable row level security;
create index on app.api_keys (owner_id, created_at desc);
create index on app.api_keys (replaced_by) where replaced_by is not null;
