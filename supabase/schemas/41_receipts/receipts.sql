-- The status of a report, for the holder of its receipt code.
--
-- The code is the only credential: an anonymous reporter has no other. Only its hash is looked up, in a unique index,
-- so every wrong code takes the same time and returns the same error. Signing in makes no difference: only the apps'
-- servers may call these functions, and they rate limit guesses.
-- Definer: no role may touch reports.
-- Fails with: not_found
create function api.get_receipt(p_code text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_report uuid;
begin
  select r.id into v_report from app.reports r where r.receipt_hash = sha256(convert_to(p_code, 'UTF8'));
  perform app.require_found(v_report is not null);
  return app.receipt_response(v_report);
end
$$;
grant execute on function api.get_receipt to rider_server;

-- Answer a reviewer's question. The same answer sent again changes nothing. Definer as above.
-- Fails with: not_found, invalid_request, invalid_transition
create function api.answer_receipt(p_code text, p_answer text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_report app.reports := app.report_by_receipt(p_code);
begin
  perform app.answer_question(v_report, p_answer);
  return app.receipt_response(v_report.id);
end
$$;
grant execute on function api.answer_receipt to rider_server;

-- Add text, a vehicle or both to a report. Definer as above.
-- Fails with: not_found, invalid_request, unknown_vehicle, id_reused, report_full, invalid_transition
create function api.add_to_receipt(p_code text, p_id uuid, p_words text default null, p_vehicle text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_report app.reports := app.report_by_receipt(p_code);
begin
  perform app.add_to_held_report(v_report, p_id, p_words, p_vehicle);
  return app.receipt_response(v_report.id) || jsonb_build_object('added', p_id);
end
$$;
grant execute on function api.add_to_receipt to rider_server;

-- The same for the sender of a report: the user, or the phone while nobody was signed in on it. Locks the report.
-- Definer: no role may touch reports.
-- Fails with: unauthenticated, not_found, invalid_request, unknown_vehicle, id_reused, report_full, invalid_transition
create function api.add_to_report(
  p_report_id uuid, p_id uuid, p_words text default null, p_vehicle text default null, p_device text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user   uuid := case when app.is_server() then null else app.require_user() end;
  v_report app.reports;
begin
  select * into v_report from app.reports r where r.id = p_report_id for update;
  perform app.require_found(app.sent_by(v_report, v_user, app.known_device(p_device)));
  perform app.add_to_held_report(v_report, p_id, p_words, p_vehicle);
  return app.receipt_response(v_report.id) || jsonb_build_object('added', p_id);
end
$$;
grant execute on function api.add_to_report to authenticated, rider_server;

-- Add to a report that is not closed, three times at most; the caller has checked the permission and holds the report.
-- Idempotent by id and content.
--
-- An addition is for reviewers: it changes neither the report nor its incident, so that a vehicle that is named later
-- cannot get past the rules for naming one. A reviewer who is deciding on the report has to reload it; a report that
-- counts already is queued for its addition.
-- Fails with: invalid_request, unknown_vehicle, id_reused, report_full, invalid_transition
create function app.add_to_held_report(p_report app.reports, p_id uuid, p_words text, p_vehicle text)
returns void language plpgsql set search_path = '' as $$
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
$$;

-- Withdraw the report. Idempotent. Definer as above.
-- Fails with: not_found
create function api.withdraw_receipt(p_code text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_report app.reports := app.report_by_receipt(p_code);
begin
  perform app.withdraw_held_report(v_report, v_report.reporter_id);
  return app.receipt_response(v_report.id);
end
$$;
grant execute on function api.withdraw_receipt to rider_server;

-- The report of a receipt code, locked until the transaction ends. Fails with: not_found
create function app.report_by_receipt(p_code text)
returns app.reports language plpgsql set search_path = '' as $$
declare
  v_report app.reports;
begin
  select * into v_report from app.reports r where r.receipt_hash = sha256(convert_to(p_code, 'UTF8')) for update;
  perform app.require_found(v_report.id is not null);
  return v_report;
end
$$;

-- Whether additions to a report are still possible: not once it was withdrawn or rejected.
-- Fails with: invalid_transition
create function app.check_report_is_open(p_report app.reports)
returns void language plpgsql stable set search_path = '' as $$
begin
  if app.visible_state(p_report) not in ('accepted', 'linked', 'in_review', 'needs_info') then
    perform app.refuse_move(app.visible_state(p_report), '{}');
  end if;
end
$$;

-- What a receipt shows: neither place, kind, text nor author, because somebody else may hold it.
create function app.receipt_response(p_report uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_report   app.reports;
  v_incident app.incidents;
  v_state    text;
begin
  select * into v_report from app.reports r where r.id = p_report;
  select * into v_incident from app.incidents i where i.id = v_report.incident_id;
  v_state := app.visible_state(v_report);
  return jsonb_build_object(
    'state', v_state,
    'shown', app.report_visibility(v_report, v_incident),
    'receivedAt', app.instant(v_report.received_at),
    'asked', case when v_state = 'needs_info' then v_report.asked end,
    'answerBy', case when v_state = 'needs_info' then app.instant(v_report.answer_by) end,
    'incidentId', case when app.is_incident_visible(v_report, v_incident) then v_report.incident_id end,
    'additions', (select count(*) from app.report_additions a where a.report_id = p_report),
    'photos', (select coalesce(jsonb_agg(p.state order by p.added_at, p.id), '[]')
                 from app.report_photos p where p.report_id = p_report),
    'isMailed', app.is_report_mailed(p_report),
    'opened', (select count(*) from app.audit_log l
                where l.subject_kind = 'report' and l.subject_id = p_report::text and l.action = 'report.opened'));
end
$$;
