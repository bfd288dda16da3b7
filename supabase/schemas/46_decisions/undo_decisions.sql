-- Restore a report to its state before a decision, with its photos and the incident that it was in. The dispatcher
-- writes the entry and the audit log, and holds the report and these incidents.
--
-- A report that the decision approved no longer counts: its incident is rebuilt from the remaining reports, and
-- retracted if there are none. An incident that the decision retracted is restored under its own id. The week in which
-- the report was counted is counted again with the next one, and the report anew once it is accepted again.
-- Fails with: invalid_transition
create function app.undo_report(p_report uuid, p_kept app.review_snapshots, p_actor uuid)
returns void language plpgsql set search_path = '' as $$
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
    update app.frozen_weeks f set is_wrong = true where f.week = v_now.counted_week;
    update app.reports r
       set category = v_was.category, visibility = v_was.visibility, injury = v_was.injury, lat = v_was.lat, lng = v_was.lng,
           stop_id = v_was.stop_id, corridor_id = v_was.corridor_id, vehicle_id = v_was.vehicle_id,
           vehicle_plate = v_was.vehicle_plate, occurred_at = v_was.occurred_at, note = v_was.note,
           note_flags = v_was.note_flags, original = v_was.original, asked = v_was.asked, answer_by = v_was.answer_by,
           duplicate_of = v_was.duplicate_of, incident_id = v_was.incident_id, counted_week = null
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
$$;

-- Checks that the report is as the decision left it, and that no later change of its incidents prevents the undo.
-- Fails with: invalid_transition
create function app.check_report_undo(p_now app.reports, p_was app.reports, p_kept app.review_snapshots)
returns void language plpgsql stable set search_path = '' as $$
begin
  if p_now.state <> p_kept.after ->> 'state' then
    perform app.refuse_undo(app.visible_state(p_now), 'subject_changed');
  elsif app.is_permanently_gone(p_now.incident_id)
     or (app.is_permanently_gone(p_was.incident_id) and p_kept.after ->> 'left_lifecycle' not in ('merged', 'retracted'))
  then
    perform app.refuse_undo(p_now.state, 'incident_changed');
  end if;
end
$$;

create function app.is_permanently_gone(p_incident uuid)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return exists (select from app.incidents i where i.id = p_incident and i.lifecycle in ('merged', 'retracted'));
end
$$;

-- The incidents that undoing a decision on a report may touch: its current one, its previous one, and those that it
-- merged.
create function app.incidents_of_undo(p_entry app.review_entries)
returns uuid[] language plpgsql stable set search_path = '' as $$
begin
  return array(
    select r.incident_id from app.reports r where r.id = p_entry.subject_id
    union select (s.before ->> 'incident_id')::uuid from app.review_snapshots s where s.entry_id = p_entry.id
    union select unnest(array[m.incident_id, m.into_id]) from app.incident_merges m
           where m.trigger_report_id = p_entry.subject_id and m.split_at is null);
end
$$;

-- Split incidents that a report had merged by naming the vehicle, unless others have named it since.
create function app.undo_vehicle_merge(p_report app.reports, p_actor uuid)
returns void language plpgsql set search_path = '' as $$
declare
  v_merge app.incident_merges;
begin
  for v_merge in
    select m.* from app.incident_merges m
     where m.trigger_report_id = p_report.id and m.split_at is null order by m.id desc
  loop
    if app.split_until(v_merge) is not null
       and not app.has_independent_pair(array[v_merge.into_id], p_report.vehicle_plate) then
      perform app.undo_merge(v_merge, p_actor, null);
    end if;
  end loop;
end
$$;

-- Restore a disputed incident to its state before a decision: no longer verified, restored after it was refuted, or
-- split again after it was merged as a duplicate. The votes that were settled before stay settled. The dispatcher holds
-- the incident and the one that it was merged into, and has reopened the entry.
-- Fails with: own_submission, invalid_transition
create function app.undo_dispute(p_incident uuid, p_decision text, p_kept app.review_snapshots, p_actor uuid)
returns void language plpgsql set search_path = '' as $$
declare
  v_now    app.incidents;
  v_was    app.incidents;
  v_merge  app.incident_merges;
  v_detail jsonb := jsonb_build_object('decidedBy', p_actor);
begin
  select * into v_now from app.incidents i where i.id = p_incident;
  v_was := jsonb_populate_record(v_now, p_kept.before - 'state');
  if p_decision = 'duplicate' then
    select * into v_merge from app.incident_merges m where m.incident_id = p_incident order by m.id desc limit 1;
  end if;
  if v_now.corroboration <> p_kept.after ->> 'state'
     or app.is_permanently_gone(p_incident) <> (p_kept.after ->> 'lifecycle' in ('merged', 'retracted'))
     or (p_decision = 'duplicate' and app.split_until(v_merge) is null)
  then
    perform app.refuse_undo(v_now.lifecycle, 'incident_changed');
  elsif p_decision = 'duplicate' and app.has_participated_in(v_merge.into_id, p_actor) then
    perform app.fail('own_submission');
  end if;
  case
    when p_decision = 'duplicate' then
      perform app.undo_merge(v_merge, p_actor, null);
    when p_decision = 'rejected' then
      perform app.move_incident(p_incident, 'corroboration', 'disputed', v_detail);
      perform app.restore_incident(p_incident, v_was.lifecycle, 'restored', v_detail);
    else
      perform app.expire_if_over(p_incident);
      update app.incidents i
         set votes_from = v_was.votes_from, vehicle_id = v_was.vehicle_id, vehicle_plate = v_was.vehicle_plate
       where i.id = p_incident;
      perform app.move_incident(p_incident, 'corroboration', 'disputed', v_detail);
      perform app.publish_incident(p_incident);
  end case;
end
$$;
