-- The columns of an entry's subject that a decision may change. Of a report also its pending photos and the state of
-- its incident; of every kind who escalated the entry.
create function app.subject_snapshot(p_entry app.review_entries)
returns jsonb language plpgsql stable set search_path = '' as $$
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
                     r.visibility, r.injury, r.lat, r.lng, r.stop_id, r.corridor_id, r.vehicle_id, r.vehicle_plate, r.original,
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
$$;

-- Store the snapshot of a decision, replacing the entry's earlier one. `left_lifecycle`: the current state of the
-- incident that a report was in before.
create function app.save_snapshot(p_entry app.review_entries, p_before jsonb)
returns void language plpgsql set search_path = '' as $$
begin
  insert into app.review_snapshots (entry_id, decided_at, before, after)
  values (p_entry.id, app.now(), p_before, app.subject_snapshot(p_entry) || jsonb_build_object('left_lifecycle', (
            select i.lifecycle from app.incidents i where i.id = (p_before ->> 'incident_id')::uuid)))
  on conflict (entry_id) do update
    set decided_at = excluded.decided_at, before = excluded.before, after = excluded.after;
end
$$;

-- Until when this viewer can undo the last decision on an entry; null where there is none, or it is too late, or they
-- are the subject's author. Whether later events prevent it is only checked on the attempt.
create function app.undo_until(p_entry app.review_entries, p_viewer uuid)
returns timestamptz language plpgsql stable set search_path = '' as $$
declare
  v_until timestamptz;
begin
  if not app.is_decided(p_entry) or app.is_own_review(p_entry, p_viewer) then
    return null;
  end if;
  select s.decided_at + app.undo_window() into v_until from app.review_snapshots s where s.entry_id = p_entry.id;
  return case when v_until > app.now() then v_until end;
end
$$;

-- Whether there is a decision that can be undone: the entry was closed by a reviewer, or is escalated and unclaimed.
create function app.is_decided(p_entry app.review_entries)
returns boolean stable
return app.review_state(p_entry) not in ('pending', 'claimed', 'withdrawn');

-- Purge snapshots of decisions that can no longer be undone. Part of the sweep.
create function app.purge_old_snapshots()
returns void language plpgsql set search_path = '' as $$
begin
  delete from app.review_snapshots s where s.decided_at <= app.now() - app.undo_window();
end
$$;
