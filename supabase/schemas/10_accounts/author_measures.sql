-- Measures against an author, from what they sent and without knowing who they are (api.restrict_author). `hold`: what
-- they report and rate waits for a person before it counts, and none of their field entries is part of a bulk decision.
-- `limit`: only few a day (app.burst_limits). Each ends by itself, because what led to it names its author no longer then.
create table app.author_measures (
  -- The account, or the voice of a phone without one.
  author  uuid not null,
  measure text not null check (measure in ('hold', 'limit')),
  until   timestamptz not null,
  primary key (author, measure)
);
create index author_measures_until on app.author_measures (until);
alter table app.author_measures enable row level security;

-- The voice of a phone without an account.
create function app.voice_of_phone(p_device bytea)
returns uuid immutable
return left(encode(sha256(p_device), 'hex'), 32)::uuid;

-- Under what an author is counted and restricted: their account, else their phone.
create function app.author_key(p_user uuid, p_device bytea)
returns uuid immutable
return coalesce(p_user, app.voice_of_phone(p_device));

create function app.is_restricted(p_author uuid, p_measure text)
returns boolean stable
return exists (select from app.author_measures m
                where m.author = p_author and m.measure = p_measure and m.until > app.now());

-- How many items a limited author may still send a day. Null if they are not limited.
create function app.allowed_to_limited(p_author uuid, p_rule text)
returns int language plpgsql stable set search_path = '' as $$
begin
  return case when app.is_restricted(p_author, 'limit') then (app.burst_limit(p_rule)).allowed end;
end
$$;

-- Delete measures that have ended. Part of the sweep.
create function app.purge_author_measures()
returns void language plpgsql set search_path = '' as $$
begin
  delete from app.author_measures m where m.until <= app.now();
end
$$;
