-- Withdraw an own entry that is not decided, for example one that was recorded by mistake: it leaves the review queue
-- and counts for nothing. Its slot follows from the other entries under its claim. Idempotent.
--
-- Definer: nobody may touch app.collection_entries directly.
-- Fails with: unauthenticated, role_required, not_found, invalid_transition
create function api.withdraw_collection_entry(p_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_surveyor uuid := app.require_role('surveyor');
  v_entry    app.collection_entries;
begin
  perform app.lock_surveyor(v_surveyor);
  select * into v_entry from app.collection_entries e where e.id = p_id and e.surveyor_id = v_surveyor for update;
  perform app.require_found(v_entry.id is not null);
  if v_entry.state = 'withdrawn' then
    return jsonb_build_object('id', p_id, 'state', 'withdrawn', 'repeated', true);
  elsif v_entry.state not in ('in_review', 'held', 'changes_requested') then
    perform app.refuse_move(v_entry.state, '{}');
  end if;
  perform app.withdraw_review('collection_entry', p_id);
  perform app.move_entry(p_id, 'withdrawn', null, v_surveyor);
  perform app.resettle_slot(v_entry.slot_id, v_entry.token);
  return jsonb_build_object('id', p_id, 'state', 'withdrawn', 'repeated', false);
end
$$;
grant execute on function api.withdraw_collection_entry to authenticated;

-- Settle a slot from which an entry was taken. One that was returned for that entry only is no longer reserved.
create function app.resettle_slot(p_slot uuid, p_token bigint)
returns void language plpgsql set search_path = '' as $$
declare
  v_slot app.assignment_slots;
begin
  select * into v_slot from app.assignment_slots s where s.id = p_slot for update;
  if v_slot.token = p_token and v_slot.state = 'changes_requested'
     and not exists (select from app.collection_entries e
                      where e.slot_id = p_slot and e.token = p_token and e.state = 'changes_requested') then
    perform app.move_slot(p_slot, 'submitted', null, v_slot.holder_id);
  end if;
  perform app.settle_slot(p_slot, p_token);
end
$$;
