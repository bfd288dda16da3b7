-- supabase/schemas/00_base/00_schemas.sql

-- Two schemas of our own: `api` holds one function per use case and is the only one that the outside can reach; `app`
-- holds tables, policies and helpers, and nobody but the owner may even look into it.
--
-- The roles anon, authenticated and service_role exist before this runs (every Supabase project has them).
create schema if not exists extensions;
create extension if not exists postgis with schema extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists "uuid-ossp" with schema extensions;

create schema if not exists app;
create schema if not exists api;

-- A new function is nobody's until its file grants it. `anon` is granted nothing at all.
alter default privileges revoke execute on functions from public;
revoke all on schema app from public;
revoke all on schema api from public;
grant usage on schema api to authenticated, service_role;

-- supabase/schemas/00_base/caller.sql

-- Who is asking. Never auth.uid(): it fails on the subjects of other OpenID Connect issuers, which need not be UUIDs.

create function app.claims()
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return nullif(current_setting('request.jwt.claims', true), '')::jsonb;
end
$$;

-- The caller's id, or null where no person is signed in. A UUID subject is taken as it is; anything else becomes the
-- UUIDv5 (RFC 9562) of issuer and subject, so that the same person always has the same id.
create function app.user_id()
returns uuid
language plpgsql
stable
set search_path = ''
as $$
declare
  v_claims  jsonb := app.claims();
  v_subject text := v_claims ->> 'sub';
begin
  if v_subject is null or v_claims ->> 'role' is distinct from 'authenticated' then
    return null;
  end if;
  if v_subject ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then
    return v_subject::uuid;
  end if;
  return extensions.uuid_generate_v5(
    extensions.uuid_generate_v5(extensions.uuid_ns_url(), coalesce(v_claims ->> 'iss', '')), v_subject);
end
$$;

-- The caller's id. Fails with: unauthenticated
create function app.require_user()
returns uuid
language plpgsql
stable
set search_path = ''
as $$
declare
  v_user uuid := app.user_id();
begin
  if v_user is null then
    perform app.fail('unauthenticated');
  end if;
  return v_user;
end
$$;

-- supabase/schemas/00_base/clock.sql

-- The time, for every rule that has one. In production this is now(): the table is empty and only the owner can fill it.
-- Tests put a shift into it, so that "two hours later" needs no waiting.
create table app.clock (
  singleton boolean primary key default true check (singleton),
  shift     interval not null
);
alter table app.clock enable row level security;

-- The full hour that an instant lies in. In UTC whatever the session's time zone is: a caller may choose that one, and
-- half the world's zones have other full hours.
create function app.full_hour(p_at timestamptz)
returns timestamptz
language plpgsql
immutable
set search_path = ''
as $$
begin
  return date_trunc('hour', p_at at time zone 'UTC') at time zone 'UTC';
end
$$;

create function app.now()
returns timestamptz
language plpgsql
stable
set search_path = ''
as $$
begin
  return now() + coalesce((select c.shift from app.clock c), interval '0');
end
$$;

-- supabase/schemas/00_base/distance.sql

-- Metres between two places on a sphere (haversine, mean radius 6,371,008.8 m), good to 0.5 %. Plain SQL without a set
-- clause, so that PostgreSQL can put it into the calling query; it names nothing outside pg_catalog.
create function app.distance_m(p_lat1 float8, p_lng1 float8, p_lat2 float8, p_lng2 float8)
returns float8
language sql
immutable
parallel safe
as $$
  select 6371008.8 * 2 * asin(least(1, sqrt(
    power(sin(radians(p_lat2 - p_lat1) / 2), 2)
    + cos(radians(p_lat1)) * cos(radians(p_lat2)) * power(sin(radians(p_lng2 - p_lng1) / 2), 2))))
$$;

-- The box that holds every place within so many metres, on the plain (longitude, latitude) plane of the `pt` columns.
create function app.box_around(p_lat float8, p_lng float8, p_radius_m float8)
returns box
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_dlat float8 := p_radius_m / 110574;
  v_dlng float8 := p_radius_m / (111320 * greatest(cos(radians(p_lat)), 0.01));
begin
  return box(point(p_lng - v_dlng, p_lat - v_dlat), point(p_lng + v_dlng, p_lat + v_dlat));
end
$$;

-- supabase/schemas/00_base/fail.sql

-- Stop this transaction and tell the caller why, in a form that the domain package can read.
--
-- The slug is a key of ERRORS in packages/domain/src/shared/errors.ts (a test compares the two lists); wording and HTTP
-- status live there. The SQLSTATE is one constant, never a status: PT400, because PostgREST and its lightweight
-- implementation pass message and detail through only for the PT class.
create function app.fail(p_slug text, p_detail jsonb default null)
returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception using errcode = 'PT400', message = p_slug, detail = coalesce(p_detail::text, '');
end
$$;

-- supabase/schemas/00_base/get_health.sql

-- Whether the database answers and knows its own time. For readiness checks only.
create function api.get_health()
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return jsonb_build_object('now', now());
end
$$;
grant execute on function api.get_health to service_role;

-- supabase/schemas/00_base/page.sql

-- How many rows a page has: 20 unless asked, at most 100.
create function app.page_size(p_limit int)
returns int
language plpgsql
immutable
set search_path = ''
as $$
begin
  return least(greatest(coalesce(p_limit, 20), 1), 100);
end
$$;

-- A page of a list: `data`, and `next`, the keyset of the last row where there is more. The rows come as
-- `{"row": …, "key": …}`, one more than the page holds where there is more.
create function app.page(p_rows jsonb[], p_limit int)
returns jsonb
language plpgsql
immutable
set search_path = ''
as $$
begin
  return jsonb_build_object(
    'data', (select coalesce(jsonb_agg(r.entry -> 'row' order by r.n), '[]')
               from unnest(p_rows) with ordinality r (entry, n) where r.n <= p_limit),
    'next', case when cardinality(p_rows) > p_limit then p_rows[p_limit] -> 'key' end);
end
$$;

-- A pattern that finds a text anywhere in a name key, its own wildcards taken as letters. Null, which finds nothing, for a
-- text in which no letter or digit is left.
create function app.like_key(p_text text)
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
  return '%' || regexp_replace(nullif(app.name_key(p_text), ''), '([\\%_])', '\\\1', 'g') || '%';
end
$$;

-- supabase/schemas/10_accounts/00_tables.sql

-- What we keep about a person beside what the identity provider keeps. A row exists once the person changed something.
create table app.profiles (
  user_id      uuid primary key,
  display_name text check (char_length(display_name) between 1 and 80),
  locale       text not null default 'en' check (locale in ('en', 'sw')),
  updated_at   timestamptz not null default now()
);
alter table app.profiles enable row level security;

-- Roles live here and nowhere else: not in tokens, not in caches. Everyone signed in is a rider without a row.
create table app.user_roles (
  user_id    uuid not null,
  role       text not null check (role in ('surveyor', 'admin')),
  granted_at timestamptz not null default now(),
  primary key (user_id, role)
);
alter table app.user_roles enable row level security;

-- A phone or browser that one of the apps has given a cookie. Only the SHA-256 of the cookie's random value is kept, so
-- this table cannot be used to act as a device.
create table app.devices (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  created_at timestamptz not null default now()
);
alter table app.devices enable row level security;

-- supabase/schemas/10_accounts/get_current_user.sql

-- Who the caller is to us: identity from the token, roles and language from our own tables.
--
-- Definer: roles are not readable by anyone directly.
-- Fails with: unauthenticated
create function api.get_current_user()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_user    uuid := app.require_user();
  v_profile app.profiles;
begin
  select * into v_profile from app.profiles p where p.user_id = v_user;
  return jsonb_build_object(
    'id', v_user,
    'email', app.claims() ->> 'email',
    'displayName', v_profile.display_name,
    -- People can write what they like into their token's metadata.
    'locale', coalesce(v_profile.locale,
                       case when app.claims() -> 'user_metadata' ->> 'locale' = 'sw' then 'sw' end, 'en'),
    'roles', app.roles_of(v_user));
end
$$;
grant execute on function api.get_current_user to authenticated;

-- Every role that a person has, the implicit one first.
create function app.roles_of(p_user uuid)
returns text[]
language plpgsql
stable
set search_path = ''
as $$
begin
  return array['rider'] || array(select r.role from app.user_roles r where r.user_id = p_user order by r.role desc);
end
$$;

-- supabase/schemas/10_accounts/register_device.sql

