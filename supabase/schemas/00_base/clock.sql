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

-- The clocks of the city that this runs for: days, weeks and times of day are what people there say. This and
-- app.to_metric are what to change for a city elsewhere.
create function app.city_time(p_at timestamptz)
returns timestamp language plpgsql immutable set search_path = '' as $$
begin
  return p_at at time zone 'Africa/Nairobi';
end
$$;

-- The day there that an instant lies in.
create function app.city_day(p_at timestamptz)
returns date language plpgsql immutable set search_path = '' as $$
begin
  return app.city_time(p_at)::date;
end
$$;

-- The instant at which a day begins there.
create function app.city_midnight(p_day date)
returns timestamptz language plpgsql immutable set search_path = '' as $$
begin
  return p_day::timestamp at time zone 'Africa/Nairobi';
end
$$;
