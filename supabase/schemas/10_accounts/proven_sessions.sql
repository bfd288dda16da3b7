-- What was proven in a session of Supabase Auth beside its sign-in. The token names the session, and refreshing it keeps
-- the name.
create table app.proven_sessions (
  session_id       uuid primary key,
  user_id          uuid not null,
  second_factor_at timestamptz,
  password_at      timestamptz
);
create index proven_sessions_user on app.proven_sessions (user_id);
alter table app.proven_sessions enable row level security;

-- The session that the caller's token names; null for tokens of other issuers, who have a second factor of their own.
create function app.session_id()
returns uuid stable
return app.uuid_or_null(app.claims() ->> 'session_id');
