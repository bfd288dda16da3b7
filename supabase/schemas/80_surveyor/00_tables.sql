-- The location of field work: a point from GPS, or a stop and then its point with an accuracy of 250 m.
create type app.field_place as (
  lat        float8,
  lng        float8,
  accuracy_m float8,
  stop_id    uuid
);

-- One stretch of field work. The client generates the id and sends the start time, so that a day of offline work
-- arrives as one session. `surveyor_id` is null once the account is deleted.
--
-- `open_until` is when it counts as abandoned unless it is touched before: three hours after the last touch, 14 hours
-- after the start at the latest. An open row past it is abandoned for every reader; the stored state changes with the
-- next write.
create table app.surveyor_sessions (
  id           uuid primary key,
  surveyor_id  uuid,
  content_hash bytea not null,
  started_at   timestamptz not null,
  received_at  timestamptz not null,
  touched_at   timestamptz not null,
  open_until   timestamptz not null,
  ended_at     timestamptz,
  place        app.field_place,
  state        text not null default 'open',
  version      int not null default 1,
  check (open_until <= started_at + interval '14 hours'),
  check ((state = 'ended') = (ended_at is not null))
);
create unique index surveyor_sessions_open on app.surveyor_sessions (surveyor_id) where state = 'open';
create index surveyor_sessions_surveyor on app.surveyor_sessions (surveyor_id, started_at desc);
alter table app.surveyor_sessions enable row level security;

-- The allowed transitions of a session. Only `app.move_session` changes a state.
insert into app.transitions (machine, from_state, to_state)
select 'surveyor_session', m.* from (values
  ('open', 'ended'), ('open', 'abandoned'), ('abandoned', 'ended')
) m;

-- Append-only. `actor` is null for timeouts.
create table app.surveyor_session_events (
  id         bigint generated always as identity primary key,
  session_id uuid not null references app.surveyor_sessions,
  at         timestamptz not null,
  from_state text not null,
  to_state   text not null,
  reason     text,
  actor      uuid
);
create index surveyor_session_events_session on app.surveyor_session_events (session_id, id);
create index surveyor_session_events_actor on app.surveyor_session_events (actor) where actor is not null;
alter table app.surveyor_session_events enable row level security;

-- A part of the map between two parallels and two meridians, in degrees.
create type app.field_area as (
  south float8,
  west  float8,
  north float8,
  east  float8
);

-- A piece of field work that an admin requests, at a place, in an area, along a corridor or on a route. The texts are
-- in the first language of the city; those in the second one are null if missing.
create table app.assignments (
  id           uuid primary key default gen_random_uuid(),
  kind         text not null check (kind in ('stage_count', 'vehicle_survey')),
  title        text not null check (char_length(title) between 1 and 120),
  instructions text not null check (char_length(instructions) <= 2000),
  title_sw     text check (char_length(title_sw) between 1 and 120),
  instructions_sw text check (char_length(instructions_sw) between 1 and 2000),
  place        app.field_place,
  area         app.field_area,
  corridor_id  uuid references app.corridors,
  route_id     uuid references app.routes,
  -- After this no slot can be claimed any more; claimed ones can still be handed in.
  due_at       timestamptz,
  created_at   timestamptz not null,
  created_by   uuid,
  -- No slot can be claimed from here on; claimed ones can still be handed in.
  closed_at    timestamptz,
  closed_by    uuid,
  close_reason text check (char_length(close_reason) between 3 and 500),
  -- What each slot is asked for: vehicles to record and minutes to count; null: no number. `facts_asked`: what an entry
  -- is asked for beside the plate; empty: anything.
  vehicles_asked int check (vehicles_asked between 1 and 500),
  minutes_asked int check (minutes_asked between 5 and 720),
  facts_asked  text[] not null default '{}',
  check ((place).lat is not null or (area).south is not null or corridor_id is not null or route_id is not null),
  check ((closed_at is null) = (close_reason is null)),
  check (minutes_asked is null or kind = 'stage_count')
);
create index assignments_open on app.assignments (coalesce(due_at, 'infinity')) where closed_at is null;
create index assignments_created on app.assignments (created_at desc, id desc);
alter table app.assignments enable row level security;

