-- What can be reported, and the rules of each kind. Rows, not code: a city may tune them.
create table app.incident_categories (
  code             text primary key,
  label_en         text not null,
  label_sw         text not null,
  icon             text not null,
  severity         smallint not null check (severity between 1 and 4),
  -- A report joins an incident seen less than this long ago; null: reports of this kind are never joined.
  join_within      interval,
  -- … within so many metres (of a coarse kind: in the same grid cell) …
  join_within_m    int,
  -- … and of the same vehicle, if this says so.
  join_same_vehicle boolean not null,
  -- Live so long after it was last seen, at most so long after it was first seen; null: never live.
  live_for         interval,
  live_cap         interval,
  -- Who may learn of it at most: everyone with its point, everyone with a coarse cell, or only weekly counts.
  visibility       text not null check (visibility in ('public', 'coarse', 'aggregate')),
  -- When a person looks first: never, always, or unless nobody was hurt.
  review           text not null check (review in ('never', 'always', 'unless_unhurt')),
  position         smallint not null
);
alter table app.incident_categories enable row level security;

insert into app.incident_categories
  (position, code, label_en, label_sw, icon, severity, join_within, join_within_m, join_same_vehicle, live_for, live_cap, visibility, review)
values
  (1,  'crash',            'Crash',            'Ajali',                 'crash',     4, '4 hours',    500,  false,     '4 hours',  '12 hours', 'public',    'unless_unhurt'),
  (2,  'hazard',           'Road hazard',      'Hatari barabarani',     'hazard',    2, '6 hours',    300,  false,     '6 hours',  '48 hours', 'public',    'never'),
  (3,  'road_block',       'Road blocked',     'Barabara imefungwa',    'block',     2, '6 hours',    300,  false,     '6 hours',  '48 hours', 'public',    'never'),
  (4,  'breakdown',        'Breakdown',        'Gari limeharibika',     'breakdown', 1, '2 hours',    300,  false,     '2 hours',  '6 hours',  'public',    'never'),
  (5,  'reckless_driving', 'Reckless driving', 'Uendeshaji hatari',     'reckless',  3, '45 minutes', 5000, true,      '1 hour',   '3 hours',  'public',    'never'),
  (6,  'overloading',      'Overloading',      'Kujaza abiria kupita kiasi', 'overload', 2, '45 minutes', 5000, true,      '1 hour', '3 hours', 'public',  'never'),
  (7,  'fare_dispute',     'Fare dispute',     'Mzozo wa nauli',        'fare',      1, '45 minutes', 5000, true,      '1 hour',   '3 hours',  'public',    'never'),
  (8,  'theft',            'Theft',            'Wizi',                  'theft',     3, '2 hours',    300,  false,     '24 hours', '48 hours', 'coarse',    'never'),
  (9,  'robbery',          'Robbery',          'Ujambazi',              'robbery',   4, '2 hours',    300,  false,     '24 hours', '48 hours', 'coarse',    'always'),
  (10, 'harassment',       'Harassment',       'Unyanyasaji',           'harassment', 4, null,        null, false,     null,       null,       'aggregate', 'always'),
  (11, 'assault',          'Assault',          'Shambulio',             'assault',   4, null,         null, false,     null,       null,       'aggregate', 'always');

-- What one or more reports have in common. The public reads incident_feed and incident_history only. A coarse incident
-- knows its cell and nothing finer, so that nothing computed from it can tell more; the exact places are in the reports.
create table app.incidents (
  id             uuid primary key default gen_random_uuid(),
  category       text not null references app.incident_categories,
  visibility     text not null check (visibility in ('public', 'coarse')),
  lifecycle      text not null default 'active'
                 check (lifecycle in ('active', 'resolved', 'expired', 'archived', 'merged', 'retracted')),
  gone_reason    text,
  merged_into    uuid references app.incidents,
  -- From when on the public is told that it is gone: at once, or for a coarse one from the next full hour on. And from
  -- when on it is told again, where a merge or a decision was undone. What it was gone for stays in gone_reason and merged_into.
  gone_at        timestamptz,
  back_at        timestamptz,
  corroboration  text not null default 'unverified'
                 check (corroboration in ('unverified', 'corroborated', 'verified', 'disputed', 'refuted')),
  lat            float8 not null,
  lng            float8 not null,
  pt             point generated always as (point(lng, lat)) stored,
  corridor_id    uuid references app.corridors,
  -- The vehicle that all its reports share, for kinds that are joined by vehicle; else the one that a reviewer named.
  vehicle_id     uuid references app.vehicles,
  vehicle_plate  text,
  -- What the first report said. Limits on joining and living count from here: if they counted from first_seen_at, a
  -- chain of back-dated reports could move an incident out of its own life.
  opened_seen_at timestamptz not null,
  first_seen_at  timestamptz not null,
  last_seen_at   timestamptz not null,
  expires_at     timestamptz not null,
  published_at   timestamptz,
  -- Votes count from here: a reviewer who decided a dispute has heard those before.
  votes_from     timestamptz not null default '-infinity',
  version        int not null default 1
) with (fillfactor = 80);
create index incidents_joinable on app.incidents using gist (pt) where lifecycle = 'active';
create index incidents_joinable_late on app.incidents using gist (pt) where lifecycle in ('active', 'expired');
create index incidents_vehicle on app.incidents (vehicle_plate, last_seen_at desc) where vehicle_plate is not null;
create index incidents_expiring on app.incidents (expires_at) where lifecycle = 'active';
create index incidents_archiving on app.incidents (expires_at) where lifecycle in ('resolved', 'expired');

-- Append-only: what happened to an incident, for reviewers and for the changes feed. Never holds a reporter.
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

