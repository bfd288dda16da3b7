set check_function_bodies = off;

create or replace function api.add_collection_entry_photo (
  p_entry       uuid,
  p_id          uuid,
  p_sent_sha256 text,
  p_sha256      text,
  p_bytes       integer,
  p_width       integer,
  p_height      integer
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_surveyor uuid := app.require_role('surveyor');
  v_entry    app.collection_entries;
  v_photo    app.entry_photos;
begin
  select * into v_entry from app.collection_entries e
   where e.id = p_entry and e.surveyor_id = v_surveyor for update;
  perform app.require_found(v_entry.id is not null);
  perform app.check_photo_shape(p_id, p_sent_sha256, p_sha256, p_bytes, p_width, p_height);
  v_photo := app.find_entry_photo_or_room(v_entry, p_id, p_sent_sha256);
  if v_photo.id is not null then
    return app.entry_photo_response(v_photo, true);
  end if;
  insert into app.entry_photos (id, entry_id, sent_sha256, sha256, bytes, width, height, added_at)
  values (p_id, p_entry, decode(p_sent_sha256, 'hex'), decode(p_sha256, 'hex'), p_bytes, p_width, p_height, app.now())
  on conflict do nothing
  returning * into v_photo;
  if v_photo.id is null then
    perform app.fail('id_reused');
  end if;
  perform app.renew_review('collection_entry', p_entry);
  return app.entry_photo_response(v_photo, false);
end
$function$;

create or replace function api.add_photo_to_receipt (
  p_code        text,
  p_id          uuid,
  p_sent_sha256 text,
  p_sha256      text,
  p_bytes       integer,
  p_width       integer,
  p_height      integer
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_report app.reports := app.report_by_receipt(p_code);
  v_photo  jsonb;
begin
  v_photo := app.add_photo_to_held_report(v_report, p_id, p_sent_sha256, p_sha256, p_bytes, p_width, p_height);
  return app.receipt_response(v_report.id) || app.stored_photo(v_photo);
end
$function$;

create or replace function api.check_collection_entry_photo (
  p_entry       uuid,
  p_id          uuid,
  p_sent_sha256 text
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  v_surveyor uuid := app.require_role('surveyor');
  v_entry    app.collection_entries;
  v_photo    app.entry_photos;
begin
  select * into v_entry from app.collection_entries e where e.id = p_entry and e.surveyor_id = v_surveyor;
  perform app.require_found(v_entry.id is not null);
  v_photo := app.find_entry_photo_or_room(v_entry, p_id, p_sent_sha256);
  return case when v_photo.id is not null then app.entry_photo_response(v_photo, true) end;
end
$function$;

create or replace function api.check_photo_to_receipt (
  p_code        text,
  p_id          uuid,
  p_sent_sha256 text
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  v_report app.reports;
  v_photo  app.report_photos;
begin
  select * into v_report from app.reports r where r.receipt_hash = sha256(convert_to(p_code, 'UTF8'));
  perform app.require_found(v_report.id is not null);
  v_photo := app.find_photo_or_room(v_report, p_id, p_sent_sha256);
  return case when v_photo.id is not null then
    app.receipt_response(v_report.id) || app.stored_photo(app.photo_response(v_photo, true)) end;
end
$function$;

create or replace function api.check_report_photo (
  p_report      uuid,
  p_id          uuid,
  p_sent_sha256 text,
  p_device      text default null::text
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  v_user   uuid := case when app.is_server() then null else app.require_user() end;
  v_report app.reports;
  v_photo  app.report_photos;
begin
  select * into v_report from app.reports r where r.id = p_report;
  perform app.require_found(app.sent_by(v_report, v_user, app.known_device(p_device)));
  v_photo := app.find_photo_or_room(v_report, p_id, p_sent_sha256);
  return case when v_photo.id is not null then app.photo_response(v_photo, true) end;
end
$function$;

create or replace function app.add_photo_to_held_report (
  p_report      app.reports,
  p_id          uuid,
  p_sent_sha256 text,
  p_sha256      text,
  p_bytes       integer,
  p_width       integer,
  p_height      integer
)
  returns jsonb
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_photo app.report_photos;
begin
  perform app.check_photo_shape(p_id, p_sent_sha256, p_sha256, p_bytes, p_width, p_height);
  v_photo := app.find_photo_or_room(p_report, p_id, p_sent_sha256);
  if v_photo.id is not null then
    return app.photo_response(v_photo, true);
  end if;
  insert into app.report_photos (id, report_id, sent_sha256, sha256, bytes, width, height, added_at)
  values (p_id, p_report.id, decode(p_sent_sha256, 'hex'), decode(p_sha256, 'hex'), p_bytes, p_width, p_height, app.now())
  on conflict do nothing
  returning * into v_photo;
  if v_photo.id is null then
    perform app.fail('id_reused');
  end if;
  if p_report.state in ('accepted', 'linked') then
    perform app.open_review('report', p_report.id, p_report.reporter_id, 'photo', interval '24 hours');
  end if;
  perform app.renew_review('report', p_report.id);
  return app.photo_response(v_photo, false);
end
$function$;

create or replace function app.find_entry_photo_or_room (
  p_entry       app.collection_entries,
  p_id          uuid,
  p_sent_sha256 text
)
  returns app.entry_photos
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_photo app.entry_photos;
begin
  select * into v_photo from app.entry_photos p where p.id = p_id;
  if v_photo.id is not null then
    if v_photo.entry_id <> p_entry.id or encode(v_photo.sent_sha256, 'hex') is distinct from p_sent_sha256 then
      perform app.fail('id_reused');
    end if;
    return v_photo;
  end if;
  if p_entry.state in ('approved', 'rejected', 'replaced', 'withdrawn') then
    perform app.refuse_move(p_entry.state, '{}');
  end if;
  if (select count(*) from app.entry_photos p where p.entry_id = p_entry.id) >= 3 then
    perform app.fail('report_full');
  end if;
  return null;
end
$function$;

create or replace function app.find_photo_or_room (
  p_report      app.reports,
  p_id          uuid,
  p_sent_sha256 text
)
  returns app.report_photos
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_photo app.report_photos;
begin
  select * into v_photo from app.report_photos p where p.id = p_id;
  if v_photo.id is not null then
    if v_photo.report_id <> p_report.id or encode(v_photo.sent_sha256, 'hex') is distinct from p_sent_sha256 then
      perform app.fail('id_reused');
    end if;
    return v_photo;
  end if;
  perform app.check_report_is_open(p_report);
  if (select count(*) from app.report_photos p where p.report_id = p_report.id) >= 3 then
    perform app.fail('report_full');
  end if;
  return null;
end
$function$;

create or replace function app.stored_photo (
  p_photo jsonb
)
  returns jsonb
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
begin
  return jsonb_build_object('object', p_photo -> 'object', 'wanted', p_photo -> 'wanted');
end
$function$;

revoke all on function "api"."check_collection_entry_photo"(uuid, uuid, text) from public;

grant execute on function "api"."check_collection_entry_photo"(uuid, uuid, text) to "authenticated";

revoke all on function "api"."check_photo_to_receipt"(text, uuid, text) from public;

grant execute on function "api"."check_photo_to_receipt"(text, uuid, text) to "service_role";

revoke all on function "api"."check_report_photo"(uuid, uuid, text, text) from public;

grant execute on function "api"."check_report_photo"(uuid, uuid, text, text) to "authenticated", "service_role";

revoke all on function "app"."find_entry_photo_or_room"(app.collection_entries, uuid, text) from public;

revoke all on function "app"."find_photo_or_room"(app.reports, uuid, text) from public;

revoke all on function "app"."stored_photo"(jsonb) from public;

reset check_function_bodies;
