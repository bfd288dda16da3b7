-- The categories of reports, and the rules of each. Rows, not code: a city may tune them.
create table app.incident_categories (
  code             text primary key,
  -- By language, for the console's search.
  label            jsonb not null,
  severity         smallint not null check (severity between 1 and 4),
  -- A report joins an incident last seen less than this long ago; null: reports of this kind are never joined.
  join_within      interval,
  -- … within this many metres (coarse kinds: in the same grid cell) …
  join_within_m    int,
  -- … and with the same vehicle, if this is set.
  join_same_vehicle boolean not null,
  -- Live for this long after it was last seen, capped at this long after it was first seen; null: never live.
  live_for         interval,
  live_cap         interval,
  -- The widest visibility: everyone with its point, everyone with a coarse cell, or only weekly counts.
  visibility       text not null check (visibility in ('public', 'coarse', 'aggregate')),
  -- When it is moderated first: never, always, or unless nobody was hurt.
  review           text not null check (review in ('never', 'always', 'unless_unhurt')),
  position         smallint not null
);
alter table app.incident_categories enable row level security;

insert into app.incident_categories
  (position, code, label, severity, join_within, join_within_m, join_same_vehicle, live_for, live_cap, visibility, review)
values
  (1,  'crash',            '{"en": "Crash", "es": "Choque", "sw": "Ajali"}', 4, '4 hours',    500,  false,     '4 hours',  '12 hours', 'public',    'unless_unhurt'),
  (2,  'hazard',           '{"en": "Road hazard", "es": "Peligro en la vía", "sw": "Hatari barabarani"}', 2, '6 hours',    300,  false,     '6 hours',  '48 hours', 'public',    'never'),
  (3,  'road_block',       '{"en": "Road blocked", "es": "Vía cerrada", "sw": "Barabara imefungwa"}', 2, '6 hours',    300,  false,     '6 hours',  '48 hours', 'public',    'never'),
  (4,  'breakdown',        '{"en": "Breakdown", "es": "Descompostura", "sw": "Gari limeharibika"}', 1, '2 hours',    300,  false,     '2 hours',  '6 hours',  'public',    'never'),
  (5,  'reckless_driving', '{"en": "Reckless driving", "es": "Manejo imprudente", "sw": "Uendeshaji hatari"}', 3, '45 minutes', 5000, true,      '1 hour',   '3 hours',  'public',    'never'),
  (6,  'overloading',      '{"en": "Overloading", "es": "Sobrecupo", "sw": "Kujaza abiria kupita kiasi"}', 2, '45 minutes', 5000, true,      '1 hour', '3 hours', 'public',  'never'),
  (7,  'fare_dispute',     '{"en": "Fare dispute", "es": "Problema con el pasaje", "sw": "Mzozo wa nauli"}', 1, '45 minutes', 5000, true,      '1 hour',   '3 hours',  'public',    'never'),
  (8,  'theft',            '{"en": "Theft", "es": "Robo sin violencia", "sw": "Wizi"}', 3, '2 hours',    300,  false,     '24 hours', '48 hours', 'coarse',    'never'),
  (9,  'robbery',          '{"en": "Robbery", "es": "Asalto", "sw": "Ujambazi"}', 4, '2 hours',    300,  false,     '24 hours', '48 hours', 'coarse',    'always'),
  (10, 'harassment',       '{"en": "Harassment", "es": "Acoso", "sw": "Unyanyasaji"}', 4, null,        null, false,     null,       null,       'aggregate', 'always'),
  (11, 'assault',          '{"en": "Assault", "es": "Agresión", "sw": "Shambulio"}', 4, null,         null, false,     null,       null,       'aggregate', 'always');

-- What one or more reports have in common. The public reads incident_feed and incident_history only. A coarse incident
-- stores its cell and nothing finer, so that nothing computed from it can reveal more; exact places are in the reports.
create table app.incidents (
  id             uuid primary key default gen_random_uuid(),
  category       text not null references app.incident_categories,
  visibility     text not null check (visibility in ('public', 'coarse')),
  lifecycle      text not null default 'active'
                 check (lifecycle in ('active', 'resolved', 'expired', 'archived', 'merged', 'retracted')),
  gone_reason    text,
  merged_into    uuid references app.incidents,
  -- When it is publicly gone: immediately, or for a coarse one from the next full hour on; and when it is public again
  -- after a merge or a decision was undone. The reason stays in gone_reason and merged_into.
  gone_at        timestamptz,
  back_at        timestamptz,
  corroboration  text not null default 'unverified'
                 check (corroboration in ('unverified', 'corroborated', 'verified', 'disputed', 'refuted')),
  lat            float8 not null,
  lng            float8 not null,
  pt             point generated always as (app.plane_point(lat, lng)) stored,
  corridor_id    uuid references app.corridors,
  -- The vehicle of all its reports, for kinds that are joined by vehicle; else the one that a reviewer set.
  vehicle_id     uuid references app.vehicles,
  vehicle_plate  text,
  -- The time from the first report. Limits on joining and lifetime count from here: if they counted from first_seen_at,
  -- a chain of back-dated reports could extend an incident beyond its lifetime.
  opened_seen_at timestamptz not null,
  first_seen_at  timestamptz not null,
  last_seen_at   timestamptz not null,
  expires_at     timestamptz not null,
  published_at   timestamptz,
  -- Votes count from here: a reviewer who decided a dispute has considered the earlier ones.
  votes_from     timestamptz not null default '-infinity',
  version        int not null default 1,
  -- The stops around it and the routes that run there, see app.transit_at; null where nobody looked for them.
  stops          jsonb,
  routes         jsonb
) with (fillfactor = 80);
create index incidents_joinable on app.incidents using gist (pt) where lifecycle = 'active';
create index incidents_joinable_late on app.incidents using gist (pt) where lifecycle in ('active', 'expired');
create index incidents_vehicle on app.incidents (vehicle_plate, last_seen_at desc) where vehicle_plate is not null;
create index incidents_expiring on app.incidents (expires_at) where lifecycle = 'active';
create index incidents_archiving on app.incidents (expires_at) where lifecycle in ('resolved', 'expired');

