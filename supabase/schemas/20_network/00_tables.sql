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
  pt         point generated always as (app.plane_point(lat, lng)) stored,
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
create index shapes_geom on app.shapes using gist (geom);

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
  pt          point generated always as (app.plane_point(lat, lng)) stored,
  corridor_id uuid references app.corridors,
  routes      text[] not null -- short names, numbers first
);
create index points_of_interest_name on app.points_of_interest (name_key);
create index points_of_interest_pt on app.points_of_interest using gist (pt);

-- The corridors cut into short pieces, so that finding a place's corridor is one index lookup.
create table app.corridor_segments (
  corridor_id uuid not null references app.corridors on delete cascade,
  line        extensions.geography(LineString, 4326) not null
);
create index corridor_segments_line on app.corridor_segments using gist (line);

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
  problems   jsonb,
  -- What was wrong with the feed and did not make it unusable.
  warnings   jsonb
);
create table app.gtfs_rows (
  import_id uuid not null references app.gtfs_imports on delete cascade,
  kind      text not null,
  row       jsonb not null
);
create index gtfs_rows_kind on app.gtfs_rows (import_id, kind);

-- Whom a feed names as its makers, its publisher first; city.json has what a feed lacks.
create table app.feed_credits (
  feed  text     not null,
  place smallint not null,
  name  text     not null check (char_length(name) between 1 and 500),
  url   text     check (url ~ '^https?://' and char_length(url) <= 500),
  primary key (feed, place)
);
alter table app.feed_credits enable row level security;

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

-- Parts of the city by name (suburbs, quarters, towns), by which stages of the same name are told apart. Data of an
-- operator, see areas.sql.
create table app.areas (
  name text   not null check (char_length(name) between 1 and 80),
  lat  float8 not null check (lat between -90 and 90),
  lng  float8 not null check (lng between -180 and 180),
  pt   point  generated always as (app.plane_point(lat, lng)) stored,
  primary key (name, lat, lng)
);
create index areas_pt on app.areas using gist (pt);
alter table app.areas enable row level security;
