-- The caller's own reports, newest first. Reports that were anonymized after 90 days are not included.
--
-- Definer: nobody may read reports directly.
-- Fails with: unauthenticated
create function api.list_own_reports(p_limit int default 20, p_after jsonb default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_user  uuid := app.require_user();
  v_limit int := app.page_size(p_limit);
  v_at    timestamptz := coalesce((p_after ->> 't')::timestamptz, 'infinity');
  v_id    uuid := coalesce((p_after ->> 'id')::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
begin
  return app.page(array(
    select jsonb_build_object('row', app.own_report(r), 'key', jsonb_build_object('t', r.received_at, 'id', r.id))
      from app.reports r
     where r.reporter_id = v_user and (r.received_at, r.id) < (v_at, v_id)
     order by r.received_at desc, r.id desc
     limit v_limit + 1), v_limit);
end
$$;
grant execute on function api.list_own_reports to authenticated;

-- One of the caller's own reports; any other returns not_found. Definer as above.
-- Fails with: unauthenticated, not_found
create function api.get_own_report(p_id uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_user   uuid := app.require_user();
  v_report app.reports;
begin
  select * into v_report from app.reports r where r.id = p_id and r.reporter_id = v_user;
  perform app.require_found(v_report.id is not null);
  return app.own_report(v_report);
end
$$;
grant execute on function api.get_own_report to authenticated;

-- The reporter's own values and the report's status. Fields that a reviewer corrected still have the original value.
create function app.own_report(p_report app.reports)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_incident app.incidents;
  v_state    text := app.visible_state(p_report);
  v_original     jsonb := coalesce(p_report.original, '{}');
begin
  select * into v_incident from app.incidents i where i.id = p_report.incident_id;
  return jsonb_build_object(
    'id', p_report.id,
    'category', p_report.category,
    'occurredAt', app.instant(p_report.occurred_at),
    'timeUncertain', p_report.time_uncertain,
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
    'visibility', p_report.visibility) || v_original || jsonb_build_object(
    'state', v_state,
    'reason', case when v_state = 'rejected' and p_report.state = 'needs_info' then 'no_answer'
                   when v_state in ('rejected', 'duplicate') then p_report.state_reason end,
    'asked', case when v_state = 'needs_info' then p_report.asked end,
    'answerBy', case when v_state = 'needs_info' then app.instant(p_report.answer_by) end,
    'shown', app.report_visibility(p_report, v_incident),
    'incidentId', case when app.is_incident_visible(p_report, v_incident) then p_report.incident_id end,
    'version', p_report.version,
    'isMailed', app.is_report_mailed(p_report.id));
end
$$;

-- Answer a reviewer's question about one of the caller's own reports. The same answer again changes nothing.
--
-- Locks the report, so that a double tap sends one answer. Definer: nobody may touch reports directly.
-- Fails with: unauthenticated, not_found, invalid_request, invalid_transition
create function api.answer_report(p_id uuid, p_answer text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user   uuid := app.require_user();
  v_report app.reports;
begin
  select * into v_report from app.reports r where r.id = p_id and r.reporter_id = v_user for update;
  perform app.require_found(v_report.id is not null);
  perform app.answer_question(v_report, p_answer);
  select * into v_report from app.reports r where r.id = p_id;
  return app.own_report(v_report);
end
$$;
grant execute on function api.answer_report to authenticated;

-- Send a report back to the reviewers with an answer; the caller has checked the permission and holds the report. If it
-- is not waiting for an answer, the error has the state that its reporter may see.
-- Fails with: invalid_request, invalid_transition
create function app.answer_question(p_report app.reports, p_answer text)
returns void language plpgsql set search_path = '' as $$
declare
  v_visible text := app.visible_state(p_report);
begin
  if p_report.state = 'in_review' and p_report.answer = p_answer then
    return;
  elsif (char_length(p_answer) between 1 and 1000) is distinct from true then
    perform app.fail('invalid_request', '{"path": "answer"}');
  elsif v_visible <> 'needs_info' then
    perform app.refuse_move(v_visible, case when v_visible = 'withdrawn' then '{}' else '{withdrawn}' end::text[]);
  end if;
  perform app.move_report(p_report.id, 'in_review', null, p_report.reporter_id);
  update app.reports r set answer = p_answer, answer_by = null where r.id = p_report.id;
  perform app.open_review('report', p_report.id, p_report.reporter_id, 'answered', app.review_due(
    (select c from app.incident_categories c where c.code = p_report.category)));
end
$$;

-- Withdraw one of the caller's own reports, in any state. Idempotent.
--
-- Its incident is rebuilt from the remaining reports; if it was the last one, the incident is retracted. Locks the
-- report, then the incident, as everywhere that locks both. Definer: nobody may touch reports directly.
-- Fails with: unauthenticated, not_found
create function api.withdraw_report(p_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user   uuid := app.require_user();
  v_report app.reports;
begin
  select * into v_report from app.reports r where r.id = p_id and r.reporter_id = v_user for update;
  perform app.require_found(v_report.id is not null);
  perform app.withdraw_held_report(v_report, v_user);
  return '{"withdrawn": true}';
end
$$;
grant execute on function api.withdraw_report to authenticated;

-- Withdraw a report and its photos; the caller has checked the permission and holds the report.
create function app.withdraw_held_report(p_report app.reports, p_actor uuid)
returns void language plpgsql set search_path = '' as $$
begin
  if p_report.state <> 'withdrawn' then
    delete from app.report_photos p where p.report_id = p_report.id;
    perform app.leave_incident(p_report.id, 'withdrawn', null, p_actor);
    perform app.withdraw_review('report', p_report.id);
  end if;
end
$$;
