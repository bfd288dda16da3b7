-- What we store about a user besides what the identity provider stores. A row exists once the user changed something.
create table app.profiles (
  user_id      uuid primary key,
  display_name text check (char_length(display_name) between 1 and 80),
  locale       text not null default app.first_language(),
  updated_at   timestamptz not null default now()
);
alter table app.profiles enable row level security;

-- Roles are stored only here: not in tokens, not in caches. Every signed-in user is a rider without a row.
create table app.user_roles (
  user_id    uuid not null,
  role       text not null check (role in ('surveyor', 'admin')),
  granted_at timestamptz not null default now(),
  primary key (user_id, role)
);
alter table app.user_roles enable row level security;

-- How often a user's roles were changed, so that two admins cannot overwrite each other's change. No row: never.
create table app.role_versions (
  user_id uuid primary key,
  version int not null check (version > 0)
);
alter table app.role_versions enable row level security;

-- Deleted accounts, as ids only, so that their remaining tokens and sessions are rejected. Permanent, because an issuer
-- may go on issuing tokens for a deleted subject.
create table app.deleted_users (
  user_id    uuid primary key,
  deleted_at timestamptz not null
);
alter table app.deleted_users enable row level security;

-- Accounts whose tokens are rejected until an admin reinstates them. Who did it and why is in the audit log.
create table app.suspended_users (
  user_id      uuid primary key,
  suspended_at timestamptz not null
);
alter table app.suspended_users enable row level security;

-- A phone or browser to which an app gave a device cookie. Only the SHA-256 of the cookie's random value is stored, so
-- this table cannot be used to impersonate a device.
create table app.devices (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  created_at timestamptz not null default now()
);
create index devices_created on app.devices (created_at);
alter table app.devices enable row level security;

-- Which account somebody signs in to with an OpenID Connect issuer: `subject` is the issuer's permanent id of the person.
create table app.external_identities (
  issuer    text not null check (char_length(issuer) between 1 and 255),
  subject   text not null check (char_length(subject) between 1 and 255),
  user_id   uuid not null,
  linked_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index external_identities_user on app.external_identities (user_id);
alter table app.external_identities enable row level security;