-- Remember the device cookie that an app is about to hand out. Repeating it changes nothing.
--
-- Reports tell "two devices" apart by these rows; a device that nobody registered counts as no device at all, so a
-- caller that talks straight to the database cannot invent one.
-- Definer: no role may touch app.devices.
create function api.register_device(p_device text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
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
returns bytea
language plpgsql
stable
set search_path = ''
as $$
begin
  return (select d.token_hash from app.devices d where d.token_hash = sha256(convert_to(p_device, 'UTF8')));
end
$$;

-- supabase/schemas/20_network/00_tables.sql

-- The public transport network, as a GTFS feed describes it (https://gtfs.org/documentation/schedule/reference/).
--
-- `feed` names the feed that a row came from, `gtfs_id` is its id there. Our own ids are made from both (UUIDv5), so a
-- second database that loads the same feed has the same addresses. What a newer feed no longer has is retired, not
-- deleted: reports and incidents may point at it.

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

-- A corridor is a trunk road that routes share. `geom` is traced from the shapes of its routes between two ends that
-- people chose (longitude, latitude), see build_corridors.sql; a corridor without ends keeps the line that it was
-- given.
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

-- What riders call a place: "at Koja", not a coordinate. Made from the live stops, see points_of_interest.sql: a
-- feed has one stop for each side of the road and each terminus, and a person means all of them. `id` is the id of the
-- stop that stands for the others.
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
create index points_of_interest_prefix on app.points_of_interest (name_key text_pattern_ops);
create index points_of_interest_trgm on app.points_of_interest using gin (name_key extensions.gin_trgm_ops);

-- The corridors cut into short pieces in metres, so that "which corridor is this" is one index look-up.
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

-- The lines that the apps draw their map from, as the text that is sent. One row; see get_corridor_map.sql.
create table app.corridor_maps (
  singleton boolean primary key default true check (singleton),
  body      json not null
);

-- One import of a feed: its rows wait in gtfs_rows until the whole feed has been checked and is applied in one step.
-- `touched_at` moves with every batch, so that an importer that died is told from one that is slow.
create table app.gtfs_imports (
  id         uuid primary key,
  feed       text not null,
  state      text not null default 'staging' check (state in ('staging', 'applied')),
  started_at timestamptz not null default now(),
  touched_at timestamptz not null default now(),
  applied_at timestamptz,
  report     jsonb
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

-- supabase/schemas/20_network/apply_gtfs_import.sql

-- Make the network what an open import says, in one transaction: all of it or nothing. Answers, for each kind of row,
-- how many were added, changed, removed and unchanged.
--
-- What the feed no longer has is retired where reports may point at it (agencies, routes, stops, corridors) and deleted
-- otherwise. Corridors, service area, points of interest and the map's lines are then made anew from what is there.
-- A dry run does all the same and takes it back. Applying an import again answers as it did the first time.
-- The lock: no two feeds are merged at once. The time limit: PostgREST puts it in force before the call.
-- Definer: no role may touch the network's tables.
-- Fails with: not_found, import_running, invalid_request
create function api.apply_gtfs_import(p_id uuid, p_dry_run boolean default false)
returns jsonb
language plpgsql
security definer
set search_path = ''
set statement_timeout = '10min'
as $$
declare
  v_import app.gtfs_imports;
  v_report jsonb;
begin
  if not app.lock_gtfs_import() then
    perform app.fail('import_running');
  end if;
  select * into v_import from app.gtfs_imports i where i.id = p_id for update;
  if v_import.id is null then
    perform app.fail('not_found');
  end if;
  if v_import.state = 'applied' then
    return v_import.report;
  end if;
  if not exists (select from app.gtfs_rows r where r.import_id = p_id and r.kind = 'routes') then
    perform app.fail('invalid_request', '{"path": "rows"}'); -- an empty feed would retire the whole network
  end if;

  begin
    v_report := app.apply_feed(p_id, v_import.feed);
    if p_dry_run then
      raise exception using errcode = 'UDRYR', message = 'this was a dry run';
    end if;
  exception when sqlstate 'UDRYR' then
    null; -- everything since `begin` is undone; v_report is not
  end;

  delete from app.gtfs_rows r where r.import_id = p_id;
  if p_dry_run then
    delete from app.gtfs_imports i where i.id = p_id;
  else
    update app.gtfs_imports i set state = 'applied', applied_at = app.now(), report = v_report where i.id = p_id;
  end if;
  return v_report;
end
$$;
grant execute on function api.apply_gtfs_import to service_role;

-- The work of api.apply_gtfs_import: first what the feed says, then what is made from it, each step from the one
-- before.
create function app.apply_feed(p_import uuid, p_feed text)
returns jsonb
language plpgsql
set search_path = ''
as $$
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
-- One import at a time: two that are applied in turn would each retire what the other has just brought. An import
-- whose last batch is two minutes old no longer counts (its program died), and one of yesterday is thrown away here.
-- Beginning an import again, applied or not, starts it over, so a program that keeps its import's id never locks
-- itself out.
-- The lock: two that begin at the same moment, or while another is being applied.
-- Definer: no role may touch the network's tables.
-- Fails with: invalid_request, import_running, id_reused
create function api.begin_gtfs_import(p_id uuid, p_feed text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
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

  delete from app.gtfs_imports i where i.state = 'staging' and i.started_at < app.now() - interval '1 day';

  select * into v_own from app.gtfs_imports i where i.id = p_id;
  if v_own.feed <> p_feed then
    perform app.fail('id_reused');
  end if;
  delete from app.gtfs_imports i where i.id = p_id;

  select * into v_other from app.gtfs_imports i
   where i.state = 'staging' and i.touched_at > app.now() - interval '2 minutes'
   limit 1;
  if v_other.id is not null then
    perform app.fail('import_running', jsonb_build_object('feed', v_other.feed, 'retryAfterS', 120));
  end if;

  insert into app.gtfs_imports (id, feed, started_at, touched_at) values (p_id, p_feed, app.now(), app.now());
  return jsonb_build_object('id', p_id, 'feed', p_feed);
end
$$;
grant execute on function api.begin_gtfs_import to service_role;

-- The one lock of all imports, held until the transaction ends; false when somebody else holds it.
create function app.lock_gtfs_import()
returns boolean
language plpgsql
set search_path = ''
as $$
begin
  return pg_try_advisory_xact_lock(hashtext('gtfs_import'));
end
$$;

-- Add a batch of rows of one kind to an open import. Nothing is looked into yet: the importer has checked the rows, and
-- the tables check them again when they are applied.
--
-- Definer: no role may touch the network's tables.
-- Fails with: invalid_request, not_found
create function api.stage_gtfs_rows(p_id uuid, p_kind text, p_rows jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
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
  update app.gtfs_imports i set touched_at = app.now() where i.id = p_id and i.state = 'staging';
  if not found then
    perform app.fail('not_found');
  end if;

  insert into app.gtfs_rows (import_id, kind, row) select p_id, p_kind, e from jsonb_array_elements(p_rows) e;
  return jsonb_build_object('staged', jsonb_array_length(p_rows));
end
$$;
grant execute on function api.stage_gtfs_rows to service_role;

-- Forget an import that will not be applied, with its rows. Repeating it, or abandoning an applied one, changes
-- nothing.
--
-- Definer: no role may touch the network's tables.
create function api.abandon_gtfs_import(p_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
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
-- other roads still: their shapes together are a tree, and counting who shares what gives the wrong name to every
-- trunk that leads to another (most routes of Kangundo Road spend their way on Jogoo Road). Where a road begins and
-- ends is a thing that people know. So a corridor has two ends, and its line is the stretch between them of a shape
-- that its routes follow.

-- The shortest stretch between two places that any of these routes takes, or null when none passes within 250 m of
-- both. The shortest, because a longer one turns off the road on its way. Thinned by at most 5 m; six decimals are 0.1
-- m.
create function app.build_corridor(p_routes uuid[], p_from point, p_to point)
returns extensions.geometry
language plpgsql
stable
set search_path = ''
as $$
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

-- The corridors of an import, or those that are known when it brings none. One that no shape follows any more keeps
-- its line: the road is still there. One that never had a line is left out.
create function app.incoming_corridors(p_import uuid, p_feed text)
returns setof app.corridors
language plpgsql
stable
set search_path = ''
as $$
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

-- Which routes belong to which corridor, by the import or else as known. Only routes that the feed has: a list of
-- corridors is kept longer than a route lives.
create function app.incoming_corridor_routes(p_import uuid, p_feed text)
returns setof app.corridor_routes
language plpgsql
stable
set search_path = ''
as $$
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
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return exists (select from app.gtfs_rows r where r.import_id = p_import and r.kind = 'corridors');
end
$$;

-- Cut the live corridors into pieces of at most 500 m on the plane. Only corridors whose pieces differ are written.
create function app.refresh_corridor_segments()
returns void
language plpgsql
set search_path = ''
as $$
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

-- The service area of a feed: an outline stretched to all places within 2 km of one of the feed's live stops.
--
-- Circles have 16 corners and are 100 m wider than that: corners cut off up to 40 m, thinning the border another 50 m.
-- Six decimals of a degree are 0.1 m.
create function app.build_service_area(p_outline extensions.geometry, p_feed text)
returns extensions.geometry
language plpgsql
stable
set search_path = ''
as $$
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

-- The area of the outline that an import brings, or else of the one that the feed already has.
create function app.incoming_service_areas(p_import uuid, p_feed text)
returns setof app.service_areas
language plpgsql
stable
set search_path = ''
as $$
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
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return jsonb_build_object('areas', (
    select coalesce(jsonb_agg(jsonb_build_object(
             'id', a.id, 'slug', a.slug, 'name', a.name,
             'geometry', extensions.st_asgeojson(a.area, 6)::jsonb) order by a.slug), '[]')
      from app.service_areas a));
end
$$;
grant execute on function api.get_service_area to authenticated, service_role;

-- supabase/schemas/20_network/get_corridor_map.sql

-- The lines that the apps draw their map from: every live corridor, and one line for every live route.
--
-- Made at import and kept as the text that is sent. A route's line is the shape that most of its trips take, thinned to
-- 20 m (0.00018 degrees); five decimals of a degree are 1 m.
create function app.refresh_corridor_map()
returns void
language plpgsql
set search_path = ''
as $$
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
returns json
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return coalesce((select m.body from app.corridor_maps m), '{"type":"FeatureCollection","features":[]}');
end
$$;
grant execute on function api.get_corridor_map to authenticated, service_role;

-- supabase/schemas/20_network/incoming_rows.sql

-- The rows of an import in the shape of the tables that they are going to: one function per kind, named after its
-- table, so that app.merge_feed_rows can treat every kind alike. Columns that the database fills itself are null here.
-- What is made from the feed has its function in a file of its own: build_corridors, build_service_area,
-- points_of_interest.

-- Our id of something in a feed: the same on every database that loads the feed.
create function app.gtfs_id(p_feed text, p_kind text, p_id text)
returns uuid
language plpgsql
immutable
strict
set search_path = ''
as $$
begin
  return extensions.uuid_generate_v5(extensions.uuid_ns_url(), 'gtfs:' || p_feed || '/' || p_kind || '/' || p_id);
end
$$;

create function app.incoming_agencies(p_import uuid, p_feed text)
returns setof app.agencies
language plpgsql
stable
set search_path = ''
as $$
begin
  return query
  select app.gtfs_id(p_feed, 'agencies', s.id), p_feed, s.id, s.name, s.url, s.timezone, null::timestamptz
    from app.gtfs_rows r, jsonb_to_record(r.row) s (id text, name text, url text, timezone text)
   where r.import_id = p_import and r.kind = 'agencies';
end
$$;

create function app.incoming_services(p_import uuid, p_feed text)
returns setof app.services
language plpgsql
stable
set search_path = ''
as $$
begin
  return query
  select app.gtfs_id(p_feed, 'services', s.id), p_feed, s.id, s.weekdays, s."startsOn", s."endsOn"
    from app.gtfs_rows r, jsonb_to_record(r.row) s (id text, weekdays boolean[], "startsOn" date, "endsOn" date)
   where r.import_id = p_import and r.kind = 'services';
end
$$;

create function app.incoming_service_exceptions(p_import uuid, p_feed text)
returns setof app.service_exceptions
language plpgsql
stable
set search_path = ''
as $$
begin
  return query
  select app.gtfs_id(p_feed, 'services', s."serviceId"), s."on", s.exception
    from app.gtfs_rows r, jsonb_to_record(r.row) s ("serviceId" text, "on" date, exception smallint)
   where r.import_id = p_import and r.kind = 'service_exceptions';
end
$$;

create function app.incoming_shapes(p_import uuid, p_feed text)
returns setof app.shapes
language plpgsql
stable
set search_path = ''
as $$
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
returns setof app.stops
language plpgsql
stable
set search_path = ''
as $$
begin
  return query
  select app.gtfs_id(p_feed, 'stops', s.id), p_feed, s.id, app.gtfs_id(p_feed, 'stops', s."parentId"),
         s.name, app.name_key(s.name), s.kind, s.lat, s.lng, null::point, null::timestamptz
    from app.gtfs_rows r,
         jsonb_to_record(r.row) s (id text, "parentId" text, name text, kind text, lat float8, lng float8)
   where r.import_id = p_import and r.kind = 'stops';
end
$$;

-- A route keeps the slug that it first got: it is an address. A slug that another route has gets a piece of the id.
create function app.incoming_routes(p_import uuid, p_feed text)
returns setof app.routes
language plpgsql
stable
set search_path = ''
as $$
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
returns setof app.trips
language plpgsql
stable
set search_path = ''
as $$
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
returns setof app.stop_times
language plpgsql
stable
set search_path = ''
as $$
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
returns setof app.frequencies
language plpgsql
stable
set search_path = ''
as $$
begin
  return query
  select app.gtfs_id(p_feed, 'trips', s."tripId"), s."startsS", s."endsS", s."headwayS"
    from app.gtfs_rows r, jsonb_to_record(r.row) s ("tripId" text, "startsS" int, "endsS" int, "headwayS" int)
   where r.import_id = p_import and r.kind = 'frequencies';
end
$$;

-- supabase/schemas/20_network/list_routes.sql

-- Routes by short name; of one corridor, or those whose names hold a text.
--
-- Definer: the network's tables are not readable directly.
create function api.list_routes(
  p_q text default null, p_corridor text default null, p_limit int default 20, p_after jsonb default null)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_limit int := app.page_size(p_limit);
  v_like  text := app.like_key(p_q);
begin
  return app.page(array(
    select jsonb_build_object(
             'row', app.route_ref(r) || jsonb_build_object('corridors', (
               select coalesce(jsonb_agg(app.corridor_ref(cr.corridor_id) order by cr.corridor_id), '[]')
                 from app.corridor_routes cr where cr.route_id = r.id)),
             'key', jsonb_build_object('name', r.short_name, 'slug', r.slug))
      from app.routes r
     where r.retired_at is null
       and (p_q is null or app.name_key(r.short_name) like v_like or app.name_key(r.long_name) like v_like)
       and (p_corridor is null or exists (
             select from app.corridor_routes cr join app.corridors c on c.id = cr.corridor_id
              where cr.route_id = r.id and (c.slug = p_corridor or c.id::text = lower(p_corridor))))
       and (p_after is null or (r.short_name, r.slug) > (p_after ->> 'name', p_after ->> 'slug'))
     order by r.short_name, r.slug
     limit v_limit + 1), v_limit);
end
$$;
grant execute on function api.list_routes to authenticated, service_role;

-- Corridors by name, or with a place the nearest first; their lines as GeoJSON if asked for. There are a few dozen in a
-- city, so they are always answered whole. Definer as above.
-- Fails with: invalid_request
create function api.list_corridors(p_lat float8 default null, p_lng float8 default null, p_geometry boolean default false)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_place extensions.geometry;
begin
  if p_lat is not null or p_lng is not null then
    perform app.check_place(p_lat, p_lng);
    v_place := app.to_metric(extensions.st_setsrid(extensions.st_makepoint(p_lng, p_lat), 4326));
  end if;
  return (
    select coalesce(jsonb_agg(
             app.corridor_ref(c.id)
             || jsonb_build_object('lengthM', c.length_m, 'distanceM', round(c.distance_m))
             || case when p_geometry then jsonb_build_object('geometry', extensions.st_asgeojson(c.geom, 5)::jsonb)
                     else '{}' end
             order by c.distance_m, c.name, c.id), '[]')
      from (select k.*, extensions.st_distance(app.to_metric(k.geom), v_place) as distance_m
              from app.corridors k where k.retired_at is null) c);
end
$$;
grant execute on function api.list_corridors to authenticated, service_role;

-- supabase/schemas/20_network/merge_feed_rows.sql

-- Bring a table to what a feed says, for every kind of row in the same way.
--
-- The rows come from app.incoming_<kind>, which has the shape of app.<kind>; some read what an import staged, others
-- make their rows from tables that are already in step. Only rows that differ are written, so a feed that has not
-- changed writes nothing at all. They are compared byte by byte (record_image_ne): a geometry has no equality that
-- means that, and text that differs only for a collation has changed all the same. Keys and columns are read from the
-- catalogue, so that a new column cannot be forgotten here.

-- Bring several tables to what a feed says. Parents are written before children, and removed after them. Answers
-- {kind: {added, changed, removed, unchanged}}.
create function app.sync_feed_rows(p_kinds text[], p_import uuid, p_feed text)
returns jsonb
language plpgsql
set search_path = ''
as $$
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

-- What the two functions below need to know of a table: its key, its columns that can be written, whether it retires
-- its rows, and which of its rows a feed owns ($2): through its own column `feed`, or through its parent's.
create function app.feed_table(
  p_kind text, out v_key text[], out v_columns text[], out v_retires boolean, out v_owned text)
language plpgsql
stable
set search_path = ''
as $$
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

-- Write what is new or differs. A retired row that is back counts as added. Answers {added, changed, unchanged}.
-- Analyze: the steps that follow are a hundred times slower when PostgreSQL believes the table empty, and the embedded
-- one has no autovacuum that would tell it.
create function app.merge_feed_rows(p_kind text, p_import uuid, p_feed text)
returns jsonb
language plpgsql
set search_path = ''
as $$
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

-- Retire or delete the feed's rows that are not in the import. Answers how many.
create function app.remove_vanished_rows(p_kind text, p_import uuid, p_feed text)
returns int
language plpgsql
set search_path = ''
as $$
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

-- What search compares: lower case, without accents and punctuation, single spaces.
create function app.name_key(p_name text)
returns text
language plpgsql
stable
strict
set search_path = ''
as $$
begin
  return trim(regexp_replace(lower(extensions.unaccent(p_name)), '[[:space:]!-/:-@\[-`{-~]+', ' ', 'g'));
end
$$;

-- The live stops of a feed as riders speak of them: stops of one name with at most 150 m between neighbours are one
-- place. A station stands for its place, else the stop nearest to the middle. Metres are counted on a plane of the
-- feed's own, so that this holds for a city anywhere; means are exact (numeric), so that they do not depend on the
-- order of rows.
create function app.incoming_points_of_interest(p_import uuid, p_feed text)
returns setof app.points_of_interest
language plpgsql
stable
set search_path = ''
as $$
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

-- Places on a plane, in metres: UTM zone 37S, good to 0.1 % over all of Kenya. The only line to change for a city
-- elsewhere.
create function app.to_metric(p_geom extensions.geometry)
returns extensions.geometry
language plpgsql
immutable
set search_path = ''
as $$
begin
  return extensions.st_transform(p_geom, 32737);
end
$$;

-- The corridor that a place belongs to: the nearest one within 250 m, or null. Always returns one row.
--
-- A place that is not even roughly near a corridor is never put on the plane: far away there is no plane, only an
-- error.
create function app.corridor_at(p_lat float8, p_lng float8, out corridor_id uuid, out distance_m float8)
language plpgsql
stable
set search_path = ''
as $$
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

-- What a corridor looks like wherever one is named.
create function app.corridor_ref(p_corridor uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('id', c.id, 'slug', c.slug, 'name', c.name) from app.corridors c where c.id = p_corridor);
end
$$;

-- Whether a place is covered, and on which corridor it lies. This answer is part of every reply where a place came in.
create function app.locate(p_lat float8, p_lng float8)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
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
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform app.check_place(p_lat, p_lng);
  return app.locate(p_lat, p_lng);
end
$$;
grant execute on function api.resolve_corridor_for_location to authenticated, service_role;

-- Fails with: invalid_request
create function app.check_place(p_lat float8, p_lng float8)
returns void
language plpgsql
immutable
set search_path = ''
as $$
begin
  if (p_lat between -90 and 90) is distinct from true or (p_lng between -180 and 180) is distinct from true then
    perform app.fail('invalid_request', '{"path": "place"}');
  end if;
end
$$;

-- supabase/schemas/20_network/search_points_of_interest.sql

-- Stops by what somebody typed, for a report's place.
--
-- Three tiers: the name begins so; every word typed begins a word of the name (asked when fewer than three names begin
-- so); the name is spelled alike (asked when there is nothing else). Within a tier the exact name comes first, then
-- what is near, then where most routes stop, then A to Z.
-- No scans, no JIT: the planner takes comparing spellings for as cheap as comparing numbers, and would read the whole
-- table.
-- Definer: the network's tables are not readable directly.
-- Fails with: invalid_request
create function api.search_points_of_interest(
  p_q text, p_lat float8 default null, p_lng float8 default null, p_limit int default 10)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
  v_limit int := least(greatest(coalesce(p_limit, 10), 1), 50);
  v_key   text := coalesce(app.name_key(left(p_q, 100)), '');
  v_words text[] := array(select '% ' || w || '%' from unnest(string_to_array(v_key, ' ')) w);
  v_here  point := point(p_lng, p_lat);
  v_found uuid[];
begin
  if p_lat is not null or p_lng is not null then
    perform app.check_place(p_lat, p_lng);
  end if;
  if v_key = '' then
    return '[]';
  end if;

  v_found := array(
    select p.id from app.points_of_interest p
     where p.name_key like v_key || '%'
     order by p.name_key <> v_key, p.pt <-> v_here, cardinality(p.routes) desc, p.name_key, p.id
     limit v_limit);
  if cardinality(v_found) < least(v_limit, 3) then
    v_found := v_found || array(
      select p.id from app.points_of_interest p
       where ' ' || p.name_key like all (v_words) and p.id <> all (v_found)
       order by p.pt <-> v_here, cardinality(p.routes) desc, p.name_key, p.id
       limit v_limit - cardinality(v_found));
  end if;
  if cardinality(v_found) = 0 and char_length(v_key) >= 3 then
    -- Not a clause of the function: only a superuser may write one for a setting of an extension.
    perform set_config('pg_trgm.word_similarity_threshold', '0.4', true);
    v_found := array(
      select p.id from app.points_of_interest p
       where v_key operator(extensions.<%) p.name_key
       order by extensions.word_similarity(v_key, p.name_key) + extensions.similarity(v_key, p.name_key) desc,
             p.pt <-> v_here, cardinality(p.routes) desc, p.id
       limit v_limit);
  end if;

  return (
    select coalesce(jsonb_agg(jsonb_build_object(
             'id', p.id, 'name', p.name, 'kind', p.kind,
             'place', jsonb_build_object('lat', p.lat, 'lng', p.lng),
             'corridor', app.corridor_ref(p.corridor_id),
             'routes', p.routes[1:4],
             'distanceM', case when v_here is not null then round(app.distance_m(p.lat, p.lng, p_lat, p_lng)) end)
             order by f.n), '[]')
      from unnest(v_found) with ordinality f (id, n)
      join app.points_of_interest p on p.id = f.id);
end
$$;
grant execute on function api.search_points_of_interest to authenticated, service_role;

-- supabase/schemas/25_vehicles/00_tables.sql

-- Operator groups. Riders call them by brand, the register by legal name: aliases come with the search.
create table app.saccos (
  id   uuid primary key default gen_random_uuid(),
  slug text not null unique,
  name text not null check (char_length(name) between 2 and 120)
);

-- Other names of an operator group, each of one group only. `alias_key` is what search compares, as for stops.
create table app.sacco_aliases (
  alias_key text primary key,
  alias     text not null check (char_length(alias) between 2 and 120),
  sacco_id  uuid not null references app.saccos on delete cascade
);
create index sacco_aliases_sacco on app.sacco_aliases (sacco_id);
alter table app.sacco_aliases enable row level security;

-- One physical vehicle. `plate_key` is the plate without spaces and signs, in capitals: what a rider types is compared
-- with it. `public_code` is on the sticker inside the vehicle and in its QR code.
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

-- supabase/schemas/25_vehicles/find_vehicle.sql

-- A plate as it is compared: capitals and digits only. `kda 123a`, `KDA-123A` and `KDA123A` are one plate. Null where
-- there is any other letter: a Cyrillic A must not be dropped and leave another vehicle's plate.
create function app.plate_key(p_text text)
returns text
language plpgsql
immutable
set search_path = ''
as $$
begin
  return case when p_text ~ '^[ -~]*$' then upper(regexp_replace(p_text, '[^A-Za-z0-9]', '', 'g')) end;
end
$$;

-- Whether a key can be a number plate: letters and digits, four to nine. Deliberately wide: besides KDA 123A there are
-- motorcycles (KMDA 123A), trailers, government, diplomats and neighbours, and a report must not be lost to a pattern.
create function app.can_be_plate(p_key text)
returns boolean
language plpgsql
immutable
set search_path = ''
as $$
begin
  return p_key ~ '^(?=.*[0-9])[A-Z][A-Z0-9]{3,8}$';
end
$$;

-- A plate as it is shown: KDA 123A.
create function app.plate_text(p_key text)
returns text
language plpgsql
immutable
set search_path = ''
as $$
begin
  return regexp_replace(p_key, '^([A-Z]+)([0-9].*)$', '\1 \2');
end
$$;

-- A public code as it is stored, from any spelling: `v7k3m9qxr` is V-7K3M9QXR, and the letters that Crockford's base 32
-- leaves out are read as the digits that they look like. Null if it is none.
create function app.public_code(p_text text)
returns text
language plpgsql
immutable
set search_path = ''
as $$
begin
  return 'V-' || (regexp_match(app.plate_key(p_text), '^V([0-9A-Z]{8})$'))[1];
end
$$;

-- The vehicle that an identifier names: its UUID, else its public code, else its plate in any spelling. Null if none.
create function app.find_vehicle(p_identifier text)
returns app.vehicles
language plpgsql
stable
set search_path = ''
as $$
declare
  v_vehicle app.vehicles;
begin
  if p_identifier ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    select * into v_vehicle from app.vehicles v where v.id = p_identifier::uuid;
  end if;
  if v_vehicle.id is null then
    select * into v_vehicle from app.vehicles v where v.public_code = translate(app.public_code(p_identifier), 'OIL', '011');
  end if;
  if v_vehicle.id is null then
    select * into v_vehicle from app.vehicles v where v.plate_key = app.plate_key(p_identifier);
  end if;
  return v_vehicle;
end
$$;

-- supabase/schemas/25_vehicles/get_vehicle_profile.sql

-- What is known of one vehicle, by its id, its public code or its plate.
--
-- Definer: vehicles are not readable directly.
-- Fails with: not_found
create function api.get_vehicle_profile(p_identifier text)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_vehicle app.vehicles := app.find_vehicle(p_identifier);
begin
  if v_vehicle.id is null then
    perform app.fail('not_found');
  end if;
  return app.vehicle_face(v_vehicle);
end
$$;
grant execute on function api.get_vehicle_profile to authenticated, service_role;

-- A vehicle as replies carry it.
create function app.vehicle_face(p_vehicle app.vehicles)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
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

-- What an operator group looks like wherever one is named.
create function app.sacco_ref(p_sacco uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (select jsonb_build_object('id', s.id, 'slug', s.slug, 'name', s.name) from app.saccos s where s.id = p_sacco);
end
$$;

-- What a route looks like wherever one is named.
create function app.route_ref(p_route app.routes)
returns jsonb
language plpgsql
immutable
set search_path = ''
as $$
begin
  return jsonb_build_object('id', p_route.id, 'slug', p_route.slug, 'shortName', p_route.short_name,
                            'longName', p_route.long_name);
end
$$;

-- supabase/schemas/25_vehicles/list_saccos.sql

-- Operator groups by name; with `p_q` those whose name or an alias holds it, letter case and accents aside.
--
-- Definer: they are not readable directly.
create function api.list_saccos(p_q text default null, p_limit int default 20, p_after jsonb default null)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_limit int := app.page_size(p_limit);
  v_like  text := app.like_key(p_q);
begin
  return app.page(array(
    select jsonb_build_object(
             'row', jsonb_build_object(
               'id', s.id, 'slug', s.slug, 'name', s.name,
               'aliases', (select coalesce(jsonb_agg(a.alias order by a.alias), '[]')
                             from app.sacco_aliases a where a.sacco_id = s.id),
               'vehicles', (select count(*) from app.vehicles v where v.sacco_id = s.id)),
             'key', jsonb_build_object('name', s.name, 'id', s.id))
      from app.saccos s
     where (p_q is null or app.name_key(s.name) like v_like
            or exists (select from app.sacco_aliases a where a.sacco_id = s.id and a.alias_key like v_like))
       and (p_after is null or (s.name, s.id) > (p_after ->> 'name', (p_after ->> 'id')::uuid))
     order by s.name, s.id
     limit v_limit + 1), v_limit);
end
$$;
grant execute on function api.list_saccos to authenticated, service_role;

-- The vehicles of one operator group, by plate. Definer as above.
-- Fails with: not_found
create function api.list_sacco_vehicles(p_sacco text, p_limit int default 20, p_after jsonb default null)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_limit int := app.page_size(p_limit);
  v_sacco uuid := (select s.id from app.saccos s where s.slug = p_sacco or s.id::text = lower(p_sacco));
begin
  if v_sacco is null then
    perform app.fail('not_found');
  end if;
  return app.page(array(
    select jsonb_build_object('row', app.vehicle_face(v), 'key', jsonb_build_object('plate', v.plate_key))
      from app.vehicles v
     where v.sacco_id = v_sacco and (p_after is null or v.plate_key > p_after ->> 'plate')
     order by v.plate_key
     limit v_limit + 1), v_limit);
end
$$;
grant execute on function api.list_sacco_vehicles to authenticated, service_role;

-- supabase/schemas/30_incidents/00_tables.sql

-- What can be reported, and the rules of each kind. Rows, not code: a city may tune them.
create table app.incident_categories (
  code             text primary key,
  label_en         text not null,
  label_sw         text not null,
  icon             text not null,
  severity         smallint not null check (severity between 1 and 4),
  -- A report joins an incident seen less than this long ago; null: reports of this kind are never joined.
  join_within      interval,
  -- … within so many metres (of a coarse kind: in the same grid cell) …
  join_within_m    int,
  -- … and of the same vehicle, if this says so.
  join_same_vehicle boolean not null,
  -- Live so long after it was last seen, at most so long after it was first seen; null: never live.
  live_for         interval,
  live_cap         interval,
  -- Who may learn of it at most: everyone with its point, everyone with a coarse cell, or only weekly counts.
  visibility       text not null check (visibility in ('public', 'coarse', 'aggregate')),
  -- When a person looks first: never, always, or unless nobody was hurt.
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
-- knows its cell and nothing finer, so that nothing computed from it can tell more; the exact places are in the reports.
create table app.incidents (
  id             uuid primary key default gen_random_uuid(),
  category       text not null references app.incident_categories,
  visibility     text not null check (visibility in ('public', 'coarse')),
  lifecycle      text not null default 'active'
                 check (lifecycle in ('active', 'resolved', 'expired', 'archived', 'merged', 'retracted')),
  gone_reason    text,
  merged_into    uuid references app.incidents,
  corroboration  text not null default 'unverified'
                 check (corroboration in ('unverified', 'corroborated', 'verified', 'disputed', 'refuted')),
  lat            float8 not null,
  lng            float8 not null,
  pt             point generated always as (point(lng, lat)) stored,
  corridor_id    uuid references app.corridors,
  -- The vehicle that all its reports share, for kinds that are joined by vehicle; else the one that a reviewer named.
  vehicle_id     uuid references app.vehicles,
  vehicle_plate  text,
  -- What the first report said. Limits on joining and living count from here: if they counted from first_seen_at, a
  -- chain of back-dated reports could move an incident out of its own life.
  opened_seen_at timestamptz not null,
  first_seen_at  timestamptz not null,
  last_seen_at   timestamptz not null,
  expires_at     timestamptz not null,
  published_at   timestamptz,
  version        int not null default 1
) with (fillfactor = 80);
create index incidents_joinable on app.incidents using gist (pt) where lifecycle = 'active';
create index incidents_vehicle on app.incidents (vehicle_plate, last_seen_at desc) where vehicle_plate is not null;
create index incidents_expiring on app.incidents (expires_at) where lifecycle = 'active';

-- Append-only: what happened to an incident, for reviewers and for the changes feed. Never holds a reporter.
create table app.incident_events (
  id          bigint generated always as identity primary key,
  incident_id uuid not null references app.incidents,
  at          timestamptz not null,
  kind        text not null check (kind in
    ('opened', 'joined', 'corroborated', 'verified', 'disputed', 'resolved', 'expired', 'merged', 'retracted')),
  detail      jsonb not null default '{}'
);
create index incident_events_incident on app.incident_events (incident_id, id);

create sequence app.feed_version;

-- The public read model of what is live: only what may be public, coarsened when it is written, ready-made as JSON.
--
-- A row is shown from visible_from until visible_until. A point incident has one row. A coarse one may have two: the row
-- that is shown now, and its successor from the next full hour on, because a change at 14:20 would tell the time of a
-- report. `pt` is plain (longitude, latitude): its GiST index answers "the nearest k" without any PostGIS call, and
-- within five degrees of the equator degrees are even enough for the order; metres are computed on the few found.
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

-- The same of what is over: for an incident's own page and for the history of vehicles and corridors. Shown from
-- visible_from on.
create table app.incident_history (
  incident_id  uuid primary key,
  visible_from timestamptz not null,
  category     text not null,
  lat          float8 not null,
  lng          float8 not null,
  corridor_id  uuid,
  vehicle_id   uuid,
  last_seen_at timestamptz not null,
  version      bigint not null default nextval('app.feed_version'),
  body         json not null
);
create index incident_history_vehicle on app.incident_history (vehicle_id, last_seen_at desc) where vehicle_id is not null;
create index incident_history_corridor on app.incident_history (corridor_id, last_seen_at desc) where corridor_id is not null;

alter table app.incidents enable row level security;
alter table app.incident_events enable row level security;
alter table app.incident_feed enable row level security;
alter table app.incident_history enable row level security;

-- supabase/schemas/30_incidents/corroborate_incident.sql

-- How many different reporters stand behind an incident with reports that count. One rider who reports twice is one.
create function app.counted_reporters(p_incident uuid)
returns int
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select count(distinct coalesce(r.reporter_id::text, encode(r.device_hash, 'hex'), r.id::text))
      from app.reports r
     where r.incident_id = p_incident and r.state = 'linked');
end
$$;

-- Whether two people stand behind an incident who do not depend on each other, as far as we can tell: reports that count,
-- of two accounts on two devices, received over 60 s apart; and both naming the given vehicle, if one is given. Only
-- devices that an app registered count: anyone can make a second account, and a caller that talks to the API directly has
-- no device that could be told apart.
create function app.has_independent_pair(p_incident uuid, p_plate text default null)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return exists (
    select
      from app.reports a
      join app.reports b on b.incident_id = a.incident_id
     where a.incident_id = p_incident
       and a.state = 'linked' and b.state = 'linked'
       and a.reporter_id <> b.reporter_id
       and a.device_hash <> b.device_hash
       and b.received_at - a.received_at > interval '60 seconds'
       and (p_plate is null or (a.vehicle_plate = p_plate and b.vehicle_plate = p_plate)));
end
$$;

-- Raise an unverified incident to `corroborated` when an independent pair stands behind it. Never lowers anything.
create function app.corroborate_incident(p_incident uuid)
returns void
language plpgsql
set search_path = ''
as $$
begin
  update app.incidents i
     set corroboration = 'corroborated', version = i.version + 1
   where i.id = p_incident and i.corroboration = 'unverified' and app.has_independent_pair(p_incident);
  if found then
    insert into app.incident_events (incident_id, at, kind) values (p_incident, app.now(), 'corroborated');
  end if;
end
$$;

-- supabase/schemas/30_incidents/get_incident_feed.sql

-- Live incidents around a place, nearest first.
--
-- The inner query walks the point index outwards from the place and stops at the page's size. Its order, by degrees and
-- id, is the order of the pages: many incidents lie at one point (a stop, a cell), and only a complete order lets the
-- next page begin where this one ended. Metres are computed for the few found and order them within the page. The JSON of
-- each row is ready-made; only the distance is written in front of it.
-- Definer: the feed is not readable directly.
-- Fails with: invalid_request
create function api.get_incident_feed_nearby(
  p_lat float8, p_lng float8, p_radius_m int default 2000, p_category text default null,
  p_limit int default 20, p_after jsonb default null)
returns json
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_now   timestamptz := app.now();
  v_limit int := least(greatest(p_limit, 1), 100);
  v_here  point;
  v_box   box;
  v_far   float8 := coalesce((p_after ->> 'd')::float8, -1);
  v_id    uuid := coalesce((p_after ->> 'id')::uuid, '00000000-0000-0000-0000-000000000000');
  v_found text;
  v_next  json;
begin
  perform app.check_place(p_lat, p_lng);
  if (p_radius_m between 1 and 25000) is distinct from true then
    perform app.fail('invalid_request', '{"path": "radiusM"}');
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
returns json
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return app.latest_feed(null, p_category, p_limit, p_after);
end
$$;
grant execute on function api.get_latest_incident_feed to authenticated, service_role;

-- Live incidents inside a box with sides of at most half a degree, last seen first. Definer as above.
-- Fails with: invalid_request
create function api.get_incident_feed_in_bounds(
  p_min_lat float8, p_min_lng float8, p_max_lat float8, p_max_lng float8,
  p_category text default null, p_limit int default 20, p_after jsonb default null)
returns json
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform app.check_place(p_min_lat, p_min_lng);
  perform app.check_place(p_max_lat, p_max_lng);
  if (p_max_lat - p_min_lat between 0 and 0.5 and p_max_lng - p_min_lng between 0 and 0.5) is distinct from true then
    perform app.fail('invalid_request', '{"path": "bbox"}');
  end if;
  return app.latest_feed(box(point(p_min_lng, p_min_lat), point(p_max_lng, p_max_lat)), p_category, p_limit, p_after);
end
$$;
grant execute on function api.get_incident_feed_in_bounds to authenticated, service_role;

-- One page of the live feed, last seen first, inside a box or (null) everywhere.
create function app.latest_feed(p_box box, p_category text, p_limit int, p_after jsonb)
returns json
language plpgsql
stable
set search_path = ''
as $$
declare
  v_now   timestamptz := app.now();
  v_limit int := least(greatest(p_limit, 1), 100);
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

-- One incident, live or over, as far as it is public.
--
-- An id that was public is never forgotten: withdrawn and merged incidents say so, with the reason or the id that they
-- went into. An id that never was public does not exist for the caller.
-- Definer: the read model is not readable directly.
-- Fails with: not_found, incident_gone
create function api.get_incident_feed_detail(p_id uuid)
returns json
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_now      timestamptz := app.now();
  v_incident app.incidents;
  v_row      app.incident_feed;
  v_body     json;
begin
  select * into v_incident from app.incidents i where i.id = p_id;
  if v_incident.id is null or (v_incident.published_at <= v_now) is distinct from true then
    perform app.fail('not_found');
  end if;
  if v_incident.lifecycle in ('merged', 'retracted') then
    perform app.fail('incident_gone', jsonb_build_object('reason', coalesce(v_incident.gone_reason, v_incident.lifecycle),
                                                         'mergedInto', v_incident.merged_into));
  end if;
  select * into v_row from app.incident_feed f
   where f.incident_id = p_id and f.visible_from <= v_now
   order by f.visible_from desc
   limit 1;
  if v_row.incident_id is null then
    select h.body into v_body from app.incident_history h where h.incident_id = p_id and h.visible_from <= v_now;
    if not found then
      perform app.fail('not_found');
    end if;
    return v_body;
  end if;
  if v_row.visible_until <= v_now then
    return (v_row.body::jsonb || '{"lifecycle": "expired"}')::json;
  end if;
  return v_row.body;
end
$$;
grant execute on function api.get_incident_feed_detail to authenticated, service_role;

-- supabase/schemas/30_incidents/get_incident_history.sql

-- Incidents of one vehicle or corridor (give one, the other null), live and over, last seen first.
--
-- A vehicle's are those that name it, which only corroborated and verified ones do: the read model carries the vehicle
-- only then. A corridor's are all that lie on it, coarse ones with their cell.
create function app.incidents_of(
  p_vehicle uuid, p_corridor uuid, p_since timestamptz, p_limit int, p_after jsonb)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_now   timestamptz := app.now();
  v_limit int := app.page_size(p_limit);
  v_since timestamptz := coalesce(p_since, '-infinity');
  v_at    timestamptz := coalesce((p_after ->> 't')::timestamptz, 'infinity');
  v_id    uuid := coalesce((p_after ->> 'id')::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
begin
  return app.page(array(
    with live as (
      -- Of a coarse incident's two rows the newest that shows already; one that is over may not have been swept yet.
      select distinct on (f.incident_id) f.incident_id, f.last_seen_at,
             case when f.visible_until > v_now then f.body::jsonb
                  else f.body::jsonb || '{"lifecycle": "expired"}' end as body
        from app.incident_feed f
       where (f.vehicle_id = p_vehicle or f.corridor_id = p_corridor) and f.visible_from <= v_now
       order by f.incident_id, f.visible_from desc
    ), of_vehicle as (
      select h.incident_id, h.last_seen_at, h.body::jsonb
        from app.incident_history h
       where h.vehicle_id = p_vehicle and h.visible_from <= v_now
         and h.last_seen_at >= v_since and (h.last_seen_at, h.incident_id) < (v_at, v_id)
       order by h.last_seen_at desc, h.incident_id desc
       limit v_limit + 1
    ), of_corridor as (
      select h.incident_id, h.last_seen_at, h.body::jsonb
        from app.incident_history h
       where h.corridor_id = p_corridor and h.visible_from <= v_now
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

-- What happened with a vehicle, as far as the public may know it was this one.
--
-- Definer: the read model is not readable directly.
-- Fails with: not_found
create function api.get_vehicle_incidents(
  p_identifier text, p_since timestamptz default null, p_limit int default 20, p_after jsonb default null)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_vehicle uuid := (app.find_vehicle(p_identifier)).id;
begin
  if v_vehicle is null then
    perform app.fail('not_found');
  end if;
  return app.incidents_of(v_vehicle, null, p_since, p_limit, p_after);
end
$$;
grant execute on function api.get_vehicle_incidents to authenticated, service_role;

-- What happened on a corridor, named by its id or slug. Definer as above.
-- Fails with: not_found
create function api.get_corridor_incidents(
  p_corridor text, p_since timestamptz default null, p_limit int default 20, p_after jsonb default null)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_corridor uuid := (select c.id from app.corridors c where c.slug = p_corridor or c.id::text = lower(p_corridor));
begin
  if v_corridor is null then
    perform app.fail('not_found');
  end if;
  return app.incidents_of(null, v_corridor, p_since, p_limit, p_after);
end
$$;
grant execute on function api.get_corridor_incidents to authenticated, service_role;

-- supabase/schemas/30_incidents/places.sql

-- A coordinate moved to the centre of its grid cell of 0.01 degrees (about 1.1 km). Always the same for the same place,
-- so switching precision back and forth tells nothing.
create function app.coarse(p_degrees float8)
returns float8
language plpgsql
immutable
set search_path = ''
as $$
begin
  return round((floor(p_degrees::numeric / 0.01) + 0.5) * 0.01, 3)::float8;
end
$$;

-- The live stop that a place would be described by: the nearest within 300 m. Its name, or null.
create function app.place_name(p_lat float8, p_lng float8)
returns text
language plpgsql
stable
set search_path = ''
as $$
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

-- supabase/schemas/30_incidents/public_face.sql

-- What the public may know of an incident: place, times and names as they may be told, and the JSON that carries them.
create type app.public_incident as (
  lat          float8,
  lng          float8,
  corridor_id  uuid,
  vehicle_id   uuid,
  last_seen_at timestamptz,
  body         json
);

-- An instant as replies carry it: RFC 3339, UTC, whole seconds.
create function app.instant(p_at timestamptz)
returns text
language plpgsql
immutable
set search_path = ''
as $$
begin
  return to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"');
end
$$;

create function app.public_face(p_incident app.incidents)
returns app.public_incident
language plpgsql
stable
set search_path = ''
as $$
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

-- The vehicle that may be named on an incident, or nulls: none on a coarse or uncorroborated one; a reviewer's choice on
-- a verified one; else the one that most reporters named, if an independent pair stands behind that very name. One person
-- must not be able to put a vehicle's name on a crash that others corroborated.
create function app.vehicle_to_name(p_incident app.incidents, out vehicle_id uuid, out plate text)
language plpgsql
stable
set search_path = ''
as $$
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
     where r.incident_id = p_incident.id and r.state = 'linked' and r.vehicle_plate is not null
     group by r.vehicle_plate
  )
  select n.known, n.vehicle_plate into vehicle_id, plate
    from named n
   where n.reporters > all (select o.reporters from named o where o.vehicle_plate <> n.vehicle_plate)
     and app.has_independent_pair(p_incident.id, n.vehicle_plate);
end
$$;

-- What a vehicle looks like wherever one is named; null when the reports named none.
create function app.vehicle_ref(p_vehicle uuid, p_plate text)
returns json
language plpgsql
stable
set search_path = ''
as $$
begin
  if p_plate is null then
    return null;
  end if;
  return coalesce(
    (select json_build_object('publicCode', v.public_code, 'plate', v.plate, 'fleetName', v.fleet_name)
       from app.vehicles v where v.id = p_vehicle),
    json_build_object('publicCode', null, 'plate', app.plate_text(p_plate), 'fleetName', null));
end
$$;

-- supabase/schemas/30_incidents/publish_incident.sql

-- Write what the public may know of an incident into the read model, from its reports as they are now.
--
-- Everything about privacy happens here, at write time, so that no reader can forget it: a coarse incident gets the
-- centre of its cell and full hours, and its changes show from the next full hour on; a vehicle is named only once the
-- incident is corroborated or verified; while only unreviewed reports stand behind it, it has no number.
create function app.publish_incident(p_incident uuid)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_now      timestamptz := app.now();
  v_incident app.incidents;
  v_from     timestamptz;
  v_until    timestamptz;
begin
  select * into v_incident from app.incidents i where i.id = p_incident;
  if v_incident.lifecycle in ('merged', 'retracted') or v_incident.corroboration = 'refuted' then
    delete from app.incident_feed f where f.incident_id = p_incident;
    delete from app.incident_history h where h.incident_id = p_incident;
    return;
  end if;

  if v_incident.visibility = 'coarse' then
    v_from := app.full_hour(v_now) + interval '1 hour';
    v_until := app.full_hour(v_incident.expires_at) + interval '1 hour';
    delete from app.incident_feed f where f.incident_id = p_incident and f.visible_from >= v_from;
  else
    v_from := coalesce(v_incident.published_at, v_now);
    v_until := v_incident.expires_at;
  end if;

  update app.incidents i set published_at = coalesce(i.published_at, v_from) where i.id = p_incident;
  if v_incident.lifecycle <> 'active' then
    perform app.write_history_row(v_incident);
  elsif v_until > v_from then
    update app.incident_feed f set visible_until = v_from
     where f.incident_id = p_incident and f.visible_from < v_from and f.visible_until > v_from;
    perform app.write_feed_row(v_incident, v_from, v_until);
  end if;
  -- Else a coarse incident ends with this hour: the row that is shown stays until then, and the sweep writes the rest.
end
$$;

-- Put the incident's public row into the live feed, in the place of the one that starts at the same time.
create function app.write_feed_row(p_incident app.incidents, p_from timestamptz, p_until timestamptz)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v app.public_incident := app.public_face(p_incident);
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

-- Put the incident's public row among those that are over. One that is coarse and was not shown yet shows from the next
-- full hour on.
create function app.write_history_row(p_incident app.incidents)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_now  timestamptz := app.now();
  v      app.public_incident := app.public_face(p_incident);
  v_from timestamptz := case when p_incident.visibility = 'coarse' and (p_incident.published_at <= v_now) is distinct from true
                             then app.full_hour(v_now) + interval '1 hour' else v_now end;
begin
  delete from app.incident_feed f where f.incident_id = p_incident.id;
  insert into app.incident_history as h
    (incident_id, visible_from, category, lat, lng, corridor_id, vehicle_id, last_seen_at, body)
  values
    (p_incident.id, v_from, p_incident.category, v.lat, v.lng, v.corridor_id, v.vehicle_id, v.last_seen_at, v.body)
  on conflict (incident_id) do update
    set (lat, lng, corridor_id, vehicle_id, last_seen_at, version, body) =
        (excluded.lat, excluded.lng, excluded.corridor_id, excluded.vehicle_id, excluded.last_seen_at,
         excluded.version, excluded.body);
end
$$;

-- supabase/schemas/30_incidents/sweep.sql

-- Tidy up: incidents whose time has passed become `expired` and move from the live feed to the history; rows that a
-- successor has replaced go. Nothing depends on when this runs, every reader compares the times itself; it only keeps
-- the live table small. Run it about once a minute. Answers how many incidents expired.
create function app.sweep()
returns int
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_now      timestamptz := app.now();
  v_incident app.incidents;
  v_count    int := 0;
begin
  delete from app.incident_feed f
   where f.visible_until <= v_now
     and exists (select from app.incident_feed s where s.incident_id = f.incident_id and s.visible_from > f.visible_from);
  for v_incident in
    update app.incidents i set lifecycle = 'expired', version = i.version + 1
     where i.id in (select e.id from app.incidents e
                     where e.lifecycle = 'active' and e.expires_at <= v_now
                       and not exists (select from app.incident_feed f
                                        where f.incident_id = e.id and f.visible_until > v_now)
                     order by e.expires_at limit 1000 for update skip locked)
    returning i.*
  loop
    perform app.write_history_row(v_incident);
    insert into app.incident_events (incident_id, at, kind) values (v_incident.id, v_now, 'expired');
    v_count := v_count + 1;
  end loop;
  return v_count;
end
$$;

-- Where the project has pg_cron, it runs the sweep; enable that extension before these files are applied. The embedded
-- database has none, and its server does it.
do $$
begin
  if exists (select from pg_extension where extname = 'pg_cron') then
    perform cron.schedule('salama-sweep', '* * * * *', 'select app.sweep()');
  end if;
end
$$;

-- supabase/schemas/40_reports/00_tables.sql

-- What a client says in a report, as it said it.
create type app.report_content as (
  category     text,
  vehicle      text,
  lat          float8,
  lng          float8,
  accuracy_m   float8,
  stop_id      uuid,
  occurred_at  timestamptz,
  injury       text,
  note         text,
  visibility   text,
  receipt_code text
);

-- What one rider saw. Private, and its content never changes once it is in.
create table app.reports (
  id            uuid primary key,
  reporter_id   uuid,
  device_hash   bytea,
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
  -- What screening found in the note ('phone', 'email', 'id_number'). For the reviewer; notes are never public.
  note_flags    text[] not null default '{}',
  state         text not null default 'received',
  state_reason  text,
  incident_id   uuid references app.incidents,
  version       int not null default 1,
  check (reporter_id is not null or device_hash is not null)
);
create index reports_reporter on app.reports (reporter_id, received_at desc);
create index reports_incident on app.reports (incident_id);
alter table app.reports enable row level security;

-- The legal moves of a report. `app.move_report` is the only one to change a state.
create table app.report_transitions (
  from_state text not null,
  to_state   text not null,
  primary key (from_state, to_state)
);
alter table app.report_transitions enable row level security;
insert into app.report_transitions (from_state, to_state) values
  ('received', 'accepted'), ('received', 'in_review'), ('received', 'held'),
  ('in_review', 'accepted'), ('in_review', 'rejected'), ('in_review', 'needs_info'), ('in_review', 'duplicate'),
  ('held', 'in_review'),
  ('needs_info', 'in_review'), ('needs_info', 'rejected'),
  ('accepted', 'linked'),
  ('accepted', 'withdrawn'), ('linked', 'withdrawn'), ('in_review', 'withdrawn'), ('held', 'withdrawn'),
  ('needs_info', 'withdrawn'), ('rejected', 'withdrawn'), ('duplicate', 'withdrawn'),
  ('linked', 'purged'), ('rejected', 'purged'), ('duplicate', 'purged'), ('withdrawn', 'purged'), ('accepted', 'purged');

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
alter table app.report_events enable row level security;

-- supabase/schemas/40_reports/checked_report.sql

-- A report's content with everything looked up: place, corridor, vehicle, effective visibility. Nothing is stored.
--
-- The shapes were checked by the API already; the checks are repeated here because a person's token also works straight
-- at the database. What only the database can know is reported together, each with its own code and path.
-- Fails with: invalid_request, outside_service_area, unknown_stop, unknown_vehicle
create function app.checked_report(p_content app.report_content)
returns app.reports
language plpgsql
stable
set search_path = ''
as $$
declare
  v_now      timestamptz := app.now();
  v_report   app.reports;
  v_stop     app.stops;
  v_vehicle  app.vehicles;
  v_location jsonb;
  v_problems jsonb := '[]';
begin
  perform app.check_report_shape(p_content);
  v_report.category := p_content.category;
  v_report.injury := coalesce(p_content.injury, case when p_content.category = 'crash' then 'unknown' end);
  v_report.received_at := v_now;
  v_report.occurred_at := least(coalesce(p_content.occurred_at, v_now), v_now);
  v_report.note := p_content.note;
  v_report.note_flags := app.screen_note(coalesce(p_content.note, ''));
  v_report.receipt_hash := sha256(convert_to(p_content.receipt_code, 'UTF8'));
  v_report.state := 'received';
  v_report.version := 1;
  v_report.visibility := app.narrower_visibility(
    (select c.visibility from app.incident_categories c where c.code = p_content.category), p_content.visibility);

  if p_content.stop_id is null then
    v_report.lat := p_content.lat;
    v_report.lng := p_content.lng;
    v_report.accuracy_m := coalesce(p_content.accuracy_m, 50);
  else
    select * into v_stop from app.stops s where s.id = p_content.stop_id;
    v_report.lat := v_stop.lat;
    v_report.lng := v_stop.lng;
    v_report.accuracy_m := 250;
    v_report.stop_id := v_stop.id;
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

  if p_content.vehicle is not null then
    v_vehicle := app.find_vehicle(p_content.vehicle);
    v_report.vehicle_id := v_vehicle.id;
    v_report.vehicle_plate := coalesce(v_vehicle.plate_key, app.plate_key(p_content.vehicle));
    if v_vehicle.id is null
       and (app.can_be_plate(v_report.vehicle_plate) is distinct from true
            or app.public_code(p_content.vehicle) is not null) then
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
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_order text[] := array['private', 'aggregate', 'coarse', 'public'];
begin
  return v_order[least(array_position(v_order, p_category), array_position(v_order, coalesce(p_asked, p_category)))];
end
$$;

-- What the contract says of a report's fields, for callers that come past it. Fails with: invalid_request
create function app.check_report_shape(p_content app.report_content)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
  v_now      timestamptz := app.now();
  v_problems jsonb;
begin
  select coalesce(jsonb_agg(jsonb_build_object('path', c.path, 'code', 'invalid_request')), '[]') into v_problems
    from (values
      ('category', exists (select from app.incident_categories k where k.code = p_content.category)),
      ('injury', p_content.injury is null or p_content.injury in ('none', 'some', 'unknown')),
      ('visibility', p_content.visibility is null
                     or p_content.visibility in ('private', 'aggregate', 'coarse', 'public')),
      ('note', p_content.note is null or char_length(p_content.note) between 1 and 2000),
      ('vehicle.identifier', p_content.vehicle is null or char_length(p_content.vehicle) between 3 and 40),
      ('receiptCode', p_content.receipt_code is null or p_content.receipt_code ~ '^[0-9A-HJKMNP-TV-Z]{26}$'),
      ('occurredAt', p_content.occurred_at is null
                     or p_content.occurred_at between v_now - interval '30 days' and v_now + interval '5 minutes'),
      ('place', p_content.stop_id is not null
                or (p_content.lat between -90 and 90 and p_content.lng between -180 and 180)),
      ('place.accuracyM', p_content.accuracy_m is null or p_content.accuracy_m between 0 and 10000)
    ) c (path, fits)
   where c.fits is distinct from true;
  if v_problems <> '[]' then
    perform app.fail('invalid_request', jsonb_build_object('errors', v_problems));
  end if;
end
$$;

-- supabase/schemas/40_reports/join_incident.sql

-- Take the locks without which two riders pressing the button together would open two incidents for one crash.
--
-- The key is the vehicle where reports join by vehicle, the cell where they join by cell, else the grid cells that the
-- joining radius touches (one to four: a cell is as wide as the diameter). Two reports that could join share a key. They are taken in
-- ascending order, so two transactions cannot wait for each other; reports elsewhere do not wait at all.
create function app.lock_for_joining(p_report app.reports, p_category app.incident_categories)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_class int := hashtext('incident:' || p_report.category);
  v_names text[];
  v_size  float8 := greatest(p_category.join_within_m / 110574.0 * 2.01, 0.005);
  v_box   box := app.box_around(p_report.lat, p_report.lng, p_category.join_within_m);
  v_key   int;
begin
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
end
$$;

-- The active incident that a report belongs to, or null. Call it under lock_for_joining.
--
-- Time counts from the last report on, and backwards from the first one: a report about an hour before it is about the
-- same crash. A coarse report joins by cell and by full hours only, and only while it is fresh: whoever could compare it
-- with an exact time or place could send report after report and read that time or place from what they joined.
create function app.find_incident_to_join(p_report app.reports, p_category app.incident_categories)
returns uuid
language plpgsql
set search_path = ''
as $$
declare
  v_coarse boolean := p_report.visibility = 'coarse';
  v_at     timestamptz := p_report.occurred_at;
  v_box    box := app.box_around(p_report.lat, p_report.lng, case when v_coarse then 2000 else p_category.join_within_m end);
begin
  return (
    select i.id
      from app.incidents i
     where i.lifecycle = 'active'
       and i.pt <@ v_box
       and i.expires_at > p_report.received_at
       and i.category = p_report.category
       and i.visibility = p_report.visibility
       and case when v_coarse
             then i.pt ~= point(app.coarse(p_report.lng), app.coarse(p_report.lat))
                  and app.is_fresh(p_report)
                  and app.full_hour(v_at) < app.full_hour(i.last_seen_at) + p_category.join_within
                  and app.full_hour(v_at) > app.full_hour(i.opened_seen_at) - p_category.join_within
             else app.distance_m(p_report.lat, p_report.lng, i.lat, i.lng) <= p_category.join_within_m
                  and (not p_category.join_same_vehicle or i.vehicle_plate = p_report.vehicle_plate)
                  and v_at < i.last_seen_at + p_category.join_within
                  and v_at > i.opened_seen_at - p_category.join_within end
     order by case when not v_coarse then app.distance_m(p_report.lat, p_report.lng, i.lat, i.lng) end,
              i.last_seen_at desc, i.id
     limit 1
       for update);
end
$$;

-- Whether a report is of something that may be on the live feed: under two hours old when it came in.
create function app.is_fresh(p_report app.reports)
returns boolean
language plpgsql
immutable
set search_path = ''
as $$
begin
  return p_report.occurred_at > p_report.received_at - interval '2 hours';
end
$$;

-- Join a report to the incident that it fits, or open one. Returns the incident's id, or null for a kind that is never
-- joined. `p_counts`: whether the report counts already, or waits for a person; one that waits moves no times of an
-- incident that others stand behind. The caller publishes it.
create function app.join_incident(p_report app.reports, p_counts boolean)
returns uuid
language plpgsql
set search_path = ''
as $$
declare
  v_category app.incident_categories;
  v_incident uuid;
begin
  select * into v_category from app.incident_categories c where c.code = p_report.category;
  if v_category.join_within is null or p_report.visibility not in ('public', 'coarse') then
    return null;
  end if;
  perform app.lock_for_joining(p_report, v_category);
  v_incident := app.find_incident_to_join(p_report, v_category);
  if v_incident is null then
    return app.open_incident(p_report, v_category);
  end if;
  if p_counts or app.counted_reporters(v_incident) = 0 then
    -- The end only ever moves forward, and never past the cap that the first report set.
    update app.incidents i
       set first_seen_at = least(i.first_seen_at, p_report.occurred_at),
           last_seen_at  = greatest(i.last_seen_at, p_report.occurred_at),
           expires_at    = greatest(i.expires_at, least(p_report.occurred_at + v_category.live_for,
                                                        i.opened_seen_at + v_category.live_cap)),
           version       = i.version + 1
     where i.id = v_incident;
  end if;
  insert into app.incident_events (incident_id, at, kind) values (v_incident, app.now(), 'joined');
  return v_incident;
end
$$;

-- Open an incident for a report that fits none. One that is too old for the live feed is over from the start.
create function app.open_incident(p_report app.reports, p_category app.incident_categories)
returns uuid
language plpgsql
set search_path = ''
as $$
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
          case when app.is_fresh(p_report) and v_ends > p_report.received_at then 'active' else 'expired' end,
          v_lat, v_lng,
          -- The corridor of a coarse incident is its cell's: that of the exact place would narrow the cell to a road.
          case when v_coarse then (app.corridor_at(v_lat, v_lng)).corridor_id else p_report.corridor_id end,
          case when p_category.join_same_vehicle then p_report.vehicle_id end,
          case when p_category.join_same_vehicle then p_report.vehicle_plate end,
          p_report.occurred_at, p_report.occurred_at, p_report.occurred_at, v_ends)
  returning id into v_incident;
  insert into app.incident_events (incident_id, at, kind) values (v_incident, app.now(), 'opened');
  return v_incident;
end
$$;

-- supabase/schemas/40_reports/move_report.sql

-- Move a report to another state and write down that it happened. The caller holds the row (it just wrote it, or
-- selected it for update).
-- Fails with: invalid_transition
create function app.move_report(p_report uuid, p_to text, p_reason text default null, p_actor uuid default null)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_from text;
begin
  select r.state into v_from from app.reports r where r.id = p_report for update;
  if not exists (select from app.report_transitions t where t.from_state = v_from and t.to_state = p_to) then
    perform app.fail('invalid_transition', jsonb_build_object(
      'currentState', v_from,
      'allowedTransitions', (select coalesce(jsonb_agg(t.to_state order by t.to_state), '[]')
                               from app.report_transitions t where t.from_state = v_from)));
  end if;
  update app.reports r set state = p_to, state_reason = p_reason, version = r.version + 1 where r.id = p_report;
  insert into app.report_events (report_id, at, from_state, to_state, reason, actor)
  values (p_report, app.now(), v_from, p_to, p_reason, p_actor);
end
$$;

-- supabase/schemas/40_reports/receive_report.sql

-- Take a report: check it, store it, attach it to an incident, publish what may be public. One transaction: all of it
-- happens, or nothing.
--
-- Sending the same id again changes nothing and answers with what is stored, so a phone on a bad line can retry until it
-- hears back. All of one reporter's reports queue on a lock: it makes the retry safe and the limits exact.
-- Fails with: invalid_request, id_reused, outside_service_area, unknown_stop, unknown_vehicle, rate_limited
create function app.receive_report(p_content app.report_content, p_id uuid, p_user uuid, p_device bytea)
returns jsonb
language plpgsql
set search_path = ''
set timezone = 'UTC' -- the hash of the content holds a time as text
as $$
declare
  v_hash   bytea := sha256(convert_to(to_jsonb(p_content)::text, 'UTF8'));
  v_report app.reports;
begin
  if p_id is null then
    perform app.fail('invalid_request', '{"path": "id"}');
  end if;
  perform pg_advisory_xact_lock(hashtextextended(coalesce(p_user::text, encode(p_device, 'hex')), 1));
  select * into v_report from app.reports r where r.id = p_id;
  if v_report.id is null then
    perform app.check_report_limits(p_user);
    v_report := app.checked_report(p_content);
    v_report.id := p_id;
    v_report.reporter_id := p_user;
    v_report.device_hash := p_device;
    v_report.content_hash := v_hash;
    insert into app.reports select v_report.* on conflict do nothing;
    if not found then
      perform app.fail('id_reused', case when exists (select from app.reports r where r.receipt_hash = v_report.receipt_hash)
                                      then '{"path": "receiptCode"}' end::jsonb);
    end if;
    perform app.place_report(p_id);
    return app.report_answer(p_id, false);
  end if;
  if v_report.reporter_id is distinct from p_user
     or (p_user is null and v_report.device_hash is distinct from p_device)
     or v_report.content_hash <> v_hash then
    perform app.fail('id_reused');
  end if;
  return app.report_answer(p_id, true);
end
$$;

-- Decide where a new report goes: to a reviewer, or straight on; into an incident, or not. And publish the incident.
--
-- A crash in which someone is or may be hurt waits for a person but shows at once as a crash, without a number or a
-- vehicle: it is attached to an incident while still in review. Every other kind that waits is attached to nothing.
create function app.place_report(p_report uuid)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_report   app.reports;
  v_category app.incident_categories;
  v_waits    boolean;
  v_incident uuid;
begin
  select * into v_report from app.reports r where r.id = p_report;
  select * into v_category from app.incident_categories c where c.code = v_report.category;
  v_waits := v_category.review = 'always'
    or (v_category.review = 'unless_unhurt' and v_report.injury is distinct from 'none');
  perform app.move_report(p_report, case when v_waits then 'in_review' else 'accepted' end);
  if v_waits and v_category.review = 'always' then
    return;
  end if;
  v_incident := app.join_incident(v_report, not v_waits);
  if v_incident is null then
    return;
  end if;
  update app.reports r set incident_id = v_incident where r.id = p_report;
  if not v_waits then
    perform app.move_report(p_report, 'linked');
    perform app.corroborate_incident(v_incident);
  end if;
  perform app.publish_incident(v_incident);
end
$$;

-- Five reports in ten minutes and twenty in a day from one account. Fails with: rate_limited
create function app.check_report_limits(p_user uuid)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_now    timestamptz := app.now();
  v_recent timestamptz[] := array(
    select r.received_at from app.reports r
     where r.reporter_id = p_user and r.received_at > v_now - interval '1 day'
     order by r.received_at desc
     limit 20);
  v_free   timestamptz := greatest(v_recent[5] + interval '10 minutes', v_recent[20] + interval '1 day');
begin
  if v_free > v_now then
    perform app.fail('rate_limited', jsonb_build_object('retryAfterS', ceil(extract(epoch from v_free - v_now))));
  end if;
end
$$;

-- What the reporter is told. No incident id where it would tell too much: of anything that is not fully public it would
-- say which entry of the feed is theirs, to whoever holds their phone; and where reports join by vehicle it would confirm
-- the plate of an incident that does not name one yet.
create function app.report_answer(p_report uuid, p_repeated boolean)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_report   app.reports;
  v_incident app.incidents;
  v_told     boolean;
begin
  select * into v_report from app.reports r where r.id = p_report;
  select * into v_incident from app.incidents i where i.id = v_report.incident_id;
  v_told := v_report.visibility = 'public'
    and (v_incident.vehicle_plate is null or (app.vehicle_to_name(v_incident)).plate is not null);
  return jsonb_build_object(
    'id', v_report.id,
    'state', v_report.state,
    'shown', app.how_shown(v_report, v_incident),
    'incidentId', case when v_told then v_report.incident_id end,
    'location', app.locate(v_report.lat, v_report.lng),
    'receivedAt', app.instant(v_report.received_at),
    'repeated', p_repeated);
end
$$;

-- What others see of a report: `live` on the list now; `unchecked` on the list as a crash and nothing more, until a person
-- has looked; `coarse` roughly, from the next full hour on; `kept` nothing, because it was too old for the list; `review`
-- nothing until a person has looked; `private` never on list or map.
create function app.how_shown(p_report app.reports, p_incident app.incidents)
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
  return case
    when p_report.state in ('in_review', 'held', 'needs_info') and p_incident.id is null then 'review'
    when p_report.visibility in ('private', 'aggregate') or p_incident.id is null then 'private'
    when p_incident.lifecycle <> 'active' or p_incident.expires_at <= app.now() then 'kept'
    when p_report.visibility = 'coarse' then 'coarse'
    when p_report.state <> 'linked' then 'unchecked'
    else 'live' end;
end
$$;

-- supabase/schemas/40_reports/screen_note.sql

-- What a note seems to hold that names a person: a phone number, an e-mail address, a national id number. Reviewers see
-- these flags; the report is not held for them, because a note is never shown to the public anyway.
create function app.screen_note(p_note text)
returns text[]
language plpgsql
immutable
set search_path = ''
as $$
begin
  return array_remove(array[
    case when p_note ~ '(\+?254|\m0)[ -]?[17]([ -]?[0-9]){8}\M' then 'phone' end,
    case when p_note ~* '[a-z0-9._%+-]+@[a-z0-9.-]+\.[a-z]{2,}' then 'email' end,
    case when p_note ~* '\m(id|kitambulisho)\M[^0-9]{0,12}[0-9]{7,8}\M' then 'id_number' end], null);
end
$$;

-- supabase/schemas/40_reports/submit_incident_report.sql

-- Take what a rider saw in or of a vehicle. See app.receive_report for what happens.
--
-- Definer: a rider may not touch reports or incidents, and this does it for them, in their own name only.
-- Fails with: unauthenticated, invalid_request, id_reused, outside_service_area, unknown_stop, unknown_vehicle,
-- rate_limited
create function api.submit_incident_report(
  p_id uuid, p_category text, p_vehicle text,
  p_lat float8 default null, p_lng float8 default null, p_accuracy_m float8 default null, p_stop_id uuid default null,
  p_occurred_at timestamptz default null, p_injury text default null, p_note text default null,
  p_visibility text default null, p_receipt_code text default null, p_device text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
begin
  return app.receive_report(
    (p_category, p_vehicle, p_lat, p_lng, p_accuracy_m, p_stop_id, p_occurred_at, p_injury, p_note, p_visibility,
     p_receipt_code)::app.report_content,
    p_id, app.require_user(), app.known_device(p_device));
end
$$;
grant execute on function api.submit_incident_report to authenticated;

-- The same where no vehicle is known. Definer and failures as above.
create function api.submit_incident_report_without_vehicle(
  p_id uuid, p_category text,
  p_lat float8 default null, p_lng float8 default null, p_accuracy_m float8 default null, p_stop_id uuid default null,
  p_occurred_at timestamptz default null, p_injury text default null, p_note text default null,
  p_visibility text default null, p_receipt_code text default null, p_device text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
begin
  return app.receive_report(
    (p_category, null, p_lat, p_lng, p_accuracy_m, p_stop_id, p_occurred_at, p_injury, p_note, p_visibility,
     p_receipt_code)::app.report_content,
    p_id, app.require_user(), app.known_device(p_device));
end
$$;
grant execute on function api.submit_incident_report_without_vehicle to authenticated;

-- supabase/schemas/50_api_keys/00_tables.sql

-- Keys with which other systems read. The key itself is nowhere here: a row holds its public prefix and an HMAC of the
-- whole key, made with a pepper that the database never sees, so that a copy of this table opens nothing. A revoked or
-- replaced key stays, so that its owner can see what became of it.
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
  -- Set by rotation, together with the end of its grace in expires_at.
  replaced_by     uuid references app.api_keys (id),
  revoked_at      timestamptz,
  last_used_at    timestamptz,
  idempotency_key text check (char_length(idempotency_key) between 1 and 255),
  -- What was asked for, so that the same Idempotency-Key with another request is noticed.
  request_hash    bytea not null
);
alter table app.api_keys enable row level security;
create index on app.api_keys (owner_id, created_at desc);
create index on app.api_keys (replaced_by) where replaced_by is not null;

-- supabase/schemas/50_api_keys/api_key_answer.sql

-- Where a key is in its life. Revoked is final, also for a key that would have expired since.
create function app.api_key_state(p_key app.api_keys)
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
  return case when p_key.revoked_at is not null then 'revoked'
              when p_key.expires_at <= app.now() then 'expired'
              else 'active' end;
end
$$;

-- A key as its owner sees it: nothing in it lets anybody in.
create function app.api_key_answer(p_key app.api_keys)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
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

-- The caller's own key, locked until the end of the transaction. Somebody else's does not exist for them.
-- Fails with: not_found
create function app.own_api_key(p_owner uuid, p_id uuid)
returns app.api_keys
language plpgsql
set search_path = ''
as $$
declare
  v_key app.api_keys;
begin
  select * into v_key from app.api_keys k where k.id = p_id and k.owner_id = p_owner for update;
  if not found then
    perform app.fail('not_found');
  end if;
  return v_key;
end
$$;

-- supabase/schemas/50_api_keys/create_api_key.sql

-- Make a key for the caller: at most five that work and are not replaced, and twenty new ones a day.
--
-- The caller brings prefix and hash: the key itself never reaches the database. It cannot be told a second time, so
-- a repeat with the same idempotency key makes nothing and answers with the id of the key that the first one made.
-- Definer: nobody may touch app.api_keys directly.
-- Fails with: unauthenticated, invalid_request, api_key_already_created, idempotency_key_reused, too_many_api_keys,
-- rate_limited
create function api.create_api_key(
  p_name text, p_scopes text[], p_prefix text, p_secret_hash text, p_expires_in_days int default 365,
  p_idempotency_key text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
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
  return app.api_key_answer(app.store_api_key(v_key, p_prefix, p_secret_hash));
end
$$;
grant execute on function api.create_api_key to authenticated;

-- What the contract says of a new key, for callers that come past it. Fails with: invalid_request
create function app.check_api_key(p_name text, p_scopes text[], p_expires_in_days int)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
  v_problems jsonb;
begin
  select coalesce(jsonb_agg(jsonb_build_object('path', c.path, 'code', 'invalid_request')), '[]') into v_problems
    from (values
      ('name', char_length(btrim(p_name)) between 1 and 80 and char_length(p_name) <= 80),
      ('scopes', cardinality(p_scopes) > 0 and p_scopes <@ array[
        'incidents:read', 'vehicles:read', 'corridors:read', 'routes:read', 'saccos:read', 'search:read']),
      ('expiresInDays', p_expires_in_days between 1 and 365)
    ) c (path, fits)
   where c.fits is distinct from true;
  if v_problems <> '[]' then
    perform app.fail('invalid_request', jsonb_build_object('errors', v_problems));
  end if;
end
$$;

create function app.request_hash(p_request jsonb)
returns bytea
language plpgsql
immutable
set search_path = ''
as $$
begin
  return sha256(convert_to(p_request::text, 'UTF8'));
end
$$;

-- How many keys of an owner let somebody in now; `p_replaced`: those in their grace, or those that are not.
create function app.count_working_keys(p_owner uuid, p_replaced boolean)
returns bigint
language plpgsql
stable
set search_path = ''
as $$
begin
  return (select count(*) from app.api_keys k
           where k.owner_id = p_owner and app.api_key_state(k) = 'active'
             and (k.replaced_by is not null) = p_replaced);
end
$$;

-- Let one owner's requests for new keys queue, which makes counting and the idempotency key exact, and refuse the one
-- that had come before or comes too often. An idempotency key is remembered for a day.
-- Fails with: invalid_request, api_key_already_created, idempotency_key_reused, rate_limited
create function app.lock_api_keys(p_new app.api_keys)
returns void
language plpgsql
set search_path = ''
as $$
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
  if found then
    perform app.fail('rate_limited', jsonb_build_object('retryAfterS', ceil(extract(epoch from v_oldest - v_since))));
  end if;
end
$$;

-- Fails with: invalid_request (also for a prefix that is taken; chance alone will not do that)
create function app.store_api_key(p_new app.api_keys, p_prefix text, p_secret_hash text)
returns app.api_keys
language plpgsql
set search_path = ''
as $$
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

-- supabase/schemas/50_api_keys/list_api_keys.sql

-- The caller's own keys: those that work first, then the newest, a hundred at most. Revoked and expired ones stay listed.
--
-- Definer: nobody may read app.api_keys directly.
-- Fails with: unauthenticated
create function api.list_api_keys()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_owner uuid := app.require_user();
begin
  return jsonb_build_object(
    'data', coalesce((
      select jsonb_agg(app.api_key_answer(listed.key) order by listed.working desc, listed.created_at desc, listed.id)
        from (select k as key, app.api_key_state(k) = 'active' as working, k.created_at, k.id
                from app.api_keys k
               where k.owner_id = v_owner
               order by working desc, k.created_at desc, k.id
               limit 100) listed), '[]'),
    'page', '{"nextCursor": null}'::jsonb);
end
$$;
grant execute on function api.list_api_keys to authenticated;

-- supabase/schemas/50_api_keys/revoke_api_key.sql

-- End a key of the caller now. Doing it again changes nothing. Answers its prefix, by which a server forgets what it
-- remembers of the key.
--
-- Definer: nobody may touch app.api_keys directly.
-- Fails with: unauthenticated, not_found
create function api.revoke_api_key(p_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_key app.api_keys := app.own_api_key(app.require_user(), p_id);
begin
  update app.api_keys k set revoked_at = app.now() where k.id = v_key.id and k.revoked_at is null;
  return jsonb_build_object('prefix', v_key.prefix);
end
$$;
grant execute on function api.revoke_api_key to authenticated;

-- supabase/schemas/50_api_keys/rotate_api_key.sql

-- Make a new key in the place of one that works: the same name, scopes and length of life. The old one goes on for 24
-- hours, so that the other system can change over without a gap.
--
-- A replaced key does not count among the five; but at most five may be in their grace, or rotating without end would
-- make keys without end.
-- Definer: nobody may touch app.api_keys directly.
-- Fails with: unauthenticated, not_found, invalid_transition, api_key_already_created, idempotency_key_reused,
-- too_many_api_keys, rate_limited
create function api.rotate_api_key(p_id uuid, p_prefix text, p_secret_hash text, p_idempotency_key text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
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
    perform app.fail('invalid_transition', jsonb_build_object(
      'currentState', coalesce(nullif(app.api_key_state(v_old), 'active'), 'replaced'),
      'allowedTransitions', case when v_old.revoked_at is null then '["revoked"]' else '[]' end::jsonb));
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
  return app.api_key_answer(v_made);
end
$$;
grant execute on function api.rotate_api_key to authenticated;

-- supabase/schemas/50_api_keys/verify_api_key.sql

-- Whose key this is, what it may read, and whether it still may. Somebody who knows the prefix but not the key learns
-- nothing, not even that there is such a prefix.
--
-- Stamps when the key was last used: the first use always, then once a minute at most, or every read of a busy client
-- would become a write. `expiresInS` and not a time: the server's clock may differ from this one.
-- Definer: nobody may touch app.api_keys directly.
create function api.verify_api_key(p_prefix text, p_secret_hash text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
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
