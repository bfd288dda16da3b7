-- What a rider can say of a ride with a tap. Rows, not code; a test compares the contract's list with the codes. The words
-- are in the app's messages.
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

-- One rider's rating of one ride. Private: the public learns of it only as a part of a vehicle's figures, and of the
-- comment nothing at all. What it says never changes once it is in.
create table app.feedback (
  id            uuid primary key,
  -- Null once the person deleted their account.
  rider_id      uuid,
  -- Who counts as one rider of the vehicle: the rider's id; after they are gone, a random one, so that their ratings
  -- still weigh once and nothing ties those of one vehicle to those of another.
  voice         uuid not null,
  content_hash  bytea not null,
  vehicle_id    uuid not null references app.vehicles,
  route_id      uuid references app.routes,
  stars         int not null check (stars between 1 and 5),
  tags          text[] not null default '{}',
  comment       text check (char_length(comment) between 1 and 1000),
  -- What screening found in the comment, as for a report's note. For the reviewer.
  comment_flags text[] not null default '{}',
  rode_at       timestamptz not null,
  received_at   timestamptz not null,
  -- Whether the account was new to us when it said this; see app.is_new_account.
  new_account   boolean not null,
  -- From when on it can be counted: when the account has been known for a day, or a reviewer let it pass; never, where the
  -- account was deleted before.
  counts_from   timestamptz not null,
  -- Whether the vehicle's published figures were counted with this one, and the instant as of which it came into them. Not
  -- part of what was said.
  in_figures       boolean not null default false,
  in_figures_since timestamptz,
  state         text not null default 'received',
  state_reason  text,
  version       int not null default 1
);
create index feedback_rider on app.feedback (rider_id, received_at desc);
create index feedback_vehicle on app.feedback (vehicle_id, received_at desc);
create index feedback_in_figures on app.feedback (vehicle_id) where in_figures;
alter table app.feedback enable row level security;

-- The legal moves of a feedback. `app.move_feedback` is the only one to change a state.
insert into app.transitions (machine, from_state, to_state)
select 'feedback', m.* from (values
  ('received', 'counted'), ('received', 'held'),
  -- The first of a burst were counted before anyone could know that it is one.
  ('counted', 'held'),
  ('held', 'counted'), ('held', 'rejected'),
  -- A decision undone.
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

-- What the public may know of a vehicle's ratings, ready to be read. One row per vehicle that was ever rated, written by
-- its first rating; it is also the lock on which all ratings of a vehicle queue.
create table app.vehicle_feedback_summaries (
  vehicle_id  uuid primary key references app.vehicles on delete cascade,
  -- Whether too few riders are behind it now to show anything; `figures` may still hold what was last published.
  too_few     boolean not null default true,
  -- The figures that were last published, and the instant that they are as of; null: there never were any.
  figures     jsonb,
  sentiment   jsonb,
  as_of       timestamptz,
  -- From then on the next reader counts again.
  valid_until timestamptz not null
);
alter table app.vehicle_feedback_summaries enable row level security;
