-- What admins are told at once, whatever page they are on. One per kind and subject, never deleted before 90 days.
create table app.admin_alerts (
  id         bigint generated always as identity primary key,
  at         timestamptz not null,
  kind       text not null check (kind in ('injury', 'assault', 'overdue', 'not_safe', 'feed_stopped', 'reversal')),
  -- The review entry, or for `not_safe` the assignment; null where the feed has stopped.
  subject_id uuid,
  -- For `not_safe` the event of the slot, for `reversal` the request: both may come again.
  event_id   bigint,
  -- The kind of entry, the title of an assignment, and what the surveyor wrote.
  detail     jsonb not null default '{}',
  unique (kind, subject_id, event_id)
);
create unique index admin_alerts_of_entry on app.admin_alerts (kind, subject_id) where event_id is null;
alter table app.admin_alerts enable row level security;

-- How an admin wants to be told, and how far they have read and been mailed.
create table app.admin_alert_settings (
  user_id      uuid primary key,
  mails        text not null default 'off' check (mails in ('off', 'at_once', 'digest')),
  locale       text not null default app.first_language(),
  read_to      bigint not null default 0,
  mailed_to    bigint not null default 0,
  mailed_at    timestamptz not null default '-infinity'
);
alter table app.admin_alert_settings enable row level security;
