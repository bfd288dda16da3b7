-- Who follows something: an account, or a phone where nobody is signed in. All other rows of alerts belong to one.
create table app.followers (
  id          uuid primary key default gen_random_uuid(),
  user_id     uuid unique,
  device_hash bytea unique references app.devices on delete cascade,
  created_at  timestamptz not null,
  check (num_nonnulls(user_id, device_hash) = 1)
);
alter table app.followers enable row level security;

-- What a follower wants news of: a corridor, a route, a vehicle, a circle around a place, or what becomes of their own
-- report.
create table app.follows (
  id          uuid primary key default gen_random_uuid(),
  follower_id uuid not null references app.followers on delete cascade,
  kind        text not null check (kind in ('corridor', 'route', 'vehicle', 'place', 'report')),
  corridor_id uuid references app.corridors on delete cascade,
  route_id    uuid references app.routes on delete cascade,
  report_id   uuid references app.reports on delete cascade,
  lat         float8,
  lng         float8,
  radius_m    int check (radius_m between 200 and 5000),
  name        text check (char_length(name) between 1 and 80),
  -- The state of the report that its reporter has seen or was told.
  notified_state text,
  created_at  timestamptz not null,
  pt          point generated always as (app.plane_point(lat, lng)) stored,
  vehicle_id  uuid references app.vehicles on delete cascade,
  -- Of a vehicle that nobody registered, without an account: a hash of the phone's network, for a day. See
  -- app.check_plate_limits.
  network     bytea,
  check (num_nonnulls(corridor_id, route_id, report_id, radius_m, vehicle_id) = 1)
);
create unique index follows_once on app.follows (follower_id, coalesce(corridor_id, route_id, report_id, vehicle_id))
  where kind <> 'place';
create unique index follows_place_once on app.follows (follower_id, lat, lng, radius_m) where kind = 'place';
create index follows_corridor on app.follows (corridor_id) where corridor_id is not null;
create index follows_route on app.follows (route_id) where route_id is not null;
create index follows_vehicle on app.follows (vehicle_id) where vehicle_id is not null;
create index follows_network on app.follows (network) where network is not null;
create index follows_report on app.follows (report_id) where report_id is not null;
create index follows_pt on app.follows using gist (pt) where kind = 'place';
alter table app.follows enable row level security;

-- One alert per follower and incident, or per followed report. It holds nothing of the incident: whoever reads it, and
-- whoever sends it, reads what is public then. One with a `kind` is news of field work for a surveyor (field_news.sql).
create table app.alerts (
  id          uuid primary key default gen_random_uuid(),
  follower_id uuid not null references app.followers on delete cascade,
  incident_id uuid,
  report_id   uuid references app.reports on delete cascade,
  -- The name of what is followed; null for a report.
  because     text,
  created_at  timestamptz not null,
  read_at     timestamptz,
  -- The followed vehicle that it was made for: the incident may be shown as news of it only while it names it.
  vehicle_id  uuid references app.vehicles on delete cascade,
  kind        text check (kind in ('assignment_new', 'assignment_changed', 'assignment_due', 'assignment_closed',
                                   'entry_returned', 'assignment_assigned')),
  assignment_id uuid references app.assignments on delete cascade,
  entry_id    uuid references app.collection_entries on delete cascade,
  unique (follower_id, incident_id),
  unique (follower_id, report_id),
  check (num_nonnulls(incident_id, report_id, assignment_id, entry_id) = 1),
  check ((kind is null) = (num_nonnulls(assignment_id, entry_id) = 0))
);
create unique index alerts_field_once on app.alerts (follower_id, kind, coalesce(assignment_id, entry_id))
  where kind is not null;
create index alerts_assignment on app.alerts (assignment_id) where assignment_id is not null;
create index alerts_entry on app.alerts (entry_id) where entry_id is not null;
create index alerts_newest on app.alerts (follower_id, created_at desc, id desc);
create index alerts_old on app.alerts (created_at);
create index alerts_vehicle on app.alerts (vehicle_id) where vehicle_id is not null;
alter table app.alerts enable row level security;

-- Where a browser receives Web Push messages (RFC 8030), with its keys (RFC 8291). An endpoint belongs to whoever
-- registered it last, because several accounts may use one browser. Each app has its own, with its own messages.
create table app.push_subscriptions (
  endpoint_hash bytea primary key,
  follower_id   uuid not null references app.followers on delete cascade,
  endpoint      text not null,
  p256dh        text not null,
  auth          text not null,
  locale        text not null,
  created_at    timestamptz not null,
  app           text not null default 'rider' check (app in ('rider', 'surveyor')),
  -- What the first message carries. Who knows it has received it there, and only then other messages follow.
  proof         text not null unique default app.random_code(26),
  proven_at     timestamptz
);
create index push_subscriptions_follower on app.push_subscriptions (follower_id);
alter table app.push_subscriptions enable row level security;

-- The position of the last change of an incident that alerts were made of.
create table app.alert_log (
  singleton boolean primary key default true check (singleton),
  position  bigint not null
);
insert into app.alert_log (position) values (0);
alter table app.alert_log enable row level security;

-- Who is mailed the outcome of a report: the e-mail address of its reporter's account, or one that was given with the
-- receipt code. `id` is in the link that ends the mails.
create table app.report_mails (
  id             text primary key default app.random_code(26),
  report_id      uuid not null unique references app.reports on delete cascade,
  user_id        uuid,
  address        text check (char_length(address) <= 254),
  locale         text not null,
  -- The outcome that the reporter has seen or was mailed.
  mailed_outcome text not null,
  created_at     timestamptz not null,
  check (num_nonnulls(user_id, address) = 1)
);
create index report_mails_user on app.report_mails (user_id) where user_id is not null;
create index report_mails_address on app.report_mails (lower(address)) where address is not null;
alter table app.report_mails enable row level security;
