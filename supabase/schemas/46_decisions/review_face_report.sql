-- What a reviewer sees of a report: everything that it says, what it stands beside, and the reporter's earlier record as
-- counts. Never who the reporter is, nor which device.
create function app.review_face_report(p_entry app.review_entries)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_report app.reports;
begin
  select * into v_report from app.reports r where r.id = p_entry.subject_id;
  return app.report_face(v_report) || jsonb_build_object(
    'visibility', v_report.visibility,
    'said', v_report.said,
    'asked', v_report.asked,
    'answer', v_report.answer,
    'location', app.locate(v_report.lat, v_report.lng),
    'incidentId', v_report.incident_id,
    'siblings', (select coalesce(jsonb_agg(app.report_face(s) order by s.received_at, s.id), '[]')
                   from app.reports s
                  where s.id <> v_report.id
                    and (s.incident_id = v_report.incident_id
                         or p_entry.detail -> 'similar' @> to_jsonb(s.id))),
    'reporter', (select jsonb_build_object(
                          'account', v_report.reporter_id is not null,
                          'newAccount', app.is_new_account(v_report.reporter_id),
                          'reports', count(*),
                          'accepted', count(*) filter (where r.state in ('accepted', 'linked')),
                          'rejected', count(*) filter (where r.state = 'rejected'),
                          'duplicate', count(*) filter (where r.state = 'duplicate'),
                          'withdrawn', count(*) filter (where r.state = 'withdrawn'))
                   from app.reports r
                  where r.id <> v_report.id
                    and (r.reporter_id = v_report.reporter_id
                         or (v_report.reporter_id is null and r.reporter_id is null
                             and r.device_hash = v_report.device_hash))));
end
$$;

-- One report as reviewers see it beside others.
create function app.report_face(p_report app.reports)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return jsonb_build_object(
    'id', p_report.id,
    'category', p_report.category,
    'state', p_report.state,
    'occurredAt', app.instant(p_report.occurred_at),
    'receivedAt', app.instant(p_report.received_at),
    'place', jsonb_build_object('lat', p_report.lat, 'lng', p_report.lng, 'accuracyM', p_report.accuracy_m),
    'placeName', app.place_name(p_report.lat, p_report.lng),
    'injury', p_report.injury,
    'vehicle', app.vehicle_ref(p_report.vehicle_id, p_report.vehicle_plate),
    'note', p_report.note,
    'noteFlags', to_jsonb(p_report.note_flags),
    'additions', app.additions_of(p_report.id),
    'photos', app.photos_of(p_report.id),
    'version', p_report.version);
end
$$;
