-- A trip that somebody shares by a link, for four hours at most. The phone encrypts where it is; the key is only in the link's
-- fragment, which browsers send to nobody. So what is here nobody can read: neither the place nor the vehicle, and no
-- column says whose phone it is. A new position replaces the last one, and the row is deleted when the trip ends.
--
-- `counter` only grows, and is authenticated by the encryption: whoever watches notices an older position that is shown again.
create table app.shared_trips (
  id         uuid primary key,
  counter    int not null default 0,
  sealed     text check (char_length(sealed) <= 1000),
  updated_at timestamptz not null,
  ends_at    timestamptz not null
);
create index shared_trips_ends_at on app.shared_trips (ends_at);
alter table app.shared_trips enable row level security;

-- The id of the trip that a secret begins, changes and ends: a UUID (version 8) of its SHA-256. So an id is never free for
-- anybody else, not even after its trip has ended, when nothing is stored of it.
create function app.shared_trip_id(p_secret text)
returns uuid immutable
return overlay(overlay(substring(encode(sha256(convert_to(p_secret, 'UTF8')), 'hex') for 32)
                       placing '8' from 13) placing '8' from 17)::uuid;

-- Begin to share a trip, idempotent. Without a position, so that a request that arrives after the end of its trip leaves
-- nothing that anybody could see.
--
-- The phone makes the secret and from it the id. The link names the id alone: whoever watches can change nothing.
-- Only the apps' servers may call these functions, and they limit what one network address sends; a limit by phone would
-- have to store whose trip it is.
-- Definer: no role may touch the table.
-- Fails with: invalid_request (also for the id of another secret)
create function api.share_trip(p_id uuid, p_secret text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_trip app.shared_trips;
begin
  perform app.check_fields(array[
    ('id', 'invalid_value', p_id = app.shared_trip_id(p_secret)),
    ('secret', 'invalid_value', p_secret ~ '^[0-9A-Z]{26}$')]::app.field_check[]);
  insert into app.shared_trips (id, updated_at, ends_at)
  values (p_id, app.now(), app.now() + interval '4 hours')
  on conflict do nothing;
  select * into v_trip from app.shared_trips t where t.id = p_id;
  return app.shared_trip_response(v_trip);
end
$$;
grant execute on function api.share_trip to rider_server;

-- Replace the position, at most every five seconds. The same one sent again changes nothing; an older one is refused, for
-- requests can overtake each other. Definer as above.
-- Fails with: invalid_request, not_found (ended, or another secret), version_conflict, rate_limited
create function api.update_shared_trip(p_id uuid, p_secret text, p_counter int, p_sealed text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_trip app.shared_trips;
begin
  perform app.check_fields(array[
    ('counter', 'invalid_value', p_counter > 0),
    ('sealed', 'invalid_value', p_sealed ~ '^[A-Za-z0-9_-]+$' and char_length(p_sealed) between 40 and 1000)]::app.field_check[]);
  select * into v_trip from app.shared_trips t
   where t.id = p_id and t.id = app.shared_trip_id(p_secret) and t.ends_at > app.now() for update;
  perform app.require_found(v_trip.id is not null);
  if (v_trip.counter, v_trip.sealed) is not distinct from (p_counter, p_sealed) then
    return app.shared_trip_response(v_trip);
  elsif p_counter <= v_trip.counter then
    perform app.fail('version_conflict');
  elsif v_trip.counter > 0 then
    perform app.fail_if_limited(v_trip.updated_at + interval '5 seconds');
  end if;
  update app.shared_trips t set (counter, sealed, updated_at) = (p_counter, p_sealed, app.now())
   where t.id = p_id returning * into v_trip;
  return app.shared_trip_response(v_trip);
end
$$;
grant execute on function api.update_shared_trip to rider_server;

-- End a trip: its row is deleted. Idempotent. Definer as above.
-- Fails with: not_found (another secret)
create function api.end_shared_trip(p_id uuid, p_secret text)
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  perform app.require_found(p_id = app.shared_trip_id(p_secret));
  delete from app.shared_trips t where t.id = p_id;
  return jsonb_build_object('id', p_id, 'ended', true);
end
$$;
grant execute on function api.end_shared_trip to rider_server;

-- What whoever has the link decrypts. It writes nothing, so nobody can tell how many watch. Definer as above.
-- Fails with: not_found (ended, or never begun)
create function api.get_shared_trip(p_id uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_trip app.shared_trips;
begin
  select * into v_trip from app.shared_trips t where t.id = p_id and t.ends_at > app.now();
  perform app.require_found(v_trip.id is not null);
  return app.shared_trip_response(v_trip);
end
$$;
grant execute on function api.get_shared_trip to rider_server;

create function app.shared_trip_response(p_trip app.shared_trips)
returns jsonb stable
return jsonb_build_object(
  'id', p_trip.id, 'counter', p_trip.counter, 'sealed', p_trip.sealed,
  'ageS', floor(extract(epoch from app.now() - p_trip.updated_at)), 'endsAt', app.instant(p_trip.ends_at));

-- Delete trips that nobody ended. Part of the sweep.
create function app.purge_shared_trips()
returns void language plpgsql set search_path = '' as $$
begin
  delete from app.shared_trips t where t.ends_at <= app.now();
end
$$;
