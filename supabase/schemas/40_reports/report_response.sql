-- The status of a report that the caller sent, and what others see of it. Only its sender may read it: the user, or the
-- phone while nobody was signed in on it, which the receipt code proves as well. A separate request and not part of the
-- response to sending, see app.receive_report.
--
-- Definer: nobody may read reports directly.
-- Fails with: unauthenticated, not_found
create function api.get_received_report(p_id uuid, p_device text default null, p_receipt_code text default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_user     uuid := case when app.is_server() then null else app.require_user() end;
  v_report   app.reports;
  v_incident app.incidents;
begin
  select * into v_report from app.reports r where r.id = p_id;
  if not (app.sent_by(v_report, v_user, app.known_device(p_device))
          or (v_user is null and app.has_receipt(v_report, p_receipt_code))) then
    perform app.fail('not_found');
  end if;
  select * into v_incident from app.incidents i where i.id = v_report.incident_id;
  return jsonb_build_object(
    'id', v_report.id,
    'state', app.visible_state(v_report),
    'shown', app.report_visibility(v_report, v_incident),
    'incidentId', case when app.is_incident_visible(v_report, v_incident) then v_report.incident_id end,
    'alone', v_report.visibility = 'public' and v_incident.vehicle_plate is not null
             and (app.public_vehicle(v_incident)).plate is null,
    'location', app.locate(v_report.lat, v_report.lng),
    'receivedAt', app.instant(v_report.received_at));
end
$$;
grant execute on function api.get_received_report to authenticated, rider_server;

-- Whether a reporter may see the incident of their report. Not where it would reveal too much: for anything that is not
-- fully public it would show anybody with their phone which entry of the feed is theirs; and where reports join by
-- vehicle it would confirm the plate of an incident that does not name one yet, unless all of its reports are their own.
create function app.is_incident_visible(p_report app.reports, p_incident app.incidents)
returns boolean stable
return p_report.visibility = 'public'
  and (p_incident.vehicle_plate is null or (app.public_vehicle(p_incident)).plate is not null
       or not exists (select from app.reports o
                       where o.incident_id = p_incident.id
                         and not app.sent_by(o, p_report.reporter_id, p_report.device_hash)));

-- The state that the reporter sees. `held` is for reviewers only: it would reveal to a forger what was detected. A
-- question that was not answered in time is a rejection, swept or not.
create function app.visible_state(p_report app.reports)
returns text stable
return case
  when p_report.state = 'held' then 'in_review'
  when p_report.state = 'needs_info' and p_report.answer_by <= app.now() then 'rejected'
  else p_report.state end;

-- What others see of a report: `live` on the list now; `unchecked` on the list as a crash without details, until a
-- reviewer has decided; `coarse` as a cell, from the next full hour on until the full hour at which it ends (the
-- incident's own times would reveal to its other reporters when the last of them was there); `kept` nothing, because it
-- was too old for the list; `review` nothing until a reviewer has decided; `private` never on list or map.
create function app.report_visibility(p_report app.reports, p_incident app.incidents)
returns text language plpgsql stable set search_path = '' as $$
begin
  return case
    when app.visible_state(p_report) in ('rejected', 'duplicate', 'withdrawn') then 'private'
    when p_report.state in ('in_review', 'held', 'needs_info') and p_incident.id is null then 'review'
    when p_report.visibility in ('private', 'aggregate') or p_incident.id is null then 'private'
    when p_report.visibility = 'coarse' then
      case when exists (select from app.incident_feed f
                         where f.incident_id = p_incident.id and f.visible_until > app.now()) then 'coarse' else 'kept' end
    when p_incident.lifecycle <> 'active' or p_incident.expires_at <= app.now() then 'kept'
    when p_report.state <> 'linked' then 'unchecked'
    else 'live' end;
end
$$;
