-- The caller's own reports, the newest first. Those whose contact data was erased after 90 days are nobody's any more.
--
-- Definer: nobody may read reports directly.
-- Fails with: unauthenticated
create function api.list_own_reports(p_limit int default 20, p_after jsonb default null)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
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

-- One of the caller's own reports; anybody else's does not exist for them. Definer as above.
-- Fails with: unauthenticated, not_found
create function api.get_own_report(p_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
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

-- What the reporter said, and what became of it. Where a reviewer corrected something, it still says what they said.
create function app.own_report(p_report app.reports)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_incident app.incidents;
  v_state    text := app.told_state(p_report);
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
    'vehicle', app.vehicle_ref(p_report.vehicle_id, p_report.vehicle_plate),
    'note', p_report.note,
    'visibility', p_report.visibility) || v_said || jsonb_build_object(
    'state', v_state,
    'reason', case when v_state = 'rejected' and p_report.state = 'needs_info' then 'no_answer'
                   when v_state in ('rejected', 'duplicate') then p_report.state_reason end,
    'asked', case when v_state = 'needs_info' then p_report.asked end,
    'answerBy', case when v_state = 'needs_info' then app.instant(p_report.answer_by) end,
    'shown', app.how_shown(p_report, v_incident),
    'incidentId', case when app.tells_incident(p_report, v_incident) then p_report.incident_id end,
    'version', p_report.version);
end
$$;
