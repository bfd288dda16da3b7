-- One item in the review queue, of any kind. A decision closes it, and can be undone for a day; a later review of the
-- same subject gets a new entry. The claim's holder and expiry are columns, so an expired lease has no effect for any
-- reader. `version` counts changes that a reviewer has to see before deciding (it was escalated, it is closed), not
-- claims.
create table app.review_entries (
  id            uuid primary key default gen_random_uuid(),
  kind          text not null check (kind in ('report', 'feedback', 'collection_entry', 'dispute')),
  -- The report, feedback or collection entry; for a dispute, the incident.
  subject_id    uuid not null,
  -- The author of the subject, who may not decide on it; null without an account.
  author_id     uuid,
  -- Why it is in review, as a code: required by the category, a burst, three denying votes.
  reason        text not null,
  detail        jsonb not null default '{}',
  state         text not null default 'pending' check (state in (
    'pending', 'claimed', 'approved', 'approved_with_edits', 'changes_requested', 'rejected', 'duplicate', 'escalated',
    'withdrawn')),
  version       int not null default 1,
  claimed_by    uuid,
  claimed_until timestamptz,
  -- Who escalated it to another admin, and so may not decide on it.
  escalated_by  uuid,
  created_at    timestamptz not null,
  due_at        timestamptz not null,
  decided_at    timestamptz,
  decided_by    uuid,
  decision      jsonb not null default '{}',
  -- Whose it is, for colleagues; only a claim blocks others.
  assigned_to   uuid,
  -- The bulk decision that it was decided in, while that stands (app.review_batches).
  batch_id      uuid,
  -- In which time it is due, where that began again with a reversal.
  due_in        interval
);
create unique index review_entries_open on app.review_entries (kind, subject_id)
  where state in ('pending', 'claimed', 'escalated');
create index review_entries_due on app.review_entries (due_at, id) where state in ('pending', 'claimed', 'escalated');
create index review_entries_decided on app.review_entries (decided_at desc, id desc) where decided_at is not null;
create index review_entries_subject on app.review_entries (subject_id);
create index review_entries_author on app.review_entries (author_id, decided_at);
create index review_entries_assigned_to on app.review_entries (assigned_to) where assigned_to is not null;
create index review_entries_batch on app.review_entries (batch_id) where batch_id is not null;
create index review_entries_claimed_by on app.review_entries (claimed_by) where claimed_by is not null;
alter table app.review_entries enable row level security;

-- The allowed transitions of an entry. Only `app.move_review` changes a state. An expired claim can be taken over by
-- another admin, hence from claimed to claimed; a released one is pending again.
insert into app.transitions (machine, from_state, to_state)
select 'review', m.* from (values
  ('pending', 'claimed'), ('claimed', 'claimed'), ('escalated', 'claimed'), ('claimed', 'pending'),
  ('claimed', 'approved'), ('claimed', 'approved_with_edits'), ('claimed', 'changes_requested'),
  ('claimed', 'rejected'), ('claimed', 'duplicate'), ('claimed', 'escalated'),
  -- An undone decision. An entry that was escalated, claimed and released is pending already; undoing only ends the
  -- escalation.
  ('approved', 'pending'), ('approved_with_edits', 'pending'), ('changes_requested', 'pending'), ('rejected', 'pending'),
  ('duplicate', 'pending'), ('escalated', 'pending'), ('pending', 'pending'),
  ('pending', 'withdrawn'), ('claimed', 'withdrawn'), ('escalated', 'withdrawn')
) m;

-- Append-only: who moved an entry, when and why. `actor` is null where the author or the system did it. The note is the
-- reviewer's, and visible to admins only.
create table app.review_events (
  id          bigint generated always as identity primary key,
  entry_id    uuid not null references app.review_entries,
  at          timestamptz not null,
  -- Null when it entered the queue.
  from_state  text,
  to_state    text not null,
  actor       uuid,
  reason_code text,
  note        text check (char_length(note) between 1 and 1000)
);
create index review_events_entry on app.review_events (entry_id, id);
create index review_events_actor on app.review_events (actor) where actor is not null;
alter table app.review_events enable row level security;

