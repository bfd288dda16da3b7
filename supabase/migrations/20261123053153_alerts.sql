set check_function_bodies = off;

create table "app"."alert_deliveries" (
  "alert_id"      uuid                     not null,
  "endpoint_hash" bytea                    not null,
  "due_at"        timestamp with time zone not null,
  "attempts"      integer                  not null default 0,
  constraint "alert_deliveries_pkey" primary key (alert_id, endpoint_hash)
);

alter table "app"."alert_deliveries"
  enable row level security;

create table "app"."alert_log" (
  "singleton" boolean not null default true,
  "position"  bigint  not null,
  constraint "alert_log_pkey" primary key (singleton),
  constraint "alert_log_singleton_check" check (singleton)
);

alter table "app"."alert_log"
  enable row level security;

create table "app"."alerts" (
  "id"          uuid                     not null default gen_random_uuid(),
  "follower_id" uuid                     not null,
  "incident_id" uuid,
  "report_id"   uuid,
  "because"     text,
  "created_at"  timestamp with time zone not null,
  "read_at"     timestamp with time zone,
  constraint "alerts_check" check ((num_nonnulls(incident_id, report_id) = 1)),
  constraint "alerts_follower_id_incident_id_key" unique (follower_id, incident_id),
  constraint "alerts_follower_id_report_id_key" unique (follower_id, report_id),
  constraint "alerts_pkey" primary key (id)
);

alter table "app"."alerts"
  enable row level security;

create table "app"."followers" (
  "id"          uuid                     not null default gen_random_uuid(),
  "user_id"     uuid,
  "device_hash" bytea,
  "created_at"  timestamp with time zone not null,
  constraint "followers_check" check ((num_nonnulls(user_id, device_hash) = 1)),
  constraint "followers_device_hash_key" unique (device_hash),
  constraint "followers_pkey" primary key (id),
  constraint "followers_user_id_key" unique (user_id)
);

alter table "app"."followers"
  enable row level security;

create table "app"."follows" (
  "id"          uuid                     not null default gen_random_uuid(),
  "follower_id" uuid                     not null,
  "kind"        text                     not null,
  "corridor_id" uuid,
  "route_id"    uuid,
  "report_id"   uuid,
  "lat"         double precision,
  "lng"         double precision,
  "radius_m"    integer,
  "name"        text,
  "told_state"  text,
  "created_at"  timestamp with time zone not null,
  constraint "follows_check" check ((num_nonnulls(corridor_id, route_id, report_id, radius_m) = 1)),
  constraint "follows_kind_check"
    check ((kind = ANY (ARRAY['corridor'::text, 'route'::text, 'place'::text, 'report'::text]))),
  constraint "follows_name_check" check (((char_length(name) >= 1) AND (char_length(name) <= 80))),
  constraint "follows_pkey" primary key (id),
  constraint "follows_radius_m_check" check (((radius_m >= 200) AND (radius_m <= 5000)))
);

alter table "app"."follows"
  enable row level security;

create table "app"."push_subscriptions" (
  "endpoint_hash" bytea                    not null,
  "follower_id"   uuid                     not null,
  "endpoint"      text                     not null,
  "p256dh"        text                     not null,
  "auth"          text                     not null,
  "locale"        text                     not null,
  "created_at"    timestamp with time zone not null,
  constraint "push_subscriptions_locale_check" check ((locale = ANY (ARRAY['en'::text, 'sw'::text]))),
  constraint "push_subscriptions_pkey" primary key (endpoint_hash)
);

alter table "app"."push_subscriptions"
  enable row level security;

alter table "app"."follows"
  add column "pt" point generated always as (point(lng, lat)) stored;

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
           'because', a.because, 'reportId', a.report_id, 'incident', app.public_state(a.incident_id))), '[]')
    into v_rows
    from claimed c join app.push_subscriptions s on s.endpoint_hash = c.endpoint_hash
    join app.alerts a on a.id = c.alert_id;
  return v_rows;
end
$function$;

