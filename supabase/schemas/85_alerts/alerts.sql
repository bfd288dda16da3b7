-- The caller's alerts, newest first, each with what is public of its incident now, or the state of the caller's report.
--
-- Definer: no role may touch these tables.
-- Fails with: invalid_token
create function api.list_alerts(p_limit int default 20, p_after jsonb default null, p_device text default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_follower uuid := app.known_follower(app.user_id(), p_device);
  v_limit    int := app.page_size(p_limit);
  v_at       timestamptz := coalesce((p_after ->> 't')::timestamptz, 'infinity');
  v_id       uuid := coalesce((p_after ->> 'id')::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
begin
  return app.page(array(
    select jsonb_build_object('row', app.alert_response(a), 'key', jsonb_build_object('t', a.created_at, 'id', a.id))
      from app.alerts a
     where a.follower_id = v_follower and a.kind is null and (a.created_at, a.id) < (v_at, v_id)
     order by a.created_at desc, a.id desc
     limit v_limit + 1), v_limit);
end
$$;
grant execute on function api.list_alerts to authenticated, rider_server;

create function app.alert_response(p_alert app.alerts)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_incident jsonb := app.alert_incident(p_alert);
begin
  return jsonb_build_object(
    'id', p_alert.id,
    'at', app.instant(p_alert.created_at),
    'isRead', p_alert.read_at is not null,
    'because', app.alert_because(p_alert, v_incident),
    'incident', v_incident,
    'report', (select jsonb_build_object('id', r.id, 'state', app.visible_state(r))
                 from app.reports r where r.id = p_alert.report_id));
end
$$;

-- What is public now of an alert's incident; null also where it was news of a vehicle that it does not name any more.
create function app.alert_incident(p_alert app.alerts)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_state jsonb := app.public_state(p_alert.incident_id)::jsonb;
begin
  return case when p_alert.vehicle_id is null or (v_state #>> '{vehicle,id}')::uuid = p_alert.vehicle_id then v_state end;
end
$$;

-- Why somebody gets an alert: the name of what they follow. A vehicle's only with the incident that names it.
create function app.alert_because(p_alert app.alerts, p_incident jsonb)
returns text immutable
return case when p_alert.vehicle_id is null or p_incident is not null then p_alert.because end;

-- Mark all of the caller's alerts as read. Idempotent. Definer as above.
-- Fails with: unauthenticated, invalid_token
create function api.read_alerts(p_device text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_follower uuid := app.follower_of(p_device);
begin
  update app.alerts a set read_at = app.now() where a.follower_id = v_follower and a.kind is null and a.read_at is null;
  return '{"read": true}';
end
$$;
grant execute on function api.read_alerts to authenticated, rider_server;

-- Make alerts of the incidents that changed since the last time: one per follower and incident, however often it
-- changes, and none to somebody who reported it. They are made of the public state alone, so what is public coarsely is
-- matched coarsely, what is public only as weekly counts never, and a vehicle's followers hear of it once it is named.
--
-- One transaction at a time does this, because it holds the position; a second one skips it.
create function app.make_alerts()
returns void language plpgsql set search_path = '' as $$
declare
  v_last   bigint;
  v_change record;
begin
  select l.position into v_last from app.alert_log l for update skip locked;
  if not found then
    return;
  end if;
  for v_change in
    select c.position, c.incident_id, app.public_state(c.incident_id)::jsonb as body
      from app.incident_changes c where c.position > v_last order by c.position limit 500
  loop
    v_last := v_change.position;
    if v_change.body ->> 'lifecycle' = 'active' then
      perform app.alert_followers(v_change.incident_id, v_change.body);
    end if;
  end loop;
  update app.alert_log l set position = v_last where l.position <> v_last;
end
$$;

-- Alert everybody who follows the public place of an incident, or the vehicle that it names. Beyond six an hour an alert is only shown in the app.
create function app.alert_followers(p_incident uuid, p_body jsonb)
returns void language plpgsql set search_path = '' as $$
declare
  v_now      timestamptz := app.now();
  v_corridor uuid := (p_body #>> '{corridor,id}')::uuid;
  v_lat      float8 := (p_body #>> '{place,lat}')::float8;
  v_lng      float8 := (p_body #>> '{place,lng}')::float8;
  v          record;
  -- A coarse place is the centre of a cell of about a kilometre: its corners are 700 m away.
  v_more     int := case when p_body ->> 'precision' = 'coarse' then 700 else 0 end;
begin
  for v in with matching as (
    select f.* from app.follows f where f.corridor_id = v_corridor
    union all
    select f.* from app.follows f join app.corridor_routes cr on cr.route_id = f.route_id
     where cr.corridor_id = v_corridor
    union all
    select f.* from app.follows f
     where f.kind = 'place' and f.pt <@ app.box_around(v_lat, v_lng, 5000 + v_more)
       and app.distance_m(f.lat, f.lng, v_lat, v_lng) <= f.radius_m + v_more
    union all
    select f.* from app.follows f where f.vehicle_id = (p_body #>> '{vehicle,id}')::uuid
  ), made as (
    insert into app.alerts (follower_id, incident_id, vehicle_id, because, created_at)
    select distinct on (m.follower_id) m.follower_id, p_incident, m.vehicle_id, app.follow_name(m), v_now
      from matching m join app.followers w on w.id = m.follower_id
     where not exists (select from app.reports r
                        where r.incident_id = p_incident
                          and (r.reporter_id = w.user_id or r.device_hash = w.device_hash))
     -- A place is where it was, whatever is said of the vehicle later.
     order by m.follower_id, m.vehicle_id is not null, m.created_at
    on conflict (follower_id, incident_id) do nothing
    returning id, follower_id
  )
  select n.id, s.endpoint_hash
    from made n join app.push_subscriptions s on s.follower_id = n.follower_id and s.app = 'rider'
   where (select count(*) from app.alerts a
           where a.follower_id = n.follower_id and a.kind is null and a.created_at > v_now - interval '1 hour') < 6
  loop
    perform app.enqueue_push(v.id, v.endpoint_hash);
  end loop;
end
$$;

-- Tell reporters who asked for it that the state of their report changed. Part of the sweep.
create function app.make_report_alerts()
returns void language plpgsql set search_path = '' as $$
declare
  v_now timestamptz := app.now();
  v     record;
  v_id  uuid;
begin
  for v in
    select f.id, f.follower_id, f.report_id, app.visible_state(r) as state
      from app.follows f join app.reports r on r.id = f.report_id
     where f.notified_state is distinct from app.visible_state(r)
     limit 500 for update of f skip locked
  loop
    update app.follows f set notified_state = v.state where f.id = v.id;
    insert into app.alerts as a (follower_id, report_id, created_at) values (v.follower_id, v.report_id, v_now)
    on conflict (follower_id, report_id) do update set created_at = v_now, read_at = null
    returning a.id into v_id;
    perform app.enqueue_push(v_id, s.endpoint_hash) from app.push_subscriptions s
     where s.follower_id = v.follower_id and s.app = 'rider';
  end loop;
end
$$;

-- Purge alerts after 30 days, browsers that did not answer their first message in a day, reports that are closed for good, and followers with nothing left. Part of the sweep.
create function app.purge_old_alerts()
returns void language plpgsql set search_path = '' as $$
begin
  delete from app.alerts a where a.created_at <= app.now() - interval '30 days';
  update app.follows f set network = null where f.network is not null and f.created_at <= app.now() - interval '1 day';
  delete from app.push_subscriptions s where s.proven_at is null and s.created_at <= app.now() - interval '1 day';
  delete from app.follows f using app.reports r where r.id = f.report_id and r.state = 'purged';
  delete from app.report_mails m using app.reports r where r.id = m.report_id and r.state = 'purged';
  delete from app.followers w
   where w.created_at <= app.now() - interval '1 day'
     and not exists (select from app.follows f where f.follower_id = w.id)
     and not exists (select from app.alerts a where a.follower_id = w.id)
     and not exists (select from app.push_subscriptions s where s.follower_id = w.id);
end
$$;
