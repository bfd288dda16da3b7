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
