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
    'locale', coalesce(v_profile.locale, app.claims() -> 'user_metadata' ->> 'locale', 'en'),
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
  insert into app.devices (token_hash) values (sha256(p_device::bytea)) on conflict do nothing;
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
  return (select d.token_hash from app.devices d where d.token_hash = sha256(p_device::bytea));
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
  corridor_id uuid,
  routes      text[] not null -- short names, numbers first
);
create index points_of_interest_prefix on app.points_of_interest (name_key text_pattern_ops);
create index points_of_interest_trgm on app.points_of_interest using gin (name_key extensions.gin_trgm_ops);

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

-- A corridor is a trunk road that routes share. `geom` is built from the shapes of its routes, see build_corridors.sql.
create table app.corridors (
  id         uuid primary key,
  feed       text not null,
  slug       text not null unique,
  name       text not null,
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

-- The lines that the apps draw their map from, as the text that is sent. One row; see refresh_corridor_map.sql.
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

-- The work of api.apply_gtfs_import: first what the feed says, then what is made from it, each step from the one before.
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
-- One import at a time: two that are applied in turn would each retire what the other has just brought. An import whose
-- last batch is two minutes old no longer counts (its program died), and one of yesterday is thrown away here. Beginning
-- the same import again starts it over, so a program that knows its import's id never locks itself out.
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
  if v_own.state = 'applied' or v_own.feed <> p_feed then
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
    'stop_times', 'frequencies', 'corridor_routes', 'service_areas'];
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

-- Forget an import that will not be applied, with its rows. Repeating it, or abandoning an applied one, changes nothing.
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

-- placeholder
create function app.build_corridors(p_import uuid, p_feed text)
returns table (corridor_id uuid, geom extensions.geometry)
language plpgsql
stable
set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  select l.corridor_id, extensions.st_multi((select h.geom from app.trips t join app.shapes h on h.id = t.shape_id where t.route_id = min(l.route_id::text)::uuid order by h.id limit 1))
    from app.incoming_corridor_routes(p_import, p_feed) l group by 1;
end
$$;

-- Only routes that the feed has: a list of corridors is kept longer than a route lives. Without a list in the import, what
-- is known stays.
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
   where c.feed = p_feed and c.retired_at is null and t.retired_at is null and not exists (
     select from app.gtfs_rows r where r.import_id = p_import and r.kind = 'corridor_routes');
end
$$;

create function app.incoming_corridors(p_import uuid, p_feed text)
returns setof app.corridors
language plpgsql
stable
set search_path = ''
as $$
begin
  return query
  with named as (
    select distinct app.gtfs_id(p_feed, 'corridors', s.corridor) as id, replace(app.name_key(s.corridor), ' ', '-') as slug, s.name
      from app.gtfs_rows r, jsonb_to_record(r.row) s (corridor text, name text)
     where r.import_id = p_import and r.kind = 'corridor_routes'
    union all
    select c.id, c.slug, c.name from app.corridors c
     where c.feed = p_feed and c.retired_at is null and not exists (
       select from app.gtfs_rows r where r.import_id = p_import and r.kind = 'corridor_routes'))
  select n.id, p_feed, n.slug, n.name, b.geom, extensions.st_length(app.to_metric(b.geom))::int, null::timestamptz
    from named n join app.build_corridors(p_import, p_feed) b on b.corridor_id = n.id;
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
    select c.id as corridor_id, d.geom
      from app.corridors c,
           extensions.st_subdivide(extensions.st_segmentize(app.to_metric(c.geom), 250), 5) d (geom)
     where c.retired_at is null),
  stale as (
    select coalesce(n.corridor_id, o.corridor_id) as corridor_id
      from (select p.corridor_id, md5(string_agg(md5(p.geom::text), '' order by p.geom::text)) as digest
              from pieces p group by 1) n
      full join (select s.corridor_id, md5(string_agg(md5(s.geom::text), '' order by s.geom::text)) as digest
              from app.corridor_segments s group by 1) o using (corridor_id)
     where n.digest is distinct from o.digest),
  gone as (
    delete from app.corridor_segments s using stale where s.corridor_id = stale.corridor_id)
  insert into app.corridor_segments (corridor_id, geom)
  select p.corridor_id, p.geom from pieces p join stale using (corridor_id);
end
$$;

-- supabase/schemas/20_network/build_service_area.sql

