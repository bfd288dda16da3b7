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
returns timestamptz immutable
return date_trunc('hour', p_at at time zone 'UTC') at time zone 'UTC';

create function app.now()
returns timestamptz language plpgsql stable set search_path = '' as $$
begin
  return now() + coalesce((select c.shift from app.clock c), interval '0');
end
$$;

-- The time zone of the city that this runs for, used for days, weeks and times of day.
create function app.city_time_zone()
returns text language sql immutable set search_path = '' as $$
  select 'Africa/Nairobi'
$$;

create function app.city_time(p_at timestamptz)
returns timestamp immutable
return p_at at time zone app.city_time_zone();

-- The local day that contains an instant.
create function app.city_day(p_at timestamptz)
returns date immutable
return app.city_time(p_at)::date;

-- The instant at which a local day begins.
create function app.city_midnight(p_day date)
returns timestamptz immutable
return p_day::timestamp at time zone app.city_time_zone();