-- Append-only: the events of an incident, for reviewers and for the changes feed. Never contains a reporter.
create table app.incident_events (
  id          bigint generated always as identity primary key,
  incident_id uuid not null references app.incidents,
  at          timestamptz not null,
  kind        text not null check (kind in
    ('opened', 'joined', 'left', 'unverified', 'corroborated', 'verified', 'disputed', 'refuted', 'resolved', 'expired',
     'archived', 'merged', 'retracted', 'absorbed', 'split', 'restored')),
  detail      jsonb not null default '{}'
);
create index incident_events_incident on app.incident_events (incident_id, id);
create index incident_events_decided_by on app.incident_events ((detail ->> 'decidedBy')) where detail ? 'decidedBy';

-- The allowed transitions of an incident on its two axes. Only `app.move_incident` changes them.
insert into app.transitions (machine, from_state, to_state) values
  ('incident lifecycle', 'active', 'resolved'), ('incident lifecycle', 'active', 'expired'), ('incident lifecycle', 'resolved', 'archived'),
  ('incident lifecycle', 'expired', 'archived'),
  ('incident lifecycle', 'active', 'merged'), ('incident lifecycle', 'resolved', 'merged'), ('incident lifecycle', 'expired', 'merged'),
  ('incident lifecycle', 'archived', 'merged'),
  -- A merge undone: back to the previous state, or to the one that its time has led to since.
  ('incident lifecycle', 'merged', 'active'), ('incident lifecycle', 'merged', 'resolved'), ('incident lifecycle', 'merged', 'expired'),
  ('incident lifecycle', 'merged', 'archived'),
  ('incident lifecycle', 'active', 'retracted'), ('incident lifecycle', 'resolved', 'retracted'), ('incident lifecycle', 'expired', 'retracted'),
  ('incident lifecycle', 'archived', 'retracted'),
  -- An undone decision that had retracted it.
  ('incident lifecycle', 'retracted', 'active'), ('incident lifecycle', 'retracted', 'resolved'), ('incident lifecycle', 'retracted', 'expired'),
  ('incident lifecycle', 'retracted', 'archived'),
  ('incident corroboration', 'unverified', 'corroborated'), ('incident corroboration', 'corroborated', 'unverified'),
  ('incident corroboration', 'unverified', 'disputed'), ('incident corroboration', 'corroborated', 'disputed'),
  ('incident corroboration', 'verified', 'disputed'), ('incident corroboration', 'unverified', 'verified'),
  ('incident corroboration', 'corroborated', 'verified'), ('incident corroboration', 'disputed', 'verified'),
  ('incident corroboration', 'disputed', 'refuted'), ('incident corroboration', 'refuted', 'disputed');

-- Which incident was merged into which, its previous state and the reports that it brought: needed to undo the merge
-- within seven days.
create table app.incident_merges (
  id            bigint generated always as identity primary key,
  incident_id   uuid not null references app.incidents,
  into_id       uuid not null references app.incidents,
  merged_at     timestamptz not null,
  lifecycle     text not null,
  report_ids    uuid[] not null,
  -- The second report that named the vehicle, where that caused the merge; null where an admin merged them.
  trigger_report_id uuid,
  split_at      timestamptz,
  -- The version at which it was split, to recognize a retry of the same request.
  split_version int
);
create index incident_merges_incident on app.incident_merges (incident_id, id desc);
create index incident_merges_trigger_report on app.incident_merges (trigger_report_id) where trigger_report_id is not null;
create index incident_merges_into on app.incident_merges (into_id) where split_at is null;
alter table app.incident_merges enable row level security;