-- The service area of a feed: an outline stretched to all places within 2 km of one of the feed's live stops.
--
-- Circles are drawn 60 m wider than that, because thinning the border to 50 m may cut so much off it. Stops are first put
-- on a 50 m grid: many stand side by side, and half of the circles do the same. Six decimals of a degree are 0.1 m.
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
  select extensions.st_buffer(extensions.st_collect(p.place), 2060) into v_circles
    from (
      select distinct extensions.st_snaptogrid(
               app.to_metric(extensions.st_setsrid(extensions.st_makepoint(s.lng, s.lat), 4326)), 50) as place
        from app.stops s
       where s.feed = p_feed and s.retired_at is null
       order by place) p;
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
         o.outline, app.build_service_area(o.outline, p_feed)
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
-- 20 m; five decimals of a degree are 1 m.
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
             extensions.st_asgeojson(extensions.st_transform(
               extensions.st_simplify(app.to_metric(l.geom), 20, true), 4326), 5)),
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

-- The rows of an import in the shape of the tables that they are going to: one function per kind, named after its table,
-- so that app.merge_feed_rows can treat every kind alike. Columns that the database fills itself are null here. What is
-- made from the feed has its function in a file of its own: build_corridors, build_service_area, points_of_interest.

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
         jsonb_to_record(r.row) s (id text, "routeId" text, "serviceId" text, "shapeId" text, headsign text, direction smallint)
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

-- supabase/schemas/20_network/merge_feed_rows.sql

-- Bring a table to what a feed says, for every kind of row in the same way.
--
-- The rows come from app.incoming_<kind>, which has the shape of app.<kind>; some read what an import staged, others make
-- their rows from tables that are already in step. Only rows that differ are written, so a
-- feed that has not changed writes nothing at all. They are compared byte by byte (record_image_ne): a geometry has no
-- equality that means that, and text that differs only for a collation has changed all the same. Keys and columns are
-- read from the catalogue, so that a new column cannot be forgotten here.

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

-- What the two functions below need to know of a table: its key, its columns that can be written, whether it retires its
-- rows, and which of its rows a feed owns ($2): through its own column `feed`, or through its parent's.
create function app.feed_table(p_kind text, out v_key text[], out v_columns text[], out v_retires boolean, out v_owned text)
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

-- The live stops of a feed as riders speak of them: stops of one name with at most 150 m between neighbours are one place.
-- A station stands for its place, else the stop nearest to the middle.
create function app.incoming_points_of_interest(p_import uuid, p_feed text)
returns setof app.points_of_interest
language plpgsql
stable
set search_path = ''
as $$
begin
  return query
  with placed as (
    select s.*, app.to_metric(extensions.st_setsrid(extensions.st_makepoint(s.lng, s.lat), 4326)) as place
      from app.stops s
     where s.feed = p_feed and s.retired_at is null),
  grouped as (
    select p.*, extensions.st_clusterdbscan(p.place, 150, 1) over (partition by p.name_key) as spot from placed p),
  ranked as (
    select g.*, row_number() over (
             partition by g.name_key, g.spot
             order by g.kind <> 'station', extensions.st_distance(g.place, c.middle), g.id) as n
      from grouped g
      join (select h.name_key, h.spot, extensions.st_centroid(extensions.st_collect(h.place)) as middle
              from grouped h group by 1, 2) c using (name_key, spot)),
  served as (
    select distinct g.name_key, g.spot, r.short_name
      from grouped g
      join app.stop_times st on st.stop_id = g.id
      join app.trips t on t.id = st.trip_id
      join app.routes r on r.id = t.route_id)
  select r.id, p_feed, r.name, r.name_key, r.kind, r.lat, r.lng, (app.corridor_at(r.lat, r.lng)).corridor_id,
         array(select v.short_name from served v
                where v.name_key = r.name_key and v.spot = r.spot
                order by nullif(substring(v.short_name from '^\d{1,9}'), '')::int nulls last, v.short_name)
    from ranked r
   where r.n = 1;
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
create function app.corridor_at(p_lat float8, p_lng float8, out corridor_id uuid, out distance_m float8)
language plpgsql
stable
set search_path = ''
as $$
declare
  v_place extensions.geometry := app.to_metric(extensions.st_setsrid(extensions.st_makepoint(p_lng, p_lat), 4326));
begin
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
  return (select jsonb_build_object('id', c.id, 'slug', c.slug, 'name', c.name) from app.corridors c where c.id = p_corridor);
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
-- Three tiers, each asked only when those before found fewer than three: the name begins so; every word typed begins a
-- word of the name; the name is spelled alike. Within a tier the exact name comes first, then what is near, then A to Z.
-- Definer: the network's tables are not readable directly.
-- Fails with: invalid_request
create function api.search_points_of_interest(
  p_q text, p_lat float8 default null, p_lng float8 default null, p_limit int default 10)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
