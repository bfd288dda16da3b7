-- Where the owner of a key is sent changes of incidents, and of which: every filter that is set has to match.
create table app.webhooks (
  id               uuid primary key default gen_random_uuid(),
  key_id           uuid not null references app.api_keys on delete cascade,
  url              text not null check (url ~ '^https?://' and char_length(url) <= 500),
  categories       text[] check (cardinality(categories) between 1 and 20),
  corridor_id      uuid references app.corridors,
  route_id         uuid references app.routes,
  -- minLng, minLat, maxLng, maxLat.
  bbox             float8[] check (cardinality(bbox) = 4),
  -- Signs messages, so it is no hash: a copy of this table lets one forge messages, and read nothing here. The one before
  -- signs too until it ends.
  secret           text not null check (secret ~ '^whsec_[A-Za-z0-9+/]{43}=$'),
  old_secret       text,
  old_secret_until timestamptz,
  created_at       timestamptz not null,
  -- The last change of app.incident_changes that was looked at for it.
  position         bigint not null,
  -- Since when no attempt succeeds; after a day of it the webhook is turned off.
  failing_since    timestamptz,
  disabled_at      timestamptz,
  unique (key_id, url)
);
alter table app.webhooks enable row level security;

-- What was or is to be sent, without the content, which is read at each attempt. One that was not delivered stands for
-- all changes of its incident. Stored for 30 days.
create table app.webhook_deliveries (
  -- The `webhook-id` of every attempt.
  id           uuid primary key default gen_random_uuid(),
  webhook_id   uuid not null references app.webhooks on delete cascade,
  -- Null: a test.
  incident_id  uuid,
  position     bigint,
  created_at   timestamptz not null,
  attempts     int not null default 0,
  attempted_at timestamptz,
  delivered_at timestamptz,
  took_ms      int,
  error        text check (char_length(error) <= 200)
);
create unique index webhook_deliveries_waiting on app.webhook_deliveries (webhook_id, incident_id)
  where delivered_at is null and incident_id is not null;
create index webhook_deliveries_of on app.webhook_deliveries (webhook_id, created_at desc);
create index webhook_deliveries_incident on app.webhook_deliveries (webhook_id, incident_id);
create index webhook_deliveries_old on app.webhook_deliveries (created_at);
alter table app.webhook_deliveries enable row level security;
