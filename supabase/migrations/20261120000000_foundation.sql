-- Generated from supabase/schemas and frozen. To change the database: docs/add-an-endpoint.md, "Change the database".

-- supabase/schemas/00_base/00_schemas.sql

-- Two schemas: `api` holds one function per use case and is the only one reachable from outside; `app` holds tables,
-- policies and helpers, and only the owner has access to it.
--
-- The roles anon, authenticated and service_role exist before this runs (every Supabase project has them).
create schema if not exists extensions;
create extension if not exists postgis with schema extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists "uuid-ossp" with schema extensions;

create schema if not exists app;
create schema if not exists api;

-- The roles anon, authenticated and service_role exist before this runs (every Supabase project has them). A new
-- function is executable by nobody until its file grants it. `anon` is granted nothing at all.
alter default privileges revoke execute on functions from public;
revoke all on schema app from public;
revoke all on schema api from public;
grant usage on schema api to authenticated, service_role;

-- supabase/schemas/00_base/burst_limits.sql

-- Burst limits for accounts, phones and networks: how many items of one kind may arrive within a time span before they
-- count as a burst. A rule with several spans applies each of them. `per_known` raises the limit for each known phone
-- that reported from the same network that day.
create table app.burst_limits (
  rule      text not null,
  span      interval not null,
  allowed   int not null check (allowed > 0),
  per_known numeric not null default 0,
  primary key (rule, span)
);
alter table app.burst_limits enable row level security;
insert into app.burst_limits (rule, span, allowed, per_known) values
  -- Complaints about one vehicle, of one kind, from new accounts or from phones without an account.
  ('complaint',     '2 hours',    2,   0),
  -- Ratings of one sentiment by new accounts on one vehicle.
  ('rating',        '24 hours',   2,   0),
  -- Reports of one known phone that are weighted as known; any beyond these are weighted as new.
  ('known_phone',   '1 hour',     2,   0),
  -- Reports of new phones on one network: of one kind at one place; shown immediately; accepted at all.
  ('network_alike', '1 hour',     2,   0),
  ('network_live',  '10 minutes', 5,   0.05),
  ('network_live',  '1 hour',     12,  0.2),
  ('network_live',  '1 day',      40,  1),
  ('network_taken', '10 minutes', 100, 0.2),
  ('network_taken', '1 hour',     480, 0.5),
  ('network_taken', '1 day',      1500, 2);

-- A rule with one span.
create function app.burst_limit(p_rule text)
returns app.burst_limits language plpgsql stable set search_path = '' as $$
declare
  v_limit app.burst_limits;
begin
  select * into strict v_limit from app.burst_limits l where l.rule = p_rule;
  return v_limit;
end
$$;

-- When a rule next allows one more, given the times of the earlier ones, latest first. Null: now.
create function app.room_at(p_rule text, p_times timestamptz[], p_phones bigint default 0)
returns timestamptz language plpgsql stable set search_path = '' as $$
begin
  return (select max(p_times[l.allowed + floor(l.per_known * p_phones)::int] + l.span)
            from app.burst_limits l where l.rule = p_rule);
end
$$;

-- supabase/schemas/00_base/caller.sql

-- The caller. Never use auth.uid(): it fails on subjects of other OpenID Connect issuers, which need not be UUIDs.

create function app.claims()
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return nullif(current_setting('request.jwt.claims', true), '')::jsonb;
end
$$;

-- Parse a UUID; null for any other text.
create function app.uuid_or_null(p_text text)
returns uuid language plpgsql immutable set search_path = '' as $$
begin
  return case when p_text ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then p_text::uuid end;
end
$$;

-- The user that the token names, or null where nobody is signed in. A UUID subject is used unchanged; any other becomes
-- the UUIDv5 (RFC 9562) of issuer and subject, so that the same user always has the same id.
create function app.token_user()
returns uuid language plpgsql stable set search_path = '' as $$
declare
  v_claims  jsonb := app.claims();
  v_subject text := v_claims ->> 'sub';
begin
  if v_subject is null or v_claims ->> 'role' is distinct from 'authenticated' then
    return null;
  end if;
  return coalesce(app.uuid_or_null(v_subject), extensions.uuid_generate_v5(
    extensions.uuid_generate_v5(extensions.uuid_ns_url(), coalesce(v_claims ->> 'iss', '')), v_subject));
end
$$;

-- A token is valid for up to an hour, which can outlast its account and its session: the user may delete the account,
-- or end the session by signing out or by changing the password. The token is rejected from then on. Supabase Auth puts
-- the session id in each token and deletes its row when the session ends. Tokens of other issuers name no session and
-- are valid until they expire.
-- Fails with: invalid_token
create function app.refuse_ended(p_user uuid)
returns void language plpgsql stable set search_path = '' as $$
declare
  v_session text := app.claims() ->> 'session_id';
begin
  if exists (select from app.deleted_users d where d.user_id = p_user)
     or v_session is not null and not exists (
          select from auth.sessions s where s.id = app.uuid_or_null(v_session) and s.user_id = p_user) then
    perform app.fail('invalid_token');
  end if;
end
$$;

-- The caller's id, or null where no person is signed in.
-- Fails with: invalid_token (a deleted account, an ended session)
create function app.user_id()
returns uuid language plpgsql stable set search_path = '' as $$
declare
  v_user uuid := app.token_user();
begin
  if v_user is not null then
    perform app.refuse_ended(v_user);
  end if;
  return v_user;
end
$$;

-- For public reads: allows everyone except tokens of a deleted account or an ended session.
-- Fails with: invalid_token
create function app.admit_caller()
returns void language plpgsql stable set search_path = '' as $$
begin
  perform app.user_id();
end
$$;

-- The caller's id, for writes under that id: takes a shared lock, so a deletion of the account waits for this
-- transaction, and a later call sees that the account is gone. Volatile, because it has to read the state after the
-- wait.
-- Fails with: unauthenticated, invalid_token (a deleted account, an ended session)
create function app.require_user()
returns uuid language plpgsql set search_path = '' as $$
declare
  v_user uuid := app.token_user();
begin
  if v_user is null then
    perform app.fail('unauthenticated');
  end if;
  perform pg_advisory_xact_lock_shared(app.account_lock(v_user));
  perform app.refuse_ended(v_user);
  return v_user;
end
$$;

-- The lock that an account's deletion takes exclusively and every other operation of that user shares.
create function app.account_lock(p_user uuid)
returns bigint language plpgsql immutable set search_path = '' as $$
begin
  return hashtextextended(p_user::text, 7);
end
$$;

-- Whether one of our servers calls, with the secret key, on behalf of somebody who is not signed in.
create function app.is_server()
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return (app.claims() ->> 'role' = 'service_role') is true;
end
$$;

-- The caller's id, if they have the role now. Reads the table at every call, so a change takes effect immediately.
-- Fails with: unauthenticated, invalid_token, role_required
create function app.require_role(p_role text)
returns uuid language plpgsql set search_path = '' as $$
declare
  v_user uuid := app.require_user();
begin
  if not exists (select from app.user_roles r where r.user_id = v_user and r.role = p_role) then
    perform app.fail('role_required', jsonb_build_object('role', p_role));
  end if;
  return v_user;
end
$$;

-- The caller's id, for policies. A policy runs as the caller, who has no access to schema app, so this function runs as
-- its owner and is the only one there that callers may execute. It cannot be called from outside.
create function app.policy_user_id()
returns uuid language plpgsql stable security definer set search_path = '' as $$
begin
  return app.user_id();
end
$$;
grant execute on function app.policy_user_id to authenticated;

-- supabase/schemas/00_base/clock.sql

-- The current time, for every rule that depends on it. In production this is now(): the table is empty and only the
-- owner can write to it. Tests store an offset in it, so that "two hours later" needs no waiting.
create table app.clock (
  singleton boolean primary key default true check (singleton),
  shift     interval not null
);
alter table app.clock enable row level security;

-- The full hour that contains an instant. In UTC whatever the session's time zone: the caller can set that one, and
-- some zones have offsets of a fraction of an hour.
create function app.full_hour(p_at timestamptz)
returns timestamptz language plpgsql immutable set search_path = '' as $$
begin
  return date_trunc('hour', p_at at time zone 'UTC') at time zone 'UTC';
end
$$;

create function app.now()
returns timestamptz language plpgsql stable set search_path = '' as $$
begin
  return now() + coalesce((select c.shift from app.clock c), interval '0');
end
$$;

-- The time zone of the city that this runs for, used for days, weeks and times of day. To run it for another city,
-- change this and app.to_metric.
create function app.city_time(p_at timestamptz)
returns timestamp language plpgsql immutable set search_path = '' as $$
begin
  return p_at at time zone 'Africa/Nairobi';
end
$$;

-- The local day that contains an instant.
create function app.city_day(p_at timestamptz)
returns date language plpgsql immutable set search_path = '' as $$
begin
  return app.city_time(p_at)::date;
end
$$;

-- The instant at which a local day begins.
create function app.city_midnight(p_day date)
returns timestamptz language plpgsql immutable set search_path = '' as $$
begin
  return p_day::timestamp at time zone 'Africa/Nairobi';
end
$$;

-- supabase/schemas/00_base/distance.sql

-- Metres between two places on a sphere (haversine, mean radius 6,371,008.8 m), accurate to 0.5 %. Plain SQL without a
-- set clause, so that PostgreSQL can inline it; it references nothing outside pg_catalog.
create function app.distance_m(p_lat1 float8, p_lng1 float8, p_lat2 float8, p_lng2 float8)
returns float8 language sql immutable parallel safe as $$
  select 6371008.8 * 2 * asin(least(1, sqrt(
    power(sin(radians(p_lat2 - p_lat1) / 2), 2)
    + cos(radians(p_lat1)) * cos(radians(p_lat2)) * power(sin(radians(p_lng2 - p_lng1) / 2), 2))))
$$;

-- The bounding box of every place within that many metres, on the plain (longitude, latitude) plane of the `pt`
-- columns.
create function app.box_around(p_lat float8, p_lng float8, p_radius_m float8)
returns box language plpgsql immutable set search_path = '' as $$
declare
  v_dlat float8 := p_radius_m / 110574;
  v_dlng float8 := p_radius_m / (111320 * greatest(cos(radians(p_lat)), 0.01));
begin
  return box(point(p_lng - v_dlng, p_lat - v_dlat), point(p_lng + v_dlng, p_lat + v_dlat));
end
$$;

-- supabase/schemas/00_base/fail.sql

-- Raise an error that the domain package can parse, which rolls back the transaction.
--
-- The slug is a key of ERRORS in packages/domain/src/shared/errors.ts (a test compares the two lists); wording and HTTP
-- status live there. The SQLSTATE is one constant, never a status: PT400, because PostgREST and its lightweight
-- implementation pass message and detail through only for the PT class.
--
-- The detail has `path` and, for invalid_request, `code`, the problem of that field (a key of FIELD_PROBLEMS in
-- packages/domain/src/shared/field-problems.ts; invalid_value by default); or `errors`, a list of both.
create function app.fail(p_slug text, p_detail jsonb default null)
returns void language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = 'PT400', message = p_slug, detail = coalesce(p_detail::text, '');
end
$$;

-- For what does not exist, or is not visible to the caller. Fails with: not_found
create function app.require_found(p_exists boolean)
returns void language plpgsql set search_path = '' as $$
begin
  if p_exists is distinct from true then
    perform app.fail('not_found');
  end if;
end
$$;

-- One field of a request: its path, its problem code if it is invalid, and whether it is valid.
create type app.field_check as (
  path text,
  code text,
  fits boolean
);

-- Reject a request with all of its invalid fields together. Fails with: invalid_request
create function app.check_fields(p_checks app.field_check[])
returns void language plpgsql set search_path = '' as $$
declare
  v_errors jsonb := (select jsonb_agg(jsonb_build_object('path', c.path, 'code', c.code))
                       from unnest(p_checks) c where c.fits is distinct from true);
begin
  if v_errors is not null then
    perform app.fail('invalid_request', jsonb_build_object('errors', v_errors));
  end if;
end
$$;

-- Reject a transition of a state machine, with the current state and the states allowed from there.
-- Fails with: invalid_transition
create function app.refuse_move(p_from text, p_allowed text[])
returns void language plpgsql set search_path = '' as $$
begin
  perform app.fail('invalid_transition', jsonb_build_object('currentState', p_from, 'allowedTransitions', p_allowed));
end
$$;

-- Reject a request over its rate limit, with the seconds to wait; do nothing where there is no wait.
-- Fails with: rate_limited
create function app.refuse_until(p_free timestamptz)
returns void language plpgsql stable set search_path = '' as $$
begin
  if p_free > app.now() then
    perform app.fail('rate_limited', jsonb_build_object('retryAfterS', ceil(extract(epoch from p_free - app.now()))));
  end if;
end
$$;

-- supabase/schemas/00_base/page.sql

-- The page size: 20 by default, at most 100.
create function app.page_size(p_limit int)
returns int language plpgsql immutable set search_path = '' as $$
begin
  return least(greatest(coalesce(p_limit, 20), 1), 100);
end
$$;

-- A page of a list: `data`, and `next`, the keyset cursor of the last row if there is more. Rows come in as `{"row": …,
-- "key": …}`, one more than the page size if there is more.
create function app.page(p_rows jsonb[], p_limit int)
returns jsonb language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object(
    'data', (select coalesce(jsonb_agg(r.entry -> 'row' order by r.n), '[]')
               from unnest(p_rows) with ordinality r (entry, n) where r.n <= p_limit),
    'next', case when cardinality(p_rows) > p_limit then p_rows[p_limit] -> 'key' end);
end
$$;

-- A LIKE pattern that matches a text anywhere, with its wildcards escaped. Null, which matches nothing, for null.
create function app.like_pattern(p_text text)
returns text language plpgsql immutable set search_path = '' as $$
begin
  return '%' || regexp_replace(p_text, '([\\%_])', '\\\1', 'g') || '%';
end
$$;

-- The same for a name key. Null for a text without letters or digits.
create function app.like_pattern_of_key(p_text text)
returns text language plpgsql stable set search_path = '' as $$
begin
  return app.like_pattern(nullif(app.name_key(p_text), ''));
end
$$;

-- supabase/schemas/00_base/service.sql

-- Whether the database responds, when the public feed last changed, and for how many seconds the oldest due change has
-- been waiting. For readiness checks and a status page; public.
create function api.get_health()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_due timestamptz := (select min(d.due_at) from app.incident_changes_due d where d.due_at <= app.now());
begin
  return jsonb_build_object(
    'changedAt', (select app.instant(max(c.released_at)) from app.incident_changes c),
    'lagS', coalesce(extract(epoch from app.now() - v_due)::int, 0));
end
$$;
grant execute on function api.get_health to service_role;

-- The migration versions that this database has, or null where no migration history exists. A service checks this
-- before it starts, because code older than its database must not use it.
--
-- Definer: the history is in a schema that only the owner can access.
create function api.list_migrations()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  if to_regclass('supabase_migrations.schema_migrations') is null then
    return null;
  end if;
  return (select jsonb_agg(m.version order by m.version) from supabase_migrations.schema_migrations m);
end
$$;
grant execute on function api.list_migrations to service_role;

-- supabase/schemas/00_base/text.sql

-- Whether a name is one line of visible characters: no control characters, line breaks, bidirectional overrides or
-- private-use characters, so that it reads the same everywhere. `OneLine` in packages/domain/src/shared/shapes.ts has
-- the same rule and also rejects unassigned code points, which a database cannot recognize.
create function app.is_one_line(p_text text)
returns boolean language plpgsql immutable set search_path = '' as $$
begin
  return p_text !~ (
    '[\u0001-\u001f\u007f-\u009f\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f\u2028-\u202e'
    '\u2060-\u206f\ue000-\uf8ff\ufeff\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3'
    '\U0001d173-\U0001d17a\U000e0000-\U000e00ff\U000e01f0-\U0010ffff]');
end
$$;

-- That many random characters of Crockford's base 32, whose letters cannot be mistaken for digits: five random bits
-- each. For codes that people read and type. Two version 4 UUIDs hold 244 random bits; hashing spreads them evenly.
create function app.random_code(p_length int)
returns text language plpgsql volatile set search_path = '' as $$
declare
  v_random bytea := sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
begin
  return (
    select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', get_byte(v_random, i) % 32 + 1, 1), '' order by i)
      from generate_series(0, p_length - 1) i);
end
$$;

-- supabase/schemas/00_base/transitions.sql

-- The allowed transitions of every state machine: reports, review entries, ratings, slots, … Each noun inserts its own
-- next to its tables. `machine` is the noun, or one of its axes.
create table app.transitions (
  machine    text not null,
  from_state text not null,
  to_state   text not null,
  primary key (machine, from_state, to_state)
);
alter table app.transitions enable row level security;

-- The states that a state can change to.
create function app.next_states(p_machine text, p_from text)
returns text[] language plpgsql stable set search_path = '' as $$
begin
  return array(select t.to_state from app.transitions t where t.machine = p_machine and t.from_state = p_from order by 1);
end
$$;

-- Reject a transition that is not allowed. Fails with: invalid_transition
create function app.check_move(p_machine text, p_from text, p_to text)
returns void language plpgsql stable set search_path = '' as $$
begin
  if (p_to = any (app.next_states(p_machine, p_from))) is distinct from true then
    perform app.refuse_move(p_from, app.next_states(p_machine, p_from));
  end if;
end
$$;

-- supabase/schemas/10_accounts/00_tables.sql

-- What we store about a user besides what the identity provider stores. A row exists once the user changed something.
create table app.profiles (
  user_id      uuid primary key,
  display_name text check (char_length(display_name) between 1 and 80),
  locale       text not null default 'en' check (locale in ('en', 'sw')),
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

-- A phone or browser to which an app gave a device cookie. Only the SHA-256 of the cookie's random value is stored, so
-- this table cannot be used to impersonate a device.
create table app.devices (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  created_at timestamptz not null default now()
);
create index devices_created on app.devices (created_at);
alter table app.devices enable row level security;

-- supabase/schemas/10_accounts/change_roles.sql

-- The lock that serializes role changes and account deletions: the check for the last admin has to see earlier changes.
create function app.lock_roles()
returns void language plpgsql set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtext('user_roles'));
end
$$;

-- Reject removing the only admin. The caller holds the lock on roles.
-- Fails with: last_admin
create function app.require_remaining_admin(p_without uuid)
returns void language plpgsql set search_path = '' as $$
declare
  v_admins uuid[] := array(select r.user_id from app.user_roles r where r.role = 'admin');
begin
  if v_admins = array[p_without] then
    perform app.fail('last_admin');
  end if;
end
$$;

-- Give a user exactly these roles (`rider` is implicit and has no row), increment the change count and write to the
-- audit log. The caller holds the lock on roles.
create function app.change_roles(p_user uuid, p_roles text[], p_actor uuid, p_reason text)
returns void language plpgsql set search_path = '' as $$
declare
  v_before text[] := array(select r.role from app.user_roles r where r.user_id = p_user order by r.role);
begin
  delete from app.user_roles r where r.user_id = p_user and r.role <> all (p_roles);
  insert into app.user_roles (user_id, role, granted_at)
  select p_user, r, app.now() from unnest(p_roles) r where r <> 'rider'
  on conflict do nothing;
  insert into app.role_versions as v (user_id, version) values (p_user, 1)
  on conflict (user_id) do update set version = v.version + 1;
  perform app.audit(p_actor, 'user.roles_changed', 'user', p_user::text, p_reason, jsonb_build_object(
    'before', v_before,
    'after', array(select r.role from app.user_roles r where r.user_id = p_user order by r.role)));
end
$$;

-- How often a user's roles were changed.
create function app.roles_version(p_user uuid)
returns int language plpgsql stable set search_path = '' as $$
begin
  return coalesce((select v.version from app.role_versions v where v.user_id = p_user), 0);
end
$$;

-- supabase/schemas/10_accounts/delete_own_account.sql

-- Delete the caller's account. Their content stays, anonymized: contact data and authorship are erased, roles, API
-- keys and sign-in are deleted, and every token still in circulation is rejected from now on, here and directly at
-- Supabase.
--
-- `p_confirm` is the caller's own id, so that a stray request cannot delete an account. The lock is exclusive: any
-- operation of this user that is in progress ends first, otherwise it would write their name after the erasure. The
-- last admin cannot be deleted. Returns the prefixes of the deleted keys, so that a server can invalidate its cache of
-- them.
-- Definer: nobody may touch these tables, or schema auth, directly.
-- Fails with: unauthenticated, invalid_token, invalid_request, last_admin
create function api.delete_own_account(p_confirm uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := app.token_user();
  v_keys text[];
begin
  if v_user is null then
    perform app.fail('unauthenticated');
  end if;
  perform pg_advisory_xact_lock(app.account_lock(v_user));
  perform app.refuse_ended(v_user);
  if p_confirm is distinct from v_user then
    perform app.fail('invalid_request', '{"path": "confirm"}');
  end if;
  perform app.lock_roles();
  perform app.require_remaining_admin(v_user);
  v_keys := array(select k.prefix from app.api_keys k where k.owner_id = v_user);
  perform app.erase_reports_of(v_user);
  perform app.erase_feedback_of(v_user);
  perform app.erase_learning_of(v_user);
  perform app.erase_surveyor_of(v_user);
  perform app.erase_reviews_of(v_user);
  perform app.erase_api_keys_of(v_user);
  perform app.erase_accounts_of(v_user);
  return jsonb_build_object('apiKeyPrefixes', v_keys);
end
$$;
grant execute on function api.delete_own_account to authenticated;

-- Delete a user's profile, roles, stored responses and sign-in, and record the account as deleted. Their actions as
-- an admin stay in the audit log under an id that no longer leads to anybody.
create function app.erase_accounts_of(p_user uuid)
returns void language plpgsql set search_path = '' as $$
declare
  v_roles text[] := array(select r.role from app.user_roles r where r.user_id = p_user order by r.role);
begin
  if v_roles <> '{}' then
    perform app.audit(p_user, 'account.deleted', 'user', p_user::text, null, jsonb_build_object('roles', v_roles));
  end if;
  insert into app.deleted_users (user_id, deleted_at) values (p_user, app.now());
  delete from app.profiles p where p.user_id = p_user;
  delete from app.user_roles r where r.user_id = p_user;
  delete from app.role_versions v where v.user_id = p_user;
  delete from app.idempotent_requests r where r.owner_id = p_user;
  -- Supabase stores the id in this table as text, its lightweight implementation as uuid.
  delete from auth.refresh_tokens t where t.user_id::text = p_user::text;
  delete from auth.users u where u.id = p_user;
  -- What Auth logged of every sign-in: id, e-mail and IP address.
  delete from auth.audit_log_entries l
   where l.payload ->> 'actor_id' = p_user::text or l.payload -> 'traits' ->> 'user_id' = p_user::text;
end
$$;

-- supabase/schemas/10_accounts/export_own_data.sql

-- All of the caller's data as one document, with one member for each noun.
--
-- Definer: nobody may read these tables directly; this reads the caller's rows only.
-- Fails with: unauthenticated, invalid_token
create function api.export_own_data()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_user uuid := app.require_user();
begin
  return jsonb_build_object(
    'exportedAt', app.instant(app.now()),
    'account', app.export_accounts_of(v_user),
    'reports', app.export_reports_of(v_user),
    'feedback', app.export_feedback_of(v_user),
    'learning', app.export_learning_of(v_user),
    'surveyor', app.export_surveyor_of(v_user),
    'apiKeys', app.export_api_keys_of(v_user),
    'reviews', app.export_reviews_of(v_user));
end
$$;
grant execute on function api.export_own_data to authenticated;

-- A user's account data for their own export: what Auth stores, and our profile. No password, which nobody can read,
-- and no session.
create function app.export_accounts_of(p_user uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_profile app.profiles;
  v_auth    auth.users;
begin
  select * into v_profile from app.profiles p where p.user_id = p_user;
  select * into v_auth from auth.users u where u.id = p_user;
  return jsonb_build_object(
    'id', p_user,
    'email', coalesce(v_auth.email, case when p_user = app.token_user() then app.claims() ->> 'email' end),
    'emailConfirmedAt', app.instant(v_auth.email_confirmed_at),
    'phone', v_auth.phone,
    'createdAt', app.instant(v_auth.created_at),
    'lastSignInAt', app.instant(v_auth.last_sign_in_at),
    'metadata', v_auth.raw_user_meta_data,
    'displayName', v_profile.display_name,
    'locale', case when p_user = app.token_user() then app.reading_locale() else v_profile.locale end,
    'profileChangedAt', app.instant(v_profile.updated_at),
    'roles', (select jsonb_agg(jsonb_build_object('role', mine.role, 'grantedAt', app.instant(r.granted_at))
                               order by mine.nth)
                from unnest(app.roles_of(p_user)) with ordinality mine (role, nth)
                left join app.user_roles r on r.user_id = p_user and r.role = mine.role));
end
$$;

-- supabase/schemas/10_accounts/people.sql

-- Whether an id is a known user: an account of Supabase Auth, or the author of anything here (app.traces). A deleted
-- account is not.
create function app.is_known(p_user uuid)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return not exists (select from app.deleted_users d where d.user_id = p_user)
    and exists (select from app.traces t where t.user_id = p_user);
end
$$;

-- All users for whom is_known is true, once each.
create function app.known_people()
returns setof uuid language plpgsql stable set search_path = '' as $$
begin
  return query
    select t.user_id from app.traces t where t.user_id is not null
    except select d.user_id from app.deleted_users d;
end
$$;

-- A colleague as admins see them. Null for null; a deleted account has only its id.
create function app.person_ref(p_user uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return case when p_user is not null then jsonb_build_object(
    'id', p_user,
    'email', (select u.email from auth.users u where u.id = p_user),
    'displayName', (select p.display_name from app.profiles p where p.user_id = p_user)) end;
end
$$;

-- Since when an account is known: its creation in Supabase Auth, or else the first item it sent. Null without an
-- account, and for a deleted one. A user who deletes the account and signs up again, even with the same e-mail, is new,
-- because nothing is left to recognize them by.
create function app.known_since(p_user uuid)
returns timestamptz language plpgsql stable set search_path = '' as $$
begin
  return least(
    (select min(r.received_at) from app.reports r where r.reporter_id = p_user),
    (select min(v.voted_at) from app.incident_votes v where v.user_id = p_user),
    (select min(f.received_at) from app.feedback f where f.rider_id = p_user),
    (select u.created_at from auth.users u where u.id = p_user));
end
$$;

-- Whether an account has been known for less than the given time; having no account counts as new. Letting accounts age
-- passes this check, at the cost of that time.
create function app.is_new_account(p_user uuid, p_within interval default '1 day')
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return coalesce(app.known_since(p_user) > app.now() - p_within, true);
end
$$;

-- supabase/schemas/10_accounts/profile.sql

-- The caller's profile: identity from the token, roles and language from our own tables.
--
-- Definer: roles are not readable by anyone directly.
-- Fails with: unauthenticated
create function api.get_current_user()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_user    uuid := app.require_user();
  v_profile app.profiles;
begin
  select * into v_profile from app.profiles p where p.user_id = v_user;
  return jsonb_build_object(
    'id', v_user,
    'email', app.claims() ->> 'email',
    'displayName', v_profile.display_name,
    'locale', app.reading_locale(),
    'roles', app.roles_of(v_user));
end
$$;
grant execute on function api.get_current_user to authenticated;

-- Every role of a user, the implicit one first.
create function app.roles_of(p_user uuid)
returns text[] language plpgsql stable set search_path = '' as $$
begin
  return array['rider'] || array(select r.role from app.user_roles r where r.user_id = p_user order by r.role desc);
end
$$;

-- The language of the response: the requested one, else the caller's own choice, else English.
-- Fails with: invalid_request
create function app.reading_locale(p_locale text default null)
returns text language plpgsql stable set search_path = '' as $$
begin
  if p_locale not in ('en', 'sw') then
    perform app.fail('invalid_request', '{"path": "locale"}');
  end if;
  return coalesce(
    p_locale,
    (select p.locale from app.profiles p where p.user_id = app.user_id()),
    -- Users can edit their token's metadata.
    case when app.claims() -> 'user_metadata' ->> 'locale' = 'sw' then 'sw' end,
    'en');
end
$$;

-- Set the display name of the caller, for example on a certificate; null removes it.
--
-- Definer: nobody may touch app.profiles directly.
-- Fails with: unauthenticated, invalid_request
create function api.choose_display_name(p_display_name text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := app.require_user();
  v_name text := nullif(btrim(regexp_replace(p_display_name, '\s+', ' ', 'g')), '');
begin
  if char_length(v_name) > 80 or not app.is_one_line(v_name) then
    perform app.fail('invalid_request', '{"path": "displayName"}');
  end if;
  -- A new row gets the language that applied to the caller without one.
  insert into app.profiles (user_id, display_name, locale, updated_at)
  values (v_user, v_name, app.reading_locale(), app.now())
  on conflict (user_id) do update set display_name = excluded.display_name, updated_at = excluded.updated_at;
  return jsonb_build_object('displayName', v_name);
end
$$;
grant execute on function api.choose_display_name to authenticated;

-- supabase/schemas/10_accounts/register_device.sql

-- Register the device cookie that an app is about to set. Idempotent.
--
-- Reports count devices by these rows; an unregistered device counts as none, so a caller that accesses the database
-- directly cannot invent one.
-- Definer: no role may touch app.devices.
create function api.register_device(p_device text)
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  if char_length(p_device) is distinct from 43 then
    perform app.fail('invalid_request', '{"path": "device"}');
  end if;
  insert into app.devices (token_hash) values (sha256(convert_to(p_device, 'UTF8'))) on conflict do nothing;
  return jsonb_build_object('registered', true);
end
$$;
grant execute on function api.register_device to service_role;

-- The stored hash of a device cookie, or null when it is missing or unknown.
create function app.known_device(p_device text)
returns bytea language plpgsql stable set search_path = '' as $$
begin
  return (select d.token_hash from app.devices d where d.token_hash = sha256(convert_to(p_device, 'UTF8')));
end
$$;

-- Purge devices that are 30 days old and referenced by nothing. An app registers its own again when they return. Part
-- of the sweep.
create function app.purge_idle_devices()
returns void language plpgsql set search_path = '' as $$
begin
  delete from app.devices d
   where d.token_hash in (
           select o.token_hash from app.devices o
            where o.created_at <= app.now() - interval '30 days'
              and not exists (select from app.reports r where r.device_hash = o.token_hash)
              and not exists (select from app.incident_votes v where v.device_hash = o.token_hash)
            order by o.created_at
            limit 1000);
end
$$;

-- supabase/schemas/12_audit/audit.sql

-- Append-only: what users with privileges did, to what, and why. Stored for 24 months. `detail` holds what changed, as
-- ids and codes; never anybody's text or location.
create table app.audit_log (
  id           bigint generated always as identity primary key,
  at           timestamptz not null,
  -- Null where the server's operator acted from a shell.
  actor_id     uuid,
  action       text not null check (action ~ '^[a-z_]+\.[a-z_]+$'),
  subject_kind text not null,
  subject_id   text not null,
  reason       text,
  detail       jsonb not null default '{}'
);
create index audit_log_subject on app.audit_log (subject_kind, subject_id, at desc, id desc);
create index audit_log_at on app.audit_log (at desc, id desc);
create index audit_log_actor on app.audit_log (actor_id, at desc, id desc);
alter table app.audit_log enable row level security;

-- Write one audit event, in the transaction of the action. `p_action` is `noun.verb`, as in `user.roles_changed`.
create function app.audit(
  p_actor uuid, p_action text, p_subject_kind text, p_subject_id text, p_reason text default null,
  p_detail jsonb default '{}')
returns void language plpgsql set search_path = '' as $$
begin
  insert into app.audit_log (at, actor_id, action, subject_kind, subject_id, reason, detail)
  values (app.now(), p_actor, p_action, p_subject_kind, p_subject_id, p_reason, p_detail);
end
$$;

-- An action outside the review queue needs a reason: three to five hundred characters. Fails with: invalid_request
create function app.check_reason(p_reason text)
returns void language plpgsql immutable set search_path = '' as $$
begin
  if (char_length(btrim(p_reason)) >= 3 and char_length(p_reason) <= 500) is distinct from true then
    perform app.fail('invalid_request', '{"path": "reason"}');
  end if;
end
$$;

-- Purge audit events older than 24 months. Part of the sweep, in small steps.
create function app.purge_old_audit_events()
returns void language plpgsql set search_path = '' as $$
begin
  delete from app.audit_log l
   where l.id in (select o.id from app.audit_log o
                   where o.at <= app.now() - interval '24 months' order by o.at limit 1000);
end
$$;

-- supabase/schemas/14_idempotency/idempotency.sql

-- Responses to requests with an Idempotency-Key, stored for a day: a client that retries after a lost response gets the
-- same one, and nothing is created twice.
--
-- For POSTs that create something whose id the client does not choose. Such a function first calls
-- app.replayed_response and then passes its response through app.save_response, in one transaction, so key and row are
-- created together or not at all. API keys store idempotency keys of their own, because their response must not be
-- stored.
create table app.idempotent_requests (
  owner_id     uuid not null,
  key          text not null check (char_length(key) between 1 and 255),
  -- Hash of operation and body, to detect the same key on a different request.
  request_hash bytea not null,
  answer       jsonb not null,
  created_at   timestamptz not null,
  primary key (owner_id, key)
);
create index idempotent_requests_created on app.idempotent_requests (created_at);
alter table app.idempotent_requests enable row level security;

create function app.request_hash(p_request jsonb)
returns bytea language plpgsql immutable set search_path = '' as $$
begin
  return sha256(convert_to(p_request::text, 'UTF8'));
end
$$;

-- The response to the same request in the last 24 hours, or null if it is new or has no key. A concurrent request with
-- the same key waits here until the first one commits, and then gets its response.
-- Fails with: invalid_request, idempotency_key_reused
create function app.replayed_response(p_owner uuid, p_key text, p_request jsonb)
returns jsonb language plpgsql set search_path = '' as $$
declare
  v_before app.idempotent_requests;
begin
  if p_key is null then
    return null;
  end if;
  if char_length(p_key) not between 1 and 255 then
    perform app.fail('invalid_request', '{"path": "Idempotency-Key"}');
  end if;
  perform pg_advisory_xact_lock(hashtextextended(p_owner::text || p_key, 4));
  select * into v_before from app.idempotent_requests r
   where r.owner_id = p_owner and r.key = p_key and r.created_at > app.now() - interval '1 day';
  if v_before.request_hash <> app.request_hash(p_request) then
    perform app.fail('idempotency_key_reused');
  end if;
  return v_before.answer;
end
$$;

-- Store a response under the request's key, if it has one, and return it. Purge the owner's expired ones.
create function app.save_response(p_owner uuid, p_key text, p_request jsonb, p_answer jsonb)
returns jsonb language plpgsql set search_path = '' as $$
declare
  v_now timestamptz := app.now();
begin
  if p_key is not null then
    delete from app.idempotent_requests r where r.owner_id = p_owner and r.created_at <= v_now - interval '1 day';
    insert into app.idempotent_requests (owner_id, key, request_hash, answer, created_at)
    values (p_owner, p_key, app.request_hash(p_request), p_answer, v_now);
  end if;
  return p_answer;
end
$$;

-- Purge responses older than a day, including those of owners who never return. Part of the sweep, in small steps.
create function app.purge_old_responses()
returns void language plpgsql set search_path = '' as $$
begin
  delete from app.idempotent_requests r
   where (r.owner_id, r.key) in (
           select o.owner_id, o.key from app.idempotent_requests o
            where o.created_at <= app.now() - interval '1 day' order by o.created_at limit 1000);
end
$$;

-- supabase/schemas/20_network/00_tables.sql

-- The public transport network, as a GTFS feed describes it (https://gtfs.org/documentation/schedule/reference/).
--
-- `feed` names the feed that a row came from, `gtfs_id` is its id there. Our own ids are derived from both (UUIDv5), so
-- another database that loads the same feed has the same ids. Rows that a newer feed lacks are retired, not deleted:
-- reports and incidents may reference them.

create table app.agencies (
  id         uuid primary key,
  feed       text not null,
  gtfs_id    text not null,
  name       text not null,
  url        text not null,
  timezone   text not null,
  retired_at timestamptz,
  unique (feed, gtfs_id)
);

create table app.routes (
  id         uuid primary key,
  feed       text not null,
  gtfs_id    text not null,
  agency_id  uuid references app.agencies,
  slug       text not null unique,
  short_name text not null,
  long_name  text not null,
  route_type smallint not null,
  retired_at timestamptz,
  unique (feed, gtfs_id)
);

create table app.stops (
  id         uuid primary key,
  feed       text not null,
  gtfs_id    text not null,
  parent_id  uuid references app.stops,
  name       text not null,
  name_key   text not null, -- see app.name_key
  kind       text not null check (kind in ('stop', 'station')),
  lat        float8 not null check (lat between -90 and 90),
  lng        float8 not null check (lng between -180 and 180),
  pt         point generated always as (point(lng, lat)) stored,
  retired_at timestamptz,
  unique (feed, gtfs_id)
);
create index stops_pt on app.stops using gist (pt);

create table app.shapes (
  id      uuid primary key,
  feed    text not null,
  gtfs_id text not null,
  geom    extensions.geometry(LineString, 4326) not null,
  unique (feed, gtfs_id)
);

create table app.services (
  id         uuid primary key,
  feed       text not null,
  gtfs_id    text not null,
  weekdays   boolean[] not null check (array_length(weekdays, 1) = 7), -- Monday first
  starts_on  date not null,
  ends_on    date not null,
  unique (feed, gtfs_id)
);

-- calendar_dates.txt: 1 the service runs on that day, 2 it does not.
create table app.service_exceptions (
  service_id uuid not null references app.services on delete cascade,
  on_date    date not null,
  exception  smallint not null check (exception in (1, 2)),
  primary key (service_id, on_date)
);

create table app.trips (
  id           uuid primary key,
  feed         text not null,
  gtfs_id      text not null,
  route_id     uuid not null references app.routes,
  service_id   uuid not null references app.services,
  shape_id     uuid references app.shapes,
  headsign     text,
  direction    smallint check (direction in (0, 1)),
  unique (feed, gtfs_id)
);
create index trips_route on app.trips (route_id);
-- For the deletes of an import, which check these foreign keys.
create index trips_service on app.trips (service_id);
create index trips_shape on app.trips (shape_id);

-- Seconds after noon minus 12 h of the service day, as GTFS counts them: over 86,400 is the next morning.
create table app.stop_times (
  trip_id     uuid not null references app.trips on delete cascade,
  sequence    int not null,
  stop_id     uuid not null references app.stops,
  arrival_s   int,
  departure_s int,
  primary key (trip_id, sequence)
);
create index stop_times_stop on app.stop_times (stop_id);

create table app.frequencies (
  trip_id   uuid not null references app.trips on delete cascade,
  starts_s  int not null,
  ends_s    int not null,
  headway_s int not null check (headway_s > 0),
  primary key (trip_id, starts_s)
);

-- A corridor is a trunk road that routes share. `geom` is traced from the shapes of its routes between two manually
-- chosen ends (longitude, latitude), see build_corridors.sql; a corridor without ends keeps the line that it was given.
create table app.corridors (
  id         uuid primary key,
  feed       text not null,
  slug       text not null unique,
  name       text not null,
  starts_at  point,
  ends_at    point,
  geom       extensions.geometry(MultiLineString, 4326) not null,
  length_m   int not null,
  retired_at timestamptz
);

create table app.corridor_routes (
  corridor_id uuid not null references app.corridors,
  route_id    uuid not null references app.routes,
  primary key (corridor_id, route_id)
);
create index corridor_routes_route on app.corridor_routes (route_id);

-- A place by the name that riders use: "at Koja", not a coordinate. Built from the live stops, see
-- points_of_interest.sql: a feed has one stop per side of the road and per terminus, and riders mean all of them. `id`
-- is the id of the stop that represents the others.
create table app.points_of_interest (
  id          uuid primary key references app.stops,
  feed        text not null,
  name        text not null,
  name_key    text not null,
  kind        text not null check (kind in ('stop', 'station')),
  lat         float8 not null,
  lng         float8 not null,
  pt          point generated always as (point(lng, lat)) stored,
  corridor_id uuid references app.corridors,
  routes      text[] not null -- short names, numbers first
);

-- The corridors cut into short pieces in metres, so that finding a place's corridor is one index lookup.
create table app.corridor_segments (
  corridor_id uuid not null references app.corridors on delete cascade,
  geom        extensions.geometry(LineString) not null
);
create index corridor_segments_geom on app.corridor_segments using gist (geom);

-- Where the platform works: `outline` is the administrative border, `area` that joined with 2 km around every stop.
create table app.service_areas (
  id      uuid primary key,
  feed    text not null, -- whose stops stretch it
  slug    text not null unique,
  name    text not null,
  outline extensions.geometry(MultiPolygon, 4326) not null,
  area    extensions.geometry(MultiPolygon, 4326) not null
);
create index service_areas_area on app.service_areas using gist (area);

-- The lines of the apps' map, as the text that is sent. One row; see get_corridor_map.sql.
create table app.corridor_maps (
  singleton boolean primary key default true check (singleton),
  body      json not null
);

-- One import of a feed: its rows are staged in gtfs_rows until the whole feed is validated, and applied in one
-- transaction. `touched_at` changes with every batch, which distinguishes a dead importer from a slow one. An admin's
-- import pauses as `checked`, with a report and samples of its changes, until it is confirmed; a `broken` one stores
-- only its errors.
create table app.gtfs_imports (
  id         uuid primary key,
  feed       text not null,
  state      text not null default 'staging' check (state in ('staging', 'checked', 'broken', 'applied')),
  started_at timestamptz not null default now(),
  touched_at timestamptz not null default now(),
  applied_at timestamptz,
  -- Of an admin's import: the name of the uploaded file; null for the feed that comes with the project.
  file_name  text check (char_length(file_name) between 1 and 200),
  by_admin   boolean not null default false,
  rows       int not null default 0,
  report     jsonb,
  -- See app.large_removals.
  removals   jsonb,
  samples    jsonb,
  problems   jsonb
);
create table app.gtfs_rows (
  import_id uuid not null references app.gtfs_imports on delete cascade,
  kind      text not null,
  row       jsonb not null
);
create index gtfs_rows_kind on app.gtfs_rows (import_id, kind);

alter table app.agencies enable row level security;
alter table app.routes enable row level security;
alter table app.stops enable row level security;
alter table app.points_of_interest enable row level security;
alter table app.shapes enable row level security;
alter table app.services enable row level security;
alter table app.service_exceptions enable row level security;
alter table app.trips enable row level security;
alter table app.stop_times enable row level security;
alter table app.frequencies enable row level security;
alter table app.corridors enable row level security;
alter table app.corridor_routes enable row level security;
alter table app.corridor_segments enable row level security;
alter table app.service_areas enable row level security;
alter table app.corridor_maps enable row level security;
alter table app.gtfs_imports enable row level security;
alter table app.gtfs_rows enable row level security;

-- supabase/schemas/20_network/admin_gtfs_imports.sql

-- An admin's import of a feed, which shows its changes before it is applied. The file is parsed by our own server with
-- the secret key, as for the operator's import; the admin's role is checked in the database at the start, and again
-- when it is applied.

-- Open an import. Rules and errors as for api.begin_gtfs_import, except that an import that is still being read is not
-- restarted: a retry would mix its rows with those of the first request.
--
-- Definer: no role may touch the network's tables.
-- Fails with: unauthenticated, role_required, invalid_request, import_running, id_reused
create function api.open_gtfs_import(p_id uuid, p_feed text, p_file_name text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin uuid := app.require_role('admin');
begin
  if p_file_name is not null and (char_length(p_file_name) between 1 and 200) is distinct from true then
    perform app.fail('invalid_request', '{"path": "fileName"}');
  end if;
  perform app.open_gtfs_import(p_id, p_feed, false);
  update app.gtfs_imports i set by_admin = true, file_name = p_file_name where i.id = p_id;
  perform app.audit(v_admin, 'feed.import_begun', 'gtfs_import', p_id::text, null, jsonb_build_object('feed', p_feed));
  return (select app.gtfs_import_view(i) from app.gtfs_imports i where i.id = p_id);
end
$$;
grant execute on function api.open_gtfs_import to authenticated;

-- The feed is complete: apply it in a dry run, and store its changes beside its rows. A second call returns the same.
--
-- The time limit: PostgREST applies it before the call.
-- Definer as above.
-- Fails with: not_found, import_running, invalid_request
create function api.preview_gtfs_import(p_id uuid)
returns jsonb language plpgsql security definer set search_path = ''
set statement_timeout = '10min'
as $$
declare
  v_import  app.gtfs_imports;
  v_samples jsonb;
  v_outcome record;
begin
  if not app.lock_gtfs_import() then
    perform app.fail('import_running');
  end if;
  select * into v_import from app.gtfs_imports i where i.id = p_id for update;
  if v_import.id is null then
    perform app.fail('not_found');
  elsif v_import.state = 'staging' then
    if not exists (select from app.gtfs_rows r where r.import_id = p_id and r.kind = 'routes') then
      perform app.fail('invalid_request', '{"path": "rows"}');
    end if;
    v_samples := jsonb_build_object('routes', app.sample_routes(p_id, v_import.feed), 'stops', app.sample_stops(p_id, v_import.feed));
    v_outcome := app.preview_feed(p_id, v_import.feed);
    update app.gtfs_imports i
       set state = 'checked', touched_at = app.now(), report = v_outcome.report, removals = v_outcome.removals,
           samples = v_samples where i.id = p_id;
  end if;
  return (select app.gtfs_import_view(i) from app.gtfs_imports i where i.id = p_id);
end
$$;
grant execute on function api.preview_gtfs_import to service_role;

-- The feed is invalid: store its errors, [{file, line, column, reason}], and none of its rows. Definer as above.
-- Fails with: not_found
create function api.refuse_gtfs_import(p_id uuid, p_problems jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  update app.gtfs_imports i set state = 'broken', touched_at = app.now(), problems = p_problems
   where i.id = p_id and i.state = 'staging';
  perform app.require_found(found);
  delete from app.gtfs_rows r where r.import_id = p_id;
  return (select app.gtfs_import_view(i) from app.gtfs_imports i where i.id = p_id);
end
$$;
grant execute on function api.refuse_gtfs_import to service_role;

-- Apply a checked import to the network, in one transaction. Rejected when another import of the feed was applied since
-- the check, because the changes that the admin saw are outdated. Large removals have to be confirmed. Applying again
-- returns the first result.
--
-- Lock, time limit and definer as above.
-- Fails with: unauthenticated, role_required, not_found, import_running, invalid_transition, version_conflict,
-- large_removal
create function api.apply_checked_gtfs_import(p_id uuid, p_reason text, p_confirm_removals boolean default false)
returns jsonb language plpgsql security definer set search_path = ''
set statement_timeout = '10min'
as $$
declare
  v_admin  uuid := app.require_role('admin');
  v_import app.gtfs_imports;
begin
  perform app.check_reason(p_reason);
  if not app.lock_gtfs_import() then
    perform app.fail('import_running');
  end if;
  select * into v_import from app.gtfs_imports i where i.id = p_id and i.by_admin for update;
  if v_import.id is null then
    perform app.fail('not_found');
  elsif v_import.state = 'checked' then
    if exists (select from app.gtfs_imports i where i.feed = v_import.feed and i.applied_at > v_import.touched_at) then
      perform app.fail('version_conflict');
    end if;
    perform app.finish_gtfs_import(v_import, p_confirm_removals);
    perform app.audit(v_admin, 'feed.import_applied', 'gtfs_import', p_id::text, btrim(p_reason),
                      jsonb_build_object('feed', v_import.feed, 'fileName', v_import.file_name));
  elsif v_import.state <> 'applied' then
    perform app.refuse_move(v_import.state, '{}');
  end if;
  return (select app.gtfs_import_view(i) from app.gtfs_imports i where i.id = p_id);
end
$$;
grant execute on function api.apply_checked_gtfs_import to authenticated;

-- Discard an import that will not be applied. Idempotent. Definer as above.
-- Fails with: unauthenticated, role_required, invalid_transition
create function api.discard_gtfs_import(p_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin  uuid := app.require_role('admin');
  v_import app.gtfs_imports;
begin
  select * into v_import from app.gtfs_imports i where i.id = p_id and i.by_admin for update;
  if v_import.state = 'applied' then
    perform app.refuse_move('applied', '{}');
  elsif v_import.id is not null then
    delete from app.gtfs_imports i where i.id = p_id;
    perform app.audit(v_admin, 'feed.import_discarded', 'gtfs_import', p_id::text, null,
                      jsonb_build_object('feed', v_import.feed));
  end if;
  return 'null'::jsonb;
end
$$;
grant execute on function api.discard_gtfs_import to authenticated;

-- One import, and the latest ones. Definer as above.
-- Fails with: unauthenticated, role_required, not_found
create function api.get_gtfs_import(p_id uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_import app.gtfs_imports;
begin
  perform app.require_role('admin');
  select * into v_import from app.gtfs_imports i where i.id = p_id;
  perform app.require_found(v_import.id is not null);
  return app.gtfs_import_view(v_import);
end
$$;
grant execute on function api.get_gtfs_import to authenticated;

-- … and the feeds that can be replaced by newer versions.
create function api.list_gtfs_imports()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_role('admin');
  return jsonb_build_object('data', (
    select coalesce(jsonb_agg(app.gtfs_import_view(i) order by i.started_at desc, i.id), '[]')
      from (select * from app.gtfs_imports order by started_at desc, id limit 20) i),
    'feeds', app.known_feeds());
end
$$;
grant execute on function api.list_gtfs_imports to authenticated;

-- The feeds that have live routes, for the operator on the server. Definer: no role may touch the network's tables.
create function api.list_feeds()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  return app.known_feeds();
end
$$;
grant execute on function api.list_feeds to service_role;

create function app.known_feeds()
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
             'feed', f.feed, 'routes', f.routes,
             'stops', (select count(*) from app.stops s where s.feed = f.feed and s.retired_at is null),
             'hasServiceArea', exists (select from app.service_areas a where a.feed = f.feed)) order by f.feed), '[]')
      from (select t.feed, count(*) as routes from app.routes t where t.retired_at is null group by 1) f);
end
$$;

create function app.gtfs_import_view(p_import app.gtfs_imports)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'id', p_import.id, 'feed', p_import.feed, 'fileName', p_import.file_name, 'byAdmin', p_import.by_admin,
    'state', case when p_import.state = 'staging' and not app.is_being_read(p_import) then 'interrupted'
                  else p_import.state end,
    'startedAt', app.instant(p_import.started_at), 'appliedAt', app.instant(p_import.applied_at), 'rows', p_import.rows,
    'report', p_import.report, 'removals', p_import.removals,
    'hasServiceArea', app.leaves_service_area(p_import.report), 'samples', p_import.samples, 'problems', coalesce(p_import.problems, '[]'));
end
$$;

-- supabase/schemas/20_network/apply_gtfs_import.sql

-- Apply an open import to the network, in one transaction. Returns {report, removals, hasServiceArea}: for each kind of
-- row how many were added, changed, removed and unchanged; see app.large_removals; and whether the feed has a service
-- area to report from.
--
-- Rows that the feed lacks are retired where reports may reference them (agencies, routes, stops, corridors) and
-- deleted otherwise. Corridors, service area, points of interest and the map's lines are then rebuilt. Large removals
-- have to be confirmed. A dry run does the same and rolls back. Applying an import again returns the first result.
-- The lock: only one feed is merged at a time. The time limit: PostgREST applies it before the call.
-- Definer: no role may touch the network's tables.
-- Fails with: not_found, import_running, invalid_request, large_removal
create function api.apply_gtfs_import(
  p_id uuid, p_dry_run boolean default false, p_confirm_removals boolean default false)
returns jsonb language plpgsql security definer set search_path = ''
set statement_timeout = '10min'
as $$
declare
  v_import  app.gtfs_imports;
  v_outcome record;
begin
  if not app.lock_gtfs_import() then
    perform app.fail('import_running');
  end if;
  select * into v_import from app.gtfs_imports i where i.id = p_id for update;
  perform app.require_found(v_import.id is not null);
  if v_import.state = 'applied' then
    return app.import_outcome(v_import.report, v_import.removals);
  end if;
  if not exists (select from app.gtfs_rows r where r.import_id = p_id and r.kind = 'routes') then
    perform app.fail('invalid_request', '{"path": "rows"}'); -- an empty feed would retire the whole network
  end if;

  if p_dry_run then
    v_outcome := app.preview_feed(p_id, v_import.feed);
    delete from app.gtfs_imports i where i.id = p_id;
  else
    v_outcome := app.finish_gtfs_import(v_import, p_confirm_removals);
  end if;
  return app.import_outcome(v_outcome.report, v_outcome.removals);
end
$$;
grant execute on function api.apply_gtfs_import to service_role;

create function app.import_outcome(p_report jsonb, p_removals jsonb)
returns jsonb language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object(
    'report', p_report, 'removals', p_removals, 'hasServiceArea', app.leaves_service_area(p_report));
end
$$;

-- Whether the feed has a service area after the changes of a report. Without one, nothing can be reported in its city.
create function app.leaves_service_area(p_report jsonb)
returns boolean language plpgsql immutable set search_path = '' as $$
declare
  v_areas jsonb := p_report -> 'service_areas';
begin
  return (v_areas ->> 'added')::int + (v_areas ->> 'changed')::int + (v_areas ->> 'unchanged')::int > 0;
end
$$;

-- A dry run: what a feed would change.
create function app.preview_feed(p_import uuid, p_feed text, out report jsonb, out removals jsonb)
language plpgsql set search_path = '' as $$
begin
  begin
    report := app.apply_feed(p_import, p_feed);
    removals := app.large_removals(p_feed, report);
    raise exception using errcode = 'UDRYR', message = 'this was a dry run';
  exception when sqlstate 'UDRYR' then
    return; -- everything since the second `begin` is undone; the variables are not
  end;
end
$$;

-- Apply an import, for any caller. Large removals need a confirmation. The staged rows are deleted.
-- Fails with: large_removal
create function app.finish_gtfs_import(
  p_import app.gtfs_imports, p_confirm_removals boolean, out report jsonb, out removals jsonb)
language plpgsql set search_path = '' as $$
declare
  v_report   jsonb := app.apply_feed(p_import.id, p_import.feed);
  v_removals jsonb := app.large_removals(p_import.feed, v_report);
begin
  if v_removals is not null and p_confirm_removals is distinct from true then
    perform app.fail('large_removal', v_removals);
  end if;
  delete from app.gtfs_rows r where r.import_id = p_import.id;
  update app.gtfs_imports i
     set state = 'applied', applied_at = app.now(), report = v_report, removals = v_removals, samples = null
   where i.id = p_import.id;
  report := v_report;
  removals := v_removals;
end
$$;

-- The routes or stops that an import removes, where they are more than a fifth of those that the feed had: {routes:
-- {removed, of, names}, stops: …}, the first five by name; null where neither is. Such a feed is probably another
-- city's, or incomplete. Called in the transaction that retired them, whose timestamp identifies them.
create function app.large_removals(p_feed text, p_report jsonb)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_object_agg(k.kind, jsonb_build_object('removed', k.removed, 'of', k.before, 'names', case k.kind
             when 'routes' then (
               select jsonb_agg(g.name order by g.name, g.id) from (
                 select t.id, t.short_name || ' ' || t.long_name as name from app.routes t
                  where t.feed = p_feed and t.retired_at = app.now() order by 2, 1 limit 5) g)
             else (
               select jsonb_agg(g.name order by g.name, g.id) from (
                 select s.id, s.name from app.stops s
                  where s.feed = p_feed and s.retired_at = app.now() order by 2, 1 limit 5) g) end))
      from (select r.key as kind, (r.value ->> 'removed')::int as removed,
                   (r.value ->> 'removed')::int + (r.value ->> 'changed')::int + (r.value ->> 'unchanged')::int as before
              from jsonb_each(p_report) r
             where r.key in ('routes', 'stops')) k
     where k.removed * 5 > k.before);
end
$$;

-- The work of api.apply_gtfs_import: first the feed's own rows, then the tables derived from them, each step from the
-- one before.
create function app.apply_feed(p_import uuid, p_feed text)
returns jsonb language plpgsql set search_path = '' as $$
declare
  v_report jsonb;
begin
  v_report := app.sync_feed_rows(array['agencies', 'services', 'service_exceptions', 'shapes', 'stops', 'routes', 'trips',
    'stop_times', 'frequencies'], p_import, p_feed);
  v_report := v_report || app.sync_feed_rows(array['corridors', 'corridor_routes', 'service_areas'], p_import, p_feed);
  perform app.refresh_corridor_segments();
  v_report := v_report || app.sync_feed_rows(array['points_of_interest'], p_import, p_feed);
  perform app.refresh_corridor_map();
  return v_report;
end
$$;

-- supabase/schemas/20_network/begin_gtfs_import.sql

-- Open an import of a feed, so that its rows can be staged in batches and applied in one step.
--
-- One import at a time: two that are applied in turn would each retire what the other has just added. An import whose
-- last batch is two minutes old no longer counts (its program died), and one from yesterday is deleted here. Beginning
-- an import again, applied or not, restarts it, so a program that reuses its import's id never locks itself out.
-- The lock: against an import that begins at the same moment, or one that is being applied.
-- Definer: no role may touch the network's tables.
-- Fails with: invalid_request, import_running, id_reused
create function api.begin_gtfs_import(p_id uuid, p_feed text)
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  return app.open_gtfs_import(p_id, p_feed, true);
end
$$;
grant execute on function api.begin_gtfs_import to service_role;

-- `p_again`: whether to restart an import that was applied, or is still being read.
create function app.open_gtfs_import(p_id uuid, p_feed text, p_again boolean)
returns jsonb language plpgsql set search_path = '' as $$
declare
  v_own   app.gtfs_imports;
  v_other app.gtfs_imports;
begin
  if p_id is null or (p_feed ~ '^[a-z0-9][a-z0-9-]{0,39}$') is distinct from true then
    perform app.fail('invalid_request', '{"path": "feed"}');
  end if;
  if not app.lock_gtfs_import() then
    perform app.fail('import_running');
  end if;

  delete from app.gtfs_imports i
   where i.state in ('staging', 'checked', 'broken') and i.started_at < app.now() - interval '1 day';

  select * into v_own from app.gtfs_imports i where i.id = p_id;
  if v_own.feed <> p_feed or (v_own.state = 'applied' and not p_again) then
    perform app.fail('id_reused');
  end if;
  delete from app.gtfs_imports i where i.id = p_id and (p_again or not app.is_being_read(i));

  select * into v_other from app.gtfs_imports i where app.is_being_read(i) limit 1;
  if v_other.id is not null then
    perform app.fail('import_running', jsonb_build_object('feed', v_other.feed, 'retryAfterS', 120));
  end if;

  insert into app.gtfs_imports (id, feed, started_at, touched_at) values (p_id, p_feed, app.now(), app.now());
  return jsonb_build_object('id', p_id, 'feed', p_feed);
end
$$;

-- Whether a feed is being read into an import. A reader that sends nothing for two minutes counts as dead.
create function app.is_being_read(p_import app.gtfs_imports)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return p_import.state = 'staging' and p_import.touched_at > app.now() - interval '2 minutes';
end
$$;

-- The one lock of all imports, held until the transaction ends; false when another transaction holds it.
create function app.lock_gtfs_import()
returns boolean language plpgsql set search_path = '' as $$
begin
  return pg_try_advisory_xact_lock(hashtext('gtfs_import'));
end
$$;

-- Add a batch of rows of one kind to an open import. Nothing is validated here: the importer has validated the rows,
-- and the tables' constraints check them again when they are applied.
--
-- Definer: no role may touch the network's tables.
-- Fails with: invalid_request, not_found
create function api.stage_gtfs_rows(p_id uuid, p_kind text, p_rows jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_kinds constant text[] := array['agencies', 'services', 'service_exceptions', 'shapes', 'stops', 'routes', 'trips',
    'stop_times', 'frequencies', 'corridors', 'corridor_routes', 'service_areas'];
begin
  if (p_kind = any (v_kinds)) is distinct from true then
    perform app.fail('invalid_request', '{"path": "kind"}');
  end if;
  if jsonb_typeof(p_rows) is distinct from 'array' or jsonb_array_length(p_rows) > 5000 then
    perform app.fail('invalid_request', '{"path": "rows"}');
  end if;
  update app.gtfs_imports i set touched_at = app.now(), rows = i.rows + jsonb_array_length(p_rows)
   where i.id = p_id and i.state = 'staging';
  perform app.require_found(found);

  insert into app.gtfs_rows (import_id, kind, row) select p_id, p_kind, e from jsonb_array_elements(p_rows) e;
  return jsonb_build_object('staged', jsonb_array_length(p_rows));
end
$$;
grant execute on function api.stage_gtfs_rows to service_role;

-- Discard an import that will not be applied, with its rows. Idempotent; discarding an applied one changes nothing.
--
-- Definer: no role may touch the network's tables.
create function api.abandon_gtfs_import(p_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  delete from app.gtfs_imports i where i.id = p_id and i.state = 'staging';
  return jsonb_build_object('abandoned', found);
end
$$;
grant execute on function api.abandon_gtfs_import to service_role;

-- supabase/schemas/20_network/build_corridors.sql

-- Corridors as lines.
--
-- The routes of a corridor share its road for a while and then fan out into estates, and most reach the city centre on
-- other roads. Their shapes together are a tree, and counting shared segments gives the wrong name to every trunk that
-- leads to another (most routes of Kangundo Road run largely on Jogoo Road). Where a road begins and ends is local
-- knowledge, so a corridor has two given ends, and its line is the stretch between them of a shape that its routes
-- follow.

-- The shortest stretch between two places on any of these routes, or null when none passes within 250 m of both. The
-- shortest, because a longer one leaves the road on its way. Simplified by at most 5 m; six decimals are 0.1 m.
create function app.build_corridor(p_routes uuid[], p_from point, p_to point)
returns extensions.geometry language plpgsql stable set search_path = '' as $$
declare
  v_from extensions.geometry := app.to_metric(extensions.st_setsrid(p_from::extensions.geometry, 4326));
  v_to   extensions.geometry := app.to_metric(extensions.st_setsrid(p_to::extensions.geometry, 4326));
begin
  return (
    with lines as materialized (
      select h.id, app.to_metric(h.geom) as line
        from app.shapes h
       where h.id in (select t.shape_id from app.trips t where t.route_id = any (p_routes))),
    stretches as (
      select l.id, extensions.st_linesubstring(l.line, least(e.a, e.b), greatest(e.a, e.b)) as stretch
        from lines l,
             lateral (select extensions.st_linelocatepoint(l.line, v_from) as a,
                             extensions.st_linelocatepoint(l.line, v_to) as b) e
       where extensions.st_dwithin(l.line, v_from, 250) and extensions.st_dwithin(l.line, v_to, 250) and e.a <> e.b)
    select extensions.st_multi(extensions.st_reduceprecision(extensions.st_transform(
             extensions.st_simplify(s.stretch, 5), 4326), 0.000001))
      from stretches s
     order by extensions.st_length(s.stretch), s.id
     limit 1);
end
$$;

-- The corridors of an import, or the existing ones when it has none. A corridor that no shape follows any more keeps
-- its line, because the road still exists. One that never had a line is left out.
create function app.incoming_corridors(p_import uuid, p_feed text)
returns setof app.corridors language plpgsql stable set search_path = '' as $$
begin
  return query
  with named as (
    select app.gtfs_id(p_feed, 'corridors', s.corridor) as id, replace(app.name_key(s.corridor), ' ', '-') as slug,
           s.name, point(s."fromLng", s."fromLat") as starts_at, point(s."toLng", s."toLat") as ends_at
      from app.gtfs_rows r,
           jsonb_to_record(r.row) s (
             corridor text, name text, "fromLat" float8, "fromLng" float8, "toLat" float8, "toLng" float8)
     where r.import_id = p_import and r.kind = 'corridors'
    union all
    select c.id, c.slug, c.name, c.starts_at, c.ends_at
      from app.corridors c
     where c.feed = p_feed and c.retired_at is null and not app.brings_corridors(p_import)),
  traced as (
    select n.*, coalesce(app.build_corridor(m.routes, n.starts_at, n.ends_at), known.geom) as geom
      from named n
      left join app.corridors known on known.id = n.id
      left join (select l.corridor_id as id, array_agg(l.route_id order by l.route_id) as routes
                   from app.incoming_corridor_routes(p_import, p_feed) l group by 1) m on m.id = n.id)
  select t.id, p_feed, t.slug, t.name, t.starts_at, t.ends_at, t.geom::extensions.geometry(MultiLineString, 4326),
         extensions.st_length(app.to_metric(t.geom))::int, null::timestamptz
    from traced t
   where t.geom is not null;
end
$$;

-- Which routes belong to which corridor, from the import or else as stored. Only routes that the feed has: a list of
-- corridors outlives single routes.
create function app.incoming_corridor_routes(p_import uuid, p_feed text)
returns setof app.corridor_routes language plpgsql stable set search_path = '' as $$
begin
  return query
  select app.gtfs_id(p_feed, 'corridors', s.corridor), t.id
    from app.gtfs_rows r, jsonb_to_record(r.row) s (corridor text, "routeId" text), app.routes t
   where r.import_id = p_import and r.kind = 'corridor_routes'
     and t.feed = p_feed and t.gtfs_id = s."routeId" and t.retired_at is null
  union all
  select l.corridor_id, l.route_id
    from app.corridor_routes l
    join app.corridors c on c.id = l.corridor_id
    join app.routes t on t.id = l.route_id
   where c.feed = p_feed and c.retired_at is null and t.retired_at is null and not app.brings_corridors(p_import);
end
$$;

-- Whether an import has a list of corridors of its own.
create function app.brings_corridors(p_import uuid)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return exists (select from app.gtfs_rows r where r.import_id = p_import and r.kind = 'corridors');
end
$$;

-- Cut the live corridors into pieces of at most 500 m on the plane. Only corridors whose pieces changed are written.
create function app.refresh_corridor_segments()
returns void language plpgsql set search_path = '' as $$
begin
  with pieces as materialized (
    select c.id as corridor_id, (d).geom
      from app.corridors c,
           extensions.st_dumpsegments(extensions.st_segmentize(app.to_metric(c.geom), 500)) d
     where c.retired_at is null),
  stale as (
    select corridor_id
      from (select p.corridor_id, md5(string_agg(p.geom::text, ' ' order by p.geom::text)) as digest
              from pieces p group by 1) n
      full join (select s.corridor_id, md5(string_agg(s.geom::text, ' ' order by s.geom::text)) as digest
              from app.corridor_segments s group by 1) o using (corridor_id)
     where n.digest is distinct from o.digest),
  gone as (
    delete from app.corridor_segments s using stale where s.corridor_id = stale.corridor_id)
  insert into app.corridor_segments (corridor_id, geom)
  select p.corridor_id, p.geom from pieces p join stale using (corridor_id);
  analyze app.corridor_segments;
end
$$;

-- supabase/schemas/20_network/build_service_area.sql

-- The service area of a feed: an outline extended to all places within 2 km of one of the feed's live stops.
--
-- Circles have 16 corners and a radius 100 m larger than that: corners cut off up to 40 m, simplifying the border
-- another 50 m. Six decimals of a degree are 0.1 m.
create function app.build_service_area(p_outline extensions.geometry, p_feed text)
returns extensions.geometry language plpgsql stable set search_path = '' as $$
declare
  v_outline extensions.geometry := app.to_metric(p_outline);
  v_circles extensions.geometry;
begin
  select extensions.st_union(extensions.st_buffer(
           app.to_metric(extensions.st_setsrid(extensions.st_makepoint(s.lng, s.lat), 4326)), 2100, 'quad_segs=4')
           order by s.id)
    into v_circles
    from app.stops s
   where s.feed = p_feed and s.retired_at is null;
  return extensions.st_multi(extensions.st_reduceprecision(
    extensions.st_transform(extensions.st_simplifypreservetopology(
      extensions.st_union(v_outline, coalesce(v_circles, v_outline)), 50), 4326), 0.000001));
end
$$;

-- The area from the outline of an import, or else from the feed's existing one.
create function app.incoming_service_areas(p_import uuid, p_feed text)
returns setof app.service_areas language plpgsql stable set search_path = '' as $$
begin
  return query
  with outlines as (
    select s.name, extensions.st_multi(extensions.st_makevalid(extensions.st_geomfromgeojson(s.outline))) as outline
      from app.gtfs_rows r, jsonb_to_record(r.row) s (name text, outline jsonb)
     where r.import_id = p_import and r.kind = 'service_areas'
    union all
    select a.name, a.outline
      from app.service_areas a
     where a.feed = p_feed and not exists (
       select from app.gtfs_rows r where r.import_id = p_import and r.kind = 'service_areas'))
  select app.gtfs_id(p_feed, 'service_areas', o.name), p_feed, replace(app.name_key(o.name), ' ', '-'), o.name,
         o.outline::extensions.geometry(MultiPolygon, 4326),
         app.build_service_area(o.outline, p_feed)::extensions.geometry(MultiPolygon, 4326)
    from outlines o;
end
$$;

-- Where the platform works, as GeoJSON.
--
-- Definer: the network's tables are not readable directly.
create function api.get_service_area()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.admit_caller();
  return jsonb_build_object('areas', (
    select coalesce(jsonb_agg(jsonb_build_object(
             'id', a.id, 'slug', a.slug, 'name', a.name,
             'geometry', extensions.st_asgeojson(a.area, 6)::jsonb) order by a.slug), '[]')
      from app.service_areas a));
end
$$;
grant execute on function api.get_service_area to authenticated, service_role;

-- supabase/schemas/20_network/direct_reads.sql

-- Two lists that a signed-in user may also read as rows, with their own filters and order, directly from Supabase's
-- REST API: corridors and points of interest. The views are security invoker, so access is decided by the policies and
-- column grants here, not by the views. The policies check the caller, so the token of a deleted account reads nothing
-- here either.

grant select (id, slug, name, length_m, geom, retired_at) on app.corridors to authenticated;
create policy "everyone signed in reads the corridors that are in use" on app.corridors
  for select to authenticated using (retired_at is null and (select app.policy_user_id()) is not null);
create view api.corridors with (security_invoker = true) as
  select c.id, c.slug, c.name, c.length_m, extensions.st_asgeojson(c.geom, 5)::jsonb as geometry from app.corridors c;
grant select on api.corridors to authenticated;

grant select (id, name, kind, lat, lng, corridor_id, routes) on app.points_of_interest to authenticated;
create policy "everyone signed in reads the points of interest" on app.points_of_interest
  for select to authenticated using ((select app.policy_user_id()) is not null);
create view api.points_of_interest with (security_invoker = true) as
  select p.id, p.name, p.kind, p.lat, p.lng, p.corridor_id, p.routes from app.points_of_interest p;
grant select on api.points_of_interest to authenticated;

-- supabase/schemas/20_network/get_corridor_map.sql

-- The lines of the apps' map: every live corridor, and one line for every live route.
--
-- Built at import and stored as the text that is sent. A route's line is the shape of most of its trips, simplified to
-- 20 m (0.00018 degrees); five decimals of a degree are 1 m.
create function app.refresh_corridor_map()
returns void language plpgsql set search_path = '' as $$
declare
  v_body text;
begin
  with lines as (
    select 1 as layer, 'corridor' as kind, c.id, c.slug, c.name, c.geom
      from app.corridors c
     where c.retired_at is null and not extensions.st_isempty(c.geom)
    union all
    select 2, 'route', r.id, r.slug, r.short_name || ' ' || r.long_name, s.geom
      from app.routes r,
           lateral (
             select h.geom from app.trips t join app.shapes h on h.id = t.shape_id
              where t.route_id = r.id
              group by h.id
              order by count(*) desc, extensions.st_length(h.geom) desc, h.id
              limit 1) s
     where r.retired_at is null)
  select '{"type":"FeatureCollection","features":[' || coalesce(string_agg(
           format('{"type":"Feature","properties":{"kind":%s,"id":%s,"slug":%s,"name":%s},"geometry":%s}',
             to_json(l.kind), to_json(l.id), to_json(l.slug), to_json(l.name),
             extensions.st_asgeojson(extensions.st_simplify(l.geom, 0.00018, true), 5)),
           ',' order by l.layer, l.slug), '') || ']}'
    into v_body
    from lines l;

  insert into app.corridor_maps as m (body) values (v_body::json)
  on conflict (singleton) do update set body = excluded.body where m.body::text <> excluded.body::text;
end
$$;

-- The map's lines as a GeoJSON FeatureCollection with properties kind (corridor or route), id, slug and name.
--
-- Definer: the network's tables are not readable directly.
create function api.get_corridor_map()
returns json language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.admit_caller();
  return coalesce((select m.body from app.corridor_maps m), '{"type":"FeatureCollection","features":[]}');
end
$$;
grant execute on function api.get_corridor_map to authenticated, service_role;

-- supabase/schemas/20_network/incoming_rows.sql

-- The rows of an import in the shape of their target tables: one function per kind, named after its table, so that
-- app.merge_feed_rows can treat every kind alike. Columns that the database fills itself are null here. Derived tables
-- have their functions in files of their own: build_corridors, build_service_area, points_of_interest.

-- Our id of an entity in a feed: the same on every database that loads the feed.
create function app.gtfs_id(p_feed text, p_kind text, p_id text)
returns uuid language plpgsql immutable strict set search_path = '' as $$
begin
  return extensions.uuid_generate_v5(extensions.uuid_ns_url(), 'gtfs:' || p_feed || '/' || p_kind || '/' || p_id);
end
$$;

create function app.incoming_agencies(p_import uuid, p_feed text)
returns setof app.agencies language plpgsql stable set search_path = '' as $$
begin
  return query
  select app.gtfs_id(p_feed, 'agencies', s.id), p_feed, s.id, s.name, s.url, s.timezone, null::timestamptz
    from app.gtfs_rows r, jsonb_to_record(r.row) s (id text, name text, url text, timezone text)
   where r.import_id = p_import and r.kind = 'agencies';
end
$$;

create function app.incoming_services(p_import uuid, p_feed text)
returns setof app.services language plpgsql stable set search_path = '' as $$
begin
  return query
  select app.gtfs_id(p_feed, 'services', s.id), p_feed, s.id, s.weekdays, s."startsOn", s."endsOn"
    from app.gtfs_rows r, jsonb_to_record(r.row) s (id text, weekdays boolean[], "startsOn" date, "endsOn" date)
   where r.import_id = p_import and r.kind = 'services';
end
$$;

create function app.incoming_service_exceptions(p_import uuid, p_feed text)
returns setof app.service_exceptions language plpgsql stable set search_path = '' as $$
begin
  return query
  select app.gtfs_id(p_feed, 'services', s."serviceId"), s."on", s.exception
    from app.gtfs_rows r, jsonb_to_record(r.row) s ("serviceId" text, "on" date, exception smallint)
   where r.import_id = p_import and r.kind = 'service_exceptions';
end
$$;

create function app.incoming_shapes(p_import uuid, p_feed text)
returns setof app.shapes language plpgsql stable set search_path = '' as $$
begin
  return query
  select app.gtfs_id(p_feed, 'shapes', s.id), p_feed, s.id,
         extensions.st_geomfromgeojson(jsonb_build_object('type', 'LineString', 'coordinates', s.line))
           ::extensions.geometry(LineString, 4326)
    from app.gtfs_rows r, jsonb_to_record(r.row) s (id text, line jsonb)
   where r.import_id = p_import and r.kind = 'shapes';
end
$$;

create function app.incoming_stops(p_import uuid, p_feed text)
returns setof app.stops language plpgsql stable set search_path = '' as $$
begin
  return query
  select app.gtfs_id(p_feed, 'stops', s.id), p_feed, s.id, app.gtfs_id(p_feed, 'stops', s."parentId"),
         s.name, app.name_key(s.name), s.kind, s.lat, s.lng, null::point, null::timestamptz
    from app.gtfs_rows r,
         jsonb_to_record(r.row) s (id text, "parentId" text, name text, kind text, lat float8, lng float8)
   where r.import_id = p_import and r.kind = 'stops';
end
$$;

-- A route keeps its first slug, because that is part of its URL. A slug that another route has gets a part of the id
-- appended.
create function app.incoming_routes(p_import uuid, p_feed text)
returns setof app.routes language plpgsql stable set search_path = '' as $$
begin
  return query
  with staged as (
    select app.gtfs_id(p_feed, 'routes', s.id) as uuid, s.*,
           replace(rtrim(left(app.name_key(s."shortName" || ' ' || s."longName"), 90)), ' ', '-') as slug
      from app.gtfs_rows r,
           jsonb_to_record(r.row) s (id text, "agencyId" text, "shortName" text, "longName" text, type smallint)
     where r.import_id = p_import and r.kind = 'routes')
  select s.uuid, p_feed, s.id, app.gtfs_id(p_feed, 'agencies', s."agencyId"),
         coalesce(known.slug, s.slug || case
           when count(*) over (partition by s.slug) > 1 or other.id is not null then '-' || left(s.uuid::text, 8)
           else '' end),
         s."shortName", s."longName", s.type, null::timestamptz
    from staged s
    left join app.routes known on known.id = s.uuid
    left join app.routes other on other.slug = s.slug and other.id <> s.uuid;
end
$$;

create function app.incoming_trips(p_import uuid, p_feed text)
returns setof app.trips language plpgsql stable set search_path = '' as $$
begin
  return query
  select app.gtfs_id(p_feed, 'trips', s.id), p_feed, s.id, app.gtfs_id(p_feed, 'routes', s."routeId"),
         app.gtfs_id(p_feed, 'services', s."serviceId"), app.gtfs_id(p_feed, 'shapes', s."shapeId"),
         s.headsign, s.direction
    from app.gtfs_rows r,
         jsonb_to_record(r.row) s (
           id text, "routeId" text, "serviceId" text, "shapeId" text, headsign text, direction smallint)
   where r.import_id = p_import and r.kind = 'trips';
end
$$;

create function app.incoming_stop_times(p_import uuid, p_feed text)
returns setof app.stop_times language plpgsql stable set search_path = '' as $$
begin
  return query
  select app.gtfs_id(p_feed, 'trips', s."tripId"), s.sequence, app.gtfs_id(p_feed, 'stops', s."stopId"),
         s."arrivalS", s."departureS"
    from app.gtfs_rows r,
         jsonb_to_record(r.row) s ("tripId" text, sequence int, "stopId" text, "arrivalS" int, "departureS" int)
   where r.import_id = p_import and r.kind = 'stop_times';
end
$$;

create function app.incoming_frequencies(p_import uuid, p_feed text)
returns setof app.frequencies language plpgsql stable set search_path = '' as $$
begin
  return query
  select app.gtfs_id(p_feed, 'trips', s."tripId"), s."startsS", s."endsS", s."headwayS"
    from app.gtfs_rows r, jsonb_to_record(r.row) s ("tripId" text, "startsS" int, "endsS" int, "headwayS" int)
   where r.import_id = p_import and r.kind = 'frequencies';
end
$$;

-- supabase/schemas/20_network/list_routes.sql

-- Routes by short name; optionally of one corridor, those on which an operator group has vehicles, or those whose names
-- contain a text.
--
-- Definer: the network's tables are not readable directly.
create function api.list_routes(
  p_q text default null, p_corridor_id text default null, p_sacco_id text default null, p_limit int default 20,
  p_after jsonb default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_limit int := app.page_size(p_limit);
  v_like  text := app.like_pattern_of_key(p_q);
  v_sacco uuid := (app.sacco_at(p_sacco_id)).id;
begin
  perform app.admit_caller();
  return app.page(array(
    select jsonb_build_object(
             'row', app.route_ref(r) || jsonb_build_object('corridors', (
               select coalesce(jsonb_agg(app.corridor_ref(cr.corridor_id) order by cr.corridor_id), '[]')
                 from app.corridor_routes cr where cr.route_id = r.id)),
             'key', jsonb_build_object('name', r.short_name, 'slug', r.slug))
      from app.routes r
     where r.retired_at is null
       and (p_q is null or app.name_key(r.short_name) like v_like or app.name_key(r.long_name) like v_like)
       and (p_corridor_id is null or app.is_on_corridor(r.id, p_corridor_id))
       and (p_sacco_id is null or exists (
             select from app.vehicle_routes vr join app.vehicles v on v.id = vr.vehicle_id
              where vr.route_id = r.id and v.sacco_id = v_sacco))
       and (p_after is null or (r.short_name, r.slug) > (p_after ->> 'name', p_after ->> 'slug'))
     order by r.short_name, r.slug
     limit v_limit + 1), v_limit);
end
$$;
grant execute on function api.list_routes to authenticated, service_role;

-- Whether a route uses a corridor, given by id or slug.
create function app.is_on_corridor(p_route uuid, p_corridor text)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from app.corridor_routes cr join app.corridors c on c.id = cr.corridor_id
     where cr.route_id = p_route and (c.slug = lower(p_corridor) or c.id::text = lower(p_corridor)));
end
$$;

-- Corridors by name, or nearest first if a place is given; with their lines as GeoJSON on request. Definer as above.
-- Fails with: invalid_request
create function api.list_corridors(
  p_lat float8 default null, p_lng float8 default null, p_geometry boolean default false, p_limit int default 20,
  p_after jsonb default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_limit int := app.page_size(p_limit);
  v_place extensions.geography;
begin
  perform app.admit_caller();
  if p_lat is not null or p_lng is not null then
    perform app.check_place(p_lat, p_lng);
    v_place := extensions.st_setsrid(extensions.st_makepoint(p_lng, p_lat), 4326)::extensions.geography;
  end if;
  -- A cursor of the order by name is invalid for nearest first, and the reverse.
  if (p_after ->> 'd' is null) <> (v_place is null) and p_after is not null then
    perform app.fail('invalid_request', '{"path": "cursor", "code": "invalid_cursor"}');
  end if;
  return app.page(array(
    select jsonb_build_object(
             'row', app.corridor_ref(c.id)
               || jsonb_build_object('lengthM', c.length_m, 'distanceM', round(c.distance_m))
               || case when p_geometry then jsonb_build_object('geometry', extensions.st_asgeojson(c.geom, 5)::jsonb)
                       else '{}' end,
             'key', jsonb_build_object('d', c.distance_m, 'name', c.name, 'id', c.id))
      from (select k.*, extensions.st_distance(k.geom::extensions.geography, v_place) as distance_m
              from app.corridors k where k.retired_at is null) c
     where p_after is null
        or (coalesce(c.distance_m, 0), c.name, c.id)
           > (coalesce((p_after ->> 'd')::float8, 0), p_after ->> 'name', (p_after ->> 'id')::uuid)
     order by c.distance_m, c.name, c.id
     limit v_limit + 1), v_limit);
end
$$;
grant execute on function api.list_corridors to authenticated, service_role;

-- supabase/schemas/20_network/merge_feed_rows.sql

-- Sync a table with a feed, in the same way for every kind of row.
--
-- The rows come from app.incoming_<kind>, which has the shape of app.<kind>; some read the staged rows of an import,
-- others derive theirs from tables that are already synced. Only changed rows are written, so an unchanged feed writes
-- nothing. Rows are compared byte by byte (record_image_ne), because geometry's equality does not compare exactly, and
-- text that is equal under a collation may still have changed. Keys and columns are read from the catalogue, so that
-- new columns are included automatically.

-- Sync several tables with a feed. Parents are written before children, and removed after them. Returns {kind: {added,
-- changed, removed, unchanged}}.
create function app.sync_feed_rows(p_kinds text[], p_import uuid, p_feed text)
returns jsonb language plpgsql set search_path = '' as $$
declare
  v_report jsonb := '{}';
begin
  for v_at in 1 .. cardinality(p_kinds) loop
    v_report := v_report || jsonb_build_object(p_kinds[v_at], app.merge_feed_rows(p_kinds[v_at], p_import, p_feed));
  end loop;
  for v_at in reverse cardinality(p_kinds) .. 1 loop
    v_report := jsonb_set(v_report, array[p_kinds[v_at], 'removed'],
      to_jsonb(app.remove_vanished_rows(p_kinds[v_at], p_import, p_feed)));
  end loop;
  return v_report;
end
$$;

-- Metadata of a table for the two functions below: its key, its writable columns, whether it retires its rows, and
-- which of its rows a feed owns ($2): by its own column `feed`, or by its parent's.
create function app.feed_table(
  p_kind text, out v_key text[], out v_columns text[], out v_retires boolean, out v_owned text)
language plpgsql stable set search_path = '' as $$
declare
  v_table constant regclass := format('app.%I', p_kind)::regclass;
begin
  select array_agg(a.attname::text order by array_position(i.indkey::int2[], a.attnum)) into v_key
    from pg_catalog.pg_index i
    join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey::int2[])
   where i.indrelid = v_table and i.indisprimary;
  select array_agg(a.attname::text order by a.attnum), bool_or(a.attname = 'retired_at') into v_columns, v_retires
    from pg_catalog.pg_attribute a
   where a.attrelid = v_table and a.attnum > 0 and not a.attisdropped and a.attgenerated = '';
  v_owned := case
    when 'feed' = any (v_columns) then 't.feed = $2'
    -- trip_id → app.trips
    else format('t.%I in (select o.id from app.%I o where o.feed = $2)', v_key[1], left(v_key[1], -3) || 's') end;
end
$$;

-- Write new and changed rows. A retired row that is back counts as added. Returns {added, changed, unchanged}. Analyze:
-- the next steps are a hundred times slower when PostgreSQL assumes an empty table, and the embedded database has no
-- autovacuum to update its statistics.
create function app.merge_feed_rows(p_kind text, p_import uuid, p_feed text)
returns jsonb language plpgsql set search_path = '' as $$
declare
  v_table  record := app.feed_table(p_kind);
  v_report jsonb;
begin
  execute format($sql$
    with incoming as materialized (select * from app.incoming_%1$I($1, $2)),
         due as materialized (
           select i.*, %2$s as is_new
             from incoming i left join app.%1$I t using (%3$s)
            where t.%4$I is null or record_image_ne(row(%5$s), row(%6$s))),
         written as (
           insert into app.%1$I (%7$s) select %7$s from due on conflict (%3$s) do %8$s)
    select jsonb_build_object(
      'added', (select count(*) from due where is_new),
      'changed', (select count(*) from due where not is_new),
      'unchanged', (select count(*) from incoming) - (select count(*) from due)) $sql$,
    p_kind,
    case when v_table.v_retires then format('(t.%I is null or t.retired_at is not null)', v_table.v_key[1])
         else format('(t.%I is null)', v_table.v_key[1]) end,
    (select string_agg(quote_ident(c), ', ') from unnest(v_table.v_key) c),
    v_table.v_key[1],
    (select string_agg('t.' || quote_ident(c), ', ') from unnest(v_table.v_columns) c),
    (select string_agg('i.' || quote_ident(c), ', ') from unnest(v_table.v_columns) c),
    (select string_agg(quote_ident(c), ', ') from unnest(v_table.v_columns) c),
    coalesce('update set ' || (
      select string_agg(format('%1$I = excluded.%1$I', c), ', ')
        from unnest(v_table.v_columns) c where c <> all (v_table.v_key)), 'nothing'))
  into v_report using p_import, p_feed;
  if (v_report ->> 'added')::int + (v_report ->> 'changed')::int > 0 then
    execute format('analyze app.%I', p_kind);
  end if;
  return v_report;
end
$$;

-- Retire or delete the feed's rows that are not in the import. Returns how many.
create function app.remove_vanished_rows(p_kind text, p_import uuid, p_feed text)
returns int language plpgsql set search_path = '' as $$
declare
  v_table record := app.feed_table(p_kind);
  v_count int;
begin
  execute format(
    case when v_table.v_retires then 'update app.%1$I t set retired_at = app.now() where t.retired_at is null and '
         else 'delete from app.%1$I t where ' end
      || '%2$s and not exists (select from app.incoming_%1$I($1, $2) i where (%3$s) = (%4$s))',
    p_kind,
    v_table.v_owned,
    (select string_agg('i.' || quote_ident(c), ', ') from unnest(v_table.v_key) c),
    (select string_agg('t.' || quote_ident(c), ', ') from unnest(v_table.v_key) c))
  using p_import, p_feed;
  get diagnostics v_count = row_count;
  return v_count;
end
$$;

-- supabase/schemas/20_network/points_of_interest.sql

-- The key that search compares: lower case, without accents and punctuation, single spaces.
create function app.name_key(p_name text)
returns text language plpgsql stable strict set search_path = '' as $$
begin
  return trim(regexp_replace(lower(extensions.unaccent(p_name)), '[[:space:]!-/:-@\[-`{-~]+', ' ', 'g'));
end
$$;

-- The live stops of a feed grouped as riders name them: stops of one name with at most 150 m between neighbours are one
-- place. A station represents its place, else the stop nearest to the centre. Metres are computed on a projection local
-- to the feed, so this works for any city; means are exact (numeric), so they do not depend on the order of rows.
create function app.incoming_points_of_interest(p_import uuid, p_feed text)
returns setof app.points_of_interest language plpgsql stable set search_path = '' as $$
begin
  return query
  with live as (
    select s.*, s.lng * cos(radians(avg(s.lat::numeric) over ())) * 111320 as x, s.lat * 110574 as y
      from app.stops s
     where s.feed = p_feed and s.retired_at is null),
  grouped as (
    select l.*,
           extensions.st_clusterdbscan(extensions.st_makepoint(l.x, l.y), 150, 1) over (partition by l.name_key) as spot
      from live l),
  centred as (
    select g.*, point(g.x, g.y) <-> point(avg(g.x::numeric) over w, avg(g.y::numeric) over w) as off_centre
      from grouped g window w as (partition by g.name_key, g.spot)),
  members as (
    select c.id as stop_id, first_value(c.id) over (
             partition by c.name_key, c.spot
             order by c.kind <> 'station', c.off_centre, c.id
           ) as id
      from centred c),
  served as (
    select m.id, r.short_name, nullif(substring(r.short_name from '^\d{1,9}'), '')::int as number
      from members m
      join app.stop_times st on st.stop_id = m.stop_id
      join app.trips t on t.id = st.trip_id
      join app.routes r on r.id = t.route_id
     group by 1, 2),
  routed as (
    select v.id, array_agg(v.short_name order by v.number nulls last, v.short_name) as routes from served v group by 1)
  select s.id, p_feed, s.name, s.name_key, s.kind, s.lat, s.lng, null::point,
         (app.corridor_at(s.lat, s.lng)).corridor_id, coalesce(r.routes, '{}')
    from app.stops s
    left join routed r on r.id = s.id
   where s.id in (select m.id from members m);
end
$$;

-- supabase/schemas/20_network/resolve_corridor_for_location.sql

-- Projects places to metres: UTM zone 37S, accurate to 0.1 % over all of Kenya. To run this for another city, change
-- this and app.city_time.
create function app.to_metric(p_geom extensions.geometry)
returns extensions.geometry language plpgsql immutable set search_path = '' as $$
begin
  return extensions.st_transform(p_geom, 32737);
end
$$;

-- The corridor that a place belongs to: the nearest one within 250 m, or null. Always returns one row.
--
-- A place far from every corridor is never projected: far outside its zone the projection fails with an error.
create function app.corridor_at(p_lat float8, p_lng float8, out corridor_id uuid, out distance_m float8)
language plpgsql stable set search_path = '' as $$
declare
  v_place extensions.geometry := extensions.st_setsrid(extensions.st_makepoint(p_lng, p_lat), 4326);
begin
  if not exists (
    select from app.corridors c where c.geom operator(extensions.&&) extensions.st_expand(v_place, 0.01))
  then
    return;
  end if;
  v_place := app.to_metric(v_place);
  select s.corridor_id, extensions.st_distance(s.geom, v_place) into corridor_id, distance_m
    from app.corridor_segments s
   where extensions.st_dwithin(s.geom, v_place, 250)
   order by 2, 1
   limit 1;
end
$$;

-- A corridor as responses reference it.
create function app.corridor_ref(p_corridor uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object('id', c.id, 'slug', c.slug, 'name', c.name) from app.corridors c where c.id = p_corridor);
end
$$;

-- Whether a place is covered, and on which corridor it lies. Part of every response to a request with a place.
create function app.locate(p_lat float8, p_lng float8)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_place    extensions.geometry := extensions.st_setsrid(extensions.st_makepoint(p_lng, p_lat), 4326);
  v_area     text;
  v_corridor record;
begin
  select a.name into v_area from app.service_areas a where extensions.st_covers(a.area, v_place) limit 1;
  v_corridor := app.corridor_at(p_lat, p_lng);
  return jsonb_build_object(
    'inServiceArea', v_area is not null,
    'serviceArea', coalesce(v_area, (
      select a.name from app.service_areas a order by a.area operator(extensions.<->) v_place limit 1)),
    'corridor', app.corridor_ref(v_corridor.corridor_id),
    'distanceM', round(v_corridor.distance_m));
end
$$;

-- Whether a place is covered, and on which corridor it lies.
--
-- Definer: the network's tables are not readable directly.
-- Fails with: invalid_request
create function api.resolve_corridor_for_location(p_lat float8, p_lng float8)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.admit_caller();
  perform app.check_place(p_lat, p_lng);
  return app.locate(p_lat, p_lng);
end
$$;
grant execute on function api.resolve_corridor_for_location to authenticated, service_role;

-- Fails with: invalid_request
create function app.check_place(p_lat float8, p_lng float8)
returns void language plpgsql immutable set search_path = '' as $$
begin
  if (p_lat between -90 and 90) is distinct from true or (p_lng between -180 and 180) is distinct from true then
    perform app.fail('invalid_request', '{"path": "place", "code": "out_of_range"}');
  end if;
end
$$;

-- supabase/schemas/20_network/sample_feed.sql

-- Samples of a feed, shown to an admin before it is applied.

-- The effect of a feed on one entity.
create type app.gtfs_fate as (
  fate   text,
  name   text,
  before text
);

-- Up to ten routes that a feed adds, changes and removes, by number, as {added, changed, removed}; for changed ones
-- with the previous name.
create function app.sample_routes(p_import uuid, p_feed text)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    with incoming as materialized (select * from app.incoming_routes(p_import, p_feed)),
    fates as (
      select i.id, i.short_name || ' ' || i.long_name as name, t.short_name || ' ' || t.long_name as before,
             case when t.id is null or t.retired_at is not null then 'added' else 'changed' end as fate
        from incoming i left join app.routes t on t.id = i.id
       where t.id is null or record_image_ne(row(t.*), row(i.*))
      union all
      select t.id, t.short_name || ' ' || t.long_name, null, 'removed'
        from app.routes t
       where t.feed = p_feed and t.retired_at is null and not exists (select from incoming i where i.id = t.id))
    select app.samples_of(array_agg(row(f.fate, f.name, f.before)::app.gtfs_fate order by f.name, f.id)) from fates f);
end
$$;

create function app.sample_stops(p_import uuid, p_feed text)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    with incoming as materialized (select * from app.incoming_stops(p_import, p_feed)),
    fates as (
      select i.id, i.name, t.name as before,
             case when t.id is null or t.retired_at is not null then 'added' else 'changed' end as fate
        from incoming i left join app.stops t on t.id = i.id
       where t.id is null or (t.name, t.lat, t.lng, t.kind, t.parent_id, t.retired_at)
             is distinct from (i.name, i.lat, i.lng, i.kind, i.parent_id, i.retired_at)
      union all
      select t.id, t.name, null, 'removed'
        from app.stops t
       where t.feed = p_feed and t.retired_at is null and not exists (select from incoming i where i.id = t.id))
    select app.samples_of(array_agg(row(f.fate, f.name, f.before)::app.gtfs_fate order by f.name, f.id)) from fates f);
end
$$;

create function app.samples_of(p_fates app.gtfs_fate[])
returns jsonb language plpgsql immutable set search_path = '' as $$
begin
  return (
    select jsonb_object_agg(k.fate, (
             select coalesce(jsonb_agg(jsonb_build_object('name', f.name, 'before', f.before) order by f.n), '[]')
               from (select u.*, row_number() over () as n
                       from unnest(p_fates) u where u.fate = k.fate limit 10) f))
      from unnest(array['added', 'changed', 'removed']) k (fate));
end
$$;

-- supabase/schemas/20_network/search_points_of_interest.sql

-- A stop as the forms show it.
create function app.stage_view(p_stage app.points_of_interest, p_distance_m float8)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'id', p_stage.id, 'name', p_stage.name, 'kind', p_stage.kind,
    'place', jsonb_build_object('lat', p_stage.lat, 'lng', p_stage.lng),
    'corridor', app.corridor_ref(p_stage.corridor_id),
    'routes', p_stage.routes[1:4],
    'distanceM', round(p_distance_m));
end
$$;

-- Search stops by typed text, for a report's place: the search results of kind stop, nearest first where a place is
-- given, with everything that the form shows.
--
-- Definer: the network's tables are not readable directly.
-- Fails with: invalid_request
create function api.search_points_of_interest(
  p_q text, p_lat float8 default null, p_lng float8 default null, p_limit int default 10)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_key text := coalesce(app.search_key(left(p_q, 100)), '');
begin
  perform app.admit_caller();
  if p_lat is not null or p_lng is not null then
    perform app.check_place(p_lat, p_lng);
  end if;
  if v_key = '' then
    return '[]';
  end if;
  return (
    select coalesce(jsonb_agg(
             app.stage_view(p, case when p_lat is not null then app.distance_m(p.lat, p.lng, p_lat, p_lng) end)
             order by h.score desc, p.name_key, p.id), '[]')
      from app.found_by_name(v_key, '{stop}', p_lat, p_lng, least(greatest(coalesce(p_limit, 10), 1), 50)) h
      join app.points_of_interest p on p.id = h.subject_id);
end
$$;
grant execute on function api.search_points_of_interest to authenticated, service_role;

-- The stops served by the most routes, for phones to cache: the offline search uses them.
--
-- Definer: the network's tables are not readable directly.
create function api.list_main_stages()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.admit_caller();
  return (
    select coalesce(jsonb_agg(app.stage_view(p, null) order by cardinality(p.routes) desc, p.name_key, p.id), '[]')
      from (
        select * from app.points_of_interest
         order by cardinality(routes) desc, name_key, id
         limit 300) p);
end
$$;
grant execute on function api.list_main_stages to authenticated, service_role;

-- supabase/schemas/25_vehicles/00_tables.sql

-- Operator groups. Riders use the brand, the register the legal name; search also matches aliases. A group that turned
-- out to be a duplicate was merged into another: its id and slug redirect there, see app.find_sacco.
create table app.saccos (
  id          uuid primary key default gen_random_uuid(),
  slug        text not null unique,
  name        text not null check (char_length(name) between 2 and 120),
  merged_into uuid references app.saccos check (merged_into <> id)
);
create index saccos_merged_into on app.saccos (merged_into);

-- Registered operators, from the authority's list. A group may have several numbers.
create table app.sacco_register (
  register_no text primary key check (char_length(register_no) between 1 and 40),
  name        text not null check (char_length(name) between 2 and 120),
  sacco_id    uuid not null references app.saccos
);
create index sacco_register_sacco on app.sacco_register (sacco_id);
alter table app.sacco_register enable row level security;

-- What a merge moved, so that it can be undone.
create table app.sacco_merges (
  id           uuid primary key default gen_random_uuid(),
  from_id      uuid not null references app.saccos,
  into_id      uuid not null references app.saccos,
  merged_at    timestamptz not null,
  undone_at    timestamptz,
  vehicle_ids  uuid[] not null,
  alias_keys   text[] not null,
  register_nos text[] not null,
  -- Whether this merge added the merged group's name as an alias.
  named        boolean not null
);
create index sacco_merges_from on app.sacco_merges (from_id);
create index sacco_merges_into on app.sacco_merges (into_id);
alter table app.sacco_merges enable row level security;

-- Pairs of groups with similar names that are not duplicates. The smaller id is first.
create table app.saccos_apart (
  sacco_id uuid references app.saccos,
  other_id uuid references app.saccos check (sacco_id < other_id),
  primary key (sacco_id, other_id)
);
create index saccos_apart_other on app.saccos_apart (other_id);
alter table app.saccos_apart enable row level security;

-- Other names of an operator group, each of one group only. `alias_key` is compared by search, as for stops.
create table app.sacco_aliases (
  alias_key text primary key,
  alias     text not null check (char_length(alias) between 2 and 120),
  sacco_id  uuid not null references app.saccos on delete cascade
);
create index sacco_aliases_sacco on app.sacco_aliases (sacco_id);
alter table app.sacco_aliases enable row level security;

-- One physical vehicle. `plate_key` is the plate in capitals without spaces and punctuation, and is compared with what
-- a rider types. `public_code` is on the sticker inside the vehicle and in its QR code.
create table app.vehicles (
  id          uuid primary key default gen_random_uuid(),
  plate       text not null,
  plate_key   text not null unique check (plate_key ~ '^[A-Z0-9]{3,10}$'),
  public_code text not null unique check (public_code ~ '^V-[0-9A-HJKMNP-TV-Z]{8}$'),
  fleet_name  text,
  sacco_id    uuid references app.saccos,
  capacity    int check (capacity between 1 and 200),
  -- When a surveyor last saw the vehicle with these facts.
  checked_at  timestamptz
);
create index vehicles_sacco on app.vehicles (sacco_id, plate_key);

-- The routes that a vehicle runs on.
create table app.vehicle_routes (
  vehicle_id uuid not null references app.vehicles on delete cascade,
  route_id   uuid not null references app.routes,
  primary key (vehicle_id, route_id)
);
create index vehicle_routes_route on app.vehicle_routes (route_id);
alter table app.vehicle_routes enable row level security;

alter table app.saccos enable row level security;
alter table app.vehicles enable row level security;

-- The facts of a vehicle, version by version; append-only. app.vehicles and app.vehicle_routes hold the current ones. A
-- version has who saw the vehicle, when, in which session, and who approved it; the first version of a vehicle that
-- existed before any field work has none of these.
create table app.vehicle_facts (
  vehicle_id  uuid not null references app.vehicles,
  version     int not null,
  plate       text not null,
  fleet_name  text,
  sacco_id    uuid references app.saccos,
  -- The operator as the surveyor recorded it, where no known group has that name.
  sacco_name  text,
  route_ids   uuid[] not null,
  capacity    int check (capacity between 1 and 200),
  sticker     jsonb,
  checks      jsonb not null default '{}',
  observed_at timestamptz,
  surveyor_id uuid,
  session_id  uuid,
  entry_id    uuid,
  approved_at timestamptz,
  approved_by uuid,
  -- Of a version that an admin wrote without a new observation: the reason. It keeps the time of the last observation.
  reason      text check (char_length(reason) between 3 and 500),
  -- Of a version from a surveyor's entry: the version that was current before, or null where there was none. It becomes
  -- current again when the approval is undone.
  replaces    int,
  primary key (vehicle_id, version)
);
create index vehicle_facts_entry on app.vehicle_facts (entry_id) where entry_id is not null;
create index vehicle_facts_surveyor on app.vehicle_facts (surveyor_id);
create index vehicle_facts_approved_by on app.vehicle_facts (approved_by) where approved_by is not null;
alter table app.vehicle_facts enable row level security;

-- supabase/schemas/25_vehicles/fact_problems.sql

-- The names of invalid facts; empty if all are valid. Facts are an object of the shape that the contract of collection
-- entries describes; only the plate is required. A missing fact is valid, an unknown name is a problem.
create function app.fact_problems(p_facts jsonb)
returns text[] language plpgsql stable set search_path = '' as $$
declare
  v_known text[] := array['plate', 'fleetName', 'sacco', 'routeIds', 'capacity', 'sticker', 'checks'];
begin
  if jsonb_typeof(p_facts) is distinct from 'object' then
    return array['plate'];
  end if;
  return array(
    select c.fact
      from (values
        ('plate', app.is_text(p_facts -> 'plate', 1, 20) and app.can_be_plate(app.plate_key(p_facts ->> 'plate'))),
        ('fleetName', not p_facts ? 'fleetName' or app.is_text(p_facts -> 'fleetName', 1, 80)),
        ('sacco', not p_facts ? 'sacco' or app.is_sacco_fact(p_facts -> 'sacco')),
        ('routeIds', not p_facts ? 'routeIds' or app.are_routes(p_facts -> 'routeIds')),
        ('capacity', not p_facts ? 'capacity'
                     or case jsonb_typeof(p_facts -> 'capacity') when 'number'
                          then (p_facts ->> 'capacity')::numeric = any (array(select generate_series(1, 200))) end),
        ('sticker', not p_facts ? 'sticker' or app.is_sticker_fact(p_facts -> 'sticker')),
        ('checks', not p_facts ? 'checks' or app.are_checks(p_facts -> 'checks'))
      ) c (fact, fits)
     where c.fits is distinct from true
    union all
    select k from jsonb_object_keys(p_facts) k where k <> all (v_known));
end
$$;

create function app.is_text(p_value jsonb, p_min int, p_max int)
returns boolean language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_typeof(p_value) = 'string' and char_length(btrim(p_value #>> '{}')) >= p_min
    and char_length(p_value #>> '{}') <= p_max;
end
$$;

-- A known operator group by id, or one by the name that is written on the vehicle.
create function app.is_sacco_fact(p_value jsonb)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return case
    when jsonb_typeof(p_value) is distinct from 'object' then false
    when p_value ? 'id' then p_value - 'id' = '{}'
      and exists (select from app.saccos s where s.id::text = lower(p_value ->> 'id'))
    else p_value - 'name' = '{}' and app.is_text(p_value -> 'name', 2, 120) end;
end
$$;

-- Up to twenty known routes, including retired ones.
create function app.are_routes(p_value jsonb)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  if jsonb_typeof(p_value) is distinct from 'array' then
    return false;
  end if;
  return jsonb_array_length(p_value) <= 20 and not exists (
    select from jsonb_array_elements_text(p_value) told (id)
     where not exists (select from app.routes r where r.id::text = lower(told.id)));
end
$$;

create function app.is_sticker_fact(p_value jsonb)
returns boolean language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(p_value) is distinct from 'object' then
    return false;
  end if;
  return p_value - 'status' - 'code' = '{}' and p_value ->> 'status' in ('seen', 'placed', 'missing')
    and (not p_value ? 'code'
         or (app.is_text(p_value -> 'code', 1, 20) and app.public_code(p_value ->> 'code') is not null));
end
$$;

-- The fixed checklist of a surveyor, each item with its finding.
create function app.are_checks(p_value jsonb)
returns boolean language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(p_value) is distinct from 'object' then
    return false;
  end if;
  return not exists (
    select from jsonb_each_text(p_value) c (item, found)
     where c.item <> all (array['tyres', 'lights', 'mirrors', 'doors', 'windows', 'seats', 'seatBelts',
                                'fireExtinguisher', 'firstAidKit', 'speedGovernor', 'emergencyExit', 'routeSign'])
        or coalesce(c.found not in ('ok', 'faulty', 'missing', 'not_checked'), true));
end
$$;

-- supabase/schemas/25_vehicles/find_vehicle.sql

-- A normalized plate: capitals and digits only. `kda 123a`, `KDA-123A` and `KDA123A` are one plate. Null if it contains
-- any other letter: dropping a Cyrillic A could result in another vehicle's plate.
create function app.plate_key(p_text text)
returns text language plpgsql immutable set search_path = '' as $$
begin
  return case when p_text ~ '^[ -~]*$' then upper(regexp_replace(p_text, '[^A-Za-z0-9]', '', 'g')) end;
end
$$;

-- Whether a key can be a number plate: letters and digits, four to nine. Deliberately wide: besides KDA 123A there are
-- motorcycles (KMDA 123A), trailers, government, diplomats and neighbouring countries, and a strict pattern would
-- reject valid reports.
create function app.can_be_plate(p_key text)
returns boolean language plpgsql immutable set search_path = '' as $$
begin
  return p_key ~ '^(?=.*[0-9])[A-Z][A-Z0-9]{3,8}$';
end
$$;

-- Whether a key has the form of the city's plates: KDA 123A, KMDA 123A on motorcycles and three-wheelers, KQA 321 from
-- before 1989. Other plates are accepted too; this only flags those to check again. The apps have the same rule in
-- packages/ui/src/incidents/plate.ts; a test compares the two.
create function app.is_usual_plate(p_key text)
returns boolean language plpgsql immutable set search_path = '' as $$
begin
  return p_key ~ '^K[A-Z]{2,3}[0-9]{3}[A-Z]?$';
end
$$;

-- A plate formatted for display: KDA 123A.
create function app.plate_text(p_key text)
returns text language plpgsql immutable set search_path = '' as $$
begin
  return regexp_replace(p_key, '^([A-Z]+)([0-9].*)$', '\1 \2');
end
$$;

-- A public code normalized from any spelling: `v7k3m9qxr` is V-7K3M9QXR, and letters that Crockford's base 32 excludes
-- are read as the digits that they resemble. Null if invalid.
create function app.public_code(p_text text)
returns text language plpgsql immutable set search_path = '' as $$
begin
  return 'V-' || translate((regexp_match(app.plate_key(p_text), '^V([0-9A-Z]{8})$'))[1], 'OIL', '011');
end
$$;

-- The vehicle with an identifier: its UUID, else its public code, else its plate in any spelling. Null if none.
create function app.find_vehicle(p_identifier text)
returns app.vehicles language plpgsql stable set search_path = '' as $$
declare
  v_vehicle app.vehicles;
begin
  select * into v_vehicle from app.vehicles v where v.id = app.uuid_or_null(p_identifier);
  if v_vehicle.id is null then
    select * into v_vehicle from app.vehicles v where v.public_code = app.public_code(p_identifier);
  end if;
  if v_vehicle.id is null then
    select * into v_vehicle from app.vehicles v where v.plate_key = app.plate_key(p_identifier);
  end if;
  return v_vehicle;
end
$$;

-- A new public code, never used by any vehicle.
create function app.new_public_code()
returns text language plpgsql volatile set search_path = '' as $$
declare
  v_code text;
begin
  loop
    v_code := 'V-' || app.random_code(8);
    exit when not exists (select from app.vehicles v where v.public_code = v_code)
          and not exists (select from app.retired_codes c where c.public_code = v_code);
  end loop;
  return v_code;
end
$$;

-- supabase/schemas/25_vehicles/get_vehicle_profile.sql

-- The profile of one vehicle, by its id, its public code or its plate.
--
-- Definer: vehicles are not readable directly.
-- Fails with: not_found
create function api.get_vehicle_profile(p_identifier text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_vehicle app.vehicles := app.find_vehicle(p_identifier);
begin
  perform app.admit_caller();
  perform app.require_found(v_vehicle.id is not null);
  return app.vehicle_view(v_vehicle);
end
$$;
grant execute on function api.get_vehicle_profile to authenticated, service_role;

-- A vehicle as responses contain it.
create function app.vehicle_view(p_vehicle app.vehicles)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'id', p_vehicle.id,
    'publicCode', p_vehicle.public_code,
    'plate', p_vehicle.plate,
    'fleetName', p_vehicle.fleet_name,
    'sacco', app.sacco_ref(p_vehicle.sacco_id),
    'routes', (
      select coalesce(jsonb_agg(app.route_ref(r) order by r.short_name, r.slug), '[]')
        from app.vehicle_routes vr join app.routes r on r.id = vr.route_id
       where vr.vehicle_id = p_vehicle.id and r.retired_at is null),
    'capacity', p_vehicle.capacity,
    'checkedAt', app.instant(p_vehicle.checked_at));
end
$$;

-- An operator group as responses reference it.
create function app.sacco_ref(p_sacco uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (select jsonb_build_object('id', s.id, 'slug', s.slug, 'name', s.name) from app.saccos s where s.id = p_sacco);
end
$$;

-- A route as responses reference it.
create function app.route_ref(p_route app.routes)
returns jsonb language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object('id', p_route.id, 'slug', p_route.slug, 'shortName', p_route.short_name,
                            'longName', p_route.long_name);
end
$$;

-- The vehicle for a scanned or typed text: the URL in a sticker's QR code, with any host (`…/v/{code}`, with or without
-- a language before it), else its public code, plate or id.
--
-- The host is ignored: stickers outlive domains, and the code alone decides. A URL that does not end in a public code
-- matches nothing, even if its letters could be read as a plate.
-- Definer: vehicles are not readable directly.
-- Fails with: not_found
create function api.scan_vehicle_qr(p_identifier text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_text    text := btrim(p_identifier, E' \t\r\n');
  v_code    text := (regexp_match(v_text, '^https?://[^/?#]+(?:/[a-z]{2})?/v/([^/?#]+)/?(?:[?#].*)?$', 'i'))[1];
  v_vehicle app.vehicles;
begin
  perform app.admit_caller();
  if v_text not like '%/%' then
    v_vehicle := app.find_vehicle(v_text);
  elsif app.public_code(v_code) is not null then
    v_vehicle := app.find_vehicle(v_code);
  end if;
  perform app.require_found(v_vehicle.id is not null);
  return app.vehicle_view(v_vehicle);
end
$$;
grant execute on function api.scan_vehicle_qr to authenticated, service_role;

-- supabase/schemas/25_vehicles/list_saccos.sql

-- Operator groups by name; with `p_q` those whose name or an alias contains it, ignoring case and accents; with
-- `p_corridor` those that have vehicles on its routes.
--
-- Definer: they are not readable directly.
create function api.list_saccos(
  p_q text default null, p_corridor_id text default null, p_limit int default 20, p_after jsonb default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_limit int := app.page_size(p_limit);
  v_like  text := app.like_pattern_of_key(p_q);
begin
  perform app.admit_caller();
  return app.page(array(
    select jsonb_build_object(
             'row', jsonb_build_object(
               'id', s.id, 'slug', s.slug, 'name', s.name,
               'aliases', (select coalesce(jsonb_agg(a.alias order by a.alias), '[]')
                             from app.sacco_aliases a where a.sacco_id = s.id),
               'vehicles', (select count(*) from app.vehicles v where v.sacco_id = s.id)),
             'key', jsonb_build_object('name', s.name, 'id', s.id))
      from app.saccos s
     where s.merged_into is null
       and (p_q is null or app.name_key(s.name) like v_like
            or exists (select from app.sacco_aliases a where a.sacco_id = s.id and a.alias_key like v_like))
       and (p_corridor_id is null or exists (
             select from app.vehicles v join app.vehicle_routes vr on vr.vehicle_id = v.id
              where v.sacco_id = s.id and app.is_on_corridor(vr.route_id, p_corridor_id)))
       and (p_after is null or (s.name, s.id) > (p_after ->> 'name', (p_after ->> 'id')::uuid))
     order by s.name, s.id
     limit v_limit + 1), v_limit);
end
$$;
grant execute on function api.list_saccos to authenticated, service_role;

-- The vehicles of one operator group, by plate; with `p_q` those whose plate or fleet name contains it, with
-- `p_corridor` those on its routes. Definer as above.
-- Fails with: not_found
create function api.list_sacco_vehicles(
  p_id text, p_q text default null, p_corridor_id text default null, p_limit int default 20, p_after jsonb default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_limit int := app.page_size(p_limit);
  v_sacco uuid := (app.find_sacco(p_id)).id;
  v_like  text := app.like_pattern_of_key(p_q);
begin
  perform app.admit_caller();
  return app.page(array(
    select jsonb_build_object('row', app.vehicle_view(v), 'key', jsonb_build_object('plate', v.plate_key))
      from app.vehicles v
     where v.sacco_id = v_sacco
       and (p_q is null or lower(v.plate_key) like replace(v_like, ' ', '') or app.name_key(v.fleet_name) like v_like)
       and (p_corridor_id is null or exists (
             select from app.vehicle_routes vr
              where vr.vehicle_id = v.id and app.is_on_corridor(vr.route_id, p_corridor_id)))
       and (p_after is null or v.plate_key > p_after ->> 'plate')
     order by v.plate_key
     limit v_limit + 1), v_limit);
end
$$;
grant execute on function api.list_sacco_vehicles to authenticated, service_role;

-- supabase/schemas/25_vehicles/load_saccos.sql

-- Import a register of operators: [{registerNo, name}]. Existing entries are unchanged, so loading it again adds
-- nothing. A new number is added to the group that has that name or alias and no number yet, else to a new group; two
-- entries of one name remain two groups until an admin merges them. A name that changed in the register renames the
-- group, unless it was renamed manually since.
--
-- The lock: changes of group names are serialized.
-- Definer: nobody may touch the tables directly.
-- Fails with: invalid_request
create function api.load_saccos(p_rows jsonb)
returns jsonb language plpgsql security definer set search_path = ''
set statement_timeout = '2min'
as $$
declare
  v_row    record;
  v_done   text;
  v_report jsonb := '{"added": 0, "matched": 0, "renamed": 0, "unchanged": 0}';
begin
  if jsonb_typeof(p_rows) is distinct from 'array' then
    perform app.fail('invalid_request', '{"path": "rows"}');
  end if;
  perform pg_advisory_xact_lock(hashtext('sacco_aliases'));
  for v_row in
    select r.row ->> 'registerNo' as register_no, r.row ->> 'name' as name, r.n
      from jsonb_array_elements(p_rows) with ordinality r (row, n) order by r.n
  loop
    if not coalesce(char_length(v_row.register_no) between 1 and 40 and char_length(v_row.name) between 2 and 120
                    and app.search_key(v_row.name) <> '', false) then
      perform app.fail('invalid_request', jsonb_build_object('path', 'rows.' || v_row.n - 1));
    end if;
    v_done := app.load_registered_sacco(v_row.register_no, v_row.name);
    v_report := jsonb_set(v_report, array[v_done], to_jsonb((v_report ->> v_done)::int + 1));
  end loop;
  return v_report;
end
$$;
grant execute on function api.load_saccos to service_role;

create function app.load_registered_sacco(p_register_no text, p_name text)
returns text language plpgsql set search_path = '' as $$
declare
  v_known app.sacco_register;
  v_sacco uuid;
begin
  select * into v_known from app.sacco_register r where r.register_no = p_register_no;
  if v_known.name = p_name then
    return 'unchanged';
  elsif v_known.register_no is not null then
    update app.sacco_register r set name = p_name where r.register_no = p_register_no;
    update app.saccos s set name = p_name where s.id = v_known.sacco_id and s.name = v_known.name;
    return 'renamed';
  end if;
  v_sacco := (
    select n.id
      from (select s.id from app.saccos s
             where s.merged_into is null and app.search_key(s.name) = app.search_key(p_name)
            union all
            select a.sacco_id from app.sacco_aliases a where a.alias_key = app.search_key(p_name)) n
     where not exists (select from app.sacco_register r where r.sacco_id = n.id)
     limit 1);
  if v_sacco is not null then
    insert into app.sacco_register (register_no, name, sacco_id) values (p_register_no, p_name, v_sacco);
    return 'matched';
  end if;
  insert into app.saccos (slug, name) values (app.new_sacco_slug(p_name), p_name) returning id into v_sacco;
  insert into app.sacco_register (register_no, name, sacco_id) values (p_register_no, p_name, v_sacco);
  return 'added';
end
$$;

-- A unique slug: the name in lower case, with a number appended where that is taken.
create function app.new_sacco_slug(p_name text)
returns text language plpgsql stable set search_path = '' as $$
declare
  v_slug text := trim(both '-' from left(regexp_replace(app.name_key(p_name), '[^a-z0-9]+', '-', 'g'), 70));
begin
  return (
    select c.slug
      from (select coalesce(nullif(v_slug, ''), 'group') || case when n > 1 then '-' || n else '' end as slug, n
              from generate_series(1, 10000) n) c
     where not exists (select from app.saccos s where s.slug = c.slug)
     order by c.n limit 1);
end
$$;

-- supabase/schemas/25_vehicles/merge_saccos.sql

-- Merge two operator groups: the vehicles, aliases and register numbers of `p_from` (its id or slug) move to `p_into`,
-- and its name becomes an alias there. Its id and slug redirect to the other group from then on. Past versions of a
-- vehicle's facts keep the name that they had. Idempotent.
--
-- The locks: changes of group names are serialized, so two merges cannot merge two groups into each other. A
-- transaction that is adding a vehicle to either group (app.held_sacco) ends first; otherwise that vehicle would be
-- left behind, or the two would deadlock, because a new name updates the remaining group after its vehicles. The group
-- that is merged away is locked first, as there.
-- Definer: nobody may touch the tables directly.
-- Fails with: unauthenticated, role_required, invalid_request, not_found
create function api.merge_saccos(p_id text, p_into uuid, p_reason text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin uuid := app.require_role('admin');
  v_from  app.saccos;
  v_into  app.saccos;
begin
  perform app.check_reason(p_reason);
  perform pg_advisory_xact_lock(hashtext('sacco_aliases'));
  select * into v_from from app.saccos s where s.id = (select app.sacco_id_at(p_id)) for no key update;
  if v_from.id is null then
    perform app.fail('not_found');
  elsif not exists (select from app.saccos s where s.id = p_into) then
    perform app.fail('invalid_request', '{"path": "into", "code": "unknown_reference"}');
  end if;
  v_into := app.find_sacco(p_into::text);
  if (app.find_sacco(p_id)).id = v_into.id and v_from.id <> v_into.id then
    return app.sacco_for_admin(v_into); -- a repeat
  elsif v_from.merged_into is not null then
    perform app.fail('not_found');
  elsif v_from.id = v_into.id then
    perform app.fail('invalid_request', '{"path": "into", "code": "not_allowed_here"}');
  end if;
  perform from app.saccos s where s.id = v_into.id for no key update;
  perform app.move_sacco(v_from, v_into);
  perform app.audit(v_admin, 'sacco.merged', 'sacco', v_from.id::text, btrim(p_reason),
                    jsonb_build_object('into', v_into.id, 'from', v_from.name, 'name', v_into.name));
  return app.sacco_for_admin(v_into);
end
$$;
grant execute on function api.merge_saccos to authenticated;

-- Perform a merge, and record what it moved, so that it can be undone.
create function app.move_sacco(p_from app.saccos, p_into app.saccos)
returns void language plpgsql set search_path = '' as $$
declare
  v_merge app.sacco_merges;
  v_key   text := app.search_key(p_from.name);
begin
  with moved as (update app.vehicles v set sacco_id = p_into.id where v.sacco_id = p_from.id returning v.id)
  select coalesce(array_agg(m.id), '{}') into v_merge.vehicle_ids from moved m;
  with moved as (update app.sacco_aliases a set sacco_id = p_into.id where a.sacco_id = p_from.id returning a.alias_key)
  select coalesce(array_agg(m.alias_key), '{}') into v_merge.alias_keys from moved m;
  with moved as (update app.sacco_register r set sacco_id = p_into.id where r.sacco_id = p_from.id returning r.register_no)
  select coalesce(array_agg(m.register_no), '{}') into v_merge.register_nos from moved m;
  update app.saccos s set merged_into = p_into.id where s.id = p_from.id;
  v_merge.named := false;
  if v_key <> app.search_key(p_into.name) then
    insert into app.sacco_aliases (alias_key, alias, sacco_id) values (v_key, p_from.name, p_into.id)
    on conflict do nothing;
    v_merge.named := found;
  end if;
  insert into app.sacco_merges (from_id, into_id, merged_at, vehicle_ids, alias_keys, register_nos, named)
  values (p_from.id, p_into.id, app.now(), v_merge.vehicle_ids, v_merge.alias_keys, v_merge.register_nos, v_merge.named);
end
$$;

-- Undo a merge within seven days: the group is restored, with those of its vehicles, aliases and numbers that are still
-- where the merge put them. Returns it.
--
-- Locks and definer as above.
-- Fails with: unauthenticated, role_required, invalid_request, not_found, invalid_transition
create function api.undo_sacco_merge(p_id text, p_reason text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin uuid := app.require_role('admin');
  v_from  app.saccos;
  v_merge app.sacco_merges;
begin
  perform app.check_reason(p_reason);
  perform pg_advisory_xact_lock(hashtext('sacco_aliases'));
  select * into v_from from app.saccos s where s.id = (select app.sacco_id_at(p_id)) for no key update;
  perform app.require_found(v_from.id is not null);
  select * into v_merge from app.sacco_merges m
   where m.from_id = v_from.id and m.undone_at is null order by m.merged_at desc limit 1;
  if v_from.merged_into is null or (v_merge.merged_at > app.now() - interval '7 days') is distinct from true
     -- The group it was merged into was itself merged since, with everything moved: that merge has to be undone first.
     or exists (select from app.saccos s where s.id = v_merge.into_id and s.merged_into is not null)
  then
    perform app.refuse_move(case when v_from.merged_into is null then 'active' else 'merged' end, '{}');
  end if;
  perform from app.saccos s where s.id = v_merge.into_id for no key update;
  if v_merge.named then
    delete from app.sacco_aliases a where a.sacco_id = v_merge.into_id and a.alias_key = app.search_key(v_from.name);
  end if;
  update app.saccos s set merged_into = null where s.id = v_from.id returning * into v_from;
  update app.vehicles v set sacco_id = v_from.id where v.sacco_id = v_merge.into_id and v.id = any (v_merge.vehicle_ids);
  update app.sacco_aliases a set sacco_id = v_from.id
   where a.sacco_id = v_merge.into_id and a.alias_key = any (v_merge.alias_keys);
  update app.sacco_register r set sacco_id = v_from.id
   where r.sacco_id = v_merge.into_id and r.register_no = any (v_merge.register_nos);
  update app.sacco_merges m set undone_at = app.now() where m.id = v_merge.id;
  perform app.audit(v_admin, 'sacco.merge_undone', 'sacco', v_from.id::text, btrim(p_reason),
                    jsonb_build_object('into', v_merge.into_id, 'from', v_from.name));
  return app.sacco_for_admin(v_from);
end
$$;
grant execute on function api.undo_sacco_merge to authenticated;

-- supabase/schemas/25_vehicles/sacco_aliases.sql

-- Add an alias to an operator group, by which search and the list of groups then find it. Each alias belongs to one
-- group only, and none is another group's own name. Idempotent. The audit event includes the alias itself: it is a
-- public name, and after its removal the log is the only record of it.
--
-- The lock: changes of aliases are serialized, because the check covers groups' names besides the aliases; the group is
-- looked up under the lock, as a concurrent merge may have redirected it.
-- Definer: nobody may touch the table directly.
-- Fails with: unauthenticated, role_required, not_found, invalid_request, alias_taken
create function api.add_sacco_alias(p_id text, p_alias text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user  uuid := app.require_role('admin');
  v_sacco app.saccos;
  v_alias text := btrim(p_alias);
  v_key   text := app.search_key(v_alias);
  v_owner uuid;
begin
  perform pg_advisory_xact_lock(hashtext('sacco_aliases'));
  v_sacco := app.find_sacco(p_id);
  if (char_length(v_alias) between 2 and 120) is distinct from true or v_key = '' then
    perform app.fail('invalid_request', '{"path": "alias"}');
  end if;
  select coalesce(
    (select s.id from app.saccos s
      where s.id <> v_sacco.id and s.merged_into is null and app.search_key(s.name) = v_key limit 1),
    (select a.sacco_id from app.sacco_aliases a where a.alias_key = v_key)) into v_owner;
  if v_owner <> v_sacco.id then
    perform app.fail('alias_taken', jsonb_build_object('sacco', app.sacco_ref(v_owner)));
  end if;
  if v_owner is null then
    insert into app.sacco_aliases (alias_key, alias, sacco_id) values (v_key, v_alias, v_sacco.id);
    perform app.audit(v_user, 'sacco.alias_added', 'sacco', v_sacco.id::text, null, jsonb_build_object('alias', v_alias));
  end if;
  return app.aliases_of(v_sacco);
end
$$;
grant execute on function api.add_sacco_alias to authenticated;

-- Remove an alias from an operator group, in any spelling. Idempotent. Lock, definer and audit as above.
-- Fails with: unauthenticated, role_required, not_found
create function api.remove_sacco_alias(p_id text, p_alias text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user  uuid := app.require_role('admin');
  v_sacco app.saccos;
  v_alias text;
begin
  perform pg_advisory_xact_lock(hashtext('sacco_aliases'));
  v_sacco := app.find_sacco(p_id);
  delete from app.sacco_aliases a where a.sacco_id = v_sacco.id and a.alias_key = app.search_key(p_alias)
  returning a.alias into v_alias;
  if found then
    perform app.audit(v_user, 'sacco.alias_removed', 'sacco', v_sacco.id::text, null, jsonb_build_object('alias', v_alias));
  end if;
  return app.aliases_of(v_sacco);
end
$$;
grant execute on function api.remove_sacco_alias to authenticated;

-- The aliases of an operator group. Definer as above.
-- Fails with: unauthenticated, role_required, not_found
create function api.list_sacco_aliases(p_id text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_role('admin');
  return app.aliases_of(app.find_sacco(p_id));
end
$$;
grant execute on function api.list_sacco_aliases to authenticated;

-- The operator group with an id or slug. Fails with: not_found
create function app.find_sacco(p_sacco text)
returns app.saccos language plpgsql stable set search_path = '' as $$
declare
  v_sacco app.saccos := app.sacco_at(p_sacco);
begin
  perform app.require_found(v_sacco.id is not null);
  return v_sacco;
end
$$;

-- The same, or null; for a merged group the one that it was merged into, so that old URLs still lead to the group.
create function app.sacco_at(p_sacco text)
returns app.saccos language plpgsql stable set search_path = '' as $$
declare
  v_sacco app.saccos;
begin
  v_sacco.merged_into := app.sacco_id_at(p_sacco);
  while v_sacco.merged_into is not null loop
    select * into v_sacco from app.saccos s where s.id = v_sacco.merged_into;
  end loop;
  return v_sacco;
end
$$;

-- The operator group of an id or slug, even if it was merged; null if there is none.
create function app.sacco_id_at(p_sacco text)
returns uuid language plpgsql stable set search_path = '' as $$
begin
  return (select s.id from app.saccos s where s.slug = lower(p_sacco) or s.id::text = lower(p_sacco) limit 1);
end
$$;

-- As app.sacco_at, for adding a vehicle to a group: locks the group against being merged until the transaction ends.
-- Call it before the vehicle is locked, as a merge locks the group before its vehicles. Null for null.
create function app.held_sacco(p_sacco uuid)
returns uuid language plpgsql set search_path = '' as $$
declare
  v_sacco app.saccos;
begin
  v_sacco.merged_into := p_sacco;
  while v_sacco.merged_into is not null loop
    select * into v_sacco from app.saccos s where s.id = v_sacco.merged_into for share;
  end loop;
  return v_sacco.id;
end
$$;

-- An operator group with all its other names, A to Z.
create function app.aliases_of(p_sacco app.saccos)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'sacco', app.sacco_ref(p_sacco.id),
    'aliases', (select coalesce(jsonb_agg(a.alias order by a.alias), '[]')
                  from app.sacco_aliases a where a.sacco_id = p_sacco.id));
end
$$;

-- supabase/schemas/25_vehicles/sacco_duplicates.sql

-- Possible duplicates among operator groups, likeliest first: pairs with similar names, ignoring generic words (sacco,
-- limited, travellers …); a name of one is compared with each name and alias of the other. `score` is 1 for equal
-- names. The group with more vehicles is first, because merging keeps it. Only a suggestion: numbers (route 105, route
-- 106) distinguish groups of otherwise equal words, and pairs that an admin marked as different (api.keep_saccos_apart)
-- are not suggested again.
--
-- Definer: the tables are not readable directly.
-- Fails with: unauthenticated, role_required
create function api.list_sacco_duplicates(p_limit int default 50)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_role('admin');
  return (
    with names as materialized (
      select s.id, app.sacco_core(n.name) as core
        from app.saccos s,
             lateral (select s.name union select a.alias from app.sacco_aliases a where a.sacco_id = s.id) n (name)
       where s.merged_into is null),
    pairs as (
      select a.id as a, b.id as b, max(extensions.similarity(a.core, b.core)) as score
        from names a join names b on a.id < b.id
       where a.core <> '' and b.core <> ''
         and app.digits_of(a.core) = app.digits_of(b.core)
         and extensions.similarity(a.core, b.core) >= 0.6
         and not exists (select from app.saccos_apart x where x.sacco_id = a.id and x.other_id = b.id)
       group by a.id, b.id
       order by 3 desc, 1, 2
       limit app.page_size(p_limit))
    select jsonb_build_object('data', coalesce(jsonb_agg(
             jsonb_build_object('score', round(p.score::numeric, 2), 'groups', (
               select jsonb_agg(app.sacco_for_admin(s) order by v.n desc, s.name, s.id)
                 from app.saccos s,
                      lateral (select count(*) as n from app.vehicles v where v.sacco_id = s.id) v
                where s.id in (p.a, p.b)))
             order by p.score desc, p.a, p.b), '[]'))
      from pairs p);
end
$$;
grant execute on function api.list_sacco_duplicates to authenticated;

-- The distinctive part of a group's name, without the generic words.
create function app.sacco_core(p_name text)
returns text language plpgsql stable set search_path = '' as $$
begin
  return coalesce((
    select string_agg(w.word, ' ' order by w.n)
      from regexp_split_to_table(app.search_key(p_name), '\s+') with ordinality w (word, n)
     where w.word <> all (array['sacco', 'socco', 'saccos', 'limited', 'ltd', 'society', 'company', 'co', 'cooperative', 'coop',
       'copperative', 'operative', 'savings', 'credit', 'and', 'the', 'of', 'psv', 'transport', 'transporters', 'travellers',
       'travelers', 'multipurpose', 'services', 'service', 'investment', 'investments', 'operators', 'owners', 'matatu',
       'self', 'help', 'group', 'enterprises', 'kenya', 'route'])), '');
end
$$;

create function app.digits_of(p_text text)
returns text language plpgsql immutable set search_path = '' as $$
begin
  return regexp_replace(p_text, '[^0-9]+', ' ', 'g');
end
$$;

-- An operator group as admins see it. `merges` are the groups merged into it that can still be restored.
create function app.sacco_for_admin(p_sacco app.saccos)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return app.sacco_ref(p_sacco.id) || jsonb_build_object(
    'aliases', app.aliases_of(p_sacco) -> 'aliases',
    'vehicles', (select count(*) from app.vehicles v where v.sacco_id = p_sacco.id),
    'registerNos', (
      select coalesce(jsonb_agg(r.register_no order by r.register_no), '[]')
        from app.sacco_register r where r.sacco_id = p_sacco.id),
    'merges', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'from', app.sacco_ref(m.from_id), 'mergedAt', app.instant(m.merged_at),
               'undoUntil', app.instant(m.merged_at + interval '7 days'), 'vehicles', cardinality(m.vehicle_ids))
               order by m.merged_at desc), '[]')
        from app.sacco_merges m
       where m.into_id = p_sacco.id and m.undone_at is null and m.merged_at > app.now() - interval '7 days'));
end
$$;

-- One operator group with its names, numbers and merges. Definer as above.
-- Fails with: unauthenticated, role_required, not_found
create function api.get_sacco_for_admin(p_id text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_role('admin');
  return app.sacco_for_admin(app.find_sacco(p_id));
end
$$;
grant execute on function api.get_sacco_for_admin to authenticated;

-- Mark two operator groups as different: they are not suggested as duplicates any more, and can still be merged.
-- Returns the first. Idempotent, in either order.
-- Definer: nobody may touch the tables directly.
-- Fails with: unauthenticated, role_required, invalid_request, not_found
create function api.keep_saccos_apart(p_id text, p_from uuid, p_reason text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin uuid := app.require_role('admin');
  v_sacco app.saccos;
  v_other app.saccos;
begin
  perform app.check_reason(p_reason);
  v_sacco := app.find_sacco(p_id);
  if not exists (select from app.saccos s where s.id = p_from) then
    perform app.fail('invalid_request', '{"path": "from", "code": "unknown_reference"}');
  end if;
  v_other := app.find_sacco(p_from::text);
  if v_other.id = v_sacco.id then -- merged by now
    perform app.fail('invalid_request', '{"path": "from", "code": "not_allowed_here"}');
  end if;
  insert into app.saccos_apart (sacco_id, other_id)
  values (least(v_sacco.id, v_other.id), greatest(v_sacco.id, v_other.id))
  on conflict do nothing;
  if found then
    perform app.audit(v_admin, 'sacco.kept_apart', 'sacco', v_sacco.id::text, btrim(p_reason),
                      jsonb_build_object('from', v_other.id, 'name', v_other.name));
  end if;
  return app.sacco_for_admin(v_sacco);
end
$$;
grant execute on function api.keep_saccos_apart to authenticated;

-- supabase/schemas/30_incidents/00_tables.sql

-- The categories of reports, and the rules of each. Rows, not code: a city may tune them.
create table app.incident_categories (
  code             text primary key,
  label_en         text not null,
  label_sw         text not null,
  icon             text not null,
  severity         smallint not null check (severity between 1 and 4),
  -- A report joins an incident last seen less than this long ago; null: reports of this kind are never joined.
  join_within      interval,
  -- … within this many metres (coarse kinds: in the same grid cell) …
  join_within_m    int,
  -- … and with the same vehicle, if this is set.
  join_same_vehicle boolean not null,
  -- Live for this long after it was last seen, capped at this long after it was first seen; null: never live.
  live_for         interval,
  live_cap         interval,
  -- The widest visibility: everyone with its point, everyone with a coarse cell, or only weekly counts.
  visibility       text not null check (visibility in ('public', 'coarse', 'aggregate')),
  -- When it is moderated first: never, always, or unless nobody was hurt.
  review           text not null check (review in ('never', 'always', 'unless_unhurt')),
  position         smallint not null
);
alter table app.incident_categories enable row level security;

insert into app.incident_categories
  (position, code, label_en, label_sw, icon, severity, join_within, join_within_m, join_same_vehicle, live_for, live_cap, visibility, review)
values
  (1,  'crash',            'Crash',            'Ajali',                 'crash',     4, '4 hours',    500,  false,     '4 hours',  '12 hours', 'public',    'unless_unhurt'),
  (2,  'hazard',           'Road hazard',      'Hatari barabarani',     'hazard',    2, '6 hours',    300,  false,     '6 hours',  '48 hours', 'public',    'never'),
  (3,  'road_block',       'Road blocked',     'Barabara imefungwa',    'block',     2, '6 hours',    300,  false,     '6 hours',  '48 hours', 'public',    'never'),
  (4,  'breakdown',        'Breakdown',        'Gari limeharibika',     'breakdown', 1, '2 hours',    300,  false,     '2 hours',  '6 hours',  'public',    'never'),
  (5,  'reckless_driving', 'Reckless driving', 'Uendeshaji hatari',     'reckless',  3, '45 minutes', 5000, true,      '1 hour',   '3 hours',  'public',    'never'),
  (6,  'overloading',      'Overloading',      'Kujaza abiria kupita kiasi', 'overload', 2, '45 minutes', 5000, true,      '1 hour', '3 hours', 'public',  'never'),
  (7,  'fare_dispute',     'Fare dispute',     'Mzozo wa nauli',        'fare',      1, '45 minutes', 5000, true,      '1 hour',   '3 hours',  'public',    'never'),
  (8,  'theft',            'Theft',            'Wizi',                  'theft',     3, '2 hours',    300,  false,     '24 hours', '48 hours', 'coarse',    'never'),
  (9,  'robbery',          'Robbery',          'Ujambazi',              'robbery',   4, '2 hours',    300,  false,     '24 hours', '48 hours', 'coarse',    'always'),
  (10, 'harassment',       'Harassment',       'Unyanyasaji',           'harassment', 4, null,        null, false,     null,       null,       'aggregate', 'always'),
  (11, 'assault',          'Assault',          'Shambulio',             'assault',   4, null,         null, false,     null,       null,       'aggregate', 'always');

-- What one or more reports have in common. The public reads incident_feed and incident_history only. A coarse incident
-- stores its cell and nothing finer, so that nothing computed from it can reveal more; exact places are in the reports.
create table app.incidents (
  id             uuid primary key default gen_random_uuid(),
  category       text not null references app.incident_categories,
  visibility     text not null check (visibility in ('public', 'coarse')),
  lifecycle      text not null default 'active'
                 check (lifecycle in ('active', 'resolved', 'expired', 'archived', 'merged', 'retracted')),
  gone_reason    text,
  merged_into    uuid references app.incidents,
  -- When it is publicly gone: immediately, or for a coarse one from the next full hour on; and when it is public again
  -- after a merge or a decision was undone. The reason stays in gone_reason and merged_into.
  gone_at        timestamptz,
  back_at        timestamptz,
  corroboration  text not null default 'unverified'
                 check (corroboration in ('unverified', 'corroborated', 'verified', 'disputed', 'refuted')),
  lat            float8 not null,
  lng            float8 not null,
  pt             point generated always as (point(lng, lat)) stored,
  corridor_id    uuid references app.corridors,
  -- The vehicle of all its reports, for kinds that are joined by vehicle; else the one that a reviewer set.
  vehicle_id     uuid references app.vehicles,
  vehicle_plate  text,
  -- The time from the first report. Limits on joining and lifetime count from here: if they counted from first_seen_at,
  -- a chain of back-dated reports could extend an incident beyond its lifetime.
  opened_seen_at timestamptz not null,
  first_seen_at  timestamptz not null,
  last_seen_at   timestamptz not null,
  expires_at     timestamptz not null,
  published_at   timestamptz,
  -- Votes count from here: a reviewer who decided a dispute has considered the earlier ones.
  votes_from     timestamptz not null default '-infinity',
  version        int not null default 1
) with (fillfactor = 80);
create index incidents_joinable on app.incidents using gist (pt) where lifecycle = 'active';
create index incidents_joinable_late on app.incidents using gist (pt) where lifecycle in ('active', 'expired');
create index incidents_vehicle on app.incidents (vehicle_plate, last_seen_at desc) where vehicle_plate is not null;
create index incidents_expiring on app.incidents (expires_at) where lifecycle = 'active';
create index incidents_archiving on app.incidents (expires_at) where lifecycle in ('resolved', 'expired');

-- Append-only: the events of an incident, for reviewers and for the changes feed. Never contains a reporter.
create table app.incident_events (
  id          bigint generated always as identity primary key,
  incident_id uuid not null references app.incidents,
  at          timestamptz not null,
  kind        text not null check (kind in
    ('opened', 'joined', 'left', 'unverified', 'corroborated', 'verified', 'disputed', 'refuted', 'resolved', 'expired',
     'archived', 'merged', 'retracted', 'absorbed', 'split', 'restored')),
  detail      jsonb not null default '{}'
);
create index incident_events_incident on app.incident_events (incident_id, id);
create index incident_events_decided_by on app.incident_events ((detail ->> 'decidedBy')) where detail ? 'decidedBy';

-- The allowed transitions of an incident on its two axes. Only `app.move_incident` changes them.
insert into app.transitions (machine, from_state, to_state) values
  ('incident lifecycle', 'active', 'resolved'), ('incident lifecycle', 'active', 'expired'), ('incident lifecycle', 'resolved', 'archived'),
  ('incident lifecycle', 'expired', 'archived'),
  ('incident lifecycle', 'active', 'merged'), ('incident lifecycle', 'resolved', 'merged'), ('incident lifecycle', 'expired', 'merged'),
  ('incident lifecycle', 'archived', 'merged'),
  -- A merge undone: back to the previous state, or to the one that its time has led to since.
  ('incident lifecycle', 'merged', 'active'), ('incident lifecycle', 'merged', 'resolved'), ('incident lifecycle', 'merged', 'expired'),
  ('incident lifecycle', 'merged', 'archived'),
  ('incident lifecycle', 'active', 'retracted'), ('incident lifecycle', 'resolved', 'retracted'), ('incident lifecycle', 'expired', 'retracted'),
  ('incident lifecycle', 'archived', 'retracted'),
  -- An undone decision that had retracted it.
  ('incident lifecycle', 'retracted', 'active'), ('incident lifecycle', 'retracted', 'resolved'), ('incident lifecycle', 'retracted', 'expired'),
  ('incident lifecycle', 'retracted', 'archived'),
  ('incident corroboration', 'unverified', 'corroborated'), ('incident corroboration', 'corroborated', 'unverified'),
  ('incident corroboration', 'unverified', 'disputed'), ('incident corroboration', 'corroborated', 'disputed'),
  ('incident corroboration', 'verified', 'disputed'), ('incident corroboration', 'unverified', 'verified'),
  ('incident corroboration', 'corroborated', 'verified'), ('incident corroboration', 'disputed', 'verified'),
  ('incident corroboration', 'disputed', 'refuted'), ('incident corroboration', 'refuted', 'disputed');

-- Which incident was merged into which, its previous state and the reports that it brought: needed to undo the merge
-- within seven days.
create table app.incident_merges (
  id            bigint generated always as identity primary key,
  incident_id   uuid not null references app.incidents,
  into_id       uuid not null references app.incidents,
  merged_at     timestamptz not null,
  lifecycle     text not null,
  report_ids    uuid[] not null,
  -- The second report that named the vehicle, where that caused the merge; null where an admin merged them.
  gathered_by   uuid,
  split_at      timestamptz,
  -- The version at which it was split, to recognize a retry of the same request.
  split_version int
);
create index incident_merges_incident on app.incident_merges (incident_id, id desc);
create index incident_merges_gathered_by on app.incident_merges (gathered_by) where gathered_by is not null;
create index incident_merges_into on app.incident_merges (into_id) where split_at is null;
alter table app.incident_merges enable row level security;

-- Votes of riders with an account on an incident, one each. Single votes are never public. A withdrawn vote keeps its
-- row, with a null vote: its rider still may not decide the dispute, and repeated changes are rate limited.
create table app.incident_votes (
  incident_id uuid not null references app.incidents,
  user_id     uuid not null,
  vote        text check (vote in ('confirm', 'deny', 'over')),
  device_hash bytea,
  voted_at    timestamptz not null,
  -- Each change costs a minute; this is how far ahead of the current time they are.
  spent_until timestamptz not null,
  primary key (incident_id, user_id)
);
create index incident_votes_user on app.incident_votes (user_id, voted_at);

create sequence app.feed_version;

-- The public read model of what is live: only what may be public, coarsened when it is written, ready-made as JSON.
--
-- A row is shown from visible_from until visible_until. A point incident has one row. A coarse one may have two: the
-- current row, and its successor from the next full hour on, because a change at 14:20 would reveal the time of a
-- report. `pt` is plain (longitude, latitude): its GiST index finds the nearest k without any PostGIS call, and within
-- five degrees of the equator degrees are even enough for the order; metres are computed for the few rows found.
create table app.incident_feed (
  incident_id   uuid not null,
  visible_from  timestamptz not null,
  visible_until timestamptz not null,
  category      text not null,
  lat           float8 not null,
  lng           float8 not null,
  pt            point generated always as (point(lng, lat)) stored,
  corridor_id   uuid,
  vehicle_id    uuid,
  last_seen_at  timestamptz not null,
  version       bigint not null default nextval('app.feed_version'),
  body          json not null,
  primary key (incident_id, visible_from)
) with (fillfactor = 70);
create index incident_feed_pt on app.incident_feed using gist (pt);
create index incident_feed_latest on app.incident_feed (last_seen_at desc, incident_id desc);
create index incident_feed_vehicle on app.incident_feed (vehicle_id) where vehicle_id is not null;
create index incident_feed_corridor on app.incident_feed (corridor_id) where corridor_id is not null;
create index incident_feed_ending on app.incident_feed (visible_until);

-- The same for incidents that are over: for an incident's own page and for the history of vehicles and corridors. Here
-- too a coarse one may have a current row and its successor.
create table app.incident_history (
  incident_id  uuid not null,
  visible_from timestamptz not null,
  visible_until timestamptz not null default 'infinity',
  category     text not null,
  lat          float8 not null,
  lng          float8 not null,
  corridor_id  uuid,
  vehicle_id   uuid,
  last_seen_at timestamptz not null,
  version      bigint not null default nextval('app.feed_version'),
  body         json not null,
  primary key (incident_id, visible_from)
);
create index incident_history_ending on app.incident_history (visible_until) where visible_until < 'infinity';
create index incident_history_vehicle on app.incident_history (vehicle_id, last_seen_at desc) where vehicle_id is not null;
create index incident_history_corridor on app.incident_history (corridor_id, last_seen_at desc) where corridor_id is not null;

alter table app.incidents enable row level security;
create index incident_votes_device on app.incident_votes (device_hash) where device_hash is not null;
alter table app.incident_votes enable row level security;
alter table app.incident_events enable row level security;
alter table app.incident_feed enable row level security;
alter table app.incident_history enable row level security;

-- supabase/schemas/30_incidents/01_changes.sql

-- The changes from which clients sync a copy of the feed: one row per incident, at the position of its last public
-- change.
--
-- A position is assigned once a change is due and committed, by one transaction at a time, which locks the row of
-- app.change_log: a client that has read up to a position has missed nothing before it, whichever of two open
-- transactions commits first. A sequence could not guarantee that. Positions reveal nothing that is not public: they
-- count public changes only, and those of one moment are ordered by their random ids.
create table app.incident_changes (
  incident_id uuid primary key,
  position    bigint not null unique,
  -- A hash of the last public state. An equal one is no change: it must not reveal that a pending report came in.
  seen        text not null,
  released_at timestamptz not null
);
create index incident_changes_old on app.incident_changes (released_at);

-- Incidents that may have changed, and when the change is due.
create table app.incident_changes_due (
  id          bigint generated always as identity primary key,
  incident_id uuid not null,
  due_at      timestamptz not null
);
create index incident_changes_due_at on app.incident_changes_due (due_at);

-- The last position that was assigned, and the last one that was purged.
create table app.change_log (
  singleton boolean primary key default true check (singleton),
  head      bigint not null,
  forgotten bigint not null
);
insert into app.change_log (head, forgotten) values (0, 0);

alter table app.incident_changes enable row level security;
alter table app.incident_changes_due enable row level security;
alter table app.change_log enable row level security;

-- Record that the public state of an incident may change at an instant.
create function app.note_change(p_incident uuid, p_from timestamptz)
returns void language plpgsql set search_path = '' as $$
begin
  insert into app.incident_changes_due (incident_id, due_at) values (p_incident, p_from);
end
$$;

-- Assign a position to every change that is due. One transaction at a time does this; a second one skips it and reads
-- the existing positions. Changes that are not committed yet are found by the next.
create function app.release_changes()
returns void language plpgsql set search_path = '' as $$
declare
  v_now  timestamptz := app.now();
  v_head bigint;
  v_ids  uuid[];
  v_id   uuid;
  v_seen text;
begin
  if not exists (select from app.incident_changes_due d where d.due_at <= v_now) then
    return;
  end if;
  select l.head into v_head from app.change_log l for update skip locked;
  if not found then
    return;
  end if;
  with due as (
    delete from app.incident_changes_due d where d.due_at <= v_now returning d.incident_id
  )
  select array_agg(distinct due.incident_id order by due.incident_id) into v_ids from due;
  foreach v_id in array coalesce(v_ids, '{}') loop
    v_seen := coalesce(md5(app.public_state(v_id)::jsonb::text), app.gone_entry(v_id)::text);
    continue when v_seen is null;
    insert into app.incident_changes as c (incident_id, position, seen, released_at)
    values (v_id, v_head + 1, v_seen, v_now)
    on conflict (incident_id) do update
      set (position, seen, released_at) = (excluded.position, excluded.seen, excluded.released_at)
      where c.seen <> excluded.seen;
    if found then
      v_head := v_head + 1;
    end if;
  end loop;
  update app.change_log l set head = v_head where l.head <> v_head;
end
$$;

-- Whether an incident is publicly gone, if it was ever public.
create function app.is_gone(p_incident app.incidents)
returns boolean language plpgsql stable set search_path = '' as $$
declare
  v_now timestamptz := app.now();
begin
  return p_incident.gone_at <= v_now is true and p_incident.back_at <= v_now is not true;
end
$$;

-- The reason why an incident that was public is gone, or null.
create function app.gone_entry(p_incident uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_now timestamptz := app.now();
begin
  return (
    select jsonb_build_object('reason', coalesce(i.gone_reason, i.lifecycle), 'mergedInto', i.merged_into)
      from app.incidents i
     where i.id = p_incident and i.published_at <= v_now and app.is_gone(i));
end
$$;

-- Purge changes after 30 days. A client with an older position starts again.
create function app.purge_old_changes()
returns void language plpgsql set search_path = '' as $$
declare
  v_long_ago timestamptz := app.now() - interval '30 days';
  v_last     bigint;
begin
  select max(c.position) into v_last from app.incident_changes c where c.released_at < v_long_ago;
  if v_last is null then
    return;
  end if;
  perform from app.change_log l for update skip locked;
  if not found then
    return;
  end if;
  delete from app.incident_changes c where c.position <= v_last;
  update app.change_log l set forgotten = greatest(l.forgotten, v_last);
end
$$;

-- supabase/schemas/30_incidents/corroborate_incident.sql

-- Whether a report in this state counts for its incident. One whose author was anonymized after the retention time
-- still does.
create function app.counts(p_state text)
returns boolean language sql immutable as $$
  select p_state in ('linked', 'purged')
$$;

-- How many distinct reporters an incident has, among reports that count. A rider who reports twice counts once, also
-- where they were signed out the second time.
create function app.counted_reporters(p_incident uuid)
returns int language plpgsql stable set search_path = '' as $$
begin
  return (
    select count(distinct coalesce(r.reporter_id::text, encode(r.device_hash, 'hex'), r.id::text))
      from app.reports r
     where r.incident_id = p_incident and app.counts(r.state)
       and (r.reporter_id is not null
            or not exists (select from app.reports s
                            where s.incident_id = p_incident and app.counts(s.state) and s.reporter_id is not null
                              and s.device_hash = r.device_hash)));
end
$$;

-- Whether an incident (or several, taken as one) has two independent reporters, as far as can be determined: reports
-- that count, from two accounts on two devices, received over 60 s apart; and both naming the given vehicle, if one is
-- given. Only devices that an app registered count: anyone can create a second account, and a caller that uses the API
-- directly has no distinguishable device. One of the two must have been known for a day when it reported, because two
-- accounts and two cookies can be created in a minute. The age at the time of the report counts, so an incident is not
-- corroborated later just because its accounts grow older.
create function app.has_independent_pair(p_incidents uuid[], p_plate text default null)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select
      from app.reports a
      join app.reports b on b.incident_id = any (p_incidents)
     where a.incident_id = any (p_incidents)
       and app.counts(a.state) and app.counts(b.state)
       and a.reporter_id <> b.reporter_id
       and a.device_hash <> b.device_hash
       and b.received_at - a.received_at > interval '60 seconds'
       and not (a.new_account and b.new_account)
       and (p_plate is null or (a.vehicle_plate = p_plate and b.vehicle_plate = p_plate)));
end
$$;

-- Whether reports alone make an incident `corroborated`: an independent pair, or a photo approved by a reviewer on a
-- report that counts. A report without an account is never one of a pair, but a reviewer has checked its photo.
create function app.is_well_founded(p_incident uuid)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return app.has_independent_pair(array[p_incident])
      or exists (select from app.reports r join app.report_photos p on p.report_id = r.id
                  where r.incident_id = p_incident and app.counts(r.state) and p.state = 'passed');
end
$$;

-- Raise an unverified incident to `corroborated` when its reports suffice. Never lowers anything.
create function app.corroborate_incident(p_incident uuid)
returns void language plpgsql set search_path = '' as $$
begin
  if (select i.corroboration from app.incidents i where i.id = p_incident) = 'unverified'
     and app.is_well_founded(p_incident) then
    perform app.move_incident(p_incident, 'corroboration', 'corroborated');
  end if;
end
$$;

-- supabase/schemas/30_incidents/get_incident_feed.sql

-- Live incidents around a place, nearest first.
--
-- The inner query scans the point index outwards from the place and stops at the page size. Its order, by degrees and
-- id, is the order of the pages: many incidents share one point (a stop, a cell), and only a total order lets the next
-- page continue exactly where this one ended. Metres are computed for the rows found and order them within the page.
-- The JSON of each row is precomputed; only the distance is added.
-- Definer: the feed is not readable directly.
-- Fails with: invalid_request
create function api.get_incident_feed_nearby(
  p_lat float8, p_lng float8, p_radius_m int default 2000, p_category text default null,
  p_limit int default 20, p_after jsonb default null)
returns json language plpgsql stable security definer set search_path = '' as $$
declare
  v_now   timestamptz := app.now();
  v_limit int := app.page_size(p_limit);
  v_here  point;
  v_box   box;
  v_far   float8 := coalesce((p_after ->> 'd')::float8, -1);
  v_id    uuid := coalesce((p_after ->> 'id')::uuid, '00000000-0000-0000-0000-000000000000');
  v_found text;
  v_next  json;
begin
  perform app.admit_caller();
  perform app.check_place(p_lat, p_lng);
  if (p_radius_m between 1 and 25000) is distinct from true then
    perform app.fail('invalid_request', '{"path": "radiusM", "code": "out_of_range"}');
  end if;
  v_here := point(p_lng, p_lat);
  v_box := app.box_around(p_lat, p_lng, p_radius_m);
  with page as materialized (
    select f.incident_id, f.body, f.pt <-> v_here as far, app.distance_m(p_lat, p_lng, f.lat, f.lng) as d
      from app.incident_feed f
     where f.pt <@ v_box
       and f.visible_from <= v_now and f.visible_until > v_now
       and app.distance_m(p_lat, p_lng, f.lat, f.lng) <= p_radius_m
       and (p_category is null or f.category = p_category)
       and (p_after is null or (f.pt <-> v_here, f.incident_id) > (v_far, v_id))
     order by f.pt <-> v_here, f.incident_id
     limit v_limit + 1
  ), ranked as (
    select p.*, row_number() over (order by p.far, p.incident_id) as rank from page p
  )
  select string_agg('{"distanceM":' || round(r.d) || ',' || substr(r.body::text, 2), ',' order by r.d, r.incident_id)
           filter (where r.rank <= v_limit),
         (select json_build_object('d', l.far, 'id', l.incident_id)
            from ranked l
           where l.rank = v_limit and exists (select from ranked m where m.rank > v_limit))
    into v_found, v_next
    from ranked r;
  return ('{"data":[' || coalesce(v_found, '') || '],"next":' || coalesce(v_next, 'null')
    || ',"asOf":"' || app.instant(v_now) || '","location":' || app.locate(p_lat, p_lng) || '}')::json;
end
$$;
grant execute on function api.get_incident_feed_nearby to authenticated, service_role;

-- Live incidents everywhere, last seen first. Definer as above.
create function api.get_latest_incident_feed(
  p_category text default null, p_limit int default 20, p_after jsonb default null)
returns json language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.admit_caller();
  return app.latest_feed(null, p_category, p_limit, p_after);
end
$$;
grant execute on function api.get_latest_incident_feed to authenticated, service_role;

-- Live incidents inside a box with sides of at most half a degree, last seen first. Definer as above.
-- Fails with: invalid_request
create function api.get_incident_feed_in_bounds(
  p_min_lat float8, p_min_lng float8, p_max_lat float8, p_max_lng float8,
  p_category text default null, p_limit int default 20, p_after jsonb default null)
returns json language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.admit_caller();
  perform app.check_place(p_min_lat, p_min_lng);
  perform app.check_place(p_max_lat, p_max_lng);
  if (p_max_lat - p_min_lat between 0 and 0.5 and p_max_lng - p_min_lng between 0 and 0.5) is distinct from true then
    perform app.fail('invalid_request', '{"path": "bbox", "code": "out_of_range"}');
  end if;
  return app.latest_feed(box(point(p_min_lng, p_min_lat), point(p_max_lng, p_max_lat)), p_category, p_limit, p_after);
end
$$;
grant execute on function api.get_incident_feed_in_bounds to authenticated, service_role;

-- One page of the live feed, last seen first, inside a box or (null) everywhere.
create function app.latest_feed(p_box box, p_category text, p_limit int, p_after jsonb)
returns json language plpgsql stable set search_path = '' as $$
declare
  v_now   timestamptz := app.now();
  v_limit int := app.page_size(p_limit);
  v_at    timestamptz := coalesce((p_after ->> 't')::timestamptz, 'infinity');
  v_id    uuid := coalesce((p_after ->> 'id')::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  v_found text;
  v_next  json;
begin
  with page as materialized (
    select f.incident_id, f.body, f.last_seen_at, row_number() over (order by f.last_seen_at desc, f.incident_id desc) as rank
      from app.incident_feed f
     where (p_box is null or f.pt <@ p_box)
       and f.visible_from <= v_now and f.visible_until > v_now
       and (p_category is null or f.category = p_category)
       and (f.last_seen_at, f.incident_id) < (v_at, v_id)
     order by f.last_seen_at desc, f.incident_id desc
     limit v_limit + 1
  )
  select string_agg(p.body::text, ',' order by p.rank) filter (where p.rank <= v_limit),
         (select json_build_object('t', l.last_seen_at, 'id', l.incident_id)
            from page l
           where l.rank = v_limit and exists (select from page m where m.rank > v_limit))
    into v_found, v_next
    from page p;
  return ('{"data":[' || coalesce(v_found, '') || '],"next":' || coalesce(v_next, 'null')
    || ',"asOf":"' || app.instant(v_now) || '"}')::json;
end
$$;

-- supabase/schemas/30_incidents/get_incident_feed_detail.sql

-- One incident, live or over, as far as it is public; for a user also their own vote on it.
--
-- An id that was public always resolves: withdrawn and merged incidents return the reason or the id that they were
-- merged into. An id that was never public does not exist for the caller. Callers without a user (API keys) get no
-- vote.
-- Definer: the read model is not readable directly.
-- Fails with: not_found, incident_gone
create function api.get_incident_feed_detail(p_id uuid)
returns json language plpgsql stable security definer set search_path = '' as $$
declare
  v_user uuid := app.user_id();
  v_body json := app.public_state(p_id);
begin
  if v_body is null then
    perform app.fail_if_gone(p_id);
    perform app.fail('not_found');
  end if;
  if v_user is null then
    return v_body;
  end if;
  return (v_body::jsonb || jsonb_build_object('myVote', (
    select v.vote from app.incident_votes v where v.incident_id = p_id and v.user_id = v_user)))::json;
end
$$;
grant execute on function api.get_incident_feed_detail to authenticated, service_role;

-- The public state of an incident now: its history row, else its live row, also when that has ended and was not swept
-- yet. Null for an incident that is not public, not yet, or not any more.
create function app.public_state(p_incident uuid)
returns json language plpgsql stable set search_path = '' as $$
declare
  v_now  timestamptz := app.now();
  v_row  app.incident_feed;
  v_body json;
begin
  if not exists (select from app.incidents i
                  where i.id = p_incident and i.published_at <= v_now and not app.is_gone(i)) then
    return null;
  end if;
  select h.body into v_body from app.incident_history h
   where h.incident_id = p_incident and h.visible_from <= v_now and h.visible_until > v_now;
  if found then
    return v_body;
  end if;
  select * into v_row from app.incident_feed f
   where f.incident_id = p_incident and f.visible_from <= v_now
   order by f.visible_from desc
   limit 1;
  return case when v_row.visible_until <= v_now then (v_row.body::jsonb || '{"lifecycle": "expired"}')::json
              else v_row.body end;
end
$$;

-- Fails with: incident_gone, with the reason or the id that it was merged into, if it was public before.
create function app.fail_if_gone(p_incident uuid)
returns void language plpgsql stable set search_path = '' as $$
declare
  v_gone jsonb := app.gone_entry(p_incident);
begin
  if v_gone is not null then
    perform app.fail('incident_gone', v_gone);
  end if;
end
$$;

-- supabase/schemas/30_incidents/get_incident_history.sql

-- Incidents of one vehicle or corridor (give one, the other null), live and over, last seen first.
--
-- A vehicle's incidents are those that name it, which only corroborated and verified ones do, as only their read model
-- has the vehicle. A corridor's are all that lie on it, coarse ones with their cell.
create function app.incidents_of(
  p_vehicle uuid, p_corridor uuid, p_since timestamptz, p_limit int, p_after jsonb)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_now   timestamptz := app.now();
  v_limit int := app.page_size(p_limit);
  v_since timestamptz := coalesce(p_since, '-infinity');
  v_at    timestamptz := coalesce((p_after ->> 't')::timestamptz, 'infinity');
  v_id    uuid := coalesce((p_after ->> 'id')::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
begin
  return app.page(array(
    with live as (
      -- Of a coarse incident's two rows the newest visible one; an ended one may not have been swept yet.
      select distinct on (f.incident_id) f.incident_id, f.last_seen_at,
             case when f.visible_until > v_now then f.body::jsonb
                  else f.body::jsonb || '{"lifecycle": "expired"}' end as body
        from app.incident_feed f
       where (f.vehicle_id = p_vehicle or f.corridor_id = p_corridor) and f.visible_from <= v_now
         and not exists (select from app.incidents g where g.id = f.incident_id and g.gone_at <= v_now and app.is_gone(g))
         and not exists (select from app.incident_history h where h.incident_id = f.incident_id and h.visible_from <= v_now)
       order by f.incident_id, f.visible_from desc
    ), of_vehicle as (
      select h.incident_id, h.last_seen_at, h.body::jsonb
        from app.incident_history h
       where h.vehicle_id = p_vehicle and h.visible_from <= v_now and h.visible_until > v_now
         and h.last_seen_at >= v_since and (h.last_seen_at, h.incident_id) < (v_at, v_id)
       order by h.last_seen_at desc, h.incident_id desc
       limit v_limit + 1
    ), of_corridor as (
      select h.incident_id, h.last_seen_at, h.body::jsonb
        from app.incident_history h
       where h.corridor_id = p_corridor and h.visible_from <= v_now and h.visible_until > v_now
         and h.last_seen_at >= v_since and (h.last_seen_at, h.incident_id) < (v_at, v_id)
       order by h.last_seen_at desc, h.incident_id desc
       limit v_limit + 1
    )
    select jsonb_build_object('row', i.body, 'key', jsonb_build_object('t', i.last_seen_at, 'id', i.incident_id))
      from (select * from live union all select * from of_vehicle union all select * from of_corridor) i
     where i.last_seen_at >= v_since and (i.last_seen_at, i.incident_id) < (v_at, v_id)
     order by i.last_seen_at desc, i.incident_id desc
     limit v_limit + 1), v_limit);
end
$$;

-- The incidents of a vehicle, as far as the link to the vehicle is public.
--
-- Definer: the read model is not readable directly.
-- Fails with: not_found
create function api.get_vehicle_incidents(
  p_identifier text, p_since timestamptz default null, p_limit int default 20, p_after jsonb default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_vehicle uuid := (app.find_vehicle(p_identifier)).id;
begin
  perform app.admit_caller();
  perform app.require_found(v_vehicle is not null);
  return app.incidents_of(v_vehicle, null, p_since, p_limit, p_after);
end
$$;
grant execute on function api.get_vehicle_incidents to authenticated, service_role;

-- The incidents of a corridor, given by id or slug, and the weekly counts of aggregate reports. Volatile: the first
-- request after a week has ended counts that week. Definer as above.
-- Fails with: not_found
create function api.get_corridor_incidents(
  p_id text, p_since timestamptz default null, p_limit int default 20, p_after jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_corridor uuid := (select c.id from app.corridors c where c.slug = p_id or c.id::text = lower(p_id));
begin
  perform app.admit_caller();
  perform app.require_found(v_corridor is not null);
  perform app.freeze_weeks();
  return app.incidents_of(null, v_corridor, p_since, p_limit, p_after)
    || jsonb_build_object('weekly', app.weekly_of(v_corridor));
end
$$;
grant execute on function api.get_corridor_incidents to authenticated, service_role;

-- supabase/schemas/30_incidents/list_incident_changes.sql

-- Public changes of incidents in order of position, from a position on (`{"v": position}`, null for the beginning).
-- Each incident appears once, in its current state, at the position of its last change; one that is gone appears as a
-- tombstone. `next` is the cursor of the next call, also when nothing is left.
--
-- Volatile: it first assigns positions to the changes that have become due.
-- Definer: the read model is not readable directly.
-- Fails with: invalid_request for a position that was purged, or that was never assigned
create function api.list_incident_changes(p_limit int default 20, p_after jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_limit int := app.page_size(p_limit);
  v_after bigint := coalesce((p_after ->> 'v')::bigint, 0);
  v_log   app.change_log;
  v_rows  jsonb;
begin
  perform app.admit_caller();
  perform app.release_changes();
  select * into v_log from app.change_log;
  if p_after is not null and v_after not between v_log.forgotten and v_log.head then
    perform app.fail('invalid_request', '{"path": "cursor", "code": "invalid_cursor"}');
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('version', c.position, 'entry', app.change_entry(c)) order by c.position), '[]')
    into v_rows
    from (select * from app.incident_changes n where n.position > v_after order by n.position limit v_limit + 1) c;
  return jsonb_build_object(
    'data', jsonb_path_query_array(v_rows - v_limit, '$[*].entry ? (@ != null)'),
    'more', jsonb_array_length(v_rows) > v_limit,
    'next', jsonb_build_object('v', coalesce((v_rows - v_limit -> -1 ->> 'version')::bigint, v_after)),
    'asOf', app.instant(app.now()));
end
$$;
grant execute on function api.list_incident_changes to authenticated, service_role;

-- One change as returned, or null where nothing is public any more.
create function app.change_entry(p_change app.incident_changes)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_entry jsonb := jsonb_build_object('version', p_change.position, 'incidentId', p_change.incident_id);
  v_state jsonb := app.public_state(p_change.incident_id);
  v_gone  jsonb := app.gone_entry(p_change.incident_id);
begin
  if v_state is not null then
    return v_entry || jsonb_build_object('change', 'upsert', 'incident', v_state);
  end if;
  return v_entry || v_gone || '{"change": "gone"}';
end
$$;

-- supabase/schemas/30_incidents/move_incident.sql

-- Move an incident on one of its axes, `lifecycle` or `corroboration`, and record the event, under the name of the new
-- state or of `p_kind`. The caller publishes it.
-- Fails with: invalid_transition
create function app.move_incident(
  p_incident uuid, p_axis text, p_to text, p_detail jsonb default '{}', p_kind text default null)
returns void language plpgsql set search_path = '' as $$
declare
  v_incident app.incidents;
  v_from     text;
begin
  select * into v_incident from app.incidents i where i.id = p_incident for update;
  v_from := case p_axis when 'lifecycle' then v_incident.lifecycle else v_incident.corroboration end;
  perform app.check_move('incident ' || p_axis, v_from, p_to);
  update app.incidents i
     set lifecycle = case p_axis when 'lifecycle' then p_to else i.lifecycle end,
         corroboration = case p_axis when 'corroboration' then p_to else i.corroboration end,
         version = i.version + 1
   where i.id = p_incident;
  insert into app.incident_events (incident_id, at, kind, detail) values (p_incident, app.now(), coalesce(p_kind, p_to), p_detail);
end
$$;

-- Move an incident whose lifetime is over, and which has no visible live row any more, to `expired` and to the history.
-- Called before any change of an incident, so that a state that had ended before is not published again. Returns
-- whether it did.
create function app.expire_if_over(p_incident uuid)
returns boolean language plpgsql set search_path = '' as $$
declare
  v_now      timestamptz := app.now();
  v_incident app.incidents;
begin
  select * into v_incident from app.incidents i where i.id = p_incident for update;
  if v_incident.id is null or v_incident.lifecycle <> 'active' or v_incident.expires_at > v_now
     or exists (select from app.incident_feed f where f.incident_id = p_incident and f.visible_until > v_now) then
    return false;
  end if;
  perform app.move_incident(p_incident, 'lifecycle', 'expired');
  select * into v_incident from app.incidents i where i.id = p_incident;
  perform app.write_history_row(v_incident, greatest(v_now, v_incident.published_at));
  perform app.note_change(p_incident, greatest(v_now, v_incident.published_at));
  return true;
end
$$;

-- Retract an incident with a reason, or because it was merged into another: from then on its id returns 410.
create function app.withdraw_incident(
  p_incident uuid, p_reason text, p_into uuid default null, p_actor uuid default null)
returns void language plpgsql set search_path = '' as $$
begin
  perform app.move_incident(p_incident, 'lifecycle', case when p_into is null then 'retracted' else 'merged' end,
                            jsonb_strip_nulls(jsonb_build_object(
                              'reason', p_reason, 'into', p_into, 'decidedBy', p_actor)));
  update app.incidents i set gone_reason = p_reason, merged_into = p_into where i.id = p_incident;
  perform app.withdraw_review('dispute', p_incident);
  perform app.publish_incident(p_incident);
end
$$;

-- supabase/schemas/30_incidents/places.sql

-- A coordinate snapped to the centre of its grid cell of 0.01 degrees (about 1.1 km). Deterministic, so switching
-- precision back and forth reveals nothing.
create function app.coarse(p_degrees float8)
returns float8 language plpgsql immutable set search_path = '' as $$
begin
  return round((floor(p_degrees::numeric / 0.01) + 0.5) * 0.01, 3)::float8;
end
$$;

-- The name of the live stop that describes a place: the nearest within 300 m, or null.
create function app.place_name(p_lat float8, p_lng float8)
returns text language plpgsql stable set search_path = '' as $$
begin
  return (
    select s.name
      from (select n.name, n.lat, n.lng
              from app.stops n
             where n.retired_at is null and n.pt <@ app.box_around(p_lat, p_lng, 300)
             order by n.pt <-> point(p_lng, p_lat)
             limit 1) s
     where app.distance_m(p_lat, p_lng, s.lat, s.lng) <= 300);
end
$$;

-- supabase/schemas/30_incidents/public_view.sql

-- The public view of an incident: place, times and names at their public precision, and the JSON with them.
create type app.public_incident as (
  lat          float8,
  lng          float8,
  corridor_id  uuid,
  vehicle_id   uuid,
  last_seen_at timestamptz,
  body         json
);

-- An instant as in responses: RFC 3339, UTC, whole seconds.
create function app.instant(p_at timestamptz)
returns text language plpgsql immutable set search_path = '' as $$
begin
  return to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"');
end
$$;

create function app.public_view(p_incident app.incidents)
returns app.public_incident language plpgsql stable set search_path = '' as $$
declare
  v_coarse  boolean := p_incident.visibility = 'coarse';
  v_reports int := app.counted_reporters(p_incident.id);
  v_vehicle record;
  v_at      timestamptz[];
  v         app.public_incident;
begin
  v_vehicle := app.vehicle_to_name(p_incident);
  v.lat := round(p_incident.lat::numeric, 5)::float8;
  v.lng := round(p_incident.lng::numeric, 5)::float8;
  v.corridor_id := p_incident.corridor_id;
  v.vehicle_id := v_vehicle.vehicle_id;
  v_at := array[p_incident.first_seen_at, p_incident.last_seen_at, p_incident.expires_at];
  if v_coarse then
    v_at := array[app.full_hour(v_at[1]), app.full_hour(v_at[2]), app.full_hour(v_at[3]) + interval '1 hour'];
  end if;
  v.last_seen_at := date_trunc('second', v_at[2]); -- cursors carry it: no finer than what is shown
  v.body := json_build_object(
    'id', p_incident.id,
    'category', p_incident.category,
    'lifecycle', p_incident.lifecycle,
    'corroboration', case when v_reports > 0 then p_incident.corroboration else 'unverified' end,
    'reports', nullif(v_reports, 0),
    'confirms', case when not v_coarse then app.count_votes(p_incident, 'confirm') end,
    'firstSeenAt', app.instant(v_at[1]),
    'lastSeenAt', app.instant(v_at[2]),
    'expiresAt', app.instant(v_at[3]),
    'place', json_build_object('lat', v.lat, 'lng', v.lng),
    'placeName', case when not v_coarse then app.place_name(v.lat, v.lng) end,
    'precision', case when v_coarse then 'coarse' else 'point' end,
    'corridor', app.corridor_ref(v.corridor_id),
    'vehicle', app.vehicle_ref(v_vehicle.vehicle_id, v_vehicle.plate));
  return v;
end
$$;

-- The vehicle that an incident may name publicly, or nulls: none on a coarse or uncorroborated one; the reviewer's
-- choice on a verified one; else the one that most reporters named, if an independent pair named that very vehicle. A
-- single reporter must not be able to link a vehicle to a crash that others corroborated.
create function app.vehicle_to_name(p_incident app.incidents, out vehicle_id uuid, out plate text)
language plpgsql stable set search_path = '' as $$
begin
  if p_incident.visibility = 'coarse' or p_incident.corroboration not in ('corroborated', 'verified') then
    return;
  end if;
  if p_incident.corroboration = 'verified' and p_incident.vehicle_plate is not null then
    vehicle_id := p_incident.vehicle_id;
    plate := p_incident.vehicle_plate;
    return;
  end if;
  with named as (
    select r.vehicle_plate, (array_agg(r.vehicle_id) filter (where r.vehicle_id is not null))[1] as known,
           count(distinct r.reporter_id) as reporters
      from app.reports r
     where r.incident_id = p_incident.id and app.counts(r.state) and r.vehicle_plate is not null
     group by r.vehicle_plate
  )
  select n.known, n.vehicle_plate into vehicle_id, plate
    from named n
   where n.reporters > all (select o.reporters from named o where o.vehicle_plate <> n.vehicle_plate)
     and app.has_independent_pair(array[p_incident.id], n.vehicle_plate);
end
$$;

-- A vehicle as responses reference it; null when the reports named none.
create function app.vehicle_ref(p_vehicle uuid, p_plate text)
returns json language plpgsql stable set search_path = '' as $$
begin
  if p_plate is null then
    return null;
  end if;
  return coalesce(
    (select json_build_object('id', v.id, 'publicCode', v.public_code, 'plate', v.plate, 'fleetName', v.fleet_name)
       from app.vehicles v where v.id = p_vehicle),
    json_build_object('id', null, 'publicCode', null, 'plate', app.plate_text(p_plate), 'fleetName', null));
end
$$;

-- supabase/schemas/30_incidents/publish_incident.sql

-- Write the public view of an incident into the read model, from its current reports.
--
-- All privacy rules are applied here, at write time, so that no reader can miss them: a coarse incident gets the centre
-- of its cell and full hours, and all its changes, including its end, are visible from the next full hour on; a vehicle
-- is named only once the incident is corroborated or verified; while it has only unreviewed reports, it has no count.
create function app.publish_incident(p_incident uuid)
returns void language plpgsql set search_path = '' as $$
declare
  v_now      timestamptz := app.now();
  v_incident app.incidents;
  v_coarse   boolean;
  v_from     timestamptz;
  v_until    timestamptz;
begin
  select * into v_incident from app.incidents i where i.id = p_incident;
  v_coarse := v_incident.visibility = 'coarse';
  v_from := case when v_coarse then app.full_hour(v_now) + interval '1 hour' else v_now end;
  perform app.note_change(p_incident, v_from);
  if v_incident.lifecycle in ('merged', 'retracted') then
    perform app.unpublish_incident(v_incident, v_from);
    return;
  end if;

  update app.incidents i set published_at = coalesce(i.published_at, v_from) where i.id = p_incident;
  if v_incident.lifecycle <> 'active' then
    perform app.write_history_row(v_incident, v_from);
    return;
  end if;
  if v_coarse then
    v_until := app.full_hour(v_incident.expires_at) + interval '1 hour';
    delete from app.incident_feed f where f.incident_id = p_incident and f.visible_from >= v_from;
  else
    v_from := coalesce(v_incident.published_at, v_now);
    v_until := v_incident.expires_at;
  end if;
  if v_until > v_from then
    update app.incident_feed f set visible_until = v_from
     where f.incident_id = p_incident and f.visible_from < v_from and f.visible_until > v_from;
    perform app.write_feed_row(v_incident, v_from, v_until);
  end if;
  -- Else a coarse incident ends with this hour: the current row stays until then, and the sweep writes the rest.
end
$$;

-- Remove an incident's rows from an instant on. One that was never visible leaves no trace: it does not even return
-- 410.
create function app.unpublish_incident(p_incident app.incidents, p_from timestamptz)
returns void language plpgsql set search_path = '' as $$
declare
  v_now  timestamptz := app.now();
  v_from timestamptz := case when p_incident.published_at <= v_now then p_from else v_now end;
begin
  perform app.end_public_rows(p_incident.id, v_from);
  update app.incidents i
     set gone_at = case when i.back_at <= v_now then v_from else coalesce(i.gone_at, v_from) end, back_at = null,
         published_at = case when i.published_at <= v_now then i.published_at end
   where i.id = p_incident.id;
end
$$;

-- End the visibility of an incident's rows, live or over, at an instant.
create function app.end_public_rows(p_incident uuid, p_from timestamptz)
returns void language plpgsql set search_path = '' as $$
declare
  v_now timestamptz := app.now();
begin
  delete from app.incident_feed f where f.incident_id = p_incident and (p_from <= v_now or f.visible_from >= p_from);
  delete from app.incident_history h where h.incident_id = p_incident and (p_from <= v_now or h.visible_from >= p_from);
  update app.incident_feed f set visible_until = p_from where f.incident_id = p_incident and f.visible_until > p_from;
  update app.incident_history h set visible_until = p_from where h.incident_id = p_incident and h.visible_until > p_from;
end
$$;

-- Write the incident's public row to the live feed, replacing the one with the same start time.
create function app.write_feed_row(p_incident app.incidents, p_from timestamptz, p_until timestamptz)
returns void language plpgsql set search_path = '' as $$
declare
  v app.public_incident := app.public_view(p_incident);
begin
  insert into app.incident_feed as f
    (incident_id, visible_from, visible_until, category, lat, lng, corridor_id, vehicle_id, last_seen_at, body)
  values
    (p_incident.id, p_from, p_until, p_incident.category, v.lat, v.lng, v.corridor_id, v.vehicle_id, v.last_seen_at, v.body)
  on conflict (incident_id, visible_from) do update
    set (visible_until, lat, lng, corridor_id, vehicle_id, last_seen_at, version, body) =
        (excluded.visible_until, excluded.lat, excluded.lng, excluded.corridor_id, excluded.vehicle_id,
         excluded.last_seen_at, excluded.version, excluded.body);
end
$$;

-- Write the incident's public row to the history, from an instant on; the current row stays until then.
create function app.write_history_row(p_incident app.incidents, p_from timestamptz)
returns void language plpgsql set search_path = '' as $$
declare
  v app.public_incident := app.public_view(p_incident);
begin
  perform app.end_public_rows(p_incident.id, p_from);
  insert into app.incident_history
    (incident_id, visible_from, category, lat, lng, corridor_id, vehicle_id, last_seen_at, body)
  values
    (p_incident.id, p_from, p_incident.category, v.lat, v.lng, v.corridor_id, v.vehicle_id, v.last_seen_at, v.body);
end
$$;

-- supabase/schemas/30_incidents/sweep.sql

-- The periodic cleanup: incidents whose lifetime is over become `expired` and move from the live feed to the history;
-- rows that were replaced by a successor, or ended with their incident, are deleted; what ended 30 days ago is
-- archived; due changes get positions; data past its retention time is purged. Nothing depends on when this runs,
-- because every reader compares the times itself; it only keeps the live table small. Run it about once a minute.
-- Returns how many incidents expired.
create function app.sweep()
returns int language plpgsql security definer set search_path = '' as $$
declare
  v_now   timestamptz := app.now();
  v_id    uuid;
  v_count int := 0;
begin
  delete from app.incident_feed f
   where f.visible_until <= v_now
     and (exists (select from app.incident_feed s where s.incident_id = f.incident_id and s.visible_from > f.visible_from)
          or exists (select from app.incidents i where i.id = f.incident_id and i.lifecycle <> 'active'));
  delete from app.incident_history h where h.visible_until <= v_now;
  for v_id in
    select e.id from app.incidents e
     where e.lifecycle = 'active' and e.expires_at <= v_now
       and not exists (select from app.incident_feed f where f.incident_id = e.id and f.visible_until > v_now)
     order by e.expires_at limit 1000 for update skip locked
  loop
    v_count := v_count + app.expire_if_over(v_id)::int;
  end loop;
  perform app.archive_incidents();
  perform app.release_changes();
  perform app.purge_old_changes();
  perform app.freeze_weeks();
  perform app.anonymize_old_reports();
  perform app.purge_report_networks();
  perform app.purge_old_audit_events();
  perform app.purge_old_responses();
  perform app.purge_old_snapshots();
  perform app.purge_entry_photos();
  perform app.submit_lapsed_slots();
  perform app.purge_idle_devices();
  return v_count;
end
$$;

-- Move incidents that ended 30 days ago to `archived`. No report can join them any more (reports cover the last 30
-- days), and no copy of the feed has them. Their pages and the history of their vehicles and corridors are unchanged.
create function app.archive_incidents()
returns void language plpgsql set search_path = '' as $$
declare
  v_id uuid;
begin
  for v_id in
    select i.id from app.incidents i
     where i.lifecycle in ('resolved', 'expired') and i.expires_at <= app.now() - interval '30 days'
     order by i.expires_at limit 1000 for update skip locked
  loop
    perform app.move_incident(v_id, 'lifecycle', 'archived');
    perform app.publish_incident(v_id);
  end loop;
end
$$;

-- Where the project has pg_cron, it runs the sweep; enable that extension before these files are applied. The embedded
-- database has none, so its server runs it.
do $$
begin
  if exists (select from pg_extension where extname = 'pg_cron') then
    perform cron.schedule('salama-sweep', '* * * * *', 'select app.sweep()');
  end if;
end
$$;

-- supabase/schemas/30_incidents/vote_on_incident.sql

-- A rider's vote on a live incident: `confirm`, `deny`, `over`, or null to withdraw it. One vote per rider, changeable;
-- the same vote again changes nothing.
--
-- Returns only the vote. Its effect on the incident is read in a separate request: if it were returned here, a caller
-- could roll the vote back (see app.receive_report) and so probe the votes of others, which are private.
--
-- Reporters cannot vote on their own incident where they know that it is theirs. Where they do not know (coarse ones,
-- and those joined by a vehicle that is not named), their vote is counted like any other: an error, or a vote without
-- effect, would reveal to anybody with their phone which incident is theirs. The state checks use the public state
-- only. Locks the incident, so that the third `deny` triggers its effect once. Definer: nobody may touch votes or
-- incidents directly.
-- Fails with: unauthenticated, invalid_request, not_found, incident_gone, incident_own, invalid_transition, rate_limited
create function api.vote_on_incident(p_id uuid, p_vote text default null, p_device text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user     uuid := app.require_user();
  v_incident app.incidents;
  v_state    json;
  v_before   app.incident_votes;
begin
  if p_vote not in ('confirm', 'deny', 'over') then
    perform app.fail('invalid_request', '{"path": "vote"}');
  end if;
  select * into v_incident from app.incidents i where i.id = p_id for update;
  v_state := app.public_state(p_id);
  if v_state is null then
    perform app.fail_if_gone(p_id);
    perform app.fail('not_found');
  end if;
  if v_state ->> 'lifecycle' <> 'active' then
    perform app.refuse_move(v_state ->> 'lifecycle', '{}');
  end if;
  if p_vote is not null and app.is_known_reporter(v_incident, v_user) then
    perform app.fail('incident_own');
  end if;
  select * into v_before from app.incident_votes v where v.incident_id = p_id and v.user_id = v_user;
  if v_before.vote is distinct from p_vote then
    perform app.check_vote_limits(v_before, v_user);
    insert into app.incident_votes as v (incident_id, user_id, vote, device_hash, voted_at, spent_until)
    values (p_id, v_user, p_vote, case when p_vote is not null then app.known_device(p_device) end, app.now(),
            app.now() + interval '1 minute')
    on conflict (incident_id, user_id) do update
      set (vote, device_hash, voted_at, spent_until) =
          (excluded.vote, excluded.device_hash, excluded.voted_at,
           greatest(v.spent_until + interval '1 minute', excluded.spent_until));
    if v_incident.lifecycle = 'active' then
      perform app.weigh_votes(v_incident, 'confirm' in (v_before.vote, p_vote) is true);
    end if;
  end if;
  return jsonb_build_object('incidentId', p_id, 'vote', p_vote);
end
$$;
grant execute on function api.vote_on_incident to authenticated;

-- Rate limits: ten changes of one vote in a burst and one a minute from then on; new votes on 30 incidents in ten
-- minutes and 200 in a day. A rejected vote is not lost: the client retries it.
-- Fails with: rate_limited
create function app.check_vote_limits(p_before app.incident_votes, p_user uuid)
returns void language plpgsql set search_path = '' as $$
declare
  v_now    timestamptz := app.now();
  v_recent timestamptz[];
  v_free   timestamptz := p_before.spent_until - interval '9 minutes';
begin
  if p_before.user_id is null then
    v_recent := array(select v.voted_at from app.incident_votes v
                       where v.user_id = p_user and v.voted_at > v_now - interval '1 day'
                       order by v.voted_at desc
                       limit 200);
    v_free := greatest(v_recent[30] + interval '10 minutes', v_recent[200] + interval '1 day');
  end if;
  perform app.refuse_until(v_free);
end
$$;

-- Apply the votes on an incident: three independent `deny` open a review; two independent `over`, and more of them than
-- of `confirm`, since the last report, end it. `p_shows`: whether the number of confirms changed.
create function app.weigh_votes(p_incident app.incidents, p_shows boolean)
returns void language plpgsql set search_path = '' as $$
declare
  v_heard timestamptz := coalesce((select max(r.received_at) from app.reports r
                                    where r.incident_id = p_incident.id and app.counts(r.state)), '-infinity');
  v_over  int := app.independent_votes(p_incident, 'over', v_heard);
  v_moved boolean := false;
begin
  if p_incident.corroboration not in ('disputed', 'refuted') and app.independent_votes(p_incident, 'deny') >= 3 then
    perform app.move_incident(p_incident.id, 'corroboration', 'disputed');
    perform app.open_review('dispute', p_incident.id, null, 'denied',
                            app.review_due((select c from app.incident_categories c where c.code = p_incident.category)));
    v_moved := true;
  end if;
  if v_over >= 2 and v_over > app.independent_votes(p_incident, 'confirm', v_heard) then
    perform app.move_incident(p_incident.id, 'lifecycle', 'resolved');
    v_moved := true;
  end if;
  -- Votes alone are not visible on a coarse incident, and on others only confirms are. Without a visible effect there
  -- is no change.
  if v_moved or (p_shows and p_incident.visibility = 'public') then
    perform app.publish_incident(p_incident.id);
  end if;
end
$$;

-- When a review is due: in four hours for what may have hurt somebody, else in a day.
create function app.review_due(p_category app.incident_categories)
returns interval language plpgsql immutable set search_path = '' as $$
begin
  return case when p_category.severity >= 4 then interval '4 hours' else interval '24 hours' end;
end
$$;

-- The riders with this vote. A reporter's own vote, cast before they reported, is excluded where they know that the
-- incident is theirs.
create function app.count_votes(p_incident app.incidents, p_vote text)
returns int language plpgsql stable set search_path = '' as $$
begin
  return (select count(*) from app.incident_votes v
           where v.incident_id = p_incident.id and v.vote = p_vote and not app.is_known_reporter(p_incident, v.user_id));
end
$$;

-- Votes that are independent, as far as can be determined: of accounts known for at least a day, and one per registered
-- device. An account is easily created for the purpose; after a day the incident is over.
create function app.independent_votes(p_incident app.incidents, p_vote text, p_since timestamptz default '-infinity')
returns int language plpgsql stable set search_path = '' as $$
begin
  return (
    select count(distinct coalesce(encode(v.device_hash, 'hex'), v.user_id::text))
      from app.incident_votes v
     where v.incident_id = p_incident.id and v.vote = p_vote
       and v.voted_at > p_incident.votes_from and v.voted_at >= p_since
       and not app.is_known_reporter(p_incident, v.user_id)
       and not app.is_new_account(v.user_id));
end
$$;

-- Whether a user reported an incident and was shown that it is this one.
create function app.is_known_reporter(p_incident app.incidents, p_user uuid)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return exists (select from app.reports r
                  where r.incident_id = p_incident.id and r.reporter_id = p_user and app.is_incident_visible(r, p_incident));
end
$$;

-- The caller's own votes on the given incidents, at most a hundred of them. Those without a vote are omitted.
--
-- Definer: nobody may read votes directly.
-- Fails with: unauthenticated, invalid_request
create function api.get_reporter_incident_votes(p_ids uuid[])
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_user uuid := app.require_user();
begin
  if (cardinality(p_ids) <= 100) is distinct from true then
    perform app.fail('invalid_request', '{"path": "ids"}');
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('incidentId', v.incident_id, 'vote', v.vote) order by v.incident_id), '[]')
      from app.incident_votes v
      where v.user_id = v_user and v.incident_id = any (p_ids) and v.vote is not null);
end
$$;
grant execute on function api.get_reporter_incident_votes to authenticated;

-- supabase/schemas/40_reports/00_tables.sql

-- What one rider saw. Private, and its content is immutable once accepted; where a reviewer corrected it before, `said`
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
  said          jsonb,
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
create index reports_beside on app.reports (category, occurred_at);
create index reports_incident on app.reports (incident_id);
alter table app.reports enable row level security;

alter table app.incident_merges add foreign key (gathered_by) references app.reports;

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

-- supabase/schemas/40_reports/anonymize_old_reports.sql

-- Retention of reports: a question without an answer for 14 days becomes a rejection; 90 days after a report was closed
-- its author and contact data are erased; after 180 days the exact place of a sensitive one. Votes are deleted after 90
-- days. Part of the sweep, in small steps.
create function app.anonymize_old_reports()
returns void language plpgsql set search_path = '' as $$
declare
  v_now    timestamptz := app.now();
  v_report app.reports;
begin
  for v_report in
    select * from app.reports r
     where r.state = 'needs_info' and r.answer_by <= v_now limit 100 for update skip locked
  loop
    perform app.leave_incident(v_report.id, 'rejected', 'no_answer');
  end loop;

  for v_report in
    select * from app.reports r
     where r.closed_at <= v_now - interval '90 days' and r.state <> 'purged' limit 1000 for update skip locked
  loop
    perform app.anonymize_author(v_report);
    perform app.move_report(v_report.id, 'purged', v_report.state);
  end loop;

  update app.reports r
     set lat = app.coarse(r.lat), lng = app.coarse(r.lng), accuracy_m = greatest(r.accuracy_m, 800), stop_id = null,
         said = r.said - 'place', place_erased_at = v_now
   where r.place_erased_at is null and r.closed_at <= v_now - interval '180 days'
     and app.is_sensitive(r.visibility, r.category);

  delete from app.incident_votes v where v.voted_at <= v_now - interval '90 days';
end
$$;

-- Anonymize a report: erase its author and contact data; the content stays. All reports of that author in one incident
-- get the same id, so that they still count as one; a random one unless the caller passes it. The device is removed, so
-- an incident may only become less corroborated by this, never more.
create function app.anonymize_author(p_report app.reports, p_nobody uuid default gen_random_uuid())
returns void language plpgsql set search_path = '' as $$
declare
  v_ids uuid[] := array(
    select r.id from app.reports r
     where r.id = p_report.id
        or (r.incident_id = p_report.incident_id and r.reporter_id = p_report.reporter_id
            and r.closed_at is not null and p_report.reporter_id is not null));
begin
  update app.report_events e set actor = null where e.report_id = p_report.id and e.actor = p_report.reporter_id;
  update app.review_entries e set author_id = null
   where e.kind = 'report' and e.subject_id = any (v_ids) and e.author_id = p_report.reporter_id;
  update app.review_snapshots s set before = s.before - 'asked'
    from app.review_entries e
   where e.id = s.entry_id and e.kind = 'report' and e.subject_id = any (v_ids);
  -- Additions are free text like a note but were never screened; a photo may show who took it.
  delete from app.report_additions a where a.report_id = any (v_ids);
  delete from app.report_photos p where p.report_id = any (v_ids);
  update app.reports r
     set reporter_id = case when r.reporter_id is not null then p_nobody end, author_erased = true, device_hash = null,
         receipt_hash = null, note = case when r.note_flags = '{}' then r.note end, answer = null, asked = null
   where r.id = any (v_ids);
end
$$;

-- Anonymize a user's reports when their account is deleted: the reports stay without an author, the votes are deleted.
--
-- Reports that are counted together get one id, otherwise one user would become several by leaving: all their reports
-- in one incident, those pending review, and all that no weekly count includes yet. The ids are random and their
-- mapping is not stored, so nothing links those of one incident to those of another.
create function app.erase_reports_of(p_user uuid)
returns void language plpgsql set search_path = '' as $$
declare
  v_names  jsonb := '{}';
  v_report app.reports;
  v_with   text;
begin
  delete from app.incident_votes v where v.user_id = p_user;
  update app.report_events e set actor = null where e.actor = p_user;
  loop
    select * into v_report from app.reports r where r.reporter_id = p_user order by r.id limit 1 for update;
    exit when not found;
    v_with := case when v_report.visibility = 'aggregate' and v_report.counted_week is null then 'weeks'
                   else coalesce(v_report.incident_id, v_report.id)::text end;
    v_names := jsonb_build_object(v_with, gen_random_uuid()) || v_names;
    perform app.anonymize_author(v_report, (v_names ->> v_with)::uuid);
  end loop;
end
$$;

-- All of a user's data in reports and votes.
create function app.export_reports_of(p_user uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'reports', (select coalesce(jsonb_agg(app.own_report(r) || jsonb_build_object(
                                            'answer', r.answer, 'additions', app.additions_of(r.id),
                                            'photos', app.photos_of(r.id))
                                          order by r.received_at, r.id), '[]')
                  from app.reports r where r.reporter_id = p_user),
    'votes', (select coalesce(jsonb_agg(jsonb_build_object('incidentId', v.incident_id, 'vote', v.vote,
                                                           'votedAt', app.instant(v.voted_at))
                                        order by v.voted_at, v.incident_id), '[]')
                from app.incident_votes v where v.user_id = p_user and v.vote is not null));
end
$$;

-- supabase/schemas/40_reports/checked_report.sql

-- A report from the client with everything resolved: place, corridor, vehicle, effective visibility. Nothing is stored.
--
-- The API has validated the shapes already; this validates them again because a user's token also works directly on the
-- database. Problems that only the database can find are reported together, each with its own code and path.
-- Fails with: invalid_request, outside_service_area, unknown_stop, unknown_vehicle
create function app.checked_report(p_new app.reports, p_vehicle text, p_receipt_code text)
returns app.reports language plpgsql stable set search_path = '' as $$
declare
  v_now      timestamptz := app.now();
  v_report   app.reports := p_new;
  v_stop     app.stops;
  v_vehicle  app.vehicles;
  v_location jsonb;
  v_problems jsonb := '[]';
begin
  perform app.check_report_shape(p_new, p_vehicle, p_receipt_code);
  v_report.injury := coalesce(p_new.injury, (
    select 'unknown' from app.incident_categories c where c.code = p_new.category and c.review = 'unless_unhurt'));
  v_report.received_at := v_now;
  v_report.occurred_at := least(coalesce(p_new.occurred_at, v_now), v_now);
  v_report.note_flags := app.screen_note(coalesce(p_new.note, ''));
  v_report.receipt_hash := sha256(convert_to(p_receipt_code, 'UTF8'));
  v_report.author_erased := false;
  v_report.new_account := app.is_new_account(p_new.reporter_id);
  v_report.state := 'received';
  v_report.version := 1;
  v_report.visibility := app.narrower_visibility(
    (select c.visibility from app.incident_categories c where c.code = p_new.category), p_new.visibility);

  v_report.accuracy_m := coalesce(p_new.accuracy_m, 50);
  if p_new.stop_id is not null then
    select * into v_stop from app.stops s where s.id = p_new.stop_id;
    v_report.lat := v_stop.lat;
    v_report.lng := v_stop.lng;
    v_report.accuracy_m := 250;
  end if;
  if v_report.lat is null then
    v_problems := v_problems || '{"path": "place.stopId", "code": "unknown_stop"}';
  else
    v_location := app.locate(v_report.lat, v_report.lng);
    v_report.corridor_id := (v_location -> 'corridor' ->> 'id')::uuid;
    if not (v_location ->> 'inServiceArea')::boolean then
      v_problems := v_problems || '{"path": "place", "code": "outside_service_area"}';
    end if;
  end if;

  if p_vehicle is not null then
    v_vehicle := app.find_vehicle(p_vehicle);
    v_report.vehicle_id := v_vehicle.id;
    v_report.vehicle_plate := coalesce(v_vehicle.plate_key, app.plate_key(p_vehicle));
    if v_vehicle.id is null
       and (app.can_be_plate(v_report.vehicle_plate) is distinct from true
            or app.public_code(p_vehicle) is not null) then
      v_problems := v_problems || '{"path": "vehicle.identifier", "code": "unknown_vehicle"}';
    end if;
  end if;

  if v_problems <> '[]' then
    perform app.fail(v_problems -> 0 ->> 'code', jsonb_strip_nulls(jsonb_build_object('errors', v_problems)) ||
                     case when v_location is null then '{}' else jsonb_build_object('location', v_location) end);
  end if;
  return v_report;
end
$$;

-- The stricter of what the category allows and what the reporter asked for.
create function app.narrower_visibility(p_category text, p_asked text)
returns text language plpgsql immutable set search_path = '' as $$
declare
  v_order text[] := array['private', 'aggregate', 'coarse', 'public'];
begin
  return v_order[least(array_position(v_order, p_category), array_position(v_order, coalesce(p_asked, p_category)))];
end
$$;

-- Validate a report's fields against the contract, for callers that bypass the API. Fails with: invalid_request
create function app.check_report_shape(p_new app.reports, p_vehicle text, p_receipt_code text)
returns void language plpgsql stable set search_path = '' as $$
declare
  v_now timestamptz := app.now();
begin
  perform app.check_fields(array[
    ('category', 'invalid_value', exists (select from app.incident_categories k where k.code = p_new.category)),
    ('injury', 'invalid_value', p_new.injury is null or p_new.injury in ('none', 'some', 'unknown')),
    ('visibility', 'invalid_value', p_new.visibility is null
                   or p_new.visibility in ('private', 'aggregate', 'coarse', 'public')),
    ('note', 'invalid_value', p_new.note is null or char_length(p_new.note) between 1 and 2000),
    ('vehicle.identifier', 'invalid_value', p_vehicle is null or char_length(p_vehicle) between 3 and 40),
    ('receiptCode', 'invalid_value', p_receipt_code is null or p_receipt_code ~ '^[0-9A-HJKMNP-TV-Z]{26}$'),
    ('occurredAt', 'out_of_range', p_new.occurred_at is null
                   or p_new.occurred_at between v_now - interval '30 days' and v_now + interval '5 minutes'),
    ('place', 'invalid_value', p_new.stop_id is not null
              or (p_new.lat between -90 and 90 and p_new.lng between -180 and 180)),
    ('place.accuracyM', 'out_of_range', p_new.accuracy_m is null or p_new.accuracy_m between 0 and 10000)
  ]::app.field_check[]);
end
$$;

-- Screen a note for personal data: a phone number, an e-mail address, a national id number. Reviewers see these flags;
-- the report is not held for them, because a note is never public.
create function app.screen_note(p_note text)
returns text[] language plpgsql immutable set search_path = '' as $$
begin
  return array_remove(array[
    case when p_note ~ '(\+?254|\m0)[ -]?[17]([ -]?[0-9]){8}\M' then 'phone' end,
    case when p_note ~* '[a-z0-9._%+-]+@[a-z0-9.-]+\.[a-z]{2,}' then 'email' end,
    case when p_note ~* '\m(id|kitambulisho)\M[^0-9]{0,12}[0-9]{7,8}\M' then 'id_number' end], null);
end
$$;

-- supabase/schemas/40_reports/join_incident.sql

-- Acquire the locks that prevent a race in which two concurrent reports would open two incidents for one crash.
--
-- The key is the vehicle where reports join by vehicle, the cell where they join by cell, else the grid cells that the
-- joining radius touches (one to four: a cell is as wide as the diameter). Two reports that could join share a key.
-- Locks are acquired in ascending order, which prevents deadlocks; reports elsewhere do not wait. The incidents that
-- such a report may merge are locked after them, so a transaction that already holds an incident must not acquire
-- these.
create function app.lock_for_joining(p_report app.reports, p_category app.incident_categories)
returns void language plpgsql set search_path = '' as $$
declare
  v_class int := hashtext('incident:' || p_report.category);
  v_names text[];
  v_size  float8 := greatest(p_category.join_within_m / 110574.0 * 2.01, 0.005);
  v_box   box := app.box_around(p_report.lat, p_report.lng, p_category.join_within_m);
  v_key   int;
begin
  if not app.is_joined(p_report, p_category) then
    return;
  end if;
  if p_report.visibility = 'coarse' then
    v_names := array[format('cell:%s:%s', app.coarse(p_report.lat), app.coarse(p_report.lng))];
  elsif p_category.join_same_vehicle then
    v_names := array['vehicle:' || coalesce(p_report.vehicle_plate, '')];
  else
    v_names := array(
      select format('%s:%s', y, x)
        from generate_series(floor((v_box[1])[1] / v_size)::int, floor((v_box[0])[1] / v_size)::int) y,
             generate_series(floor((v_box[1])[0] / v_size)::int, floor((v_box[0])[0] / v_size)::int) x);
  end if;
  for v_key in select distinct hashtext(name) as key from unnest(v_names) name order by key loop
    perform pg_advisory_xact_lock(v_class, v_key);
  end loop;
  perform app.lock_incidents(app.similar_by_vehicle(p_report, p_category));
end
$$;

-- Whether reports of this kind and visibility are joined to incidents at all.
create function app.is_joined(p_report app.reports, p_category app.incident_categories)
returns boolean language plpgsql immutable set search_path = '' as $$
begin
  return p_category.join_within is not null and p_report.visibility in ('public', 'coarse');
end
$$;

-- The incident that a report belongs to, or null: an active one; for a late report that is not coarse, else one that is
-- over. Call it under lock_for_joining.
create function app.find_incident_to_join(p_report app.reports, p_category app.incident_categories)
returns uuid language plpgsql set search_path = '' as $$
declare
  v_now      timestamptz := app.now();
  v_coarse   boolean := p_report.visibility = 'coarse';
  v_box      box := app.box_around(p_report.lat, p_report.lng, case when v_coarse then 2000 else p_category.join_within_m end);
  v_incident uuid;
begin
  select i.id into v_incident
    from app.incidents i
   where i.lifecycle = 'active' and i.pt <@ v_box
     and case when v_coarse then app.full_hour(i.expires_at) else i.expires_at end > v_now
     and app.fits_incident(p_report, i, p_category) and app.may_join_unseen(p_report, i, p_category)
   order by case when not v_coarse then app.distance_m(p_report.lat, p_report.lng, i.lat, i.lng) end, i.last_seen_at desc, i.id
   limit 1
     for update;
  if v_incident is null and not v_coarse and not app.is_fresh(p_report) then
    select i.id into v_incident
      from app.incidents i
     where i.lifecycle in ('active', 'expired') and i.pt <@ v_box
       and app.fits_incident(p_report, i, p_category) and app.may_join_unseen(p_report, i, p_category)
     order by app.distance_m(p_report.lat, p_report.lng, i.lat, i.lng), i.last_seen_at desc, i.id
     limit 1
       for update;
    perform app.expire_if_over(v_incident);
  end if;
  return v_incident;
end
$$;

-- Whether a report and an incident are close enough in time and place to be about one event.
--
-- Time counts forward from the last report and backward from the first one: a report about an hour before it is about
-- the same crash. Nothing joins past the cap that the first report set, however late it arrives; otherwise one rider
-- could keep an incident recent for ever by repeated reports. A coarse report joins by cell and full hours only, and
-- only while it is recent: if exact times or places were compared, they could be probed by sending reports and
-- observing what they join.
create function app.fits_incident(p_report app.reports, p_incident app.incidents, p_category app.incident_categories)
returns boolean language plpgsql stable set search_path = '' as $$
declare
  v_at timestamptz := p_report.occurred_at;
begin
  if p_incident.category <> p_report.category or p_incident.visibility <> p_report.visibility then
    return false;
  end if;
  if p_report.visibility = 'coarse' then
    return p_incident.pt ~= point(app.coarse(p_report.lng), app.coarse(p_report.lat))
      and app.is_fresh(p_report)
      and app.full_hour(v_at) < app.full_hour(p_incident.last_seen_at) + p_category.join_within
      and app.full_hour(v_at) > app.full_hour(p_incident.opened_seen_at) - p_category.join_within;
  end if;
  return app.distance_m(p_report.lat, p_report.lng, p_incident.lat, p_incident.lng) <= p_category.join_within_m
    and (not p_category.join_same_vehicle or (p_incident.vehicle_plate = p_report.vehicle_plate) is true)
    and v_at < p_incident.last_seen_at + p_category.join_within
    and v_at <= p_incident.opened_seen_at + p_category.live_cap
    and v_at > p_incident.opened_seen_at - p_category.join_within;
end
$$;

-- Whether a report is recent enough for the live feed: under two hours old when it arrived.
create function app.is_fresh(p_report app.reports)
returns boolean language plpgsql immutable set search_path = '' as $$
begin
  return p_report.occurred_at > p_report.received_at - interval '2 hours';
end
$$;

-- Join a report to a matching incident, or open one. Returns the incident's id, or null for a kind that is never
-- joined. `p_counts`: whether the report counts already, or is pending review; a pending one does not change the times
-- of an incident that has other reports. The caller publishes it.
create function app.join_incident(p_report app.reports, p_counts boolean)
returns uuid language plpgsql set search_path = '' as $$
declare
  v_category app.incident_categories;
  v_incident uuid;
begin
  select * into v_category from app.incident_categories c where c.code = p_report.category;
  if not app.is_joined(p_report, v_category) then
    return null;
  end if;
  perform app.lock_for_joining(p_report, v_category);
  v_incident := app.find_incident_to_join(p_report, v_category);
  if v_incident is null then
    return app.open_incident(p_report, v_category);
  end if;
  if p_counts or app.counted_reporters(v_incident) = 0 then
    perform app.stretch_incident(v_incident, p_report);
  end if;
  insert into app.incident_events (incident_id, at, kind) values (v_incident, app.now(), 'joined');
  return v_incident;
end
$$;

-- Extend an incident's times by a report. The end only ever moves forward, and never past the cap that the first report
-- set.
create function app.stretch_incident(p_incident uuid, p_report app.reports)
returns void language plpgsql set search_path = '' as $$
begin
  update app.incidents i
     set first_seen_at = least(i.first_seen_at, p_report.occurred_at),
         last_seen_at  = greatest(i.last_seen_at, p_report.occurred_at),
         expires_at    = greatest(i.expires_at, least(p_report.occurred_at + c.live_for, i.opened_seen_at + c.live_cap)),
         version       = i.version + 1
    from app.incident_categories c
   where i.id = p_incident and c.code = i.category;
end
$$;

-- Open an incident for a report that matches none. One that is too old for the live feed is over from the start.
create function app.open_incident(p_report app.reports, p_category app.incident_categories)
returns uuid language plpgsql set search_path = '' as $$
declare
  v_coarse   boolean := p_report.visibility = 'coarse';
  v_lat      float8 := case when v_coarse then app.coarse(p_report.lat) else p_report.lat end;
  v_lng      float8 := case when v_coarse then app.coarse(p_report.lng) else p_report.lng end;
  v_ends     timestamptz := p_report.occurred_at + p_category.live_for;
  v_incident uuid;
begin
  insert into app.incidents (category, visibility, lifecycle, lat, lng, corridor_id, vehicle_id, vehicle_plate,
                             opened_seen_at, first_seen_at, last_seen_at, expires_at)
  values (p_report.category, p_report.visibility,
          case when app.is_fresh(p_report) and v_ends > app.now() then 'active' else 'expired' end,
          v_lat, v_lng,
          -- A coarse incident has the corridor of its cell: that of the exact place would narrow the cell to a road.
          case when v_coarse then (app.corridor_at(v_lat, v_lng)).corridor_id else p_report.corridor_id end,
          case when p_category.join_same_vehicle then p_report.vehicle_id end,
          case when p_category.join_same_vehicle then p_report.vehicle_plate end,
          p_report.occurred_at, p_report.occurred_at, p_report.occurred_at, v_ends)
  returning id into v_incident;
  insert into app.incident_events (incident_id, at, kind) values (v_incident, app.now(), 'opened');
  return v_incident;
end
$$;

-- supabase/schemas/40_reports/leave_incident.sql

-- Move a report to a state in which it no longer counts (`withdrawn`, `rejected`, `duplicate`), and detach it from its
-- incident. If it was the last report, the incident is merged into `p_into` where that is given, else retracted with
-- the same reason.
--
-- An incident that had ended is published first, with the report still counted; otherwise the sweep would publish the
-- smaller number at whatever minute it runs. The caller holds the report.
-- Fails with: invalid_transition
create function app.leave_incident(
  p_report uuid, p_to text, p_reason text default null, p_actor uuid default null, p_into uuid default null)
returns void language plpgsql set search_path = '' as $$
declare
  v_incident uuid := (select r.incident_id from app.reports r where r.id = p_report);
begin
  perform app.expire_if_over(v_incident);
  perform app.move_report(p_report, p_to, p_reason, p_actor);
  if v_incident is not null then
    update app.reports r set incident_id = null where r.id = p_report;
    insert into app.incident_events (incident_id, at, kind) values (v_incident, app.now(), 'left');
    perform app.reconsider_incident(v_incident, p_to, p_into);
  end if;
end
$$;

-- Rebuild an incident from its remaining reports: place, times, corroboration. Data that came only from detached
-- reports is removed, so the place of a withdrawn report does not stay on the map. An incident without any report is
-- retracted. Its place comes from its own reports; those that a merge brought are used only where no others count.
--
-- A reviewer's state (`verified`, `disputed`) stays; `corroborated` stays only while the reports suffice for it.
create function app.reconsider_incident(p_incident uuid, p_reason text, p_into uuid default null)
returns void language plpgsql set search_path = '' as $$
declare
  v_incident app.incidents;
  v_category app.incident_categories;
  v_first    app.reports;
  v_seen     tstzrange;
begin
  select * into v_incident from app.incidents i where i.id = p_incident for update;
  if v_incident.lifecycle in ('merged', 'retracted') then
    return;
  end if;
  select * into v_category from app.incident_categories c where c.code = v_incident.category;
  -- The reports that count; if there are none, the pending ones.
  select r.* into v_first from app.reports r
   where r.incident_id = p_incident
   order by app.counts(r.state) desc, app.is_from_merge(r.id, p_incident), r.received_at, r.id
   limit 1;
  if v_first.id is null then
    perform app.withdraw_incident(p_incident, p_reason, p_into);
    return;
  end if;
  select tstzrange(min(r.occurred_at), max(r.occurred_at), '[]') into v_seen
    from app.reports r
   where r.incident_id = p_incident and app.counts(r.state) = app.counts(v_first.state);
  update app.incidents i
     set first_seen_at = lower(v_seen), last_seen_at = upper(v_seen),
         expires_at = least(upper(v_seen) + v_category.live_for, i.opened_seen_at + v_category.live_cap),
         lat = case when i.visibility = 'coarse' then i.lat else v_first.lat end,
         lng = case when i.visibility = 'coarse' then i.lng else v_first.lng end,
         corridor_id = case when i.visibility = 'coarse' then i.corridor_id else v_first.corridor_id end,
         version = i.version + 1
   where i.id = p_incident;
  if v_incident.corroboration = 'corroborated' and not app.is_well_founded(p_incident) then
    perform app.move_incident(p_incident, 'corroboration', 'unverified');
  end if;
  perform app.publish_incident(p_incident);
end
$$;

-- Whether a report came into an incident by a merge.
create function app.is_from_merge(p_report uuid, p_incident uuid)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from app.incident_merges m where m.into_id = p_incident and m.split_at is null and p_report = any (m.report_ids));
end
$$;

-- supabase/schemas/40_reports/merge_by_vehicle.sql

-- Kinds that are joined by vehicle, without revealing anything by the join.
--
-- An incident of such a kind that names no vehicle yet must not reveal whether a plate is its own. If a report joined
-- it, a correct guess would be visible: the count would grow and no new entry would appear. So until a vehicle is named
-- each reporter's report is an entry of its own; once an independent pair has named the plate, all reports about it
-- become one incident, and the vehicle it shows is public then anyway.

-- Whether a report may join a matching incident without revealing anything: the vehicle is named already, or the
-- incident is the same reporter's.
create function app.may_join_unseen(
  p_report app.reports, p_incident app.incidents, p_category app.incident_categories)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return p_report.visibility = 'coarse'
    or not p_category.join_same_vehicle
    or (app.vehicle_to_name(p_incident)).plate is not null
    or exists (select from app.reports r
                where r.incident_id = p_incident.id and app.sent_by(r, p_report.reporter_id, p_report.device_hash));
end
$$;

-- The incidents that a report of such a kind matches, whether it may join them or not. Lock their rows and reports
-- before the report is attached to anything, in the common lock order.
create function app.similar_by_vehicle(p_report app.reports, p_category app.incident_categories)
returns uuid[] language plpgsql stable set search_path = '' as $$
begin
  if p_report.visibility <> 'public' or not p_category.join_same_vehicle or p_report.vehicle_plate is null then
    return '{}';
  end if;
  return array(
    select i.id from app.incidents i
     where i.vehicle_plate = p_report.vehicle_plate and i.lifecycle in ('active', 'expired')
       and app.fits_incident(p_report, i, p_category)
     order by i.id);
end
$$;

-- Merge a report's incident with all matching ones, if an independent pair among them named that plate; the oldest live
-- one stays. Returns the report's incident. The caller holds all of them.
create function app.merge_by_vehicle(p_report app.reports, p_incident uuid)
returns uuid language plpgsql set search_path = '' as $$
declare
  v_category app.incident_categories;
  v_all      uuid[];
  v_stays    uuid;
  v_goes     uuid;
begin
  select * into v_category from app.incident_categories c where c.code = p_report.category;
  v_all := app.similar_by_vehicle(p_report, v_category);
  if v_all <@ array[p_incident] or not app.has_independent_pair(v_all || p_incident, p_report.vehicle_plate) then
    return p_incident;
  end if;
  for v_goes in select i.id from app.incidents i where i.id = any (v_all || p_incident) order by i.id loop
    perform app.expire_if_over(v_goes);
  end loop;
  select i.id into v_stays from app.incidents i
   where i.id = any (v_all || p_incident)
   order by i.lifecycle = 'active' desc, i.published_at, i.id
   limit 1;
  for v_goes in
    select i.id from app.incidents i where i.id = any (v_all || p_incident) and i.id <> v_stays order by i.id
  loop
    perform app.merge_incident(v_goes, v_stays, null, 'vehicle', p_report.id);
  end loop;
  return v_stays;
end
$$;

-- supabase/schemas/40_reports/move_report.sql

-- Move a report to another state and record the event. The version that a reviewer saw is checked on the review entry,
-- not here.
-- Fails with: invalid_transition
create function app.move_report(p_report uuid, p_to text, p_reason text default null, p_actor uuid default null)
returns void language plpgsql set search_path = '' as $$
declare
  v_from text;
begin
  select r.state into v_from from app.reports r where r.id = p_report for update;
  perform app.check_move('report', v_from, p_to);
  update app.reports r
     set state = p_to, state_reason = p_reason, version = r.version + 1,
         closed_at = case when p_to in ('accepted', 'linked', 'rejected', 'duplicate', 'withdrawn') then app.now()
                          when p_to = 'purged' then r.closed_at end
   where r.id = p_report;
  insert into app.report_events (report_id, at, from_state, to_state, reason, actor)
  values (p_report, app.now(), v_from, p_to, p_reason, p_actor);
end
$$;

-- supabase/schemas/40_reports/own_reports.sql

-- The caller's own reports, newest first. Reports that were anonymized after 90 days are not included.
--
-- Definer: nobody may read reports directly.
-- Fails with: unauthenticated
create function api.list_own_reports(p_limit int default 20, p_after jsonb default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_user  uuid := app.require_user();
  v_limit int := app.page_size(p_limit);
  v_at    timestamptz := coalesce((p_after ->> 't')::timestamptz, 'infinity');
  v_id    uuid := coalesce((p_after ->> 'id')::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
begin
  return app.page(array(
    select jsonb_build_object('row', app.own_report(r), 'key', jsonb_build_object('t', r.received_at, 'id', r.id))
      from app.reports r
     where r.reporter_id = v_user and (r.received_at, r.id) < (v_at, v_id)
     order by r.received_at desc, r.id desc
     limit v_limit + 1), v_limit);
end
$$;
grant execute on function api.list_own_reports to authenticated;

-- One of the caller's own reports; any other returns not_found. Definer as above.
-- Fails with: unauthenticated, not_found
create function api.get_own_report(p_id uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_user   uuid := app.require_user();
  v_report app.reports;
begin
  select * into v_report from app.reports r where r.id = p_id and r.reporter_id = v_user;
  perform app.require_found(v_report.id is not null);
  return app.own_report(v_report);
end
$$;
grant execute on function api.get_own_report to authenticated;

-- The reporter's own values and the report's status. Fields that a reviewer corrected still have the original value.
create function app.own_report(p_report app.reports)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_incident app.incidents;
  v_state    text := app.visible_state(p_report);
  v_said     jsonb := coalesce(p_report.said, '{}');
begin
  select * into v_incident from app.incidents i where i.id = p_report.incident_id;
  return jsonb_build_object(
    'id', p_report.id,
    'category', p_report.category,
    'occurredAt', app.instant(p_report.occurred_at),
    'receivedAt', app.instant(p_report.received_at),
    'injury', p_report.injury,
    'place', jsonb_build_object('lat', p_report.lat, 'lng', p_report.lng, 'accuracyM', p_report.accuracy_m,
                                'stopId', p_report.stop_id),
    'vehicle', app.vehicle_ref(p_report.vehicle_id, p_report.vehicle_plate),
    'note', p_report.note,
    'visibility', p_report.visibility) || v_said || jsonb_build_object(
    'state', v_state,
    'reason', case when v_state = 'rejected' and p_report.state = 'needs_info' then 'no_answer'
                   when v_state in ('rejected', 'duplicate') then p_report.state_reason end,
    'asked', case when v_state = 'needs_info' then p_report.asked end,
    'answerBy', case when v_state = 'needs_info' then app.instant(p_report.answer_by) end,
    'shown', app.report_visibility(p_report, v_incident),
    'incidentId', case when app.is_incident_visible(p_report, v_incident) then p_report.incident_id end,
    'version', p_report.version);
end
$$;

-- Answer a reviewer's question about one of the caller's own reports. The same answer again changes nothing.
--
-- Locks the report, so that a double tap sends one answer. Definer: nobody may touch reports directly.
-- Fails with: unauthenticated, not_found, invalid_request, invalid_transition
create function api.answer_report(p_id uuid, p_answer text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user   uuid := app.require_user();
  v_report app.reports;
begin
  select * into v_report from app.reports r where r.id = p_id and r.reporter_id = v_user for update;
  perform app.require_found(v_report.id is not null);
  perform app.answer_question(v_report, p_answer);
  select * into v_report from app.reports r where r.id = p_id;
  return app.own_report(v_report);
end
$$;
grant execute on function api.answer_report to authenticated;

-- Send a report back to the reviewers with an answer; the caller has checked the permission and holds the report. If it
-- is not waiting for an answer, the error has the state that its reporter may see.
-- Fails with: invalid_request, invalid_transition
create function app.answer_question(p_report app.reports, p_answer text)
returns void language plpgsql set search_path = '' as $$
declare
  v_told text := app.visible_state(p_report);
begin
  if p_report.state = 'in_review' and p_report.answer = p_answer then
    return;
  elsif (char_length(p_answer) between 1 and 1000) is distinct from true then
    perform app.fail('invalid_request', '{"path": "answer"}');
  elsif v_told <> 'needs_info' then
    perform app.refuse_move(v_told, case when v_told = 'withdrawn' then '{}' else '{withdrawn}' end::text[]);
  end if;
  perform app.move_report(p_report.id, 'in_review', null, p_report.reporter_id);
  update app.reports r set answer = p_answer, answer_by = null where r.id = p_report.id;
  perform app.open_review('report', p_report.id, p_report.reporter_id, 'answered', app.review_due(
    (select c from app.incident_categories c where c.code = p_report.category)));
end
$$;

-- Withdraw one of the caller's own reports, in any state. Idempotent.
--
-- Its incident is rebuilt from the remaining reports; if it was the last one, the incident is retracted. Locks the
-- report, then the incident, as everywhere that locks both. Definer: nobody may touch reports directly.
-- Fails with: unauthenticated, not_found
create function api.withdraw_report(p_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user   uuid := app.require_user();
  v_report app.reports;
begin
  select * into v_report from app.reports r where r.id = p_id and r.reporter_id = v_user for update;
  perform app.require_found(v_report.id is not null);
  perform app.withdraw_held_report(v_report, v_user);
  return '{"withdrawn": true}';
end
$$;
grant execute on function api.withdraw_report to authenticated;

-- Withdraw a report and its photos; the caller has checked the permission and holds the report.
create function app.withdraw_held_report(p_report app.reports, p_actor uuid)
returns void language plpgsql set search_path = '' as $$
begin
  if p_report.state <> 'withdrawn' then
    delete from app.report_photos p where p.report_id = p_report.id;
    perform app.leave_incident(p_report.id, 'withdrawn', null, p_actor);
    perform app.withdraw_review('report', p_report.id);
  end if;
end
$$;

-- supabase/schemas/40_reports/receive_report.sql

-- Receive a report: validate it, store it, attach it to an incident, publish its public part, in one transaction. The
-- attaching runs last, when the transaction commits (app.triage_new_report). `p_new` is the new row, as far as the
-- client provides it.
--
-- Returns only that it was received, and nothing about related reports; its status is read afterwards
-- (api.get_received_report). A caller of PostgREST can request a response format that fails, which rolls back the
-- report together with its use of the rate limits: if the response contained what the report joined, they could guess
-- without limit and leave no trace.
--
-- Idempotent by id, so a phone with a poor connection can retry until it gets a response. All reports of one reporter
-- queue on a lock, which makes the retry safe and the limits exact. Without a user the device is the reporter; if the
-- response with its cookie was lost, the receipt code proves that the retry is from the same phone. What a phone sent
-- before a user signed in on it can be retried afterwards; the report does not become theirs.
-- Fails with: unauthenticated, invalid_request, id_reused, outside_service_area, unknown_stop, unknown_vehicle, rate_limited
create function app.receive_report(
  p_new app.reports, p_vehicle text default null, p_receipt_code text default null, p_networks text[] default null)
returns jsonb language plpgsql set search_path = ''
set timezone = 'UTC' -- the hash of the content holds a time as text
as $$
declare
  v_user   uuid := p_new.reporter_id;
  v_device bytea := p_new.device_hash;
  v_hash   bytea := app.request_hash(
    jsonb_strip_nulls(to_jsonb(p_new) - '{id,reporter_id,device_hash}'::text[])
    || jsonb_build_object('vehicle', p_vehicle, 'receiptCode', p_receipt_code));
  v_report app.reports;
begin
  if v_user is null and v_device is null then
    perform app.fail('unauthenticated');
  end if;
  if p_new.id is null then
    perform app.fail('invalid_request', '{"path": "id"}');
  end if;
  perform pg_advisory_xact_lock(hashtextextended(coalesce(v_user::text, encode(v_device, 'hex')), 1));
  select * into v_report from app.reports r where r.id = p_new.id;
  if v_report.id is null then
    perform app.check_report_limits(v_user, v_device);
    v_report := app.checked_report(p_new, p_vehicle, p_receipt_code);
    v_report.content_hash := v_hash;
    insert into app.reports select v_report.* on conflict do nothing;
    if found then
      if v_user is null then
        perform app.weigh_by_network(v_report, p_networks);
      end if;
      return jsonb_build_object('id', p_new.id, 'repeated', false);
    end if;
    -- The same id came concurrently from another device, or the receipt code is that of another report.
    select * into v_report from app.reports r where r.id = p_new.id;
    if v_report.id is null then
      perform app.fail('id_reused', '{"path": "receiptCode"}');
    end if;
  end if;
  if v_report.content_hash <> v_hash then
    perform app.fail('id_reused');
  end if;
  if not app.sent_by(v_report, v_user, v_device) then
    perform app.transfer_report(p_new.id, p_receipt_code, v_user, v_device);
  end if;
  return jsonb_build_object('id', p_new.id, 'repeated', true);
end
$$;

-- Transfer a report to a phone without an account that knows its receipt code: the response with the first device
-- cookie was lost. A caller who knows only the id, or only the content, gets the usual error.
--
-- The report then belongs to the new device, for photos, limits and counts alike. It is not transferred, only returned,
-- if the first device has anything else: one phone that is counted once would become two. The caller holds the lock of
-- the new device, so its limit is exact.
-- Fails with: id_reused, rate_limited
create function app.transfer_report(p_report uuid, p_receipt_code text, p_user uuid, p_device bytea)
returns void language plpgsql set search_path = '' as $$
declare
  v_report app.reports;
begin
  select * into v_report from app.reports r where r.id = p_report for update;
  if p_user is not null or not app.has_receipt(v_report, p_receipt_code) then
    perform app.fail('id_reused');
  end if;
  if exists (select from app.reports r where r.device_hash = v_report.device_hash and r.id <> p_report)
     or exists (select from app.incident_votes v where v.device_hash = v_report.device_hash) then
    return;
  end if;
  perform app.check_report_limits(null, p_device);
  update app.reports r set device_hash = p_device where r.id = p_report;
  if exists (select from app.reports r
              where r.incident_id = v_report.incident_id and r.device_hash = p_device and r.id <> p_report) then
    perform app.expire_if_over(v_report.incident_id);
    perform app.publish_incident(v_report.incident_id);
  end if;
end
$$;

-- Whether a receipt code belongs to a report without an account: its holder may act as the sender.
create function app.has_receipt(p_report app.reports, p_receipt_code text)
returns boolean language plpgsql immutable set search_path = '' as $$
begin
  return (p_report.reporter_id is null
          and p_report.receipt_hash = sha256(convert_to(p_receipt_code, 'UTF8'))) is true;
end
$$;

-- Whether a report came from this user, or from this phone while nobody was signed in on it.
create function app.sent_by(p_report app.reports, p_user uuid, p_device bytea)
returns boolean language plpgsql immutable set search_path = '' as $$
begin
  return case when p_report.reporter_id is null then p_report.device_hash = p_device
              else p_report.reporter_id = p_user end is true;
end
$$;

-- Rate limits: five reports in ten minutes and twenty in a day per account, or per phone without one; for these see
-- also app.weigh_by_network.
-- Fails with: rate_limited
create function app.check_report_limits(p_user uuid, p_device bytea)
returns void language plpgsql set search_path = '' as $$
declare
  v_now    timestamptz := app.now();
  v_recent timestamptz[] := array(
    select r.received_at from app.reports r
     where r.received_at > v_now - interval '1 day'
       and (r.reporter_id = p_user or (p_user is null and r.reporter_id is null and r.device_hash = p_device))
     order by r.received_at desc
     limit 20);
  v_free   timestamptz := greatest(v_recent[5] + interval '10 minutes', v_recent[20] + interval '1 day');
begin
  perform app.refuse_until(v_free);
end
$$;

-- supabase/schemas/40_reports/report_networks.sql

-- The network of a report without an account, stored for a day: device ids are free to create, so a sender who uses a
-- new one for each report is counted by network. `network` is a hash of a keyed hash that the app's server computes
-- from the IP address; the address itself is never sent here. It is in no response, and the sweep purges it.
create table app.report_networks (
  report_id uuid primary key references app.reports,
  network   bytea not null check (octet_length(network) = 32),
  at        timestamptz not null,
  -- How it was weighted on arrival.
  known     boolean not null,
  held      boolean not null
);
create index report_networks_network on app.report_networks (network, at desc);
create index report_networks_at on app.report_networks (at);
alter table app.report_networks enable row level security;

-- Weigh a new report without an account by its network: reports of new phones on one network are shown up to a low
-- limit, held for review above it or where they resemble others from there, and rejected above a high one. Known phones
-- are neither counted nor held, and each raises the limits for new ones: hundreds of riders share one IP address of a
-- mobile network.
--
-- `p_networks`: the server's hash of the network, then that of the day before, because the hashes change every day. All
-- reports without one count as one network. Reports of one network queue on a lock, which makes the limits exact.
-- Fails with: rate_limited
create function app.weigh_by_network(p_report app.reports, p_networks text[])
returns void language plpgsql set search_path = '' as $$
declare
  v_now      timestamptz := p_report.received_at;
  v_networks bytea[] := array(
    select sha256(convert_to(coalesce(n.mark, 'unknown'), 'UTF8'))
      from unnest(coalesce(nullif(p_networks, '{}'), '{unknown}')) with ordinality n (mark, i) order by n.i);
  v_known    boolean := app.is_known_phone(p_report);
  v_held     boolean := false;
  v_phones   bigint;
  v_before   app.report_networks[];
begin
  perform pg_advisory_xact_lock(hashtextextended(encode(v_networks[1], 'hex'), 8));
  if not v_known then
    select count(distinct r.device_hash) into v_phones
      from app.report_networks n join app.reports r on r.id = n.report_id
     where n.network = any (v_networks) and n.known and n.at > v_now - interval '1 day';
    v_before := array(
      select n from app.report_networks n
       where n.network = any (v_networks) and not n.known and n.at > v_now - interval '1 day'
       order by n.at desc);
    perform app.refuse_until(app.room_at('network_taken', array(select b.at from unnest(v_before) b), v_phones));
    v_held := app.room_at('network_live', array(select b.at from unnest(v_before) b where not b.held), v_phones) > v_now is true
              or app.is_similar_on_network(p_report, v_networks);
  end if;
  insert into app.report_networks (report_id, network, at, known, held)
  values (p_report.id, v_networks[1], v_now, v_known, v_held);
end
$$;

-- Whether the sender of a report without an account is a known phone: an earlier report of it without an account
-- counts, is over a day old or was approved by a reviewer, and none was rejected. Beyond two in an hour its reports
-- weigh as those of a new one, so that collecting phones for a flood is useless.
create function app.is_known_phone(p_report app.reports)
returns boolean language plpgsql stable set search_path = '' as $$
declare
  v_now   timestamptz := p_report.received_at;
  v_limit app.burst_limits := app.burst_limit('known_phone');
begin
  return (
    select coalesce(bool_or(app.proves_known_phone(r, v_now)), false)
           and count(*) filter (where r.received_at > v_now - v_limit.span) < v_limit.allowed
           and not coalesce(bool_or(r.state = 'rejected' and r.state_reason is distinct from 'no_answer'), false)
      from app.reports r
     where r.device_hash = p_report.device_hash and r.reporter_id is null and r.id <> p_report.id);
end
$$;

-- Whether a report makes its phone known. A day, as for accounts (app.is_new_account): age cannot be faked in a minute.
create function app.proves_known_phone(p_report app.reports, p_now timestamptz)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return p_report.state in ('accepted', 'linked')
    and (p_report.received_at <= p_now - interval '1 day'
         or exists (select from app.report_events e
                     where e.report_id = p_report.id and e.to_state = 'accepted' and e.actor is not null));
end
$$;

-- Whether other new phones on the same network recently reported the same kind with the same vehicle or place.
create function app.is_similar_on_network(p_report app.reports, p_networks bytea[])
returns boolean language plpgsql stable set search_path = '' as $$
declare
  v_limit app.burst_limits := app.burst_limit('network_alike');
begin
  return (
    select count(distinct r.device_hash) >= v_limit.allowed
      from app.report_networks n join app.reports r on r.id = n.report_id
     where n.network = any (p_networks) and not n.known and n.at > p_report.received_at - v_limit.span
       and r.category = p_report.category and r.device_hash <> p_report.device_hash
       and r.state not in ('withdrawn', 'rejected', 'purged')
       and (r.vehicle_plate = p_report.vehicle_plate
            or app.distance_m(r.lat, r.lng, p_report.lat, p_report.lng) <= 500));
end
$$;

-- The sibling reports of one in a network burst: what new phones sent from there in the hour before.
create function app.burst_of_network(p_report uuid)
returns uuid[] language plpgsql stable set search_path = '' as $$
begin
  return array(
    select o.report_id
      from app.report_networks n
      join app.report_networks o on o.network = n.network and not o.known and o.report_id <> n.report_id
       and o.at between n.at - interval '1 hour' and n.at
     where n.report_id = p_report
     order by o.at desc, o.report_id
     limit 20);
end
$$;

-- Purge the networks of reports after a day, and, once a reviewer has decided, the link between reports of one network.
-- Part of the sweep.
create function app.purge_report_networks()
returns void language plpgsql set search_path = '' as $$
declare
  v_day timestamptz := app.now() - interval '1 day';
begin
  delete from app.report_networks n where n.at <= v_day;
  update app.review_entries e set detail = e.detail - 'similar'
   where e.reason = 'network' and e.decided_at <= v_day and e.detail ? 'similar';
end
$$;

-- supabase/schemas/40_reports/report_response.sql

-- The status of a report that the caller sent, and what others see of it. Only its sender may read it: the user, or the
-- phone while nobody was signed in on it, which the receipt code proves as well. A separate request and not part of the
-- response to sending, see app.receive_report.
--
-- Definer: nobody may read reports directly.
-- Fails with: unauthenticated, not_found
create function api.get_received_report(p_id uuid, p_device text default null, p_receipt_code text default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_user     uuid := case when app.is_server() then null else app.require_user() end;
  v_report   app.reports;
  v_incident app.incidents;
begin
  select * into v_report from app.reports r where r.id = p_id;
  if not (app.sent_by(v_report, v_user, app.known_device(p_device))
          or (v_user is null and app.has_receipt(v_report, p_receipt_code))) then
    perform app.fail('not_found');
  end if;
  select * into v_incident from app.incidents i where i.id = v_report.incident_id;
  return jsonb_build_object(
    'id', v_report.id,
    'state', app.visible_state(v_report),
    'shown', app.report_visibility(v_report, v_incident),
    'incidentId', case when app.is_incident_visible(v_report, v_incident) then v_report.incident_id end,
    'location', app.locate(v_report.lat, v_report.lng),
    'receivedAt', app.instant(v_report.received_at));
end
$$;
grant execute on function api.get_received_report to authenticated, service_role;

-- Whether a reporter may see the incident of their report. Not where it would reveal too much: for anything that is not
-- fully public it would show anybody with their phone which entry of the feed is theirs; and where reports join by
-- vehicle it would confirm the plate of an incident that does not name one yet.
create function app.is_incident_visible(p_report app.reports, p_incident app.incidents)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return p_report.visibility = 'public'
    and (p_incident.vehicle_plate is null or (app.vehicle_to_name(p_incident)).plate is not null);
end
$$;

-- The state that the reporter sees. `held` is for reviewers only: it would reveal to a forger what was detected. A
-- question that was not answered in time is a rejection, swept or not.
create function app.visible_state(p_report app.reports)
returns text language plpgsql stable set search_path = '' as $$
begin
  return case
    when p_report.state = 'held' then 'in_review'
    when p_report.state = 'needs_info' and p_report.answer_by <= app.now() then 'rejected'
    else p_report.state end;
end
$$;

-- What others see of a report: `live` on the list now; `unchecked` on the list as a crash without details, until a
-- reviewer has decided; `coarse` as a cell, from the next full hour on until the full hour at which it ends (the
-- incident's own times would reveal to its other reporters when the last of them was there); `kept` nothing, because it
-- was too old for the list; `review` nothing until a reviewer has decided; `private` never on list or map.
create function app.report_visibility(p_report app.reports, p_incident app.incidents)
returns text language plpgsql stable set search_path = '' as $$
begin
  return case
    when app.visible_state(p_report) in ('rejected', 'duplicate', 'withdrawn') then 'private'
    when p_report.state in ('in_review', 'held', 'needs_info') and p_incident.id is null then 'review'
    when p_report.visibility in ('private', 'aggregate') or p_incident.id is null then 'private'
    when p_report.visibility = 'coarse' then
      case when exists (select from app.incident_feed f
                         where f.incident_id = p_incident.id and f.visible_until > app.now()) then 'coarse' else 'kept' end
    when p_incident.lifecycle <> 'active' or p_incident.expires_at <= app.now() then 'kept'
    when p_report.state <> 'linked' then 'unchecked'
    else 'live' end;
end
$$;

-- supabase/schemas/40_reports/sensitive_times.sql

-- The times that admins see. The exact second of a report can identify its author to an admin who also sees account
-- activity, so times of sensitive subjects are truncated to the full hour, and those of accounts to the day.
--
-- Sensitive are subjects that are not public as a point, and everything pending review.
create function app.is_sensitive(p_visibility text, p_category text)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return p_visibility <> 'public'
    or exists (select from app.incident_categories c where c.code = p_category and c.review = 'always');
end
$$;

-- Whether a review subject is sensitive: a report, or a dispute about an incident. Ratings and field work are about a
-- vehicle, not about something that happened to a person.
create function app.is_sensitive_subject(p_kind text, p_subject uuid)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  case p_kind
    when 'report' then
      return (select app.is_sensitive(r.visibility, r.category) from app.reports r where r.id = p_subject) is true;
    when 'dispute' then
      return (select app.is_sensitive(i.visibility, i.category) from app.incidents i where i.id = p_subject) is true;
    else return false;
  end case;
end
$$;

-- A time as an admin may see it.
create function app.admin_time(p_at timestamptz, p_sensitive boolean)
returns timestamptz language plpgsql immutable set search_path = '' as $$
begin
  return case when p_sensitive then app.full_hour(p_at) else p_at end;
end
$$;

create function app.admin_instant(p_at timestamptz, p_sensitive boolean)
returns text language plpgsql immutable set search_path = '' as $$
begin
  return app.instant(app.admin_time(p_at, p_sensitive));
end
$$;

-- supabase/schemas/40_reports/submit_incident_report.sql

-- Submit a rider's report in or about a vehicle. See app.receive_report for the rules.
--
-- Without a sign-in the phone is the reporter: the app's server passes the device, which must be registered, and a hash
-- of its network (app.weigh_by_network).
-- Definer: a rider may not touch reports or incidents; this writes them in the caller's own name only.
-- Fails with: unauthenticated, invalid_request, id_reused, outside_service_area, unknown_stop, unknown_vehicle,
-- rate_limited
create function api.submit_incident_report(
  p_id uuid, p_category text, p_vehicle text,
  p_lat float8 default null, p_lng float8 default null, p_accuracy_m float8 default null, p_stop_id uuid default null,
  p_occurred_at timestamptz default null, p_injury text default null, p_note text default null,
  p_visibility text default null, p_receipt_code text default null, p_device text default null,
  p_networks text[] default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_new app.reports;
begin
  v_new.id := p_id;
  v_new.reporter_id := case when app.is_server() then null else app.require_user() end;
  v_new.device_hash := app.known_device(p_device);
  v_new.category := p_category;
  v_new.lat := p_lat;
  v_new.lng := p_lng;
  v_new.accuracy_m := p_accuracy_m;
  v_new.stop_id := p_stop_id;
  v_new.occurred_at := p_occurred_at;
  v_new.injury := p_injury;
  v_new.note := p_note;
  v_new.visibility := p_visibility;
  return app.receive_report(v_new, p_vehicle, p_receipt_code, p_networks);
end
$$;
grant execute on function api.submit_incident_report to authenticated, service_role;

-- The same without a vehicle. Definer and failures as above.
create function api.submit_incident_report_without_vehicle(
  p_id uuid, p_category text,
  p_lat float8 default null, p_lng float8 default null, p_accuracy_m float8 default null, p_stop_id uuid default null,
  p_occurred_at timestamptz default null, p_injury text default null, p_note text default null,
  p_visibility text default null, p_receipt_code text default null, p_device text default null,
  p_networks text[] default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  return api.submit_incident_report(
    p_id => p_id, p_category => p_category, p_vehicle => null, p_lat => p_lat, p_lng => p_lng, p_accuracy_m => p_accuracy_m,
    p_stop_id => p_stop_id, p_occurred_at => p_occurred_at, p_injury => p_injury, p_note => p_note,
    p_visibility => p_visibility, p_receipt_code => p_receipt_code, p_device => p_device, p_networks => p_networks);
end
$$;
grant execute on function api.submit_incident_report_without_vehicle to authenticated, service_role;

-- supabase/schemas/40_reports/triage_report.sql

-- Triage each new report when its transaction commits: after its response was built, and only if it is not rolled back.
-- So neither the response nor an error, nor the time that either takes, can reveal what the report joined.
--
-- Definer: at that moment the role is the caller's again, who has no access to these tables.
create function app.triage_new_report()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.triage_report(new.id);
  return null;
end
$$;
create constraint trigger triage_new_report after insert on app.reports
  deferrable initially deferred
  for each row when (new.state = 'received') execute function app.triage_new_report();

-- Triage a new report: to a reviewer, or directly on; into an incident, or not. And publish the incident.
--
-- A crash in which someone is or may be hurt is reviewed but visible immediately as a crash, without a count or a
-- vehicle: it is attached to an incident while still in review. Every other kind that is held is attached to nothing,
-- and neither is any report of a network burst, even a crash.
create function app.triage_report(p_report uuid)
returns void language plpgsql set search_path = '' as $$
declare
  v_report   app.reports;
  v_category app.incident_categories;
  v_similar  uuid[];
  v_waits    text;
begin
  select * into v_report from app.reports r where r.id = p_report;
  select * into v_category from app.incident_categories c where c.code = v_report.category;
  v_similar := app.burst_of(v_report, v_category);
  v_waits := case
    when v_category.review = 'always' then 'category'
    when exists (select from app.report_networks n where n.report_id = p_report and n.held) then 'network'
    when v_category.review = 'unless_unhurt' and v_report.injury is distinct from 'none' then 'injury'
    when cardinality(v_similar) >= (app.burst_limit('complaint')).allowed then 'burst' end;
  if v_waits = 'network' then
    v_similar := app.burst_of_network(p_report);
  end if;
  if v_waits is null then
    perform app.move_report(p_report, 'accepted');
    perform app.attach_report(p_report);
    return;
  end if;
  perform app.move_report(p_report, case when v_waits in ('burst', 'network') then 'held' else 'in_review' end,
                          case when v_waits in ('burst', 'network') then 'burst' end);
  perform app.open_review('report', p_report, v_report.reporter_id, v_waits, app.review_due(v_category),
                          case when v_waits in ('burst', 'network') then jsonb_build_object('similar', to_jsonb(v_similar))
                               else '{}' end);
  if v_waits = 'injury' then
    perform app.attach_report(p_report, false);
  end if;
end
$$;

-- Attach a report to the matching incident, or to a new one, and publish that. One that counts becomes `linked`; one
-- pending review (`p_counts` false) is only attached. A report that is attached already stays with its incident as long
-- as that exists. Kinds that are never joined, and private reports, are attached to nothing.
create function app.attach_report(p_report uuid, p_counts boolean default true)
returns void language plpgsql set search_path = '' as $$
declare
  v_report   app.reports;
  v_incident uuid;
begin
  select * into v_report from app.reports r where r.id = p_report;
  select i.id into v_incident from app.incidents i
   where i.id = v_report.incident_id and i.lifecycle not in ('merged', 'retracted')
     for update;
  if v_incident is null then
    v_incident := app.join_incident(v_report, p_counts);
    if v_incident is null then
      return;
    end if;
    update app.reports r set incident_id = v_incident where r.id = p_report;
  else
    perform app.expire_if_over(v_incident);
    perform app.stretch_incident(v_incident, v_report);
  end if;
  if p_counts then
    perform app.move_report(p_report, 'linked');
    v_incident := app.merge_by_vehicle(v_report, v_incident);
    perform app.corroborate_incident(v_incident);
  end if;
  perform app.publish_incident(v_incident);
end
$$;

-- The reports that form a burst with a new one: complaints of the same kind about the same vehicle in the last two
-- hours, by other new accounts, where this one is new too. With two of them it is held (app.burst_limits). Crashes and
-- the like naturally have many first-time reporters; complaints that are joined by vehicle do not. A phone without an
-- account is always new, but never causes reports of accounts to be held.
create function app.burst_of(p_report app.reports, p_category app.incident_categories)
returns uuid[] language plpgsql stable set search_path = '' as $$
begin
  if not p_category.join_same_vehicle or p_report.vehicle_plate is null or not app.is_new_account(p_report.reporter_id) then
    return '{}';
  end if;
  return array(
    select min(r.id::text)::uuid
      from app.reports r
     where r.vehicle_plate = p_report.vehicle_plate and r.category = p_report.category
       and r.received_at > p_report.received_at - (app.burst_limit('complaint')).span
       and r.id <> p_report.id and not app.sent_by(r, p_report.reporter_id, p_report.device_hash)
       and r.state not in ('withdrawn', 'rejected', 'purged')
       and (r.reporter_id is not null or p_report.reporter_id is null)
       and app.is_new_account(r.reporter_id)
     group by coalesce(r.reporter_id::text, encode(r.device_hash, 'hex'))
     order by 1
     limit 20);
end
$$;

-- supabase/schemas/40_reports/weekly_counts.sql

-- The public counts of harassment, assault and every other report with visibility `aggregate`: how many different
-- riders, per corridor, week, kind and time of day, never under five and rounded down to fives.
--
-- A report is counted once, in the week in which it was accepted, when that week has ended; then the week's counts are
-- frozen. A report accepted late belongs to a later week, one withdrawn later stays counted, so no two responses differ
-- by one person. If counted by the week of the event, each late report would change a published count.
create table app.weekly_counts (
  corridor_id uuid not null references app.corridors,
  week        date not null,
  category    text not null references app.incident_categories,
  band        text not null,
  riders      int not null check (riders >= 5 and riders % 5 = 0),
  primary key (corridor_id, week, category, band)
);
alter table app.weekly_counts enable row level security;

create table app.frozen_weeks (
  week      date primary key,
  frozen_at timestamptz not null
);
alter table app.frozen_weeks enable row level security;

-- The Monday of an instant's week, in the city's time zone.
create function app.week_of(p_at timestamptz)
returns date language plpgsql immutable set search_path = '' as $$
begin
  return date_trunc('week', app.city_time(p_at))::date;
end
$$;

-- The time of day of an instant, in the city's time zone: night from 22, morning from 5, day from 10, evening from 16.
create function app.time_band(p_at timestamptz)
returns text language plpgsql immutable set search_path = '' as $$
declare
  v_hour int := extract(hour from app.city_time(p_at));
begin
  return case when v_hour >= 22 or v_hour < 5 then 'night'
              when v_hour < 10 then 'morning'
              when v_hour < 16 then 'day'
              else 'evening' end;
end
$$;

-- Count the weeks that have ended and were not counted yet, oldest first. The row of the week is the lock, so it is
-- counted once.
create function app.freeze_weeks()
returns void language plpgsql set search_path = '' as $$
declare
  v_now  timestamptz := app.now();
  v_last date := app.week_of(v_now) - 7;
  v_week date;
begin
  if exists (select from app.frozen_weeks f where f.week = v_last) then
    return;
  end if;
  for v_week in
    select distinct least(app.week_of(r.closed_at), v_last) as week
      from app.reports r
     where r.visibility = 'aggregate' and r.state = 'accepted' and r.counted_week is null
       and app.week_of(r.closed_at) <= v_last
    union
    select v_last
    order by week
  loop
    insert into app.frozen_weeks (week, frozen_at) values (v_week, v_now) on conflict do nothing;
    -- A report of a week that is frozen already was committed too late for it, and is counted in the next.
    continue when not found;
    perform app.count_week(v_week);
  end loop;
end
$$;

-- Count every accepted report that was not counted yet and was accepted before the end of this week.
create function app.count_week(p_week date)
returns void language plpgsql set search_path = '' as $$
begin
  with counted as (
    update app.reports r set counted_week = p_week
     where r.visibility = 'aggregate' and r.state = 'accepted' and r.counted_week is null
       and app.week_of(r.closed_at) <= p_week
    returning r.*
  )
  insert into app.weekly_counts (corridor_id, week, category, band, riders)
  select c.corridor_id, p_week, c.category, app.time_band(c.occurred_at),
         count(distinct coalesce(c.reporter_id::text, encode(c.device_hash, 'hex'), c.id::text)) / 5 * 5
    from counted c
   where c.corridor_id is not null
   group by 1, 3, 4
  having count(distinct coalesce(c.reporter_id::text, encode(c.device_hash, 'hex'), c.id::text)) >= 5;
end
$$;

-- The counts of a corridor's last twelve weeks, newest first.
create function app.weekly_of(p_corridor uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('week', w.week, 'category', w.category, 'band', w.band, 'riders', w.riders)
                              order by w.week desc, w.category, w.band), '[]')
      from app.weekly_counts w
     where w.corridor_id = p_corridor and w.week >= app.week_of(app.now()) - 84);
end
$$;

-- supabase/schemas/41_receipts/00_tables.sql

-- Additions by the reporter with the receipt, beside the report, whose own content never changes; for reviewers only.
-- The client generates the id.
create table app.report_additions (
  id        uuid primary key,
  report_id uuid not null references app.reports,
  at        timestamptz not null,
  words     text not null check (char_length(words) between 1 and 1000)
);
create index report_additions_report on app.report_additions (report_id, at);
alter table app.report_additions enable row level security;

-- The additions to a report, for reviewers and the reporter's own export.
create function app.additions_of(p_report uuid, p_sensitive boolean default false)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('at', app.admin_instant(a.at, p_sensitive), 'words', a.words) order by a.at, a.id), '[]')
      from app.report_additions a where a.report_id = p_report);
end
$$;

-- supabase/schemas/41_receipts/receipts.sql

-- The status of a report, for the holder of its receipt code.
--
-- The code is the only credential: an anonymous reporter has no other. Only its hash is looked up, in a unique index,
-- so every wrong code takes the same time and returns the same error. Signing in makes no difference: only the apps'
-- servers may call these functions, and they rate limit guesses.
-- Definer: no role may touch reports.
-- Fails with: not_found
create function api.get_receipt(p_code text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_report uuid;
begin
  select r.id into v_report from app.reports r where r.receipt_hash = sha256(convert_to(p_code, 'UTF8'));
  perform app.require_found(v_report is not null);
  return app.receipt_response(v_report);
end
$$;
grant execute on function api.get_receipt to service_role;

-- Answer a reviewer's question. The same answer sent again changes nothing. Definer as above.
-- Fails with: not_found, invalid_request, invalid_transition
create function api.answer_receipt(p_code text, p_answer text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_report app.reports := app.report_by_receipt(p_code);
begin
  perform app.answer_question(v_report, p_answer);
  return app.receipt_response(v_report.id);
end
$$;
grant execute on function api.answer_receipt to service_role;

-- Add text to a report that is not closed, three times at most. A reviewer who is deciding on it has to reload it.
-- Idempotent by id and content. Definer as above.
-- Fails with: not_found, invalid_request, id_reused, report_full, invalid_transition
create function api.add_to_receipt(p_code text, p_id uuid, p_words text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_report app.reports := app.report_by_receipt(p_code);
  v_known  app.report_additions;
begin
  if (p_id is not null and char_length(p_words) between 1 and 1000) is distinct from true then
    perform app.fail('invalid_request', '{"path": "words"}');
  end if;
  select * into v_known from app.report_additions a where a.id = p_id;
  if v_known.id is not null then
    if v_known.report_id <> v_report.id or v_known.words <> p_words then
      perform app.fail('id_reused');
    end if;
    return app.receipt_response(v_report.id);
  end if;
  perform app.check_report_is_open(v_report);
  if (select count(*) from app.report_additions a where a.report_id = v_report.id) >= 3 then
    perform app.fail('report_full');
  end if;
  insert into app.report_additions (id, report_id, at, words) values (p_id, v_report.id, app.now(), p_words)
  on conflict do nothing;
  if not found then
    perform app.fail('id_reused');
  end if;
  perform app.renew_review('report', v_report.id);
  return app.receipt_response(v_report.id);
end
$$;
grant execute on function api.add_to_receipt to service_role;

-- Withdraw the report. Idempotent. Definer as above.
-- Fails with: not_found
create function api.withdraw_receipt(p_code text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_report app.reports := app.report_by_receipt(p_code);
begin
  perform app.withdraw_held_report(v_report, v_report.reporter_id);
  return app.receipt_response(v_report.id);
end
$$;
grant execute on function api.withdraw_receipt to service_role;

-- The report of a receipt code, locked until the transaction ends. Fails with: not_found
create function app.report_by_receipt(p_code text)
returns app.reports language plpgsql set search_path = '' as $$
declare
  v_report app.reports;
begin
  select * into v_report from app.reports r where r.receipt_hash = sha256(convert_to(p_code, 'UTF8')) for update;
  perform app.require_found(v_report.id is not null);
  return v_report;
end
$$;

-- Whether additions to a report are still possible: not once it was withdrawn or rejected.
-- Fails with: invalid_transition
create function app.check_report_is_open(p_report app.reports)
returns void language plpgsql stable set search_path = '' as $$
begin
  if app.visible_state(p_report) not in ('accepted', 'linked', 'in_review', 'needs_info') then
    perform app.refuse_move(app.visible_state(p_report), '{}');
  end if;
end
$$;

-- What a receipt shows: neither place, kind, text nor author, because somebody else may hold it.
create function app.receipt_response(p_report uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_report   app.reports;
  v_incident app.incidents;
  v_state    text;
begin
  select * into v_report from app.reports r where r.id = p_report;
  select * into v_incident from app.incidents i where i.id = v_report.incident_id;
  v_state := app.visible_state(v_report);
  return jsonb_build_object(
    'state', v_state,
    'shown', app.report_visibility(v_report, v_incident),
    'receivedAt', app.instant(v_report.received_at),
    'asked', case when v_state = 'needs_info' then v_report.asked end,
    'answerBy', case when v_state = 'needs_info' then app.instant(v_report.answer_by) end,
    'incidentId', case when app.is_incident_visible(v_report, v_incident) then v_report.incident_id end,
    'additions', (select count(*) from app.report_additions a where a.report_id = p_report),
    'photos', (select coalesce(jsonb_agg(p.state order by p.added_at, p.id), '[]')
                 from app.report_photos p where p.report_id = p_report));
end
$$;

-- supabase/schemas/42_photos/00_tables.sql

-- A photo of a report. The picture is in the private bucket `report-photos` of Supabase Storage, re-encoded by our
-- server; this row has its owner and its review state. Only reviewers ever see it.
create table app.report_photos (
  id          uuid primary key,
  report_id   uuid not null references app.reports,
  -- Hashes of the upload, to recognize a retry, and of the stored picture.
  sent_sha256 bytea not null check (octet_length(sent_sha256) = 32),
  sha256      bytea not null check (octet_length(sha256) = 32),
  bytes       int not null check (bytes between 1 and 2097152),
  width       int not null check (width between 1 and 1600),
  height      int not null check (height between 1 and 1600),
  state       text not null default 'pending' check (state in ('pending', 'passed', 'refused')),
  added_at    timestamptz not null,
  decided_at  timestamptz
);
create index report_photos_report on app.report_photos (report_id, added_at);
alter table app.report_photos enable row level security;

-- Pictures to delete from the bucket, from `erased_at` on. SQL cannot access the bucket, so one of our servers polls
-- this table. A row stays for ten minutes, in which the picture is deleted repeatedly, so that an upload still in
-- progress is deleted too.
create table app.erased_photos (
  object    text primary key,
  erased_at timestamptz not null
);
alter table app.erased_photos enable row level security;

-- The path of a photo in the bucket.
create function app.photo_object(p_photo app.report_photos)
returns text language plpgsql immutable set search_path = '' as $$
begin
  return format('%s/%s.webp', p_photo.report_id, p_photo.id);
end
$$;

-- The picture of a removed photo is deleted: immediately where its report is withdrawn, purged or anonymized; where the
-- photo was refused, once that decision can no longer be undone.
create function app.erase_picture()
returns trigger language plpgsql set search_path = '' as $$
begin
  insert into app.erased_photos (object, erased_at)
  values (app.photo_object(old), case tg_op when 'DELETE' then app.now() else app.now() + app.undo_window() end)
  on conflict (object) do update set erased_at = excluded.erased_at;
  return null;
end
$$;
create trigger report_photos_deleted after delete on app.report_photos
  for each row execute function app.erase_picture();
create trigger report_photos_refused after update of state on app.report_photos
  for each row when (new.state = 'refused') execute function app.erase_picture();

-- A photo whose refusal is undone keeps its picture.
create function app.restore_picture()
returns trigger language plpgsql set search_path = '' as $$
begin
  delete from app.erased_photos e where e.object = app.photo_object(new);
  return null;
end
$$;
create trigger report_photos_kept after update of state on app.report_photos
  for each row when (old.state = 'refused' and new.state <> 'refused') execute function app.restore_picture();

-- The photos of a report, for reviewers and the reporter's own export. The pictures are requested one by one.
create function app.photos_of(p_report uuid, p_sensitive boolean default false)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'state', p.state, 'width', p.width, 'height', p.height,
                                                 'addedAt', app.admin_instant(p.added_at, p_sensitive)) order by p.added_at, p.id), '[]')
      from app.report_photos p where p.report_id = p_report);
end
$$;

-- supabase/schemas/42_photos/erased_photos.sql

-- The pictures to delete from the bucket now. Definer: no role may touch the table.
create function api.list_erased_photos()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  return (select coalesce(jsonb_agg(e.object), '[]')
            from (select object from app.erased_photos where erased_at <= app.now() order by erased_at limit 100) e);
end
$$;
grant execute on function api.list_erased_photos to service_role;

-- Confirm that these were deleted from the bucket. Those erased ten minutes ago are done; younger ones are listed
-- again.
-- Definer as above.
create function api.purge_erased_photos(p_objects text[])
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  delete from app.erased_photos e
   where e.object = any (p_objects) and e.erased_at <= app.now() - interval '10 minutes';
  return '{"forgotten": true}';
end
$$;
grant execute on function api.purge_erased_photos to service_role;

-- The bucket, where the project has Supabase Storage: private, and without any policy, so only the secret key can
-- access it. The embedded server creates its own.
do $$
begin
  if to_regclass('storage.buckets') is not null then
    insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
    values ('report-photos', 'report-photos', false, 2097152, array['image/webp'])
    on conflict (id) do nothing;
  end if;
end
$$;

-- supabase/schemas/42_photos/report_photos.sql

-- Register a photo of a report, before its picture is stored. Only the report's sender may: the user, or the phone
-- while nobody was signed in on it. Idempotent by id and picture; `wanted` says whether the picture is to be stored,
-- which is true again on a retry, as the first attempt may have failed before that.
--
-- A report already in review gets the photo added, and a reviewer who is deciding has to reload it; one that was
-- accepted without review gets one for the photo. Locks the report, so the limit of three photos also holds for
-- concurrent requests.
-- Definer: no role may touch reports or photos.
-- Fails with: unauthenticated, not_found, invalid_request, id_reused, invalid_transition, report_full
create function api.add_report_photo(
  p_report uuid, p_id uuid, p_sent_sha256 text, p_sha256 text, p_bytes int, p_width int, p_height int,
  p_device text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user   uuid := case when app.is_server() then null else app.require_user() end;
  v_report app.reports;
  v_photo  app.report_photos;
begin
  select * into v_report from app.reports r where r.id = p_report for update;
  if not app.sent_by(v_report, v_user, app.known_device(p_device)) then
    perform app.fail('not_found');
  end if;
  perform app.check_photo_shape(p_id, p_sent_sha256, p_sha256, p_bytes, p_width, p_height);
  select * into v_photo from app.report_photos p where p.id = p_id;
  if v_photo.id is not null then
    if v_photo.report_id <> p_report or v_photo.sent_sha256 <> decode(p_sent_sha256, 'hex') then
      perform app.fail('id_reused');
    end if;
    return app.photo_response(v_photo, true);
  end if;
  perform app.check_report_is_open(v_report);
  if (select count(*) from app.report_photos p where p.report_id = p_report) >= 3 then
    perform app.fail('report_full');
  end if;
  insert into app.report_photos (id, report_id, sent_sha256, sha256, bytes, width, height, added_at)
  values (p_id, p_report, decode(p_sent_sha256, 'hex'), decode(p_sha256, 'hex'), p_bytes, p_width, p_height, app.now())
  on conflict do nothing
  returning * into v_photo;
  if v_photo.id is null then
    perform app.fail('id_reused');
  end if;
  if v_report.state in ('accepted', 'linked') then
    perform app.open_review('report', p_report, v_report.reporter_id, 'photo', interval '24 hours');
  end if;
  perform app.renew_review('report', p_report);
  return app.photo_response(v_photo, false);
end
$$;
grant execute on function api.add_report_photo to authenticated, service_role;

-- The response to the sender of a photo, with the picture's path for the server.
create function app.photo_response(p_photo app.report_photos, p_repeated boolean)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'id', p_photo.id, 'state', p_photo.state, 'width', p_photo.width, 'height', p_photo.height, 'repeated', p_repeated,
    'object', app.photo_object(p_photo), 'wanted', p_photo.state = 'pending');
end
$$;

-- Validates for callers that bypass our server. Fails with: invalid_request
create function app.check_photo_shape(
  p_id uuid, p_sent_sha256 text, p_sha256 text, p_bytes int, p_width int, p_height int)
returns void language plpgsql immutable set search_path = '' as $$
begin
  if (p_id is not null and p_sent_sha256 ~ '^[0-9a-f]{64}$' and p_sha256 ~ '^[0-9a-f]{64}$'
      and p_bytes between 1 and 2097152 and p_width between 1 and 1600 and p_height between 1 and 1600) is distinct from true then
    perform app.fail('invalid_request', '{"path": "photo"}');
  end if;
end
$$;

-- A photo of a report for a reviewer: the path of its picture. A refused one has none any more.
--
-- Definer: no role may touch photos.
-- Fails with: unauthenticated, role_required, not_found
create function api.get_report_photo(p_report uuid, p_id uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_admin uuid := app.require_role('admin');
  v_photo app.report_photos;
begin
  select * into v_photo from app.report_photos p
   where p.id = p_id and p.report_id = p_report and p.state <> 'refused';
  perform app.require_found(v_photo.id is not null);
  return app.photo_response(v_photo, true);
end
$$;
grant execute on function api.get_report_photo to authenticated;

-- supabase/schemas/45_reviews/00_tables.sql

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
  decision      jsonb not null default '{}'
);
create unique index review_entries_open on app.review_entries (kind, subject_id)
  where state in ('pending', 'claimed', 'escalated');
create index review_entries_due on app.review_entries (due_at, id) where state in ('pending', 'claimed', 'escalated');
create index review_entries_decided on app.review_entries (decided_at desc, id desc) where decided_at is not null;
create index review_entries_subject on app.review_entries (subject_id);
create index review_entries_author on app.review_entries (author_id);
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
  label_en  text not null,
  label_sw  text not null,
  position  smallint not null,
  unique nulls not distinct (kind, code)
);
alter table app.review_reasons enable row level security;
insert into app.review_reasons (position, kind, code, decisions, label_en, label_sw) values
  (1,  null, 'same_event',       '{duplicate}', 'The same was sent before.', 'Hili lilikwishatumwa.'),
  (2,  null, 'not_sure',         '{escalated}', 'Another admin should look.', 'Msimamizi mwingine anapaswa kuangalia.'),
  (3,  null, 'someone_in_danger', '{escalated}', 'Somebody may be in danger.', 'Huenda mtu yuko hatarini.'),
  (10, 'report', 'personal_data', '{approved_with_edits,rejected}', 'It tells who somebody is.', 'Linamtambulisha mtu.'),
  (11, 'report', 'wrong_category', '{approved_with_edits,rejected}', 'It is another kind of incident.', 'Ni tukio la aina nyingine.'),
  (12, 'report', 'wrong_place',  '{approved_with_edits,changes_requested,rejected}', 'The place cannot be right.', 'Mahali hapawezi kuwa sahihi.'),
  (13, 'report', 'unclear',      '{changes_requested,rejected}', 'It does not say what happened.', 'Halielezi kilichotokea.'),
  (14, 'report', 'not_transport', '{rejected}', 'It is not about public transport.', 'Halihusu usafiri wa umma.'),
  (15, 'report', 'false_report', '{rejected}', 'It did not happen like this.', 'Halikutokea hivi.'),
  (16, 'report', 'abusive',      '{rejected}', 'It insults or threatens.', 'Linatukana au kutisha.'),
  (20, 'feedback', 'personal_data', '{rejected}', 'It tells who somebody is.', 'Yanamtambulisha mtu.'),
  (21, 'feedback', 'abusive',    '{rejected}', 'It insults or threatens.', 'Yanatukana au kutisha.'),
  (22, 'feedback', 'not_a_ride', '{rejected}', 'It is not about a ride.', 'Hayahusu safari.'),
  (23, 'feedback', 'wrong_vehicle', '{rejected}', 'It is about another vehicle.', 'Yanahusu gari lingine.'),
  (24, 'feedback', 'campaign',   '{rejected}', 'It is part of a campaign.', 'Ni sehemu ya kampeni.'),
  (30, 'collection_entry', 'photo_unreadable', '{changes_requested,rejected}', 'The photo cannot be read.', 'Picha haisomeki.'),
  (31, 'collection_entry', 'plate_mismatch', '{approved_with_edits,changes_requested,rejected}', 'The plate is another one.', 'Nambari ya gari ni nyingine.'),
  (32, 'collection_entry', 'facts_missing', '{changes_requested,rejected}', 'Something is missing.', 'Kuna kitu kinakosekana.'),
  (33, 'collection_entry', 'facts_wrong', '{approved_with_edits,changes_requested,rejected}', 'Something is not right.', 'Kuna kitu si sahihi.'),
  (34, 'collection_entry', 'not_there', '{rejected}', 'The surveyor was not there.', 'Mtafiti hakuwepo hapo.'),
  -- In a dispute the decision is about the incident, not the votes against it: rejected, it is refuted.
  (40, 'dispute', 'not_so',      '{rejected}', 'It is not as it was reported.', 'Si kama ilivyoripotiwa.'),
  (41, 'dispute', 'false_report', '{rejected}', 'It did not happen.', 'Halikutokea.'),
  (42, 'dispute', 'partly_right', '{approved_with_edits}', 'Only a part of it is wrong.', 'Sehemu tu si sahihi.');

-- supabase/schemas/45_reviews/claim_review_entry.sql

-- Claim an entry for 15 minutes, so that no two admins decide on it at once. Claiming it again renews the lease. A
-- colleague's claim blocks until its lease has expired.
--
-- Definer: the queue is not readable directly.
-- Fails with: unauthenticated, role_required, not_found, own_submission, own_escalation, entry_claimed,
-- invalid_transition
create function api.claim_review_entry(p_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin uuid := app.require_role('admin');
  v_entry app.review_entries;
begin
  v_entry := app.claim_entry(app.entry_to_decide(p_id, v_admin), v_admin);
  return app.review_response(v_entry, v_admin);
end
$$;
grant execute on function api.claim_review_entry to authenticated;

-- An entry that this admin may decide on now, locked until the transaction ends.
-- Fails with: not_found, own_submission, own_escalation, entry_claimed, invalid_transition
create function app.entry_to_decide(p_entry uuid, p_admin uuid)
returns app.review_entries language plpgsql set search_path = '' as $$
declare
  v_entry app.review_entries;
begin
  select * into v_entry from app.review_entries e where e.id = p_entry for update;
  if not found then
    perform app.fail('not_found');
  elsif app.is_own_review(v_entry, p_admin) then
    perform app.fail('own_submission');
  elsif v_entry.state not in ('pending', 'claimed', 'escalated') then
    perform app.refuse_review_move(v_entry.state);
  elsif v_entry.escalated_by = p_admin then
    perform app.fail('own_escalation');
  elsif app.review_state(v_entry) = 'claimed' and v_entry.claimed_by <> p_admin then
    perform app.fail('entry_claimed');
  end if;
  return v_entry;
end
$$;

-- Whether a user is involved in the subject of an entry: as its author, or as a reporter of or voter on a disputed
-- incident. A user whose own vote caused a dispute must not decide it.
create function app.is_own_review(p_entry app.review_entries, p_person uuid)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return p_entry.author_id is not distinct from p_person
    or (p_entry.kind = 'dispute' and app.has_participated_in(p_entry.subject_id, p_person));
end
$$;

-- Claim an entry that this admin may decide on. Its current holder only gets more time.
create function app.claim_entry(p_entry app.review_entries, p_admin uuid)
returns app.review_entries language plpgsql set search_path = '' as $$
declare
  v_entry app.review_entries;
begin
  if app.review_state(p_entry) <> 'claimed' then
    perform app.move_review(p_entry.id, 'claimed', p_admin);
  end if;
  update app.review_entries e set claimed_by = p_admin, claimed_until = app.now() + interval '15 minutes'
   where e.id = p_entry.id
  returning * into v_entry;
  return v_entry;
end
$$;

-- Release a claim early, so that colleagues need not wait for it to expire. Without a current claim nothing changes.
--
-- Definer: the queue is not readable directly.
-- Fails with: unauthenticated, role_required, not_found, entry_claimed
create function api.release_review_entry(p_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin uuid := app.require_role('admin');
  v_entry app.review_entries;
begin
  select * into v_entry from app.review_entries e where e.id = p_id for update;
  if not found then
    perform app.fail('not_found');
  elsif app.review_state(v_entry) = 'claimed' and v_entry.claimed_by <> v_admin then
    perform app.fail('entry_claimed');
  elsif v_entry.state = 'claimed' and v_entry.claimed_by = v_admin then
    perform app.move_review(p_id, 'pending', v_admin);
    update app.review_entries e set claimed_by = null, claimed_until = null where e.id = p_id returning * into v_entry;
  end if;
  return app.review_response(v_entry, v_admin);
end
$$;
grant execute on function api.release_review_entry to authenticated;

-- supabase/schemas/45_reviews/get_review_entry.sql

-- One entry in full: the subject in its noun's reviewer view, the history of subject and entry, earlier decisions on
-- the subject, and the reasons that a decision may have.
--
-- Definer: the queue is not readable directly.
-- Fails with: unauthenticated, role_required, not_found
create function api.get_review_entry(p_id uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_admin uuid := app.require_role('admin');
  v_entry app.review_entries;
begin
  select * into v_entry from app.review_entries e where e.id = p_id;
  perform app.require_found(found);
  return app.review_response(v_entry, v_admin) || jsonb_build_object(
    'subject', app.review_view(v_entry),
    'events', app.subject_events(v_entry),
    'earlier', app.earlier_reviews(v_entry),
    'history', app.review_history(p_id, app.is_sensitive_subject(v_entry.kind, v_entry.subject_id)),
    'reasons', app.review_reasons_of(v_entry.kind));
end
$$;
grant execute on function api.get_review_entry to authenticated;

-- The subject in its noun's reviewer view. Every kind has `kind`, `siblings` (what it should be read beside) and
-- `author` (the sender's record as counts; null without an account or a phone).
create function app.review_view(p_entry app.review_entries)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  case p_entry.kind
    when 'report' then return app.review_view_report(p_entry);
    when 'feedback' then return app.review_view_feedback(p_entry);
    when 'collection_entry' then return app.review_view_collection_entry(p_entry);
    when 'dispute' then return app.review_view_dispute(p_entry);
  end case;
end
$$;

-- The history of a subject, oldest first. Never who moved it: that may have been its author.
create function app.subject_events(p_entry app.review_entries)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_sensitive boolean := app.is_sensitive_subject(p_entry.kind, p_entry.subject_id);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('at', app.admin_instant(v.at, v_sensitive), 'to', v.to_state, 'reason', v.reason)
                              order by v.at, v.id), '[]')
      from (select e.id, e.at, e.to_state, e.reason from app.report_events e
             where p_entry.kind = 'report' and e.report_id = p_entry.subject_id
            union all
            select e.id, e.at, e.to_state, e.reason from app.feedback_events e
             where p_entry.kind = 'feedback' and e.feedback_id = p_entry.subject_id
            union all
            select e.id, e.at, e.to_state, e.reason from app.collection_entry_events e
             where p_entry.kind = 'collection_entry' and e.entry_id = p_entry.subject_id
            union all
            select e.id, e.at, e.kind, e.detail ->> 'reason' from app.incident_events e
             where p_entry.kind = 'dispute' and e.incident_id = p_entry.subject_id) v);
end
$$;

-- Earlier decisions on the same subject, oldest first.
create function app.earlier_reviews(p_entry app.review_entries)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
             'id', e.id, 'state', e.state, 'reasonCode', e.decision ->> 'reasonCode', 'note', e.decision ->> 'note',
             'decidedAt', app.instant(e.decided_at), 'decidedBy', app.person_ref(e.decided_by))
             order by e.decided_at, e.id), '[]')
      from app.review_entries e
     where e.kind = p_entry.kind and e.subject_id = p_entry.subject_id and e.id <> p_entry.id and e.decided_at is not null);
end
$$;

-- supabase/schemas/45_reviews/list_review_queue.sql

-- The queue over all kinds. Pending entries (`open`, or one of its states) are ordered by due date; closed ones, last
-- closed first. An entry with an expired lease counts as pending again. `p_category`: only reports and disputes of that
-- category. `p_mine`: what the caller has claimed; of closed ones, what they decided.
--
-- Definer: the queue is not readable directly.
-- Fails with: unauthenticated, role_required
create function api.list_review_queue(
  p_kind text default null, p_state text default 'open', p_category text default null, p_mine boolean default false,
  p_limit int default 20, p_after jsonb default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_admin uuid := app.require_role('admin');
  v_limit int := app.page_size(p_limit);
  v_at    timestamptz := (p_after ->> 'at')::timestamptz;
  v_id    uuid := (p_after ->> 'id')::uuid;
  v_rows  jsonb[];
begin
  if p_state in ('open', 'pending', 'claimed', 'escalated') then
    v_rows := array(
      select jsonb_build_object('row', app.review_response(e, v_admin), 'key', jsonb_build_object('at', e.due_at, 'id', e.id))
        from app.review_entries e
       where e.state in ('pending', 'claimed', 'escalated')
         and (p_state = 'open' or app.review_state(e) = p_state)
         and (p_kind is null or e.kind = p_kind)
         and (p_category is null or app.review_category(e.kind, e.subject_id) = p_category)
         and (not p_mine or (e.claimed_by = v_admin and e.claimed_until > app.now()))
         and (p_after is null or (e.due_at, e.id) > (v_at, v_id))
       order by e.due_at, e.id
       limit v_limit + 1);
  else
    v_rows := array(
      select jsonb_build_object('row', app.review_response(e, v_admin),
                                'key', jsonb_build_object('at', e.decided_at, 'id', e.id))
        from app.review_entries e
       where e.decided_at is not null
         and (p_state = 'closed' or e.state = p_state)
         and (p_kind is null or e.kind = p_kind)
         and (p_category is null or app.review_category(e.kind, e.subject_id) = p_category)
         and (not p_mine or e.decided_by = v_admin)
         and (p_after is null or (e.decided_at, e.id) < (v_at, v_id))
       order by e.decided_at desc, e.id desc
       limit v_limit + 1);
  end if;
  return app.page(v_rows, v_limit) || jsonb_build_object('asOf', app.instant(app.now()), 'waiting', app.review_counts());
end
$$;
grant execute on function api.list_review_queue to authenticated;

-- The category of the subject, where it has one.
create function app.review_category(p_kind text, p_subject uuid)
returns text language plpgsql stable set search_path = '' as $$
begin
  case p_kind
    when 'report' then return (select r.category from app.reports r where r.id = p_subject);
    when 'dispute' then return (select i.category from app.incidents i where i.id = p_subject);
    else return null;
  end case;
end
$$;

-- How many entries of each kind are pending, and how many of them are overdue.
create function app.review_counts()
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_agg(jsonb_build_object('kind', k.kind, 'open', k.open, 'overdue', k.overdue) order by k.kind)
      from (select kinds.kind, count(e.id) as open, count(e.id) filter (where e.due_at <= app.now()) as overdue
              from unnest(array['report', 'feedback', 'collection_entry', 'dispute']) kinds (kind)
              left join app.review_entries e
                on e.kind = kinds.kind and e.state in ('pending', 'claimed', 'escalated')
             group by kinds.kind) k);
end
$$;

-- supabase/schemas/45_reviews/move_review.sql

-- Move an entry to another state and record the event. The caller holds the row. A claim or its release does not change
-- what there is to review, so these alone leave the version unchanged.
-- Fails with: invalid_transition
create function app.move_review(
  p_entry uuid, p_to text, p_actor uuid default null, p_reason_code text default null, p_note text default null)
returns void language plpgsql set search_path = '' as $$
declare
  v_from text := (select e.state from app.review_entries e where e.id = p_entry for update);
begin
  if p_to <> all (app.next_states('review', v_from)) then
    perform app.refuse_review_move(v_from);
  end if;
  update app.review_entries e
     set state = p_to, version = e.version + case when p_to in ('claimed', 'pending') then 0 else 1 end
   where e.id = p_entry;
  insert into app.review_events (entry_id, at, from_state, to_state, actor, reason_code, note)
  values (p_entry, app.now(), v_from, p_to, p_actor, p_reason_code, p_note);
end
$$;

-- Reject a transition of an entry, with its state and the allowed ones: none once it is closed, as undoing that is not
-- a reviewer's transition.
-- Fails with: invalid_transition
create function app.refuse_review_move(p_from text)
returns void language plpgsql set search_path = '' as $$
begin
  perform app.refuse_move(p_from, case when p_from in ('pending', 'claimed', 'escalated')
                                       then app.next_states('review', p_from) else '{}' end);
end
$$;

-- The effective state of an entry: an expired claim is none, and an escalated entry stays escalated when it was claimed
-- in between.
create function app.review_state(p_entry app.review_entries)
returns text language plpgsql stable set search_path = '' as $$
begin
  return case when p_entry.state not in ('pending', 'claimed') then p_entry.state
              when p_entry.state = 'claimed' and p_entry.claimed_until > app.now() then 'claimed'
              when p_entry.escalated_by is not null then 'escalated'
              else 'pending' end;
end
$$;

-- supabase/schemas/45_reviews/open_review.sql

-- Put a subject into the review queue, once: if it is pending there already, nothing changes. Safety kinds are due in
-- four hours, others in a day; the caller decides which. Arrival times of sensitive subjects are stored by the hour, so
-- that neither the order of a list nor a figure can reveal more.
create function app.open_review(
  p_kind text, p_subject uuid, p_author uuid, p_reason text, p_due_in interval, p_detail jsonb default '{}')
returns void language plpgsql set search_path = '' as $$
declare
  v_now   timestamptz := app.admin_time(app.now(), app.is_sensitive_subject(p_kind, p_subject));
  v_entry uuid;
begin
  insert into app.review_entries (kind, subject_id, author_id, reason, detail, created_at, due_at)
  values (p_kind, p_subject, p_author, p_reason, p_detail, v_now, v_now + p_due_in)
  on conflict (kind, subject_id) where state in ('pending', 'claimed', 'escalated') do nothing
  returning id into v_entry;
  if v_entry is not null then
    insert into app.review_events (entry_id, at, to_state, reason_code) values (v_entry, v_now, 'pending', p_reason);
  end if;
end
$$;

-- Close a subject's entry because its author withdrew it. A reviewer who is deciding on it gets an error.
create function app.withdraw_review(p_kind text, p_subject uuid)
returns void language plpgsql set search_path = '' as $$
declare
  v_entry uuid;
begin
  select e.id into v_entry from app.review_entries e
   where e.kind = p_kind and e.subject_id = p_subject and e.state in ('pending', 'claimed', 'escalated')
     for update;
  if found then
    perform app.move_review(v_entry, 'withdrawn');
    update app.review_entries e set claimed_by = null, claimed_until = null,
           decided_at = app.admin_time(app.now(), app.is_sensitive_subject(p_kind, p_subject))
     where e.id = v_entry;
  end if;
end
$$;

-- A pending subject got an addition: a reviewer who has loaded it before must reload it before deciding.
create function app.renew_review(p_kind text, p_subject uuid)
returns void language plpgsql set search_path = '' as $$
begin
  update app.review_entries e set version = e.version + 1
   where e.kind = p_kind and e.subject_id = p_subject and e.state in ('pending', 'claimed', 'escalated');
end
$$;

-- supabase/schemas/45_reviews/preview_review_decisions.sql

-- Preview one decision on each of several entries: it is made, one entry at a time, its effect is read, and it is
-- rolled back before the next. So the preview is exactly what deciding would return, and nothing of it persists.
--
-- `entries`: `[{"entryId", "version"}]`, each version as it was shown. Entries are independent: that two of them would
-- join one incident is not predicted. Definer: neither the queue nor any subject is readable directly.
-- Fails with: unauthenticated, role_required, invalid_request
create function api.preview_review_decisions(
  p_entries jsonb, p_decision text, p_reason_code text default null, p_note text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin  uuid := app.require_role('admin');
  v_said   jsonb := jsonb_build_object('reasonCode', p_reason_code, 'note', p_note, 'edits', null, 'duplicateOf', null);
  v_answer jsonb := '[]';
  v_each   jsonb;
begin
  if (jsonb_typeof(p_entries) = 'array' and jsonb_array_length(p_entries) between 1 and 50) is distinct from true then
    perform app.fail('invalid_request', '{"path": "entries"}');
  end if;
  for v_each in select e from jsonb_array_elements(p_entries) e loop
    v_answer := v_answer || app.preview_decision(
      v_admin, (v_each ->> 'entryId')::uuid, p_decision, (v_each ->> 'version')::int, v_said);
  end loop;
  return jsonb_build_object('data', v_answer);
end
$$;
grant execute on function api.preview_review_decisions to authenticated;

-- Preview a decision on one entry. The block with the exception is a subtransaction, so all of its writes and locks are
-- rolled back.
create function app.preview_decision(p_admin uuid, p_entry uuid, p_decision text, p_version int, p_said jsonb)
returns jsonb language plpgsql set search_path = '' as $$
declare
  v_entry  app.review_entries;
  v_before jsonb;
  v_after  jsonb;
  v_slug   text;
begin
  begin
    select * into v_entry from app.review_entries e where e.id = p_entry;
    v_before := app.subject_standing(v_entry);
    v_entry := app.decide_review(p_admin, p_entry, p_decision, p_version, p_said);
    v_after := app.subject_standing(v_entry);
    raise exception using errcode = 'PTBCK';
  exception
    when sqlstate 'PTBCK' then null;
    when sqlstate 'PT400' then get stacked diagnostics v_slug = message_text;
  end;
  return jsonb_build_object('entryId', p_entry, 'problem', v_slug, 'before', v_before, 'after', v_after);
end
$$;

-- The state of a subject, and the incident that it counts for. Of a dispute: the confidence of its incident.
create function app.subject_standing(p_entry app.review_entries)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  case p_entry.kind
    when 'report' then
      return (select jsonb_build_object(
                'state', r.state, 'incidentId', i.id, 'lifecycle', i.lifecycle, 'visibility', r.visibility,
                'reports', (select count(*) from app.reports o where o.incident_id = i.id and app.counts(o.state)))
                from app.reports r left join app.incidents i on i.id = r.incident_id where r.id = p_entry.subject_id);
    when 'feedback' then
      return (select jsonb_build_object('state', f.state) from app.feedback f where f.id = p_entry.subject_id);
    when 'collection_entry' then
      return (select jsonb_build_object('state', e.state) from app.collection_entries e where e.id = p_entry.subject_id);
    when 'dispute' then
      return (select jsonb_build_object('state', i.corroboration, 'lifecycle', i.lifecycle)
                from app.incidents i where i.id = p_entry.subject_id);
    else return null;
  end case;
end
$$;

-- supabase/schemas/45_reviews/review_response.sql

-- An entry as admins see it. Never its author, so that reviewers decide on the content and not on the person. Only
-- whether it is their own.
create function app.review_response(p_entry app.review_entries, p_viewer uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_state text := app.review_state(p_entry);
begin
  return jsonb_build_object(
    'id', p_entry.id,
    'kind', p_entry.kind,
    'subjectId', p_entry.subject_id,
    'about', app.review_about(p_entry),
    'reason', p_entry.reason,
    'detail', p_entry.detail,
    'state', v_state,
    'version', p_entry.version,
    'own', app.is_own_review(p_entry, p_viewer),
    'claimedBy', case when v_state = 'claimed' then app.person_ref(p_entry.claimed_by) end,
    'claimedByYou', v_state = 'claimed' and p_entry.claimed_by = p_viewer,
    'claimedUntil', case when v_state = 'claimed' then app.instant(p_entry.claimed_until) end,
    'escalatedBy', app.person_ref(p_entry.escalated_by),
    'escalatedByYou', p_entry.escalated_by is not distinct from p_viewer,
    'createdAt', app.instant(p_entry.created_at),
    'dueAt', app.instant(p_entry.due_at),
    'decidedAt', app.instant(p_entry.decided_at),
    'decidedBy', app.person_ref(p_entry.decided_by),
    'undoUntil', app.instant(app.undo_until(p_entry, p_viewer)),
    'reasonCode', p_entry.decision ->> 'reasonCode',
    'note', p_entry.decision ->> 'note',
    'edits', nullif(p_entry.decision -> 'edits', 'null'),
    'duplicateOf', p_entry.decision ->> 'duplicateOf');
end
$$;

-- The history of an entry, oldest first.
create function app.review_history(p_entry uuid, p_sensitive boolean)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object(
            'at', app.admin_instant(v.at, p_sensitive), 'from', v.from_state, 'to', v.to_state, 'actor', app.person_ref(v.actor),
            'reasonCode', v.reason_code, 'note', v.note) order by v.id), '[]')
            from app.review_events v where v.entry_id = p_entry);
end
$$;

-- The reasons that a decision on this kind may have.
create function app.review_reasons_of(p_kind text)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (select jsonb_agg(jsonb_build_object(
            'code', r.code, 'decisions', r.decisions, 'label', jsonb_build_object('en', r.label_en, 'sw', r.label_sw))
            order by r.position)
            from app.review_reasons r where r.kind = p_kind or r.kind is null);
end
$$;

-- A summary of an entry's subject, short enough for a list: no free text, and no exact place.
create function app.review_about(p_entry app.review_entries)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_about jsonb := '{"category": null, "placeName": null, "corridor": null, "plate": null, "stars": null, "photos": 0}';
begin
  case p_entry.kind
    when 'report' then
      return v_about || (
        select jsonb_build_object(
                 'category', r.category,
                 'happenedAt', app.admin_instant(r.occurred_at, app.is_sensitive(r.visibility, r.category)),
                 'placeName', app.place_name(r.lat, r.lng), 'corridor', c.name, 'plate', app.plate_text(r.vehicle_plate),
                 'photos', (select count(*) from app.report_photos p where p.report_id = r.id and p.state <> 'refused'))
          from app.reports r left join app.corridors c on c.id = r.corridor_id where r.id = p_entry.subject_id);
    when 'feedback' then
      return v_about || (
        select jsonb_build_object('happenedAt', app.instant(f.rode_at), 'plate', v.plate, 'stars', f.stars)
          from app.feedback f join app.vehicles v on v.id = f.vehicle_id where f.id = p_entry.subject_id);
    when 'collection_entry' then
      return v_about || (
        select jsonb_build_object(
                 'happenedAt', app.instant(e.captured_at), 'plate', e.facts ->> 'plate',
                 'photos', (select count(*) from app.entry_photos p where p.entry_id = e.id))
          from app.collection_entries e where e.id = p_entry.subject_id);
    when 'dispute' then
      return v_about || (
        select jsonb_build_object(
                 'category', i.category,
                 'happenedAt', app.admin_instant(i.last_seen_at, app.is_sensitive(i.visibility, i.category)),
                 'placeName', app.place_name(i.lat, i.lng), 'corridor', c.name, 'plate', app.plate_text(i.vehicle_plate))
          from app.incidents i left join app.corridors c on c.id = i.corridor_id where i.id = p_entry.subject_id);
  end case;
end
$$;

-- supabase/schemas/45_reviews/review_snapshots.sql

-- The columns of an entry's subject that a decision may change. Of a report also its pending photos and the state of
-- its incident; of every kind who escalated the entry.
create function app.subject_snapshot(p_entry app.review_entries)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_id   uuid := p_entry.subject_id;
  v_kept jsonb;
begin
  case p_entry.kind
    when 'report' then
      select to_jsonb(k) || jsonb_build_object(
               'lifecycle', (select i.lifecycle from app.incidents i where i.id = k.incident_id),
               'photos', (select coalesce(jsonb_agg(p.id), '[]') from app.report_photos p
                           where p.report_id = v_id and p.state = 'pending')) into v_kept
        from (select r.state, r.state_reason, r.closed_at, r.asked, r.answer_by, r.duplicate_of, r.incident_id, r.category,
                     r.visibility, r.injury, r.lat, r.lng, r.stop_id, r.corridor_id, r.vehicle_id, r.vehicle_plate, r.said
                from app.reports r where r.id = v_id) k;
    when 'feedback' then
      select jsonb_build_object('state', f.state, 'state_reason', f.state_reason, 'counts_from', f.counts_from) into v_kept
        from app.feedback f where f.id = v_id;
    when 'collection_entry' then
      select jsonb_build_object('state', e.state) into v_kept from app.collection_entries e where e.id = v_id;
    when 'dispute' then
      select to_jsonb(k) into v_kept
        from (select i.corroboration as state, i.lifecycle, i.votes_from, i.vehicle_id, i.vehicle_plate
                from app.incidents i where i.id = v_id) k;
  end case;
  return jsonb_build_object('escalated_by', p_entry.escalated_by) || coalesce(v_kept, '{}');
end
$$;

-- Store the snapshot of a decision, replacing the entry's earlier one. `left_lifecycle`: the current state of the
-- incident that a report was in before.
create function app.save_snapshot(p_entry app.review_entries, p_before jsonb)
returns void language plpgsql set search_path = '' as $$
begin
  insert into app.review_snapshots (entry_id, decided_at, before, after)
  values (p_entry.id, app.now(), p_before, app.subject_snapshot(p_entry) || jsonb_build_object('left_lifecycle', (
            select i.lifecycle from app.incidents i where i.id = (p_before ->> 'incident_id')::uuid)))
  on conflict (entry_id) do update
    set decided_at = excluded.decided_at, before = excluded.before, after = excluded.after;
end
$$;

-- Until when this viewer can undo the last decision on an entry; null where there is none, or it is too late, or they
-- are the subject's author. Whether later events prevent it is only checked on the attempt.
create function app.undo_until(p_entry app.review_entries, p_viewer uuid)
returns timestamptz language plpgsql stable set search_path = '' as $$
declare
  v_until timestamptz;
begin
  if not app.is_decided(p_entry) or app.is_own_review(p_entry, p_viewer) then
    return null;
  end if;
  select s.decided_at + app.undo_window() into v_until from app.review_snapshots s where s.entry_id = p_entry.id;
  return case when v_until > app.now() then v_until end;
end
$$;

-- Whether there is a decision that can be undone: the entry was closed by a reviewer, or is escalated and unclaimed.
create function app.is_decided(p_entry app.review_entries)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return app.review_state(p_entry) not in ('pending', 'claimed', 'withdrawn');
end
$$;

-- Purge snapshots of decisions that can no longer be undone. Part of the sweep.
create function app.purge_old_snapshots()
returns void language plpgsql set search_path = '' as $$
begin
  delete from app.review_snapshots s where s.decided_at <= app.now() - app.undo_window();
end
$$;

-- supabase/schemas/45_reviews/reviews_of_a_person.sql

-- Anonymize a user in the queue: what they sent stays without an author, their claims are released. Their decisions as
-- an admin stay under an id that no longer leads to anybody; events of incidents, without one.
create function app.erase_reviews_of(p_user uuid)
returns void language plpgsql set search_path = '' as $$
begin
  update app.review_entries e set author_id = null where e.author_id = p_user;
  update app.review_entries e set claimed_by = null, claimed_until = null where e.claimed_by = p_user;
  update app.incident_events e set detail = e.detail - 'decidedBy'
   where e.detail ? 'decidedBy' and e.detail ->> 'decidedBy' = p_user::text;
end
$$;

-- Reviews of what a user sent, and, of an admin, their decisions and actions outside the queue, in their own words; not
-- to whom or what, because that may be another user.
create function app.export_reviews_of(p_user uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'submissions', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'kind', e.kind, 'subjectId', e.subject_id, 'state', app.review_state(e),
               'createdAt', app.instant(e.created_at), 'decidedAt', app.instant(e.decided_at),
               'reasonCode', e.decision ->> 'reasonCode') order by e.created_at, e.id), '[]')
        from app.review_entries e where e.author_id = p_user),
    'decisions', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'entryId', v.entry_id, 'at', app.instant(v.at), 'decision', v.to_state,
               'reasonCode', v.reason_code, 'note', v.note) order by v.id), '[]')
        from app.review_events v where v.actor = p_user and v.to_state <> 'claimed'),
    'acts', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'at', app.instant(l.at), 'action', l.action, 'reason', l.reason) order by l.id), '[]')
        from app.audit_log l where l.actor_id = p_user and l.action not like 'review.%'));
end
$$;

-- supabase/schemas/45_reviews/submit_review_decision.sql

-- Decide on an entry. The decision, its effect on the subject and the audit event are committed in one transaction;
-- nothing is ever decided by a timeout.
--
-- An unclaimed entry is claimed by this. The request has the version that the reviewer was shown: if the entry was
-- escalated since, they have to reload it. `escalated` decides nothing and leaves the entry to another admin. A retry
-- of the same decision returns its result. Every decision can be undone for a day (undo_review_decision).
-- Definer: neither the queue nor any subject is readable directly.
-- Fails with: unauthenticated, role_required, not_found, own_submission, own_escalation, entry_claimed,
-- version_conflict, invalid_transition, invalid_request, and whatever the subject's own rules say
create function api.submit_review_decision(
  p_entry_id uuid, p_decision text, p_version int, p_reason_code text default null, p_note text default null,
  p_edits jsonb default null, p_duplicate_of uuid default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin uuid := app.require_role('admin');
  v_entry app.review_entries;
begin
  v_entry := app.decide_review(v_admin, p_entry_id, p_decision, p_version, jsonb_build_object(
    'reasonCode', p_reason_code, 'note', p_note, 'edits', p_edits, 'duplicateOf', p_duplicate_of));
  return app.review_response(v_entry, v_admin);
end
$$;
grant execute on function api.submit_review_decision to authenticated;

-- The decision itself, for `submit_review_decision` and, taken back at once, for `preview_review_decisions`.
create function app.decide_review(p_admin uuid, p_entry_id uuid, p_decision text, p_version int, p_said jsonb)
returns app.review_entries language plpgsql set search_path = '' as $$
declare
  v_entry  app.review_entries;
  v_before jsonb;
begin
  perform app.lock_review_subject(p_entry_id, (p_said ->> 'duplicateOf')::uuid);
  select * into v_entry from app.review_entries e where e.id = p_entry_id for update;
  if v_entry.state = p_decision and v_entry.version - 1 = p_version
     and ((p_decision = 'escalated' and v_entry.escalated_by = p_admin)
          or (v_entry.decided_by = p_admin and v_entry.decision = p_said)) then
    return v_entry;
  end if;
  v_entry := app.entry_to_decide(p_entry_id, p_admin);
  if v_entry.version is distinct from p_version then
    perform app.fail('version_conflict', jsonb_build_object('currentVersion', v_entry.version));
  end if;
  perform app.check_review_decision(v_entry, p_decision, p_said);
  v_before := app.subject_snapshot(v_entry);
  perform app.claim_entry(v_entry, p_admin);
  perform app.move_review(p_entry_id, p_decision, p_admin, p_said ->> 'reasonCode', p_said ->> 'note');
  if p_decision = 'escalated' then
    update app.review_entries e set claimed_by = null, claimed_until = null, escalated_by = p_admin
     where e.id = p_entry_id
    returning * into v_entry;
  else
    update app.review_entries e
       set claimed_by = null, claimed_until = null, decided_by = p_admin, decided_at = app.now(), decision = p_said
     where e.id = p_entry_id
    returning * into v_entry;
    perform app.decide_subject(v_entry, p_decision, p_said, p_admin);
  end if;
  perform app.save_snapshot(v_entry, v_before);
  perform app.audit(p_admin, 'review.' || p_decision, 'review_entry', p_entry_id::text, p_said ->> 'reasonCode',
                    jsonb_build_object('kind', v_entry.kind, 'subjectId', v_entry.subject_id));
  return v_entry;
end
$$;

-- Lock the subject before the entry, and the reports of a disputed incident before the incident itself: the order in
-- which an author's withdrawal, photo upload or account deletion locks them; the reverse order would deadlock. Also
-- locks the incident that it is said to be a duplicate of.
create function app.lock_review_subject(p_entry uuid, p_duplicate_of uuid)
returns void language plpgsql set search_path = '' as $$
declare
  v_entry app.review_entries;
begin
  select * into v_entry from app.review_entries e where e.id = p_entry;
  case v_entry.kind
    when 'report' then perform from app.reports r where r.id = v_entry.subject_id for update;
    when 'feedback' then perform from app.feedback f where f.id = v_entry.subject_id for update;
    when 'collection_entry' then perform from app.collection_entries c where c.id = v_entry.subject_id for update;
    when 'dispute' then perform app.lock_incidents(array[v_entry.subject_id, p_duplicate_of]);
    else null; -- no such entry
  end case;
end
$$;

-- Apply the decision to the subject, by its own noun's function.
create function app.decide_subject(p_entry app.review_entries, p_decision text, p_input jsonb, p_actor uuid)
returns void language plpgsql set search_path = '' as $$
begin
  case p_entry.kind
    when 'report' then perform app.decide_report(p_entry, p_decision, p_input, p_actor);
    when 'feedback' then perform app.decide_feedback(p_entry, p_decision, p_input, p_actor);
    when 'collection_entry' then perform app.decide_collection_entry(p_entry, p_decision, p_input, p_actor);
    when 'dispute' then perform app.decide_dispute(p_entry, p_decision, p_input, p_actor);
  end case;
end
$$;

-- Validate a decision against the contract, for callers that bypass the API, and that the reason is valid for this kind
-- and this decision. An approval needs none.
-- Fails with: invalid_request
create function app.check_review_decision(p_entry app.review_entries, p_decision text, p_said jsonb)
returns void language plpgsql stable set search_path = '' as $$
declare
  v_reason   text := p_said ->> 'reasonCode';
begin
  perform app.check_fields(array[
    ('decision', 'invalid_value', p_decision in ('approved', 'approved_with_edits', 'changes_requested', 'rejected', 'duplicate',
                                'escalated')),
    ('reasonCode', case when v_reason is null then 'required' else 'not_allowed_here' end, case
      when p_decision = 'approved' then v_reason is null
      when p_decision = 'approved_with_edits' and v_reason is null then true
      else exists (select from app.review_reasons r
                    where (r.kind = p_entry.kind or r.kind is null) and r.code = v_reason
                      and p_decision = any (r.decisions)) end),
    ('note', 'invalid_value', char_length(coalesce(p_said ->> 'note', 'none')) between 1 and 1000),
    ('edits', case when p_said ->> 'edits' is null then 'required'
                   when p_decision = 'approved_with_edits' then 'invalid_value'
                   else 'not_allowed_here' end, case
      when p_said ->> 'edits' is null then p_decision <> 'approved_with_edits'
      else jsonb_typeof(p_said -> 'edits') = 'object' and p_said -> 'edits' <> '{}'
           and octet_length(p_said ->> 'edits') <= 16000
           and (p_decision = 'approved_with_edits'
                or (p_decision = 'changes_requested' and p_entry.kind = 'collection_entry')) end),
    ('duplicateOf', case when p_said ->> 'duplicateOf' is null then 'required' else 'not_allowed_here' end,
     case when p_decision = 'duplicate'
      then (p_said ->> 'duplicateOf')::uuid <> p_entry.subject_id
      else p_said ->> 'duplicateOf' is null end)
  ]::app.field_check[]);
end
$$;

-- supabase/schemas/45_reviews/undo_review_decision.sql

-- Undo the decision on an entry within 24 hours: the entry is pending again, and its subject is restored, in one
-- transaction. Nothing is removed from the history: the decision, the undo and its reason stay in the history of the
-- entry and in the audit log.
--
-- The request has the version that the admin was shown; a retry of the same request returns its result, and of two
-- admins the second gets a version conflict. An escalation can be undone as long as nobody has claimed the entry.
-- `because` of an invalid_transition: `not_decided`, `too_late`, `decided_again` (the subject came back into the queue
-- since), `subject_changed` (its author changed it), `incident_changed`, `vehicle_changed` (a later change builds on
-- it).
-- Definer: neither the queue nor any subject is readable directly.
-- Fails with: unauthenticated, role_required, invalid_request, not_found, own_submission, version_conflict,
-- invalid_transition
create function api.undo_review_decision(p_id uuid, p_version int, p_reason text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin uuid := app.require_role('admin');
  v_entry app.review_entries;
begin
  perform app.check_reason(p_reason);
  v_entry := app.undo_review(v_admin, p_id, p_version, btrim(p_reason));
  return app.review_response(v_entry, v_admin);
end
$$;
grant execute on function api.undo_review_decision to authenticated;

create function app.undo_review(p_admin uuid, p_entry_id uuid, p_version int, p_reason text)
returns app.review_entries language plpgsql set search_path = '' as $$
declare
  v_entry app.review_entries;
  v_kept  app.review_snapshots;
  v_what  text;
begin
  perform app.lock_for_undo(p_entry_id);
  select * into v_entry from app.review_entries e where e.id = p_entry_id for update;
  if not found then
    perform app.fail('not_found');
  elsif app.is_own_review(v_entry, p_admin) then
    perform app.fail('own_submission');
  elsif app.is_already_undone(v_entry, p_admin, p_version, p_reason) then
    return v_entry;
  elsif v_entry.version is distinct from p_version then
    perform app.fail('version_conflict', jsonb_build_object('currentVersion', v_entry.version));
  end if;
  v_what := app.review_state(v_entry);
  select * into v_kept from app.review_snapshots s where s.entry_id = p_entry_id;
  perform app.check_undo(v_entry, v_kept);
  perform app.move_review(p_entry_id, 'pending', p_admin, null, p_reason);
  update app.review_entries e
     set version = e.version + 1, claimed_by = null, claimed_until = null, decided_at = null, decided_by = null,
         decision = '{}', escalated_by = (v_kept.before ->> 'escalated_by')::uuid
   where e.id = p_entry_id
  returning * into v_entry;
  if v_what <> 'escalated' then
    perform app.undo_subject(v_entry, v_what, v_kept, p_admin, p_reason);
  end if;
  delete from app.review_snapshots s where s.entry_id = p_entry_id;
  perform app.audit(p_admin, 'review.undone', 'review_entry', p_entry_id::text, p_reason, jsonb_build_object(
    'kind', v_entry.kind, 'subjectId', v_entry.subject_id, 'decision', v_what, 'version', p_version));
  return v_entry;
end
$$;

-- Whether this same request was applied already.
create function app.is_already_undone(p_entry app.review_entries, p_admin uuid, p_version int, p_reason text)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from app.audit_log l
     where l.subject_kind = 'review_entry' and l.subject_id = p_entry.id::text and l.action = 'review.undone'
       and l.actor_id = p_admin and l.reason = p_reason and (l.detail ->> 'version')::int = p_version
       and p_entry.version = p_version + 1);
end
$$;

-- Fails with: invalid_transition
create function app.check_undo(p_entry app.review_entries, p_kept app.review_snapshots)
returns void language plpgsql stable set search_path = '' as $$
declare
  v_state text := app.review_state(p_entry);
begin
  if not app.is_decided(p_entry) then
    perform app.refuse_undo(v_state, 'not_decided');
  elsif (p_kept.decided_at > app.now() - app.undo_window()) is distinct from true then
    perform app.refuse_undo(v_state, 'too_late');
  elsif exists (select from app.review_entries e
                 where e.kind = p_entry.kind and e.subject_id = p_entry.subject_id and e.id <> p_entry.id
                   and (e.state in ('pending', 'claimed', 'escalated') or e.decided_at >= p_kept.decided_at)) then
    perform app.refuse_undo(v_state, 'decided_again');
  end if;
end
$$;

-- Fails with: invalid_transition
create function app.refuse_undo(p_state text, p_because text)
returns void language plpgsql stable set search_path = '' as $$
begin
  perform app.fail('invalid_transition', jsonb_build_object(
    'currentState', p_state, 'allowedTransitions', '[]'::jsonb, 'because', p_because));
end
$$;

-- Lock what undoing a decision may touch, in the common lock order (app.lock_incidents): the subject before the entry,
-- reports before incidents.
create function app.lock_for_undo(p_entry uuid)
returns void language plpgsql set search_path = '' as $$
declare
  v_entry app.review_entries;
begin
  select * into v_entry from app.review_entries e where e.id = p_entry;
  case v_entry.kind
    when 'report' then
      perform app.lock_incidents(app.incidents_of_undo(v_entry), v_entry.subject_id);
    when 'dispute' then
      perform app.lock_incidents(array[v_entry.subject_id] || array(
        select m.into_id from app.incident_merges m where m.incident_id = v_entry.subject_id));
    else perform app.lock_review_subject(p_entry, null);
  end case;
end
$$;

-- Undo the decision on the subject, by its own noun's function.
create function app.undo_subject(
  p_entry app.review_entries, p_decision text, p_kept app.review_snapshots, p_actor uuid, p_reason text)
returns void language plpgsql set search_path = '' as $$
begin
  case p_entry.kind
    when 'report' then perform app.undo_report(p_entry.subject_id, p_kept, p_actor);
    when 'feedback' then perform app.undo_feedback(p_entry.subject_id, p_kept, p_actor);
    when 'collection_entry' then perform app.undo_collection_entry(p_entry.subject_id, p_kept, p_actor, p_reason);
    when 'dispute' then perform app.undo_dispute(p_entry.subject_id, p_decision, p_kept, p_actor);
  end case;
end
$$;

-- supabase/schemas/46_decisions/decide_dispute.sql

-- Apply a reviewer's decision to a disputed incident. `approved`: the incident is correct, and verified; with edits,
-- its vehicle may be set (`vehicle`, or null for none). `rejected`: it is refuted, and retracted. `duplicate`: it is
-- merged into another. There is no author to ask, so `changes_requested` is not allowed here. The votes so far are
-- settled: only new ones can dispute it again. The dispatcher holds the incident and its reports, for a duplicate those
-- of the other one too.
-- Fails with: not_found, own_submission, invalid_request, unknown_vehicle, invalid_transition
create function app.decide_dispute(p_entry app.review_entries, p_decision text, p_input jsonb, p_actor uuid)
returns void language plpgsql set search_path = '' as $$
declare
  v_id       uuid := p_entry.subject_id;
  v_incident app.incidents;
  v_detail   jsonb := jsonb_build_object('reason', p_input ->> 'reasonCode', 'decidedBy', p_actor);
begin
  select * into v_incident from app.incidents i where i.id = v_id;
  perform app.require_found(v_incident.id is not null);
  perform app.expire_if_over(v_id);
  case p_decision
    when 'approved', 'approved_with_edits' then
      if p_decision = 'approved_with_edits' then
        perform app.name_vehicle(v_incident, p_input -> 'edits');
      end if;
      perform app.move_incident(v_id, 'corroboration', 'verified', v_detail);
      update app.incidents i set votes_from = app.now() where i.id = v_id;
      perform app.publish_incident(v_id);
    when 'rejected' then
      perform app.move_incident(v_id, 'corroboration', 'refuted', v_detail);
      perform app.withdraw_incident(v_id, 'refuted', null, p_actor);
    when 'duplicate' then
      perform app.merge_incident(v_id, (p_input ->> 'duplicateOf')::uuid, p_actor, 'duplicateOf');
    else
      perform app.fail('invalid_request', '{"path": "decision", "code": "not_allowed_here"}');
  end case;
end
$$;

-- Set or clear the vehicle of an incident by a reviewer. Fails with: invalid_request, unknown_vehicle
create function app.name_vehicle(p_incident app.incidents, p_edits jsonb)
returns void language plpgsql set search_path = '' as $$
declare
  v_vehicle app.vehicles;
  v_plate   text;
begin
  if (p_edits ? 'vehicle' and p_edits - 'vehicle' = '{}' and p_incident.visibility <> 'coarse') is distinct from true then
    perform app.fail('invalid_request', '{"path": "edits", "code": "not_allowed_here"}');
  end if;
  v_vehicle := app.find_vehicle(p_edits ->> 'vehicle');
  v_plate := coalesce(v_vehicle.plate_key, app.plate_key(p_edits ->> 'vehicle'));
  if p_edits ->> 'vehicle' is not null and v_vehicle.id is null and app.can_be_plate(v_plate) is not true then
    perform app.fail('unknown_vehicle', '{"path": "edits.vehicle"}');
  end if;
  update app.incidents i set vehicle_id = v_vehicle.id, vehicle_plate = v_plate where i.id = p_incident.id;
end
$$;

-- The reviewer view of a disputed incident: its facts, every report in it without its author, and the votes as counts.
create function app.review_view_dispute(p_entry app.review_entries)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_incident app.incidents;
begin
  select * into v_incident from app.incidents i where i.id = p_entry.subject_id;
  return app.incident_for_review(v_incident) || app.sibling_incident(v_incident, v_incident.lat, v_incident.lng)
    || jsonb_build_object(
    'kind', 'dispute',
    'siblings', (select coalesce(jsonb_agg(app.report_view(r) || '{"beside": "incident"}' order by app.report_order(r), r.id), '[]')
                   from app.reports r where r.incident_id = v_incident.id),
    'nearby', app.sibling_incidents(v_incident.category, v_incident.lat, v_incident.lng, v_incident.last_seen_at, v_incident.id),
    'author', null);
end
$$;

-- One incident as reviewers see it.
create function app.incident_for_review(p_incident app.incidents)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return app.sibling_incident(p_incident, null, null) - 'distanceM' || jsonb_build_object(
    'expiresAt', app.admin_instant(p_incident.expires_at, app.is_sensitive(p_incident.visibility, p_incident.category)),
    'reports', (select coalesce(jsonb_agg(app.report_view(r) order by app.report_order(r), r.id), '[]')
                  from app.reports r where r.incident_id = p_incident.id),
    'votes', (select jsonb_object_agg(k.vote, jsonb_build_object(
                       'all', app.count_votes(p_incident, k.vote),
                       'independent', app.independent_votes(p_incident, k.vote)))
                from unnest(array['confirm', 'deny', 'over']) k (vote)),
    'version', p_incident.version);
end
$$;

-- supabase/schemas/46_decisions/decide_photos.sql

-- Apply the decision on a report to its photos: on approval they pass, except those in `edits.refusedPhotos`; on
-- rejection or as a duplicate they are refused, and so erased. On a question they stay pending.
-- Fails with: invalid_request
create function app.decide_photos(p_report uuid, p_decision text, p_edits jsonb)
returns void language plpgsql set search_path = '' as $$
declare
  v_refused jsonb := coalesce(p_edits -> 'refusedPhotos', '[]');
begin
  if jsonb_typeof(v_refused) <> 'array' then
    perform app.fail('invalid_request', '{"path": "edits.refusedPhotos"}');
  elsif exists (select from jsonb_array_elements_text(v_refused) n
                 where not exists (select from app.report_photos p
                                    where p.report_id = p_report and p.id::text = n and p.state = 'pending')) then
    perform app.fail('invalid_request', '{"path": "edits.refusedPhotos", "code": "unknown_reference"}');
  end if;
  if p_decision = 'changes_requested' then
    return;
  end if;
  update app.report_photos p
     set decided_at = app.now(),
         state = case when p_decision in ('approved', 'approved_with_edits') and not v_refused ? p.id::text
                      then 'passed' else 'refused' end
   where p.report_id = p_report and p.state = 'pending';
end
$$;

-- Decide on photos alone, for a report that counts already: `approved`, `rejected`, or some refused by edits. The
-- report is unchanged; its incident may become corroborated.
-- Fails with: invalid_request
create function app.decide_late_photos(p_report uuid, p_decision text, p_edits jsonb)
returns void language plpgsql set search_path = '' as $$
declare
  v_incident uuid;
begin
  if p_decision not in ('approved', 'approved_with_edits', 'rejected') then
    perform app.fail('invalid_request', '{"path": "decision", "code": "not_allowed_here"}');
  elsif p_decision = 'approved_with_edits' and (p_edits - 'refusedPhotos' = '{}') is distinct from true then
    perform app.fail('invalid_request', '{"path": "edits", "code": "not_allowed_here"}');
  end if;
  perform app.decide_photos(p_report, p_decision, p_edits);
  select i.id into v_incident
    from app.reports r join app.incidents i on i.id = r.incident_id
   where r.id = p_report and i.lifecycle not in ('merged', 'retracted')
     for update of i;
  if v_incident is not null then
    perform app.expire_if_over(v_incident);
    perform app.corroborate_incident(v_incident);
    perform app.publish_incident(v_incident);
  end if;
end
$$;

-- supabase/schemas/46_decisions/decide_report.sql

-- Apply a reviewer's decision to a report. The dispatcher has checked the reviewer, and writes the entry and the audit
-- log; this moves the report and everything that depends on it, in the same transaction.
--
-- `approved` makes it count, as far as its visibility allows: into an incident, into the weekly counts, or nowhere.
-- `approved_with_edits` corrects it first, `changes_requested` asks the reporter the question in the note, `rejected`
-- and `duplicate` detach it from its incident. Its photos get the same decision; for a report that counts already only
-- they are decided.
-- Fails with: not_found, invalid_request, invalid_transition
create function app.decide_report(p_entry app.review_entries, p_decision text, p_input jsonb, p_actor uuid)
returns void language plpgsql set search_path = '' as $$
declare
  v_id     uuid := p_entry.subject_id;
  v_reason text := p_input ->> 'reasonCode';
  v_state  text;
  v_before uuid;
  v_into   uuid;
begin
  select r.state, r.incident_id into v_state, v_before from app.reports r where r.id = v_id for update;
  if v_state is null then
    perform app.fail('not_found');
  elsif v_state in ('accepted', 'linked') then
    perform app.decide_late_photos(v_id, p_decision, p_input -> 'edits');
    return;
  elsif v_state = 'held' then
    perform app.move_report(v_id, 'in_review', null, p_actor);
  end if;
  perform app.decide_photos(v_id, p_decision, p_input -> 'edits');
  case p_decision
    when 'approved' then
      perform app.move_report(v_id, 'accepted', v_reason, p_actor);
      perform app.attach_report(v_id);
    when 'approved_with_edits' then
      perform app.correct_report(v_id, p_input -> 'edits');
      -- Before the incident that it is in: the lock order of a report that is joining.
      perform app.lock_for_joining(r, c)
         from app.reports r join app.incident_categories c on c.code = r.category where r.id = v_id;
      perform app.expire_if_over(v_before);
      update app.reports r set incident_id = null where r.id = v_id;
      perform app.move_report(v_id, 'accepted', v_reason, p_actor);
      perform app.attach_report(v_id);
      if v_before is not null then
        perform app.reconsider_incident(v_before, 'corrected', (select r.incident_id from app.reports r where r.id = v_id));
      end if;
    when 'changes_requested' then
      if p_input ->> 'note' is null then
        perform app.fail('invalid_request', '{"path": "note", "code": "required"}');
      end if;
      perform app.move_report(v_id, 'needs_info', v_reason, p_actor);
      update app.reports r set asked = p_input ->> 'note', answer_by = app.now() + interval '14 days' where r.id = v_id;
    when 'rejected' then
      perform app.leave_incident(v_id, 'rejected', v_reason, p_actor);
    when 'duplicate' then
      v_into := app.duplicated_incident(v_id, (p_input ->> 'duplicateOf')::uuid);
      perform app.leave_incident(v_id, 'duplicate', v_reason, p_actor, nullif(v_into, v_before));
      update app.reports r set duplicate_of = (p_input ->> 'duplicateOf')::uuid where r.id = v_id;
    else
      perform app.fail('invalid_request', '{"path": "decision", "code": "not_allowed_here"}');
  end case;
end
$$;

-- The incident of a duplicate's original: another incident, or another report; null where that report is in none. Never
-- the report's own incident: leaving that as its own duplicate would retract a live incident.
-- Fails with: invalid_request for anything else
create function app.duplicated_incident(p_report uuid, p_of uuid)
returns uuid language plpgsql stable set search_path = '' as $$
declare
  v_incident uuid;
begin
  if p_of in (select r.incident_id from app.reports r where r.id = p_report) then
    perform app.fail('invalid_request', '{"path": "duplicateOf", "code": "not_allowed_here"}');
  end if;
  select i.id into v_incident from app.incidents i where i.id = p_of and i.lifecycle not in ('merged', 'retracted');
  if v_incident is null then
    select r.incident_id into v_incident from app.reports r where r.id = p_of and r.id <> p_report;
    if not found then
      perform app.fail('invalid_request', '{"path": "duplicateOf", "code": "unknown_reference"}');
    end if;
  end if;
  return v_incident;
end
$$;

-- Correct a pending report: `category`, `injury`, `place` (lat, lng), `vehicle` (any spelling, or null), `visibility`
-- (narrower only); `refusedPhotos` is handled elsewhere. The rider's original values are stored beside it. A new
-- category never widens the visibility.
-- Fails with: invalid_request, outside_service_area, unknown_vehicle
create function app.correct_report(p_report uuid, p_edits jsonb)
returns void language plpgsql set search_path = '' as $$
declare
  v_now     app.reports;
  v_before  app.reports;
  v_vehicle app.vehicles;
  v_kind    app.incident_categories;
begin
  if (jsonb_typeof(p_edits) = 'object' and p_edits <> '{}'
      and p_edits - '{category,injury,place,vehicle,visibility,refusedPhotos}'::text[] = '{}') is distinct from true then
    perform app.fail('invalid_request', '{"path": "edits"}');
  end if;
  select * into v_before from app.reports r where r.id = p_report;
  v_now := v_before;
  v_now.category := coalesce(p_edits ->> 'category', v_now.category);
  v_now.injury := coalesce(p_edits ->> 'injury', v_now.injury);
  v_now.visibility := coalesce(p_edits ->> 'visibility', v_now.visibility);
  select * into v_kind from app.incident_categories c where c.code = v_now.category;
  if v_kind.code is null then
    perform app.fail('invalid_request', '{"path": "edits.category"}');
  elsif v_now.injury not in ('none', 'some', 'unknown') then
    perform app.fail('invalid_request', '{"path": "edits.injury"}');
  elsif app.narrower_visibility(v_before.visibility, v_now.visibility) is distinct from v_now.visibility then
    perform app.fail('invalid_request', '{"path": "edits.visibility", "code": "not_allowed_here"}');
  end if;
  v_now.visibility := app.narrower_visibility(v_kind.visibility, v_now.visibility);
  if p_edits ? 'place' then
    v_now := app.move_report_place(v_now, p_edits -> 'place');
  end if;
  if p_edits ? 'vehicle' then
    v_vehicle := app.find_vehicle(p_edits ->> 'vehicle');
    v_now.vehicle_id := v_vehicle.id;
    v_now.vehicle_plate := coalesce(v_vehicle.plate_key, app.plate_key(p_edits ->> 'vehicle'));
    if p_edits ->> 'vehicle' is not null and v_vehicle.id is null and app.can_be_plate(v_now.vehicle_plate) is not true then
      perform app.fail('unknown_vehicle', '{"path": "edits.vehicle"}');
    end if;
  end if;
  update app.reports r
     set category = v_now.category, injury = v_now.injury, visibility = v_now.visibility, lat = v_now.lat, lng = v_now.lng,
         stop_id = v_now.stop_id, corridor_id = v_now.corridor_id, vehicle_id = v_now.vehicle_id,
         vehicle_plate = v_now.vehicle_plate, version = r.version + 1,
         said = app.changed_members(app.own_report(v_before), app.own_report(v_now)) || coalesce(r.said, '{}')
   where r.id = p_report;
end
$$;

-- A report moved to another place. Fails with: invalid_request, outside_service_area
create function app.move_report_place(p_report app.reports, p_place jsonb)
returns app.reports language plpgsql stable set search_path = '' as $$
declare
  v_report   app.reports := p_report;
  v_location jsonb;
begin
  if (jsonb_typeof(p_place -> 'lat') = 'number' and jsonb_typeof(p_place -> 'lng') = 'number'
      and (p_place ->> 'lat')::numeric between -90 and 90 and (p_place ->> 'lng')::numeric between -180 and 180
     ) is distinct from true then
    perform app.fail('invalid_request', '{"path": "edits.place"}');
  end if;
  v_report.lat := (p_place ->> 'lat')::float8;
  v_report.lng := (p_place ->> 'lng')::float8;
  v_report.stop_id := null;
  v_location := app.locate(v_report.lat, v_report.lng);
  if not (v_location ->> 'inServiceArea')::boolean then
    perform app.fail('outside_service_area', '{"path": "edits.place"}');
  end if;
  v_report.corridor_id := (v_location -> 'corridor' ->> 'id')::uuid;
  return v_report;
end
$$;

-- The rider's original values of the fields that a reviewer's correction changes.
create function app.changed_members(p_before jsonb, p_after jsonb)
returns jsonb language plpgsql immutable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_object_agg(b.key, b.value), '{}')
      from jsonb_each(p_before) b
     where b.key in ('category', 'injury', 'place', 'vehicle', 'visibility') and b.value is distinct from p_after -> b.key);
end
$$;

-- supabase/schemas/46_decisions/review_view_report.sql

-- The reviewer view of a report: all of its content, its siblings, and the reporter's earlier record as counts. Never
-- who the reporter is, nor which device.
create function app.review_view_report(p_entry app.review_entries)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_report   app.reports;
  v_incident app.incidents;
begin
  select * into v_report from app.reports r where r.id = p_entry.subject_id;
  select * into v_incident from app.incidents i where i.id = v_report.incident_id;
  return app.report_view(v_report) || jsonb_build_object(
    'kind', 'report',
    'visibility', v_report.visibility,
    'said', v_report.said,
    'asked', v_report.asked,
    'answer', v_report.answer,
    'location', app.locate(v_report.lat, v_report.lng),
    'incident', case when v_incident.id is not null then app.sibling_incident(v_incident, v_report.lat, v_report.lng) end,
    'nearby', app.sibling_incidents(v_report.category, v_report.lat, v_report.lng, v_report.occurred_at, v_incident.id),
    'siblings', app.reports_beside(v_report, coalesce(p_entry.detail -> 'similar', '[]')),
    'author', app.reporter_record(v_report));
end
$$;

-- One report as a sibling in the reviewer view; a sensitive one by the hour, also in the order of a list
-- (app.report_order).
create function app.report_view(p_report app.reports)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_sensitive boolean := app.is_sensitive(p_report.visibility, p_report.category);
begin
  return jsonb_build_object(
    'id', p_report.id,
    'category', p_report.category,
    'state', p_report.state,
    'occurredAt', app.admin_instant(p_report.occurred_at, v_sensitive),
    'receivedAt', app.admin_instant(p_report.received_at, v_sensitive),
    'place', jsonb_build_object('lat', p_report.lat, 'lng', p_report.lng, 'accuracyM', p_report.accuracy_m),
    'placeName', app.place_name(p_report.lat, p_report.lng),
    'injury', p_report.injury,
    'vehicle', app.vehicle_ref(p_report.vehicle_id, p_report.vehicle_plate),
    'note', p_report.note,
    'noteFlags', to_jsonb(p_report.note_flags),
    'additions', app.additions_of(p_report.id, v_sensitive),
    'photos', app.photos_of(p_report.id, v_sensitive),
    'version', p_report.version);
end
$$;

-- When a report arrived, as precisely as its position in a list may reveal.
create function app.report_order(p_report app.reports)
returns timestamptz language plpgsql stable set search_path = '' as $$
begin
  return app.admin_time(p_report.received_at, app.is_sensitive(p_report.visibility, p_report.category));
end
$$;

-- The siblings of a report, at most 20: those of its incident, those of a possible burst, and those of its kind within
-- a day and two kilometres. `beside` says which.
create function app.reports_beside(p_report app.reports, p_similar jsonb)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(app.report_view(b.report) || jsonb_build_object('beside', b.beside)
                              order by b.n, app.report_order(b.report), (b.report).id), '[]')
      from (select r as report, k.n, k.beside
              from app.reports r,
                   lateral (select case when r.incident_id = p_report.incident_id then 1
                                        when p_similar ? r.id::text then 2 else 3 end) w (n),
                   lateral (select w.n, (array['incident', 'similar', 'near'])[w.n]) k (n, beside)
             where r.id <> p_report.id
               and r.id in (
                 select o.id from app.reports o where o.incident_id = p_report.incident_id
                 union
                 select s::uuid from jsonb_array_elements_text(p_similar) s
                 union
                 select o.id from app.reports o
                  where o.category = p_report.category and o.state not in ('withdrawn', 'purged')
                    and o.occurred_at between p_report.occurred_at - interval '1 day'
                                          and p_report.occurred_at + interval '1 day'
                    and app.distance_m(o.lat, o.lng, p_report.lat, p_report.lng) <= 2000)
             order by k.n, app.report_order(r) desc, r.id
             limit 20) b);
end
$$;

-- The earlier reports of a report's sender, as counts: of an account, or of the same phone without one.
create function app.reporter_record(p_report app.reports)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
             'account', p_report.reporter_id is not null,
             'newAccount', app.is_new_account(p_report.reporter_id),
             'sent', count(*),
             'accepted', count(*) filter (where r.state in ('accepted', 'linked')),
             'rejected', count(*) filter (where r.state = 'rejected'),
             'duplicate', count(*) filter (where r.state = 'duplicate'),
             'waiting', count(*) filter (where r.state in ('received', 'in_review', 'held', 'needs_info')),
             'withdrawn', count(*) filter (where r.state = 'withdrawn'))
      from app.reports r
     where r.id <> p_report.id
       and (r.reporter_id = p_report.reporter_id
            or (p_report.reporter_id is null and r.reporter_id is null and r.device_hash = p_report.device_hash)));
end
$$;

-- An incident as reviewers see it beside a report or another incident, with the metres to that.
create function app.sibling_incident(p_incident app.incidents, p_lat float8, p_lng float8)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_sensitive boolean := app.is_sensitive(p_incident.visibility, p_incident.category);
begin
  return jsonb_build_object(
    'id', p_incident.id,
    'category', p_incident.category,
    'visibility', p_incident.visibility,
    'lifecycle', p_incident.lifecycle,
    'corroboration', p_incident.corroboration,
    'reports', (select count(*) from app.reports r where r.incident_id = p_incident.id and app.counts(r.state)),
    'place', jsonb_build_object('lat', p_incident.lat, 'lng', p_incident.lng),
    'placeName', app.place_name(p_incident.lat, p_incident.lng),
    'vehicle', app.vehicle_ref(p_incident.vehicle_id, p_incident.vehicle_plate),
    'firstSeenAt', app.admin_instant(p_incident.first_seen_at, v_sensitive),
    'lastSeenAt', app.admin_instant(p_incident.last_seen_at, v_sensitive),
    'distanceM', round(app.distance_m(p_incident.lat, p_incident.lng, p_lat, p_lng)));
end
$$;

-- Incidents that may be duplicates, at most ten: within a day and three kilometres, of the same kind first.
create function app.sibling_incidents(p_category text, p_lat float8, p_lng float8, p_at timestamptz, p_except uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(app.sibling_incident(b.incident, p_lat, p_lng) order by b.n), '[]')
      from (select i as incident,
                   row_number() over (order by i.category = p_category desc,
                                               app.distance_m(i.lat, i.lng, p_lat, p_lng), i.id) as n
              from app.incidents i
             where i.lifecycle in ('active', 'expired') and i.pt <@ app.box_around(p_lat, p_lng, 3000)
               and i.last_seen_at >= p_at - interval '1 day' and i.first_seen_at <= p_at + interval '1 day'
               and i.id is distinct from p_except
             order by n
             limit 10) b);
end
$$;

-- supabase/schemas/46_decisions/undo_decisions.sql

-- Restore a report to its state before a decision, with its photos and the incident that it was in. The dispatcher
-- writes the entry and the audit log, and holds the report and these incidents.
--
-- A report that the decision approved no longer counts: its incident is rebuilt from the remaining reports, and
-- retracted if there are none. An incident that the decision retracted is restored under its own id. A week in which
-- the report was counted is unchanged.
-- Fails with: invalid_transition
create function app.undo_report(p_report uuid, p_kept app.review_snapshots, p_actor uuid)
returns void language plpgsql set search_path = '' as $$
declare
  v_now  app.reports;
  v_was  app.reports;
  v_back boolean;
begin
  select * into v_now from app.reports r where r.id = p_report;
  v_was := jsonb_populate_record(v_now, p_kept.before);
  perform app.check_report_undo(v_now, v_was, p_kept);
  v_back := app.is_permanently_gone(v_was.incident_id);
  perform app.expire_if_over(v_now.incident_id);
  perform app.expire_if_over(v_was.incident_id);
  update app.report_photos p set state = 'pending', decided_at = null
   where p.report_id = p_report and p_kept.before -> 'photos' ? p.id::text;
  if v_was.state <> v_now.state then
    update app.reports r
       set category = v_was.category, visibility = v_was.visibility, injury = v_was.injury, lat = v_was.lat, lng = v_was.lng,
           stop_id = v_was.stop_id, corridor_id = v_was.corridor_id, vehicle_id = v_was.vehicle_id,
           vehicle_plate = v_was.vehicle_plate, said = v_was.said, asked = v_was.asked, answer_by = v_was.answer_by,
           duplicate_of = v_was.duplicate_of, incident_id = v_was.incident_id
     where r.id = p_report;
    perform app.move_report(p_report, v_was.state, v_was.state_reason, p_actor);
  end if;
  if v_now.incident_id is distinct from v_was.incident_id then
    if v_now.incident_id is not null then
      perform app.undo_vehicle_merge(v_now, p_actor);
      insert into app.incident_events (incident_id, at, kind) values (v_now.incident_id, app.now(), 'left');
      perform app.reconsider_incident(v_now.incident_id, 'undone');
    end if;
  end if;
  if v_back then
    perform app.restore_incident(v_was.incident_id, p_kept.before ->> 'lifecycle', 'restored',
                                    jsonb_build_object('decidedBy', p_actor));
  elsif v_was.incident_id is not null then
    perform app.reconsider_incident(v_was.incident_id, 'undone');
  end if;
end
$$;

-- Checks that the report is as the decision left it, and that no later change of its incidents prevents the undo.
-- Fails with: invalid_transition
create function app.check_report_undo(p_now app.reports, p_was app.reports, p_kept app.review_snapshots)
returns void language plpgsql stable set search_path = '' as $$
begin
  if p_now.state <> p_kept.after ->> 'state' then
    perform app.refuse_undo(app.visible_state(p_now), 'subject_changed');
  elsif app.is_permanently_gone(p_now.incident_id)
     or (app.is_permanently_gone(p_was.incident_id) and p_kept.after ->> 'left_lifecycle' not in ('merged', 'retracted'))
  then
    perform app.refuse_undo(p_now.state, 'incident_changed');
  end if;
end
$$;

create function app.is_permanently_gone(p_incident uuid)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return exists (select from app.incidents i where i.id = p_incident and i.lifecycle in ('merged', 'retracted'));
end
$$;

-- The incidents that undoing a decision on a report may touch: its current one, its previous one, and those that it
-- merged.
create function app.incidents_of_undo(p_entry app.review_entries)
returns uuid[] language plpgsql stable set search_path = '' as $$
begin
  return array(
    select r.incident_id from app.reports r where r.id = p_entry.subject_id
    union select (s.before ->> 'incident_id')::uuid from app.review_snapshots s where s.entry_id = p_entry.id
    union select unnest(array[m.incident_id, m.into_id]) from app.incident_merges m
           where m.gathered_by = p_entry.subject_id and m.split_at is null);
end
$$;

-- Split incidents that a report had merged by naming the vehicle, unless others have named it since.
create function app.undo_vehicle_merge(p_report app.reports, p_actor uuid)
returns void language plpgsql set search_path = '' as $$
declare
  v_merge app.incident_merges;
begin
  for v_merge in
    select m.* from app.incident_merges m
     where m.gathered_by = p_report.id and m.split_at is null order by m.id desc
  loop
    if app.split_until(v_merge) is not null
       and not app.has_independent_pair(array[v_merge.into_id], p_report.vehicle_plate) then
      perform app.undo_merge(v_merge, p_actor, null);
    end if;
  end loop;
end
$$;

-- Restore a disputed incident to its state before a decision: no longer verified, restored after it was refuted, or
-- split again after it was merged as a duplicate. The votes that were settled before stay settled. The dispatcher holds
-- the incident and the one that it was merged into, and has reopened the entry.
-- Fails with: own_submission, invalid_transition
create function app.undo_dispute(p_incident uuid, p_decision text, p_kept app.review_snapshots, p_actor uuid)
returns void language plpgsql set search_path = '' as $$
declare
  v_now    app.incidents;
  v_was    app.incidents;
  v_merge  app.incident_merges;
  v_detail jsonb := jsonb_build_object('decidedBy', p_actor);
begin
  select * into v_now from app.incidents i where i.id = p_incident;
  v_was := jsonb_populate_record(v_now, p_kept.before - 'state');
  if p_decision = 'duplicate' then
    select * into v_merge from app.incident_merges m where m.incident_id = p_incident order by m.id desc limit 1;
  end if;
  if v_now.corroboration <> p_kept.after ->> 'state'
     or app.is_permanently_gone(p_incident) <> (p_kept.after ->> 'lifecycle' in ('merged', 'retracted'))
     or (p_decision = 'duplicate' and app.split_until(v_merge) is null)
  then
    perform app.refuse_undo(v_now.lifecycle, 'incident_changed');
  elsif p_decision = 'duplicate' and app.has_participated_in(v_merge.into_id, p_actor) then
    perform app.fail('own_submission');
  end if;
  case
    when p_decision = 'duplicate' then
      perform app.undo_merge(v_merge, p_actor, null);
    when p_decision = 'rejected' then
      perform app.move_incident(p_incident, 'corroboration', 'disputed', v_detail);
      perform app.restore_incident(p_incident, v_was.lifecycle, 'restored', v_detail);
    else
      perform app.expire_if_over(p_incident);
      update app.incidents i
         set votes_from = v_was.votes_from, vehicle_id = v_was.vehicle_id, vehicle_plate = v_was.vehicle_plate
       where i.id = p_incident;
      perform app.move_incident(p_incident, 'corroboration', 'disputed', v_detail);
      perform app.publish_incident(p_incident);
  end case;
end
$$;

-- supabase/schemas/47_incident_records/get_incident_record.sql

-- An incident with everything that reviewers may see, public or not. Never who reported it or voted on it.
--
-- Definer: no role may read incidents.
-- Fails with: unauthenticated, role_required, not_found
create function api.get_incident_record(p_id uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_admin    uuid := app.require_role('admin');
  v_incident app.incidents;
begin
  select * into v_incident from app.incidents i where i.id = p_id;
  perform app.require_found(found);
  return app.incident_record(v_incident, v_admin);
end
$$;
grant execute on function api.get_incident_record to authenticated;

create function app.incident_record(p_incident app.incidents, p_admin uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_merge app.incident_merges;
  v_gone  boolean := p_incident.lifecycle in ('merged', 'retracted');
  v_own   boolean := app.has_participated_in(p_incident.id, p_admin);
  v_until timestamptz;
  v_sensitive boolean := app.is_sensitive(p_incident.visibility, p_incident.category);
begin
  if p_incident.lifecycle = 'merged' then
    select * into v_merge from app.incident_merges m where m.incident_id = p_incident.id order by m.id desc limit 1;
    v_own := v_own or app.has_participated_in(v_merge.into_id, p_admin);
    v_until := app.split_until(v_merge);
  end if;
  return app.incident_for_review(p_incident) || jsonb_build_object(
    'goneReason', case when v_gone then coalesce(p_incident.gone_reason, p_incident.lifecycle) end,
    'mergedInto', case when v_gone then p_incident.merged_into end,
    'splitUntil', app.instant(v_until),
    'absorbed', (
      select coalesce(jsonb_agg(jsonb_build_object('id', m.incident_id, 'mergedAt', app.instant(m.merged_at),
                                                   'splitUntil', app.instant(app.split_until(m))) order by m.id), '[]')
        from app.incident_merges m where m.into_id = p_incident.id and m.split_at is null),
    'own', v_own,
    'can', jsonb_build_object('merge', not v_gone and not v_own, 'split', v_until is not null and not v_own,
                              'retract', not v_gone and not v_own),
    'history', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'at', app.admin_instant(e.at, v_sensitive), 'kind', e.kind, 'actor', app.person_ref((e.detail ->> 'decidedBy')::uuid),
               'detail', e.detail - 'decidedBy') order by e.id), '[]')
        from app.incident_events e where e.incident_id = p_incident.id));
end
$$;

-- supabase/schemas/47_incident_records/merge_incident.sql

-- Merge one incident into another of the same kind. See app.merge_incident.
--
-- Definer: no role may touch incidents.
-- Fails with: unauthenticated, role_required, invalid_request, not_found, own_submission, version_conflict,
-- invalid_transition
create function api.merge_incident(
  p_id uuid, p_into uuid, p_version int, p_into_version int, p_reason text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin    uuid := app.require_role('admin');
  v_incident app.incidents;
begin
  perform app.check_reason(p_reason);
  perform app.lock_incidents(array[p_id, p_into]);
  select * into v_incident from app.incidents i where i.id = p_id;
  if v_incident.lifecycle = 'merged' and v_incident.merged_into = p_into then
    return app.incident_record(v_incident, v_admin);
  end if;
  perform app.check_incident_move(p_id, v_admin, p_version, 'merged');
  perform app.check_incident_move(p_into, v_admin, p_into_version);
  perform app.merge_incident(p_id, p_into, v_admin, 'into');
  perform app.audit(v_admin, 'incident.merged', 'incident', p_id::text, btrim(p_reason), jsonb_build_object('into', p_into));
  return app.incident_record((select i from app.incidents i where i.id = p_id), v_admin);
end
$$;
grant execute on function api.merge_incident to authenticated;

-- Merge one incident into another of the same kind: its reports move over, its id responds with the other's. A live one
-- can only be merged into a live one, otherwise an ongoing incident would disappear. Not allowed for anybody involved
-- in either, because it raises the confidence in the reports of both. `p_path` is the request field of the other
-- incident; `p_gathered_by` the report that caused the merge, where no admin did. The caller holds both by
-- app.lock_incidents.
-- Fails with: invalid_request, own_submission
create function app.merge_incident(
  p_incident uuid, p_into uuid, p_actor uuid, p_path text, p_gathered_by uuid default null)
returns void language plpgsql set search_path = '' as $$
declare
  v_from app.incidents;
  v_into app.incidents;
begin
  perform app.expire_if_over(p_incident);
  perform app.expire_if_over(p_into);
  select * into v_from from app.incidents i where i.id = p_incident;
  select * into v_into from app.incidents i where i.id = p_into;
  if (v_into.id <> v_from.id and v_into.category = v_from.category and v_into.visibility = v_from.visibility
      and v_into.lifecycle not in ('merged', 'retracted')
      and (v_from.lifecycle <> 'active' or v_into.lifecycle = 'active')) is distinct from true then
    perform app.fail('invalid_request', jsonb_build_object(
      'path', p_path, 'code', case when v_into.id is null then 'unknown_reference' else 'not_allowed_here' end));
  elsif app.has_participated_in(p_into, p_actor) then
    perform app.fail('own_submission');
  end if;
  insert into app.incident_merges (incident_id, into_id, merged_at, lifecycle, report_ids, gathered_by)
  values (p_incident, p_into, app.now(), v_from.lifecycle,
          array(select r.id from app.reports r where r.incident_id = p_incident order by r.id), p_gathered_by);
  update app.reports r set incident_id = p_into where r.incident_id = p_incident;
  insert into app.incident_events (incident_id, at, kind, detail)
  values (p_into, app.now(), 'absorbed', jsonb_build_object('incident', p_incident, 'decidedBy', p_actor));
  perform app.withdraw_incident(p_incident, 'merged', p_into, p_actor);
  perform app.reconsider_incident(p_into, 'merged');
  perform app.corroborate_incident(p_into);
  perform app.publish_incident(p_into);
end
$$;

-- Lock these incidents and every report in them, and optionally one more report, in the common lock order: reports
-- before incidents, as in a withdrawal, and each kind by id. So two concurrent merges in opposite directions wait at
-- the first shared row, and the second sees the result of the first.
create function app.lock_incidents(p_incidents uuid[], p_report uuid default null)
returns void language plpgsql set search_path = '' as $$
begin
  perform from app.reports r where r.incident_id = any (p_incidents) or r.id = p_report order by r.id for update;
  perform from app.incidents i where i.id = any (p_incidents) order by i.id for update;
end
$$;

-- Validate an admin's action on an incident outside the queue: it exists, is not their own, has the version that they
-- were shown, and can change to the target state, if one is given. The caller holds it.
-- Fails with: not_found, own_submission, version_conflict, invalid_transition
create function app.check_incident_move(p_incident uuid, p_admin uuid, p_version int, p_to text default null)
returns void language plpgsql set search_path = '' as $$
declare
  v_incident app.incidents;
begin
  select * into v_incident from app.incidents i where i.id = p_incident;
  if not found then
    perform app.fail('not_found');
  elsif app.has_participated_in(p_incident, p_admin) then
    perform app.fail('own_submission');
  elsif v_incident.version is distinct from p_version then
    perform app.fail('version_conflict', jsonb_build_object('currentVersion', v_incident.version, 'id', p_incident));
  elsif p_to is not null then
    perform app.check_move('incident lifecycle', v_incident.lifecycle, p_to);
  end if;
end
$$;

-- Whether a user reported an incident or voted on it.
create function app.has_participated_in(p_incident uuid, p_person uuid)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return exists (select from app.reports r where r.incident_id = p_incident and r.reporter_id = p_person)
      or exists (select from app.incident_votes v where v.incident_id = p_incident and v.user_id = p_person);
end
$$;

-- supabase/schemas/47_incident_records/retract_incident.sql

-- Retract an incident that should not be public: its id returns 410 permanently, an open dispute about it is closed.
-- Its reports are unchanged, so their reporters see no verdict on themselves.
--
-- Definer: no role may touch incidents.
-- Fails with: unauthenticated, role_required, invalid_request, not_found, own_submission, version_conflict,
-- invalid_transition
create function api.retract_incident(p_id uuid, p_version int, p_reason text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin    uuid := app.require_role('admin');
  v_incident app.incidents;
begin
  perform app.check_reason(p_reason);
  perform app.lock_incidents(array[p_id]);
  select * into v_incident from app.incidents i where i.id = p_id;
  if v_incident.lifecycle = 'retracted' and v_incident.gone_reason = 'retracted' then
    return app.incident_record(v_incident, v_admin);
  end if;
  perform app.check_incident_move(p_id, v_admin, p_version, 'retracted');
  perform app.expire_if_over(p_id);
  perform app.withdraw_incident(p_id, 'retracted', null, v_admin);
  perform app.audit(v_admin, 'incident.retracted', 'incident', p_id::text, btrim(p_reason));
  return app.incident_record((select i from app.incidents i where i.id = p_id), v_admin);
end
$$;
grant execute on function api.retract_incident to authenticated;

-- supabase/schemas/47_incident_records/split_incident.sql

-- Undo a merge within seven days: the reports that came with the incident and are still in the other one move back,
-- both are rebuilt from their reports, and the id that returned 410 is public again. A coarse one is back from the next
-- full hour on, like all its changes. Reports that joined the other one since stay there.
--
-- A retry of the same request is recognized by its version. Definer: no role may touch incidents.
-- Fails with: unauthenticated, role_required, invalid_request, not_found, own_submission, version_conflict,
-- invalid_transition
create function api.split_incident(p_id uuid, p_version int, p_reason text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin uuid := app.require_role('admin');
  v_merge app.incident_merges;
begin
  perform app.check_reason(p_reason);
  select * into v_merge from app.incident_merges m where m.incident_id = p_id order by m.id desc limit 1;
  perform app.lock_incidents(array[p_id, v_merge.into_id]);
  select * into v_merge from app.incident_merges m where m.id = v_merge.id;
  if v_merge.split_version = p_version then
    return app.incident_record((select i from app.incidents i where i.id = p_id), v_admin);
  end if;
  perform app.check_incident_move(p_id, v_admin, p_version, 'active');
  if app.has_participated_in(v_merge.into_id, v_admin) then
    perform app.fail('own_submission');
  elsif app.split_until(v_merge) is null then
    perform app.refuse_move((select i.lifecycle from app.incidents i where i.id = p_id), '{}');
  end if;
  perform app.undo_merge(v_merge, v_admin, p_version);
  perform app.audit(v_admin, 'incident.split', 'incident', p_id::text, btrim(p_reason),
                    jsonb_build_object('from', v_merge.into_id));
  return app.incident_record((select i from app.incidents i where i.id = p_id), v_admin);
end
$$;
grant execute on function api.split_incident to authenticated;

-- Until when a merge can be undone; null where it cannot: it was undone, or seven days have passed, or the other
-- incident was itself merged or retracted, or none of the reports is left in it.
create function app.split_until(p_merge app.incident_merges)
returns timestamptz language plpgsql stable set search_path = '' as $$
begin
  return (
    select p_merge.merged_at + interval '7 days'
      from app.incidents o
     where o.id = p_merge.into_id and o.lifecycle not in ('merged', 'retracted')
       and p_merge.split_at is null and p_merge.merged_at + interval '7 days' > app.now()
       and exists (select from app.reports r where r.id = any (p_merge.report_ids) and r.incident_id = o.id));
end
$$;

-- Perform the split. The caller holds both incidents and has validated everything. `p_version` is the version at which
-- it was split, by which a retry of the same request is recognized.
create function app.undo_merge(p_merge app.incident_merges, p_actor uuid, p_version int)
returns void language plpgsql set search_path = '' as $$
declare
  v_id uuid := p_merge.incident_id;
begin
  perform app.expire_if_over(p_merge.into_id);
  update app.incident_merges m set split_at = app.now(), split_version = p_version where m.id = p_merge.id;
  update app.reports r set incident_id = v_id
   where r.id = any (p_merge.report_ids) and r.incident_id = p_merge.into_id;
  insert into app.incident_events (incident_id, at, kind, detail)
  values (p_merge.into_id, app.now(), 'split', jsonb_build_object('incident', v_id, 'decidedBy', p_actor));
  perform app.restore_incident(v_id, p_merge.lifecycle, 'split',
                                  jsonb_build_object('from', p_merge.into_id, 'decidedBy', p_actor));
  perform app.reconsider_incident(p_merge.into_id, 'merged', v_id);
end
$$;

-- Restore an incident that was merged or retracted, rebuilt from its reports, under its own id, which returned 410.
-- `p_kind` is the kind of the recorded event. The caller holds it.
create function app.restore_incident(p_incident uuid, p_lifecycle text, p_kind text, p_detail jsonb)
returns void language plpgsql set search_path = '' as $$
declare
  v_now      timestamptz := app.now();
  v_incident app.incidents;
begin
  -- If its removal was not public yet, it was never gone.
  update app.incidents i
     set gone_at = case when i.gone_at <= v_now then i.gone_at end,
         back_at = case when i.gone_at > v_now then null
                        when i.visibility = 'coarse' then app.full_hour(v_now) + interval '1 hour' else v_now end
   where i.id = p_incident;
  perform app.move_incident(p_incident, 'lifecycle', p_lifecycle, p_detail, p_kind);
  perform app.reconsider_incident(p_incident, p_kind);
  perform app.corroborate_incident(p_incident);
  select * into v_incident from app.incidents i where i.id = p_incident;
  if v_incident.lifecycle = 'active' and v_incident.expires_at <= v_now then
    perform app.move_incident(p_incident, 'lifecycle', 'expired');
  end if;
  perform app.publish_incident(p_incident);
  -- The dispute that was closed with it is open again.
  if v_incident.corroboration = 'disputed' then
    perform app.open_review('dispute', p_incident, null, p_kind, app.review_due(
      (select c from app.incident_categories c where c.code = v_incident.category)));
  end if;
end
$$;

-- supabase/schemas/50_api_keys/00_tables.sql

-- API keys of other systems. The key itself is not stored: a row has its public prefix and an HMAC of the whole key,
-- with a pepper that the database does not have, so a copy of this table grants no access. A revoked or replaced key
-- stays, so that its owner can see its status.
create table app.api_keys (
  id              uuid primary key default gen_random_uuid(),
  owner_id        uuid not null,
  name            text not null check (char_length(name) between 1 and 80),
  prefix          text not null unique check (prefix ~ '^[0-9A-Za-z]{10}$'),
  secret_hash     bytea not null check (octet_length(secret_hash) = 32),
  scopes          text[] not null check (
    cardinality(scopes) between 1 and 6
    and scopes <@ array['incidents:read', 'vehicles:read', 'corridors:read', 'routes:read', 'saccos:read', 'search:read']),
  created_at      timestamptz not null,
  expires_at      timestamptz not null,
  -- Set by rotation, together with the end of the grace period in expires_at.
  replaced_by     uuid references app.api_keys (id),
  revoked_at      timestamptz,
  last_used_at    timestamptz,
  idempotency_key text check (char_length(idempotency_key) between 1 and 255),
  -- Hash of the request, to detect the same Idempotency-Key on a different request.
  request_hash    bytea not null
);
alter table app.api_keys enable row level security;
create index on app.api_keys (owner_id, created_at desc);
create index on app.api_keys (replaced_by) where replaced_by is not null;

-- supabase/schemas/50_api_keys/create_api_key.sql

-- Create a key for the caller: at most five active ones that are not replaced, and twenty new ones a day.
--
-- The caller passes prefix and hash: the key itself never reaches the database. It cannot be returned a second time, so
-- a repeat with the same idempotency key creates nothing and returns the id of the key that the first one created.
-- Definer: nobody may touch app.api_keys directly.
-- Fails with: unauthenticated, invalid_request, api_key_already_created, idempotency_key_reused, too_many_api_keys,
-- rate_limited
create function api.create_api_key(
  p_name text, p_scopes text[], p_prefix text, p_secret_hash text, p_expires_in_days int default 365,
  p_idempotency_key text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_key    app.api_keys;
  v_scopes text[] := array(select distinct s from unnest(p_scopes) s order by s);
begin
  v_key.owner_id := app.require_user();
  perform app.check_api_key(p_name, v_scopes, p_expires_in_days);
  v_key.name := p_name;
  v_key.scopes := v_scopes;
  v_key.created_at := app.now();
  v_key.expires_at := v_key.created_at + make_interval(days => p_expires_in_days);
  v_key.idempotency_key := p_idempotency_key;
  v_key.request_hash := app.request_hash(jsonb_build_array('create', p_name, v_scopes, p_expires_in_days));
  perform app.lock_api_keys(v_key);
  if app.count_working_keys(v_key.owner_id, false) >= 5 then
    perform app.fail('too_many_api_keys', '{"max": 5}');
  end if;
  return app.api_key_response(app.store_api_key(v_key, p_prefix, p_secret_hash));
end
$$;
grant execute on function api.create_api_key to authenticated;

-- Validate a new key against the contract, for callers that bypass the API. Fails with: invalid_request
create function app.check_api_key(p_name text, p_scopes text[], p_expires_in_days int)
returns void language plpgsql stable set search_path = '' as $$
begin
  perform app.check_fields(array[
    ('name', 'invalid_value', char_length(btrim(p_name)) between 1 and 80 and char_length(p_name) <= 80
             and app.is_one_line(p_name)),
    ('scopes', 'invalid_value', cardinality(p_scopes) > 0 and p_scopes <@ array[
      'incidents:read', 'vehicles:read', 'corridors:read', 'routes:read', 'saccos:read', 'search:read']),
    ('expiresInDays', 'out_of_range', p_expires_in_days between 1 and 365)
  ]::app.field_check[]);
end
$$;

-- How many active keys an owner has; `p_replaced`: those in their grace period, or those that are not.
create function app.count_working_keys(p_owner uuid, p_replaced boolean)
returns bigint language plpgsql stable set search_path = '' as $$
begin
  return (select count(*) from app.api_keys k
           where k.owner_id = p_owner and app.api_key_state(k) = 'active'
             and (k.replaced_by is not null) = p_replaced);
end
$$;

-- Serialize one owner's requests for new keys, which makes counting and the idempotency key exact, and reject a
-- repeated request or one over the rate limit. An idempotency key is stored for a day.
-- Fails with: invalid_request, api_key_already_created, idempotency_key_reused, rate_limited
create function app.lock_api_keys(p_new app.api_keys)
returns void language plpgsql set search_path = '' as $$
declare
  v_since  timestamptz := p_new.created_at - interval '1 day';
  v_before app.api_keys;
  v_oldest timestamptz;
begin
  if char_length(p_new.idempotency_key) not between 1 and 255 then
    perform app.fail('invalid_request', '{"path": "Idempotency-Key"}');
  end if;
  perform pg_advisory_xact_lock(hashtextextended(p_new.owner_id::text, 2));
  select * into v_before from app.api_keys k
   where k.owner_id = p_new.owner_id and k.idempotency_key = p_new.idempotency_key and k.created_at > v_since
   order by k.created_at desc
   limit 1;
  if v_before.request_hash <> p_new.request_hash then
    perform app.fail('idempotency_key_reused');
  elsif v_before.id is not null then
    perform app.fail('api_key_already_created', jsonb_build_object('keyId', v_before.id));
  end if;
  select k.created_at into v_oldest from app.api_keys k
   where k.owner_id = p_new.owner_id and k.created_at > v_since
   order by k.created_at desc
  offset 19 limit 1;
  perform app.refuse_until(v_oldest + interval '1 day');
end
$$;

-- Fails with: invalid_request (also for a prefix that is taken; chance alone will not do that)
create function app.store_api_key(p_new app.api_keys, p_prefix text, p_secret_hash text)
returns app.api_keys language plpgsql set search_path = '' as $$
declare
  v_key app.api_keys;
begin
  if (p_prefix ~ '^[0-9A-Za-z]{10}$' and p_secret_hash ~ '^[0-9a-f]{64}$') is distinct from true then
    perform app.fail('invalid_request', '{"path": "key"}');
  end if;
  insert into app.api_keys
    (owner_id, name, prefix, secret_hash, scopes, created_at, expires_at, idempotency_key, request_hash)
  values (p_new.owner_id, p_new.name, p_prefix, decode(p_secret_hash, 'hex'), p_new.scopes, p_new.created_at,
          p_new.expires_at, p_new.idempotency_key, p_new.request_hash)
  on conflict (prefix) do nothing
  returning * into v_key;
  if not found then
    perform app.fail('invalid_request', '{"path": "key"}');
  end if;
  return v_key;
end
$$;

-- supabase/schemas/50_api_keys/own_api_keys.sql

-- The state of a key. Revoked is final, also for a key that would have expired since.
create function app.api_key_state(p_key app.api_keys)
returns text language plpgsql stable set search_path = '' as $$
begin
  return case when p_key.revoked_at is not null then 'revoked'
              when p_key.expires_at <= app.now() then 'expired'
              else 'active' end;
end
$$;

-- A key as its owner sees it, without anything that grants access.
create function app.api_key_response(p_key app.api_keys)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'id', p_key.id,
    'name', p_key.name,
    'prefix', p_key.prefix,
    'scopes', p_key.scopes,
    'state', app.api_key_state(p_key),
    'createdAt', app.instant(p_key.created_at),
    'expiresAt', app.instant(p_key.expires_at),
    'lastUsedAt', app.instant(p_key.last_used_at),
    'replacedBy', p_key.replaced_by);
end
$$;

-- The caller's own key, locked until the transaction ends. Any other key returns not_found.
-- Fails with: not_found
create function app.own_api_key(p_owner uuid, p_id uuid)
returns app.api_keys language plpgsql set search_path = '' as $$
declare
  v_key app.api_keys;
begin
  select * into v_key from app.api_keys k where k.id = p_id and k.owner_id = p_owner for update;
  perform app.require_found(found);
  return v_key;
end
$$;

-- The caller's own keys: active ones first, then the newest. Revoked and expired ones stay listed.
--
-- Definer: nobody may read app.api_keys directly.
-- Fails with: unauthenticated
create function api.list_api_keys(p_limit int default 20, p_after jsonb default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_owner uuid := app.require_user();
  v_limit int := app.page_size(p_limit);
begin
  return app.page(array(
    select jsonb_build_object(
             'row', app.api_key_response(listed.key),
             'key', jsonb_build_object('works', listed.works, 'at', listed.created_at, 'id', listed.id))
      from (select k as key, app.api_key_state(k) = 'active' as works, k.created_at, k.id
              from app.api_keys k where k.owner_id = v_owner) listed
     where p_after is null
        or (listed.works, listed.created_at, listed.id)
           < ((p_after ->> 'works')::boolean, (p_after ->> 'at')::timestamptz, (p_after ->> 'id')::uuid)
     order by listed.works desc, listed.created_at desc, listed.id desc
     limit v_limit + 1), v_limit);
end
$$;
grant execute on function api.list_api_keys to authenticated;

-- Revoke a key of the caller immediately. Idempotent. Returns its prefix, so that a server can invalidate its cache of
-- the key.
--
-- Definer: nobody may touch app.api_keys directly.
-- Fails with: unauthenticated, not_found
create function api.revoke_api_key(p_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_key app.api_keys := app.own_api_key(app.require_user(), p_id);
begin
  update app.api_keys k set revoked_at = app.now() where k.id = v_key.id and k.revoked_at is null;
  return jsonb_build_object('prefix', v_key.prefix);
end
$$;
grant execute on function api.revoke_api_key to authenticated;

-- Delete a user's keys: a key without an owner has no use, and its name is the owner's text.
create function app.erase_api_keys_of(p_user uuid)
returns void language plpgsql set search_path = '' as $$
begin
  delete from app.api_keys k where k.owner_id = p_user;
end
$$;

-- A user's keys for their own export, and the daily use of each; never anything that grants access.
create function app.export_api_keys_of(p_user uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(app.api_key_response(k) || jsonb_build_object('usage', (
             select coalesce(jsonb_agg(jsonb_build_object('date', u.day, 'requests', u.requests, 'limited', u.limited)
                                       order by u.day), '[]')
               from app.api_key_usage u where u.key_id = k.id)) order by k.created_at, k.id), '[]')
      from app.api_keys k where k.owner_id = p_user);
end
$$;

-- supabase/schemas/50_api_keys/rotate_api_key.sql

-- Replace an active key: the new one has the same name, scopes and lifetime. The old one stays valid for 24 hours, so
-- that the other system can switch without downtime.
--
-- A replaced key does not count among the five; but at most five may be in their grace period, otherwise repeated
-- rotation would create an unlimited number of keys.
-- Definer: nobody may touch app.api_keys directly.
-- Fails with: unauthenticated, not_found, invalid_transition, api_key_already_created, idempotency_key_reused,
-- too_many_api_keys, rate_limited
create function api.rotate_api_key(p_id uuid, p_prefix text, p_secret_hash text, p_idempotency_key text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_made app.api_keys;
  v_old  app.api_keys;
  v_new  app.api_keys;
begin
  v_new.owner_id := app.require_user();
  v_new.created_at := app.now();
  v_new.idempotency_key := p_idempotency_key;
  v_new.request_hash := app.request_hash(jsonb_build_array('rotate', p_id));
  perform app.lock_api_keys(v_new);
  v_old := app.own_api_key(v_new.owner_id, p_id);
  if app.api_key_state(v_old) <> 'active' or v_old.replaced_by is not null then
    perform app.refuse_move(app.api_key_state(v_old),
                            case when v_old.revoked_at is null then array['revoked'] else '{}' end);
  end if;
  if app.count_working_keys(v_new.owner_id, true) >= 5 then
    perform app.fail('too_many_api_keys', '{"max": 5}');
  end if;
  v_new.name := v_old.name;
  v_new.scopes := v_old.scopes;
  v_new.expires_at := v_new.created_at + (v_old.expires_at - v_old.created_at);
  v_made := app.store_api_key(v_new, p_prefix, p_secret_hash);
  update app.api_keys k
     set replaced_by = v_made.id, expires_at = least(k.expires_at, v_new.created_at + interval '24 hours')
   where k.id = v_old.id;
  return app.api_key_response(v_made);
end
$$;
grant execute on function api.rotate_api_key to authenticated;

-- supabase/schemas/50_api_keys/usage.sql

-- How often each key was used, by local day. Stored for 90 days.
create table app.api_key_usage (
  key_id   uuid not null references app.api_keys on delete cascade,
  day      date not null,
  requests bigint not null check (requests >= 0),
  limited  bigint not null check (limited between 0 and requests),
  primary key (key_id, day)
);
alter table app.api_key_usage enable row level security;

-- Add the counts of one server since its last flush: `[{"keyId": …, "requests": …, "limited": …}]`. Each server flushes
-- its own; one statement for all keys once a minute is the only write. Requests around midnight may count for the next
-- day. Keys deleted meanwhile are skipped.
--
-- In the order of the keys, so that two servers cannot deadlock.
-- Definer: nobody may touch app.api_key_usage directly.
create function api.count_api_key_use(p_used jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_today date := app.city_day(app.now());
begin
  delete from app.api_key_usage u where u.day < v_today - 90;
  insert into app.api_key_usage as u (key_id, day, requests, limited)
  select k.id, v_today, used.requests, used.limited
    from (select (n ->> 'keyId')::uuid as key_id, sum((n ->> 'requests')::bigint) as requests,
                 sum((n ->> 'limited')::bigint) as limited
            from jsonb_array_elements(p_used) n
           group by 1) used
    join app.api_keys k on k.id = used.key_id
   order by k.id
  on conflict (key_id, day) do update
    set requests = u.requests + excluded.requests, limited = u.limited + excluded.limited;
  return '{}';
end
$$;
grant execute on function api.count_api_key_use to service_role;

-- The use of a caller's key on each of the last thirty days, including today.
--
-- Definer: nobody may read app.api_key_usage directly.
-- Fails with: unauthenticated, not_found
create function api.get_api_key_usage(p_id uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_owner uuid := app.require_user();
  v_to    date := app.city_day(app.now());
  v_from  date := v_to - 29;
begin
  if not exists (select from app.api_keys k where k.id = p_id and k.owner_id = v_owner) then
    perform app.fail('not_found');
  end if;
  return (
    select jsonb_build_object(
             'id', p_id, 'from', v_from, 'to', v_to,
             'days', jsonb_agg(jsonb_build_object(
               'date', d::date, 'requests', coalesce(u.requests, 0), 'limited', coalesce(u.limited, 0)) order by d),
             'total', jsonb_build_object(
               'requests', coalesce(sum(u.requests), 0), 'limited', coalesce(sum(u.limited), 0)))
      from generate_series(v_from::timestamp, v_to::timestamp, interval '1 day') d
      left join app.api_key_usage u on u.key_id = p_id and u.day = d::date);
end
$$;
grant execute on function api.get_api_key_usage to authenticated;

-- supabase/schemas/50_api_keys/verify_api_key.sql

-- The owner of a key, its scopes, and whether it is valid. A caller who knows the prefix but not the key learns
-- nothing, not even that the prefix exists.
--
-- Updates the key's last use: the first one always, then at most once a minute, otherwise every read of a busy client
-- would be a write. Returns `expiresInS` instead of a time, because the server's clock may differ from this one.
-- Definer: nobody may touch app.api_keys directly.
create function api.verify_api_key(p_prefix text, p_secret_hash text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_now timestamptz := app.now();
  v_key app.api_keys;
begin
  select * into v_key from app.api_keys k
   where k.prefix = p_prefix and encode(k.secret_hash, 'hex') = p_secret_hash;
  if not found then
    return '{"state": "unknown"}';
  end if;
  if app.api_key_state(v_key) = 'active' then
    update app.api_keys k set last_used_at = v_now
     where k.id = v_key.id and (k.last_used_at is null or k.last_used_at <= v_now - interval '1 minute');
  end if;
  return jsonb_build_object(
    'state', app.api_key_state(v_key),
    'keyId', v_key.id,
    'ownerId', v_key.owner_id,
    'scopes', v_key.scopes,
    'expiresInS', extract(epoch from v_key.expires_at - v_now));
end
$$;
grant execute on function api.verify_api_key to service_role;

-- supabase/schemas/60_feedback/00_tables.sql

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
  -- Null once the user deleted their account.
  rider_id      uuid,
  -- Identifies one rider of the vehicle: the rider's id; after account deletion a random id, so that their ratings
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
  -- account was deleted before.
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
create index feedback_in_figures on app.feedback (vehicle_id) where in_figures;
alter table app.feedback enable row level security;

-- The allowed transitions of a feedback. Only `app.move_feedback` changes a state.
insert into app.transitions (machine, from_state, to_state)
select 'feedback', m.* from (values
  ('received', 'counted'), ('received', 'held'),
  -- The first ratings of a burst were counted before it was detected.
  ('counted', 'held'),
  ('held', 'counted'), ('held', 'rejected'),
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

-- supabase/schemas/60_feedback/count_vehicle_feedback.sql

-- The share of positive riders, as the Wilson score interval at 95 % (E. B. Wilson, 1927): it is wide for few riders,
-- which a bare share hides, and it never leaves 0 to 1.
create function app.wilson(p_hits int, p_of int)
returns jsonb language plpgsql immutable set search_path = '' as $$
declare
  v_z2     float8 := 1.959963984540054 ^ 2;
  v_share  float8 := p_hits::float8 / p_of;
  v_centre float8 := (v_share + v_z2 / (2 * p_of)) / (1 + v_z2 / p_of);
  v_half   float8 := sqrt(v_z2 * (v_share * (1 - v_share) / p_of + v_z2 / (4.0 * p_of * p_of))) / (1 + v_z2 / p_of);
begin
  return jsonb_build_object('low', round(greatest(v_centre - v_half, 0)::numeric, 3),
                            'high', round(least(v_centre + v_half, 1)::numeric, 3));
end
$$;

-- The start of the day (UTC; three in the morning in Nairobi) that contains an instant, and of the next day.
create function app.this_day(p_at timestamptz)
returns timestamptz language plpgsql immutable set search_path = '' as $$
begin
  return date_trunc('day', p_at at time zone 'UTC') at time zone 'UTC';
end
$$;

create function app.next_day(p_at timestamptz)
returns timestamptz language plpgsql immutable set search_path = '' as $$
begin
  return app.this_day(p_at) + interval '1 day';
end
$$;

-- A vehicle's current summary; the first reader of a day recounts it. A vehicle that was never rated has no row, and
-- looks the same as one with too few riders.
create function app.vehicle_feedback_summary(p_vehicle uuid)
returns app.vehicle_feedback_summaries language plpgsql set search_path = '' as $$
declare
  v_now     timestamptz := app.now();
  v_summary app.vehicle_feedback_summaries;
begin
  select * into v_summary from app.vehicle_feedback_summaries s where s.vehicle_id = p_vehicle;
  if v_summary.vehicle_id is null then
    v_summary.too_few := true;
    v_summary.valid_until := app.next_day(v_now);
  elsif v_summary.valid_until <= v_now then
    return app.count_vehicle_feedback(p_vehicle);
  end if;
  return v_summary;
end
$$;

-- Recount a vehicle's feedback, as of the start of this day, and publish the figures if allowed.
--
-- Each rider weighs once, with the latest ride of the 90 days; new accounts are excluded until they have been known for
-- a day. Below five riders nothing is shown. New figures replace the published ones only when at least five riders
-- came, left or rated again since, so any two published figures differ by five riders or none, and a single rating
-- cannot be derived by subtraction. A rider counts towards these five once in 30 days, otherwise four accounts of one
-- person could isolate a fifth rating again and again. The figures may therefore lag by up to four riders, and by
-- regulars.
create function app.count_vehicle_feedback(p_vehicle uuid)
returns app.vehicle_feedback_summaries language plpgsql set search_path = '' as $$
declare
  v_now     timestamptz := app.now();
  v_as_of   timestamptz := app.this_day(v_now);
  v_summary app.vehicle_feedback_summaries;
  v_latest  uuid[];
  v_changed int;
begin
  select * into v_summary from app.vehicle_feedback_summaries s where s.vehicle_id = p_vehicle for update;
  if v_summary.valid_until > v_now then
    return v_summary; -- somebody else was faster
  end if;
  v_latest := array(
    select distinct on (f.voice) f.id from app.feedback f
     where f.vehicle_id = p_vehicle and f.state = 'counted' and f.received_at < v_as_of and f.counts_from <= v_as_of
       and f.received_at > v_as_of - interval '90 days' and f.rode_at > v_as_of - interval '90 days'
     order by f.voice, f.rode_at desc, f.received_at desc, f.id);
  select count(distinct f.voice) into v_changed
    from app.feedback f
   where f.vehicle_id = p_vehicle and (f.in_figures or f.id = any (v_latest))
     and f.in_figures <> (f.id = any (v_latest))
     and not exists (select from app.feedback g
                      where g.vehicle_id = p_vehicle and g.voice = f.voice
                        and g.in_figures_since > v_as_of - interval '30 days');
  v_summary.too_few := cardinality(v_latest) < 5;
  v_summary.valid_until := app.next_day(v_now);
  if not v_summary.too_few and v_changed >= 5 then
    v_summary.as_of := v_as_of;
    v_summary.figures := app.feedback_figures(v_latest);
    v_summary.sentiment := app.sentiment_counts(v_latest);
    update app.feedback f
       set in_figures = f.id = any (v_latest),
           in_figures_since = case when f.id = any (v_latest) then v_as_of else f.in_figures_since end
     where f.vehicle_id = p_vehicle and (f.in_figures or f.id = any (v_latest))
       and f.in_figures <> (f.id = any (v_latest));
  end if;
  update app.vehicle_feedback_summaries s
     set too_few = v_summary.too_few, figures = v_summary.figures, sentiment = v_summary.sentiment,
         as_of = v_summary.as_of, valid_until = v_summary.valid_until
   where s.vehicle_id = p_vehicle;
  return v_summary;
end
$$;

-- The figures of these feedbacks, one per rider; a tag only where five riders or more gave it.
create function app.feedback_figures(p_feedback uuid[])
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
             'riders', count(*),
             'average', round(avg(f.stars), 1),
             'praiseShare', round(avg((app.sentiment(f.stars) = 'positive')::int), 2),
             'interval', app.wilson((count(*) filter (where app.sentiment(f.stars) = 'positive'))::int, count(*)::int))
      from app.feedback f where f.id = any (p_feedback))
    || jsonb_build_object('tags', (
    select coalesce(jsonb_agg(jsonb_build_object('tag', t.code, 'polarity', t.polarity, 'riders', t.riders)
                              order by t.riders desc, t.position), '[]')
      from (select g.code, g.polarity, g.position, count(*) as riders
              from app.feedback f join app.feedback_tags g on g.code = any (f.tags)
             where f.id = any (p_feedback)
             group by g.code) t
     where t.riders >= 5));
end
$$;

-- How many of these feedbacks, one per rider, are positive, neutral and negative.
create function app.sentiment_counts(p_feedback uuid[])
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_object_agg(s.name, (select count(*) from app.feedback f
                                      where f.id = any (p_feedback) and app.sentiment(f.stars) = s.name))
      from unnest(array['positive', 'neutral', 'negative']) s (name));
end
$$;

-- supabase/schemas/60_feedback/decide_feedback.sql

-- Move a feedback to another state and record the event.
-- Fails with: invalid_transition
create function app.move_feedback(p_feedback uuid, p_to text, p_reason text default null, p_actor uuid default null)
returns void language plpgsql set search_path = '' as $$
declare
  v_from text;
begin
  select f.state into v_from from app.feedback f where f.id = p_feedback for update;
  perform app.check_move('feedback', v_from, p_to);
  update app.feedback f set state = p_to, state_reason = p_reason, version = f.version + 1 where f.id = p_feedback;
  insert into app.feedback_events (feedback_id, at, from_state, to_state, reason, actor)
  values (p_feedback, app.now(), v_from, p_to, p_reason, p_actor);
end
$$;

-- Apply a reviewer's decision to a held feedback: approved, it is included from the next count on, however new its
-- account; rejected (or a duplicate of another one that exists), it never is. It cannot be edited, and its rider is not
-- asked anything.
-- Fails with: invalid_request, invalid_transition
create function app.decide_feedback(p_entry app.review_entries, p_decision text, p_input jsonb, p_actor uuid)
returns void language plpgsql set search_path = '' as $$
begin
  if p_decision = 'duplicate'
     and not exists (select from app.feedback f where f.id = (p_input ->> 'duplicateOf')::uuid) then
    perform app.fail('invalid_request', '{"path": "duplicateOf", "code": "unknown_reference"}');
  elsif p_decision = 'approved' then
    perform app.move_feedback(p_entry.subject_id, 'counted', coalesce(p_input ->> 'reasonCode', 'approved'), p_actor);
    update app.feedback f set counts_from = least(f.counts_from, app.now()) where f.id = p_entry.subject_id;
  elsif p_decision in ('rejected', 'duplicate') then
    perform app.move_feedback(p_entry.subject_id, 'rejected', coalesce(p_input ->> 'reasonCode', p_decision), p_actor);
  else
    perform app.fail('invalid_request', jsonb_build_object(
      'path', case p_decision when 'approved_with_edits' then 'edits' else 'decision' end, 'code', 'not_allowed_here'));
  end if;
end
$$;

-- The reviewer view of a feedback: all of its content, similar ones of its vehicle, and its rider's record as counts.
-- Never who it is.
create function app.review_view_feedback(p_entry app.review_entries)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_feedback app.feedback;
begin
  select * into v_feedback from app.feedback f where f.id = p_entry.subject_id;
  return app.feedback_for_review(v_feedback) || jsonb_build_object(
    'kind', 'feedback',
    'siblings', (
      select coalesce(jsonb_agg(app.feedback_for_review(a) order by a.received_at, a.id), '[]')
        from (select * from app.feedback f
               where f.vehicle_id = v_feedback.vehicle_id and f.id <> v_feedback.id
                 and f.received_at > v_feedback.received_at - interval '24 hours'
                 and f.received_at < v_feedback.received_at + interval '24 hours'
                 and app.is_similar_feedback(f, v_feedback)
               order by f.received_at, f.id limit 50) a),
    'author', (
      select jsonb_build_object(
               'account', v_feedback.rider_id is not null,
               'newAccount', v_feedback.new_account,
               'sent', count(*),
               'accepted', count(*) filter (where f.state = 'counted'),
               'rejected', count(*) filter (where f.state = 'rejected'),
               'waiting', count(*) filter (where f.state = 'held'),
               'vehicles', count(distinct f.vehicle_id))
        from app.feedback f where f.rider_id = v_feedback.rider_id and f.id <> v_feedback.id));
end
$$;

-- One feedback as reviewers see it.
create function app.feedback_for_review(p_feedback app.feedback)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return app.feedback_view(p_feedback) || jsonb_build_object(
    'state', p_feedback.state,
    'commentFlags', to_jsonb(p_feedback.comment_flags),
    'newAccount', p_feedback.new_account);
end
$$;

-- Hold a feedback again, as it was before a decision. Figures that include it change with the next count. If its author
-- deleted their account since, it does not become countable by time.
-- Fails with: invalid_transition
create function app.undo_feedback(p_feedback uuid, p_kept app.review_snapshots, p_actor uuid)
returns void language plpgsql set search_path = '' as $$
declare
  v_now app.feedback;
  v_was app.feedback;
begin
  select * into v_now from app.feedback f where f.id = p_feedback;
  v_was := jsonb_populate_record(v_now, p_kept.before);
  if v_now.state <> p_kept.after ->> 'state' then
    perform app.refuse_undo(v_now.state, 'subject_changed');
  end if;
  perform app.move_feedback(p_feedback, v_was.state, v_was.state_reason, p_actor);
  update app.feedback f
     set counts_from = case when f.rider_id is null and v_was.counts_from > app.now() then 'infinity' else v_was.counts_from end
   where f.id = p_feedback;
end
$$;

-- supabase/schemas/60_feedback/get_vehicle_feedback.sql

-- The feedback summary of a vehicle, if it has enough riders: the stored figures, counted at most once a day.
--
-- The sticker's page shows them to visitors, so the apps' server may request them for callers without an account.
-- Definer: feedback and summaries are not readable directly. Writes, because the first reader of a day counts.
-- Fails with: not_found
create function api.get_vehicle_feedback(p_identifier text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_vehicle uuid := (app.find_vehicle(p_identifier)).id;
  v_summary app.vehicle_feedback_summaries;
begin
  perform app.admit_caller();
  perform app.require_found(v_vehicle is not null);
  v_summary := app.vehicle_feedback_summary(v_vehicle);
  return jsonb_build_object(
      'windowDays', 90,
      'asOf', case when not v_summary.too_few then app.instant(v_summary.as_of) end,
      'validUntil', app.instant(v_summary.valid_until))
    || case when v_summary.too_few
         then '{"riders": null, "average": null, "praiseShare": null, "interval": null, "tags": []}'
         else v_summary.figures end
    || api.get_vehicle_feedback_sentiment_counts(v_vehicle::text);
end
$$;
grant execute on function api.get_vehicle_feedback to authenticated, service_role;

-- How many riders of a vehicle were positive (4-5 stars), neutral (3) and negative (1-2), from the same stored figures.
-- Definer and failures as above.
create function api.get_vehicle_feedback_sentiment_counts(p_identifier text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_vehicle uuid := (app.find_vehicle(p_identifier)).id;
  v_summary app.vehicle_feedback_summaries;
begin
  perform app.admit_caller();
  perform app.require_found(v_vehicle is not null);
  v_summary := app.vehicle_feedback_summary(v_vehicle);
  return jsonb_build_object(
    'tooFew', v_summary.too_few,
    'sentiment', case when not v_summary.too_few then v_summary.sentiment end);
end
$$;
grant execute on function api.get_vehicle_feedback_sentiment_counts to authenticated;

-- supabase/schemas/60_feedback/personal_feedback.sql

-- Anonymize a user's feedback. Stars and tags stay without an author, weighing once per vehicle as before; the comment
-- is deleted, because free text can identify its author. Their id as a reviewer is removed too. Ratings that were not
-- countable yet, because the account was too new, never become so; otherwise rating, leaving and signing up again would
-- create many riders within minutes.
create function app.erase_feedback_of(p_user uuid)
returns void language plpgsql set search_path = '' as $$
begin
  with voices as materialized (
    select v.vehicle_id, gen_random_uuid() as voice
      from (select distinct f.vehicle_id from app.feedback f where f.rider_id = p_user) v)
  update app.feedback f
     set rider_id = null, voice = v.voice, comment = null, comment_flags = '{}', content_hash = '',
         counts_from = case when f.counts_from > app.now() then 'infinity' else f.counts_from end, version = f.version + 1
    from voices v
   where f.rider_id = p_user and f.vehicle_id = v.vehicle_id;
  update app.feedback_events e set actor = null where e.actor = p_user;
end
$$;

-- All feedback of a user, oldest first.
create function app.export_feedback_of(p_user uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (select coalesce(jsonb_agg(app.feedback_view(f) order by f.received_at, f.id), '[]')
            from app.feedback f where f.rider_id = p_user);
end
$$;

-- supabase/schemas/60_feedback/receive_feedback.sql

-- Receive a rating: validate it, store it, count it or hold it, in one transaction. `p_new` is the new row, as far as
-- the client provides it.
--
-- Idempotent by id: a retry returns the stored rating. All of one rider's ratings queue on a lock, which makes the
-- retry safe, the limits exact and prevents two ratings of one ride; then all ratings of the vehicle queue on its
-- summary, which makes burst detection exact. Always in that order, so there are no deadlocks.
-- Fails with: invalid_request, id_reused, already_rated, unknown_vehicle, rate_limited
create function app.receive_feedback(p_new app.feedback, p_vehicle text)
returns jsonb language plpgsql set search_path = ''
set timezone = 'UTC' -- the hash of the content holds a time as text
as $$
declare
  v_hash     bytea := app.request_hash(jsonb_strip_nulls(to_jsonb(p_new)) || jsonb_build_object('vehicle', p_vehicle));
  v_feedback app.feedback;
begin
  if p_new.id is null then
    perform app.fail('invalid_request', '{"path": "id"}');
  end if;
  perform pg_advisory_xact_lock(hashtextextended(p_new.rider_id::text, 60));
  select * into v_feedback from app.feedback f where f.id = p_new.id;
  if v_feedback.id is not null then
    if v_feedback.rider_id is distinct from p_new.rider_id or v_feedback.content_hash <> v_hash then
      perform app.fail('id_reused');
    end if;
    return app.feedback_view(v_feedback) || '{"repeated": true}';
  end if;
  perform app.check_feedback_limits(p_new.rider_id);
  v_feedback := app.checked_feedback(p_new, p_vehicle);
  v_feedback.content_hash := v_hash;
  insert into app.vehicle_feedback_summaries (vehicle_id, valid_until)
  values (v_feedback.vehicle_id, app.next_day(v_feedback.received_at)) on conflict do nothing;
  perform from app.vehicle_feedback_summaries s where s.vehicle_id = v_feedback.vehicle_id for update;
  insert into app.feedback select v_feedback.* on conflict do nothing;
  if not found then
    perform app.fail('id_reused');
  end if;
  perform app.triage_feedback(v_feedback);
  return app.feedback_view(v_feedback) || '{"repeated": false}';
end
$$;

-- A rating with everything resolved. Nothing is stored. The API's validation is repeated here because a user's token
-- also works directly on the database. The error for a ride that was rated already does not contain that rating.
-- Fails with: invalid_request, unknown_vehicle, already_rated
create function app.checked_feedback(p_new app.feedback, p_vehicle text)
returns app.feedback language plpgsql stable set search_path = '' as $$
declare
  v_now      timestamptz := app.now();
  v_feedback app.feedback := p_new;
begin
  perform app.check_feedback_shape(p_new, p_vehicle);
  v_feedback.vehicle_id := (app.find_vehicle(p_vehicle)).id;
  if v_feedback.vehicle_id is null then
    perform app.fail('unknown_vehicle', '{"path": "vehicle"}');
  end if;
  v_feedback.voice := p_new.rider_id;
  v_feedback.comment_flags := app.screen_note(coalesce(p_new.comment, ''));
  v_feedback.rode_at := least(coalesce(p_new.rode_at, v_now), v_now);
  v_feedback.received_at := v_now;
  v_feedback.new_account := app.is_new_account(p_new.rider_id, interval '7 days');
  v_feedback.counts_from := coalesce(app.known_since(p_new.rider_id), v_now) + interval '1 day';
  v_feedback.in_figures := false;
  v_feedback.state := 'received';
  v_feedback.version := 1;
  if exists (
    select from app.feedback f
     where f.rider_id = p_new.rider_id and f.vehicle_id = v_feedback.vehicle_id
       and f.rode_at > v_feedback.rode_at - interval '2 hours'
       and f.rode_at < v_feedback.rode_at + interval '2 hours')
  then
    perform app.fail('already_rated');
  end if;
  return v_feedback;
end
$$;

-- Validate a feedback's fields against the contract, for callers that bypass the API. Fails with: invalid_request
create function app.check_feedback_shape(p_new app.feedback, p_vehicle text)
returns void language plpgsql stable set search_path = '' as $$
declare
  v_now timestamptz := app.now();
begin
  perform app.check_fields(array[
    ('vehicle', 'invalid_value', char_length(p_vehicle) between 3 and 40),
    ('stars', 'out_of_range', p_new.stars between 1 and 5),
    ('tags', 'invalid_value', p_new.tags <@ array(select t.code from app.feedback_tags t)),
    ('comment', 'invalid_value', p_new.comment is null or char_length(p_new.comment) between 1 and 1000),
    ('rodeAt', 'out_of_range', p_new.rode_at is null
               or p_new.rode_at between v_now - interval '30 days' and v_now + interval '5 minutes'),
    ('routeId', 'unknown_reference', p_new.route_id is null or exists (select from app.routes r where r.id = p_new.route_id))
  ]::app.field_check[]);
end
$$;

-- Rate limits: ten ratings in an hour and thirty in a day per account. Fails with: rate_limited
create function app.check_feedback_limits(p_user uuid)
returns void language plpgsql set search_path = '' as $$
declare
  v_now    timestamptz := app.now();
  v_recent timestamptz[] := array(
    select f.received_at from app.feedback f
     where f.rider_id = p_user and f.received_at > v_now - interval '1 day'
     order by f.received_at desc
     limit 30);
  v_free   timestamptz := greatest(v_recent[10] + interval '1 hour', v_recent[30] + interval '1 day');
begin
  perform app.refuse_until(v_free);
end
$$;

-- supabase/schemas/60_feedback/submit_ride_feedback.sql

-- Submit a rider's rating of a ride. See app.receive_feedback for the rules.
--
-- Definer: a rider may not touch feedback; this writes it in the caller's own name only.
-- Fails with: unauthenticated, invalid_request, id_reused, already_rated, unknown_vehicle, rate_limited
create function api.submit_ride_feedback(
  p_id uuid, p_vehicle text, p_stars int, p_tags text[] default '{}', p_comment text default null,
  p_rode_at timestamptz default null, p_route_id uuid default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_new app.feedback;
begin
  v_new.id := p_id;
  v_new.rider_id := app.require_user();
  v_new.route_id := p_route_id;
  v_new.stars := p_stars;
  v_new.tags := array(select distinct t from unnest(p_tags) t order by t);
  v_new.comment := p_comment;
  v_new.rode_at := p_rode_at;
  return app.receive_feedback(v_new, p_vehicle);
end
$$;
grant execute on function api.submit_ride_feedback to authenticated;

-- One of the caller's own ratings.
--
-- Definer: feedback is not readable directly.
-- Fails with: unauthenticated, not_found
create function api.get_ride_feedback(p_id uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_user     uuid := app.require_user();
  v_feedback app.feedback;
begin
  select * into v_feedback from app.feedback f where f.id = p_id and f.rider_id = v_user;
  perform app.require_found(v_feedback.id is not null);
  return app.feedback_view(v_feedback);
end
$$;
grant execute on function api.get_ride_feedback to authenticated;

-- A feedback as its rider sees it. Whether it was counted or held is not included: the author of a burst must not learn
-- that it was detected, nor how to stay below the limit.
create function app.feedback_view(p_feedback app.feedback)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'id', p_feedback.id,
    'vehicle', (select app.vehicle_ref(v.id, v.plate_key) from app.vehicles v where v.id = p_feedback.vehicle_id),
    'route', (select app.route_ref(r) from app.routes r where r.id = p_feedback.route_id),
    'stars', p_feedback.stars,
    'sentiment', app.sentiment(p_feedback.stars),
    'tags', to_jsonb(p_feedback.tags),
    'comment', p_feedback.comment,
    'rodeAt', app.instant(p_feedback.rode_at),
    'receivedAt', app.instant(p_feedback.received_at));
end
$$;

-- supabase/schemas/60_feedback/triage_feedback.sql

-- Count a new feedback, or hold it for review because it is part of a burst: three or more ratings of one sentiment on
-- one vehicle from new accounts within 24 hours (app.burst_limits), whatever their tags and comments. The earlier ones
-- of the burst are then held too. Positive ratings are treated like negative ones: fake riders distort both ways.
--
-- Three, because two riders who travel together and both sign up are common, and figures need five riders, so new
-- accounts alone cannot dominate the figures within a day. Ratings that a reviewer approved do not count towards the
-- next burst; rejected ones do. A vehicle that many new riders honestly rated the same is held as well, which is why
-- the review is due in a day. The caller holds the vehicle's summary.
create function app.triage_feedback(p_feedback app.feedback)
returns void language plpgsql set search_path = '' as $$
declare
  v_limit app.burst_limits := app.burst_limit('rating');
  v_alike uuid[];
  v_size  int;
  v_next  app.feedback;
begin
  if p_feedback.new_account then
    select array_agg(f.id), count(distinct f.voice) into v_alike, v_size
      from app.feedback f
     where f.vehicle_id = p_feedback.vehicle_id
       and f.received_at > p_feedback.received_at - v_limit.span
       and not (f.state = 'counted' and f.state_reason is not null)
       and app.is_similar_feedback(f, p_feedback);
  end if;
  if v_size > v_limit.allowed then
    for v_next in
      select * from app.feedback f
       where f.id = any (v_alike) and f.state in ('received', 'counted') order by f.id for update
    loop
      perform app.move_feedback(v_next.id, 'held', 'burst');
      perform app.open_review('feedback', v_next.id, v_next.rider_id, 'burst', '24 hours',
                              jsonb_build_object('riders', v_size, 'vehicleId', p_feedback.vehicle_id,
                                                 'sentiment', app.sentiment(p_feedback.stars)));
    end loop;
  else
    perform app.move_feedback(p_feedback.id, 'counted');
  end if;
end
$$;

-- Whether two ratings may belong to one burst: the same sentiment, and both of new accounts. Comments and tags are
-- ignored, because an attacker varies them.
create function app.is_similar_feedback(p_a app.feedback, p_b app.feedback)
returns boolean language plpgsql immutable set search_path = '' as $$
begin
  return p_a.new_account and p_b.new_account and app.sentiment(p_a.stars) = app.sentiment(p_b.stars);
end
$$;

create function app.sentiment(p_stars int)
returns text language plpgsql immutable set search_path = '' as $$
begin
  return case when p_stars <= 2 then 'negative' when p_stars = 3 then 'neutral' else 'positive' end;
end
$$;

-- supabase/schemas/65_search/00_tables.sql

-- The search index: every name that people may type for an operator group, a route, a corridor, a stop or a vehicle,
-- one row for each name. Triggers keep it in sync with the source tables (see follow_names.sql).
--
-- Number plates and public codes are not included: they are looked up in app.vehicles, by stricter rules (see
-- found_by_plate.sql). Titles and subtitles are not included either: they are read when a response is built.
create table app.search_documents (
  kind       text not null check (kind in ('vehicle', 'sacco', 'route', 'corridor', 'stop')),
  subject_id uuid not null,
  name       text not null,
  name_key   text not null check (name_key <> ''), -- see app.search_key
  -- Whether it is the entity's own name, and not an alias or a headsign.
  is_title   boolean not null,
  -- Prominence, from 0 to 1; the tie-breaker where no place is given.
  weight     real not null check (weight between 0 and 1),
  -- The location: a point, or lines simplified to 50 m. Null for what moves.
  geom       extensions.geometry(Geometry, 4326),
  -- Words unchanged, without language or stemming; and the kind, for "umoja stage".
  words      tsvector not null generated always as (
    array_to_tsvector(string_to_array(left(name_key, 300), ' ') || ('=' || kind))) stored,
  primary key (kind, subject_id, name_key)
);
create index search_documents_prefix on app.search_documents (kind, name_key text_pattern_ops);
-- Without GIN's pending list: every search would scan that, after an import for a quarter of a second.
create index search_documents_words on app.search_documents using gin (words) with (fastupdate = off);
alter table app.search_documents enable row level security;

-- Every word of those names that has letters only: the candidates for correcting a mistyped word. Words that no name
-- has any more may stay: they match nothing.
create table app.search_words (
  word text primary key check (char_length(word) between 3 and 100)
);
create index search_words_prefix on app.search_words (word text_pattern_ops);
create index search_words_trgm on app.search_words using gin (word extensions.gin_trgm_ops) with (fastupdate = off);
alter table app.search_words enable row level security;

create index vehicles_plate_prefix on app.vehicles (plate_key text_pattern_ops);

-- A name to be inserted into app.search_documents.
create type app.search_name as (
  subject_id uuid,
  name       text,
  is_title   boolean,
  weight     real,
  geom       extensions.geometry
);

-- A search hit: the matching name, the matching words (as keys), and the score, from 0 to 1.
create type app.search_hit as (
  kind       text,
  subject_id uuid,
  name       text,
  words      text[],
  score      float8
);

-- The search key of a text: app.name_key, after normalizing full-width and combining characters and removing invisible
-- ones (joiners, directional marks), with common abbreviations expanded (SPELLED_OUT in
-- packages/domain/src/search/highlight.ts has the same list, so that hits are highlighted). "St" stays: it means saint
-- in nearly all names, and rarely street.
create function app.search_key(p_text text)
returns text language plpgsql stable set search_path = '' as $$
declare
  v_key text;
begin
  if p_text ~ '^[ -~]*$' then
    v_key := app.name_key(p_text);
  else
    v_key := app.name_key(regexp_replace(normalize(p_text, nfkc), U&'[\00AD\034F\061C\200B-\200F\202A-\202E\2060-\2069\FEFF]', '', 'g'));
  end if;
  if v_key ~ '\m(rd|ave|hwy|jn|jct)\M' then
    v_key := regexp_replace(v_key, '\mrd\M', 'road', 'g');
    v_key := regexp_replace(v_key, '\mave\M', 'avenue', 'g');
    v_key := regexp_replace(v_key, '\mhwy\M', 'highway', 'g');
    v_key := regexp_replace(v_key, '\m(jn|jct)\M', 'junction', 'g');
  end if;
  return v_key;
end
$$;

-- supabase/schemas/65_search/follow_names.sql

-- Rewrite the names of some entities of one kind (null: of all of that kind).
--
-- The lock: two transactions that change the aliases of one group at once would each write only the names that they
-- see. The second waits here, and then sees the changes of the first. A vehicle's names are all in its own row, which
-- its writer locks; the network has one writer at a time.
create function app.index_names(p_kind text, p_ids uuid[])
returns void language plpgsql set search_path = '' as $$
begin
  if p_kind = 'sacco' then
    perform from app.saccos s where s.id = any (p_ids) order by s.id for no key update;
  end if;
  delete from app.search_documents d where d.kind = p_kind and (p_ids is null or d.subject_id = any (p_ids));
  insert into app.search_documents (kind, subject_id, name, name_key, is_title, weight, geom)
  select distinct on (k.subject_id, k.name_key) p_kind, k.subject_id, k.name, k.name_key, k.is_title, k.weight, k.geom
    from (select n.*, app.search_key(n.name) as name_key from app.names_of(p_kind, p_ids) n) k
   where k.name_key <> ''
   order by k.subject_id, k.name_key, k.is_title desc, k.name;
  insert into app.search_words (word)
  select distinct w.word
    from app.search_documents d, unnest(string_to_array(d.name_key, ' ')) w (word)
   where d.kind = p_kind and (p_ids is null or d.subject_id = any (p_ids))
     and char_length(w.word) between 3 and 100 and w.word !~ '[0-9]'
   order by w.word
  on conflict do nothing;
end
$$;

-- Statement trigger on a source table: rewrites the names of the affected entities. The trigger's arguments are the
-- kind, and a query for the ids over the old and new rows.
create function app.follow_names()
returns trigger language plpgsql set search_path = '' as $$
declare
  v_ids uuid[];
begin
  if tg_op = 'TRUNCATE' then
    perform app.index_names(tg_argv[0], null);
    return null;
  end if;
  execute format(
    'select array_agg(distinct q.id) from (%s) q (id) where q.id is not null',
    case tg_op
      when 'INSERT' then format(tg_argv[1], 'rows_now')
      when 'DELETE' then format(tg_argv[1], 'rows_before')
      else format(tg_argv[1], 'rows_before') || ' union ' || format(tg_argv[1], 'rows_now') end) into v_ids;
  if v_ids is not null then
    perform app.index_names(tg_argv[0], v_ids);
  end if;
  return null;
end
$$;

-- The source tables of names. A trigger with transition tables can have one event only, so each source has four.
do $$
declare
  v_source record;
  v_event  record;
begin
  for v_source in
    select * from (values
      ('vehicles',           'vehicle',  'select c.id from %I c'),
      ('saccos',             'sacco',    'select c.id from %I c'),
      ('sacco_aliases',      'sacco',    'select c.sacco_id from %I c'),
      ('routes',             'route',    'select c.id from %I c'),
      ('trips',              'route',    'select c.route_id from %I c'),
      ('shapes',             'route',    'select t.route_id from %I c join app.trips t on t.shape_id = c.id'),
      ('corridors',          'corridor', 'select c.id from %I c'),
      ('points_of_interest', 'stop',     'select c.id from %I c')
    ) s (name, kind, ids)
  loop
    for v_event in
      select * from (values
        ('insert',   'referencing new table as rows_now'),
        ('update',   'referencing old table as rows_before new table as rows_now'),
        ('delete',   'referencing old table as rows_before'),
        ('truncate', '')
      ) e (name, referencing)
    loop
      execute format('create trigger search_follows_%s after %s on app.%I %s for each statement execute function app.follow_names(%L, %L)',
        v_event.name, v_event.name, v_source.name, v_event.referencing, v_source.kind, v_source.ids);
    end loop;
  end loop;
end
$$;

-- supabase/schemas/65_search/found_by_name.sql

-- Entities of some kinds by typed text (as a key, see app.search_key), best first.
--
-- Three tiers, each run only when the earlier ones did not fill the page: the name begins with the text; every typed
-- word is the prefix of a word of the name; and, when nothing was found and guessing is wanted, the same with corrected
-- words (see app.corrected_query). The score encodes the tier (from 0.58 on a prefix match, from 0.78 on the full
-- name), and within it how much of the name was typed, and how near it is or, where no place is given, how prominent.
-- Bounds on the ranked rows: thousands of names begin with one letter, and then only the first in A to Z order are
-- ranked. Four names per requested entity, because some are found by several.
-- No sequential scans, no JIT, one generic plan: the planner estimates similarity as cheaply as an integer comparison,
-- and planning would take longer than the search.
create function app.found_by_name(
  p_key text, p_kinds text[], p_lat float8, p_lng float8, p_limit int, p_guess boolean default true)
returns setof app.search_hit language plpgsql stable rows 20 set search_path = ''
set enable_seqscan = off
set jit = off
set plan_cache_mode = force_generic_plan
as $$
declare
  v_here  extensions.geometry := extensions.st_setsrid(extensions.st_makepoint(p_lng, p_lat), 4326);
  v_typed text[] := string_to_array(p_key, ' ');
  v_query tsquery;
  v_words text[] := v_typed;
  v_hits  app.search_hit[];
begin
  v_hits := array(select h::app.search_hit from app.found_by_beginning(p_key, p_kinds, p_lat, p_lng, 4 * p_limit) h);
  if (select count(distinct h.subject_id) from unnest(v_hits) h) < p_limit then
    v_query := app.words_query(v_typed);
    for v_turn in 1 .. 2 loop
      v_hits := v_hits || array(
        select row(d.kind, d.subject_id, d.name, v_words, f.score)::app.search_hit
          from (select * from app.search_documents s where s.words @@ v_query and s.kind = any (p_kinds) limit 1000) d,
               lateral (
                 select case when v_turn = 1 then 0.38::float8 else 0.28::float8 * extensions.similarity(p_key, d.name_key) end
                        + app.name_fit(p_key, d.name_key, d.is_title, d.weight, d.geom, v_here, p_lat, p_lng)
                        * case when v_turn = 1 then 1::float8 else 0.5::float8 end) f (score)
         order by f.score desc, d.name, d.subject_id
         limit 4 * p_limit);
      exit when not p_guess or cardinality(v_hits) > 0;
      select c.query, c.words into v_query, v_words from app.corrected_query(v_typed) c;
    end loop;
  end if;
  return query
  select b.* from (
    select distinct on (h.kind, h.subject_id) h.* from unnest(v_hits) h order by h.kind, h.subject_id, h.score desc, h.name) b
   order by b.score desc, b.name, b.subject_id
   limit p_limit;
end
$$;

-- The names that begin with the text, best first: of each kind the first 300 from A to Z are ranked. A headsign is the
-- name of the destination, not of the route: a road or a stage with that name is ranked before it. No bitmap scan: the
-- index has them in that order, and four thousand vehicles whose names begin with the same word must not be read and
-- sorted for 300.
create function app.found_by_beginning(p_key text, p_kinds text[], p_lat float8, p_lng float8, p_limit int)
returns setof app.search_hit language plpgsql stable rows 20 set search_path = ''
set enable_seqscan = off
set enable_bitmapscan = off
set jit = off
set plan_cache_mode = force_generic_plan
as $$
declare
  v_after text := p_key || chr(1114111); -- behind every text that begins with the key
  v_here  extensions.geometry := extensions.st_setsrid(extensions.st_makepoint(p_lng, p_lat), 4326);
  v_words text[] := string_to_array(p_key, ' ');
begin
  return query
  select d.kind, d.subject_id, d.name, v_words, f.score
    from unnest(p_kinds) k (kind),
         lateral (
           select * from app.search_documents s
            where s.kind = k.kind
              and s.name_key operator(pg_catalog.~>=~) p_key and s.name_key operator(pg_catalog.~<~) v_after
            order by s.name_key using operator(pg_catalog.~<~)
            limit 300) d,
         lateral (
           select case when d.name_key = p_key and (d.is_title or d.kind <> 'route') then 0.78::float8 else 0.58::float8 end
                  + app.name_fit(p_key, d.name_key, d.is_title, d.weight, d.geom, v_here, p_lat, p_lng)) f (score)
   order by f.score desc, d.name, d.subject_id
   limit p_limit;
end
$$;

-- The score of a name within its tier, from 0 to 0.2: 0.06 for having been typed completely, 0.06 for being the
-- entity's own name, 0.08 for proximity (half of that at 3 km) or, where no place is given, for prominence. An entity
-- without a location counts as 12 km away. Plain SQL without a set clause, so that PostgreSQL can inline it; and float
-- literals, because casting a numeric takes longer than everything else.
create function app.name_fit(
  p_key text, p_name_key text, p_is_title boolean, p_weight real, p_geom extensions.geometry, p_here extensions.geometry,
  p_lat float8, p_lng float8)
returns float8 language sql stable as $$
  select 0.06::float8 * least(char_length(p_key)::float8 / char_length(p_name_key), 1)
       + case when p_is_title then 0.06::float8 else 0::float8 end
       + 0.08::float8 * case when p_here is null then p_weight
                    when p_geom is null then 0.2::float8
                    else 3000::float8 / (3000 + app.distance_m(
                      p_lat, p_lng, extensions.st_y(extensions.st_closestpoint(p_geom, p_here)),
                      extensions.st_x(extensions.st_closestpoint(p_geom, p_here)))) end
$$;

-- Every one of these words is the prefix of a word of the name. Of several words, one may instead be the kind of
-- entity, in English or Swahili.
create function app.words_query(p_words text[])
returns tsquery language plpgsql immutable set search_path = '' as $$
begin
  return (
    select string_agg(
             case when k.kind is null or cardinality(p_words) = 1 then quote_literal(w.word) || ':*'
                  else '(' || quote_literal(w.word) || ':*|' || quote_literal('=' || k.kind) || ')' end, '&')::tsquery
      from unnest(p_words) w (word)
      left join (values ('sacco', 'sacco'), ('saccos', 'sacco'), ('route', 'route'), ('njia', 'route'), ('stage', 'stop'),
                        ('stop', 'stop'), ('kituo', 'stop'), ('corridor', 'corridor'), ('matatu', 'vehicle')) k (word, kind)
        on k.word = w.word);
end
$$;

-- The same for mistyped words: a word of letters that is no prefix of any word may be one of the five with the most
-- similar spelling. Words with digits are not corrected, because another number is another route. `words` are the
-- corrections.
create function app.corrected_query(p_words text[], out query tsquery, out words text[])
language plpgsql stable set search_path = '' as $$
declare
  v_word  text;
  v_alike text[];
begin
  -- Not a set clause of the function: only a superuser may use one for a setting of an extension.
  perform set_config('pg_trgm.similarity_threshold', '0.25', true);
  words := '{}';
  foreach v_word in array p_words loop
    v_alike := '{}';
    if char_length(v_word) >= 3 and v_word !~ '[0-9]' and not exists (
      select from app.search_words s
       where s.word operator(pg_catalog.~>=~) v_word and s.word operator(pg_catalog.~<~) (v_word || chr(1114111)))
    then
      v_alike := array(
        select s.word from app.search_words s where s.word operator(extensions.%) v_word
         order by extensions.similarity(s.word, v_word) desc, s.word limit 5)
        || array(select s.word from app.search_words s where s.word = any (app.one_edit_away(v_word, 'abcdefghijklmnopqrstuvwxyz')));
    end if;
    if cardinality(v_alike) = 0 then
      words := words || v_word;
      query := coalesce(query && app.words_query(array[v_word]), app.words_query(array[v_word]));
    else
      words := words || v_alike;
      v_word := (select string_agg(quote_literal(a), '|') from unnest(v_alike) a);
      query := coalesce(query && v_word::tsquery, v_word::tsquery);
    end if;
  end loop;
end
$$;

-- supabase/schemas/65_search/found_by_plate.sql

-- Vehicles by number plate or public code.
--
-- An exact match, in any spelling: score 1, always first. Else, from four characters with a digit on, plates with that
-- prefix. Else, if guessing is wanted and the text is as long as a whole plate, plates with one character wrong,
-- missing or extra, or two swapped; at most five. Nothing shorter or more different matches, so that plates cannot be
-- enumerated from a few letters. A public code is random and never guessed.
create function app.found_by_plate(p_q text, p_guess boolean, p_limit int)
returns setof app.search_hit language plpgsql stable rows 20 set search_path = ''
set enable_seqscan = off
set jit = off
set plan_cache_mode = force_generic_plan
as $$
declare
  v_text text := normalize(p_q, nfkc);
  v_key  text := app.plate_key(v_text);
  v_code text := app.public_code(v_text);
begin
  if v_key is null or char_length(v_key) not between 3 and 10 then
    return;
  end if;
  return query
  select 'vehicle', v.id, case when v.plate_key = v_key then v.plate else v.public_code end, array[lower(v_key)], 1::float8
    from app.vehicles v where v.plate_key = v_key or v.public_code = v_code;
  if found or char_length(v_key) < 4 or v_key !~ '[0-9]' then
    return;
  end if;

  return query
  select 'vehicle', v.id, v.plate, array[lower(v_key)],
         0.58 + 0.2::float8 * char_length(v_key) / char_length(v.plate_key)
    from app.vehicles v
   where v.plate_key operator(pg_catalog.~>=~) v_key and v.plate_key operator(pg_catalog.~<~) (v_key || '~')
   order by v.plate_key using operator(pg_catalog.~<~)
   limit p_limit;
  if found or not p_guess or char_length(v_key) < 6 or not app.can_be_plate(v_key) then
    return;
  end if;

  return query
  select 'vehicle', v.id, v.plate, array[lower(v.plate_key)], 0.3::float8
    from app.vehicles v
   where v.plate_key = any (app.one_edit_away(v_key, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'))
   order by v.plate_key
   limit 5;
end
$$;

-- The patterns of every text at edit distance one: a character wrong, missing or extra, or two swapped.
create function app.one_edit_away(p_text text, p_alphabet text)
returns text[] language plpgsql immutable set search_path = '' as $$
begin
  return array(
    select overlay(p_text placing a.letter from i for n)
      from generate_series(1, char_length(p_text) + 1) i, string_to_table(p_alphabet, null) a (letter), (values (0), (1)) l (n)
    union all
    select overlay(p_text placing '' from i for 1) from generate_series(1, char_length(p_text)) i
    union all
    select overlay(p_text placing reverse(substr(p_text, i, 2)) from i for 2) from generate_series(1, char_length(p_text) - 1) i);
end
$$;

-- supabase/schemas/65_search/names.sql

-- The names of entities of one kind, with the given ids, or of all where that is null. Retired ones have none.
create function app.names_of(p_kind text, p_ids uuid[])
returns setof app.search_name language plpgsql stable set search_path = '' as $$
begin
  case p_kind
    when 'vehicle' then
      return query
      select v.id, v.fleet_name, true, 0.3::real, null::extensions.geometry
        from app.vehicles v
       where (p_ids is null or v.id = any (p_ids)) and v.fleet_name is not null;
    when 'sacco' then
      return query
      select s.id, n.name, n.is_title, 0.8::real, null::extensions.geometry
        from app.saccos s,
             lateral (select s.name, true
                      union all
                      select a.alias, false from app.sacco_aliases a where a.sacco_id = s.id) n (name, is_title)
       where s.merged_into is null and (p_ids is null or s.id = any (p_ids));
    when 'route' then
      -- Names of a route: its number, its long name, both together, and its headsigns.
      return query
      with live as (
        select r.* from app.routes r where r.retired_at is null and (p_ids is null or r.id = any (p_ids))),
      ways as (
        select w.route_id, extensions.st_simplify(extensions.st_collect(h.geom), 0.0005, true) as geom
          from (select distinct t.route_id, t.shape_id
                  from app.trips t where t.route_id in (select l.id from live l)) w
          join app.shapes h on h.id = w.shape_id
         group by w.route_id)
      select l.id, n.name, n.is_title, 0.6::real, w.geom
        from live l
        left join ways w on w.route_id = l.id,
             lateral (select l.short_name || ' ' || l.long_name, true
                      union all select l.short_name, true
                      union all select l.long_name, true
                      union all select distinct t.headsign, false from app.trips t where t.route_id = l.id) n (name, is_title)
       where n.name is not null;
    when 'corridor' then
      return query
      select c.id, c.name, true, 1::real, extensions.st_simplify(c.geom, 0.0005, true)
        from app.corridors c
       where c.retired_at is null and (p_ids is null or c.id = any (p_ids));
    when 'stop' then
      return query
      select p.id, p.name, true, least(0.2 + cardinality(p.routes) / 25.0, 1)::real,
             extensions.st_setsrid(extensions.st_makepoint(p.lng, p.lat), 4326)
        from app.points_of_interest p
       where p_ids is null or p.id = any (p_ids);
  end case;
end
$$;

-- supabase/schemas/65_search/search.sql

-- Vehicles, operator groups, routes, corridors and stops by typed text, best first.
--
-- A fully typed plate or public code comes first; see app.found_by_plate for its other matches. `name` is what matched
-- (the title, or an alias), `words` the keys of the matching words. The hits are few, whatever the planner estimates:
-- it must not scan a table to look up twenty rows of it.
-- Definer: what it searches is not readable directly.
-- Fails with: invalid_request
create function api.search(
  p_q text, p_types text[] default null, p_lat float8 default null, p_lng float8 default null, p_limit int default 20)
returns json language plpgsql stable security definer set search_path = ''
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set jit = off
set plan_cache_mode = force_generic_plan
as $$
declare
  v_kinds text[] := coalesce(p_types, '{vehicle,sacco,route,corridor,stop}');
begin
  perform app.admit_caller();
  if not v_kinds <@ '{vehicle,sacco,route,corridor,stop}'::text[] then
    perform app.fail('invalid_request', '{"path": "types"}');
  end if;
  if p_lat is not null or p_lng is not null then
    perform app.check_place(p_lat, p_lng);
  end if;
  return json_build_object('data', (
    select coalesce(json_agg(json_build_object(
             'type', h.kind, 'id', h.subject_id, 'title', f.title, 'subtitle', nullif(f.subtitle, ''), 'name', h.name,
             'words', h.words, 'score', round(h.score::numeric, 3),
             'place', case when f.lat is not null then json_build_object('lat', f.lat, 'lng', f.lng) end)
             order by h.n), '[]')
      from app.search_hits(p_q, v_kinds, p_lat, p_lng, p_limit) with ordinality h (kind, subject_id, name, words, score, n),
           lateral (
             select v.plate, concat_ws(' · ', v.fleet_name, o.name), null::float8, null::float8
               from app.vehicles v left join app.saccos o on o.id = v.sacco_id
              where h.kind = 'vehicle' and v.id = h.subject_id
             union all
             select s.name, null, null, null from app.saccos s where h.kind = 'sacco' and s.id = h.subject_id
             union all
             select r.short_name, r.long_name, null, null from app.routes r where h.kind = 'route' and r.id = h.subject_id
             union all
             select c.name, null, null, null from app.corridors c where h.kind = 'corridor' and c.id = h.subject_id
             union all
             select p.name, concat_ws(' · ', k.name, nullif(array_to_string(p.routes[1:4], ', '), '')), p.lat, p.lng
               from app.points_of_interest p left join app.corridors k on k.id = p.corridor_id
              where h.kind = 'stop' and p.id = h.subject_id) f (title, subtitle, lat, lng)));
end
$$;
grant execute on function api.search to authenticated, service_role;

-- The hits by plate and by name, best first. Nothing is guessed if anything matched as typed; a word is guessed before
-- a plate. Empty for a text without letters or digits.
-- Fails with: invalid_request
create function app.search_hits(p_q text, p_kinds text[], p_lat float8, p_lng float8, p_limit int)
returns setof app.search_hit language plpgsql stable rows 20 set search_path = '' as $$
declare
  v_key   text := app.search_key(p_q);
  v_limit int := least(greatest(coalesce(p_limit, 20), 1), 100);
  v_hits  app.search_hit[] := '{}';
begin
  if (char_length(p_q) between 1 and 100) is distinct from true then
    perform app.fail('invalid_request', '{"path": "q"}');
  end if;
  if v_key = '' then
    return;
  end if;
  if 'vehicle' = any (p_kinds) then
    v_hits := array(select h::app.search_hit from app.found_by_plate(p_q, false, v_limit) h);
  end if;
  -- Hits by name alone are in their final order.
  if cardinality(v_hits) = 0 then
    return query select * from app.found_by_name(v_key, p_kinds, p_lat, p_lng, v_limit);
    if not found and 'vehicle' = any (p_kinds) then
      return query select * from app.found_by_plate(p_q, true, v_limit);
    end if;
    return;
  end if;
  v_hits := v_hits || array(
    select h::app.search_hit from app.found_by_name(v_key, p_kinds, p_lat, p_lng, v_limit, false) h);
  return query
  select b.* from (
    select distinct on (h.kind, h.subject_id) h.* from unnest(v_hits) h
     order by h.kind, h.subject_id, h.score desc) b
   order by b.score desc, b.name, b.subject_id
   limit v_limit;
end
$$;

-- Vehicles by plate, public code or fleet name, by the rules of search, with the details of each. Pages of at most a
-- hundred vehicles in total: beyond that the text is too short.
--
-- Definer: vehicles are not readable directly.
-- Fails with: invalid_request
create function api.search_vehicle_profiles(p_q text, p_limit int default 20, p_after jsonb default null)
returns jsonb language plpgsql stable security definer set search_path = ''
set enable_seqscan = off
set enable_hashjoin = off
set jit = off
as $$
declare
  v_limit int := app.page_size(p_limit);
begin
  perform app.admit_caller();
  return app.page(array(
    select jsonb_build_object(
             'row', app.vehicle_view(v), 'key', jsonb_build_object('score', h.score, 'name', h.name, 'id', v.id))
      from app.search_hits(p_q, '{vehicle}', null, null, 100) h
      join app.vehicles v on v.id = h.subject_id
     where p_after is null
        or (-h.score, h.name, v.id) > (-(p_after ->> 'score')::float8, p_after ->> 'name', (p_after ->> 'id')::uuid)
     order by h.score desc, h.name, v.id
     limit v_limit + 1), v_limit);
end
$$;
grant execute on function api.search_vehicle_profiles to authenticated, service_role;

-- supabase/schemas/70_learning/00_tables.sql

-- Courses, and the progress of each user in them.
--
-- A course is published as whole versions that never change: a user who has begun one keeps its lessons and questions,
-- and completed items keep their meaning. Names of modules, lessons and questions are stable across versions; texts are
-- stored in both languages, `{"en": …, "sw": …}`.
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
  primary key (course_id, version)
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
  -- [{"slug", "minutes", "title": {…}, "text": {…}}], the text in Markdown.
  lessons   jsonb not null,
  -- [{"key", "kind", "text": {…}, "options": [{"key", "text": {…}, "picture"?: "<svg …"}]}]
  questions jsonb not null,
  -- {"<question key>": {"right": ["<option key>"], "explanation": {…}}}. Stored beside the questions and not in them,
  -- so that code that returns a course cannot send these along by mistake.
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

-- supabase/schemas/70_learning/account.sql

-- A user's learning data: their courses, their attempts with the answers, and the documents that they accepted.
create function app.export_learning_of(p_user uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'courses', (
      select coalesce(jsonb_agg(app.course_progress(e, app.reading_locale()) order by e.started_at, e.course_id), '[]')
        from app.enrolments e where e.user_id = p_user),
    'quizAttempts', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'moduleId', a.module_id, 'at', app.instant(a.at), 'answers', a.answers, 'right', a.right_answers,
          'questions', a.questions) order by a.at, a.module_id), '[]')
        from app.quiz_attempts a where a.user_id = p_user),
    'documentAcceptances', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'documentKey', d.document_key, 'version', d.version, 'acceptedAt', app.instant(d.accepted_at))
          order by d.accepted_at, d.document_key), '[]')
        from app.document_acceptances d where d.user_id = p_user));
end
$$;

-- Delete all of it. None of it is useful without its user; a certificate's code is unknown from then on.
create function app.erase_learning_of(p_user uuid)
returns void language plpgsql set search_path = '' as $$
begin
  delete from app.enrolments e where e.user_id = p_user;
  delete from app.document_acceptances d where d.user_id = p_user;
end
$$;

-- supabase/schemas/70_learning/attempt_quiz.sql

-- Grade an attempt at a module's quiz, and complete the item `quiz` if it is passed.
--
-- Attempts are unlimited in total, but at most five an hour: without a limit a program could find the answers within
-- seconds. The same answers again are the same attempt, and free. The result is read by app.attempt_response, in
-- another transaction: see api.mark_learning_module_progress.
-- Fails with: invalid_request, rate_limited
create function app.attempt_quiz(p_user uuid, p_module app.module_versions, p_answers jsonb)
returns void language plpgsql set search_path = '' as $$
declare
  v_hash    bytea := app.request_hash(p_answers);
  v_attempt app.quiz_attempts;
begin
  perform app.check_quiz_answers(p_module, p_answers);
  select * into v_attempt from app.quiz_attempts a
   where a.user_id = p_user and a.module_id = p_module.module_id and a.version = p_module.version
     and a.answers_hash = v_hash;
  if not found then
    perform app.limit_quiz_attempts(p_user, p_module.module_id);
    insert into app.quiz_attempts
      (user_id, course_id, module_id, version, answers_hash, answers, right_answers, questions, at)
    select p_user, p_module.course_id, p_module.module_id, p_module.version, v_hash, p_answers,
           count(*) filter (where app.is_right(q, p_module.answers, p_answers)), count(*), app.now()
      from jsonb_array_elements(p_module.questions) q
    returning * into v_attempt;
  end if;
  if app.percent(v_attempt.right_answers, v_attempt.questions) >= app.pass_percent() then
    insert into app.completed_items (user_id, course_id, module_id, item, completed_at)
    values (p_user, p_module.course_id, p_module.module_id, 'quiz', app.now())
    on conflict do nothing;
  end if;
end
$$;

-- The result of an attempt: each question of its version, whether it was right, and the explanation.
create function app.attempt_response(p_attempt app.quiz_attempts, p_locale text)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_percent int := app.percent(p_attempt.right_answers, p_attempt.questions);
begin
  return (
    select jsonb_build_object(
        'at', app.instant(p_attempt.at),
        'percent', v_percent,
        'passed', v_percent >= app.pass_percent(),
        'rightCount', p_attempt.right_answers,
        'questionCount', p_attempt.questions,
        'results', (
          select jsonb_agg(jsonb_build_object(
              'key', q.entry -> 'key',
              'right', app.is_right(q.entry, m.answers, p_attempt.answers),
              'explanation', m.answers -> (q.entry ->> 'key') -> 'explanation' -> p_locale) order by q.n)
            from jsonb_array_elements(m.questions) with ordinality q (entry, n)))
      from app.module_versions m
     where m.module_id = p_attempt.module_id and m.version = p_attempt.version);
end
$$;

-- Whether a question was answered correctly: the same options, and for the kind `order` in the same order.
create function app.is_right(p_question jsonb, p_key jsonb, p_answers jsonb)
returns boolean language plpgsql immutable set search_path = '' as $$
declare
  v_right jsonb := p_key -> (p_question ->> 'key') -> 'right';
  v_given jsonb := p_answers -> (p_question ->> 'key');
begin
  if p_question ->> 'kind' = 'order' then
    return v_given = v_right;
  end if;
  return v_given @> v_right and v_right @> v_given;
end
$$;

-- Every question must be answered, with options of its own. Fails with: invalid_request
create function app.check_quiz_answers(p_module app.module_versions, p_answers jsonb)
returns void language plpgsql stable set search_path = '' as $$
declare
  v_problems jsonb;
begin
  if p_module.questions = '[]' or jsonb_typeof(p_answers) <> 'object' then
    perform app.fail('invalid_request', '{"path": "quizAnswers"}');
  end if;
  select jsonb_agg(jsonb_build_object('path', 'quizAnswers.' || left(wrong.key, 80), 'code', wrong.code) order by wrong.key)
    into v_problems
    from (select given.key, 'unknown_reference' as code from jsonb_object_keys(p_answers) given (key)
           where not p_module.answers ? given.key
          union all
          select q ->> 'key', case when p_answers ? (q ->> 'key') then 'invalid_value' else 'required' end
            from jsonb_array_elements(p_module.questions) q
           where not app.is_an_answer(q, p_answers -> (q ->> 'key'))
           limit 100) wrong;
  if v_problems is not null then
    perform app.fail('invalid_request', jsonb_build_object('errors', v_problems));
  end if;
end
$$;

-- Whether an answer is valid: a list of the question's own options, each once; one of them for the kinds `single` and
-- `picture`, all of them for `order`.
create function app.is_an_answer(p_question jsonb, p_given jsonb)
returns boolean language plpgsql immutable set search_path = '' as $$
declare
  v_options text[] := array(select o ->> 'key' from jsonb_array_elements(p_question -> 'options') o);
  v_given   text[];
begin
  if jsonb_typeof(p_given) is distinct from 'array' then
    return false;
  end if;
  v_given := array(select g #>> '{}' from jsonb_array_elements(p_given) g);
  return v_given <@ v_options
    and cardinality(v_given) = (select count(distinct g) from unnest(v_given) g)
    and case p_question ->> 'kind'
          when 'single' then cardinality(v_given) = 1
          when 'picture' then cardinality(v_given) = 1
          when 'order' then cardinality(v_given) = cardinality(v_options)
          else cardinality(v_given) > 0
        end;
end
$$;

-- At most five attempts in any hour at one quiz. The caller holds the lock of the enrolment, so counting is exact.
-- Fails with: rate_limited
create function app.limit_quiz_attempts(p_user uuid, p_module_id uuid)
returns void language plpgsql stable set search_path = '' as $$
declare
  v_since  timestamptz := app.now() - interval '1 hour';
  v_oldest timestamptz;
begin
  select a.at into v_oldest from app.quiz_attempts a
   where a.user_id = p_user and a.module_id = p_module_id and a.at > v_since
   order by a.at desc
  offset 4 limit 1;
  perform app.refuse_until(v_oldest + interval '1 hour');
end
$$;

-- supabase/schemas/70_learning/begin_newest_course_version.sql

-- Move an enrolment to the newest version of its course. Completed items count wherever the newest version has an item
-- of the same name, and the course stays completed if it was: its certificate is of the version that was completed. No
-- effect if the caller is in the newest version already.
--
-- Locks the enrolment's row, as for every write of progress.
-- Definer: no role may write the tables.
-- Fails with: unauthenticated, invalid_request, not_found
create function api.begin_newest_course_version(p_course_id uuid, p_locale text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user      uuid := app.require_user();
  v_locale    text := app.reading_locale(p_locale);
  v_enrolment app.enrolments;
begin
  perform from app.enrolments e where e.user_id = v_user and e.course_id = p_course_id for update;
  perform app.require_found(found);
  update app.enrolments e set version = c.newest_version
    from app.courses c
   where c.id = e.course_id and e.user_id = v_user and e.course_id = p_course_id and e.version <> c.newest_version;
  v_enrolment := app.complete_course(v_user, p_course_id);
  return app.course_progress(v_enrolment, v_locale);
end
$$;
grant execute on function api.begin_newest_course_version to authenticated;

-- supabase/schemas/70_learning/get_certificate.sql

-- The public data of a certificate, by its code: which course was completed and on which day in Nairobi, and the user's
-- current display name, if they chose one. Nothing else about them. The code is accepted in any spelling.
--
-- Definer: no role may read the tables.
-- Fails with: not_found
create function api.get_certificate(p_code text, p_locale text default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_locale text := app.reading_locale(p_locale);
  v_plain  text := regexp_replace(translate(upper(p_code), 'OIL', '011'), '[^0-9A-Z]', '', 'g');
  v_answer jsonb;
begin
  perform app.admit_caller();
  select jsonb_build_object(
      'code', t.code,
      'course', jsonb_build_object('id', c.id, 'slug', c.slug, 'title', v.title ->> v_locale),
      'issuedOn', app.city_day(t.issued_at),
      'displayName', p.display_name)
    into v_answer
    from app.certificates t
    join app.courses c on c.id = t.course_id
    join app.course_versions v on v.course_id = c.id and v.version = t.version
    left join app.profiles p on p.user_id = t.user_id
   where t.code = concat_ws('-', substr(v_plain, 1, 5), substr(v_plain, 6, 5), substr(v_plain, 11, 5), substr(v_plain, 16));
  perform app.require_found(found);
  return v_answer;
end
$$;
grant execute on function api.get_certificate to authenticated, service_role;

-- Twenty random letters and digits in groups of five: 100 random bits.
create function app.certificate_code()
returns text language plpgsql volatile set search_path = '' as $$
begin
  return regexp_replace(app.random_code(20), '(.{5})(?=.)', '\1-', 'g');
end
$$;

-- supabase/schemas/70_learning/get_learning_course.sql

-- A whole course: lessons in Markdown, and quiz questions without the answers. In the version that the caller began,
-- else the newest. By its id or its slug.
--
-- Definer: no role may read the tables.
-- Fails with: invalid_request, not_found
create function api.get_learning_course(p_id text, p_locale text default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_locale  text := app.reading_locale(p_locale);
  v_course  app.courses;
  v_version int;
begin
  select * into v_course from app.courses c where c.slug = p_id or c.id::text = lower(p_id);
  perform app.require_found(found);
  v_version := app.version_for(app.user_id(), v_course);
  return app.course_view(v_course, v_version, v_locale) || jsonb_build_object(
    'locale', v_locale,
    'modules', (select jsonb_agg(app.module_content(m, v_locale) order by m.position)
                  from app.module_versions m where m.course_id = v_course.id and m.version = v_version));
end
$$;
grant execute on function api.get_learning_course to authenticated, service_role;

-- A module in one language. Lists every field of a question that may be sent, explicitly.
create function app.module_content(p_module app.module_versions, p_locale text)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'id', p_module.module_id,
    'slug', p_module.slug,
    'title', p_module.title ->> p_locale,
    'summary', p_module.summary ->> p_locale,
    'lessons', (
      select jsonb_agg(jsonb_build_object(
          'slug', l.entry -> 'slug',
          'minutes', l.entry -> 'minutes',
          'title', l.entry -> 'title' -> p_locale,
          'text', l.entry -> 'text' -> p_locale) order by l.n)
        from jsonb_array_elements(p_module.lessons) with ordinality l (entry, n)),
    'questions', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'key', q.entry -> 'key',
          'kind', q.entry -> 'kind',
          'text', q.entry -> 'text' -> p_locale,
          'options', (select jsonb_agg(jsonb_build_object(
                                 'key', o.entry -> 'key',
                                 'text', o.entry -> 'text' -> p_locale,
                                 'picture', o.entry -> 'picture') order by o.n)
                        from jsonb_array_elements(q.entry -> 'options') with ordinality o (entry, n))) order by q.n), '[]')
        from jsonb_array_elements(p_module.questions) with ordinality q (entry, n)));
end
$$;

-- supabase/schemas/70_learning/get_learning_progress.sql

-- The caller's progress in the courses that they have begun, last begun first.
--
-- Definer: no role may read the tables.
-- Fails with: unauthenticated, invalid_request
create function api.get_learning_progress(
  p_locale text default null, p_limit int default 20, p_after jsonb default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_user   uuid := app.require_user();
  v_locale text := app.reading_locale(p_locale);
  v_limit  int := app.page_size(p_limit);
begin
  return jsonb_build_object('locale', v_locale) || app.page(array(
    select jsonb_build_object('row', app.course_progress(e, v_locale),
                              'key', jsonb_build_object('at', e.started_at, 'id', e.course_id))
      from app.enrolments e
     where e.user_id = v_user
       and (p_after is null
            or (e.started_at, e.course_id) < ((p_after ->> 'at')::timestamptz, (p_after ->> 'id')::uuid))
     order by e.started_at desc, e.course_id desc
     limit v_limit + 1), v_limit);
end
$$;
grant execute on function api.get_learning_progress to authenticated;

-- The caller's progress in one module of a course that they have begun, and in that course; with answers also the
-- result of that attempt, null where there is none. In the version that was marked: the caller may have moved to a
-- newer one since.
--
-- Definer: no role may read the tables.
-- Fails with: unauthenticated, invalid_request, not_found
create function api.get_learning_module_progress(
  p_module_id uuid, p_course_version int, p_quiz_answers jsonb default null, p_locale text default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_user      uuid := app.require_user();
  v_locale    text := app.reading_locale(p_locale);
  v_module    app.module_versions;
  v_enrolment app.enrolments;
  v_attempt   app.quiz_attempts;
begin
  select * into v_module from app.module_versions m where m.module_id = p_module_id and m.version = p_course_version;
  select * into v_enrolment from app.enrolments e where e.user_id = v_user and e.course_id = v_module.course_id;
  perform app.require_found(found);
  select * into v_attempt from app.quiz_attempts a
   where a.user_id = v_user and a.module_id = p_module_id and a.version = p_course_version
     and a.answers_hash = app.request_hash(p_quiz_answers);
  return jsonb_build_object(
    'attempt', case when v_attempt.user_id is not null then app.attempt_response(v_attempt, v_locale) end,
    'module', app.module_progress(v_user, v_module, v_locale),
    'course', app.course_progress(v_enrolment, v_locale));
end
$$;
grant execute on function api.get_learning_module_progress to authenticated;

-- The caller's last attempt at a module's quiz, as it was graded; null where there is none.
--
-- Definer: no role may read the tables.
-- Fails with: unauthenticated, invalid_request
create function api.get_quiz_attempt(p_module_id uuid, p_locale text default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_user    uuid := app.require_user();
  v_locale  text := app.reading_locale(p_locale);
  v_attempt app.quiz_attempts;
begin
  select * into v_attempt from app.quiz_attempts a
   where a.user_id = v_user and a.module_id = p_module_id
   order by a.at desc, a.version desc
   limit 1;
  return jsonb_build_object(
    'attempt', case when v_attempt.user_id is not null then app.attempt_response(v_attempt, v_locale) end);
end
$$;
grant execute on function api.get_quiz_attempt to authenticated;

create policy "people read what they completed" on app.completed_items
  for select to authenticated using (user_id = (select app.policy_user_id()));
create policy "people read where they are enrolled" on app.enrolments
  for select to authenticated using (user_id = (select app.policy_user_id()));
grant select on app.completed_items, app.enrolments to authenticated;

-- A user's own progress for direct reads, one row for each completed item. Invoker: the policies of the tables decide
-- which rows are visible.
create view api.learning_progress with (security_invoker = true) as
  select i.course_id, e.version as course_version, i.module_id, i.item, i.completed_at
    from app.completed_items i
    join app.enrolments e on e.user_id = i.user_id and e.course_id = i.course_id;
grant select on api.learning_progress to authenticated;

-- supabase/schemas/70_learning/list_learning_courses.sql

-- Courses with summaries of their modules, in the recommended order, and the caller's progress in each. Callers without
-- an account see the same courses, none of them begun.
--
-- Definer: no role may read the tables.
-- Fails with: invalid_request
create function api.list_learning_courses(
  p_locale text default null, p_limit int default 20, p_after jsonb default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_user   uuid := app.user_id();
  v_locale text := app.reading_locale(p_locale);
  v_limit  int := app.page_size(p_limit);
begin
  return jsonb_build_object('locale', v_locale) || app.page(array(
    select jsonb_build_object(
             'row', app.course_view(c, app.version_for(v_user, c), v_locale)
               || jsonb_build_object('progress', app.progress_summary(v_user, c.id)),
             'key', jsonb_build_object('position', c.position, 'slug', c.slug))
      from app.courses c
     where p_after is null or (c.position, c.slug) > ((p_after ->> 'position')::int, p_after ->> 'slug')
     order by c.position, c.slug
     limit v_limit + 1), v_limit);
end
$$;
grant execute on function api.list_learning_courses to authenticated, service_role;

-- The summary of a version of a course: titles, lengths, and its completion rule.
create function app.course_view(p_course app.courses, p_version int, p_locale text)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_modules jsonb;
begin
  select jsonb_agg(jsonb_build_object(
      'id', m.module_id,
      'slug', m.slug,
      'title', m.title ->> p_locale,
      'summary', m.summary ->> p_locale,
      'lessonCount', jsonb_array_length(m.lessons),
      'questionCount', jsonb_array_length(m.questions),
      'minutes', (select sum((l ->> 'minutes')::int) from jsonb_array_elements(m.lessons) l)) order by m.position)
    into v_modules
    from app.module_versions m where m.course_id = p_course.id and m.version = p_version;
  return (
    select jsonb_build_object(
        'id', p_course.id,
        'slug', p_course.slug,
        'version', v.version,
        'newestVersion', p_course.newest_version,
        'neededBy', case when p_course.slug = app.surveyor_course() then 'surveyor' end,
        'title', v.title ->> p_locale,
        'summary', v.summary ->> p_locale,
        'minutes', (select sum((m ->> 'minutes')::int) from jsonb_array_elements(v_modules) m),
        'rule', jsonb_build_object('lessons', 'all', 'quizPassPercent', app.pass_percent()),
        'modules', v_modules)
      from app.course_versions v where v.course_id = p_course.id and v.version = p_version);
end
$$;

-- A user's progress in a course, as a summary.
create function app.progress_summary(p_user uuid, p_course_id uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_enrolment app.enrolments;
begin
  select * into v_enrolment from app.enrolments e where e.user_id = p_user and e.course_id = p_course_id;
  return jsonb_build_object(
    'state', case when v_enrolment.user_id is null then 'not_started'
                  when v_enrolment.completed_at is null then 'in_progress' else 'completed' end,
    'startedAt', app.instant(v_enrolment.started_at),
    'completedAt', app.instant(v_enrolment.completed_at),
    'completedModules', (
      select count(*) from app.module_versions m
       where m.course_id = p_course_id and m.version = v_enrolment.version
         and app.completed_of(p_user, m) @> m.items),
    'certificateCode', (
      select t.code from app.certificates t where t.user_id = p_user and t.course_id = p_course_id));
end
$$;

-- supabase/schemas/70_learning/load_course.sql

-- Publish a course from its files. Loading an unchanged course again changes nothing; any difference creates a new
-- version, and users who have begun keep theirs.
--
-- `p_course`: slug, position, title, summary and modules, each with slug, title, summary, lessons, questions and
-- answers as the columns of app.module_versions have them. The loader has validated all of it. Ids are derived from the
-- slugs (UUIDv5), so a course has the same ids wherever it is loaded.
-- Definer: no role may touch the tables.
create function api.load_course(p_course jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_slug   text := p_course ->> 'slug';
  v_id     uuid := extensions.uuid_generate_v5(extensions.uuid_ns_url(), 'salama:course:' || v_slug);
  v_hash   bytea := app.request_hash(p_course - 'position');
  v_newest int;
begin
  insert into app.courses (id, slug, position, newest_version) values (v_id, v_slug, (p_course ->> 'position')::int, 0)
  on conflict (slug) do update set position = excluded.position
  returning newest_version into v_newest;
  if exists (select from app.course_versions v
              where v.course_id = v_id and v.version = v_newest and v.content_hash = v_hash) then
    return jsonb_build_object('slug', v_slug, 'version', v_newest, 'changed', false);
  end if;
  v_newest := v_newest + 1;
  insert into app.course_versions (course_id, version, title, summary, content_hash, published_at)
  values (v_id, v_newest, p_course -> 'title', p_course -> 'summary', v_hash, app.now());
  insert into app.module_versions
    (module_id, course_id, version, slug, position, title, summary, lessons, questions, answers, items)
  select extensions.uuid_generate_v5(v_id, m.entry ->> 'slug'), v_id, v_newest, m.entry ->> 'slug', m.position,
         m.entry -> 'title', m.entry -> 'summary', m.entry -> 'lessons', m.entry -> 'questions', m.entry -> 'answers',
         array(select l.entry ->> 'slug' from jsonb_array_elements(m.entry -> 'lessons') with ordinality l (entry, n)
                order by l.n)
           || case when m.entry -> 'questions' = '[]' then '{}' else '{quiz}'::text[] end
    from jsonb_array_elements(p_course -> 'modules') with ordinality m (entry, position);
  update app.courses c set newest_version = v_newest where c.id = v_id;
  return jsonb_build_object('slug', v_slug, 'version', v_newest, 'changed', true);
end
$$;
grant execute on function api.load_course to service_role;

-- supabase/schemas/70_learning/mark_learning_module_progress.sql

-- Add the caller's progress in one module: completed items, and an attempt at the quiz.
--
-- The first mark in a course begins it, in the version that the client has read, else the newest; an empty one only
-- begins it. That version is fixed from then on. Completed items are only added, so devices merge to the union and a
-- retry changes nothing. `quiz` among the items is accepted only once the quiz is passed.
--
-- Returns the version alone, and nothing that depends on the grading: the result is read in a separate request
-- (api.get_learning_module_progress). A caller of PostgREST can request a response format that fails after this has
-- run, and whether it fails can depend on the response. The failure rolls back the attempt and its use of the hourly
-- limit: with the grades in the response they could guess without limit. For the same reason `quiz` among the items
-- beside answers is not rejected. The enrolment's row is locked, so that the last two modules, finished on two phones
-- at once, complete the course once.
-- Definer: no role may write the tables.
-- Fails with: unauthenticated, invalid_request, not_found, version_conflict, quiz_not_passed, rate_limited
create function api.mark_learning_module_progress(
  p_module_id uuid, p_completed_items text[] default '{}', p_quiz_answers jsonb default null,
  p_course_version int default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user   uuid := app.require_user();
  v_module app.module_versions := app.enrolled_module(v_user, p_module_id, p_course_version);
  v_items  text[] := p_completed_items;
begin
  if p_quiz_answers is not null then
    perform app.attempt_quiz(v_user, v_module, p_quiz_answers);
    v_items := array_remove(v_items, 'quiz');
  end if;
  perform app.complete_items(v_user, v_module, v_items);
  perform app.complete_course(v_user, v_module.course_id);
  return jsonb_build_object('courseVersion', v_module.version);
end
$$;
grant execute on function api.mark_learning_module_progress to authenticated;

-- A module in the version of the user's enrolment, which is created if there is none; the enrolment is locked.
-- Fails with: invalid_request, not_found, version_conflict
create function app.enrolled_module(p_user uuid, p_module_id uuid, p_version int)
returns app.module_versions language plpgsql set search_path = '' as $$
declare
  v_course  app.courses;
  v_version int;
  v_module  app.module_versions;
begin
  select * into v_course from app.courses c
   where c.id = (select m.course_id from app.module_versions m where m.module_id = p_module_id limit 1);
  perform app.require_found(found);
  if p_version is not null and not exists (
       select from app.course_versions v where v.course_id = v_course.id and v.version = p_version) then
    perform app.fail('invalid_request', '{"path": "courseVersion", "code": "unknown_reference"}');
  end if;
  insert into app.enrolments (user_id, course_id, version, started_at)
  values (p_user, v_course.id, coalesce(p_version, v_course.newest_version), app.now())
  on conflict do nothing;
  select e.version into strict v_version from app.enrolments e
   where e.user_id = p_user and e.course_id = v_course.id for update;
  if p_version <> v_version then
    perform app.fail('version_conflict', jsonb_build_object('currentVersion', v_version));
  end if;
  select * into v_module from app.module_versions m where m.module_id = p_module_id and m.version = v_version;
  perform app.require_found(found);
  return v_module;
end
$$;

-- Fails with: invalid_request (an item that the module does not have), quiz_not_passed
create function app.complete_items(p_user uuid, p_module app.module_versions, p_items text[])
returns void language plpgsql set search_path = '' as $$
declare
  v_problems jsonb;
begin
  select jsonb_agg(jsonb_build_object('path', 'completedItems.' || i.n - 1, 'code', 'unknown_reference') order by i.n)
    into v_problems
    from unnest(p_items) with ordinality i (item, n)
   where i.item is null or i.item <> all (p_module.items);
  if v_problems is not null or cardinality(p_items) > 100 then
    perform app.fail('invalid_request',
                     jsonb_build_object('errors', coalesce(v_problems, '[{"path": "completedItems", "code": "out_of_range"}]')));
  end if;
  if 'quiz' = any (p_items) and not 'quiz' = any (app.completed_of(p_user, p_module)) then
    perform app.fail('quiz_not_passed', '{"path": "completedItems"}');
  end if;
  insert into app.completed_items (user_id, course_id, module_id, item, completed_at)
  select p_user, p_module.course_id, p_module.module_id, i.item, app.now()
    from (select distinct unnest(p_items) as item) i
  on conflict do nothing;
end
$$;

-- If no required item remains, record the completion and issue the certificate, once.
create function app.complete_course(p_user uuid, p_course_id uuid)
returns app.enrolments language plpgsql set search_path = '' as $$
declare
  v_enrolment app.enrolments;
begin
  update app.enrolments e set completed_at = app.now()
   where e.user_id = p_user and e.course_id = p_course_id and e.completed_at is null
     and not exists (select from app.module_versions m
                      where m.course_id = e.course_id and m.version = e.version
                        and not app.completed_of(p_user, m) @> m.items);
  if found then
    insert into app.certificates (code, user_id, course_id, version, issued_at)
    select app.certificate_code(), p_user, p_course_id, e.version, app.now()
      from app.enrolments e where e.user_id = p_user and e.course_id = p_course_id;
  end if;
  select * into strict v_enrolment from app.enrolments e where e.user_id = p_user and e.course_id = p_course_id;
  return v_enrolment;
end
$$;

-- supabase/schemas/70_learning/progress_response.sql

-- The course that surveyors must complete before they can claim a slot.
create function app.surveyor_course()
returns text language plpgsql immutable set search_path = '' as $$
begin
  return 'surveyor-basics';
end
$$;

-- The pass mark of a quiz, in per cent.
create function app.pass_percent()
returns int language plpgsql immutable set search_path = '' as $$
begin
  return 80;
end
$$;

-- Per cent, rounded down: 79.9 is not 80.
create function app.percent(p_right int, p_of int)
returns int language plpgsql immutable set search_path = '' as $$
begin
  return p_right * 100 / nullif(p_of, 0);
end
$$;

-- The version of a course that a user sees: the one they began, else the newest.
create function app.version_for(p_user uuid, p_course app.courses)
returns int language plpgsql stable set search_path = '' as $$
begin
  return coalesce(
    (select e.version from app.enrolments e where e.user_id = p_user and e.course_id = p_course.id),
    p_course.newest_version);
end
$$;

-- The items of a module that a user has completed, in the module's order.
create function app.completed_of(p_user uuid, p_module app.module_versions)
returns text[] language plpgsql stable set search_path = '' as $$
begin
  return array(
    select m.item from unnest(p_module.items) with ordinality m (item, n)
     where exists (select from app.completed_items i
                    where i.user_id = p_user and i.module_id = p_module.module_id and i.item = m.item)
     order by m.n);
end
$$;

-- A user's progress in one module.
create function app.module_progress(p_user uuid, p_module app.module_versions, p_locale text)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_done text[] := app.completed_of(p_user, p_module);
  v_quiz jsonb;
begin
  if 'quiz' = any (p_module.items) then
    select jsonb_build_object(
        'passed', 'quiz' = any (v_done),
        'attempts', count(*),
        'bestPercent', max(app.percent(a.right_answers, a.questions)))
      into v_quiz
      from app.quiz_attempts a
     where a.user_id = p_user and a.module_id = p_module.module_id;
  end if;
  return jsonb_build_object(
    'moduleId', p_module.module_id,
    'slug', p_module.slug,
    'title', p_module.title ->> p_locale,
    'state', case when v_done @> p_module.items then 'completed'
                  when v_done = '{}' and coalesce((v_quiz ->> 'attempts')::int, 0) = 0 then 'not_started'
                  else 'in_progress' end,
    'completedItems', v_done,
    'remainingItems', array(select m.item from unnest(p_module.items) with ordinality m (item, n)
                             where m.item <> all (v_done) order by m.n),
    'quiz', v_quiz);
end
$$;

-- A user's progress in one course that they have begun.
create function app.course_progress(p_enrolment app.enrolments, p_locale text)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
        'courseId', c.id,
        'slug', c.slug,
        'title', v.title ->> p_locale,
        'version', v.version,
        'state', case when p_enrolment.completed_at is null then 'in_progress' else 'completed' end,
        'startedAt', app.instant(p_enrolment.started_at),
        'completedAt', app.instant(p_enrolment.completed_at),
        'modules', (select jsonb_agg(app.module_progress(p_enrolment.user_id, m, p_locale) order by m.position)
                      from app.module_versions m where m.course_id = c.id and m.version = v.version),
        'certificate', (select jsonb_build_object('code', t.code, 'issuedAt', app.instant(t.issued_at))
                          from app.certificates t
                         where t.user_id = p_enrolment.user_id and t.course_id = c.id))
      from app.courses c
      join app.course_versions v on v.course_id = c.id and v.version = p_enrolment.version
     where c.id = p_enrolment.course_id);
end
$$;

-- Whether a user has completed a course, in any version.
create function app.has_passed_course(p_user uuid, p_course_slug text)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from app.enrolments e join app.courses c on c.id = e.course_id
     where e.user_id = p_user and c.slug = p_course_slug and e.completed_at is not null);
end
$$;

-- supabase/schemas/75_documents/00_tables.sql

-- Legal documents: terms, privacy, and the surveyors' agreement. A version is named by the day from which it is in
-- force, and its text is immutable, because users accepted that text.
create table app.document_versions (
  document_key text not null check (document_key ~ '^[a-z]+(-[a-z]+)*$' and char_length(document_key) <= 80),
  version      date not null,
  -- {"en": …, "sw": …}; the text in Markdown.
  title        jsonb not null,
  text         jsonb not null,
  loaded_at    timestamptz not null,
  primary key (document_key, version)
);
alter table app.document_versions enable row level security;
create trigger published_for_good before update or delete on app.document_versions
  for each row execute function app.refuse_change();

-- Acceptances, with the time of the first one.
create table app.document_acceptances (
  user_id      uuid not null,
  document_key text not null,
  version      date not null,
  accepted_at  timestamptz not null,
  primary key (user_id, document_key, version),
  foreign key (document_key, version) references app.document_versions
);
alter table app.document_acceptances enable row level security;

-- The version in force today in Nairobi. Fails with: not_found
create function app.current_document_version(p_key text)
returns date language plpgsql stable set search_path = '' as $$
declare
  v_version date;
begin
  select max(d.version) into v_version from app.document_versions d
   where d.document_key = p_key and d.version <= app.city_day(app.now());
  perform app.require_found(v_version is not null);
  return v_version;
end
$$;

-- supabase/schemas/75_documents/documents.sql

-- A document: the requested version, else the one in force.
--
-- Definer: no role may read the table.
-- Fails with: invalid_request, not_found
create function api.get_document(p_document_key text, p_version date default null, p_locale text default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_locale   text := app.reading_locale(p_locale);
  v_current  date := app.current_document_version(p_document_key);
  v_document app.document_versions;
begin
  perform app.admit_caller();
  select * into v_document from app.document_versions d
   where d.document_key = p_document_key and d.version = coalesce(p_version, v_current);
  perform app.require_found(found);
  return jsonb_build_object(
    'documentKey', v_document.document_key,
    'version', v_document.version,
    'currentVersion', v_current,
    'locale', v_locale,
    'title', v_document.title ->> v_locale,
    'text', v_document.text ->> v_locale);
end
$$;
grant execute on function api.get_document to authenticated, service_role;

-- Record that the caller accepts a version of a document. Idempotent: the first timestamp is kept.
--
-- Definer: no role may touch the tables.
-- Fails with: unauthenticated, not_found (no such document), invalid_request (no such version)
create function api.accept_document(p_document_key text, p_version date)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user    uuid := app.require_user();
  v_current date := app.current_document_version(p_document_key);
begin
  if not exists (select from app.document_versions d
                  where d.document_key = p_document_key and d.version = p_version and d.version <= v_current) then
    perform app.fail('invalid_request', '{"path": "version", "code": "unknown_reference"}');
  end if;
  insert into app.document_acceptances (user_id, document_key, version, accepted_at)
  values (v_user, p_document_key, p_version, app.now())
  on conflict do nothing;
  return app.acceptance_response(v_user, p_document_key);
end
$$;
grant execute on function api.accept_document to authenticated;

-- Whether the caller has accepted a document, and in which version.
--
-- Definer: no role may read the tables.
-- Fails with: unauthenticated, not_found
create function api.get_document_acceptance(p_document_key text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  return app.acceptance_response(app.require_user(), p_document_key);
end
$$;
grant execute on function api.get_document_acceptance to authenticated;

-- The newest version that a user accepted, and whether they must accept a newer one. Fails with: not_found
create function app.acceptance_response(p_user uuid, p_key text)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_current  date := app.current_document_version(p_key);
  v_accepted app.document_acceptances;
begin
  select * into v_accepted from app.document_acceptances a
   where a.user_id = p_user and a.document_key = p_key
   order by a.version desc
   limit 1;
  return jsonb_build_object(
    'documentKey', p_key,
    'currentVersion', v_current,
    'acceptedVersion', v_accepted.version,
    'acceptedAt', app.instant(v_accepted.accepted_at),
    'needed', v_accepted.version is distinct from v_current);
end
$$;

-- Add a version of a document. The same again changes nothing; a different text for an existing version is rejected,
-- because users may have accepted that one.
--
-- Definer: no role may touch the table.
-- Fails with: version_conflict
create function api.load_document(p_key text, p_version date, p_title jsonb, p_text jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_added boolean;
begin
  insert into app.document_versions (document_key, version, title, text, loaded_at)
  values (p_key, p_version, p_title, p_text, app.now())
  on conflict do nothing;
  v_added := found;
  if not exists (select from app.document_versions d
                  where d.document_key = p_key and d.version = p_version and d.title = p_title and d.text = p_text) then
    perform app.fail('version_conflict', jsonb_build_object('documentKey', p_key, 'version', p_version));
  end if;
  return jsonb_build_object('documentKey', p_key, 'version', p_version, 'changed', v_added);
end
$$;
grant execute on function api.load_document to service_role;

-- supabase/schemas/80_surveyor/00_tables.sql

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
-- in English; the Swahili ones are null if missing.
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
  check ((place).lat is not null or (area).south is not null or corridor_id is not null or route_id is not null),
  check ((closed_at is null) = (close_reason is null))
);
create index assignments_due on app.assignments (due_at, id);
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
create unique index assignment_slots_one_each on app.assignment_slots (holder_id) where state = 'claimed';
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
  token      bigint
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
  -- The returned entry that this one corrects.
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
  version      int not null default 1
);
create index collection_entries_surveyor on app.collection_entries (surveyor_id, received_at desc, id desc);
create index collection_entries_session on app.collection_entries (session_id);
create index collection_entries_token on app.collection_entries (token);
create index collection_entries_plate on app.collection_entries (plate_key, captured_at);
alter table app.collection_entries enable row level security;
alter table app.vehicle_facts add foreign key (entry_id) references app.collection_entries;
alter table app.vehicle_facts add foreign key (session_id) references app.surveyor_sessions;

-- The allowed transitions of an entry. `replaced`: a newer one corrects it.
insert into app.transitions (machine, from_state, to_state)
select 'collection_entry', m.* from (values
  ('submitted', 'in_review'), ('submitted', 'held'), ('held', 'in_review'),
  ('in_review', 'approved'), ('in_review', 'changes_requested'), ('in_review', 'rejected'),
  ('changes_requested', 'replaced'),
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

-- supabase/schemas/80_surveyor/assignment_slots.sql

-- Claim a free slot of an assignment for two hours; touching the session renews it, for up to 12 hours in total.
-- `p_offline` claims the 12 hours at once, for offline work. Each claim has a token that is larger than any before.
--
-- One slot at a time. Claiming again in the assignment of one's current slot returns that slot, which makes a retry
-- safe, and turns it into an offline lease if requested. The loser of a race is not shown who won.
-- Definer: nobody may touch app.assignment_slots directly.
-- Fails with: unauthenticated, role_required, not_found, not_eligible, session_required, claim_limit, slot_taken,
-- rate_limited
create function api.claim_assignment_slot(
  p_id uuid, p_session_id uuid default null, p_offline boolean default false)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_surveyor uuid := app.require_role('surveyor');
  v_held     app.assignment_slots;
  v_taken    uuid;
begin
  perform app.check_may_claim(v_surveyor, p_id, p_session_id);
  perform app.lock_surveyor(v_surveyor);
  select * into v_held from app.assignment_slots s where s.holder_id = v_surveyor and s.state = 'claimed' for update;
  if v_held.held_until > app.now() then
    if v_held.assignment_id <> p_id then
      perform app.fail('claim_limit', '{"max": 1}');
    end if;
    if p_offline then
      update app.assignment_slots s set offline = true, held_until = s.claimed_at + interval '12 hours'
       where s.id = v_held.id;
    end if;
    return app.claim_response(v_held.id, true);
  elsif v_held.id is not null then
    perform app.end_lease(v_held.id);
  end if;
  perform app.check_field_limit(v_surveyor, 'claims');
  v_taken := app.acquire_free_slot(v_surveyor, p_id, p_session_id, coalesce(p_offline, false));
  return app.claim_response(v_taken, false);
end
$$;
grant execute on function api.claim_assignment_slot to authenticated;

-- Fails with: not_found, not_eligible, session_required
create function app.check_may_claim(p_surveyor uuid, p_assignment uuid, p_session uuid)
returns void language plpgsql stable set search_path = '' as $$
begin
  if not exists (select from app.assignments a where a.id = p_assignment) then
    perform app.fail('not_found');
  elsif app.has_passed_course(p_surveyor, app.surveyor_course()) is distinct from true then
    perform app.fail('not_eligible', jsonb_build_object('course', app.surveyor_course()));
  elsif p_session is not null and not exists (
    select from app.surveyor_sessions s
     where s.id = p_session and s.surveyor_id = p_surveyor and app.session_state(s) = 'open')
  then
    perform app.fail('session_required', '{"path": "sessionId"}');
  end if;
end
$$;

-- The claim itself, one statement: the first transaction to lock the row gets the slot, and an expired lease under
-- which nothing was recorded is free as soon as it expires. Rows locked by a concurrent claim are skipped, because two
-- surveyors who release each other's slots would deadlock.
-- Fails with: slot_taken
create function app.acquire_free_slot(p_surveyor uuid, p_assignment uuid, p_session uuid, p_offline boolean)
returns uuid language plpgsql set search_path = '' as $$
declare
  v_now   timestamptz := app.now();
  v_taken record;
begin
  with free as (
    select s.id, s.state, s.token
      from app.assignment_slots s
      join app.assignments a on a.id = s.assignment_id
     where s.assignment_id = p_assignment
       and a.closed_at is null and (a.due_at is null or a.due_at > v_now)
       and (s.state = 'open' or (s.held_until <= v_now and (s.state = 'changes_requested'
                                                            or (s.state = 'claimed' and not s.has_entries))))
     order by s.n
     limit 1
       for update of s skip locked)
  update app.assignment_slots s
     set state = 'claimed', reason = null, version = s.version + 1, holder_id = p_surveyor, session_id = p_session,
         token = nextval('app.fencing_tokens'), offline = p_offline, has_entries = false, claimed_at = v_now,
         held_until = v_now + case when p_offline then interval '12 hours' else interval '2 hours' end
    from free
   where s.id = free.id
  returning s.id, s.token, free.state as before, free.token as before_token into v_taken;
  if v_taken.id is null then
    perform app.fail('slot_taken');
  end if;
  if v_taken.before <> 'open' then
    perform app.note_slot_move(v_taken.id, v_taken.before, 'expired', v_taken.before_token, 'lease');
    perform app.note_slot_move(v_taken.id, 'expired', 'open', v_taken.before_token);
  end if;
  perform app.note_slot_move(v_taken.id, 'open', 'claimed', v_taken.token, null, p_surveyor);
  return v_taken.id;
end
$$;

create function app.claim_response(p_slot uuid, p_repeated boolean)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (select app.claim_view(s) || jsonb_build_object('repeated', p_repeated)
            from app.assignment_slots s where s.id = p_slot);
end
$$;

-- A slot as its holder sees it.
create function app.claim_view(p_slot app.assignment_slots)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'assignmentId', p_slot.assignment_id,
    'slotId', p_slot.id,
    'token', p_slot.token,
    'state', p_slot.state,
    'claimedAt', app.instant(p_slot.claimed_at),
    'heldUntil', app.instant(p_slot.held_until),
    'renewableUntil', app.instant(p_slot.claimed_at + interval '12 hours'),
    'offline', p_slot.offline,
    'sessionId', p_slot.session_id);
end
$$;

-- Release a claimed slot, or report why the work is impossible: the place was not found, is unsafe, was done already,
-- or is too hard. Blocked slots cannot be claimed again. Releasing a claim again in the same way changes nothing.
--
-- Definer: nobody may touch app.assignment_slots directly.
-- Fails with: unauthenticated, role_required, not_found, invalid_request, invalid_transition
create function api.release_assignment_slot(p_id uuid, p_token bigint, p_blocked text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_surveyor uuid := app.require_role('surveyor');
  v_to       text := case when p_blocked is null then 'released' else 'blocked' end;
  v_slot     app.assignment_slots;
  v_last     app.slot_events;
begin
  if p_blocked not in ('not_found', 'unsafe', 'already_done', 'too_hard') then
    perform app.fail('invalid_request', '{"path": "blocked"}');
  end if;
  v_slot := app.slot_of_claim(v_surveyor, p_token);
  if v_slot.assignment_id is distinct from p_id then
    perform app.fail('not_found');
  end if;
  perform from app.assignment_slots s where s.id = v_slot.id for update;
  select * into v_last from app.slot_events e
   where e.token = p_token and e.to_state <> 'open' order by e.id desc limit 1;
  if v_last.to_state = 'claimed' then
    perform app.move_slot(v_slot.id, v_to, p_blocked, v_surveyor);
  elsif (v_last.to_state, v_last.reason) is distinct from (v_to, p_blocked) then
    perform app.refuse_move(v_last.to_state, app.next_states('slot', v_last.to_state));
  end if;
  return jsonb_build_object(
    'assignmentId', p_id, 'slotId', v_slot.id, 'token', p_token, 'state', v_to, 'reason', p_blocked,
    'repeated', v_last.to_state <> 'claimed');
end
$$;
grant execute on function api.release_assignment_slot to authenticated;

-- The slot that a surveyor claimed under a token, whoever holds it now; null if there is none.
create function app.slot_of_claim(p_surveyor uuid, p_token bigint)
returns app.assignment_slots language plpgsql stable set search_path = '' as $$
declare
  v_slot app.assignment_slots;
begin
  select s.* into v_slot
    from app.slot_events e join app.assignment_slots s on s.id = e.slot_id
   where e.token = p_token and e.to_state = 'claimed' and e.actor = p_surveyor;
  return v_slot;
end
$$;

-- Hand in a claimed slot: the surveyor is finished, and everything under the claim is recorded. Possible after the
-- lease has expired, as long as nobody has claimed the slot since. Entries that were decided meanwhile count
-- immediately. A claim that was handed in already, by its surveyor or by the end of its lease, is returned unchanged.
--
-- Definer: nobody may touch app.assignment_slots directly.
-- Fails with: unauthenticated, role_required, not_found, nothing_recorded, invalid_transition
create function api.submit_assignment_slot(p_id uuid, p_token bigint)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_surveyor uuid := app.require_role('surveyor');
  v_slot     app.assignment_slots := app.slot_of_claim(v_surveyor, p_token);
  v_events   text[];
  v_entries  int;
begin
  if v_slot.assignment_id is distinct from p_id then
    perform app.fail('not_found');
  end if;
  perform from app.assignment_slots s where s.id = v_slot.id for update;
  v_events := array(select e.to_state from app.slot_events e where e.token = p_token order by e.id);
  v_entries := (select count(*) from app.collection_entries e where e.token = p_token and e.state <> 'replaced');
  if v_events = '{claimed}' then
    if v_entries = 0 then
      perform app.fail('nothing_recorded');
    end if;
    perform app.move_slot(v_slot.id, 'submitted', null, v_surveyor);
    perform app.settle_slot(v_slot.id, p_token);
  elsif 'submitted' <> all (v_events) then
    perform app.refuse_move(v_events[2], app.next_states('slot', v_events[2]));
  end if;
  return jsonb_build_object(
    'assignmentId', p_id, 'slotId', v_slot.id, 'token', p_token, 'state', 'submitted', 'entries', v_entries,
    'repeated', v_events <> '{claimed}');
end
$$;
grant execute on function api.submit_assignment_slot to authenticated;

-- supabase/schemas/80_surveyor/check_field_limit.sql

-- Rate limit of field work per surveyor in 24 hours. Far above real use: a day of offline work sends sixty entries and
-- more at once, and none may be lost. It is against tokens that are used directly on the database. A rejected item is
-- not lost either: the phone stores it and retries when the seconds have passed.
-- Fails with: rate_limited
create function app.check_field_limit(p_surveyor uuid, p_what text)
returns void language plpgsql stable set search_path = '' as $$
declare
  v_day   interval := '1 day';
  v_since timestamptz := app.now() - v_day;
  v_nth   timestamptz;
begin
  case p_what
    when 'entries' then
      select e.received_at into v_nth from app.collection_entries e
       where e.surveyor_id = p_surveyor and e.received_at > v_since order by e.received_at desc offset 599 limit 1;
    when 'sessions' then
      select s.received_at into v_nth from app.surveyor_sessions s
       where s.surveyor_id = p_surveyor and s.received_at > v_since order by s.received_at desc offset 49 limit 1;
    when 'claims' then
      select e.at into v_nth from app.slot_events e
       where e.actor = p_surveyor and e.to_state = 'claimed' and e.at > v_since order by e.at desc offset 99 limit 1;
  end case;
  perform app.refuse_until(v_nth + v_day);
end
$$;

-- supabase/schemas/80_surveyor/create_assignment.sql

-- Create an assignment: where, what, until when, and how many slots can be claimed. A retry with the same
-- Idempotency-Key creates nothing and returns the first response.
--
-- Definer: nobody may touch app.assignments directly.
-- Fails with: unauthenticated, role_required, invalid_request, unknown_stop, outside_service_area,
-- idempotency_key_reused
create function api.create_assignment(
  p_kind text, p_title text, p_slot_count int, p_instructions text default '', p_lat float8 default null,
  p_lng float8 default null, p_stop_id uuid default null, p_corridor_id uuid default null, p_route_id uuid default null,
  p_due_at timestamptz default null, p_idempotency_key text default null, p_title_sw text default null,
  p_instructions_sw text default null, p_south float8 default null, p_west float8 default null,
  p_north float8 default null, p_east float8 default null)
returns jsonb language plpgsql security definer set search_path = ''
set timezone = 'UTC' -- the hash of the request holds a time as text
as $$
declare
  v_admin   uuid := app.require_role('admin');
  v_request jsonb := jsonb_build_array('create_assignment', p_kind, p_title, p_slot_count, p_instructions, p_lat, p_lng,
                                       p_stop_id, p_corridor_id, p_route_id, p_due_at, p_title_sw,
                                       p_instructions_sw, p_south, p_west, p_north, p_east);
  v_answer  jsonb := app.replayed_response(v_admin, p_idempotency_key, v_request);
  v_new     app.assignments;
begin
  if v_answer is not null then
    return v_answer;
  end if;
  v_new.id := gen_random_uuid();
  v_new.kind := p_kind;
  v_new.title := p_title;
  v_new.instructions := p_instructions;
  v_new.title_sw := nullif(btrim(p_title_sw), '');
  v_new.instructions_sw := nullif(btrim(p_instructions_sw), '');
  v_new.corridor_id := p_corridor_id;
  v_new.route_id := p_route_id;
  v_new.due_at := p_due_at;
  v_new.created_at := app.now();
  v_new.created_by := v_admin;
  v_new.place := app.field_place_of(p_lat, p_lng, null, p_stop_id);
  if num_nonnulls(p_south, p_west, p_north, p_east) > 0 then
    v_new.area := row(p_south, p_west, p_north, p_east);
  end if;
  perform app.check_assignment(v_new, p_slot_count);
  insert into app.assignments select v_new.*;
  insert into app.assignment_slots (assignment_id, n) select v_new.id, n from generate_series(1, p_slot_count) n;
  perform app.audit(v_admin, 'assignment.created', 'assignment', v_new.id::text, null,
                    jsonb_build_object('kind', p_kind, 'slotCount', p_slot_count));
  return app.save_response(v_admin, p_idempotency_key, v_request, app.assignment_for_admin(v_new));
end
$$;
grant execute on function api.create_assignment to authenticated;

-- Validate an assignment against the contract, for callers that bypass the API, and by rules that only the database can
-- check.
-- Fails with: invalid_request, outside_service_area
create function app.check_assignment(p_new app.assignments, p_slot_count int)
returns void language plpgsql stable set search_path = '' as $$
declare
  v_location jsonb := app.locate_field_place(p_new.place);
begin
  perform app.check_fields(array[
    ('kind', 'invalid_value', p_new.kind in ('stage_count', 'vehicle_survey')),
    ('title', 'invalid_value', char_length(btrim(p_new.title)) >= 1 and char_length(p_new.title) <= 120),
    ('instructions', 'invalid_value', char_length(p_new.instructions) <= 2000),
    ('titleSw', 'invalid_value', p_new.title_sw is null or char_length(p_new.title_sw) <= 120),
    ('instructionsSw', 'invalid_value', p_new.instructions_sw is null or char_length(p_new.instructions_sw) <= 2000),
    ('area', 'invalid_value', p_new.area is null or app.is_field_area(p_new.area)),
    ('slotCount', 'out_of_range', p_slot_count between 1 and 50),
    ('corridorId', 'unknown_reference', p_new.corridor_id is null
                   or exists (select from app.corridors c where c.id = p_new.corridor_id)),
    ('routeId', 'unknown_reference', p_new.route_id is null or exists (select from app.routes r where r.id = p_new.route_id)),
    ('dueAt', 'out_of_range', p_new.due_at is null
              or (p_new.due_at > p_new.created_at and p_new.due_at <= p_new.created_at + interval '1 year')),
    ('place', 'required', v_location is not null or p_new.area is not null or p_new.corridor_id is not null
              or p_new.route_id is not null)
  ]::app.field_check[]);
  if not (v_location ->> 'inServiceArea')::boolean then
    perform app.fail('outside_service_area', jsonb_build_object('path', 'place', 'location', v_location));
  elsif p_new.area is not null and not exists (
    select from app.service_areas s
     where extensions.st_intersects(s.area, extensions.st_makeenvelope(
             (p_new.area).west, (p_new.area).south, (p_new.area).east, (p_new.area).north, 4326)))
  then
    perform app.fail('outside_service_area', '{"path": "area"}');
  end if;
end
$$;

-- Whether a box is a walkable area: south is below north, west is left of east, no side is longer than half a degree.
create function app.is_field_area(p_area app.field_area)
returns boolean language plpgsql immutable set search_path = '' as $$
begin
  return coalesce(
    p_area.south >= -90 and p_area.north <= 90 and p_area.west >= -180 and p_area.east <= 180
    and p_area.south < p_area.north and p_area.north - p_area.south <= 0.5
    and p_area.west < p_area.east and p_area.east - p_area.west <= 0.5, false);
end
$$;

-- Close an assignment, which is no longer needed or was a mistake: no more slots can be claimed. Claimed ones can still
-- be handed in, because surveyors may be on their way. It needs a reason, is audited, and cannot be undone: a new
-- assignment can be created instead. Idempotent.
--
-- Definer: nobody may touch app.assignments directly.
-- Fails with: unauthenticated, role_required, invalid_request, not_found
create function api.close_assignment(p_id uuid, p_reason text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin      uuid := app.require_role('admin');
  v_assignment app.assignments;
begin
  perform app.check_reason(p_reason);
  select * into v_assignment from app.assignments a where a.id = p_id for update;
  if v_assignment.id is null then
    perform app.fail('not_found');
  elsif v_assignment.closed_at is null then
    update app.assignments a set closed_at = app.now(), closed_by = v_admin, close_reason = btrim(p_reason)
     where a.id = p_id
    returning * into v_assignment;
    perform app.audit(v_admin, 'assignment.closed', 'assignment', p_id::text, btrim(p_reason));
  end if;
  return app.assignment_for_admin(v_assignment);
end
$$;
grant execute on function api.close_assignment to authenticated;

-- supabase/schemas/80_surveyor/decide_collection_entry.sql

-- Move a collection entry to another state and record the event. Fails with: invalid_transition
create function app.move_entry(p_entry uuid, p_to text, p_reason text default null, p_actor uuid default null)
returns void language plpgsql set search_path = '' as $$
declare
  v_from text;
begin
  select e.state into v_from from app.collection_entries e where e.id = p_entry for update;
  perform app.check_move('collection_entry', v_from, p_to);
  update app.collection_entries e set state = p_to, version = e.version + 1 where e.id = p_entry;
  insert into app.collection_entry_events (entry_id, at, from_state, to_state, reason, actor)
  values (p_entry, app.now(), v_from, p_to, p_reason, p_actor);
end
$$;

-- Apply a reviewer's decision to a collection entry, in the transaction of the decision.
--
-- Approval, with or without edits, writes a new version of the vehicle's facts. `changes_requested` returns the entry
-- with its reasons, and reserves the slot for the same surveyor for 24 hours; its `edits` may name the facts to check
-- again, `{"facts": ["plate"]}`. A duplicate of another existing entry is rejected as one. A held entry is moved to
-- review first, then decided.
-- Fails with: invalid_transition, invalid_request
create function app.decide_collection_entry(
  p_entry app.review_entries, p_decision text, p_input jsonb, p_actor uuid)
returns void language plpgsql set search_path = '' as $$
declare
  v_entry app.collection_entries;
  v_to    text := case p_decision when 'approved_with_edits' then 'approved' when 'duplicate' then 'rejected'
                                  else p_decision end;
begin
  if p_decision = 'duplicate'
     and not exists (select from app.collection_entries e where e.id = (p_input ->> 'duplicateOf')::uuid) then
    perform app.fail('invalid_request', '{"path": "duplicateOf", "code": "unknown_reference"}');
  end if;
  select * into v_entry from app.collection_entries e where e.id = p_entry.subject_id for update;
  if v_entry.state = 'held' then
    perform app.move_entry(v_entry.id, 'in_review', null, p_actor);
  end if;
  perform app.move_entry(v_entry.id, v_to, p_input ->> 'reasonCode', p_actor);
  update app.collection_entries e
     set decided_at = app.now(),
         reason = coalesce(p_input ->> 'reasonCode', case when p_decision = 'duplicate' then 'duplicate' end),
         reason_note = p_input ->> 'note',
         reason_facts = app.facts_to_check(p_decision, p_input -> 'edits'),
         vehicle_id = case v_to when 'approved' then app.write_vehicle_facts(
                        v_entry, app.edited_facts(v_entry, p_decision, p_input -> 'edits'), p_actor) end
   where e.id = v_entry.id;
  perform app.settle_slot(v_entry.slot_id, v_entry.token);
end
$$;

-- The surveyor's facts with the reviewer's edits applied. Fails with: invalid_request
create function app.edited_facts(p_entry app.collection_entries, p_decision text, p_edits jsonb)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_facts    jsonb;
  v_problems text[];
begin
  if p_decision <> 'approved_with_edits' then
    return p_entry.facts;
  end if;
  if jsonb_typeof(p_edits) is distinct from 'object' or p_edits = '{}' then
    perform app.fail('invalid_request', '{"path": "edits", "code": "required"}');
  end if;
  v_facts := jsonb_strip_nulls(p_entry.facts || p_edits);
  v_problems := app.fact_problems(v_facts);
  if v_problems <> '{}' then
    perform app.fail('invalid_request', jsonb_build_object('path', 'edits.' || v_problems[1]));
  end if;
  return v_facts;
end
$$;

-- The facts to check again in a returned entry, by name. Fails with: invalid_request
create function app.facts_to_check(p_decision text, p_edits jsonb)
returns text[] language plpgsql immutable set search_path = '' as $$
declare
  v_facts text[] := '{}';
begin
  if p_decision <> 'changes_requested' or coalesce(p_edits, 'null') in ('null', '{}') then
    return '{}';
  end if;
  if jsonb_typeof(p_edits -> 'facts') = 'array' then
    v_facts := array(select jsonb_array_elements_text(p_edits -> 'facts'));
  end if;
  if v_facts = '{}' or p_edits - 'facts' <> '{}'
     or not v_facts <@ array['plate', 'fleetName', 'sacco', 'routeIds', 'capacity', 'sticker', 'checks', 'note', 'place']
  then
    perform app.fail('invalid_request', '{"path": "edits.facts"}');
  end if;
  return v_facts;
end
$$;

-- Derive the state of a slot from the entries under its claim: returned if one was returned, pending while one is
-- pending, done if one was approved, else open again. No change if the slot has been claimed again since.
create function app.settle_slot(p_slot uuid, p_token bigint)
returns void language plpgsql set search_path = '' as $$
declare
  v_slot   app.assignment_slots;
  v_states text[];
begin
  select * into v_slot from app.assignment_slots s where s.id = p_slot for update;
  if (v_slot.token = p_token and v_slot.state in ('submitted', 'changes_requested')) is distinct from true then
    return;
  end if;
  v_states := array(select e.state from app.collection_entries e where e.slot_id = p_slot and e.token = p_token);
  if 'changes_requested' = any (v_states) then
    if v_slot.state = 'submitted' then
      perform app.move_slot(p_slot, 'changes_requested');
    end if;
    update app.assignment_slots s set held_until = app.now() + interval '24 hours' where s.id = p_slot;
  elsif v_states && array['submitted', 'in_review', 'held'] or v_slot.state <> 'submitted' then
    return;
  else
    perform app.move_slot(p_slot, case when 'approved' = any (v_states) then 'approved' else 'rejected' end);
  end if;
end
$$;

-- supabase/schemas/80_surveyor/get_surveyor_stats.sql

-- The caller's work by days of Nairobi, both ends included: entries by state, on the day of their capture, and hours in
-- sessions. Entries that were corrected by a newer one do not count; overlapping sessions count once.
--
-- Definer: nobody may read field work directly.
-- Fails with: unauthenticated, role_required, invalid_request
create function api.get_surveyor_stats(p_from date default null, p_to date default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_surveyor uuid := app.require_role('surveyor');
  v_to       date := coalesce(p_to, app.city_day(app.now()));
  v_from     date := coalesce(p_from, v_to - 6);
begin
  if not isfinite(v_from) or not isfinite(v_to) or v_from > v_to or v_to - v_from > 92 then
    perform app.fail('invalid_request', '{"path": "from", "code": "out_of_range"}');
  end if;
  return jsonb_build_object(
    'from', v_from,
    'to', v_to,
    'days', (
      select jsonb_agg(jsonb_build_object(
               'date', d::date,
               'entries', app.count_entries(v_surveyor, d::date, d::date),
               'hours', app.hours_worked(v_surveyor, d::date, d::date)) order by d)
        from generate_series(v_from::timestamp, v_to::timestamp, '1 day') d),
    'total', jsonb_build_object(
      'entries', app.count_entries(v_surveyor, v_from, v_to), 'hours', app.hours_worked(v_surveyor, v_from, v_to)),
    'streak', app.accepted_streak(v_surveyor));
end
$$;
grant execute on function api.get_surveyor_stats to authenticated;

-- Entries by state that were captured on these days, of one surveyor or, with null, of all.
create function app.count_entries(p_surveyor uuid, p_from date, p_to date)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
             'inReview', count(*) filter (where e.state in ('submitted', 'in_review')),
             'held', count(*) filter (where e.state = 'held'),
             'approved', count(*) filter (where e.state = 'approved'),
             'changesRequested', count(*) filter (where e.state = 'changes_requested'),
             'rejected', count(*) filter (where e.state = 'rejected'))
      from app.collection_entries e
     where (p_surveyor is null or e.surveyor_id = p_surveyor)
       and e.captured_at >= app.city_midnight(p_from)
       and e.captured_at < app.city_midnight(p_to + 1));
end
$$;

-- Hours in sessions, to the hundredth. An ongoing session counts until now, an abandoned one until its last touch.
create function app.hours_worked(p_surveyor uuid, p_from date, p_to date)
returns numeric language plpgsql stable set search_path = '' as $$
declare
  v_days tstzrange := tstzrange(app.city_midnight(p_from), app.city_midnight(p_to + 1));
begin
  return (
    select coalesce(round((sum(extract(epoch from upper(stretch) - lower(stretch))) / 3600)::numeric, 2), 0)
      from unnest((
        select range_agg(v_days * tstzrange(s.started_at, greatest(s.started_at,
                 case app.session_state(s) when 'ended' then s.ended_at when 'abandoned' then s.touched_at
                                           else app.now() end)))
          from app.surveyor_sessions s
         where s.surveyor_id = p_surveyor and s.started_at < upper(v_days)
           and s.started_at > lower(v_days) - interval '14 hours')) stretch
     where not isempty(stretch));
end
$$;

-- How many of the surveyor's entries were approved in a row, counted back from the last decision.
create function app.accepted_streak(p_surveyor uuid)
returns bigint language plpgsql stable set search_path = '' as $$
begin
  return (
    select count(*) from app.collection_entries e
     where e.surveyor_id = p_surveyor and e.state = 'approved'
       and e.decided_at > coalesce((
             select max(o.decided_at) from app.collection_entries o
              where o.surveyor_id = p_surveyor and o.state in ('changes_requested', 'rejected')), '-infinity'));
end
$$;

-- supabase/schemas/80_surveyor/list_assignments.sql

-- Assignments, newest first, with the state of each slot: those with claimable slots (`open`), without (`closed`:
-- closed by an admin, or past the due date), or `all`. Admins also see who holds a slot.
--
-- Definer: nobody may read app.assignments directly.
-- Fails with: unauthenticated, role_required, invalid_request
create function api.list_assignments(
  p_limit int default 20, p_after jsonb default null, p_state text default 'all')
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_limit int := app.page_size(p_limit);
begin
  perform app.require_role('admin');
  if (p_state in ('open', 'closed', 'all')) is distinct from true then
    perform app.fail('invalid_request', '{"path": "state"}');
  end if;
  return app.page(array(
    select jsonb_build_object('row', app.assignment_for_admin(a),
                              'key', jsonb_build_object('at', a.created_at, 'id', a.id))
      from app.assignments a
     where (p_state = 'all' or app.is_open_assignment(a) = (p_state = 'open'))
       and (p_after is null
            or (a.created_at, a.id) < ((p_after ->> 'at')::timestamptz, (p_after ->> 'id')::uuid))
     order by a.created_at desc, a.id desc
     limit v_limit + 1), v_limit);
end
$$;
grant execute on function api.list_assignments to authenticated;

create function app.assignment_for_admin(p_assignment app.assignments)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return app.assignment_view(p_assignment) || jsonb_build_object(
    'createdAt', app.instant(p_assignment.created_at),
    'closedAt', app.instant(p_assignment.closed_at),
    'closeReason', p_assignment.close_reason,
    'slots', (
      select jsonb_agg(jsonb_build_object(
               'id', s.id, 'n', s.n, 'state', app.slot_state(s), 'reason', s.reason,
               'holderId', case when app.slot_state(s) <> 'open' then s.holder_id end,
               'holder', case when app.slot_state(s) <> 'open' then app.person_ref(s.holder_id) end,
               'entries', (select count(*) from app.collection_entries e
                            where e.token = s.token and e.state <> 'replaced' and app.slot_state(s) <> 'open'),
               'heldUntil', case when app.slot_state(s) <> 'open' then app.instant(s.held_until) end) order by s.n)
        from app.assignment_slots s where s.assignment_id = p_assignment.id));
end
$$;

-- The fields of an assignment that all its readers see.
create function app.assignment_view(p_assignment app.assignments)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'id', p_assignment.id,
    'kind', p_assignment.kind,
    'title', p_assignment.title,
    'instructions', p_assignment.instructions,
    'titleSw', p_assignment.title_sw,
    'instructionsSw', p_assignment.instructions_sw,
    'area', case when p_assignment.area is not null then jsonb_build_object(
      'south', (p_assignment.area).south, 'west', (p_assignment.area).west,
      'north', (p_assignment.area).north, 'east', (p_assignment.area).east) end,
    'place', app.field_place_view(p_assignment.place),
    'placeName', (select s.name from app.stops s where s.id = (p_assignment.place).stop_id),
    'corridor', app.corridor_ref(p_assignment.corridor_id),
    'route', (select app.route_ref(r) from app.routes r where r.id = p_assignment.route_id),
    'dueAt', app.instant(p_assignment.due_at));
end
$$;

-- Whether its slots can still be claimed.
create function app.is_open_assignment(p_assignment app.assignments)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return p_assignment.closed_at is null and (p_assignment.due_at is null or p_assignment.due_at > app.now());
end
$$;

-- One assignment as admins see it. Definer as above.
-- Fails with: unauthenticated, role_required, not_found
create function api.get_assignment(p_id uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_assignment app.assignments;
begin
  perform app.require_role('admin');
  select * into v_assignment from app.assignments a where a.id = p_id;
  perform app.require_found(v_assignment.id is not null);
  return app.assignment_for_admin(v_assignment);
end
$$;
grant execute on function api.get_assignment to authenticated;

-- supabase/schemas/80_surveyor/list_collection_entries.sql

-- The caller's own entries, last received first; optionally of one session or in one state. A phone compares them with
-- its own, entry by entry.
--
-- Definer: nobody may read app.collection_entries directly.
-- Fails with: unauthenticated, role_required
create function api.list_collection_entries(
  p_session_id uuid default null, p_state text default null, p_limit int default 20, p_after jsonb default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_surveyor uuid := app.require_role('surveyor');
  v_limit    int := app.page_size(p_limit);
begin
  return app.page(array(
    select jsonb_build_object('row', app.entry_view(e), 'key', jsonb_build_object('at', e.received_at, 'id', e.id))
      from app.collection_entries e
     where e.surveyor_id = v_surveyor
       and (p_session_id is null or e.session_id = p_session_id)
       and (p_state is null or e.state = p_state)
       and (p_after is null
            or (e.received_at, e.id) < ((p_after ->> 'at')::timestamptz, (p_after ->> 'id')::uuid))
     order by e.received_at desc, e.id desc
     limit v_limit + 1), v_limit);
end
$$;
grant execute on function api.list_collection_entries to authenticated;

-- One of the caller's own entries; any other returns not_found. Definer as above.
-- Fails with: unauthenticated, role_required, not_found
create function api.get_collection_entry(p_id uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_surveyor uuid := app.require_role('surveyor');
  v_entry    app.collection_entries;
begin
  select * into v_entry from app.collection_entries e where e.id = p_id and e.surveyor_id = v_surveyor;
  perform app.require_found(v_entry.id is not null);
  return app.entry_view(v_entry);
end
$$;
grant execute on function api.get_collection_entry to authenticated;

-- An entry as its surveyor sees it: its content, when it arrived, and the decision, without who decided.
create function app.entry_view(p_entry app.collection_entries)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_slot app.assignment_slots;
begin
  select * into v_slot from app.assignment_slots s where s.id = p_entry.slot_id;
  return jsonb_build_object(
    'id', p_entry.id,
    'state', p_entry.state,
    'sessionId', p_entry.session_id,
    'assignmentId', v_slot.assignment_id,
    'claimToken', p_entry.token,
    'revises', p_entry.revises,
    'revisedBy', (select r.id from app.collection_entries r where r.revises = p_entry.id),
    'vehicle', p_entry.facts,
    'vehicleId', p_entry.vehicle_id,
    'capturedAt', app.instant(p_entry.captured_at),
    'receivedAt', app.instant(p_entry.received_at),
    'place', app.field_place_view(p_entry.place),
    'location', app.locate_field_place(p_entry.place),
    'note', p_entry.note,
    'photos', (select count(*) from app.entry_photos p where p.entry_id = p_entry.id),
    'seenBefore', p_entry.seen_before,
    'late', p_entry.late,
    'contested', p_entry.contested,
    'decision', case when p_entry.decided_at is not null then jsonb_build_object(
      'decidedAt', app.instant(p_entry.decided_at),
      'reason', p_entry.reason,
      'note', p_entry.reason_note,
      'facts', p_entry.reason_facts,
      'reservedUntil', case when p_entry.state = 'changes_requested' and v_slot.state = 'changes_requested'
                             and v_slot.token = p_entry.token then app.instant(v_slot.held_until) end) end);
end
$$;

-- supabase/schemas/80_surveyor/list_field_names.sql

-- The names that a surveyor's phone caches for offline selection: every operator group with its aliases, and every live
-- route.
--
-- Definer: the tables of the network are not readable directly.
-- Fails with: unauthenticated, role_required
create function api.list_field_names()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_surveyor uuid := app.require_role('surveyor');
begin
  return jsonb_build_object(
    'saccos', (
      select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'aliases', array(
               select a.alias from app.sacco_aliases a where a.sacco_id = s.id order by a.alias_key))
               order by s.name, s.id), '[]')
        from app.saccos s where s.merged_into is null),
    'routes', (
      select coalesce(jsonb_agg(app.route_ref(r) order by r.short_name, r.slug), '[]')
        from app.routes r where r.retired_at is null));
end
$$;
grant execute on function api.list_field_names to authenticated;

-- supabase/schemas/80_surveyor/list_surveyor_assignments.sql

-- Assignments for the caller: nearest first if a place is given (those without a place last), else first due.
-- `p_state`: `open` with a free slot, `mine` with a current claim of theirs, `all`. Other holders are not shown.
--
-- Definer: nobody may read app.assignments directly.
-- Fails with: unauthenticated, role_required, invalid_request
create function api.list_surveyor_assignments(
  p_state text default 'open', p_lat float8 default null, p_lng float8 default null, p_limit int default 20,
  p_after jsonb default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_surveyor uuid := app.require_role('surveyor');
  v_limit    int := app.page_size(p_limit);
begin
  if (p_state in ('open', 'mine', 'all')) is distinct from true then
    perform app.fail('invalid_request', '{"path": "state"}');
  end if;
  if p_lat is not null or p_lng is not null then
    perform app.check_place(p_lat, p_lng);
  end if;
  return app.page(array(
    select jsonb_build_object('row', app.assignment_for_surveyor(a, v_surveyor, d.distance_m),
                              'key', jsonb_build_object('rank', r.rank, 'id', a.id))
      from app.assignments a,
           lateral (select app.assignment_distance_m(a, p_lat, p_lng) as distance_m) d,
           lateral (select coalesce(
             d.distance_m, case when p_lat is null then extract(epoch from a.due_at)::float8 end, 1e12) as rank) r
     where case p_state
             when 'all' then true
             when 'mine' then exists (
               select from app.assignment_slots s
                where s.assignment_id = a.id and s.holder_id = v_surveyor
                  and app.slot_state(s) in ('claimed', 'submitted', 'changes_requested'))
             else app.is_open_assignment(a) and exists (
               select from app.assignment_slots s where s.assignment_id = a.id and app.slot_state(s) = 'open') end
       and (p_after is null
            or (r.rank, a.id) > ((p_after ->> 'rank')::float8, (p_after ->> 'id')::uuid))
     order by r.rank, a.id
     limit v_limit + 1), v_limit);
end
$$;
grant execute on function api.list_surveyor_assignments to authenticated;

create function app.assignment_for_surveyor(p_assignment app.assignments, p_surveyor uuid, p_distance_m float8)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return app.assignment_view(p_assignment) || jsonb_build_object(
    'distanceM', round(p_distance_m),
    'slotCount', (select count(*) from app.assignment_slots s where s.assignment_id = p_assignment.id),
    'openSlots', case when not app.is_open_assignment(p_assignment) then 0 else (
      select count(*) from app.assignment_slots s
       where s.assignment_id = p_assignment.id and app.slot_state(s) = 'open') end,
    'mine', (
      select coalesce(jsonb_agg(app.claim_view(s) order by s.n), '[]') from app.assignment_slots s
       where s.assignment_id = p_assignment.id and s.holder_id = p_surveyor and app.slot_state(s) <> 'open'));
end
$$;

-- The distance of an assignment: to its place, or to the nearest edge of its area; null where either has no place.
create function app.assignment_distance_m(p_assignment app.assignments, p_lat float8, p_lng float8)
returns float8 language plpgsql stable set search_path = '' as $$
declare
  v_lat float8 := coalesce((p_assignment.place).lat,
                           least(greatest(p_lat, (p_assignment.area).south), (p_assignment.area).north));
  v_lng float8 := coalesce((p_assignment.place).lng,
                           least(greatest(p_lng, (p_assignment.area).west), (p_assignment.area).east));
begin
  if p_lat is null or (p_assignment.place is null and p_assignment.area is null) then
    return null;
  end if;
  return app.distance_m(p_lat, p_lng, v_lat, v_lng);
end
$$;

-- supabase/schemas/80_surveyor/move_session.sql

-- The effective state of a session. Expiry is evaluated here and not by a sweep: an open row past its time is
-- abandoned.
create function app.session_state(p_session app.surveyor_sessions)
returns text language plpgsql stable set search_path = '' as $$
begin
  return case when p_session.state = 'open' and p_session.open_until <= app.now() then 'abandoned'
              else p_session.state end;
end
$$;

-- Three hours after the last touch, 14 hours after the start at the latest.
create function app.session_open_until(p_session app.surveyor_sessions)
returns timestamptz language plpgsql immutable set search_path = '' as $$
begin
  return least(p_session.touched_at + interval '3 hours', p_session.started_at + interval '14 hours');
end
$$;

-- When a session was over, or null while it is open: its end, or the moment at which it was abandoned.
create function app.session_over_at(p_session app.surveyor_sessions)
returns timestamptz language plpgsql stable set search_path = '' as $$
begin
  return case app.session_state(p_session) when 'ended' then p_session.ended_at
                                           when 'abandoned' then p_session.open_until end;
end
$$;

-- Record one transition of a session, if it is allowed. Fails with: invalid_transition
create function app.note_session_move(p_session uuid, p_from text, p_to text, p_reason text, p_actor uuid)
returns void language plpgsql set search_path = '' as $$
begin
  perform app.check_move('surveyor_session', p_from, p_to);
  insert into app.surveyor_session_events (session_id, at, from_state, to_state, reason, actor)
  values (p_session, app.now(), p_from, p_to, p_reason, p_actor);
end
$$;

-- Move a session to another state and record the event. Fails with: invalid_transition
create function app.move_session(
  p_session uuid, p_to text, p_reason text default null, p_actor uuid default null, p_ended_at timestamptz default null)
returns void language plpgsql set search_path = '' as $$
declare
  v_from text;
begin
  select s.state into v_from from app.surveyor_sessions s where s.id = p_session for update;
  perform app.note_session_move(p_session, v_from, p_to, p_reason, p_actor);
  update app.surveyor_sessions s set state = p_to, ended_at = p_ended_at, version = s.version + 1
   where s.id = p_session;
end
$$;

-- Close a surveyor's expired open session, so that they can start another.
create function app.abandon_lapsed_session(p_surveyor uuid)
returns void language plpgsql set search_path = '' as $$
begin
  perform app.move_session(
            s.id, 'abandoned', case when s.open_until = s.started_at + interval '14 hours' then 'cap' else 'silent' end)
     from app.surveyor_sessions s
    where s.surveyor_id = p_surveyor and s.state = 'open' and s.open_until <= app.now();
end
$$;

-- The caller's own session, locked; any other returns not_found. Fails with: not_found
create function app.own_session(p_surveyor uuid, p_id uuid)
returns app.surveyor_sessions language plpgsql set search_path = '' as $$
declare
  v_session app.surveyor_sessions;
begin
  select * into v_session from app.surveyor_sessions s where s.id = p_id and s.surveyor_id = p_surveyor for update;
  perform app.require_found(found);
  return v_session;
end
$$;

-- supabase/schemas/80_surveyor/move_slot.sql

-- The effective state of a slot: one whose lease or reservation has expired is open, or handed in where something was
-- recorded.
create function app.slot_state(p_slot app.assignment_slots)
returns text language plpgsql stable set search_path = '' as $$
begin
  return case when p_slot.state not in ('claimed', 'changes_requested') or p_slot.held_until > app.now() then p_slot.state
              when p_slot.state = 'claimed' and p_slot.has_entries then 'submitted'
              else 'open' end;
end
$$;

-- Record one transition of a slot, if it is allowed. Fails with: invalid_transition
create function app.note_slot_move(
  p_slot uuid, p_from text, p_to text, p_token bigint, p_reason text default null, p_actor uuid default null)
returns void language plpgsql set search_path = '' as $$
begin
  perform app.check_move('slot', p_from, p_to);
  insert into app.slot_events (slot_id, at, from_state, to_state, reason, actor, token)
  values (p_slot, app.now(), p_from, p_to, p_reason, p_actor, p_token);
end
$$;

-- Move a slot to another state and record the event; from `released`, `expired` and `rejected` it continues to `open`,
-- without a holder.
-- Fails with: invalid_transition
create function app.move_slot(p_slot uuid, p_to text, p_reason text default null, p_actor uuid default null)
returns void language plpgsql set search_path = '' as $$
declare
  v_slot app.assignment_slots;
begin
  select * into v_slot from app.assignment_slots s where s.id = p_slot for update;
  perform app.note_slot_move(p_slot, v_slot.state, p_to, v_slot.token, p_reason, p_actor);
  update app.assignment_slots s set state = p_to, reason = p_reason, version = s.version + 1 where s.id = p_slot;
  if p_to in ('released', 'expired', 'rejected') then
    perform app.note_slot_move(p_slot, p_to, 'open', v_slot.token);
    update app.assignment_slots s
       set state = 'open', reason = null, holder_id = null, session_id = null, held_until = null, offline = false
     where s.id = p_slot;
  end if;
end
$$;

-- End an expired lease: entries recorded under it are handed in, in case the surveyor forgot to or was offline; without
-- any the slot is open again.
create function app.end_lease(p_slot uuid)
returns void language plpgsql set search_path = '' as $$
declare
  v_slot app.assignment_slots;
begin
  select * into v_slot from app.assignment_slots s where s.id = p_slot for update;
  if (v_slot.state = 'claimed' and v_slot.held_until <= app.now()) is distinct from true then
    return;
  elsif v_slot.has_entries then
    perform app.move_slot(p_slot, 'submitted', 'lease', v_slot.holder_id);
    perform app.settle_slot(p_slot, v_slot.token);
  else
    perform app.move_slot(p_slot, 'expired', 'lease');
  end if;
end
$$;

-- Hand in the entries of expired leases. Part of the sweep.
create function app.submit_lapsed_slots()
returns void language plpgsql set search_path = '' as $$
begin
  perform app.end_lease(l.id) from (
    select s.id from app.assignment_slots s
     where s.state = 'claimed' and s.has_entries and s.held_until <= app.now()
     order by s.id limit 1000 for update skip locked) l;
end
$$;

-- supabase/schemas/80_surveyor/personal_data.sql

-- A user's field work and its results, for their own data export.
create function app.export_surveyor_of(p_user uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'sessions', (
      select coalesce(jsonb_agg(app.session_view(s) order by s.started_at, s.id), '[]')
        from app.surveyor_sessions s where s.surveyor_id = p_user),
    'claims', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'assignmentId', s.assignment_id, 'token', e.token, 'at', app.instant(e.at), 'from', e.from_state,
               'to', e.to_state, 'reason', e.reason) order by e.id), '[]')
        from app.slot_events e join app.assignment_slots s on s.id = e.slot_id where e.actor = p_user),
    'entries', (
      select coalesce(jsonb_agg(app.entry_view(e) || jsonb_build_object('pictures', app.photos_of_entry(e.id)) order by e.received_at, e.id), '[]')
        from app.collection_entries e where e.surveyor_id = p_user),
    'assignmentsCreated', (
      select coalesce(jsonb_agg(app.assignment_view(a) || jsonb_build_object('createdAt', app.instant(a.created_at))
                                order by a.created_at, a.id), '[]')
        from app.assignments a where a.created_by = p_user));
end
$$;

-- Anonymize a user's field work: what they recorded about vehicles stays, without author and location, without their
-- photos, and without notes in which screening found contact data. Their current slot is released, or handed in where
-- they had recorded something; an open session ends with its last touch.
create function app.erase_surveyor_of(p_user uuid)
returns void language plpgsql set search_path = '' as $$
begin
  perform app.lock_surveyor(p_user);
  -- The lock order of a decision: the entry before its slot.
  perform from app.collection_entries e where e.surveyor_id = p_user order by e.id for update;
  perform app.move_session(s.id, 'ended', 'erased', null, s.touched_at)
     from app.surveyor_sessions s where s.surveyor_id = p_user and s.state = 'open';
  perform app.move_slot(s.id, case when s.state = 'changes_requested' then 'expired'
                                   when s.has_entries then 'submitted' else 'released' end, 'erased')
     from app.assignment_slots s where s.holder_id = p_user and s.state in ('claimed', 'changes_requested');
  perform app.settle_slot(s.id, s.token) from app.assignment_slots s where s.holder_id = p_user and s.state = 'submitted';
  update app.surveyor_sessions s set surveyor_id = null, place = null where s.surveyor_id = p_user;
  update app.assignment_slots s set holder_id = null where s.holder_id = p_user;
  delete from app.entry_photos p using app.collection_entries e where e.id = p.entry_id and e.surveyor_id = p_user;
  update app.collection_entries e
     set surveyor_id = null, place = null, note = case when e.note_flags = '{}' then e.note end
   where e.surveyor_id = p_user;
  update app.vehicle_facts f set surveyor_id = null where f.surveyor_id = p_user;
  update app.vehicle_facts f set approved_by = null where f.approved_by = p_user;
  update app.assignments a set created_by = null where a.created_by = p_user;
  update app.assignments a set closed_by = null where a.closed_by = p_user;
  update app.surveyor_session_events e set actor = null where e.actor = p_user;
  update app.slot_events e set actor = null where e.actor = p_user;
  update app.collection_entry_events e set actor = null where e.actor = p_user;
end
$$;

-- supabase/schemas/80_surveyor/places.sql

-- The surveyor's location; all null if not given. A place outside the service area is accepted, because the work was
-- done; the response says so.
-- Fails with: invalid_request, unknown_stop
create function app.field_place_of(p_lat float8, p_lng float8, p_accuracy_m float8, p_stop_id uuid)
returns app.field_place language plpgsql stable set search_path = '' as $$
declare
  v_place app.field_place;
begin
  if p_stop_id is not null then
    select s.lat, s.lng, 250, s.id into v_place from app.stops s where s.id = p_stop_id;
    if v_place.stop_id is null then
      perform app.fail('unknown_stop', '{"path": "place.stopId"}');
    end if;
  elsif num_nonnulls(p_lat, p_lng) > 0 then
    perform app.check_place(p_lat, p_lng);
    if (coalesce(p_accuracy_m, 50) between 0 and 10000) is distinct from true then
      perform app.fail('invalid_request', '{"path": "place.accuracyM", "code": "out_of_range"}');
    end if;
    v_place := (p_lat, p_lng, coalesce(p_accuracy_m, 50), null)::app.field_place;
  end if;
  return v_place;
end
$$;

create function app.field_place_view(p_place app.field_place)
returns jsonb language plpgsql immutable set search_path = '' as $$
begin
  return case when p_place.lat is not null then jsonb_build_object(
    'lat', p_place.lat, 'lng', p_place.lng, 'accuracyM', p_place.accuracy_m, 'stopId', p_place.stop_id) end;
end
$$;

-- Whether a place is covered, where there is a place.
create function app.locate_field_place(p_place app.field_place)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return case when p_place.lat is not null then app.locate(p_place.lat, p_place.lng) end;
end
$$;

-- Serializes concurrent requests of one surveyor, from two phones or by a retry.
create function app.lock_surveyor(p_surveyor uuid)
returns void language plpgsql set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(p_surveyor::text, 3));
end
$$;

-- supabase/schemas/80_surveyor/review_view_collection_entry.sql

-- The reviewer view of a collection entry: all of its content, the known facts of that plate, the sticker's vehicle,
-- other records, and the surveyor's earlier record as counts. Never who the surveyor is.
create function app.review_view_collection_entry(p_entry app.review_entries)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_entry app.collection_entries;
  v_known app.vehicles;
begin
  select * into v_entry from app.collection_entries e where e.id = p_entry.subject_id;
  select * into v_known from app.vehicles v where v.plate_key = v_entry.plate_key;
  return app.entry_view(v_entry) || jsonb_build_object(
    'kind', 'collection_entry',
    'noteFlags', v_entry.note_flags,
    'plateUnusual', not app.is_usual_plate(v_entry.plate_key),
    'pictures', app.photos_of_entry(v_entry.id),
    'known', case when v_known.id is not null then app.vehicle_view(v_known) end,
    'stickerOf', (select app.vehicle_view(v) from app.vehicles v
                   where v.public_code = app.public_code(v_entry.facts -> 'sticker' ->> 'code')),
    'saccoTold', app.sacco_ref(app.reported_sacco(v_entry.facts -> 'sacco')),
    'routesTold', (
      select coalesce(jsonb_agg(app.route_ref(r) order by r.short_name, r.slug), '[]') from app.routes r
       where lower(v_entry.facts ->> 'routeIds')::jsonb ? r.id::text),
    'assignment', (
      select jsonb_build_object('id', a.id, 'kind', a.kind, 'title', a.title)
        from app.assignment_slots s join app.assignments a on a.id = s.assignment_id where s.id = v_entry.slot_id),
    'before', (
      select jsonb_build_object('reason', b.reason, 'note', b.reason_note, 'facts', b.reason_facts, 'vehicle', b.facts)
        from app.collection_entries b where b.id = v_entry.revises),
    'siblings', (
      select coalesce(jsonb_agg(to_jsonb(o) order by o."capturedAt" desc), '[]') from (
        select e.id, e.state, app.instant(e.captured_at) as "capturedAt" from app.collection_entries e
         where e.plate_key = v_entry.plate_key and e.id <> v_entry.id
         order by e.captured_at desc limit 10) o),
    'author', app.surveyor_record(v_entry));
end
$$;

-- The surveyor's other entries, as counts.
create function app.surveyor_record(p_entry app.collection_entries)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
             'account', p_entry.surveyor_id is not null,
             'newAccount', app.is_new_account(p_entry.surveyor_id),
             'sent', count(*),
             'accepted', count(*) filter (where e.state = 'approved'),
             'rejected', count(*) filter (where e.state = 'rejected'),
             'returned', count(*) filter (where e.state in ('changes_requested', 'replaced')),
             'waiting', count(*) filter (where e.state in ('submitted', 'in_review', 'held')))
      from app.collection_entries e
     where e.surveyor_id = p_entry.surveyor_id and e.id <> p_entry.id);
end
$$;

-- supabase/schemas/80_surveyor/submit_vehicle_collection_entry.sql

-- Submit a surveyor's record of one vehicle, for review. See app.receive_collection_entry.
--
-- Returns only that it was received. Whether the plate was recorded that day by others, or the slot claimed since, is
-- read in a separate request (api.get_collection_entry): if it were returned here, a rolled-back entry (see
-- app.receive_report) could probe for it without a trace.
--
-- Definer: nobody may touch app.collection_entries directly.
-- Fails with: unauthenticated, role_required, invalid_request, unknown_stop, id_reused, invalid_transition, rate_limited
create function api.submit_vehicle_collection_entry(
  p_id uuid, p_session_id uuid, p_vehicle jsonb, p_captured_at timestamptz default null,
  p_claim_token bigint default null, p_revises uuid default null,
  p_lat float8 default null, p_lng float8 default null, p_accuracy_m float8 default null, p_stop_id uuid default null,
  p_note text default null)
returns jsonb language plpgsql security definer set search_path = ''
set timezone = 'UTC' -- the hash of the content holds a time as text
as $$
declare
  v_new  app.collection_entries;
  v_old  app.collection_entries;
begin
  v_new.surveyor_id := app.require_role('surveyor');
  v_new.id := p_id;
  v_new.session_id := p_session_id;
  v_new.token := p_claim_token;
  v_new.revises := p_revises;
  v_new.facts := jsonb_strip_nulls(p_vehicle);
  v_new.note := p_note;
  v_new.captured_at := p_captured_at;
  v_new.content_hash := app.request_hash(jsonb_build_array(
    p_session_id, p_vehicle, p_captured_at, p_claim_token, p_revises, p_lat, p_lng, p_accuracy_m, p_stop_id, p_note));
  perform app.lock_surveyor(v_new.surveyor_id);
  select * into v_old from app.collection_entries e where e.id = p_id;
  if v_old.id is not null then
    if v_old.surveyor_id is distinct from v_new.surveyor_id or v_old.content_hash <> v_new.content_hash then
      perform app.fail('id_reused');
    end if;
    return jsonb_build_object('id', p_id, 'repeated', true);
  end if;
  perform app.check_field_limit(v_new.surveyor_id, 'entries');
  perform app.check_collection_entry(v_new);
  v_new.place := app.field_place_of(p_lat, p_lng, p_accuracy_m, p_stop_id);
  perform app.receive_collection_entry(v_new);
  return jsonb_build_object('id', p_id, 'repeated', false);
end
$$;
grant execute on function api.submit_vehicle_collection_entry to authenticated;

-- Validate an entry against the contract, for callers that bypass the API; and that session and claim are the
-- surveyor's own.
-- Fails with: invalid_request
create function app.check_collection_entry(p_new app.collection_entries)
returns void language plpgsql stable set search_path = '' as $$
begin
  perform app.check_fields(array[
    ('id', 'required', p_new.id is not null),
    ('sessionId', 'unknown_reference', exists (select from app.surveyor_sessions s
                           where s.id = p_new.session_id and s.surveyor_id = p_new.surveyor_id)),
    ('claimToken', 'unknown_reference', p_new.token is null or (app.slot_of_claim(p_new.surveyor_id, p_new.token)).id is not null),
    ('revises', 'unknown_reference', p_new.revises is null
                or exists (select from app.collection_entries e
                            where e.id = p_new.revises and e.surveyor_id = p_new.surveyor_id)),
    ('capturedAt', 'out_of_range', isfinite(coalesce(p_new.captured_at, now()))),
    ('note', 'invalid_value', p_new.note is null or char_length(p_new.note) between 1 and 2000)
  ]::app.field_check[]
  || array(select ('vehicle.' || fact, 'invalid_value', false)::app.field_check
             from unnest(app.fact_problems(p_new.facts)) fact));
end
$$;

-- Store an entry, count it for its slot, open its review. Never dropped, however late it is and whoever holds the slot
-- now. Up to seven days after the end of the session it is marked late; after that an admin decides whether it counts.
-- A time in the future is replaced by now, because a wrong phone clock must not block a day's work.
-- Fails with: id_reused, invalid_transition
create function app.receive_collection_entry(p_new app.collection_entries)
returns void language plpgsql set search_path = '' as $$
declare
  v_now   timestamptz := app.now();
  v_new   app.collection_entries := p_new;
  v_over  timestamptz;
  v_slot  app.assignment_slots;
begin
  if v_new.revises is not null then
    v_new.token := app.replace_entry(v_new);
  end if;
  v_slot := app.slot_of_claim(v_new.surveyor_id, v_new.token);
  select app.session_over_at(s) into v_over from app.surveyor_sessions s where s.id = v_new.session_id;
  v_new.slot_id := v_slot.id;
  v_new.plate_key := app.plate_key(v_new.facts ->> 'plate');
  v_new.captured_at := least(coalesce(v_new.captured_at, v_now), v_now);
  v_new.received_at := v_now;
  v_new.note_flags := app.screen_note(coalesce(v_new.note, ''));
  v_new.reason_facts := '{}';
  v_new.seen_before := app.is_plate_recorded(v_new);
  v_new.late := coalesce(v_over <= v_now, false);
  v_new.contested := false;
  v_new.state := 'submitted';
  v_new.version := 1;
  if v_slot.id is not null then
    v_new.contested := app.is_overtaken(v_new);
    v_new.late := not app.count_to_slot(v_new) or v_new.late;
  end if;
  insert into app.collection_entries select v_new.* on conflict (id) do nothing;
  if not found then
    perform app.fail('id_reused');
  end if;
  if v_over + interval '7 days' < v_now then
    perform app.move_entry(v_new.id, 'held', 'seven_days');
  else
    perform app.move_entry(v_new.id, 'in_review');
  end if;
  perform app.open_review('collection_entry', v_new.id, v_new.surveyor_id,
                          case when v_over + interval '7 days' < v_now then 'held' when v_new.contested then 'contested'
                               when v_new.revises is not null then 'revised' else 'field_work' end, '24 hours');
end
$$;

-- Replace a returned entry by a newer one. Returns the claim that it is under: its own, else the old one's. If the
-- return was undone meanwhile, which the surveyor could not know, the newer one is accepted all the same, and reviewed
-- instead.
-- Fails with: invalid_transition
create function app.replace_entry(p_new app.collection_entries)
returns bigint language plpgsql set search_path = '' as $$
declare
  v_token bigint;
  v_state text;
begin
  perform from app.collection_entries e where e.id = p_new.revises for update;
  if app.was_returned(p_new.revises) then
    perform app.withdraw_review('collection_entry', p_new.revises);
    perform app.move_entry(p_new.revises, 'replaced', null, p_new.surveyor_id);
  else
    select e.state into v_state from app.collection_entries e where e.id = p_new.revises;
    perform app.refuse_move(v_state, array_remove(app.next_states('collection_entry', v_state), 'replaced'));
  end if;
  select e.token into v_token from app.collection_entries e where e.id = p_new.revises;
  return coalesce(p_new.token, v_token);
end
$$;

-- Whether an entry was returned to its surveyor, and not decided on since.
create function app.was_returned(p_entry uuid)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return exists (select from app.collection_entries e
                  where e.id = p_entry and e.state in ('changes_requested', 'in_review', 'held')
                    and exists (select from app.collection_entry_events v
                                 where v.entry_id = e.id and v.to_state = 'changes_requested'));
end
$$;

-- Whether the plate was recorded on the same day in Nairobi; the entry that this one corrects does not count.
create function app.is_plate_recorded(p_new app.collection_entries)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from app.collection_entries e
     where e.plate_key = p_new.plate_key and e.state <> 'replaced' and e.id is distinct from p_new.revises
       and app.city_day(e.captured_at) = app.city_day(p_new.captured_at));
end
$$;

-- Whether somebody else has claimed the slot since.
create function app.is_overtaken(p_new app.collection_entries)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from app.slot_events e
     where e.slot_id = p_new.slot_id and e.to_state = 'claimed' and e.token > p_new.token
       and e.actor is distinct from p_new.surveyor_id);
end
$$;

-- Count an entry for the slot of its claim, which its surveyor holds until they hand it in. A correction hands in the
-- returned slot again, and so does an entry that arrives after the lease has expired, as long as nobody has claimed the
-- slot since, so late work is not lost. Further entries under the same claim belong to the same slot. Returns whether
-- the entry was in time.
create function app.count_to_slot(p_new app.collection_entries)
returns boolean language plpgsql set search_path = '' as $$
declare
  v_slot app.assignment_slots;
begin
  select * into v_slot from app.assignment_slots s where s.id = p_new.slot_id for update;
  if v_slot.token <> p_new.token or v_slot.state = 'open' then
    return false;
  end if;
  update app.assignment_slots s set has_entries = true where s.id = v_slot.id and not s.has_entries;
  if (v_slot.state = 'claimed' and v_slot.held_until <= app.now())
     or (v_slot.state = 'changes_requested' and p_new.revises is not null) then
    perform app.move_slot(v_slot.id, 'submitted', null, p_new.surveyor_id);
  end if;
  return v_slot.held_until > app.now();
end
$$;

-- supabase/schemas/80_surveyor/surveyor_sessions.sql

-- The caller's open session, else their latest one, else nothing.
--
-- Definer: nobody may read app.surveyor_sessions directly.
-- Fails with: unauthenticated, role_required
create function api.get_surveyor_session()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_surveyor uuid := app.require_role('surveyor');
  v_session  app.surveyor_sessions;
begin
  select * into v_session from app.surveyor_sessions s
   where s.surveyor_id = v_surveyor
   order by app.session_state(s) = 'open' desc, s.started_at desc, s.id
   limit 1;
  return jsonb_build_object('session', case when found then app.session_view(v_session) end);
end
$$;
grant execute on function api.get_surveyor_session to authenticated;

-- A session as its surveyor sees it. `entries` is how many have arrived, for the phone's sync status.
create function app.session_view(p_session app.surveyor_sessions)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'id', p_session.id,
    'state', app.session_state(p_session),
    'startedAt', app.instant(p_session.started_at),
    'touchedAt', app.instant(p_session.touched_at),
    'openUntil', app.instant(p_session.open_until),
    'endedAt', app.instant(p_session.ended_at),
    'place', app.field_place_view(p_session.place),
    'location', app.locate_field_place(p_session.place),
    'entryCount', (select count(*) from app.collection_entries e where e.session_id = p_session.id));
end
$$;

-- Start a session. The client generates the id and may send a start in the past. Idempotent.
--
-- A start in the future is replaced by now, because a wrong phone clock must not block a day's work. A session whose 14
-- hours are over on arrival is abandoned immediately, so that yesterday's session can still be handed in while today's
-- is open.
-- Definer: nobody may touch app.surveyor_sessions directly.
-- Fails with: unauthenticated, role_required, invalid_request, unknown_stop, id_reused, session_already_open, rate_limited
create function api.start_surveyor_session(
  p_id uuid, p_started_at timestamptz default null,
  p_lat float8 default null, p_lng float8 default null, p_accuracy_m float8 default null, p_stop_id uuid default null)
returns jsonb language plpgsql security definer set search_path = ''
set timezone = 'UTC' -- the hash of the content holds a time as text
as $$
declare
  v_surveyor uuid := app.require_role('surveyor');
  v_now      timestamptz := app.now();
  v_session  app.surveyor_sessions;
  v_hash     bytea := app.request_hash(jsonb_build_array(p_started_at, p_lat, p_lng, p_accuracy_m, p_stop_id));
begin
  if p_id is null or not isfinite(coalesce(p_started_at, v_now)) then
    perform app.fail('invalid_request',
                     jsonb_build_object('path', case when p_id is null then 'id' else 'startedAt' end));
  end if;
  perform app.lock_surveyor(v_surveyor);
  select * into v_session from app.surveyor_sessions s where s.id = p_id;
  if found then
    if v_session.surveyor_id is distinct from v_surveyor or v_session.content_hash <> v_hash then
      perform app.fail('id_reused');
    end if;
    return app.session_view(v_session) || '{"repeated": true}';
  end if;
  perform app.check_field_limit(v_surveyor, 'sessions');
  v_session.id := p_id;
  v_session.surveyor_id := v_surveyor;
  v_session.content_hash := v_hash;
  v_session.started_at := least(coalesce(p_started_at, v_now), v_now);
  v_session.received_at := v_now;
  v_session.touched_at := case when v_session.started_at + interval '14 hours' > v_now then v_now
                               else v_session.started_at end;
  v_session.open_until := app.session_open_until(v_session);
  v_session.place := app.field_place_of(p_lat, p_lng, p_accuracy_m, p_stop_id);
  v_session.version := 1;
  v_session.state := 'open';
  v_session.state := app.session_state(v_session);
  perform app.abandon_lapsed_session(v_surveyor);
  if v_session.state = 'open' then
    perform app.refuse_second_session(v_surveyor);
  end if;
  insert into app.surveyor_sessions select v_session.* on conflict (id) do nothing;
  if not found then
    perform app.fail('id_reused');
  end if;
  if v_session.state = 'abandoned' then
    perform app.note_session_move(p_id, 'open', 'abandoned', 'cap', null);
  end if;
  return app.session_view(v_session) || '{"repeated": false}';
end
$$;
grant execute on function api.start_surveyor_session to authenticated;

-- Fails with: session_already_open, which shows that session
create function app.refuse_second_session(p_surveyor uuid)
returns void language plpgsql stable set search_path = '' as $$
declare
  v_open app.surveyor_sessions;
begin
  select * into v_open from app.surveyor_sessions s where s.surveyor_id = p_surveyor and s.state = 'open';
  if found then
    perform app.fail('session_already_open', jsonb_build_object('session', app.session_view(v_open)));
  end if;
end
$$;

-- Touch the session: it stays open for three more hours, within its 14, and the lease of the surveyor's slot is renewed
-- for two, within its 12. An expired lease is not renewed, and none gets shorter.
--
-- Definer: nobody may touch sessions or slots directly.
-- Fails with: unauthenticated, role_required, not_found, invalid_transition
create function api.touch_surveyor_session(p_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_surveyor uuid := app.require_role('surveyor');
  v_now      timestamptz := app.now();
  v_session  app.surveyor_sessions := app.own_session(v_surveyor, p_id);
begin
  if app.session_state(v_session) <> 'open' then
    perform app.refuse_move(app.session_state(v_session), app.next_states('surveyor_session', app.session_state(v_session)));
  end if;
  v_session.touched_at := v_now;
  v_session.open_until := app.session_open_until(v_session);
  update app.surveyor_sessions s set touched_at = v_now, open_until = v_session.open_until where s.id = p_id;
  update app.assignment_slots s
     set held_until = greatest(s.held_until, least(v_now + interval '2 hours', s.claimed_at + interval '12 hours')),
         session_id = p_id
   where s.holder_id = v_surveyor and s.state = 'claimed' and s.held_until > v_now;
  return app.session_view(v_session) || '{"repeated": false}';
end
$$;
grant execute on function api.touch_surveyor_session to authenticated;

-- End a session, now or at a time in the past, also one that was abandoned since. The first end is final: ending it
-- again returns it unchanged. Without a time an abandoned one ends with its last touch.
--
-- Definer: nobody may touch app.surveyor_sessions directly.
-- Fails with: unauthenticated, role_required, not_found, invalid_request
create function api.end_surveyor_session(p_id uuid, p_ended_at timestamptz default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_surveyor uuid := app.require_role('surveyor');
  v_now      timestamptz := app.now();
  v_session  app.surveyor_sessions := app.own_session(v_surveyor, p_id);
  v_state    text := app.session_state(v_session);
begin
  if v_state = 'ended' then
    return app.session_view(v_session) || '{"repeated": true}';
  end if;
  if p_ended_at < v_session.started_at then
    perform app.fail('invalid_request', '{"path": "endedAt", "code": "out_of_range"}');
  end if;
  perform app.abandon_lapsed_session(v_surveyor);
  perform app.move_session(
    p_id, 'ended', null, v_surveyor,
    least(coalesce(p_ended_at, case v_state when 'abandoned' then v_session.touched_at end, v_now), v_now,
          v_session.started_at + interval '14 hours'));
  select * into v_session from app.surveyor_sessions s where s.id = p_id;
  return app.session_view(v_session) || '{"repeated": false}';
end
$$;
grant execute on function api.end_surveyor_session to authenticated;

-- supabase/schemas/80_surveyor/undo_collection_entry.sql

-- Restore a collection entry to its state before a decision: its slot is pending with it, and the vehicle's previous
-- facts are current again. A slot that was claimed by somebody else since is unchanged.
-- Fails with: invalid_transition
create function app.undo_collection_entry(
  p_id uuid, p_kept app.review_snapshots, p_actor uuid, p_reason text)
returns void language plpgsql set search_path = '' as $$
declare
  v_entry app.collection_entries;
begin
  select * into v_entry from app.collection_entries e where e.id = p_id;
  if v_entry.state <> p_kept.after ->> 'state' then
    perform app.refuse_undo(v_entry.state, 'subject_changed');
  elsif v_entry.state = 'approved' then
    perform app.restore_vehicle_facts(v_entry, p_actor, p_reason);
  end if;
  perform app.move_entry(p_id, p_kept.before ->> 'state', null, p_actor);
  update app.collection_entries e
     set decided_at = null, reason = null, reason_note = null, reason_facts = '{}', vehicle_id = null
   where e.id = p_id;
  perform app.resubmit_slot(v_entry);
end
$$;

-- Restore the vehicle's facts from before an entry was approved, as a new version with the reason: history is
-- append-only. A vehicle that was new stays, without facts, because its public code may be on a sticker.
-- Fails with: invalid_transition where a newer version builds on that one
create function app.restore_vehicle_facts(p_entry app.collection_entries, p_actor uuid, p_reason text)
returns void language plpgsql set search_path = '' as $$
declare
  v_vehicle app.vehicles;
  v_written app.vehicle_facts;
  v_facts   app.vehicle_facts;
  v_sacco   uuid;
begin
  select * into v_written from app.vehicle_facts f
   where f.entry_id = p_entry.id and f.vehicle_id = p_entry.vehicle_id order by f.version desc limit 1;
  select * into v_facts from app.vehicle_facts f
   where f.vehicle_id = v_written.vehicle_id and f.version = v_written.replaces;
  v_sacco := app.held_sacco(v_facts.sacco_id);
  select * into v_vehicle from app.vehicles v where v.id = v_written.vehicle_id for update;
  if v_written.version is distinct from (app.present_facts(v_vehicle)).version then
    perform app.refuse_undo(p_entry.state, 'vehicle_changed');
  end if;
  v_facts.vehicle_id := v_vehicle.id;
  v_facts.version := v_written.version + 1;
  v_facts.plate := coalesce(v_facts.plate, v_vehicle.plate);
  v_facts.sacco_id := v_sacco;
  v_facts.route_ids := coalesce(v_facts.route_ids, '{}');
  v_facts.checks := coalesce(v_facts.checks, '{}');
  v_facts.approved_at := app.now();
  v_facts.approved_by := p_actor;
  v_facts.reason := p_reason;
  insert into app.vehicle_facts select v_facts.*;
  perform app.activate_facts(v_facts);
end
$$;

-- The slot of an entry that is pending again becomes pending too, unless it was claimed by somebody else since, or
-- another entry under the same claim still needs a correction.
create function app.resubmit_slot(p_entry app.collection_entries)
returns void language plpgsql set search_path = '' as $$
declare
  v_slot app.assignment_slots;
begin
  select * into v_slot from app.assignment_slots s where s.id = p_entry.slot_id for update;
  if (v_slot.token = p_entry.token and v_slot.state in ('approved', 'open', 'changes_requested')) is distinct from true
     or exists (select from app.collection_entries e
                 where e.slot_id = v_slot.id and e.token = v_slot.token and e.state = 'changes_requested')
  then
    return;
  end if;
  perform app.move_slot(v_slot.id, 'submitted');
  update app.assignment_slots s
     set holder_id = p_entry.surveyor_id, session_id = coalesce(s.session_id, p_entry.session_id)
   where s.id = v_slot.id;
end
$$;

-- supabase/schemas/80_surveyor/write_vehicle_facts.sql

-- Write a surveyor's record as a new, current version of the vehicle's facts. Returns the vehicle; an unknown one is
-- created, with a random public code.
--
-- History is append-only: the facts of a vehicle that existed before become its first version. Omitted facts are
-- unchanged. An older observation that is approved after a newer one is stored, but does not become current.
--
-- The group is locked before the vehicle, see app.held_sacco.
create function app.write_vehicle_facts(p_entry app.collection_entries, p_facts jsonb, p_actor uuid)
returns uuid language plpgsql set search_path = '' as $$
declare
  v_sacco   uuid := app.held_sacco(app.reported_sacco(p_facts -> 'sacco'));
  v_vehicle app.vehicles := app.lock_vehicle(app.plate_key(p_facts ->> 'plate'));
  v_facts   app.vehicle_facts := app.present_facts(v_vehicle);
  v_newest  boolean := coalesce(v_vehicle.checked_at <= p_entry.captured_at, true);
begin
  v_facts.fleet_name := coalesce(btrim(p_facts ->> 'fleetName'), v_facts.fleet_name);
  v_facts.capacity := coalesce((p_facts ->> 'capacity')::int, v_facts.capacity);
  if p_facts ? 'sacco' then
    v_facts.sacco_id := coalesce(v_sacco, v_facts.sacco_id);
    v_facts.sacco_name := case when v_sacco is null then p_facts -> 'sacco' ->> 'name' end;
  end if;
  if p_facts ? 'routeIds' then
    v_facts.route_ids := array(
      select distinct id::uuid from jsonb_array_elements_text(p_facts -> 'routeIds') id order by 1);
  end if;
  v_facts.sticker := p_facts -> 'sticker';
  v_facts.checks := coalesce(p_facts -> 'checks', '{}');
  v_facts.version := v_facts.version + 1;
  v_facts.observed_at := p_entry.captured_at;
  v_facts.surveyor_id := p_entry.surveyor_id;
  v_facts.session_id := p_entry.session_id;
  v_facts.entry_id := p_entry.id;
  v_facts.approved_at := app.now();
  v_facts.approved_by := p_actor;
  v_facts.replaces := coalesce(app.version_in_force(v_vehicle), nullif(v_facts.version - 1, 0));
  insert into app.vehicle_facts select v_facts.*;
  if v_newest then
    perform app.activate_facts(v_facts);
  end if;
  return v_vehicle.id;
end
$$;

-- The vehicle with a plate, locked; created if there is none, with its facts as version 1 if it existed without any.
create function app.lock_vehicle(p_plate_key text)
returns app.vehicles language plpgsql set search_path = '' as $$
declare
  v_vehicle app.vehicles;
begin
  loop
    select * into v_vehicle from app.vehicles v where v.plate_key = p_plate_key for update;
    exit when found;
    insert into app.vehicles (plate, plate_key, public_code)
    values (app.plate_text(p_plate_key), p_plate_key, app.new_public_code())
    on conflict do nothing
    returning * into v_vehicle;
    if found then
      return v_vehicle;
    end if;
  end loop;
  perform app.save_first_facts(v_vehicle);
  return v_vehicle;
end
$$;

-- Store the facts that a vehicle had before any change as its first version. The caller holds the row.
create function app.save_first_facts(p_vehicle app.vehicles)
returns void language plpgsql set search_path = '' as $$
begin
  insert into app.vehicle_facts (vehicle_id, version, plate, fleet_name, sacco_id, route_ids, capacity)
  select p_vehicle.id, 1, p_vehicle.plate, p_vehicle.fleet_name, p_vehicle.sacco_id,
         array(select r.route_id from app.vehicle_routes r where r.vehicle_id = p_vehicle.id order by 1), p_vehicle.capacity
   where not exists (select from app.vehicle_facts f where f.vehicle_id = p_vehicle.id);
end
$$;

-- Make a version of a vehicle's facts the current one.
create function app.activate_facts(p_facts app.vehicle_facts)
returns void language plpgsql set search_path = '' as $$
begin
  update app.vehicles v
     set plate = p_facts.plate, plate_key = app.plate_key(p_facts.plate), fleet_name = p_facts.fleet_name,
         sacco_id = p_facts.sacco_id, capacity = p_facts.capacity, checked_at = p_facts.observed_at
   where v.id = p_facts.vehicle_id;
  delete from app.vehicle_routes r where r.vehicle_id = p_facts.vehicle_id and r.route_id <> all (p_facts.route_ids);
  insert into app.vehicle_routes (vehicle_id, route_id)
  select p_facts.vehicle_id, unnest(p_facts.route_ids) on conflict do nothing;
end
$$;

-- The number of the current version: the newest of those seen when the vehicle was last checked; null where none is
-- stored.
create function app.version_in_force(p_vehicle app.vehicles)
returns int language plpgsql stable set search_path = '' as $$
begin
  return (select max(f.version) from app.vehicle_facts f
           where f.vehicle_id = p_vehicle.id and f.observed_at is not distinct from p_vehicle.checked_at);
end
$$;

-- The current facts, with the number of the last version (0 where there is none).
create function app.present_facts(p_vehicle app.vehicles)
returns app.vehicle_facts language plpgsql stable set search_path = '' as $$
declare
  v_facts app.vehicle_facts;
begin
  v_facts.vehicle_id := p_vehicle.id;
  v_facts.version := (
    select coalesce(max(f.version), 0) from app.vehicle_facts f where f.vehicle_id = p_vehicle.id);
  v_facts.plate := p_vehicle.plate;
  v_facts.fleet_name := p_vehicle.fleet_name;
  v_facts.sacco_id := p_vehicle.sacco_id;
  v_facts.capacity := p_vehicle.capacity;
  v_facts.route_ids := array(
    select r.route_id from app.vehicle_routes r where r.vehicle_id = p_vehicle.id order by 1);
  return v_facts;
end
$$;

-- The operator group of the facts, by id, or by a name or alias; null if no known group has that name.
create function app.reported_sacco(p_sacco jsonb)
returns uuid language plpgsql stable set search_path = '' as $$
declare
  v_key text := app.search_key(p_sacco ->> 'name');
begin
  return coalesce(
    (app.sacco_at(p_sacco ->> 'id')).id,
    (select s.id from app.saccos s where s.merged_into is null and app.search_key(s.name) = v_key order by s.id limit 1),
    (select a.sacco_id from app.sacco_aliases a where a.alias_key = v_key));
end
$$;

-- supabase/schemas/81_entry_photos/00_tables.sql

-- A photo of a collection entry, for reviewers only. The picture is stored beside those of reports, re-encoded by our
-- server (see 42_photos). It has no state of its own: it is decided with its entry.
create table app.entry_photos (
  id          uuid primary key,
  entry_id    uuid not null references app.collection_entries,
  -- Hashes of the upload, to recognize a retry, and of the stored picture.
  sent_sha256 bytea not null check (octet_length(sent_sha256) = 32),
  sha256      bytea not null check (octet_length(sha256) = 32),
  bytes       int not null check (bytes between 1 and 2097152),
  width       int not null check (width between 1 and 1600),
  height      int not null check (height between 1 and 1600),
  added_at    timestamptz not null
);
create index entry_photos_entry on app.entry_photos (entry_id, added_at);
alter table app.entry_photos enable row level security;

-- The path of a photo in the bucket.
create function app.entry_photo_object(p_photo app.entry_photos)
returns text language plpgsql immutable set search_path = '' as $$
begin
  return format('entries/%s/%s.webp', p_photo.entry_id, p_photo.id);
end
$$;

-- The picture of a deleted photo is deleted.
create function app.erase_entry_picture()
returns trigger language plpgsql set search_path = '' as $$
begin
  insert into app.erased_photos (object, erased_at) values (app.entry_photo_object(old), app.now())
  on conflict (object) do update set erased_at = excluded.erased_at;
  return null;
end
$$;
create trigger entry_photos_deleted after delete on app.entry_photos
  for each row execute function app.erase_entry_picture();

-- The photos of an entry, for reviewers and the surveyor's own export. The pictures are requested one by one.
create function app.photos_of_entry(p_entry uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'width', p.width, 'height', p.height,
                                                 'addedAt', app.instant(p.added_at)) order by p.added_at, p.id), '[]')
      from app.entry_photos p where p.entry_id = p_entry);
end
$$;

-- Purge photos 90 days after the decision. A pending entry keeps them.
create function app.purge_entry_photos()
returns void language plpgsql set search_path = '' as $$
begin
  delete from app.entry_photos p
   using app.collection_entries e
   where e.id = p.entry_id and e.state in ('approved', 'rejected', 'replaced')
     and e.decided_at <= app.now() - interval '90 days';
end
$$;

-- supabase/schemas/81_entry_photos/add_collection_entry_photo.sql

-- Register a photo of a collection entry, before its picture is stored. Only the entry's surveyor may. Idempotent by id
-- and picture; `wanted` says whether the picture is to be stored, which is true again on a retry, as the first attempt
-- may have failed before that.
--
-- A reviewer who is deciding has to reload the entry. Locks the entry, so the limit of three photos also holds for
-- concurrent requests.
-- Definer: no role may touch entries or photos.
-- Fails with: unauthenticated, role_required, not_found, invalid_request, id_reused, invalid_transition, report_full
create function api.add_collection_entry_photo(
  p_entry uuid, p_id uuid, p_sent_sha256 text, p_sha256 text, p_bytes int, p_width int, p_height int)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_surveyor uuid := app.require_role('surveyor');
  v_entry    app.collection_entries;
  v_photo    app.entry_photos;
begin
  select * into v_entry from app.collection_entries e
   where e.id = p_entry and e.surveyor_id = v_surveyor for update;
  perform app.require_found(v_entry.id is not null);
  perform app.check_photo_shape(p_id, p_sent_sha256, p_sha256, p_bytes, p_width, p_height);
  select * into v_photo from app.entry_photos p where p.id = p_id;
  if v_photo.id is not null then
    if v_photo.entry_id <> p_entry or v_photo.sent_sha256 <> decode(p_sent_sha256, 'hex') then
      perform app.fail('id_reused');
    end if;
    return app.entry_photo_response(v_photo, true);
  end if;
  if v_entry.state in ('approved', 'rejected', 'replaced') then
    perform app.refuse_move(v_entry.state, '{}');
  end if;
  if (select count(*) from app.entry_photos p where p.entry_id = p_entry) >= 3 then
    perform app.fail('report_full');
  end if;
  insert into app.entry_photos (id, entry_id, sent_sha256, sha256, bytes, width, height, added_at)
  values (p_id, p_entry, decode(p_sent_sha256, 'hex'), decode(p_sha256, 'hex'), p_bytes, p_width, p_height, app.now())
  on conflict do nothing
  returning * into v_photo;
  if v_photo.id is null then
    perform app.fail('id_reused');
  end if;
  perform app.renew_review('collection_entry', p_entry);
  return app.entry_photo_response(v_photo, false);
end
$$;
grant execute on function api.add_collection_entry_photo to authenticated;

-- The response to the sender of a photo, with the picture's path for the server.
create function app.entry_photo_response(p_photo app.entry_photos, p_repeated boolean)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'id', p_photo.id, 'width', p_photo.width, 'height', p_photo.height, 'repeated', p_repeated,
    'object', app.entry_photo_object(p_photo), 'wanted', true);
end
$$;

-- A photo of an entry for a reviewer: the path of its picture.
--
-- Definer: no role may touch photos.
-- Fails with: unauthenticated, role_required, not_found
create function api.get_collection_entry_photo(p_entry uuid, p_id uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_admin uuid := app.require_role('admin');
  v_photo app.entry_photos;
begin
  select * into v_photo from app.entry_photos p where p.id = p_id and p.entry_id = p_entry;
  perform app.require_found(v_photo.id is not null);
  return app.entry_photo_response(v_photo, true);
end
$$;
grant execute on function api.get_collection_entry_photo to authenticated;

-- supabase/schemas/90_admin/00_tables.sql

-- Retired public codes: their sticker was stolen or lost. They are never reused and resolve to nothing, because the
-- sticker may have been put into another vehicle.
create table app.retired_codes (
  public_code text primary key check (public_code ~ '^V-[0-9A-HJKMNP-TV-Z]{8}$'),
  vehicle_id  uuid not null references app.vehicles on delete cascade,
  retired_at  timestamptz not null
);
create index retired_codes_vehicle on app.retired_codes (vehicle_id);
alter table app.retired_codes enable row level security;

-- The traces of users, by having an account or by doing something, many rows for one user. Users of another issuer have
-- no row in auth.users: they are known by what they did. The random id of an erased author is no user.
create view app.traces as
  select u.id as user_id from auth.users u where u.deleted_at is null
  union all select p.user_id from app.profiles p
  union all select r.user_id from app.user_roles r
  union all select v.user_id from app.role_versions v
  union all select k.owner_id from app.api_keys k
  union all select r.reporter_id from app.reports r where not r.author_erased
  union all select v.user_id from app.incident_votes v
  union all select f.rider_id from app.feedback f
  union all select e.user_id from app.enrolments e
  union all select d.user_id from app.document_acceptances d;

-- supabase/schemas/90_admin/list_audit_log.sql

-- Entries of the log that match all of the filters, newest first: a page of app.page. `p_action` is a whole action, or
-- its noun. Days are local days, both included.
-- Fails with: invalid_request
create function app.audit_page(
  p_action text, p_subject_kind text, p_subject_id text, p_actor_id uuid, p_from date, p_to date, p_limit int, p_after jsonb)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  if p_from > p_to then
    perform app.fail('invalid_request', '{"path": "from", "code": "out_of_range"}');
  end if;
  return app.page(array(
    select jsonb_build_object(
             'row', jsonb_build_object(
               'id', l.id::text, 'at', app.instant(l.at), 'actor', app.person_ref(l.actor_id), 'action', l.action,
               'subjectKind', l.subject_kind, 'subjectId', l.subject_id, 'reason', l.reason,
               'reasonLabel', app.reason_label(l), 'detail', l.detail),
             'key', jsonb_build_object('at', l.at, 'id', l.id))
      from app.audit_log l
     where (p_action is null or p_action in (l.action, split_part(l.action, '.', 1)))
       and (p_subject_kind is null or l.subject_kind = p_subject_kind)
       and (p_subject_id is null or l.subject_id = p_subject_id)
       and (p_actor_id is null or l.actor_id = p_actor_id)
       and (p_from is null or l.at >= app.city_midnight(p_from))
       and (p_to is null or l.at < app.city_midnight(p_to) + interval '1 day')
       and (p_after is null or (l.at, l.id) < ((p_after ->> 'at')::timestamptz, (p_after ->> 'id')::bigint))
     order by l.at desc, l.id desc
     limit p_limit + 1), p_limit);
end
$$;

-- The label of a reason that is stored in the log as a code, as for review decisions; else null.
create function app.reason_label(p_act app.audit_log)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object('en', r.label_en, 'sw', r.label_sw)
      from app.review_reasons r
     where p_act.subject_kind = 'review_entry' and r.code = p_act.reason
       and (r.kind is null or r.kind = p_act.detail ->> 'kind'));
end
$$;

-- The audit log, newest first; only entries that match all filters.
--
-- Definer: the log is not readable directly.
-- Fails with: unauthenticated, role_required, invalid_request
create function api.list_audit_log(
  p_action text default null, p_subject_kind text default null, p_subject_id text default null,
  p_actor_id uuid default null, p_from date default null, p_to date default null, p_limit int default 20,
  p_after jsonb default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_role('admin');
  return app.audit_page(p_action, p_subject_kind, p_subject_id, p_actor_id, p_from, p_to, app.page_size(p_limit), p_after);
end
$$;
grant execute on function api.list_audit_log to authenticated;

-- The same in pages of up to 5,000, for a file.
--
-- Definer: the log is not readable directly.
-- Fails with: unauthenticated, role_required, invalid_request
create function api.export_audit_log(
  p_action text default null, p_subject_kind text default null, p_subject_id text default null,
  p_actor_id uuid default null, p_from date default null, p_to date default null, p_limit int default 1000,
  p_after jsonb default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_role('admin');
  return app.audit_page(p_action, p_subject_kind, p_subject_id, p_actor_id, p_from, p_to,
                        least(greatest(coalesce(p_limit, 1000), 1), 5000), p_after);
end
$$;
grant execute on function api.export_audit_log to authenticated;

-- supabase/schemas/90_admin/list_vehicle_facts.sql

-- The versions of a vehicle's facts, newest first, with who saw it, when, in which session, and who approved it. The
-- current one is the newest of those seen when the vehicle was last checked.
--
-- Definer: no role may read facts.
-- Fails with: unauthenticated, role_required, not_found
create function api.list_vehicle_facts(p_id uuid, p_limit int default 20, p_after jsonb default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_limit   int := app.page_size(p_limit);
  v_vehicle app.vehicles;
  v_present int;
begin
  perform app.require_role('admin');
  select * into v_vehicle from app.vehicles v where v.id = p_id;
  perform app.require_found(found);
  v_present := app.version_in_force(v_vehicle);
  return app.page(array(
    select jsonb_build_object(
             'row', app.facts_for_admins(f) || jsonb_build_object('inForce', (f.version = v_present) is true),
             'key', jsonb_build_object('version', f.version))
      from app.vehicle_facts f
     where f.vehicle_id = p_id and (p_after is null or f.version < (p_after ->> 'version')::int)
     order by f.version desc
     limit v_limit + 1), v_limit);
end
$$;
grant execute on function api.list_vehicle_facts to authenticated;

create function app.facts_for_admins(p_facts app.vehicle_facts)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'version', p_facts.version,
    'plate', p_facts.plate,
    'fleetName', p_facts.fleet_name,
    'sacco', app.sacco_ref(p_facts.sacco_id),
    'saccoName', p_facts.sacco_name,
    'routes', (select coalesce(jsonb_agg(app.route_ref(r) order by r.short_name, r.slug), '[]')
                 from app.routes r where r.id = any (p_facts.route_ids)),
    'capacity', p_facts.capacity,
    'sticker', p_facts.sticker,
    'checks', p_facts.checks,
    'observedAt', app.instant(p_facts.observed_at),
    'surveyor', app.person_ref(p_facts.surveyor_id),
    'sessionId', p_facts.session_id,
    'entryId', p_facts.entry_id,
    'approvedAt', app.instant(p_facts.approved_at),
    'approvedBy', app.person_ref(p_facts.approved_by),
    'reason', p_facts.reason);
end
$$;

-- supabase/schemas/90_admin/make_vehicle_sticker.sql

-- The content of a vehicle's sticker. With `p_rotate` the vehicle gets a new public code first, because the sticker was
-- stolen or lost: the old code resolves to nothing from then on. That needs a reason and is audited.
--
-- Definer: nobody may touch app.vehicles directly.
-- Fails with: unauthenticated, role_required, invalid_request, not_found
create function api.make_vehicle_sticker(p_id uuid, p_rotate boolean default false, p_reason text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin   uuid := app.require_role('admin');
  v_vehicle app.vehicles;
begin
  if p_rotate then
    perform app.check_reason(p_reason);
  end if;
  select * into v_vehicle from app.vehicles v where v.id = p_id for update;
  perform app.require_found(found);
  if p_rotate then
    v_vehicle := app.rotate_public_code(v_vehicle);
    perform app.audit(v_admin, 'vehicle.code_rotated', 'vehicle', p_id::text, btrim(p_reason),
                      jsonb_build_object('publicCode', v_vehicle.public_code));
  end if;
  return jsonb_build_object('vehicle', app.vehicle_view(v_vehicle), 'publicCode', v_vehicle.public_code);
end
$$;
grant execute on function api.make_vehicle_sticker to authenticated;

-- Retire a vehicle's public code and give it another. The caller holds the row.
create function app.rotate_public_code(p_vehicle app.vehicles)
returns app.vehicles language plpgsql set search_path = '' as $$
declare
  v_vehicle app.vehicles;
begin
  insert into app.retired_codes (public_code, vehicle_id, retired_at)
  values (p_vehicle.public_code, p_vehicle.id, app.now());
  update app.vehicles v set public_code = app.new_public_code() where v.id = p_vehicle.id returning * into v_vehicle;
  return v_vehicle;
end
$$;

-- supabase/schemas/90_admin/user_roles.sql

-- Users for admins, by e-mail; those without one, of another issuer, are last. `p_q` matches a part of an e-mail or of
-- the display name, or a whole id.
--
-- Definer: nobody may read these tables, or schema auth, directly.
-- Fails with: unauthenticated, role_required
create function api.list_users(
  p_q text default null, p_role text default null, p_limit int default 20, p_after jsonb default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_admin uuid := app.require_role('admin');
  v_limit int := app.page_size(p_limit);
  v_like  text := app.like_pattern(p_q);
begin
  return app.page(array(
    select jsonb_build_object(
             'row', app.user_response(k.id) || jsonb_build_object('you', k.id = v_admin),
             'key', jsonb_build_object('email', u.email, 'id', k.id))
      from app.known_people() k (id)
      left join auth.users u on u.id = k.id
      left join app.profiles p on p.user_id = k.id
     where (p_q is null or u.email ilike v_like or p.display_name ilike v_like or k.id::text = lower(p_q))
       and (p_role is null or p_role = 'rider'
            or exists (select from app.user_roles r where r.user_id = k.id and r.role = p_role))
       and (p_after is null
            or (u.email is null, coalesce(u.email, ''), k.id)
             > (p_after ->> 'email' is null, coalesce(p_after ->> 'email', ''), (p_after ->> 'id')::uuid))
     order by u.email is null, coalesce(u.email, ''), k.id
     limit v_limit + 1), v_limit);
end
$$;
grant execute on function api.list_users to authenticated;

-- One user with their roles, and how often those were changed. Definer as above.
-- Fails with: unauthenticated, role_required, not_found
create function api.get_user_roles(p_user_id uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_admin uuid := app.require_role('admin');
begin
  if not app.is_known(p_user_id) then
    perform app.fail('not_found');
  end if;
  return app.user_response(p_user_id) || jsonb_build_object('you', p_user_id = v_admin);
end
$$;
grant execute on function api.get_user_roles to authenticated;

-- A user as admins see them: creation and last use of the account by the day, see app.is_sensitive.
create function app.user_response(p_user uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return app.person_ref(p_user) || jsonb_build_object(
    'roles', app.roles_of(p_user),
    'version', app.roles_version(p_user),
    'createdAt', (select app.instant(app.city_midnight(app.city_day(u.created_at))) from auth.users u where u.id = p_user),
    'lastSignInAt', (
      select app.instant(app.city_midnight(app.city_day(u.last_sign_in_at))) from auth.users u where u.id = p_user));
end
$$;

-- Give a user exactly these roles, from their next request on. Nobody changes their own, there is always an admin, and
-- the request has a reason and the version that the admin saw. A retry of the same change returns the current state.
--
-- Changes are serialized. The caller's role is checked again after the lock is acquired: of two admins who demote each
-- other the second would otherwise still succeed.
-- Definer: nobody may touch app.user_roles directly.
-- Fails with: unauthenticated, role_required, invalid_request, own_roles, not_found, version_conflict, last_admin
create function api.replace_user_roles(p_user_id uuid, p_roles text[], p_reason text, p_version int)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin    uuid := app.require_role('admin');
begin
  perform app.check_fields(array[
    ('roles', 'invalid_value', p_roles <@ array['rider', 'surveyor', 'admin'] and cardinality(p_roles) <= 3),
    ('reason', 'invalid_value', char_length(btrim(p_reason)) >= 3 and char_length(p_reason) <= 500)
  ]::app.field_check[]);
  if p_user_id = v_admin then
    perform app.fail('own_roles');
  end if;
  perform app.lock_roles();
  if not app.is_known(p_user_id) then
    perform app.fail('not_found');
  elsif app.roles_version(p_user_id) - 1 = p_version
        and app.changed_roles_last(p_user_id, p_roles, v_admin, btrim(p_reason)) then
    perform app.require_role('admin');
    return app.user_response(p_user_id) || jsonb_build_object('you', false);
  elsif app.roles_version(p_user_id) is distinct from p_version then
    perform app.fail('version_conflict', jsonb_build_object('currentVersion', app.roles_version(p_user_id)));
  elsif 'admin' <> all (p_roles) then
    perform app.require_remaining_admin(p_user_id);
  end if;
  perform app.require_role('admin');
  perform app.change_roles(p_user_id, p_roles, v_admin, btrim(p_reason));
  return app.user_response(p_user_id) || jsonb_build_object('you', false);
end
$$;
grant execute on function api.replace_user_roles to authenticated;

-- Whether the last change of a user's roles was this same one, by this admin.
create function app.changed_roles_last(p_user uuid, p_roles text[], p_admin uuid, p_reason text)
returns boolean language plpgsql stable set search_path = '' as $$
declare
  v_last app.audit_log;
begin
  select * into v_last from app.audit_log l
   where l.subject_kind = 'user' and l.subject_id = p_user::text and l.action = 'user.roles_changed'
   order by l.id desc
   limit 1;
  return coalesce(v_last.actor_id = p_admin and v_last.reason = p_reason
                  and v_last.detail -> 'after' = to_jsonb(array(
                    select distinct r from unnest(p_roles) r where r <> 'rider' order by r)), false);
end
$$;

-- Make a user an admin: the operator does this on the server, for the first one or when no admin can sign in any more.
-- `p_person` is the confirmed e-mail of an account, or an id. Returns the result: `granted`, `already_admin`,
-- `unknown`, or `unconfirmed`, because anybody can sign up with the e-mail of another.
--
-- Definer: nobody may touch app.user_roles, or schema auth, directly.
create function api.grant_admin(p_person text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user      uuid := app.uuid_or_null(p_person);
  v_confirmed boolean := true;
begin
  if v_user is null then
    select u.id, u.email_confirmed_at is not null into v_user, v_confirmed
      from auth.users u
     where lower(u.email) = lower(btrim(p_person)) and u.deleted_at is null
     order by u.email_confirmed_at is null, u.created_at
     limit 1;
  end if;
  perform app.lock_roles();
  if v_user is null or not app.is_known(v_user) then
    return '{"outcome": "unknown"}';
  elsif not v_confirmed then
    return '{"outcome": "unconfirmed"}';
  elsif exists (select from app.user_roles r where r.user_id = v_user and r.role = 'admin') then
    return jsonb_build_object('outcome', 'already_admin', 'userId', v_user);
  end if;
  perform app.change_roles(v_user, array_append(app.roles_of(v_user), 'admin'), null, 'admin:grant');
  return jsonb_build_object('outcome', 'granted', 'userId', v_user);
end
$$;
grant execute on function api.grant_admin to service_role;

-- supabase/schemas/90_admin/vehicles.sql

-- Vehicles for admins, by plate: all, those of one operator group, or those whose plate, public code or fleet name
-- contains a text.
--
-- Definer: vehicles are not readable directly.
-- Fails with: unauthenticated, role_required
create function api.list_vehicles(
  p_q text default null, p_sacco_id uuid default null, p_limit int default 20, p_after jsonb default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_limit int := app.page_size(p_limit);
  v_key   text := nullif(app.plate_key(p_q), '');
  v_like  text := app.like_pattern(p_q);
begin
  perform app.require_role('admin');
  return app.page(array(
    select jsonb_build_object('row', app.edited_vehicle_view(v), 'key', jsonb_build_object('plate', v.plate_key))
      from app.vehicles v
     where (p_q is null or v.fleet_name ilike v_like
            or v.plate_key like '%' || v_key || '%' or replace(v.public_code, '-', '') like '%' || v_key || '%')
       and (p_sacco_id is null or v.sacco_id = p_sacco_id)
       and (p_after is null or v.plate_key > p_after ->> 'plate')
     order by v.plate_key
     limit v_limit + 1), v_limit);
end
$$;
grant execute on function api.list_vehicles to authenticated;

-- Edit a vehicle's facts as an admin: a new version with all of its facts and a reason. It is no new observation, so
-- the time of the last one stays, and a later surveyor's record replaces it. `p_version` is the newest version that the
-- admin was shown, 0 where there is none. A retry without a difference creates no new version.
--
-- The lock is the vehicle's row, which serializes edits and approvals. The group is locked before it, so that it is not
-- merged meanwhile.
-- Definer: nobody may touch app.vehicles directly.
-- Fails with: unauthenticated, role_required, invalid_request, not_found, version_conflict, plate_taken
create function api.edit_vehicle(
  p_id uuid, p_version int, p_plate text, p_reason text, p_fleet_name text default null, p_sacco_id uuid default null,
  p_route_ids uuid[] default '{}', p_capacity int default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin   uuid := app.require_role('admin');
  v_vehicle app.vehicles;
  v_facts   app.vehicle_facts;
begin
  perform app.check_reason(p_reason);
  perform app.held_sacco(p_sacco_id);
  select * into v_vehicle from app.vehicles v where v.id = p_id for update;
  perform app.require_found(found);
  perform app.check_edited_facts(p_plate, p_fleet_name, p_sacco_id, p_route_ids, p_capacity);
  v_facts := app.present_facts(v_vehicle);
  if (v_facts.plate, v_facts.fleet_name, v_facts.sacco_id, v_facts.route_ids, v_facts.capacity)
     is not distinct from (app.plate_text(app.plate_key(p_plate)), nullif(btrim(p_fleet_name), ''), p_sacco_id,
                           array(select distinct id from unnest(p_route_ids) id order by 1), p_capacity)
  then
    return app.edited_vehicle_view(v_vehicle);
  elsif v_facts.version is distinct from p_version then
    perform app.fail('version_conflict', jsonb_build_object('currentVersion', v_facts.version));
  elsif exists (select from app.vehicles v where v.plate_key = app.plate_key(p_plate) and v.id <> p_id) then
    perform app.fail('plate_taken', '{"path": "plate"}');
  end if;
  perform app.save_first_facts(v_vehicle);
  v_facts.version := greatest(v_facts.version, 1) + 1;
  v_facts.plate := app.plate_text(app.plate_key(p_plate));
  v_facts.fleet_name := nullif(btrim(p_fleet_name), '');
  v_facts.sacco_id := p_sacco_id;
  v_facts.route_ids := array(select distinct id from unnest(p_route_ids) id order by 1);
  v_facts.capacity := p_capacity;
  v_facts.checks := '{}';
  v_facts.observed_at := v_vehicle.checked_at;
  v_facts.approved_at := app.now();
  v_facts.approved_by := v_admin;
  v_facts.reason := btrim(p_reason);
  insert into app.vehicle_facts select v_facts.*;
  perform app.activate_facts(v_facts);
  perform app.audit(v_admin, 'vehicle.edited', 'vehicle', p_id::text, btrim(p_reason),
                    jsonb_build_object('version', v_facts.version));
  return (select app.edited_vehicle_view(v) from app.vehicles v where v.id = p_id);
exception when unique_violation then
  -- Another vehicle got that plate between the check and the write.
  perform app.fail('plate_taken', '{"path": "plate"}');
end
$$;
grant execute on function api.edit_vehicle to authenticated;

-- Validate the facts against the contract, for callers that bypass the API. Fails with: invalid_request
create function app.check_edited_facts(
  p_plate text, p_fleet_name text, p_sacco_id uuid, p_route_ids uuid[], p_capacity int)
returns void language plpgsql stable set search_path = '' as $$
begin
  perform app.check_fields(array[
    ('plate', 'invalid_value', app.can_be_plate(app.plate_key(p_plate))),
    ('fleetName', 'invalid_value', p_fleet_name is null or char_length(p_fleet_name) <= 80),
    ('saccoId', 'unknown_reference', p_sacco_id is null
                or exists (select from app.saccos s where s.id = p_sacco_id and s.merged_into is null)),
    ('routeIds', 'out_of_range', cardinality(p_route_ids) <= 20),
    ('routeIds', 'unknown_reference', cardinality(p_route_ids) > 20 or not exists (
      select from unnest(p_route_ids) told (id) where not exists (select from app.routes r where r.id = told.id))),
    ('capacity', 'out_of_range', p_capacity is null or p_capacity between 1 and 200)
  ]::app.field_check[]);
end
$$;

-- A vehicle as its editor sees it: with the number of its newest version.
create function app.edited_vehicle_view(p_vehicle app.vehicles)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return app.vehicle_view(p_vehicle) || jsonb_build_object('version', (app.present_facts(p_vehicle)).version);
end
$$;

-- supabase/schemas/95_dashboard/get_dashboard.sql

-- The dashboard's figures over local days, both ends included, for admins. Counts only: no person, no vehicle, and no
-- location finer than cells of a kilometre, even for incidents that are public as a point.
--
-- Definer: none of these tables is readable directly.
-- Fails with: unauthenticated, role_required, invalid_request
create function api.get_dashboard(p_from date default null, p_to date default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_to   date := coalesce(p_to, app.city_day(app.now()));
  v_from date := coalesce(p_from, v_to - 27);
begin
  perform app.require_role('admin');
  if not isfinite(v_from) or not isfinite(v_to) or v_from > v_to or v_to - v_from > 92 then
    perform app.fail('invalid_request', '{"path": "from", "code": "out_of_range"}');
  end if;
  return jsonb_build_object(
    'from', v_from,
    'to', v_to,
    'asOf', app.instant(app.now()),
    'queue', jsonb_build_object('now', app.queue_now(), 'days', app.queue_days(v_from, v_to)),
    'decisions', app.decisions_by_day(v_from, v_to),
    'incidents', app.incident_figures(v_from, v_to),
    'categories', app.categories_by_week(v_from, v_to),
    'heat', jsonb_build_object('cellDeg', 0.01, 'cells', app.incident_cells(v_from, v_to)),
    'fieldWork', app.field_work_by_day(v_from, v_to));
end
$$;
grant execute on function api.get_dashboard to authenticated;

-- The days of a period with the instants at which each begins and ends; a day that is not over ends now.
create function app.days_between(p_from date, p_to date)
returns table (day date, starts timestamptz, ends timestamptz) language plpgsql stable set search_path = '' as $$
begin
  return query
    select d::date, app.city_midnight(d::date), least(app.city_midnight(d::date + 1), app.now())
      from generate_series(p_from::timestamp, p_to::timestamp, interval '1 day') d;
end
$$;

-- The surveyors on each day, their hours, and the states of the entries that they captured.
create function app.field_work_by_day(p_from date, p_to date)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_agg(jsonb_build_object(
             'date', d.day,
             'surveyors', (select count(*) from unnest(p.people || e.people) who where who is not null),
             'entries', app.count_entries(null, d.day, d.day),
             'hours', p.hours) order by d.day)
      from app.days_between(p_from, p_to) d
     cross join lateral (
       select coalesce(array_agg(s.surveyor_id), '{}') as people,
              coalesce(sum(app.hours_worked(s.surveyor_id, d.day, d.day)), 0) as hours
         from (select distinct o.surveyor_id from app.surveyor_sessions o
                where o.started_at < d.ends and o.started_at > d.starts - interval '14 hours'
                  and coalesce(app.session_over_at(o), d.ends) > d.starts) s) p
     cross join lateral (
       select coalesce(array_agg(distinct c.surveyor_id), '{}') as people
         from app.collection_entries c
        where c.captured_at >= d.starts and c.captured_at < d.ends and c.surveyor_id <> all (p.people)) e);
end
$$;

-- Indexes for the figures of a period. These tables are appended in the order of these times, so an index of a few
-- pages is enough, and costs writers next to nothing.
create index reports_received on app.reports using brin (received_at);
create index incidents_published on app.incidents using brin (published_at);
create index review_events_at on app.review_events using brin (at);
create index collection_entries_captured on app.collection_entries using brin (captured_at);
create index surveyor_sessions_started on app.surveyor_sessions using brin (started_at);

-- supabase/schemas/95_dashboard/incident_figures.sql

-- The incidents that became public in a period and are still valid: withdrawn and merged ones are excluded. Private and
-- aggregate reports never open one.
create function app.incidents_published(p_from date, p_to date)
returns setof app.incidents language plpgsql stable set search_path = '' as $$
begin
  return query
    select i.* from app.incidents i
     where i.published_at >= app.city_midnight(p_from)
       and i.published_at < least(app.city_midnight(p_to + 1), app.now())
       and i.lifecycle not in ('retracted', 'merged');
end
$$;

-- How many incidents became public, their confidence, and how many reports each has.
create function app.incident_figures(p_from date, p_to date)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    with found as materialized (
      select i.corroboration, greatest(1, (
               select count(*) from app.reports r
                where r.incident_id = i.id and r.state not in ('withdrawn', 'rejected', 'duplicate'))) as reports
        from app.incidents_published(p_from, p_to) i
    )
    select jsonb_build_object(
             'published', count(*),
             'retracted', (select count(*) from app.incidents i
                            where i.lifecycle = 'retracted'
                              and i.published_at >= app.city_midnight(p_from)
                              and i.published_at < app.city_midnight(p_to + 1)),
             'corroboration', jsonb_build_object(
               'unverified', count(*) filter (where f.corroboration = 'unverified'),
               'corroborated', count(*) filter (where f.corroboration = 'corroborated'),
               'verified', count(*) filter (where f.corroboration = 'verified'),
               'disputed', count(*) filter (where f.corroboration = 'disputed')),
             'corroboratedShare', round(
               count(*) filter (where f.corroboration in ('corroborated', 'verified'))::numeric / nullif(count(*), 0), 3),
             'byReports', (
               select jsonb_agg(jsonb_build_object('least', b.least, 'most', b.most, 'incidents', (
                        select count(*) from found n where n.reports >= b.least and (b.most is null or n.reports <= b.most)))
                        order by b.least)
                 from (values (1, 1), (2, 2), (3, 3), (4, 4), (5, 9), (10, null)) b (least, most)))
      from found f);
end
$$;

-- Reports received, and incidents that became public, by week and category, where there are any.
create function app.categories_by_week(p_from date, p_to date)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    with counted as (
      select app.week_of(r.received_at) as week, r.category, 1 as reports, 0 as incidents
        from app.reports r
       where r.received_at >= app.city_midnight(p_from) and r.received_at < app.city_midnight(p_to + 1)
      union all
      select app.week_of(i.published_at), i.category, 0, 1 from app.incidents_published(p_from, p_to) i
    )
    select coalesce(jsonb_agg(jsonb_build_object(
             'week', w.week, 'category', w.category, 'reports', w.reports, 'incidents', w.incidents)
             order by w.week, c.position), '[]')
      from (select o.week, o.category, sum(o.reports) as reports, sum(o.incidents) as incidents
              from counted o group by 1, 2) w
      join app.incident_categories c on c.code = w.category);
end
$$;

-- How many incidents became public in each cell, busiest first. A coarse incident has only its cell; for the others a
-- cell is precise enough for a map of the city.
create function app.incident_cells(p_from date, p_to date)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
             'centre', jsonb_build_object('lat', c.lat, 'lng', c.lng), 'incidents', c.n) order by c.n desc, c.lat, c.lng), '[]')
      from (select app.coarse(i.lat) as lat, app.coarse(i.lng) as lng, count(*) as n
              from app.incidents_published(p_from, p_to) i
             group by 1, 2
             order by n desc, lat, lng
             limit 1000) c);
end
$$;

-- supabase/schemas/95_dashboard/queue_figures.sql

-- The pending entries now: by kind how many, how many overdue, and since when the oldest.
create function app.queue_now()
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_agg(jsonb_build_object(
             'kind', w ->> 'kind', 'open', w -> 'open', 'overdue', w -> 'overdue',
             'oldestAt', (select app.instant(min(e.created_at)) from app.review_entries e
                           where e.kind = w ->> 'kind' and e.state in ('pending', 'claimed', 'escalated')))
             order by n)
      from jsonb_array_elements(app.review_counts()) with ordinality counted (w, n));
end
$$;

-- The queue by day and kind: entries opened, entries closed and how, and the backlog at the end of the day with its
-- age.
create function app.queue_days(p_from date, p_to date)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_starts timestamptz := app.city_midnight(p_from);
  v_ends   timestamptz := app.city_midnight(p_to + 1);
begin
  return (
    with days as materialized (select * from app.days_between(p_from, p_to)),
    entries as materialized (
      select e.kind, e.created_at, e.decided_at, e.state = 'withdrawn' as withdrawn
        from app.review_entries e
       where e.created_at < v_ends and (e.decided_at is null or e.decided_at >= v_starts)
    ),
    touched as (
      select d.day, e.kind,
             count(*) filter (where e.created_at >= d.starts) as arrived,
             count(*) filter (where e.decided_at < d.ends and not e.withdrawn) as decided,
             count(*) filter (where e.decided_at < d.ends and e.withdrawn) as withdrawn,
             count(*) filter (where (e.decided_at < d.ends) is not true) as open,
             max(d.ends - e.created_at) filter (where (e.decided_at < d.ends) is not true) as oldest,
             percentile_cont(0.5) within group (order by e.decided_at - e.created_at)
               filter (where e.decided_at < d.ends and not e.withdrawn) as wait
        from days d
        join entries e on e.created_at < d.ends and (e.decided_at is null or e.decided_at >= d.starts)
       group by d.day, e.kind
    )
    select jsonb_agg(jsonb_build_object(
             'date', d.day, 'kind', w ->> 'kind',
             'arrived', coalesce(t.arrived, 0), 'decided', coalesce(t.decided, 0),
             'withdrawn', coalesce(t.withdrawn, 0), 'open', coalesce(t.open, 0),
             'oldestS', extract(epoch from t.oldest)::int, 'medianWaitS', extract(epoch from t.wait)::int)
             order by d.day, n)
      from days d
     cross join jsonb_array_elements(app.review_counts()) with ordinality kinds (w, n)
      left join touched t on t.day = d.day and t.kind = w ->> 'kind');
end
$$;

-- Reviewers' decisions by day. An escalation does not decide the entry, but counts as a decision of the reviewer.
create function app.decisions_by_day(p_from date, p_to date)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_starts timestamptz := app.city_midnight(p_from);
  v_ends   timestamptz := app.city_midnight(p_to + 1);
begin
  return (
    with made as (
      select app.city_day(v.at) as day, v.to_state as decision, count(*) as n
        from app.review_events v
       where v.at >= v_starts and v.at < v_ends
         and v.to_state in ('approved', 'approved_with_edits', 'changes_requested', 'rejected', 'duplicate', 'escalated')
       group by 1, 2
    )
    select jsonb_agg(day.row order by day.date)
      from (
        select d.day as date, jsonb_build_object(
                 'date', d.day,
                 'approved', coalesce(sum(m.n) filter (where m.decision = 'approved'), 0),
                 'approvedWithEdits', coalesce(sum(m.n) filter (where m.decision = 'approved_with_edits'), 0),
                 'changesRequested', coalesce(sum(m.n) filter (where m.decision = 'changes_requested'), 0),
                 'rejected', coalesce(sum(m.n) filter (where m.decision = 'rejected'), 0),
                 'duplicate', coalesce(sum(m.n) filter (where m.decision = 'duplicate'), 0),
                 'escalated', coalesce(sum(m.n) filter (where m.decision = 'escalated'), 0)) as row
          from app.days_between(p_from, p_to) d
          left join made m on m.day = d.day
         group by d.day) day);
end
$$;