-- Which entry an admin has open, and when their page last said so. One row per admin, never shown to others than
-- admins, and only for seconds.
create table app.review_viewers (
  admin_id uuid primary key,
  entry_id uuid not null references app.review_entries on delete cascade,
  seen_at  timestamptz not null
);
create index review_viewers_entry on app.review_viewers (entry_id);
alter table app.review_viewers enable row level security;

-- Snapshots of a subject just before and just after a decision, needed to undo it. Stored as long as it can be undone;
-- never shown.
create table app.review_snapshots (
  entry_id   uuid primary key references app.review_entries,
  decided_at timestamptz not null,
  before     jsonb not null,
  after      jsonb not null
);
create index review_snapshots_old on app.review_snapshots (decided_at);
alter table app.review_snapshots enable row level security;

-- One decision on several entries of one kind, made in one transaction. `size`: how many it decided.
create table app.review_batches (
  id         uuid primary key,
  decided_by uuid not null,
  decided_at timestamptz not null,
  kind       text not null,
  decision   text not null,
  size       int not null
);
alter table app.review_batches enable row level security;

-- What an admin asked a colleague to agree to: that a decision, which is too old to be undone by one, is reversed. It
-- ends by the agreement, by its withdrawal, or by time.
create table app.review_reversals (
  id        bigint generated always as identity primary key,
  entry_id  uuid not null references app.review_entries,
  asked_by  uuid not null,
  asked_at  timestamptz not null,
  reason    text not null check (char_length(reason) between 3 and 500),
  ended_at  timestamptz,
  agreed_by uuid
);
create unique index review_reversals_open on app.review_reversals (entry_id) where ended_at is null;
create index review_reversals_entry on app.review_reversals (entry_id, id);
alter table app.review_reversals enable row level security;

-- How long an admin can agree to a reversal.
create function app.reversal_window()
returns interval language sql immutable as $$
  select interval '7 days'
$$;

-- How long a decision can be undone.
create function app.undo_window()
returns interval language sql immutable as $$
  select interval '24 hours'
$$;

