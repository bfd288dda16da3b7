-- Follow something. The same again returns the existing follow. At most 20 per follower.
--
-- A route, corridor or vehicle by its id, a vehicle also by a plate that nobody registered; a place as a circle with its
-- name; a report by its receipt code, or, for its reporter's account, by its id. Reports whose kind is never shown one by
-- one cannot be followed: a message on a phone that somebody else holds must not reveal that there is one.
-- Definer: no role may touch these tables.
-- Fails with: unauthenticated, invalid_token, invalid_request, not_found, too_many_follows, rate_limited
create function api.follow(p_kind text, p_id uuid default null, p_lat float8 default null, p_lng float8 default null,
                           p_radius_m int default null, p_name text default null, p_receipt_code text default null,
                           p_device text default null, p_plate text default null, p_networks text[] default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_follower uuid := app.follower_of(p_device);
  v_networks bytea[] := case when app.token_user() is null then app.network_hashes(p_networks) end;
  v_new      app.follows;
  v_id       uuid;
begin
  v_new := app.checked_follow(v_follower, p_kind, p_id, p_lat, p_lng, p_radius_m, p_name, p_receipt_code, p_plate);
  perform from app.followers w where w.id = v_follower for update;
  select f.id into v_id from app.follows f
   where f.follower_id = v_follower and f.kind = p_kind
     and coalesce(f.corridor_id, f.route_id, f.report_id, f.vehicle_id)
         is not distinct from coalesce(v_new.corridor_id, v_new.route_id, v_new.report_id, v_new.vehicle_id)
     and (f.lat, f.lng, f.radius_m) is not distinct from (v_new.lat, v_new.lng, v_new.radius_m);
  if v_id is null then
    if (select count(*) from app.follows f where f.follower_id = v_follower) >= 20 then
      perform app.fail('too_many_follows');
    end if;
    if exists (select from app.vehicles v where v.id = v_new.vehicle_id and v.state = 'mentioned') then
      perform app.check_plate_limits(v_follower, v_networks);
      v_new.network := v_networks[1];
    end if;
    insert into app.follows (follower_id, kind, corridor_id, route_id, report_id, vehicle_id, lat, lng, radius_m, name,
                             notified_state, created_at, network)
    values (v_follower, p_kind, v_new.corridor_id, v_new.route_id, v_new.report_id, v_new.vehicle_id, v_new.lat,
            v_new.lng, v_new.radius_m, v_new.name, v_new.notified_state, app.now(), v_new.network)
    returning id into v_id;
  end if;
  return (select app.follow_response(f) from app.follows f where f.id = v_id);
end
$$;
grant execute on function api.follow to authenticated, rider_server;

-- How many vehicles that nobody registered one follower may start to follow in a day, and one network without accounts:
-- each may be a new row. Those that others named already count too, so that nobody can tell. Fails with: rate_limited
create function app.check_plate_limits(p_follower uuid, p_networks bytea[])
returns void language plpgsql set search_path = '' as $$
declare
  v_day timestamptz := app.now() - interval '1 day';
begin
  perform app.fail_if_limited(app.limit_reset_at('follower_plate', array(
    select w.created_at from app.follows w join app.vehicles v on v.id = w.vehicle_id
     where w.follower_id = p_follower and w.created_at > v_day and v.state = 'mentioned' order by w.created_at desc)));
  if p_networks is not null then
    perform pg_advisory_xact_lock(hashtextextended(encode(p_networks[1], 'hex'), 85));
    perform app.fail_if_limited(app.limit_reset_at('network_plate', array(
      select w.created_at from app.follows w join app.vehicles v on v.id = w.vehicle_id
       where w.network = any (p_networks) and w.created_at > v_day and v.state = 'mentioned' order by w.created_at desc)));
  end if;
end
$$;

-- Fails with: invalid_request, not_found
create function app.checked_follow(p_follower uuid, p_kind text, p_id uuid, p_lat float8, p_lng float8, p_radius_m int,
                                   p_name text, p_receipt_code text, p_plate text)
returns app.follows language plpgsql set search_path = '' as $$
declare
  v        app.follows;
  v_report app.reports;
begin
  case p_kind
    when 'corridor' then
      select c.id into v.corridor_id from app.corridors c where c.id = p_id and c.retired_at is null;
      perform app.require_found(v.corridor_id is not null);
    when 'route' then
      select r.id into v.route_id from app.routes r where r.id = p_id and r.retired_at is null;
      perform app.require_found(v.route_id is not null);
    when 'vehicle' then
      if p_plate is not null then
        v.vehicle_id := (app.mentioned_vehicle(p_plate)).id;
      else
        select coalesce(v0.merged_into, v0.id) into v.vehicle_id
          from app.vehicles v0 where v0.id = p_id and v0.state = 'known';
      end if;
      perform app.require_found(v.vehicle_id is not null);
    when 'place' then
      perform app.check_fields(array[
        ('lat', 'invalid_value', p_lat between -90 and 90),
        ('lng', 'invalid_value', p_lng between -180 and 180),
        ('radiusM', 'invalid_value', p_radius_m between 200 and 5000),
        ('name', 'invalid_value', char_length(p_name) between 1 and 80 and app.is_one_line(p_name))]::app.field_check[]);
      -- Three decimals, about 110 m: enough for a circle, and it is no record of where somebody lives.
      v.lat := round(p_lat::numeric, 3)::float8;
      v.lng := round(p_lng::numeric, 3)::float8;
      v.radius_m := p_radius_m;
      v.name := p_name;
    when 'report' then
      select r.* into v_report
        from app.reports r
       where r.visibility in ('public', 'coarse') and r.state <> 'purged'
         and (r.receipt_hash = sha256(convert_to(p_receipt_code, 'UTF8'))
              or r.id = p_id and r.reporter_id = (select w.user_id from app.followers w where w.id = p_follower));
      perform app.require_found(v_report.id is not null);
      v.report_id := v_report.id;
      v.notified_state := app.visible_state(v_report);
    else
      perform app.fail('invalid_request', '{"path": "kind"}');
  end case;
  return v;
end
$$;

-- Stop following. Idempotent. A vehicle that only this follow named is forgotten. Definer as above.
-- Fails with: unauthenticated, invalid_token
create function api.unfollow(p_id uuid, p_device text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_follower uuid := app.follower_of(p_device);
  v_vehicle  uuid;
begin
  delete from app.follows f where f.id = p_id and f.follower_id = v_follower returning f.vehicle_id into v_vehicle;
  perform app.forget_mentioned_vehicle(v_vehicle);
  return jsonb_build_object('removed', true, 'id', p_id);
end
$$;
grant execute on function api.unfollow to authenticated, rider_server;

-- What the caller follows, newest first, and how many alerts are unread; nothing for a phone that follows nothing.
-- Definer as above.
-- Fails with: unauthenticated, invalid_token
create function api.list_follows(p_device text default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_follower uuid := app.known_follower(app.user_id(), p_device);
begin
  return jsonb_build_object(
    'data', (select coalesce(jsonb_agg(app.follow_response(f) order by f.created_at desc, f.id), '[]')
               from app.follows f where f.follower_id = v_follower),
    'unread', (select count(*) from app.alerts a where a.follower_id = v_follower and a.kind is null and a.read_at is null));
end
$$;
grant execute on function api.list_follows to authenticated, rider_server;

-- A follow as its follower sees it. Of a vehicle that was only mentioned neither id nor code: by asking twice and rolling
-- back one could read from the id whether anybody had named it before.
create function app.follow_response(p_follow app.follows)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'id', p_follow.id,
    'kind', p_follow.kind,
    'targetId', coalesce(
      p_follow.corridor_id, p_follow.route_id, p_follow.report_id,
      (select v.id from app.vehicles v where v.id = p_follow.vehicle_id and v.state = 'known')),
    'slug', coalesce((select c.slug from app.corridors c where c.id = p_follow.corridor_id),
                     (select r.slug from app.routes r where r.id = p_follow.route_id),
                     (select case v.state when 'known' then v.public_code else v.plate_key end from app.vehicles v where v.id = p_follow.vehicle_id)),
    'name', app.follow_name(p_follow),
    'place', case when p_follow.kind = 'place' then jsonb_build_object('lat', p_follow.lat, 'lng', p_follow.lng) end,
    'radiusM', p_follow.radius_m);
end
$$;

-- The name of what is followed; null for a report.
create function app.follow_name(p_follow app.follows)
returns text language plpgsql stable set search_path = '' as $$
begin
  return coalesce(
    p_follow.name,
    (select c.name from app.corridors c where c.id = p_follow.corridor_id),
    (select app.route_name(r.short_name, r.long_name) from app.routes r where r.id = p_follow.route_id),
    (select v.plate from app.vehicles v where v.id = p_follow.vehicle_id));
end
$$;

-- The follower row of the caller, or null where there is none. Only our servers name a phone.
create function app.known_follower(p_user uuid, p_device text)
returns uuid language plpgsql stable set search_path = '' as $$
begin
  if p_user is not null then
    return (select w.id from app.followers w where w.user_id = p_user);
  end if;
  return (select w.id from app.followers w where app.is_server() and w.device_hash = app.known_device(p_device));
end
$$;

-- The follower row of the caller, for writes; created where there is none. The lock of `app.require_user` keeps an
-- account from being deleted meanwhile.
-- Fails with: unauthenticated, invalid_token
create function app.follower_of(p_device text)
returns uuid language plpgsql set search_path = '' as $$
declare
  v_user   uuid := case when app.token_user() is not null then app.require_user() end;
  v_device bytea := case when v_user is null and app.is_server() then app.known_device(p_device) end;
begin
  if v_user is null and v_device is null then
    perform app.fail('unauthenticated');
  end if;
  insert into app.followers (user_id, device_hash, created_at) values (v_user, v_device, app.now()) on conflict do nothing;
  return (select w.id from app.followers w where w.user_id = v_user or w.device_hash = v_device);
end
$$;
