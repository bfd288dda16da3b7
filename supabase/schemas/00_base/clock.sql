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
