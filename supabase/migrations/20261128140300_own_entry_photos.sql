CREATE OR REPLACE FUNCTION app.entry_view(p_entry app.collection_entries)
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

create function api.get_own_collection_entry_photo(p_entry uuid, p_id uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_surveyor uuid := app.require_role('surveyor');
  v_photo    app.entry_photos;
begin
  select p.* into v_photo
    from app.collection_entries e
    join app.entry_photos p on p.id = p_id and p.entry_id in (select v.id from app.entry_versions(e.id) v)
   where e.id = p_entry and e.surveyor_id = v_surveyor;
  perform app.require_found(v_photo.id is not null);
  return app.entry_photo_response(v_photo, true);
end
$$;
revoke all on function api.get_own_collection_entry_photo(uuid, uuid) from public;
grant execute on function api.get_own_collection_entry_photo(uuid, uuid) to authenticated;