set pg_trgm.word_similarity_threshold = 0.4
as $$
declare
  v_limit int := least(greatest(coalesce(p_limit, 10), 1), 50);
  v_key   text := coalesce(app.name_key(left(p_q, 100)), '');
  v_words text[] := array(select '% ' || w || '%' from unnest(string_to_array(v_key, ' ')) w);
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
     order by p.name_key <> v_key, app.distance_m(p.lat, p.lng, p_lat, p_lng), p.name_key, p.id
     limit v_limit);
  if cardinality(v_found) < least(v_limit, 3) then
    v_found := v_found || array(
      select p.id from app.points_of_interest p
       where ' ' || p.name_key like all (v_words) and p.id <> all (v_found)
       order by app.distance_m(p.lat, p.lng, p_lat, p_lng), p.name_key, p.id
       limit v_limit - cardinality(v_found));
  end if;
  if cardinality(v_found) < least(v_limit, 3) and char_length(v_key) >= 3 then
    v_found := v_found || array(
      select p.id from app.points_of_interest p
       where v_key operator(extensions.<%) p.name_key and p.id <> all (v_found)
       order by extensions.word_similarity(v_key, p.name_key) desc, extensions.similarity(v_key, p.name_key) desc,
             app.distance_m(p.lat, p.lng, p_lat, p_lng), p.name_key, p.id
       limit v_limit - cardinality(v_found));
  end if;

  return (
    select coalesce(jsonb_agg(jsonb_build_object(
             'id', p.id, 'name', p.name, 'kind', p.kind,
             'place', jsonb_build_object('lat', p.lat, 'lng', p.lng),
             'corridor', app.corridor_ref(p.corridor_id),
             'routes', p.routes[1:4],
             'distanceM', round(app.distance_m(p.lat, p.lng, p_lat, p_lng))) order by f.n), '[]')
      from unnest(v_found) with ordinality f (id, n)
      join app.points_of_interest p on p.id = f.id);
end
$$;
grant execute on function api.search_points_of_interest to authenticated, service_role;

-- Metres between two places on the globe (haversine); null when one of them is not given.
create function app.distance_m(p_lat1 float8, p_lng1 float8, p_lat2 float8, p_lng2 float8)
returns float8
language plpgsql
immutable
strict
set search_path = ''
as $$
begin
  return 2 * 6371008.8 * asin(least(1, sqrt(
    power(sin(radians(p_lat2 - p_lat1) / 2), 2)
    + cos(radians(p_lat1)) * cos(radians(p_lat2)) * power(sin(radians(p_lng2 - p_lng1) / 2), 2))));
end
$$;

-- supabase/schemas/25_vehicles/00_tables.sql

-- Operator groups. Riders call them by brand, the register by legal name: aliases come with the search.
create table app.saccos (
  id   uuid primary key default gen_random_uuid(),
  slug text not null unique,
  name text not null check (char_length(name) between 2 and 120)
);

-- One physical vehicle. `plate_key` is the plate without spaces and signs, in capitals: what a rider types is compared
-- with it. `public_code` is on the sticker inside the vehicle and in its QR code.
create table app.vehicles (
  id          uuid primary key default gen_random_uuid(),
  plate       text not null,
  plate_key   text not null unique check (plate_key ~ '^[A-Z0-9]{3,10}$'),
  public_code text not null unique check (public_code ~ '^V-[0-9A-HJKMNP-TV-Z]{8}$'),
  fleet_name  text,
  sacco_id    uuid references app.saccos
);
create index vehicles_sacco on app.vehicles (sacco_id);

alter table app.saccos enable row level security;
alter table app.vehicles enable row level security;

-- supabase/schemas/25_vehicles/find_vehicle.sql

-- A plate as it is compared: capitals and digits only. `kda 123a`, `KDA-123A` and `KDA123A` are one plate.
create function app.plate_key(p_text text)
returns text
language plpgsql
immutable
set search_path = ''
as $$
begin
  return upper(regexp_replace(p_text, '[^A-Za-z0-9]', '', 'g'));
end
$$;

-- Whether a text is a Kenyan number plate of a vehicle on the road: KAA 123 or KAA 123A (private and public service,
-- since 1989), KA/GK and other letters for the state, and parastatals. Letters I and O are not used in the series.
-- Source: Traffic (Registration Plates) Rules and the national register's published series.
create function app.is_plate(p_key text)
returns boolean
language plpgsql
immutable
set search_path = ''
as $$
begin
  return p_key ~ '^K[A-HJ-NP-Z]{2}[0-9]{3}[A-HJ-NP-Z]?$' or p_key ~ '^(GK|KG|KB|CG)[A-Z]?[0-9]{1,4}[A-Z]?$';
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
    select * into v_vehicle from app.vehicles v where v.public_code = upper(p_identifier);
  end if;
  if v_vehicle.id is null then
    select * into v_vehicle from app.vehicles v where v.plate_key = app.plate_key(p_identifier);
  end if;
  return v_vehicle;
end
$$;
