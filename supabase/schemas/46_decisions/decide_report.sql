-- Apply a reviewer's decision to a report. The dispatcher has checked the reviewer, and writes the entry and the audit
-- log; this moves the report and everything that depends on it, in the same transaction.
--
-- `approved` makes it count, as far as its visibility allows: into an incident, into the weekly counts, or nowhere.
-- `approved_with_edits` corrects it first, `changes_requested` asks the reporter the question in the note, `rejected`
-- and `duplicate` detach it from its incident. Its photos get the same decision; for a report that counts already only
-- they are decided.
-- Fails with: not_found, invalid_request, invalid_transition
create function app.decide_report(p_entry app.review_entries, p_decision text, p_input jsonb, p_actor uuid)
returns void language plpgsql set search_path = '' as $$
declare
  v_id     uuid := p_entry.subject_id;
  v_reason text := p_input ->> 'reasonCode';
  v_state  text;
  v_before uuid;
  v_into   uuid;
begin
  select r.state, r.incident_id into v_state, v_before from app.reports r where r.id = v_id for update;
  if v_state is null then
    perform app.fail('not_found');
  elsif v_state in ('accepted', 'linked') then
    perform app.decide_late_photos(v_id, p_decision, p_input -> 'edits');
    return;
  elsif v_state = 'held' then
    perform app.move_report(v_id, 'in_review', null, p_actor);
  end if;
  perform app.decide_photos(v_id, p_decision, p_input -> 'edits');
  case p_decision
    when 'approved' then
      perform app.move_report(v_id, 'accepted', v_reason, p_actor);
      perform app.attach_report(v_id);
    when 'approved_with_edits' then
      perform app.correct_report(v_id, p_input -> 'edits');
      -- Before the incident that it is in: the lock order of a report that is joining.
      perform app.lock_for_joining(r, c)
         from app.reports r join app.incident_categories c on c.code = r.category where r.id = v_id;
      perform app.expire_if_over(v_before);
      update app.reports r set incident_id = null where r.id = v_id;
      perform app.move_report(v_id, 'accepted', v_reason, p_actor);
      perform app.attach_report(v_id);
      if v_before is not null then
        perform app.reconsider_incident(v_before, 'corrected', (select r.incident_id from app.reports r where r.id = v_id));
      end if;
    when 'changes_requested' then
      if p_input ->> 'note' is null then
        perform app.fail('invalid_request', '{"path": "note", "code": "required"}');
      end if;
      perform app.move_report(v_id, 'needs_info', v_reason, p_actor);
      update app.reports r set asked = p_input ->> 'note', answer_by = app.now() + interval '14 days' where r.id = v_id;
    when 'rejected' then
      perform app.leave_incident(v_id, 'rejected', v_reason, p_actor);
    when 'duplicate' then
      v_into := app.duplicated_incident(v_id, (p_input ->> 'duplicateOf')::uuid);
      perform app.leave_incident(v_id, 'duplicate', v_reason, p_actor, nullif(v_into, v_before));
      update app.reports r set duplicate_of = (p_input ->> 'duplicateOf')::uuid where r.id = v_id;
    else
      perform app.fail('invalid_request', '{"path": "decision", "code": "not_allowed_here"}');
  end case;
end
$$;

-- The incident of a duplicate's original: another incident, or another report; null where that report is in none. Never
-- the report's own incident: leaving that as its own duplicate would retract a live incident.
-- Fails with: invalid_request for anything else
create function app.duplicated_incident(p_report uuid, p_of uuid)
returns uuid language plpgsql stable set search_path = '' as $$
declare
  v_incident uuid;
begin
  if p_of in (select r.incident_id from app.reports r where r.id = p_report) then
    perform app.fail('invalid_request', '{"path": "duplicateOf", "code": "not_allowed_here"}');
  end if;
  select i.id into v_incident from app.incidents i where i.id = p_of and i.lifecycle not in ('merged', 'retracted');
  if v_incident is null then
    select r.incident_id into v_incident from app.reports r where r.id = p_of and r.id <> p_report;
    if not found then
      perform app.fail('invalid_request', '{"path": "duplicateOf", "code": "unknown_reference"}');
    end if;
  end if;
  return v_incident;
end
$$;

-- Correct a pending report: `category`, `injury`, `place` (lat, lng), `vehicle` (any spelling, or null), `visibility`
-- (narrower only), `occurredAt` (in the 30 days before it was received), `note` (for colleagues; null removes it);
-- `refusedPhotos` is handled elsewhere. The rider's original values are stored beside it. A new
-- category never widens the visibility.
-- Fails with: invalid_request, outside_service_area, unknown_vehicle
create function app.correct_report(p_report uuid, p_edits jsonb)
returns void language plpgsql set search_path = '' as $$
declare
  v_now     app.reports;
  v_before  app.reports;
  v_vehicle app.vehicles;
  v_kind    app.incident_categories;
