set check_function_bodies = off;

drop function "api"."add_to_receipt"(text, uuid, text);

alter table "app"."report_additions"
  add column "vehicle_id" uuid;

alter table "app"."report_additions"
  add column "vehicle_plate" text;

alter table "app"."report_additions"
  add column "flags" text[] not null default '{}'::text[];

alter table "app"."report_additions"
  alter column "words" drop not null;

create or replace function api.add_to_receipt (
  p_code    text,
  p_id      uuid,
  p_words   text default null::text,
  p_vehicle text default null::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_report app.reports := app.report_by_receipt(p_code);
begin
  perform app.add_to_held_report(v_report, p_id, p_words, p_vehicle);
  return app.receipt_response(v_report.id);
end
$function$;

create or replace function api.add_to_report (
  p_report_id uuid,
  p_id        uuid,
  p_words     text default null::text,
  p_vehicle   text default null::text,
  p_device    text default null::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_user   uuid := case when app.is_server() then null else app.require_user() end;
  v_report app.reports;
begin
  select * into v_report from app.reports r where r.id = p_report_id for update;
  perform app.require_found(app.sent_by(v_report, v_user, app.known_device(p_device)));
  perform app.add_to_held_report(v_report, p_id, p_words, p_vehicle);
  return app.receipt_response(v_report.id);
end
$function$;

create or replace function api.get_own_report_photo (
  p_report uuid,
  p_id     uuid
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  v_user  uuid := app.require_user();
  v_photo app.report_photos;
begin
  select p.* into v_photo
    from app.report_photos p join app.reports r on r.id = p.report_id
   where p.id = p_id and p.report_id = p_report and p.state <> 'refused' and r.reporter_id = v_user;
  perform app.require_found(v_photo.id is not null);
  return app.photo_response(v_photo, true);
end
$function$;

create or replace function api.get_report_context (
  p_lat      double precision,
  p_lng      double precision,
  p_category text             default null::text,
  p_vehicle  text             default null::text
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  perform app.admit_caller();
  perform app.check_place(p_lat, p_lng);
  return jsonb_build_object(
    'location', app.locate(p_lat, p_lng),
    'placeName', app.place_name(p_lat, p_lng),
    'incident', app.incident_already_reported(p_lat, p_lng, p_category, p_vehicle));
end
$function$;

create or replace function app.add_to_held_report (
  p_report  app.reports,
  p_id      uuid,
  p_words   text,
  p_vehicle text
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_known app.report_additions;
  v_new   app.report_additions;
begin
  perform app.check_fields(array[
    ('id', 'required', p_id is not null),
    ('words', 'required', coalesce(p_words, p_vehicle) is not null),
    ('words', 'invalid_value', p_words is null or char_length(p_words) between 1 and 1000),
    ('vehicle.identifier', 'invalid_value', p_vehicle is null or char_length(p_vehicle) between 3 and 40)
  ]::app.field_check[]);
  v_new.id := p_id;
  v_new.report_id := p_report.id;
  v_new.at := app.now();
  v_new.words := p_words;
  v_new.flags := app.screen_note(coalesce(p_words, ''));
  select r.id, r.plate_key into v_new.vehicle_id, v_new.vehicle_plate from app.reported_vehicle(p_vehicle) r;
  select * into v_known from app.report_additions a where a.id = p_id;
  if v_known.id is not null then
    if (v_known.report_id, v_known.words, v_known.vehicle_plate)
       is distinct from (v_new.report_id, v_new.words, v_new.vehicle_plate) then
      perform app.fail('id_reused');
    end if;
    return;
  end if;
  perform app.check_report_is_open(p_report);
  if p_vehicle is not null and v_new.vehicle_plate is null then
    perform app.fail('unknown_vehicle', '{"path": "vehicle.identifier"}');
  end if;
  if (select count(*) from app.report_additions a where a.report_id = p_report.id) >= 3 then
    perform app.fail('report_full');
  end if;
  insert into app.report_additions select v_new.* on conflict do nothing;
  if not found then
    perform app.fail('id_reused');
  end if;
  if p_report.state in ('accepted', 'linked') then
    perform app.open_review('report', p_report.id, p_report.reporter_id, 'addition', interval '24 hours');
  end if;
  perform app.renew_review('report', p_report.id);
end
$function$;

create or replace function app.additions_of (
  p_report    uuid,
  p_sensitive boolean default false
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
             'at', app.admin_instant(a.at, p_sensitive), 'words', a.words,
             'vehicle', app.vehicle_ref(a.vehicle_id, a.vehicle_plate), 'flags', to_jsonb(a.flags)) order by a.at, a.id), '[]')
      from app.report_additions a where a.report_id = p_report);
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
  v_stop     app.stops;
  v_vehicle  app.vehicles;
  v_location jsonb;
  v_problems jsonb := '[]';
begin
  perform app.check_report_shape(p_new, p_vehicle, p_receipt_code);
  v_report.injury := coalesce(p_new.injury, (
    select 'unknown' from app.incident_categories c where c.code = p_new.category and c.review = 'unless_unhurt'));
  v_report.received_at := v_now;
  v_report.occurred_at := least(coalesce(p_new.occurred_at, v_now), v_now);
  v_report.note_flags := app.screen_note(coalesce(p_new.note, ''));
  v_report.receipt_hash := sha256(convert_to(p_receipt_code, 'UTF8'));
  v_report.author_erased := false;
  v_report.new_account := app.is_new_account(p_new.reporter_id);
  v_report.state := 'received';
  v_report.version := 1;
  v_report.visibility := app.narrower_visibility(
    (select c.visibility from app.incident_categories c where c.code = p_new.category), p_new.visibility);

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
    v_location := app.locate(v_report.lat, v_report.lng);
    v_report.corridor_id := (v_location -> 'corridor' ->> 'id')::uuid;
    if not (v_location ->> 'inServiceArea')::boolean then
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
                     case when v_location is null then '{}' else jsonb_build_object('location', v_location) end);
  end if;
  return v_report;
end
$function$;

create or replace function app.incident_already_reported (
  p_lat      double precision,
  p_lng      double precision,
  p_category text,
  p_vehicle  text
)
  returns json
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_now      timestamptz := app.now();
  v_category app.incident_categories;
  v_vehicle  app.vehicles;
  v_plate    text;
  v_here     point := point(app.coarse(p_lng), app.coarse(p_lat));
begin
  select * into v_category from app.incident_categories c where c.code = p_category;
  if v_category.join_within is null then
    return null;
  end if;
  if v_category.join_same_vehicle then
    v_vehicle := app.find_vehicle(p_vehicle);
    v_plate := coalesce(v_vehicle.plate_key, app.plate_key(p_vehicle));
  end if;
  return (
    select f.body
      from app.incident_feed f
     where f.category = p_category and f.visible_from <= v_now and f.visible_until > v_now
       and f.last_seen_at > v_now - v_category.join_within
       and f.pt <@ app.box_around(p_lat, p_lng, greatest(v_category.join_within_m, 2000))
       and case when f.body ->> 'precision' = 'coarse' then f.pt ~= v_here
                else app.distance_m(p_lat, p_lng, f.lat, f.lng) <= v_category.join_within_m end
       and (not v_category.join_same_vehicle or app.plate_key(f.body -> 'vehicle' ->> 'plate') = v_plate)
     order by app.distance_m(p_lat, p_lng, f.lat, f.lng), f.last_seen_at desc, f.incident_id
     limit 1);
end
$function$;

create or replace function app.own_report (
  p_report app.reports
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_incident app.incidents;
  v_state    text := app.visible_state(p_report);
  v_said     jsonb := coalesce(p_report.said, '{}');
begin
  select * into v_incident from app.incidents i where i.id = p_report.incident_id;
  return jsonb_build_object(
    'id', p_report.id,
    'category', p_report.category,
    'occurredAt', app.instant(p_report.occurred_at),
    'receivedAt', app.instant(p_report.received_at),
    'injury', p_report.injury,
    'place', jsonb_build_object('lat', p_report.lat, 'lng', p_report.lng, 'accuracyM', p_report.accuracy_m,
                                'stopId', p_report.stop_id),
    'placeName', coalesce((select s.name from app.stops s where s.id = p_report.stop_id),
                          app.place_name(p_report.lat, p_report.lng)),
    'vehicle', app.vehicle_ref(p_report.vehicle_id, p_report.vehicle_plate),
    'note', p_report.note,
    'additions', (select coalesce(jsonb_agg(jsonb_build_object(
                           'words', a.words, 'vehicle', app.vehicle_ref(a.vehicle_id, a.vehicle_plate)) order by a.at, a.id), '[]')
                    from app.report_additions a where a.report_id = p_report.id),
    'photos', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'state', p.state) order by p.added_at, p.id), '[]')
                 from app.report_photos p where p.report_id = p_report.id),
    'visibility', p_report.visibility) || v_said || jsonb_build_object(
    'state', v_state,
    'reason', case when v_state = 'rejected' and p_report.state = 'needs_info' then 'no_answer'
                   when v_state in ('rejected', 'duplicate') then p_report.state_reason end,
    'asked', case when v_state = 'needs_info' then p_report.asked end,
    'answerBy', case when v_state = 'needs_info' then app.instant(p_report.answer_by) end,
    'shown', app.report_visibility(p_report, v_incident),
    'incidentId', case when app.is_incident_visible(p_report, v_incident) then p_report.incident_id end,
    'version', p_report.version);
