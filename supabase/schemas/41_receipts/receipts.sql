-- What became of a report, for whoever has its receipt code.
--
-- The code is the whole credential: a reporter who gave no name has no other. Its hash is looked up in a unique index and
-- nothing else is asked, so a wrong code costs the same and is told the same, whatever is wrong with it. Whoever signs in
-- is no better off here: the functions are the apps' servers' alone, where guesses are limited.
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

-- Answer what a reviewer asked. The same answer sent again changes nothing. Definer as above.
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

-- Add something to a report that is not closed, three times at most. Whoever is about to decide on it must look again.
-- The same id with the same words changes nothing. Definer as above.
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

-- Take the report back. Doing it again changes nothing. Definer as above.
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

-- The report of a receipt code, held until the end. Fails with: not_found
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

-- Whether something can still be put beside a report: not once it is withdrawn or was found to be of no use.
-- Fails with: invalid_transition
create function app.check_report_is_open(p_report app.reports)
returns void language plpgsql stable set search_path = '' as $$
begin
  if app.visible_state(p_report) not in ('accepted', 'linked', 'in_review', 'needs_info') then
    perform app.refuse_move(app.visible_state(p_report), '{}');
  end if;
end
$$;

-- What a receipt tells. Neither the place, nor the kind, nor the words, nor who: it may be somebody else who holds it.
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