begin
  if (jsonb_typeof(p_edits) = 'object' and p_edits <> '{}'
      and p_edits - '{category,injury,place,vehicle,visibility,occurredAt,note,refusedPhotos}'::text[] = '{}') is distinct from true then
    perform app.fail('invalid_request', '{"path": "edits"}');
  end if;
  select * into v_before from app.reports r where r.id = p_report;
  v_now := v_before;
  v_now.category := coalesce(p_edits ->> 'category', v_now.category);
  v_now.injury := coalesce(p_edits ->> 'injury', v_now.injury);
  v_now.visibility := coalesce(p_edits ->> 'visibility', v_now.visibility);
  select * into v_kind from app.incident_categories c where c.code = v_now.category;
  if v_kind.code is null then
    perform app.fail('invalid_request', '{"path": "edits.category"}');
  elsif v_now.injury not in ('none', 'some', 'unknown') then
    perform app.fail('invalid_request', '{"path": "edits.injury"}');
  elsif app.narrower_visibility(v_before.visibility, v_now.visibility) is distinct from v_now.visibility then
    perform app.fail('invalid_request', '{"path": "edits.visibility", "code": "not_allowed_here"}');
  end if;
  v_now.visibility := app.narrower_visibility(v_kind.visibility, v_now.visibility);
  v_now := app.correct_time_and_note(v_now, p_edits);
  if p_edits ? 'place' then
    v_now := app.move_report_place(v_now, p_edits -> 'place');
  end if;
  if p_edits ? 'vehicle' then
    v_vehicle := app.mentioned_vehicle(p_edits ->> 'vehicle');
    v_now.vehicle_id := v_vehicle.id;
    v_now.vehicle_plate := coalesce(v_vehicle.plate_key, app.plate_key(p_edits ->> 'vehicle'));
    if p_edits ->> 'vehicle' is not null and v_vehicle.id is null and app.can_be_plate(v_now.vehicle_plate) is not true then
      perform app.fail('unknown_vehicle', '{"path": "edits.vehicle"}');
    end if;
  end if;
  update app.reports r
     set category = v_now.category, injury = v_now.injury, visibility = v_now.visibility, lat = v_now.lat, lng = v_now.lng,
         stop_id = v_now.stop_id, corridor_id = v_now.corridor_id, vehicle_id = v_now.vehicle_id,
         vehicle_plate = v_now.vehicle_plate, occurred_at = v_now.occurred_at, note = v_now.note,
         note_flags = v_now.note_flags, version = r.version + 1,
         original = app.changed_members(app.own_report(v_before), app.own_report(v_now)) || coalesce(r.original, '{}')
   where r.id = p_report;
end
$$;

-- A report with the time and the note that a reviewer corrected. Fails with: invalid_request
create function app.correct_time_and_note(p_report app.reports, p_edits jsonb)
returns app.reports language plpgsql stable set search_path = '' as $$
declare
  v_report app.reports := p_report;
begin
  if p_edits ? 'occurredAt' then
    if (p_edits ->> 'occurredAt' ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$') is distinct from true then
      perform app.fail('invalid_request', '{"path": "edits.occurredAt"}');
    end if;
    v_report.occurred_at := (p_edits ->> 'occurredAt')::timestamptz;
    if v_report.occurred_at > p_report.received_at
       or v_report.occurred_at < p_report.received_at - interval '30 days' then
      perform app.fail('invalid_request', '{"path": "edits.occurredAt", "code": "out_of_range"}');
    end if;
  end if;
  if p_edits ? 'note' then
    v_report.note := p_edits ->> 'note';
    if not char_length(coalesce(v_report.note, 'none')) between 1 and 2000 then
      perform app.fail('invalid_request', '{"path": "edits.note"}');
    end if;
    v_report.note_flags := app.screen_note(coalesce(v_report.note, ''));
  end if;
  return v_report;
end
$$;

-- A report moved to another place. Fails with: invalid_request, outside_service_area
create function app.move_report_place(p_report app.reports, p_place jsonb)
returns app.reports language plpgsql stable set search_path = '' as $$
declare
  v_report   app.reports := p_report;
  v_location jsonb;
begin
  if (jsonb_typeof(p_place -> 'lat') = 'number' and jsonb_typeof(p_place -> 'lng') = 'number'
      and (p_place ->> 'lat')::numeric between -90 and 90 and (p_place ->> 'lng')::numeric between -180 and 180
     ) is distinct from true then
    perform app.fail('invalid_request', '{"path": "edits.place"}');
  end if;
  v_report.lat := (p_place ->> 'lat')::float8;
  v_report.lng := (p_place ->> 'lng')::float8;
  v_report.stop_id := null;
  v_location := app.locate(v_report.lat, v_report.lng);
  if not (v_location ->> 'inServiceArea')::boolean then
    perform app.fail('outside_service_area', '{"path": "edits.place"}');
  end if;
  v_report.corridor_id := (v_location -> 'corridor' ->> 'id')::uuid;
  return v_report;
end
$$;

-- The rider's original values of the fields that a reviewer's correction changes.
create function app.changed_members(p_before jsonb, p_after jsonb)
returns jsonb language plpgsql immutable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_object_agg(b.key, b.value), '{}')
      from jsonb_each(p_before) b
     where b.key in ('category', 'injury', 'place', 'vehicle', 'visibility', 'occurredAt', 'note') and b.value is distinct from p_after -> b.key);
end
$$;
