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