-- Why a reviewer did not simply approve, from a fixed list: the author sees the label in their language. A reason
-- without a kind applies to every kind. Rows, not code: the wording may be tuned.
create table app.review_reasons (
  kind      text check (kind in ('report', 'feedback', 'collection_entry', 'dispute')),
  code      text not null check (code ~ '^[a-z_]+$'),
  decisions text[] not null check (
    decisions <@ array['approved_with_edits', 'changes_requested', 'rejected', 'duplicate', 'escalated']),
  -- By language.
  label     jsonb not null,
  position  smallint not null,
  unique nulls not distinct (kind, code)
);
alter table app.review_reasons enable row level security;
insert into app.review_reasons (position, kind, code, decisions, label) values
  (1,  null, 'same_event',       '{duplicate}', '{"en": "The same was sent before.", "es": "Lo mismo ya se había enviado.", "sw": "Hili lilikwishatumwa."}'),
  (2,  null, 'not_sure',         '{escalated}', '{"en": "Another admin should look.", "es": "Debe verlo otra persona de administración.", "sw": "Msimamizi mwingine anapaswa kuangalia."}'),
  (3,  null, 'someone_in_danger', '{escalated}', '{"en": "Somebody may be in danger.", "es": "Puede haber alguien en peligro.", "sw": "Huenda mtu yuko hatarini."}'),
  (10, 'report', 'personal_data', '{approved_with_edits,rejected}', '{"en": "It tells who somebody is.", "es": "Dice quién es alguien.", "sw": "Linamtambulisha mtu."}'),
  (11, 'report', 'wrong_category', '{approved_with_edits,rejected}', '{"en": "It is another kind of incident.", "es": "Es otro tipo de incidente.", "sw": "Ni tukio la aina nyingine."}'),
  (12, 'report', 'wrong_place',  '{approved_with_edits,changes_requested,rejected}', '{"en": "The place cannot be right.", "es": "El lugar no puede ser correcto.", "sw": "Mahali hapawezi kuwa sahihi."}'),
  (13, 'report', 'unclear',      '{changes_requested,rejected}', '{"en": "It does not say what happened.", "es": "No dice qué pasó.", "sw": "Halielezi kilichotokea."}'),
  (14, 'report', 'not_transport', '{rejected}', '{"en": "It is not about public transport.", "es": "No trata del transporte público.", "sw": "Halihusu usafiri wa umma."}'),
  (15, 'report', 'false_report', '{rejected}', '{"en": "It did not happen like this.", "es": "No pasó así.", "sw": "Halikutokea hivi."}'),
  (16, 'report', 'abusive',      '{rejected}', '{"en": "It insults or threatens.", "es": "Insulta o amenaza.", "sw": "Linatukana au kutisha."}'),
  (20, 'feedback', 'personal_data', '{rejected}', '{"en": "It tells who somebody is.", "es": "Dice quién es alguien.", "sw": "Yanamtambulisha mtu."}'),
  (21, 'feedback', 'abusive',    '{rejected}', '{"en": "It insults or threatens.", "es": "Insulta o amenaza.", "sw": "Yanatukana au kutisha."}'),
  (22, 'feedback', 'not_a_ride', '{rejected}', '{"en": "It is not about a ride.", "es": "No trata de un viaje.", "sw": "Hayahusu safari."}'),
  (23, 'feedback', 'wrong_vehicle', '{rejected}', '{"en": "It is about another vehicle.", "es": "Trata de otro vehículo.", "sw": "Yanahusu gari lingine."}'),
  (24, 'feedback', 'campaign',   '{rejected}', '{"en": "It is part of a campaign.", "es": "Es parte de una campaña.", "sw": "Ni sehemu ya kampeni."}'),
  (30, 'collection_entry', 'photo_unreadable', '{changes_requested,rejected}', '{"en": "The photo cannot be read.", "es": "La foto no se puede leer.", "sw": "Picha haisomeki."}'),
  (31, 'collection_entry', 'plate_mismatch', '{approved_with_edits,changes_requested,rejected}', '{"en": "The plate is another one.", "es": "La placa es otra.", "sw": "Nambari ya gari ni nyingine."}'),
  (32, 'collection_entry', 'facts_missing', '{changes_requested,rejected}', '{"en": "Something is missing.", "es": "Falta algo.", "sw": "Kuna kitu kinakosekana."}'),
  (33, 'collection_entry', 'facts_wrong', '{approved_with_edits,changes_requested,rejected}', '{"en": "Something is not right.", "es": "Algo no es correcto.", "sw": "Kuna kitu si sahihi."}'),
  (34, 'collection_entry', 'not_there', '{rejected}', '{"en": "The surveyor was not there.", "es": "La persona de campo no estaba ahí.", "sw": "Mtafiti hakuwepo hapo."}'),
  -- In a dispute the decision is about the incident, not the votes against it: rejected, it is refuted.
  (40, 'dispute', 'not_so',      '{rejected}', '{"en": "It is not as it was reported.", "es": "No es como se reportó.", "sw": "Si kama ilivyoripotiwa."}'),
  (41, 'dispute', 'false_report', '{rejected}', '{"en": "It did not happen.", "es": "No pasó.", "sw": "Halikutokea."}'),
  (42, 'dispute', 'partly_right', '{approved_with_edits}', '{"en": "Only a part of it is wrong.", "es": "Solo una parte es incorrecta.", "sw": "Sehemu tu si sahihi."}');