-- The legal moves of an incident on its two axes. `app.move_incident` is the only one to change them.
insert into app.transitions (machine, from_state, to_state) values
  ('incident lifecycle', 'active', 'resolved'), ('incident lifecycle', 'active', 'expired'), ('incident lifecycle', 'resolved', 'archived'),
  ('incident lifecycle', 'expired', 'archived'),
  ('incident lifecycle', 'active', 'merged'), ('incident lifecycle', 'resolved', 'merged'), ('incident lifecycle', 'expired', 'merged'),
  ('incident lifecycle', 'archived', 'merged'),
  -- A merge undone: back to where it was, or to the end that its time has come to meanwhile.
  ('incident lifecycle', 'merged', 'active'), ('incident lifecycle', 'merged', 'resolved'), ('incident lifecycle', 'merged', 'expired'),
  ('incident lifecycle', 'merged', 'archived'),
  ('incident lifecycle', 'active', 'retracted'), ('incident lifecycle', 'resolved', 'retracted'), ('incident lifecycle', 'expired', 'retracted'),
  ('incident lifecycle', 'archived', 'retracted'),
  -- A decision undone that had taken it back.
  ('incident lifecycle', 'retracted', 'active'), ('incident lifecycle', 'retracted', 'resolved'), ('incident lifecycle', 'retracted', 'expired'),
  ('incident lifecycle', 'retracted', 'archived'),
  ('incident corroboration', 'unverified', 'corroborated'), ('incident corroboration', 'corroborated', 'unverified'),
  ('incident corroboration', 'unverified', 'disputed'), ('incident corroboration', 'corroborated', 'disputed'),
  ('incident corroboration', 'verified', 'disputed'), ('incident corroboration', 'unverified', 'verified'),
  ('incident corroboration', 'corroborated', 'verified'), ('incident corroboration', 'disputed', 'verified'),
  ('incident corroboration', 'disputed', 'refuted'), ('incident corroboration', 'refuted', 'disputed');

-- Which incident became part of which, what it was before and which reports it brought: what a reviewer needs who finds
-- within seven days that they were two after all.
create table app.incident_merges (
  id            bigint generated always as identity primary key,
  incident_id   uuid not null references app.incidents,
  into_id       uuid not null references app.incidents,
  merged_at     timestamptz not null,
  lifecycle     text not null,
  report_ids    uuid[] not null,
  -- The report that named the vehicle for the second time, where that made them one; null where an admin did.
  gathered_by   uuid,
  split_at      timestamptz,
  -- The version at which it was split, so that the same request sent again is known.
  split_version int
);
create index incident_merges_incident on app.incident_merges (incident_id, id desc);
create index incident_merges_gathered_by on app.incident_merges (gathered_by) where gathered_by is not null;
create index incident_merges_into on app.incident_merges (into_id) where split_at is null;
alter table app.incident_merges enable row level security;

-- What riders with an account say of an incident, one vote each. Never public one by one. The row of a vote that was taken
-- back stays, without a vote: whoever voted does not decide on a dispute, and changing it again and again has a limit.
create table app.incident_votes (
  incident_id uuid not null references app.incidents,
  user_id     uuid not null,
  vote        text check (vote in ('confirm', 'deny', 'over')),
  device_hash bytea,
  voted_at    timestamptz not null,
  -- Each change costs a minute; this is how far ahead of the clock they have come.
  spent_until timestamptz not null,
  primary key (incident_id, user_id)
);
create index incident_votes_user on app.incident_votes (user_id, voted_at);

create sequence app.feed_version;

-- The public read model of what is live: only what may be public, coarsened when it is written, ready-made as JSON.
--
-- A row is shown from visible_from until visible_until. A point incident has one row. A coarse one may have two: the row
-- that is shown now, and its successor from the next full hour on, because a change at 14:20 would tell the time of a
-- report. `pt` is plain (longitude, latitude): its GiST index answers "the nearest k" without any PostGIS call, and
-- within five degrees of the equator degrees are even enough for the order; metres are computed on the few found.
create table app.incident_feed (
  incident_id   uuid not null,
  visible_from  timestamptz not null,
  visible_until timestamptz not null,
  category      text not null,
  lat           float8 not null,
  lng           float8 not null,
  pt            point generated always as (point(lng, lat)) stored,
  corridor_id   uuid,
  vehicle_id    uuid,
  last_seen_at  timestamptz not null,
  version       bigint not null default nextval('app.feed_version'),
  body          json not null,
  primary key (incident_id, visible_from)
) with (fillfactor = 70);
create index incident_feed_pt on app.incident_feed using gist (pt);
create index incident_feed_latest on app.incident_feed (last_seen_at desc, incident_id desc);
create index incident_feed_vehicle on app.incident_feed (vehicle_id) where vehicle_id is not null;
create index incident_feed_corridor on app.incident_feed (corridor_id) where corridor_id is not null;
create index incident_feed_ending on app.incident_feed (visible_until);

-- The same of what is over: for an incident's own page and for the history of vehicles and corridors. Here too a coarse
-- one may have a row that is shown and its successor.
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
create index incident_history_vehicle on app.incident_history (vehicle_id, last_seen_at desc) where vehicle_id is not null;
create index incident_history_corridor on app.incident_history (corridor_id, last_seen_at desc) where corridor_id is not null;

alter table app.incidents enable row level security;
create index incident_votes_device on app.incident_votes (device_hash) where device_hash is not null;
alter table app.incident_votes enable row level security;
alter table app.incident_events enable row level security;
alter table app.incident_feed enable row level security;
alter table app.incident_history enable row level security;