-- Fencing tokens, increasing with every claim of any slot: a claim with a smaller token than the slot's is outdated.
create sequence app.fencing_tokens;

-- One claimable place in an assignment, with its current claim. `held_until` is the end of the lease of a claimed slot,
-- and of the reservation of a returned one; past it the slot is open for every reader, or handed in where something was
-- recorded under its claim.
create table app.assignment_slots (
  id            uuid primary key default gen_random_uuid(),
  assignment_id uuid not null references app.assignments,
  n             int not null check (n between 1 and 50),
  state         text not null default 'open',
  reason        text,
  version       int not null default 1,
  holder_id     uuid,
  session_id    uuid references app.surveyor_sessions,
  token         bigint unique,
  offline       boolean not null default false,
  -- Whether an entry has arrived under the claim. Denormalized, so that a concurrent claim sees it under the row's
  -- lock.
  has_entries   boolean not null default false,
  claimed_at    timestamptz,
  held_until    timestamptz,
  unique (assignment_id, n),
  check (state <> 'claimed' or (holder_id is not null and token is not null and claimed_at is not null
                                and held_until <= claimed_at + interval '12 hours'))
);
create unique index assignment_slots_one_each on app.assignment_slots (holder_id, assignment_id) where state = 'claimed';
create index assignment_slots_holder on app.assignment_slots (holder_id);
alter table app.assignment_slots enable row level security;

-- The allowed transitions of a slot. `released`, `expired` and `rejected` are transient: the slot is open again
-- immediately.
insert into app.transitions (machine, from_state, to_state)
select 'slot', m.* from (values
  ('open', 'claimed'), ('claimed', 'submitted'), ('claimed', 'released'), ('claimed', 'expired'), ('claimed', 'blocked'),
  ('submitted', 'approved'), ('submitted', 'changes_requested'), ('submitted', 'rejected'),
  ('changes_requested', 'submitted'), ('changes_requested', 'expired'),
  ('rejected', 'open'), ('expired', 'open'), ('released', 'open'),
  -- An admin made it claimable again.
  ('blocked', 'open'),
  -- An undone decision.
  ('approved', 'submitted'), ('open', 'submitted')
) m;

-- Append-only. `token` is the claim under which it happened: it identifies the holder after the slot was claimed again.
create table app.slot_events (
  id         bigint generated always as identity primary key,
  slot_id    uuid not null references app.assignment_slots,
  at         timestamptz not null,
  from_state text not null,
  to_state   text not null,
  reason     text,
  actor      uuid,
  token      bigint,
  -- What the surveyor wrote about why the work is impossible. Only admins read it.
  note       text
);
create unique index slot_events_claim on app.slot_events (token) where to_state = 'claimed';
create index slot_events_slot on app.slot_events (slot_id, id);
create index slot_events_actor on app.slot_events (actor);
alter table app.slot_events enable row level security;

