-- The effective state of a slot: one whose lease or reservation has expired is open, or handed in where something was
-- recorded.
create function app.slot_state(p_slot app.assignment_slots)
returns text stable
return case when p_slot.state not in ('claimed', 'changes_requested') or p_slot.held_until > app.now() then p_slot.state
            when p_slot.state = 'claimed' and p_slot.has_entries then 'submitted'
            else 'open' end;

-- Record one transition of a slot, if it is allowed. Fails with: invalid_transition
create function app.note_slot_move(
  p_slot uuid, p_from text, p_to text, p_token bigint, p_reason text default null, p_actor uuid default null,
  p_note text default null)
returns void language plpgsql set search_path = '' as $$
begin
  perform app.check_move('slot', p_from, p_to);
  insert into app.slot_events (slot_id, at, from_state, to_state, reason, actor, token, note)
  values (p_slot, app.now(), p_from, p_to, p_reason, p_actor, p_token, p_note);
end
$$;

-- Move a slot to another state and record the event; from `released`, `expired` and `rejected` it continues to `open`,
-- without a holder.
-- Fails with: invalid_transition
create function app.move_slot(
  p_slot uuid, p_to text, p_reason text default null, p_actor uuid default null, p_note text default null)
returns void language plpgsql set search_path = '' as $$
declare
  v_slot app.assignment_slots;
begin
  select * into v_slot from app.assignment_slots s where s.id = p_slot for update;
  perform app.note_slot_move(p_slot, v_slot.state, p_to, v_slot.token, p_reason, p_actor, p_note);
  update app.assignment_slots s set state = p_to, reason = p_reason, version = s.version + 1 where s.id = p_slot;
  if p_to in ('released', 'expired', 'rejected') then
    perform app.note_slot_move(p_slot, p_to, 'open', v_slot.token);
    update app.assignment_slots s
       set state = 'open', reason = null, holder_id = null, session_id = null, held_until = null, offline = false
     where s.id = p_slot;
  end if;
end
$$;

-- End an expired lease: entries recorded under it are handed in, in case the surveyor forgot to or was offline; without
-- any the slot is open again.
create function app.end_lease(p_slot uuid)
returns void language plpgsql set search_path = '' as $$
declare
  v_slot app.assignment_slots;
begin
  select * into v_slot from app.assignment_slots s where s.id = p_slot for update;
  if (v_slot.state = 'claimed' and v_slot.held_until <= app.now()) is distinct from true then
    return;
  elsif v_slot.has_entries then
    perform app.move_slot(p_slot, 'submitted', 'lease', v_slot.holder_id);
    perform app.settle_slot(p_slot, v_slot.token);
  else
    perform app.move_slot(p_slot, 'expired', 'lease');
  end if;
end
$$;

-- Hand in the entries of expired leases. Part of the sweep.
create function app.submit_lapsed_slots()
returns void language plpgsql set search_path = '' as $$
begin
  perform app.end_lease(l.id) from (
    select s.id from app.assignment_slots s
     where s.state = 'claimed' and s.has_entries and s.held_until <= app.now()
     order by s.id limit 1000 for update skip locked) l;
end
$$;
