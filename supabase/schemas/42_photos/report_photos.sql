-- Register a photo of a report, before its picture is stored. Only the report's sender may: the user, or the phone
-- while nobody was signed in on it.
-- Definer: no role may touch reports or photos.
-- Fails with: unauthenticated, not_found, invalid_request, id_reused, invalid_transition, report_full
create function api.add_report_photo(
  p_report uuid, p_id uuid, p_sent_sha256 text, p_sha256 text, p_bytes int, p_width int, p_height int,
  p_device text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
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
$$;
grant execute on function api.add_report_photo to authenticated, rider_server;

-- The same for the holder of the report's receipt code; the response also has the receipt as it is now.
-- Definer as above.
-- Fails with: not_found, invalid_request, id_reused, invalid_transition, report_full
create function api.add_photo_to_receipt(
  p_code text, p_id uuid, p_sent_sha256 text, p_sha256 text, p_bytes int, p_width int, p_height int)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_report app.reports := app.report_by_receipt(p_code);
  v_photo  jsonb;
begin
  v_photo := app.add_photo_to_held_report(v_report, p_id, p_sent_sha256, p_sha256, p_bytes, p_width, p_height);
  return app.receipt_response(v_report.id) || jsonb_build_object('added', p_id) || app.stored_photo(v_photo);
end
$$;
grant execute on function api.add_photo_to_receipt to rider_server;

-- Check, before a picture is decoded, whether add_report_photo would accept it. Null: yes. A photo that is there already
-- is returned as add_report_photo does.
-- Definer: no role may touch reports or photos.
-- Fails with: unauthenticated, not_found, id_reused, invalid_transition, report_full
create function api.check_report_photo(p_report uuid, p_id uuid, p_sent_sha256 text, p_device text default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
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
$$;
grant execute on function api.check_report_photo to authenticated, rider_server;

-- The same for add_photo_to_receipt.
-- Definer as above.
-- Fails with: not_found, id_reused, invalid_transition, report_full
create function api.check_photo_to_receipt(p_code text, p_id uuid, p_sent_sha256 text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_report app.reports;
  v_photo  app.report_photos;
begin
  select * into v_report from app.reports r where r.receipt_hash = sha256(convert_to(p_code, 'UTF8'));
  perform app.require_found(v_report.id is not null);
  v_photo := app.find_photo_or_room(v_report, p_id, p_sent_sha256);
  return case when v_photo.id is not null then
    app.receipt_response(v_report.id) || jsonb_build_object('added', p_id)
    || app.stored_photo(app.photo_response(v_photo, true)) end;
end
$$;
grant execute on function api.check_photo_to_receipt to rider_server;

-- Add a photo to a report that is not closed; the caller has checked the permission and holds the report, so the limit
-- of three also holds for concurrent requests. Idempotent by id and picture; `wanted` says whether the picture is to be
-- stored, which is true again on a retry, as the first attempt may have failed before that.
--
-- A report already in review gets the photo added, and a reviewer who is deciding has to reload it; one that was
-- accepted without review gets one for the photo.
-- Fails with: invalid_request, id_reused, invalid_transition, report_full
create function app.add_photo_to_held_report(
  p_report app.reports, p_id uuid, p_sent_sha256 text, p_sha256 text, p_bytes int, p_width int, p_height int)
returns jsonb language plpgsql set search_path = '' as $$
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
$$;

-- The photo with this id if the report has it already, else null if it may have another one.
-- Fails with: id_reused, invalid_transition, report_full
create function app.find_photo_or_room(p_report app.reports, p_id uuid, p_sent_sha256 text)
returns app.report_photos language plpgsql stable set search_path = '' as $$
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
$$;

-- What the server needs of a photo to store its picture.
create function app.stored_photo(p_photo jsonb)
returns jsonb immutable
return jsonb_build_object('object', p_photo -> 'object', 'wanted', p_photo -> 'wanted');

-- The response to the sender of a photo, with the picture's path for the server.
create function app.photo_response(p_photo app.report_photos, p_repeated boolean)
returns jsonb stable
return jsonb_build_object(
  'id', p_photo.id, 'state', p_photo.state, 'width', p_photo.width, 'height', p_photo.height, 'repeated', p_repeated,
  'object', app.photo_object(p_photo), 'wanted', p_photo.state = 'pending');

-- Validates for callers that bypass our server. Fails with: invalid_request
create function app.check_photo_shape(
  p_id uuid, p_sent_sha256 text, p_sha256 text, p_bytes int, p_width int, p_height int)
returns void language plpgsql immutable set search_path = '' as $$
begin
  if (p_id is not null and p_sent_sha256 ~ '^[0-9a-f]{64}$' and p_sha256 ~ '^[0-9a-f]{64}$'
      and p_bytes between 1 and 2097152 and p_width between 1 and 1600 and p_height between 1 and 1600) is distinct from true then
    perform app.fail('invalid_request', '{"path": "photo"}');
  end if;
end
$$;

-- A photo of a report for a reviewer: the path of its picture. A refused one has none any more. Reading it is noted.
--
-- Definer: no role may touch photos.
-- Fails with: unauthenticated, role_required, not_found
create function api.get_report_photo(p_report uuid, p_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin uuid := app.require_role('admin');
  v_photo app.report_photos;
begin
  select * into v_photo from app.report_photos p
   where p.id = p_id and p.report_id = p_report and p.state <> 'refused';
  perform app.require_found(v_photo.id is not null);
  perform app.note_read(v_admin, 'report.photo_opened', 'report', p_report::text, jsonb_build_object('photoId', p_id));
  return app.photo_response(v_photo, true);
end
$$;
grant execute on function api.get_report_photo to authenticated;

-- The same of one's own report, for its account. Definer as above.
-- Fails with: unauthenticated, not_found
create function api.get_own_report_photo(p_report uuid, p_id uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
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
$$;
grant execute on function api.get_own_report_photo to authenticated;
