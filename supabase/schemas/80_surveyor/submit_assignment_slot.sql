-- Hand in a claimed slot: the surveyor is finished, and what was recorded under the claim is all of it. Also after the lease
-- has run out, as long as nobody has claimed the slot since. Entries that were decided meanwhile count at once. A claim
-- that was handed in already, by its surveyor or by the end of its lease, is answered as it is.
--
-- Definer: nobody may touch app.assignment_slots directly.
-- Fails with: unauthenticated, role_required, not_found, nothing_recorded, invalid_transition
create function api.submit_assignment_slot(p_id uuid, p_token bigint)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_surveyor uuid := app.require_role('surveyor');
  v_slot     app.assignment_slots := app.slot_of_claim(v_surveyor, p_token);
  v_events   text[];
  v_entries  int;
begin
  if v_slot.assignment_id is distinct from p_id then
    perform app.fail('not_found');
  end if;
  perform from app.assignment_slots s where s.id = v_slot.id for update;
  v_events := array(select e.to_state from app.slot_events e where e.token = p_token order by e.id);
  v_entries := (select count(*) from app.collection_entries e where e.token = p_token and e.state <> 'replaced');
  if v_events = '{claimed}' then
    if v_entries = 0 then
      perform app.fail('nothing_recorded');
    end if;
    perform app.move_slot(v_slot.id, 'submitted', null, v_surveyor);
    perform app.settle_slot(v_slot.id, p_token);
  elsif 'submitted' <> all (v_events) then
    perform app.refuse_move(v_events[2], app.next_states('slot', v_events[2]));
  end if;
  return jsonb_build_object(
    'assignmentId', p_id, 'slotId', v_slot.id, 'token', p_token, 'state', 'submitted', 'entries', v_entries,
    'repeated', v_events <> '{claimed}');
end
$$;
grant execute on function api.submit_assignment_slot to authenticated;
