-- The tags of a rating. Rows, not code; a test compares the contract's list with the codes. Labels are in the app's
-- messages.
create table app.feedback_tags (
  code     text primary key,
  polarity text not null check (polarity in ('good', 'bad')),
  position smallint not null
);
alter table app.feedback_tags enable row level security;

insert into app.feedback_tags (position, code, polarity)
values
  (1,  'safe_driving', 'good'),
  (2,  'courteous',    'good'),
  (3,  'clean',        'good'),
  (4,  'on_time',      'good'),
  (5,  'fair_fare',    'good'),
  (6,  'reckless',     'bad'),
  (7,  'overloaded',   'bad'),
  (8,  'rude',         'bad'),
  (9,  'dirty',        'bad'),
  (10, 'late',         'bad'),
  (11, 'overcharged',  'bad'),
  (12, 'loud',         'bad');

-- One rider's rating of one ride. Private: it is public only as a part of a vehicle's figures, and the comment never.
-- Immutable once received.
create table app.feedback (
  id            uuid primary key,
  -- Null once the user deleted their account, and where nobody was signed in.
  rider_id      uuid,
  -- Whether somebody was signed in. Else the phone is the rider: it weighs less, see app.latest_feedback.
  signed_in     boolean not null default true,
  -- The phone, where the app registered it; erased with the account, and without one after 90 days.
  device_hash   bytea,
  -- Without an account: a hash of the phone's network, for a day. See app.weigh_rating_by_network.
  network       bytea,
  -- Identifies one rider of the vehicle: the rider's id, or one derived from the phone; after erasure a random id, so that their ratings
  -- still weigh once and those of one vehicle cannot be linked to those of another.
  voice         uuid not null,
  content_hash  bytea not null,
  vehicle_id    uuid not null references app.vehicles,
  route_id      uuid references app.routes,
  stars         int not null check (stars between 1 and 5),
  tags          text[] not null default '{}',
  comment       text check (char_length(comment) between 1 and 1000),
  -- What screening found in the comment, as for a report's note. For reviewers.
  comment_flags text[] not null default '{}',
  rode_at       timestamptz not null,
  received_at   timestamptz not null,
  -- Whether the account was new when it rated; see app.is_new_account.
  new_account   boolean not null,
  -- When it becomes countable: once the account has been known for a day, or a reviewer approved it; never, where the
  -- account was deleted before. Without an account: once the phone has been registered for a day; never, where its
  -- network had rated the vehicle often enough.
  counts_from   timestamptz not null,
  -- Whether the vehicle's published figures include it, and as of which instant. Not part of the rating's content.
  in_figures       boolean not null default false,
  in_figures_since timestamptz,
  state         text not null default 'received',
  state_reason  text,
  version       int not null default 1
);
create index feedback_rider on app.feedback (rider_id, received_at desc);
create index feedback_vehicle on app.feedback (vehicle_id, received_at desc);
create index feedback_device on app.feedback (device_hash, received_at desc) where device_hash is not null;
create index feedback_network on app.feedback (network, received_at) where network is not null;
create index feedback_in_figures on app.feedback (vehicle_id) where in_figures;
alter table app.feedback enable row level security;

-- The allowed transitions of a feedback. Only `app.move_feedback` changes a state.
insert into app.transitions (machine, from_state, to_state)
select 'feedback', m.* from (values
  ('received', 'counted'), ('received', 'held'),
  -- The first ratings of a burst were counted before it was detected.
  ('counted', 'held'),
  ('held', 'counted'), ('held', 'rejected'),
  ('counted', 'withdrawn'), ('held', 'withdrawn'),
  -- An undone decision.
  ('rejected', 'held')
) m;

-- Append-only: who moved a feedback, when and why. `actor` is null where the system did it.
create table app.feedback_events (
  id          bigint generated always as identity primary key,
  feedback_id uuid not null references app.feedback,
  at          timestamptz not null,
  from_state  text not null,
  to_state    text not null,
  reason      text,
  actor       uuid
);
create index feedback_events_feedback on app.feedback_events (feedback_id, id);
create index feedback_events_actor on app.feedback_events (actor) where actor is not null;
alter table app.feedback_events enable row level security;

-- The public figures of a vehicle's ratings, precomputed. One row per vehicle that was ever rated, inserted by its
-- first rating; it is also the lock on which all ratings of a vehicle queue.
create table app.vehicle_feedback_summaries (
  vehicle_id  uuid primary key references app.vehicles on delete cascade,
  -- Whether there are too few riders now to show anything; `figures` may still hold the last published ones.
  too_few     boolean not null default true,
  -- The last published figures, and the instant that they are as of; null: none were ever published.
  figures     jsonb,
  sentiment   jsonb,
  as_of       timestamptz,
  -- When the next reader recounts.
  valid_until timestamptz not null
);
alter table app.vehicle_feedback_summaries enable row level security;
