-- Restore a collection entry to its state before a decision: its slot is pending with it, and the vehicle's previous
-- facts are current again. A slot that was claimed by somebody else since is unchanged.
-- Fails with: invalid_transition
create function app.undo_collection_entry(
  p_id uuid, p_kept app.review_snapshots, p_actor uuid, p_reason text)
returns void language plpgsql set search_path = '' as $$
declare
  v_entry app.collection_entries;
begin
  select * into v_entry from app.collection_entries e where e.id = p_id;
  if v_entry.state <> p_kept.after ->> 'state' then
    perform app.refuse_undo(v_entry.state, 'subject_changed');
  elsif v_entry.state = 'approved' then
    perform app.restore_vehicle_facts(v_entry, p_actor, p_reason);
  end if;
  perform app.move_entry(p_id, p_kept.before ->> 'state', null, p_actor);
  update app.collection_entries e
     set decided_at = null, reason = null, reason_note = null, reason_facts = '{}', vehicle_id = null
   where e.id = p_id;
  perform app.resubmit_slot(v_entry);
end
$$;

-- Restore the vehicle's facts from before an entry was approved, as a new version with the reason: history is
-- append-only. A vehicle that was new is mentioned only, without facts, so that nobody finds it, unless its sticker was
-- made or others see an incident with it since. It keeps its public code.
-- Fails with: invalid_transition where a newer version builds on that one
create function app.restore_vehicle_facts(p_entry app.collection_entries, p_actor uuid, p_reason text)
returns void language plpgsql set search_path = '' as $$
declare
  v_vehicle app.vehicles;
  v_written app.vehicle_facts;
  v_facts   app.vehicle_facts;
  v_sacco   uuid;
begin
  select * into v_written from app.vehicle_facts f
   where f.entry_id = p_entry.id and f.vehicle_id = p_entry.vehicle_id order by f.version desc limit 1;
  select * into v_facts from app.vehicle_facts f
   where f.vehicle_id = v_written.vehicle_id and f.version = v_written.replaces;
  v_sacco := app.held_sacco(v_facts.sacco_id);
  select * into v_vehicle from app.vehicles v where v.id = v_written.vehicle_id for update;
  if v_written.version is distinct from (app.present_facts(v_vehicle)).version then
    perform app.refuse_undo(p_entry.state, 'vehicle_changed');
  end if;
  v_facts.vehicle_id := v_vehicle.id;
  v_facts.version := v_written.version + 1;
  v_facts.plate := coalesce(v_facts.plate, v_vehicle.plate);
  v_facts.sacco_id := v_sacco;
  v_facts.route_ids := coalesce(v_facts.route_ids, '{}');
  v_facts.checks := coalesce(v_facts.checks, '{}');
  v_facts.approved_at := app.now();
  v_facts.approved_by := p_actor;
  v_facts.reason := p_reason;
  insert into app.vehicle_facts select v_facts.*;
  perform app.activate_facts(v_facts);
  if (v_facts.observed_at, v_facts.fleet_name, v_facts.sacco_id, v_facts.capacity) is null
     and exists (select from app.vehicle_facts f where f.vehicle_id = v_vehicle.id and f.version = 1 and f.entry_id is not null)
     and v_vehicle.sticker_made_at is null
     and not exists (select from app.incidents i
                      where i.vehicle_id = v_vehicle.id and i.lifecycle not in ('merged', 'retracted')
                        and (app.public_vehicle(i)).plate is not null) then
    update app.vehicles v set state = 'mentioned', weighed_on = app.city_day(app.now()) where v.id = v_vehicle.id;
  end if;
end
$$;

-- The slot of an entry that is pending again becomes pending too, unless it was claimed by somebody else since, or
-- another entry under the same claim still needs a correction.
create function app.resubmit_slot(p_entry app.collection_entries)
returns void language plpgsql set search_path = '' as $$
declare
  v_slot app.assignment_slots;
begin
  select * into v_slot from app.assignment_slots s where s.id = p_entry.slot_id for update;
  if (v_slot.token = p_entry.token and v_slot.state in ('approved', 'open', 'changes_requested')) is distinct from true
     or exists (select from app.collection_entries e
                 where e.slot_id = v_slot.id and e.token = v_slot.token and e.state = 'changes_requested')
  then
    return;
  end if;
  perform app.move_slot(v_slot.id, 'submitted');
  update app.assignment_slots s
     set holder_id = p_entry.surveyor_id, session_id = coalesce(s.session_id, p_entry.session_id)
   where s.id = v_slot.id;
end
$$;
