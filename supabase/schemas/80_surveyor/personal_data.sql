-- A user's field work and its results, for their own data export.
create function app.export_surveyor_of(p_user uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'sessions', (
      select coalesce(jsonb_agg(app.session_view(s) order by s.started_at, s.id), '[]')
        from app.surveyor_sessions s where s.surveyor_id = p_user),
    'claims', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'assignmentId', s.assignment_id, 'token', e.token, 'at', app.instant(e.at), 'from', e.from_state,
               'to', e.to_state, 'reason', e.reason, 'note', e.note) order by e.id), '[]')
        from app.slot_events e join app.assignment_slots s on s.id = e.slot_id where e.actor = p_user),
    'entries', (
      select coalesce(jsonb_agg(app.entry_view(e) || jsonb_build_object('pictures', app.photos_of_entry(e.id)) order by e.received_at, e.id), '[]')
        from app.collection_entries e where e.surveyor_id = p_user),
    'counts', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'id', c.id, 'sessionId', c.session_id, 'claimToken', c.token, 'startedAt', app.instant(c.started_at),
               'endedAt', app.instant(c.ended_at), 'receivedAt', app.instant(c.received_at), 'pauses', c.pauses,
               'taps', c.taps, 'place', app.field_place_view(c.place), 'note', c.note) order by c.started_at, c.id), '[]')
        from app.stage_counts c where c.surveyor_id = p_user),
    'assignmentsCreated', (
      select coalesce(jsonb_agg(app.assignment_view(a) || jsonb_build_object('createdAt', app.instant(a.created_at))
                                order by a.created_at, a.id), '[]')
        from app.assignments a where a.created_by = p_user));
end
$$;

-- Anonymize a user's field work: what they recorded about vehicles stays, without author and location, without their
-- photos, and without notes in which screening found contact data. Their current slot is released, or handed in where
-- they had recorded something; an open session ends with its last touch.
create function app.erase_surveyor_of(p_user uuid)
returns void language plpgsql set search_path = '' as $$
begin
  perform app.lock_surveyor(p_user);
  -- The lock order of a decision: the entry before its slot.
  perform from app.collection_entries e where e.surveyor_id = p_user order by e.id for update;
  perform app.move_session(s.id, 'ended', 'erased', null, s.touched_at)
     from app.surveyor_sessions s where s.surveyor_id = p_user and s.state = 'open';
  perform app.move_slot(s.id, case when s.state = 'changes_requested' then 'expired'
                                   when s.has_entries then 'submitted' else 'released' end, 'erased')
     from app.assignment_slots s where s.holder_id = p_user and s.state in ('claimed', 'changes_requested');
  perform app.settle_slot(s.id, s.token) from app.assignment_slots s where s.holder_id = p_user and s.state = 'submitted';
  update app.surveyor_sessions s set surveyor_id = null, place = null where s.surveyor_id = p_user;
  update app.assignment_slots s set holder_id = null where s.holder_id = p_user;
  delete from app.entry_photos p using app.collection_entries e where e.id = p.entry_id and e.surveyor_id = p_user;
  update app.collection_entries e
     set surveyor_id = null, place = null, note = case when e.note_flags = '{}' then e.note end
   where e.surveyor_id = p_user;
  update app.stage_counts c set surveyor_id = null, place = null, note = null where c.surveyor_id = p_user;
  update app.vehicle_facts f set surveyor_id = null where f.surveyor_id = p_user;
  update app.vehicle_facts f set approved_by = null where f.approved_by = p_user;
  update app.assignments a set created_by = null where a.created_by = p_user;
  update app.assignments a set closed_by = null where a.closed_by = p_user;
  update app.surveyor_session_events e set actor = null where e.actor = p_user;
  update app.admin_alerts a set detail = a.detail - 'note'
    from app.slot_events e where e.actor = p_user and e.note is not null and a.event_id = e.id;
  update app.slot_events e set actor = null, note = null where e.actor = p_user;
  update app.collection_entry_events e set actor = null where e.actor = p_user;
end
$$;
