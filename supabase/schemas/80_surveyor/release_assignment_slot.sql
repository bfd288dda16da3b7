-- Give a claimed slot back, or say why nobody can do it: the place was not found, is unsafe, was done already, or is
-- too hard. Blocked slots are not given out again. A claim that was given back in the same way already is answered as
-- it is.
--
-- Definer: nobody may touch app.assignment_slots directly.
-- Fails with: unauthenticated, role_required, not_found, invalid_request, invalid_transition
create function api.release_assignment_slot(p_id uuid, p_token bigint, p_blocked text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_surveyor uuid := app.require_role('surveyor');
  v_to       text := case when p_blocked is null then 'released' else 'blocked' end;
  v_slot     app.assignment_slots;
  v_last     app.slot_events;
begin
  if p_blocked not in ('not_found', 'unsafe', 'already_done', 'too_hard') then
    perform app.fail('invalid_request', '{"path": "blocked"}');
  end if;
  v_slot := app.slot_of_claim(v_surveyor, p_token);
  if v_slot.assignment_id is distinct from p_id then
    perform app.fail('not_found');
  end if;
  perform from app.assignment_slots s where s.id = v_slot.id for update;
  select * into v_last from app.slot_events e
   where e.token = p_token and e.to_state <> 'open' order by e.id desc limit 1;
  if v_last.to_state = 'claimed' then
    perform app.move_slot(v_slot.id, v_to, p_blocked, v_surveyor);
  elsif (v_last.to_state, v_last.reason) is distinct from (v_to, p_blocked) then
    perform app.refuse_move(v_last.to_state, app.next_states('slot', v_last.to_state));
  end if;
  return jsonb_build_object(
    'assignmentId', p_id, 'slotId', v_slot.id, 'token', p_token, 'state', v_to, 'reason', p_blocked,
    'repeated', v_last.to_state <> 'claimed');
end
$$;
grant execute on function api.release_assignment_slot to authenticated;

-- The slot that somebody claimed under a token, whoever has it now; null if it was not them.
create function app.slot_of_claim(p_surveyor uuid, p_token bigint)
returns app.assignment_slots
language plpgsql
stable
set search_path = ''
as $$
declare
  v_slot app.assignment_slots;
begin
  select s.* into v_slot
    from app.slot_events e join app.assignment_slots s on s.id = e.slot_id
   where e.token = p_token and e.to_state = 'claimed' and e.actor = p_surveyor;
  return v_slot;
end
$$;
