-- Assign a slot to a surveyor: they hold it as if they had claimed it for offline work, for 12 hours, and are told.
-- `p_holder_id` is who held it when the admin looked, null for an open one: another holder is not overruled unseen. A
-- holder loses the slot; what they recorded is kept. Assigning it again to its holder changes nothing.
--
-- The lock of the surveyor's account is shared: a suspension or deletion is seen, or waits. Their own expired claim and
-- the slot are locked in one order, so that two admins do not deadlock.
-- Definer: nobody may touch app.assignment_slots directly.
-- Fails with: unauthenticated, role_required, invalid_request, not_found, not_eligible, claim_limit, slot_taken,
-- invalid_transition, rate_limited
create function api.assign_assignment_slot(
  p_id uuid, p_n int, p_surveyor_id uuid, p_reason text, p_holder_id uuid default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin uuid := app.require_role('admin');
  v_slot  app.assignment_slots;
begin
  perform app.check_reason(p_reason);
  perform pg_advisory_xact_lock_shared(app.account_lock(p_surveyor_id));
  perform app.check_fields(array[
    ('surveyorId', 'unknown_reference', app.is_active_surveyor(p_surveyor_id))
  ]::app.field_check[]);
  perform app.check_may_claim(p_surveyor_id, p_id, null);
  perform app.lock_surveyor(p_surveyor_id);
  perform from app.assignment_slots s
    where (s.assignment_id = p_id and s.n = p_n) or (s.holder_id = p_surveyor_id and s.state = 'claimed')
    order by s.id for update;
  perform app.end_lease(s.id) from app.assignment_slots s
    where s.holder_id = p_surveyor_id and s.state = 'claimed' and s.held_until <= app.now();
  select * into v_slot from app.assignment_slots s where s.assignment_id = p_id and s.n = p_n;
  perform app.require_found(v_slot.id is not null);
  if v_slot.holder_id is distinct from p_surveyor_id
     or (app.slot_state(v_slot) in ('claimed', 'changes_requested')) is distinct from true then
    perform app.assign_slot(v_slot, p_surveyor_id, p_holder_id, v_admin);
    perform app.audit(v_admin, 'assignment.slot_assigned', 'assignment', p_id::text, btrim(p_reason),
                      jsonb_build_object('n', p_n, 'from', app.slot_state(v_slot), 'to', p_surveyor_id));
    perform app.alert_surveyors('assignment_assigned', array[p_surveyor_id], p_id);
  end if;
  return app.assignment_for_admin((select a from app.assignments a where a.id = p_id));
end
$$;
grant execute on function api.assign_assignment_slot to authenticated;

-- Whether a user has the role now and is not suspended.
create function app.is_active_surveyor(p_user uuid)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return exists (select from app.user_roles r where r.user_id = p_user and r.role = 'surveyor')
    and not exists (select from app.suspended_users s where s.user_id = p_user);
end
$$;

-- The slot changes hands. The caller holds its lock and the surveyor's.
-- Fails with: claim_limit, slot_taken, invalid_transition, rate_limited
create function app.assign_slot(p_slot app.assignment_slots, p_surveyor uuid, p_seen_holder uuid, p_admin uuid)
returns void language plpgsql set search_path = '' as $$
declare
  v_state  text := app.slot_state(p_slot);
  v_holder uuid := case when v_state <> 'open' then p_slot.holder_id end;
begin
  if not app.is_open_assignment((select a from app.assignments a where a.id = p_slot.assignment_id)) then
    perform app.refuse_move('closed', '{}');
  elsif exists (select from app.assignment_slots s
                 where s.holder_id = p_surveyor and s.assignment_id = p_slot.assignment_id and s.state = 'claimed') then
    perform app.fail('claim_limit', '{"max": 1}');
  elsif v_holder is distinct from p_seen_holder then
    perform app.fail('slot_taken');
  end if;
  perform app.check_claim_limit(p_surveyor);
  perform app.end_lease(p_slot.id);
  if v_state <> 'open' then
    -- What was handed in is decided in review, and what is blocked is freed first: neither move is allowed for them.
    perform app.move_slot(p_slot.id, case v_state when 'changes_requested' then 'expired' else 'released' end, 'admin',
                          p_admin);
  end if;
  perform app.acquire_free_slot(p_surveyor, p_slot.assignment_id, null, true, p_slot.n);
end
$$;
