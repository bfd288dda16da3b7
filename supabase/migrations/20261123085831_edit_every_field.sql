set check_function_bodies = off;

create or replace function app.anonymize_author (
  p_report app.reports,
  p_nobody uuid        default gen_random_uuid()
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_ids uuid[] := array(
    select r.id from app.reports r
     where r.id = p_report.id
        or (r.incident_id = p_report.incident_id and r.reporter_id = p_report.reporter_id
            and r.closed_at is not null and p_report.reporter_id is not null));
begin
  update app.report_events e set actor = null where e.report_id = p_report.id and e.actor = p_report.reporter_id;
  update app.review_entries e set author_id = null
   where e.kind = 'report' and e.subject_id = any (v_ids) and e.author_id = p_report.reporter_id;
  update app.review_snapshots s set before = (s.before - '{asked,note,note_flags}'::text[]) #- '{said,note}',
         after = (s.after - '{asked,note,note_flags}'::text[]) #- '{said,note}'
    from app.review_entries e
   where e.id = s.entry_id and e.kind = 'report' and e.subject_id = any (v_ids);
  -- Additions are free text like a note but were never screened; a photo may show who took it.
  delete from app.report_additions a where a.report_id = any (v_ids);
  delete from app.report_photos p where p.report_id = any (v_ids);
  update app.reports r
     set reporter_id = case when r.reporter_id is not null then p_nobody end, author_erased = true, device_hash = null,
         receipt_hash = null, note = case when r.note_flags = '{}' then r.note end, answer = null, asked = null,
         said = r.said - 'note'
   where r.id = any (v_ids);
end
$function$;

create or replace function app.changed_members (
  p_before jsonb,
  p_after  jsonb
)
  returns jsonb
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
begin
  return (
    select coalesce(jsonb_object_agg(b.key, b.value), '{}')
      from jsonb_each(p_before) b
     where b.key in ('category', 'injury', 'place', 'vehicle', 'visibility', 'occurredAt', 'note') and b.value is distinct from p_after -> b.key);
end
$function$;

create or replace function app.correct_report (
  p_report uuid,
  p_edits  jsonb
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
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
    v_vehicle := app.find_vehicle(p_edits ->> 'vehicle');
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
         said = app.changed_members(app.own_report(v_before), app.own_report(v_now)) || coalesce(r.said, '{}')
   where r.id = p_report;
end
$function$;

create or replace function app.correct_time_and_note (
  p_report app.reports,
  p_edits  jsonb
)
  returns app.reports
  language plpgsql
  stable
  set search_path to ''
  AS $function$
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
$function$;

create or replace function app.review_view_report (
  p_entry app.review_entries
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_report   app.reports;
  v_incident app.incidents;
begin
  select * into v_report from app.reports r where r.id = p_entry.subject_id;
  select * into v_incident from app.incidents i where i.id = v_report.incident_id;
  return app.report_view(v_report) || jsonb_build_object(
    'kind', 'report',
    'visibility', v_report.visibility,
    'said', app.said_for_review(v_report),
    'asked', v_report.asked,
    'answer', v_report.answer,
    'location', app.locate(v_report.lat, v_report.lng),
    'incident', case when v_incident.id is not null then app.sibling_incident(v_incident, v_report.lat, v_report.lng) end,
    'nearby', app.sibling_incidents(v_report.category, v_report.lat, v_report.lng, v_report.occurred_at, v_incident.id),
    'siblings', app.reports_beside(v_report, coalesce(p_entry.detail -> 'similar', '[]')),
    'author', app.reporter_record(v_report));
end
$function$;

create or replace function app.said_for_review (
  p_report app.reports
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return p_report.said || case when p_report.said ? 'occurredAt' then jsonb_build_object(
    'occurredAt', app.admin_instant((p_report.said ->> 'occurredAt')::timestamptz,
                                    app.is_sensitive(p_report.visibility, p_report.category))) else '{}' end;
end
$function$;

create or replace function app.subject_snapshot (
  p_entry app.review_entries
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_id   uuid := p_entry.subject_id;
  v_kept jsonb;
begin
  case p_entry.kind
    when 'report' then
      select to_jsonb(k) || jsonb_build_object(
               'lifecycle', (select i.lifecycle from app.incidents i where i.id = k.incident_id),
               'photos', (select coalesce(jsonb_agg(p.id), '[]') from app.report_photos p
                           where p.report_id = v_id and p.state = 'pending')) into v_kept
        from (select r.state, r.state_reason, r.closed_at, r.asked, r.answer_by, r.duplicate_of, r.incident_id, r.category,
                     r.visibility, r.injury, r.lat, r.lng, r.stop_id, r.corridor_id, r.vehicle_id, r.vehicle_plate, r.said,
                     r.occurred_at, r.note, r.note_flags
                from app.reports r where r.id = v_id) k;
    when 'feedback' then
      select jsonb_build_object('state', f.state, 'state_reason', f.state_reason, 'counts_from', f.counts_from) into v_kept
        from app.feedback f where f.id = v_id;
    when 'collection_entry' then
      select jsonb_build_object('state', e.state) into v_kept from app.collection_entries e where e.id = v_id;
    when 'dispute' then
      select to_jsonb(k) into v_kept
        from (select i.corroboration as state, i.lifecycle, i.votes_from, i.vehicle_id, i.vehicle_plate
                from app.incidents i where i.id = v_id) k;
  end case;
  return jsonb_build_object('escalated_by', p_entry.escalated_by) || coalesce(v_kept, '{}');
end
$function$;

create or replace function app.undo_report (
  p_report uuid,
  p_kept   app.review_snapshots,
  p_actor  uuid
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_now  app.reports;
  v_was  app.reports;
  v_back boolean;
begin
  select * into v_now from app.reports r where r.id = p_report;
  v_was := jsonb_populate_record(v_now, p_kept.before);
  perform app.check_report_undo(v_now, v_was, p_kept);
  v_back := app.is_permanently_gone(v_was.incident_id);
  perform app.expire_if_over(v_now.incident_id);
  perform app.expire_if_over(v_was.incident_id);
  update app.report_photos p set state = 'pending', decided_at = null
   where p.report_id = p_report and p_kept.before -> 'photos' ? p.id::text;
  if v_was.state <> v_now.state then
    update app.reports r
       set category = v_was.category, visibility = v_was.visibility, injury = v_was.injury, lat = v_was.lat, lng = v_was.lng,
           stop_id = v_was.stop_id, corridor_id = v_was.corridor_id, vehicle_id = v_was.vehicle_id,
           vehicle_plate = v_was.vehicle_plate, occurred_at = v_was.occurred_at, note = v_was.note,
           note_flags = v_was.note_flags, said = v_was.said, asked = v_was.asked, answer_by = v_was.answer_by,
           duplicate_of = v_was.duplicate_of, incident_id = v_was.incident_id
     where r.id = p_report;
    perform app.move_report(p_report, v_was.state, v_was.state_reason, p_actor);
  end if;
  if v_now.incident_id is distinct from v_was.incident_id then
    if v_now.incident_id is not null then
      perform app.undo_vehicle_merge(v_now, p_actor);
      insert into app.incident_events (incident_id, at, kind) values (v_now.incident_id, app.now(), 'left');
      perform app.reconsider_incident(v_now.incident_id, 'undone');
    end if;
  end if;
  if v_back then
    perform app.restore_incident(v_was.incident_id, p_kept.before ->> 'lifecycle', 'restored',
                                    jsonb_build_object('decidedBy', p_actor));
  elsif v_was.incident_id is not null then
    perform app.reconsider_incident(v_was.incident_id, 'undone');
  end if;
end
$function$;

revoke all on function "app"."correct_time_and_note"(app.reports, jsonb) from public;

revoke all on function "app"."said_for_review"(app.reports) from public;

reset check_function_bodies;
