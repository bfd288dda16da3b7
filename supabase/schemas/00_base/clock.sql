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