create or replace function api.delete_own_account (
  p_confirm uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_user uuid := app.token_user();
  v_keys text[];
begin
  if v_user is null then
    perform app.fail('unauthenticated');
  end if;
  perform pg_advisory_xact_lock(app.account_lock(v_user));
  perform app.refuse_ended(v_user);
  if p_confirm is distinct from v_user then
    perform app.fail('invalid_request', '{"path": "confirm"}');
  end if;
  perform app.lock_roles();
  perform app.require_remaining_admin(v_user);
  v_keys := array(select k.prefix from app.api_keys k where k.owner_id = v_user);
  perform app.erase_reports_of(v_user);
  perform app.erase_feedback_of(v_user);
  perform app.erase_learning_of(v_user);
  perform app.erase_surveyor_of(v_user);
  perform app.erase_reviews_of(v_user);
  perform app.erase_alerts_of(v_user);
  perform app.erase_api_keys_of(v_user);
  perform app.erase_accounts_of(v_user);
  return jsonb_build_object('apiKeyPrefixes', v_keys);
end
$function$;

create or replace function api.export_own_data()
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  v_user uuid := app.require_user();
begin
  return jsonb_build_object(
    'exportedAt', app.instant(app.now()),
    'account', app.export_accounts_of(v_user),
    'reports', app.export_reports_of(v_user),
    'feedback', app.export_feedback_of(v_user),
    'learning', app.export_learning_of(v_user),
    'surveyor', app.export_surveyor_of(v_user),
    'apiKeys', app.export_api_keys_of(v_user),
    'alerts', app.export_alerts_of(v_user),
    'reviews', app.export_reviews_of(v_user));
end
$function$;

create or replace function api.finish_alert_deliveries (
  p_outcomes jsonb
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  delete from app.alert_deliveries d
   using jsonb_to_recordset(p_outcomes) o ("alertId" uuid, endpoint text, outcome text)
   where o.outcome = 'sent' and d.alert_id = o."alertId" and d.endpoint_hash = sha256(convert_to(o.endpoint, 'UTF8'));
  delete from app.push_subscriptions s
   using jsonb_to_recordset(p_outcomes) o (endpoint text, outcome text)
   where o.outcome = 'gone' and s.endpoint_hash = sha256(convert_to(o.endpoint, 'UTF8'));
  return '{"done": true}';
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
     and coalesce(f.corridor_id, f.route_id, f.report_id)
         is not distinct from coalesce(v_new.corridor_id, v_new.route_id, v_new.report_id)
     and (f.lat, f.lng, f.radius_m) is not distinct from (v_new.lat, v_new.lng, v_new.radius_m);
  if v_id is null then
    if (select count(*) from app.follows f where f.follower_id = v_follower) >= 20 then
      perform app.fail('too_many_follows');
    end if;
    insert into app.follows (follower_id, kind, corridor_id, route_id, report_id, lat, lng, radius_m, name, told_state, created_at)
    values (v_follower, p_kind, v_new.corridor_id, v_new.route_id, v_new.report_id, v_new.lat, v_new.lng, v_new.radius_m,
            v_new.name, v_new.told_state, app.now())
    returning id into v_id;
  end if;
  return (select app.follow_response(f) from app.follows f where f.id = v_id);
end
$function$;

create or replace function api.list_alerts (
  p_limit  integer default 20,
  p_after  jsonb   default null::jsonb,
  p_device text    default null::text
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  v_follower uuid := app.known_follower(app.user_id(), p_device);
  v_limit    int := app.page_size(p_limit);
  v_at       timestamptz := coalesce((p_after ->> 't')::timestamptz, 'infinity');
  v_id       uuid := coalesce((p_after ->> 'id')::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
begin
  return app.page(array(
    select jsonb_build_object('row', app.alert_response(a), 'key', jsonb_build_object('t', a.created_at, 'id', a.id))
      from app.alerts a
     where a.follower_id = v_follower and (a.created_at, a.id) < (v_at, v_id)
     order by a.created_at desc, a.id desc
     limit v_limit + 1), v_limit);
end
$function$;

create or replace function api.list_follows (
  p_device text default null::text
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  v_follower uuid := app.known_follower(app.user_id(), p_device);
begin
  return jsonb_build_object(
    'data', (select coalesce(jsonb_agg(app.follow_response(f) order by f.created_at desc, f.id), '[]')
               from app.follows f where f.follower_id = v_follower),
    'unread', (select count(*) from app.alerts a where a.follower_id = v_follower and a.read_at is null));
end
$function$;

create or replace function api.read_alerts (
  p_device text default null::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_follower uuid := app.follower_of(p_device);
begin
  update app.alerts a set read_at = app.now() where a.follower_id = v_follower and a.read_at is null;
  return '{"read": true}';
end
$function$;

create or replace function api.subscribe_push (
  p_endpoint text,
  p_p256dh   text,
  p_auth     text,
  p_locale   text,
  p_device   text default null::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_follower uuid := app.follower_of(p_device);
begin
  perform app.check_fields(array[
    ('endpoint', 'invalid_value', p_endpoint ~ '^https?://' and char_length(p_endpoint) <= 1000),
    ('p256dh', 'invalid_value', p_p256dh ~ '^[A-Za-z0-9_-]{87}=?$'),
    ('auth', 'invalid_value', p_auth ~ '^[A-Za-z0-9_-]{22}={0,2}$'),
    ('locale', 'invalid_value', p_locale in ('en', 'sw'))]::app.field_check[]);
  delete from app.push_subscriptions s
   where s.endpoint_hash in (select o.endpoint_hash from app.push_subscriptions o
                              where o.follower_id = v_follower and o.endpoint <> p_endpoint
                              order by o.created_at desc offset 9);
  insert into app.push_subscriptions as s (endpoint_hash, follower_id, endpoint, p256dh, auth, locale, created_at)
  values (sha256(convert_to(p_endpoint, 'UTF8')), v_follower, p_endpoint, p_p256dh, p_auth, p_locale, app.now())
  on conflict (endpoint_hash) do update
    set (follower_id, p256dh, auth, locale) = (excluded.follower_id, excluded.p256dh, excluded.auth, excluded.locale);
  return '{"subscribed": true}';
end
$function$;

create or replace function api.unfollow (
  p_id     uuid,
  p_device text default null::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_follower uuid := app.follower_of(p_device);
begin
  delete from app.follows f where f.id = p_id and f.follower_id = v_follower;
  return '{"removed": true}';
end
$function$;

create or replace function api.unsubscribe_push (
  p_endpoint text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform app.admit_caller();
  delete from app.push_subscriptions s where s.endpoint_hash = sha256(convert_to(p_endpoint, 'UTF8'));
  return '{"removed": true}';
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
  ), made as (
    insert into app.alerts (follower_id, incident_id, because, created_at)
    select distinct on (m.follower_id) m.follower_id, p_incident, app.follow_name(m), v_now
      from matching m join app.followers w on w.id = m.follower_id
     where not exists (select from app.reports r
                        where r.incident_id = p_incident
                          and (r.reporter_id = w.user_id or r.device_hash = w.device_hash))
     order by m.follower_id, m.created_at
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

create or replace function app.alert_response (
  p_alert app.alerts
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return jsonb_build_object(
    'id', p_alert.id,
    'at', app.instant(p_alert.created_at),
    'isRead', p_alert.read_at is not null,
    'because', p_alert.because,
    'incident', app.public_state(p_alert.incident_id),
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

create or replace function app.erase_alerts_of (
  p_user uuid
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  delete from app.followers w where w.user_id = p_user;
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
                                                            'because', a.because, 'at', app.instant(a.created_at),
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
    (select r.short_name from app.routes r where r.id = p_follow.route_id));
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
    'targetId', coalesce(p_follow.corridor_id, p_follow.route_id, p_follow.report_id),
    'slug', coalesce((select c.slug from app.corridors c where c.id = p_follow.corridor_id),
                     (select r.slug from app.routes r where r.id = p_follow.route_id)),
    'name', app.follow_name(p_follow),
    'place', case when p_follow.kind = 'place' then jsonb_build_object('lat', p_follow.lat, 'lng', p_follow.lng) end,
    'radiusM', p_follow.radius_m);
end
$function$;

create or replace function app.follower_of (
  p_device text
)
  returns uuid
  language plpgsql
  set search_path to ''
  AS $function$
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
$function$;

create or replace function app.known_follower (
  p_user   uuid,
  p_device text
)
  returns uuid
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  if p_user is not null then
    return (select w.id from app.followers w where w.user_id = p_user);
  end if;
  return (select w.id from app.followers w where app.is_server() and w.device_hash = app.known_device(p_device));
end
$function$;

create or replace function app.make_alerts()
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
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
$function$;

create or replace function app.make_report_alerts()
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_now timestamptz := app.now();
  v     record;
  v_id  uuid;
begin
  for v in
    select f.id, f.follower_id, f.report_id, app.visible_state(r) as state
      from app.follows f join app.reports r on r.id = f.report_id
     where f.told_state is distinct from app.visible_state(r)
     limit 500 for update of f skip locked
  loop
    update app.follows f set told_state = v.state where f.id = v.id;
    insert into app.alerts as a (follower_id, report_id, created_at) values (v.follower_id, v.report_id, v_now)
    on conflict (follower_id, report_id) do update set created_at = v_now, read_at = null
    returning a.id into v_id;
    insert into app.alert_deliveries as d (alert_id, endpoint_hash, due_at)
    select v_id, s.endpoint_hash, v_now from app.push_subscriptions s where s.follower_id = v.follower_id
    on conflict (alert_id, endpoint_hash) do update set due_at = v_now, attempts = 0;
  end loop;
end
$function$;

create or replace function app.purge_idle_devices()
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  delete from app.devices d
   where d.token_hash in (
           select o.token_hash from app.devices o
            where o.created_at <= app.now() - interval '30 days'
              and not exists (select from app.reports r where r.device_hash = o.token_hash)
              and not exists (select from app.incident_votes v where v.device_hash = o.token_hash)
              and not exists (select from app.device_votes v where v.device_hash = o.token_hash)
              and not exists (select from app.followers f where f.device_hash = o.token_hash)
            order by o.created_at
            limit 1000);
end
$function$;

create or replace function app.purge_old_alerts()
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  delete from app.alerts a where a.created_at <= app.now() - interval '30 days';
  delete from app.follows f using app.reports r where r.id = f.report_id and r.state = 'purged';
  delete from app.followers w
   where w.created_at <= app.now() - interval '1 day'
     and not exists (select from app.follows f where f.follower_id = w.id)
     and not exists (select from app.alerts a where a.follower_id = w.id)
     and not exists (select from app.push_subscriptions s where s.follower_id = w.id);
end
$function$;

create or replace function app.sweep()
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_now   timestamptz := app.now();
  v_id    uuid;
  v_count int := 0;
begin
  delete from app.incident_feed f
   where f.visible_until <= v_now
     and (exists (select from app.incident_feed s where s.incident_id = f.incident_id and s.visible_from > f.visible_from)
          or exists (select from app.incidents i where i.id = f.incident_id and i.lifecycle <> 'active'));
  delete from app.incident_history h where h.visible_until <= v_now;
  for v_id in
    select e.id from app.incidents e
     where e.lifecycle = 'active' and e.expires_at <= v_now
       and not exists (select from app.incident_feed f where f.incident_id = e.id and f.visible_until > v_now)
     order by e.expires_at limit 1000 for update skip locked
  loop
    v_count := v_count + app.expire_if_over(v_id)::int;
  end loop;
  perform app.archive_incidents();
  perform app.freeze_weeks();
  perform app.anonymize_old_reports();
  perform app.purge_report_networks();
  perform app.purge_vote_networks();
  perform app.purge_old_audit_events();
  perform app.purge_old_responses();
  perform app.purge_old_snapshots();
  perform app.purge_entry_photos();
  perform app.submit_lapsed_slots();
  perform app.purge_idle_devices();
  -- Last, because they lock the change log until commit, and readers of changes wait for it.
  perform app.release_changes();
  perform app.purge_old_changes();
  perform app.make_alerts();
  perform app.make_report_alerts();
  perform app.purge_old_alerts();
  return v_count;
end
$function$;

alter table "app"."alert_deliveries"
  add constraint "alert_deliveries_alert_id_fkey" foreign key (alert_id) references app.alerts(id) on delete cascade;

alter table "app"."alerts"
  add constraint "alerts_report_id_fkey" foreign key (report_id) references app.reports(id) on delete cascade;

alter table "app"."followers"
  add constraint "followers_device_hash_fkey" foreign key (device_hash) references app.devices(token_hash)
    on delete cascade;

alter table "app"."alerts"
  add constraint "alerts_follower_id_fkey" foreign key (follower_id) references app.followers(id) on delete cascade;

alter table "app"."follows"
  add constraint "follows_corridor_id_fkey" foreign key (corridor_id) references app.corridors(id) on delete cascade;

alter table "app"."follows"
  add constraint "follows_follower_id_fkey" foreign key (follower_id) references app.followers(id) on delete cascade;

alter table "app"."follows"
  add constraint "follows_report_id_fkey" foreign key (report_id) references app.reports(id) on delete cascade;

alter table "app"."follows"
  add constraint "follows_route_id_fkey" foreign key (route_id) references app.routes(id) on delete cascade;

alter table "app"."push_subscriptions"
  add constraint "push_subscriptions_follower_id_fkey" foreign key (follower_id) references app.followers(id)
    on delete cascade;

alter table "app"."alert_deliveries"
  add constraint "alert_deliveries_endpoint_hash_fkey" foreign key (endpoint_hash)
    references app.push_subscriptions(endpoint_hash) on delete cascade;

create index alert_deliveries_due on app.alert_deliveries using btree (due_at);

create index alert_deliveries_endpoint on app.alert_deliveries using btree (endpoint_hash);

create index alerts_newest on app.alerts using btree (follower_id, created_at desc, id desc);

create index alerts_old on app.alerts using btree (created_at);

create index follows_corridor on app.follows using btree (corridor_id)
  where (corridor_id is not null);

create unique index follows_once on app.follows using btree (follower_id, COALESCE(corridor_id, route_id, report_id))
  where (kind <> 'place'::text);

create unique index follows_place_once on app.follows using btree (follower_id, lat, lng, radius_m)
  where (kind = 'place'::text);

create index follows_pt on app.follows using gist (pt)
  where (kind = 'place'::text);

create index follows_report on app.follows using btree (report_id)
  where (report_id is not null);

create index follows_route on app.follows using btree (route_id)
  where (route_id is not null);

create index push_subscriptions_follower on app.push_subscriptions using btree (follower_id);

revoke all on function "api"."claim_alert_deliveries"(integer) from public;

grant execute on function "api"."claim_alert_deliveries"(integer) to "service_role";

revoke all on function "api"."finish_alert_deliveries"(jsonb) from public;

grant execute on function "api"."finish_alert_deliveries"(jsonb) to "service_role";

revoke all
  on function "api"."follow"(text, uuid, double precision, double precision, integer, text, text, text)
  from public;

grant execute
  on function "api"."follow"(text, uuid, double precision, double precision, integer, text, text, text)
  to "authenticated", "service_role";

revoke all on function "api"."list_alerts"(integer, jsonb, text) from public;

grant execute on function "api"."list_alerts"(integer, jsonb, text) to "authenticated", "service_role";

revoke all on function "api"."list_follows"(text) from public;

grant execute on function "api"."list_follows"(text) to "authenticated", "service_role";

revoke all on function "api"."read_alerts"(text) from public;

grant execute on function "api"."read_alerts"(text) to "authenticated", "service_role";

revoke all on function "api"."subscribe_push"(text, text, text, text, text) from public;

grant execute on function "api"."subscribe_push"(text, text, text, text, text) to "authenticated", "service_role";

revoke all on function "api"."unfollow"(uuid, text) from public;

grant execute on function "api"."unfollow"(uuid, text) to "authenticated", "service_role";

revoke all on function "api"."unsubscribe_push"(text) from public;

grant execute on function "api"."unsubscribe_push"(text) to "authenticated", "service_role";

revoke all on function "app"."alert_followers"(uuid, jsonb) from public;

revoke all on function "app"."alert_response"(app.alerts) from public;

revoke all
  on function "app"."checked_follow"(uuid, text, uuid, double precision, double precision, integer, text, text)
  from public;

revoke all on function "app"."erase_alerts_of"(uuid) from public;

revoke all on function "app"."export_alerts_of"(uuid) from public;

revoke all on function "app"."follow_name"(app.follows) from public;

revoke all on function "app"."follow_response"(app.follows) from public;

revoke all on function "app"."follower_of"(text) from public;

revoke all on function "app"."known_follower"(uuid, text) from public;

revoke all on function "app"."make_alerts"() from public;

revoke all on function "app"."make_report_alerts"() from public;

revoke all on function "app"."purge_old_alerts"() from public;

reset check_function_bodies;

insert into app.alert_log ("singleton", "position") overriding system value values ('true', '0');
