set check_function_bodies = off;

drop function "app"."check_report_shape"(app.reports, text, text);

drop function "app"."join_incident"(app.reports, boolean);

drop function "app"."merge_by_vehicle"(app.reports, uuid);

drop function "app"."stretch_incident"(uuid, app.reports);

create or replace function app.accept_new_report (
  p_report   app.reports,
  p_category app.incident_categories
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_now      timestamptz := app.now();
  v_incident uuid := app.join_incident(p_report, p_category, true);
begin
  if v_incident is null then
    perform app.move_report(p_report.id, 'accepted');
    return;
  end if;
  perform app.check_move('report', p_report.state, 'accepted');
  update app.reports r
     set state = 'linked', incident_id = v_incident, closed_at = v_now, version = r.version + 2
   where r.id = p_report.id;
  insert into app.report_events (report_id, at, from_state, to_state)
  values (p_report.id, v_now, p_report.state, 'accepted'), (p_report.id, v_now, 'accepted', 'linked');
  if p_category.join_same_vehicle then
    v_incident := app.merge_by_vehicle(p_report, p_category, v_incident);
  end if;
  perform app.corroborate_incident(v_incident);
  perform app.publish_incident(v_incident);
end
$function$;

create or replace function app.attach_report (
  p_report uuid,
  p_counts boolean default true
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_report   app.reports;
  v_category app.incident_categories;
  v_incident uuid;
begin
  select * into v_report from app.reports r where r.id = p_report;
  select * into v_category from app.incident_categories c where c.code = v_report.category;
  select i.id into v_incident from app.incidents i
   where i.id = v_report.incident_id and i.lifecycle not in ('merged', 'retracted')
     for update;
  if v_incident is null then
    v_incident := app.join_incident(v_report, v_category, p_counts);
    if v_incident is null then
      return;
    end if;
    update app.reports r set incident_id = v_incident where r.id = p_report;
  else
    perform app.expire_if_over(v_incident);
    perform app.stretch_incident(v_incident, v_report, v_category);
  end if;
  if p_counts then
    perform app.move_report(p_report, 'linked');
    v_incident := app.merge_by_vehicle(v_report, v_category, v_incident);
    perform app.corroborate_incident(v_incident);
  end if;
  perform app.publish_incident(v_incident);
end
$function$;

create or replace function app.check_report_limits (
  p_user   uuid,
  p_device bytea
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_day    timestamptz := app.now() - interval '1 day';
  v_recent timestamptz[];
begin
  -- Two queries, because one for both would be planned again at every call.
  if p_user is not null then
    v_recent := array(
      select r.received_at from app.reports r
       where r.reporter_id = p_user and r.received_at > v_day
       order by r.received_at desc
       limit 20);
  else
    v_recent := array(
      select r.received_at from app.reports r
       where r.device_hash = p_device and r.reporter_id is null and r.received_at > v_day
       order by r.received_at desc
       limit 20);
  end if;
  if cardinality(v_recent) >= 5 then
    perform app.refuse_until(greatest(v_recent[5] + interval '10 minutes', v_recent[20] + interval '1 day'));
  end if;
end
$function$;

create or replace function app.check_report_shape (
  p_new          app.reports,
  p_category     app.incident_categories,
  p_vehicle      text,
  p_receipt_code text
)
  returns void
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_now timestamptz := app.now();
begin
  perform app.check_fields(array[
    ('category', 'invalid_value', p_category.code is not null),
    ('injury', 'invalid_value', p_new.injury is null or p_new.injury in ('none', 'some', 'unknown')),
    ('visibility', 'invalid_value', p_new.visibility is null
                   or p_new.visibility in ('private', 'aggregate', 'coarse', 'public')),
    ('note', 'invalid_value', p_new.note is null or char_length(p_new.note) between 1 and 2000),
    ('vehicle.identifier', 'invalid_value', p_vehicle is null or char_length(p_vehicle) between 3 and 40),
    ('receiptCode', 'invalid_value', p_receipt_code is null or p_receipt_code ~ '^[0-9A-HJKMNP-TV-Z]{26}$'),
    ('occurredAt', 'out_of_range', p_new.occurred_at is null
                   or p_new.occurred_at between v_now - interval '30 days' and v_now + interval '5 minutes'),
    ('place', 'invalid_value', p_new.stop_id is not null
              or (p_new.lat between -90 and 90 and p_new.lng between -180 and 180)),
    ('place.accuracyM', 'out_of_range', p_new.accuracy_m is null or p_new.accuracy_m between 0 and 10000)
  ]::app.field_check[]);
end
$function$;

create or replace function app.checked_report (
  p_new          app.reports,
  p_vehicle      text,
  p_receipt_code text
)
  returns app.reports
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_now      timestamptz := app.now();
  v_report   app.reports := p_new;
  v_category app.incident_categories;
  v_stop     app.stops;
  v_vehicle  app.vehicles;
  v_problems jsonb := '[]';
begin
  select * into v_category from app.incident_categories c where c.code = p_new.category;
  perform app.check_report_shape(p_new, v_category, p_vehicle, p_receipt_code);
  v_report.injury := coalesce(p_new.injury, case when v_category.review = 'unless_unhurt' then 'unknown' end);
  v_report.received_at := v_now;
  v_report.occurred_at := least(coalesce(p_new.occurred_at, v_now), v_now);
  v_report.note_flags := app.screen_note(coalesce(p_new.note, ''));
  v_report.receipt_hash := sha256(convert_to(p_receipt_code, 'UTF8'));
  v_report.author_erased := false;
  v_report.new_account := app.is_new_account(p_new.reporter_id);
  v_report.state := 'received';
  v_report.version := 1;
  v_report.visibility := app.narrower_visibility(v_category.visibility, p_new.visibility);

  v_report.accuracy_m := coalesce(p_new.accuracy_m, 50);
  if p_new.stop_id is not null then
    select * into v_stop from app.stops s where s.id = p_new.stop_id;
    v_report.lat := v_stop.lat;
    v_report.lng := v_stop.lng;
    v_report.accuracy_m := 250;
  end if;
  if v_report.lat is null then
    v_problems := v_problems || '{"path": "place.stopId", "code": "unknown_stop"}';
  else
    v_report.corridor_id := (app.corridor_at(v_report.lat, v_report.lng)).corridor_id;
    if app.service_area_at(v_report.lat, v_report.lng) is null then
      v_problems := v_problems || '{"path": "place", "code": "outside_service_area"}';
    end if;
  end if;

  if p_vehicle is not null then
    v_vehicle := app.reported_vehicle(p_vehicle);
    v_report.vehicle_id := v_vehicle.id;
    v_report.vehicle_plate := v_vehicle.plate_key;
    if v_vehicle.plate_key is null then
      v_problems := v_problems || '{"path": "vehicle.identifier", "code": "unknown_vehicle"}';
    end if;
  end if;

  if v_problems <> '[]' then
    perform app.fail(v_problems -> 0 ->> 'code', jsonb_strip_nulls(jsonb_build_object('errors', v_problems)) ||
                     case when v_report.lat is null then '{}'
                          else jsonb_build_object('location', app.locate(v_report.lat, v_report.lng)) end);
  end if;
  return v_report;
end
$function$;

create or replace function app.corridor_at (
  p_lat double precision,
  p_lng double precision,
  OUT   corridor_id uuid,
  OUT   distance_m double precision
)
  returns record
  language plpgsql
  stable
  set search_path to ''
  set plan_cache_mode to 'force_generic_plan'
  AS $function$
declare
  v_place extensions.geometry := extensions.st_setsrid(extensions.st_makepoint(p_lng, p_lat), 4326);
begin
  if not exists (
    select from app.corridors c where c.geom operator(extensions.&&) extensions.st_expand(v_place, 0.01))
  then
    return;
  end if;
  v_place := app.to_metric(v_place);
  select s.corridor_id, extensions.st_distance(s.geom, v_place) into corridor_id, distance_m
    from app.corridor_segments s
   where extensions.st_dwithin(s.geom, v_place, 250)
   order by 2, 1
   limit 1;
end
$function$;

create or replace function app.corridor_ref (
  p_corridor uuid
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  if p_corridor is null then
    return null;
  end if;
  return (
    select jsonb_build_object('id', c.id, 'slug', c.slug, 'name', c.name) from app.corridors c where c.id = p_corridor);
end
$function$;

create or replace function app.find_incident_to_join (
  p_report   app.reports,
  p_category app.incident_categories
)
  returns uuid
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_now      timestamptz := app.now();
  v_coarse   boolean := p_report.visibility = 'coarse';
  v_box      box := app.box_around(p_report.lat, p_report.lng, case when v_coarse then 2000 else p_category.join_within_m end);
  v_incident uuid;
begin
  select i.id into v_incident
    from app.incidents i
   where i.lifecycle = 'active' and i.pt <@ v_box and i.category = p_report.category
     and case when v_coarse then app.full_hour(i.expires_at) else i.expires_at end > v_now
     and app.fits_incident(p_report, i, p_category) and app.may_join_unseen(p_report, i, p_category)
   order by case when not v_coarse then app.distance_m(p_report.lat, p_report.lng, i.lat, i.lng) end, i.last_seen_at desc, i.id
   limit 1
     for update;
  if v_incident is null and not v_coarse and not app.is_fresh(p_report) then
    select i.id into v_incident
      from app.incidents i
     where i.lifecycle in ('active', 'expired') and i.pt <@ v_box and i.category = p_report.category
       and app.fits_incident(p_report, i, p_category) and app.may_join_unseen(p_report, i, p_category)
     order by app.distance_m(p_report.lat, p_report.lng, i.lat, i.lng), i.last_seen_at desc, i.id
     limit 1
       for update;
    perform app.expire_if_over(v_incident);
  end if;
  return v_incident;
end
$function$;

create or replace function app.has_independent_pair (
  p_incidents uuid[],
  p_plate     text   default null::text
)
  returns boolean
  language plpgsql
  stable
  set search_path to ''
  set plan_cache_mode to 'force_generic_plan'
  AS $function$
begin
  return exists (
    with counted as materialized (
      select r.reporter_id, r.device_hash, r.received_at, r.new_account
        from app.reports r
       where r.incident_id = any (p_incidents) and app.counts(r.state)
         and r.reporter_id is not null and r.device_hash is not null
         and (p_plate is null or r.vehicle_plate = p_plate))
    select
      from counted a
      join counted b on a.reporter_id <> b.reporter_id and a.device_hash <> b.device_hash
                    and b.received_at - a.received_at > interval '60 seconds'
                    and not (a.new_account and b.new_account));
end
$function$;

create or replace function app.join_incident (
  p_report   app.reports,
  p_category app.incident_categories,
  p_counts   boolean
)
  returns uuid
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_incident uuid;
begin
  if not app.is_joined(p_report, p_category) then
    return null;
  end if;
  perform app.lock_for_joining(p_report, p_category);
  v_incident := app.find_incident_to_join(p_report, p_category);
  if v_incident is null then
    return app.open_incident(p_report, p_category);
  end if;
  if p_counts or app.counted_reporters(v_incident) = 0 then
    perform app.stretch_incident(v_incident, p_report, p_category);
  end if;
  insert into app.incident_events (incident_id, at, kind) values (v_incident, app.now(), 'joined');
  return v_incident;
end
$function$;

create or replace function app.known_device (
  p_device text
)
  returns bytea
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  if p_device is null then
    return null;
  end if;
  return (select d.token_hash from app.devices d where d.token_hash = sha256(convert_to(p_device, 'UTF8')));
end
$function$;

create or replace function app.locate (
  p_lat double precision,
  p_lng double precision
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_place    extensions.geometry := extensions.st_setsrid(extensions.st_makepoint(p_lng, p_lat), 4326);
  v_area     text := app.service_area_at(p_lat, p_lng);
  v_corridor record;
begin
  v_corridor := app.corridor_at(p_lat, p_lng);
  return jsonb_build_object(
    'inServiceArea', v_area is not null,
    'serviceArea', coalesce(v_area, (
      select a.name from app.service_areas a order by a.area operator(extensions.<->) v_place limit 1)),
    'corridor', app.corridor_ref(v_corridor.corridor_id),
    'distanceM', round(v_corridor.distance_m));
end
$function$;

create or replace function app.lock_for_joining (
  p_report   app.reports,
  p_category app.incident_categories
)
  returns void
  language plpgsql
  set search_path to ''
  set plan_cache_mode to 'force_generic_plan'
  AS $function$
declare
  v_class int := hashtext('incident:' || p_report.category);
  v_names text[];
  v_size  float8 := greatest(p_category.join_within_m / 110574.0 * 2.01, 0.005);
  v_box   box := app.box_around(p_report.lat, p_report.lng, p_category.join_within_m);
begin
  if not app.is_joined(p_report, p_category) then
    return;
  end if;
  if p_report.visibility = 'coarse' then
    v_names := array[format('cell:%s:%s', app.coarse(p_report.lat), app.coarse(p_report.lng))];
  elsif p_category.join_same_vehicle then
    v_names := array['vehicle:' || coalesce(p_report.vehicle_plate, '')];
  else
    v_names := array(
      select format('%s:%s', y, x)
        from generate_series(floor((v_box[1])[1] / v_size)::int, floor((v_box[0])[1] / v_size)::int) y,
             generate_series(floor((v_box[1])[0] / v_size)::int, floor((v_box[0])[0] / v_size)::int) x);
  end if;
  -- The keys are sorted before the first lock: a query that orders is never merged into the one around it.
  perform pg_advisory_xact_lock(v_class, n.key)
     from (select distinct hashtext(name) as key from unnest(v_names) name order by key) n;
  if p_category.join_same_vehicle then
    perform app.lock_incidents(app.similar_by_vehicle(p_report, p_category));
  end if;
end
$function$;

create or replace function app.may_join_unseen (
  p_report   app.reports,
  p_incident app.incidents,
  p_category app.incident_categories
)
  returns boolean
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  if p_report.visibility = 'coarse' or not p_category.join_same_vehicle then
    return true;
  end if;
  return (app.vehicle_to_name(p_incident)).plate is not null
    or exists (select from app.reports r
                where r.incident_id = p_incident.id and app.sent_by(r, p_report.reporter_id, p_report.device_hash));
end
$function$;

create or replace function app.merge_by_vehicle (
  p_report   app.reports,
  p_category app.incident_categories,
  p_incident uuid
)
  returns uuid
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_all   uuid[] := app.similar_by_vehicle(p_report, p_category);
  v_stays uuid;
  v_goes  uuid;
begin
  if v_all <@ array[p_incident] or not app.has_independent_pair(v_all || p_incident, p_report.vehicle_plate) then
    return p_incident;
  end if;
  for v_goes in select i.id from app.incidents i where i.id = any (v_all || p_incident) order by i.id loop
    perform app.expire_if_over(v_goes);
  end loop;
  select i.id into v_stays from app.incidents i
   where i.id = any (v_all || p_incident)
   order by i.lifecycle = 'active' desc, i.published_at, i.id
   limit 1;
  for v_goes in
    select i.id from app.incidents i where i.id = any (v_all || p_incident) and i.id <> v_stays order by i.id
  loop
    perform app.merge_incident(v_goes, v_stays, null, 'vehicle', p_report.id);
  end loop;
  return v_stays;
end
$function$;

create or replace function app.publish_incident (
  p_incident uuid
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_now      timestamptz := app.now();
  v_incident app.incidents;
  v_coarse   boolean;
  v_from     timestamptz;
  v_until    timestamptz;
begin
  select * into v_incident from app.incidents i where i.id = p_incident;
  v_coarse := v_incident.visibility = 'coarse';
  v_from := case when v_coarse then app.full_hour(v_now) + interval '1 hour' else v_now end;
  perform app.note_change(p_incident, v_from);
  if v_incident.lifecycle in ('merged', 'retracted') then
    perform app.unpublish_incident(v_incident, v_from);
    return;
  end if;

  if v_incident.published_at is null then
    update app.incidents i set published_at = v_from where i.id = p_incident;
  end if;
  if v_incident.lifecycle <> 'active' then
    perform app.write_history_row(v_incident, v_from);
    return;
  end if;
  if v_coarse then
    v_until := app.full_hour(v_incident.expires_at) + interval '1 hour';
    delete from app.incident_feed f where f.incident_id = p_incident and f.visible_from >= v_from;
  else
    v_from := coalesce(v_incident.published_at, v_now);
    v_until := v_incident.expires_at;
  end if;
  if v_until > v_from then
    update app.incident_feed f set visible_until = v_from
     where f.incident_id = p_incident and f.visible_from < v_from and f.visible_until > v_from;
    perform app.write_feed_row(v_incident, v_from, v_until);
  end if;
  -- Else a coarse incident ends with this hour: the current row stays until then, and the sweep writes the rest.
end
$function$;

create or replace function app.refuse_ended (
  p_user uuid
)
  returns void
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_session text := app.claims() ->> 'session_id';
begin
  -- Two queries, because one for both would be planned again at every call.
  if exists (select from app.deleted_users d where d.user_id = p_user) then
    perform app.fail('invalid_token');
  elsif v_session is not null then
    if not exists (
      select from auth.sessions s where s.id = app.uuid_or_null(v_session) and s.user_id = p_user) then
      perform app.fail('invalid_token');
    end if;
  end if;
end
$function$;

create or replace function app.service_area_at (
  p_lat double precision,
  p_lng double precision
)
  returns text
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_place extensions.geometry := extensions.st_setsrid(extensions.st_makepoint(p_lng, p_lat), 4326);
begin
  return (select a.name from app.service_areas a where extensions.st_covers(a.area, v_place) limit 1);
end
$function$;

create or replace function app.stretch_incident (
  p_incident uuid,
  p_report   app.reports,
  p_category app.incident_categories
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  update app.incidents i
     set first_seen_at = least(i.first_seen_at, p_report.occurred_at),
         last_seen_at  = greatest(i.last_seen_at, p_report.occurred_at),
         expires_at    = greatest(i.expires_at, least(p_report.occurred_at + p_category.live_for,
                                                      i.opened_seen_at + p_category.live_cap)),
         version       = i.version + 1
   where i.id = p_incident;
end
$function$;

create or replace function app.triage_report (
  p_report uuid
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_report   app.reports;
  v_category app.incident_categories;
  v_similar  uuid[];
  v_held     boolean := false;
  v_waits    text;
begin
  select * into v_report from app.reports r where r.id = p_report;
  select * into v_category from app.incident_categories c where c.code = v_report.category;
  v_similar := app.burst_of(v_report, v_category);
  if v_report.reporter_id is null then
    v_held := exists (select from app.report_networks n where n.report_id = p_report and n.held);
  end if;
  v_waits := case
    when v_category.review = 'always' then 'category'
    when v_held then 'network'
    when v_category.review = 'unless_unhurt' and v_report.injury is distinct from 'none' then 'injury'
    when v_similar <> '{}' and cardinality(v_similar) >= (app.burst_limit('complaint')).allowed then 'burst' end;
  if v_waits = 'network' then
    v_similar := app.burst_of_network(p_report);
  end if;
  if v_waits is null then
    perform app.accept_new_report(v_report, v_category);
    return;
  end if;
  perform app.move_report(p_report, case when v_waits in ('burst', 'network') then 'held' else 'in_review' end,
                          case when v_waits in ('burst', 'network') then 'burst' end);
  perform app.open_review('report', p_report, v_report.reporter_id, v_waits, app.review_due(v_category),
                          case when v_waits in ('burst', 'network') then jsonb_build_object('similar', to_jsonb(v_similar))
                               else '{}' end);
  if v_waits = 'injury' then
    perform app.attach_report(p_report, false);
  end if;
end
$function$;

revoke all on function "app"."accept_new_report"(app.reports, app.incident_categories) from public;

revoke all on function "app"."check_report_shape"(app.reports, app.incident_categories, text, text) from public;

revoke all on function "app"."join_incident"(app.reports, app.incident_categories, boolean) from public;

revoke all on function "app"."merge_by_vehicle"(app.reports, app.incident_categories, uuid) from public;

revoke all on function "app"."service_area_at"(double precision, double precision) from public;

revoke all on function "app"."stretch_incident"(uuid, app.reports, app.incident_categories) from public;

reset check_function_bodies;