-- Votes of riders with an account on an incident, one each. Single votes are never public. A withdrawn vote keeps its
-- row, with a null vote: its rider still may not decide the dispute, and repeated changes are rate limited.
create table app.incident_votes (
  incident_id uuid not null references app.incidents,
  user_id     uuid not null,
  vote        text check (vote in ('confirm', 'deny', 'over')),
  device_hash bytea,
  voted_at    timestamptz not null,
  -- Each change costs a minute; this is how far ahead of the current time they are.
  spent_until timestamptz not null,
  primary key (incident_id, user_id)
);
create index incident_votes_user on app.incident_votes (user_id, voted_at);

-- Votes of phones on which nobody is signed in, one each; they become nobody's when somebody signs in there.
create table app.device_votes (
  incident_id uuid not null references app.incidents,
  device_hash bytea not null,
  vote        text check (vote in ('confirm', 'deny', 'over')),
  -- A hash of the phone's network when it voted; the sweep erases it after a day, and from then on the vote has no weight.
  network     bytea,
  -- Whether it is among the votes of its network that are included in public counts (app.store_device_vote).
  counted     boolean not null,
  voted_at    timestamptz not null,
  spent_until timestamptz not null,
  primary key (incident_id, device_hash)
);
create index device_votes_device on app.device_votes (device_hash, voted_at);
create index device_votes_network on app.device_votes (network, voted_at) where network is not null;
create index device_votes_voted_at on app.device_votes (voted_at);

create sequence app.feed_version;

-- The public read model of what is live: only what may be public, coarsened when it is written, ready-made as JSON.
--
-- A row is shown from visible_from until visible_until. A point incident has one row. A coarse one may have two: the
-- current row, and its successor from the next full hour on, because a change at 14:20 would reveal the time of a
-- report. `pt` is plain (longitude, latitude): its GiST index finds the nearest k without any PostGIS call, and within
-- five degrees of the equator degrees are even enough for the order; metres are computed for the few rows found.
create table app.incident_feed (
  incident_id   uuid not null,
  visible_from  timestamptz not null,
  visible_until timestamptz not null,
  category      text not null,
  lat           float8 not null,
  lng           float8 not null,
  pt            point generated always as (app.plane_point(lat, lng)) stored,
  corridor_id   uuid,
  vehicle_id    uuid,
  last_seen_at  timestamptz not null,
  version       bigint not null default nextval('app.feed_version'),
  body          json not null,
  stop_ids      uuid[] not null default '{}',
  route_ids     uuid[] not null default '{}',
  primary key (incident_id, visible_from)
) with (fillfactor = 70);
-- Nearest first, and inside a box last seen first: both are walks of one of these two, with or without a category. A
-- hash, because btree_gist mixes texts: it read 2,053 pages to find that a million rows have none of a category.
create index incident_feed_pt on app.incident_feed using gist (pt, last_seen_at);
create index incident_feed_category_pt on app.incident_feed
  using gist (hashtextextended(category, 0), pt, last_seen_at);
create index incident_feed_latest on app.incident_feed (last_seen_at desc, incident_id desc);
create index incident_feed_category_latest on app.incident_feed (category, last_seen_at desc, incident_id desc);
create index incident_feed_vehicle on app.incident_feed (vehicle_id, last_seen_at desc, incident_id desc)
  where vehicle_id is not null;
create index incident_feed_corridor on app.incident_feed (corridor_id, last_seen_at desc, incident_id desc)
  where corridor_id is not null;
create index incident_feed_stops on app.incident_feed using gin (stop_ids);
create index incident_feed_routes on app.incident_feed using gin (route_ids);
create index incident_feed_ending on app.incident_feed (visible_until);

-- The same for incidents that are over: for an incident's own page and for the history of vehicles and corridors. Here
-- too a coarse one may have a current row and its successor.
create table app.incident_history (
  incident_id  uuid not null,
  visible_from timestamptz not null,
  visible_until timestamptz not null default 'infinity',
  category     text not null,
  lat          float8 not null,
  lng          float8 not null,
  corridor_id  uuid,
  vehicle_id   uuid,
  last_seen_at timestamptz not null,
  version      bigint not null default nextval('app.feed_version'),
  body         json not null,
  primary key (incident_id, visible_from)
);
create index incident_history_ending on app.incident_history (visible_until) where visible_until < 'infinity';
create index incident_history_vehicle on app.incident_history (vehicle_id, last_seen_at desc, incident_id desc)
  where vehicle_id is not null;
create index incident_history_corridor on app.incident_history (corridor_id, last_seen_at desc, incident_id desc)
  where corridor_id is not null;

create index incidents_vehicle_id on app.incidents (vehicle_id) where vehicle_id is not null;
alter table app.incidents enable row level security;
create index incident_votes_device on app.incident_votes (device_hash) where device_hash is not null;
alter table app.incident_votes enable row level security;
alter table app.device_votes enable row level security;
alter table app.incident_events enable row level security;
alter table app.incident_feed enable row level security;
alter table app.incident_history enable row level security;