end
$function$;

create or replace function app.reported_vehicle (
  p_identifier text
)
  returns app.vehicles
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_vehicle app.vehicles := app.find_vehicle(p_identifier);
begin
  if v_vehicle.id is null and app.public_code(p_identifier) is null
     and app.can_be_plate(app.plate_key(p_identifier)) then
    v_vehicle.plate_key := app.plate_key(p_identifier);
  end if;
  return v_vehicle;
end
$function$;

alter table "app"."report_additions"
  add constraint "report_additions_check" check ((COALESCE(words, vehicle_plate) IS NOT NULL));

alter table "app"."report_additions"
  add constraint "report_additions_vehicle_id_fkey" foreign key (vehicle_id) references app.vehicles(id);

revoke all on function "api"."add_to_receipt"(text, uuid, text, text) from public;

grant execute on function "api"."add_to_receipt"(text, uuid, text, text) to "service_role";

revoke all on function "api"."add_to_report"(uuid, uuid, text, text, text) from public;

grant execute on function "api"."add_to_report"(uuid, uuid, text, text, text) to "authenticated", "service_role";

revoke all on function "api"."get_own_report_photo"(uuid, uuid) from public;

grant execute on function "api"."get_own_report_photo"(uuid, uuid) to "authenticated";

revoke all on function "api"."get_report_context"(double precision, double precision, text, text) from public;

grant execute on function "api"."get_report_context"(double precision, double precision, text, text) to "authenticated", "service_role";

revoke all on function "app"."add_to_held_report"(app.reports, uuid, text, text) from public;

revoke all on function "app"."incident_already_reported"(double precision, double precision, text, text) from public;

revoke all on function "app"."reported_vehicle"(text) from public;

reset check_function_bodies;
