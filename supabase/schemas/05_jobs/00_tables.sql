-- What the worker still has to do outside the database: mails, webhooks, push messages, pictures to delete. A row is
-- written in the transaction of its cause, and deleted once the effect has been confirmed. `task` names what to do, `key`
-- what it is about; the content is read when it is sent, so it never says what is no longer true.
create table app.jobs (
  -- The same at every attempt, so that a receiver recognizes a repetition. Another one when the job is asked for again.
  id         uuid primary key default gen_random_uuid(),
  task       text not null check (task in ('account_mail', 'admin_mail', 'report_mail', 'admin_webhook', 'push', 'erase_photo',
                                            'erase_photo_again', 'webhook')),
  key        text not null,
  -- Whom it waits for: the task, the push service, or the webhook. A worker has so many of each at once that none delays another.
  lane       text not null,
  -- When to try (again). While a worker has the job this is when another one may take it.
  due_at     timestamptz not null,
  attempts   int not null default 0,
  is_running boolean not null default false,
  -- When to do it once more, because it was asked for again while a worker had it.
  again_at   timestamptz,
  -- When and why the last attempt failed. It names no person.
  failed_at  timestamptz,
  error      text check (char_length(error) <= 200),
  unique (task, key)
);
create index jobs_due on app.jobs (lane, due_at);
alter table app.jobs enable row level security;
