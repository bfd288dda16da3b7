set check_function_bodies = off;

drop index "app"."follows_once";

alter table "app"."follows"
  drop constraint "follows_check";

alter table "app"."follows"
  drop constraint "follows_kind_check";

alter table "app"."alerts"
  add column "vehicle_id" uuid;

alter table "app"."follows"
  add column "vehicle_id" uuid;

create or replace function api.claim_alert_deliveries (
  p_limit integer default 50
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_now  timestamptz := app.now();
  v_rows jsonb;
begin
  perform app.release_changes();
  perform app.make_alerts();
  delete from app.alert_deliveries d where d.attempts >= 5 and d.due_at <= v_now;
  with due as (
    select d.alert_id, d.endpoint_hash from app.alert_deliveries d
     where d.due_at <= v_now order by d.due_at limit app.page_size(p_limit) for update skip locked
  ), claimed as (
    update app.alert_deliveries d
       set due_at = v_now + power(4, d.attempts) * interval '1 minute', attempts = d.attempts + 1
      from due where (d.alert_id, d.endpoint_hash) = (due.alert_id, due.endpoint_hash)
    returning d.*
  )
  select coalesce(jsonb_agg(jsonb_build_object(
           'alertId', c.alert_id, 'endpoint', s.endpoint, 'p256dh', s.p256dh, 'auth', s.auth, 'locale', s.locale,
           'because', app.alert_because(a, i.incident), 'reportId', a.report_id, 'incident', i.incident)), '[]')
    into v_rows
    from claimed c join app.push_subscriptions s on s.endpoint_hash = c.endpoint_hash
    join app.alerts a on a.id = c.alert_id,
         lateral (select app.alert_incident(a) as incident) i;
  return v_rows;
end
$function$;

create or replace function api.follow (
  p_kind         text,
  p_id           uuid             default null::uuid,
  p_lat          double precision default null::double precision,
  p_lng          double precision default null::double precision,
  p_radius_m     integer          default null::integer,
  p_name         text             default null::text,
  p_receipt_code text             default null::text,
  p_device       text             default null::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_follower uuid := app.follower_of(p_device);
  v_new      app.follows;
  v_id       uuid;
begin
  v_new := app.checked_follow(v_follower, p_kind, p_id, p_lat, p_lng, p_radius_m, p_name, p_receipt_code);
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
    insert into app.follows (follower_id, kind, corridor_id, route_id, report_id, vehicle_id, lat, lng, radius_m, name,
                             told_state, created_at)
    values (v_follower, p_kind, v_new.corridor_id, v_new.route_id, v_new.report_id, v_new.vehicle_id, v_new.lat,
            v_new.lng, v_new.radius_m, v_new.name, v_new.told_state, app.now())
    returning id into v_id;
  end if;
  return (select app.follow_response(f) from app.follows f where f.id = v_id);
end
$function$;

create or replace function app.alert_because (
  p_alert    app.alerts,
  p_incident jsonb
)
  returns text
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
begin
  return case when p_alert.vehicle_id is null or p_incident is not null then p_alert.because end;
end
$function$;

create or replace function app.alert_followers (
  p_incident uuid,
  p_body     jsonb
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_now      timestamptz := app.now();
  v_corridor uuid := (p_body #>> '{corridor,id}')::uuid;
  v_lat      float8 := (p_body #>> '{place,lat}')::float8;
  v_lng      float8 := (p_body #>> '{place,lng}')::float8;
  -- A coarse place is the centre of a cell of about a kilometre: its corners are 700 m away.
  v_more     int := case when p_body ->> 'precision' = 'coarse' then 700 else 0 end;
begin
  with matching as (
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
  insert into app.alert_deliveries (alert_id, endpoint_hash, due_at)
  select n.id, s.endpoint_hash, v_now
    from made n join app.push_subscriptions s on s.follower_id = n.follower_id
   where (select count(*) from app.alerts a
           where a.follower_id = n.follower_id and a.created_at > v_now - interval '1 hour') < 6;
end
$function$;

create or replace function app.alert_incident (
  p_alert app.alerts
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_state jsonb := app.public_state(p_alert.incident_id)::jsonb;
begin
  return case when p_alert.vehicle_id is null or (v_state #>> '{vehicle,id}')::uuid = p_alert.vehicle_id then v_state end;
end
$function$;

create or replace function app.alert_response (
  p_alert app.alerts
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
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
$function$;

create or replace function app.checked_follow (
  p_follower     uuid,
  p_kind         text,
  p_id           uuid,
  p_lat          double precision,
  p_lng          double precision,
  p_radius_m     integer,
  p_name         text,
  p_receipt_code text
)
  returns app.follows
  language plpgsql
  stable
  set search_path to ''
  AS $function$
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
      select v0.id into v.vehicle_id from app.vehicles v0 where v0.id = p_id;
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
      v.told_state := app.visible_state(v_report);
    else
      perform app.fail('invalid_request', '{"path": "kind"}');
  end case;
  return v;
end
$function$;

create or replace function app.export_alerts_of (
  p_user uuid
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_follower uuid := (select w.id from app.followers w where w.user_id = p_user);
begin
  return jsonb_build_object(
    'follows', (select coalesce(jsonb_agg(app.follow_response(f) || jsonb_build_object('since', app.instant(f.created_at))
                                          order by f.created_at), '[]')
                  from app.follows f where f.follower_id = v_follower),
    'alerts', (select coalesce(jsonb_agg(jsonb_build_object('incidentId', a.incident_id, 'reportId', a.report_id,
                                                            'because', app.alert_because(a, app.alert_incident(a)), 'at', app.instant(a.created_at),
                                                            'readAt', app.instant(a.read_at)) order by a.created_at), '[]')
                 from app.alerts a where a.follower_id = v_follower),
    'pushServices', (select coalesce(jsonb_agg(substring(s.endpoint from '^https?://[^/]+') order by s.created_at), '[]')
                       from app.push_subscriptions s where s.follower_id = v_follower));
end
$function$;

create or replace function app.follow_name (
  p_follow app.follows
)
  returns text
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return coalesce(
    p_follow.name,
    (select c.name from app.corridors c where c.id = p_follow.corridor_id),
    (select r.short_name from app.routes r where r.id = p_follow.route_id),
    (select v.plate from app.vehicles v where v.id = p_follow.vehicle_id));
end
$function$;

create or replace function app.follow_response (
  p_follow app.follows
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return jsonb_build_object(
    'id', p_follow.id,
    'kind', p_follow.kind,
    'targetId', coalesce(p_follow.corridor_id, p_follow.route_id, p_follow.report_id, p_follow.vehicle_id),
    'slug', coalesce((select c.slug from app.corridors c where c.id = p_follow.corridor_id),
                     (select r.slug from app.routes r where r.id = p_follow.route_id),
                     (select v.public_code from app.vehicles v where v.id = p_follow.vehicle_id)),
    'name', app.follow_name(p_follow),
    'place', case when p_follow.kind = 'place' then jsonb_build_object('lat', p_follow.lat, 'lng', p_follow.lng) end,
    'radiusM', p_follow.radius_m);
end
$function$;

alter table "app"."alerts"
  add constraint "alerts_vehicle_id_fkey" foreign key (vehicle_id) references app.vehicles(id) on delete cascade;

alter table "app"."follows"
  add constraint "follows_check" check ((num_nonnulls(corridor_id, route_id, report_id, radius_m, vehicle_id) = 1));

alter table "app"."follows"
  add constraint "follows_kind_check"
    check ((kind = ANY (ARRAY['corridor'::text, 'route'::text, 'vehicle'::text, 'place'::text, 'report'::text])));

alter table "app"."follows"
  add constraint "follows_vehicle_id_fkey" foreign key (vehicle_id) references app.vehicles(id) on delete cascade;

create index alerts_vehicle on app.alerts using btree (vehicle_id)
  where (vehicle_id is not null);

create unique index follows_once on app.follows
  using btree (follower_id, COALESCE(corridor_id, route_id, report_id, vehicle_id))
  where (kind <> 'place'::text);

create index follows_vehicle on app.follows using btree (vehicle_id)
  where (vehicle_id is not null);

revoke all on function "app"."alert_because"(app.alerts, jsonb) from public;

revoke all on function "app"."alert_incident"(app.alerts) from public;

reset check_function_bodies;
