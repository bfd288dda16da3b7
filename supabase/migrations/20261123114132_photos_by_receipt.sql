set check_function_bodies = off;

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
  return app.receipt_response(v_report.id)
    || jsonb_build_object('object', v_photo -> 'object', 'wanted', v_photo -> 'wanted');
end
$function$;

create or replace function api.add_report_photo (
  p_report      uuid,
  p_id          uuid,
  p_sent_sha256 text,
  p_sha256      text,
  p_bytes       integer,
  p_width       integer,
  p_height      integer,
  p_device      text    default null::text
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
  select * into v_report from app.reports r where r.id = p_report for update;
  if not app.sent_by(v_report, v_user, app.known_device(p_device)) then
    perform app.fail('not_found');
  end if;
  return app.add_photo_to_held_report(v_report, p_id, p_sent_sha256, p_sha256, p_bytes, p_width, p_height);
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
  select * into v_photo from app.report_photos p where p.id = p_id;
  if v_photo.id is not null then
    if v_photo.report_id <> p_report.id or v_photo.sent_sha256 <> decode(p_sent_sha256, 'hex') then
      perform app.fail('id_reused');
    end if;
    return app.photo_response(v_photo, true);
  end if;
  perform app.check_report_is_open(p_report);
  if (select count(*) from app.report_photos p where p.report_id = p_report.id) >= 3 then
    perform app.fail('report_full');
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

revoke all on function "api"."add_photo_to_receipt"(text, uuid, text, text, integer, integer, integer) from public;

grant execute
  on function "api"."add_photo_to_receipt"(text, uuid, text, text, integer, integer, integer)
  to "service_role";

revoke all
  on function "app"."add_photo_to_held_report"(app.reports, uuid, text, text, integer, integer, integer)
  from public;

reset check_function_bodies;
