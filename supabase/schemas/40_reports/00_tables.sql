-- What one rider saw. Private, and its content is immutable once accepted; where a reviewer corrected it before, `original`
-- stores the original values of the corrected fields. With a device and no reporter it came from a phone where nobody
-- was signed in; with neither, or once its author was erased, it is anonymous.
create table app.reports (
  id            uuid primary key,
  reporter_id   uuid,
  -- Its author was anonymized: `reporter_id` is a random id, under which reports that are counted together still count
  -- as one reporter's. It belongs to nobody.
  author_erased boolean not null default false,
  device_hash   bytea,
  -- Whether the account was less than a day old when this came, or there was none; see app.is_new_account.
  new_account   boolean not null default true,
  receipt_hash  bytea unique,
  content_hash  bytea not null,
  category      text not null references app.incident_categories,
  visibility    text not null check (visibility in ('private', 'aggregate', 'coarse', 'public')),
  injury        text check (injury in ('none', 'some', 'unknown')),
  occurred_at   timestamptz not null,
  -- The phone's clock was wrong in a way that leaves only a guess; see app.reckon_time.
  time_uncertain boolean not null default false,
  received_at   timestamptz not null,
  lat           float8 not null,
  lng           float8 not null,
  accuracy_m    float8 not null check (accuracy_m between 0 and 10000),
  stop_id       uuid references app.stops,
  corridor_id   uuid references app.corridors,
  vehicle_id    uuid references app.vehicles,
  vehicle_plate text,
  note          text check (char_length(note) between 1 and 2000),
  -- What screening found in the note ('phone', 'email', 'id_number'). For reviewers; notes are never public.
  note_flags    text[] not null default '{}',
  state         text not null default 'received',
  state_reason  text,
  -- The reviewer's question, its deadline, and the answer.
  asked         text,
  answer_by     timestamptz,
  answer        text check (char_length(answer) between 1 and 1000),
  original      jsonb,
  duplicate_of  uuid,
  incident_id   uuid references app.incidents,
  -- When it reached a final state. Retention counts from here.
  closed_at     timestamptz,
  place_erased_at timestamptz,
  -- The week in which it was counted, for reports that are public only as weekly counts.
  counted_week  date,
  version       int not null default 1
);
create index reports_closed on app.reports (closed_at) where state <> 'purged' and closed_at is not null;
create index reports_exact on app.reports (closed_at) where place_erased_at is null and closed_at is not null;
create index reports_plate on app.reports (vehicle_plate, received_at desc) where vehicle_plate is not null;
create index reports_uncounted on app.reports (closed_at)
  where visibility = 'aggregate' and state = 'accepted' and counted_week is null;
create index reports_unanswered on app.reports (answer_by) where state = 'needs_info';
create index reports_reporter on app.reports (reporter_id, received_at desc);
create index reports_device on app.reports (device_hash, received_at desc) where device_hash is not null;
create index sibling_reports on app.reports (category, occurred_at);
create index reports_incident on app.reports (incident_id);
create index reports_vehicle_id on app.reports (vehicle_id) where vehicle_id is not null;
alter table app.reports enable row level security;

alter table app.incident_merges add foreign key (trigger_report_id) references app.reports;

-- The allowed transitions of a report. Only `app.move_report` changes a state.
insert into app.transitions (machine, from_state, to_state)
select 'report', m.* from (values
  ('received', 'accepted'), ('received', 'in_review'), ('received', 'held'),
  ('in_review', 'accepted'), ('in_review', 'rejected'), ('in_review', 'needs_info'), ('in_review', 'duplicate'),
  ('held', 'in_review'),
  ('needs_info', 'in_review'), ('needs_info', 'rejected'),
  ('accepted', 'linked'),
  ('accepted', 'withdrawn'), ('linked', 'withdrawn'), ('in_review', 'withdrawn'), ('held', 'withdrawn'),
  ('needs_info', 'withdrawn'), ('rejected', 'withdrawn'), ('duplicate', 'withdrawn'),
  -- A decision undone: back to the previous state.
  ('accepted', 'in_review'), ('accepted', 'held'), ('linked', 'in_review'), ('linked', 'held'),
  ('rejected', 'in_review'), ('rejected', 'held'), ('duplicate', 'in_review'), ('duplicate', 'held'),
  ('needs_info', 'held'),
  ('linked', 'purged'), ('rejected', 'purged'), ('duplicate', 'purged'), ('withdrawn', 'purged'), ('accepted', 'purged')
) m;

-- Append-only: who moved a report, when and why. `actor` is null where the system did it.
create table app.report_events (
  id         bigint generated always as identity primary key,
  report_id  uuid not null references app.reports,
  at         timestamptz not null,
  from_state text not null,
  to_state   text not null,
  reason     text,
  actor      uuid
);
create index report_events_report on app.report_events (report_id, id);
create index report_events_actor on app.report_events (actor) where actor is not null;
alter table app.report_events enable row level security;
