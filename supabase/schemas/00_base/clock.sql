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

create function app.city_time(p_at timestamptz)
returns timestamp immutable
return p_at at time zone app.city_time_zone();

-- The local day that contains an instant.
create function app.city_day(p_at timestamptz)
returns date immutable
return app.city_time(p_at)::date;

-- The day on which the week of a day begins.
create function app.week_begin(p_day date)
returns date immutable
return date_trunc('week', (p_day + app.week_begins_before_monday())::timestamp)::date - app.week_begins_before_monday();

-- The instant at which a local day begins.
create function app.city_midnight(p_day date)
returns timestamptz immutable
return p_day::timestamp at time zone app.city_time_zone();

-- What a time of a phone's clock is by ours, and whether that is uncertain: a wrong clock must not refuse what is true.
--
-- The clock may show any year, but how long ago something was it knows, as long as nobody sets it in between. So a request
-- says with `p_sent_at` what the same clock showed when it was sent, and its error is taken off. A clock that is right to
-- the minute is believed to the second. If the clock was set meanwhile and the time is impossible, what is left is that
-- it is over by now. Without `p_sent_at` the time is taken as it is, in the future as now.
create type app.reckoned_time as (at timestamptz, uncertain boolean);

create function app.reckon_time(p_at timestamptz, p_sent_at timestamptz, p_now timestamptz, p_within interval)
returns app.reckoned_time language plpgsql immutable set search_path = '' as $$
declare
  v_ago interval := p_sent_at - p_at;
begin
  if p_at is null or p_sent_at is null then
    return (least(coalesce(p_at, p_now), p_now), false);
  end if;
  if v_ago >= interval '-5 minutes' and v_ago <= p_within then
    if p_sent_at between p_now - interval '1 minute' and p_now + interval '1 minute' then
      return (least(p_at, p_now), false);
    end if;
    return (least(p_now - v_ago, p_now), false);
  end if;
  return (case when p_at between p_now - p_within and p_now then p_at else p_now end, true);
end
$$;
