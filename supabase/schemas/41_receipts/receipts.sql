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
grant execute on function api.get_receipt to service_role;

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
grant execute on function api.answer_receipt to service_role;

-- Add text to a report that is not closed, three times at most. A reviewer who is deciding on it has to reload it.
-- Idempotent by id and content. Definer as above.
-- Fails with: not_found, invalid_request, id_reused, report_full, invalid_transition
create function api.add_to_receipt(p_code text, p_id uuid, p_words text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_report app.reports := app.report_by_receipt(p_code);
  v_known  app.report_additions;
begin
  if (p_id is not null and char_length(p_words) between 1 and 1000) is distinct from true then
    perform app.fail('invalid_request', '{"path": "words"}');
  end if;
  select * into v_known from app.report_additions a where a.id = p_id;
  if v_known.id is not null then
    if v_known.report_id <> v_report.id or v_known.words <> p_words then
      perform app.fail('id_reused');
    end if;
    return app.receipt_response(v_report.id);
  end if;
  perform app.check_report_is_open(v_report);
  if (select count(*) from app.report_additions a where a.report_id = v_report.id) >= 3 then
    perform app.fail('report_full');
  end if;
  insert into app.report_additions (id, report_id, at, words) values (p_id, v_report.id, app.now(), p_words)
  on conflict do nothing;
  if not found then
    perform app.fail('id_reused');
  end if;
  perform app.renew_review('report', v_report.id);
  return app.receipt_response(v_report.id);
end
$$;
grant execute on function api.add_to_receipt to service_role;

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
grant execute on function api.withdraw_receipt to service_role;

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
                 from app.report_photos p where p.report_id = p_report));
end
$$;
