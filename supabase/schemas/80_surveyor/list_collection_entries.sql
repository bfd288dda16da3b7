-- The caller's own entries, last received first; optionally of one session or in one state. A phone compares them with
-- its own, entry by entry.
--
-- Definer: nobody may read app.collection_entries directly.
-- Fails with: unauthenticated, role_required, invalid_request
create function api.list_collection_entries(
  p_session_id uuid default null, p_state text default null, p_limit int default 20, p_after jsonb default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_surveyor uuid := app.require_role('surveyor');
  v_limit    int := app.page_size(p_limit);
begin
  perform app.check_reference('sessionId', p_session_id is null or exists (
    select from app.surveyor_sessions s where s.id = p_session_id and s.surveyor_id = v_surveyor));
  return app.page(array(
    select jsonb_build_object('row', app.entry_view(e), 'key', jsonb_build_object('at', e.received_at, 'id', e.id))
      from app.collection_entries e
     where e.surveyor_id = v_surveyor
       and (p_session_id is null or e.session_id = p_session_id)
       and (p_state is null or e.state = p_state)
       and (p_after is null
            or (e.received_at, e.id) < ((p_after ->> 'at')::timestamptz, (p_after ->> 'id')::uuid))
     order by e.received_at desc, e.id desc
     limit v_limit + 1), v_limit);
end
$$;
grant execute on function api.list_collection_entries to authenticated;

-- One of the caller's own entries; any other returns not_found. Definer as above.
-- Fails with: unauthenticated, role_required, not_found
create function api.get_collection_entry(p_id uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_surveyor uuid := app.require_role('surveyor');
  v_entry    app.collection_entries;
begin
  select * into v_entry from app.collection_entries e where e.id = p_id and e.surveyor_id = v_surveyor;
  perform app.require_found(v_entry.id is not null);
  return app.entry_view(v_entry);
end
$$;
grant execute on function api.get_collection_entry to authenticated;

-- An entry as its surveyor sees it: its content, when it arrived, and the decision, without who decided.
create function app.entry_view(p_entry app.collection_entries)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_slot app.assignment_slots;
begin
  select * into v_slot from app.assignment_slots s where s.id = p_entry.slot_id;
  return jsonb_build_object(
    'id', p_entry.id,
    'state', p_entry.state,
    'sessionId', p_entry.session_id,
    'assignmentId', v_slot.assignment_id,
    'claimToken', p_entry.token,
    'revises', p_entry.revises,
    'revisedBy', (select r.id from app.collection_entries r where r.revises = p_entry.id),
    'vehicle', p_entry.facts,
    'vehicleId', p_entry.vehicle_id,
    'capturedAt', app.instant(p_entry.captured_at),
    'receivedAt', app.instant(p_entry.received_at),
    'place', app.field_place_view(p_entry.place),
    'location', app.locate_field_place(p_entry.place),
    'note', p_entry.note,
    'photos', app.count_photos(p_entry.id),
    'photoIds', (
      select coalesce(jsonb_agg(p.id order by p.added_at, p.id), '[]') from app.entry_photos p
       where p.entry_id in (select v.id from app.entry_versions(p_entry.id) v)),
    'seenBefore', p_entry.seen_before,
    'qualityFlags', p_entry.quality_flags,
    'notCounted', case when p_entry.state in ('replaced', 'withdrawn') then '{}' else app.not_counted(p_entry) end,
    'late', p_entry.late,
    'contested', p_entry.contested,
    'decision', case when p_entry.decided_at is not null then jsonb_build_object(
      'decidedAt', app.instant(p_entry.decided_at),
      'reason', p_entry.reason,
      'note', p_entry.reason_note,
      'facts', p_entry.reason_facts,
      'reservedUntil', case when p_entry.state = 'changes_requested' and v_slot.state = 'changes_requested'
                             and v_slot.token = p_entry.token then app.instant(v_slot.held_until) end) end);
end
$$;
