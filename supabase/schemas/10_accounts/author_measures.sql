-- Measures against an author, from what they sent and without knowing who they are (api.restrict_author). `hold`: what
-- they report and rate waits for a person before it counts, and none of their field entries is part of a bulk decision.
-- `limit`: only few a day (app.burst_limits). Both end by themselves, because what led to them names its author no longer
-- then. `suspend`: that a suspension was decided so. What a person records as a surveyor, whom a slot names, is apart from
-- what they report as a rider: else one would tell who sent the other.
create table app.author_measures (
  -- app.author_key or app.surveyor_key.
  author  uuid not null,
  measure text not null check (measure in ('hold', 'limit', 'suspend')),
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

-- The same of a surveyor.
create function app.surveyor_key(p_user uuid)
returns uuid immutable
return md5('surveyor ' || p_user)::uuid;

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