-- What a surveyor recorded about one vehicle, in the original: `facts` is immutable. The approved facts are in
-- app.vehicle_facts.
create table app.collection_entries (
  id           uuid primary key,
  surveyor_id  uuid,
  content_hash bytea not null,
  session_id   uuid not null references app.surveyor_sessions,
  slot_id      uuid references app.assignment_slots,
  token        bigint,
  -- The entry that this one corrects, returned or not decided yet.
  revises      uuid unique references app.collection_entries,
  plate_key    text not null,
  facts        jsonb not null,
  captured_at  timestamptz not null,
  received_at  timestamptz not null,
  place        app.field_place,
  note         text check (char_length(note) between 1 and 2000),
  note_flags   text[] not null default '{}',
  -- Whether that plate was already recorded on that day when this one arrived.
  seen_before  boolean not null,
  -- It arrived after its session was over, or under a lease that had expired or was released …
  late         boolean not null,
  -- … and the slot has been claimed by somebody else since.
  contested    boolean not null,
  state        text not null default 'submitted',
  -- Of the last decision: reason code, the reviewer's note, the facts to check again.
  reason       text,
  reason_note  text,
  reason_facts text[] not null default '{}',
  decided_at   timestamptz,
  vehicle_id   uuid references app.vehicles,
  version      int not null default 1,
  -- What may be wrong with it, for the reviewer; nothing is rejected for it. See app.quality_flags.
  quality_flags text[] not null default '{}'
);
create index collection_entries_surveyor on app.collection_entries (surveyor_id, received_at desc, id desc);
create index collection_entries_session on app.collection_entries (session_id);
create index collection_entries_token on app.collection_entries (token);
create index collection_entries_plate on app.collection_entries (plate_key, captured_at);
create index collection_entries_vehicle_id on app.collection_entries (vehicle_id) where vehicle_id is not null;
alter table app.collection_entries enable row level security;

-- Whether an entry in this state waits for a decision.
create function app.is_undecided(p_state text)
returns boolean immutable
return p_state in ('submitted', 'in_review', 'held');
alter table app.vehicle_facts add foreign key (entry_id) references app.collection_entries;
alter table app.vehicle_facts add foreign key (session_id) references app.surveyor_sessions;

-- The allowed transitions of an entry. `replaced`: a newer one corrects it. `withdrawn`: its surveyor took it back.
insert into app.transitions (machine, from_state, to_state)
select 'collection_entry', m.* from (values
  ('submitted', 'in_review'), ('submitted', 'held'), ('held', 'in_review'),
  ('in_review', 'approved'), ('in_review', 'changes_requested'), ('in_review', 'rejected'),
  ('changes_requested', 'replaced'),
  ('in_review', 'withdrawn'), ('held', 'withdrawn'), ('changes_requested', 'withdrawn'),
  -- A decision undone: back to the previous state. The surveyor may have sent a correction offline meanwhile.
  ('approved', 'in_review'), ('approved', 'held'), ('changes_requested', 'in_review'), ('changes_requested', 'held'),
  ('rejected', 'in_review'), ('rejected', 'held'), ('in_review', 'replaced'), ('held', 'replaced')
) m;

-- Append-only.
create table app.collection_entry_events (
  id         bigint generated always as identity primary key,
  entry_id   uuid not null references app.collection_entries,
  at         timestamptz not null,
  from_state text not null,
  to_state   text not null,
  reason     text,
  actor      uuid
);
create index collection_entry_events_entry on app.collection_entry_events (entry_id, id);
create index collection_entry_events_actor on app.collection_entry_events (actor) where actor is not null;
alter table app.collection_entry_events enable row level security;

-- What a surveyor counted at a stage, in the original: a tap is one vehicle, with its route (null: none of the listed
-- ones) and the seconds since the start. Seconds in pauses are not counted. Immutable, and not reviewed: no fact of a
-- vehicle follows from it. `surveyor_id` is null once the account is deleted.
create table app.stage_counts (
  id           uuid primary key,
  surveyor_id  uuid,
  content_hash bytea not null,
  session_id   uuid not null references app.surveyor_sessions,
  slot_id      uuid references app.assignment_slots,
  token        bigint,
  started_at   timestamptz not null,
  ended_at     timestamptz not null,
  received_at  timestamptz not null,
  counted_s    int not null check (counted_s >= 0),
  pauses       jsonb not null,
  taps         jsonb not null,
  place        app.field_place,
  note         text check (char_length(note) between 1 and 2000),
  -- It arrived after its session was over, or under a lease that had expired or was released.
  late         boolean not null,
  check (ended_at between started_at and started_at + interval '14 hours')
);
create index stage_counts_surveyor on app.stage_counts (surveyor_id, received_at desc);
create index stage_counts_session on app.stage_counts (session_id);
create index stage_counts_token on app.stage_counts (token);
alter table app.stage_counts enable row level security;
