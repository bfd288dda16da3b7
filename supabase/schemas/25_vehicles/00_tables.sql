-- Operator groups. Riders use the brand, the register the legal name; search also matches aliases. A group that turned
-- out to be a duplicate was merged into another: its id and slug redirect there, see app.find_sacco.
create table app.saccos (
  id          uuid primary key default gen_random_uuid(),
  slug        text not null unique,
  name        text not null check (char_length(name) between 2 and 120),
  merged_into uuid references app.saccos check (merged_into <> id),
  -- Out of business: not offered or found any more; its page, its vehicles and their history stay.
  retired_at  timestamptz
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
  checked_at  timestamptz,
  -- Off the road: not offered or found by search any more. Its page, plate and sticker still work.
  retired_at  timestamptz,
  -- It was entered twice: its id, plate and public code lead to this vehicle, which itself is never a merged one.
  merged_into uuid references app.vehicles check (merged_into <> id),
  -- `mentioned`: riders named the plate, but neither a surveyor nor an admin nor three independent riders (see
  -- mentioned_vehicle.sql). It only keeps what was said together: nobody can read that it exists.
  state       text not null default 'known' check (state in ('mentioned', 'known')),
  -- Of a mentioned one: the day on which it was last weighed whether it becomes known.
  weighed_on  date check (state = 'known' or weighed_on is not null),
  -- When the sticker with its code was first made.
  sticker_made_at timestamptz
);
create index vehicles_to_weigh on app.vehicles (weighed_on) where state = 'mentioned';
create index vehicles_sacco on app.vehicles (sacco_id, plate_key);
create index vehicles_merged_into on app.vehicles (merged_into) where merged_into is not null;

-- Merges of vehicles, with how much each moved. The reason and the admin are in the audit log.
create table app.vehicle_merges (
  from_id   uuid primary key references app.vehicles,
  into_id   uuid not null references app.vehicles,
  merged_at timestamptz not null,
  moved     jsonb not null
);
create index vehicle_merges_into on app.vehicle_merges (into_id, merged_at desc);
alter table app.vehicle_merges enable row level security;

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
