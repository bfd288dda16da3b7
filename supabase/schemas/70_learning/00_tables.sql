-- Courses, and the progress of each user in them.
--
-- A course is published as whole versions that never change: a user who has begun one keeps its lessons and questions,
-- and completed items keep their meaning. Names of modules, lessons and questions are stable across versions; texts are
-- stored by language, `{"en": …, "sw": …}`.
create table app.courses (
  id             uuid primary key,
  slug           text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 80),
  position       int not null,
  newest_version int not null
);
alter table app.courses enable row level security;

create table app.course_versions (
  course_id    uuid not null references app.courses (id),
  version      int not null check (version > 0),
  title        jsonb not null,
  summary      jsonb not null,
  content_hash bytea not null,
  published_at timestamptz not null,
  primary key (course_id, version),
  -- A drawing as SVG.
  cover        text
);
alter table app.course_versions enable row level security;

create table app.module_versions (
  module_id uuid not null,
  course_id uuid not null,
  version   int not null,
  slug      text not null,
  position  int not null,
  title     jsonb not null,
  summary   jsonb not null,
  -- [{"slug", "minutes", "title": {…}, "text": {…}, "picture": "<svg …"}], the text in Markdown.
  lessons   jsonb not null,
  -- [{"key", "kind", "text": {…}, "options": [{"key", "text": {…}, "picture"?: "<svg …"}]}]
  questions jsonb not null,
  -- {"<question key>": {"right": ["<option key>"], "explanation": {…}, "lesson": "<slug>"}}. Stored beside the
  -- questions and not in them, so that code that returns a course cannot send these along by mistake.
  answers   jsonb not null,
  -- The completion rule: every item that has to be completed. The lessons' slugs, then `quiz`.
  items     text[] not null,
  primary key (module_id, version),
  unique (course_id, version, position),
  foreign key (course_id, version) references app.course_versions
);
alter table app.module_versions enable row level security;

create function app.refuse_change()
returns trigger language plpgsql set search_path = '' as $$
begin
  raise exception 'A published version never changes: %', tg_table_name;
end
$$;
create trigger published_for_good before update or delete on app.course_versions
  for each row execute function app.refuse_change();
create trigger published_for_good before update or delete on app.module_versions
  for each row execute function app.refuse_change();

-- Enrolments, in the version that was the newest, or that the user had read, when they began. Every write of a user's
-- progress in a course locks this row.
create table app.enrolments (
  user_id      uuid not null,
  course_id    uuid not null,
  version      int not null,
  started_at   timestamptz not null,
  completed_at timestamptz,
  primary key (user_id, course_id),
  foreign key (course_id, version) references app.course_versions
);
alter table app.enrolments enable row level security;

-- Completed items. Append-only: rows never change, so two devices merge to the union.
create table app.completed_items (
  user_id      uuid not null,
  course_id    uuid not null,
  module_id    uuid not null,
  item         text not null,
  completed_at timestamptz not null,
  primary key (user_id, module_id, item),
  foreign key (user_id, course_id) references app.enrolments on delete cascade
);
create index completed_items_course on app.completed_items (user_id, course_id);
alter table app.completed_items enable row level security;

-- Graded attempts at a quiz. The same answers to the same version are one attempt however often they are sent, which
-- makes retries safe.
create table app.quiz_attempts (
  user_id       uuid not null,
  course_id     uuid not null,
  module_id     uuid not null,
  version       int not null,
  answers_hash  bytea not null,
  answers       jsonb not null,
  right_answers int not null,
  questions     int not null,
  at            timestamptz not null,
  primary key (user_id, module_id, version, answers_hash),
  foreign key (user_id, course_id) references app.enrolments on delete cascade,
  foreign key (module_id, version) references app.module_versions
);
alter table app.quiz_attempts enable row level security;

-- An attempt that is answered question by question. Each answer is fixed before its feedback is returned; the last one
-- grades the attempt and deletes this row. At most one per user and quiz, continued on any device.
create table app.open_quiz_attempts (
  user_id    uuid not null,
  course_id  uuid not null,
  module_id  uuid not null,
  version    int not null,
  answers    jsonb not null,
  started_at timestamptz not null,
  primary key (user_id, module_id),
  foreign key (user_id, course_id) references app.enrolments on delete cascade,
  foreign key (module_id, version) references app.module_versions
);
alter table app.open_quiz_attempts enable row level security;

-- Proof of a completed course by this code, for third parties. It reveals nothing about the person and cannot be
-- guessed.
create table app.certificates (
  code      text primary key check (code ~ '^[0-9A-HJKMNP-TV-Z]{5}(-[0-9A-HJKMNP-TV-Z]{5}){3}$'),
  user_id   uuid not null,
  course_id uuid not null,
  -- The version that was completed; the user may have moved to a newer one.
  version   int not null,
  issued_at timestamptz not null,
  unique (user_id, course_id),
  foreign key (user_id, course_id) references app.enrolments on delete cascade,
  foreign key (course_id, version) references app.course_versions
);
alter table app.certificates enable row level security;

-- How much a user wants to learn: a goal that they set themselves, in items (lessons and quizzes) a week.
create table app.learning_goals (
  user_id        uuid primary key,
  items_per_week int not null check (items_per_week between 1 and 30),
  chosen_at      timestamptz not null
);
alter table app.learning_goals enable row level security;
