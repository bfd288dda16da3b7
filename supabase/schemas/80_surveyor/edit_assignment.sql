-- Change the texts of an assignment, its due date and how many slots it has. Slots are only added, because somebody may
-- hold any of them; with a later date it gives out slots again. What is closed stays closed.
--
-- Definer: nobody may touch app.assignments directly.
-- Fails with: unauthenticated, role_required, invalid_request, not_found, invalid_transition
create function api.edit_assignment(
  p_id uuid, p_title text, p_slot_count int, p_reason text, p_instructions text default '', p_due_at timestamptz default null,
  p_title_sw text default null, p_instructions_sw text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin uuid := app.require_role('admin');
  v_old   app.assignments;
  v_new   app.assignments;
  v_slots int;
begin
  perform app.check_reason(p_reason);
  select * into v_old from app.assignments a where a.id = p_id for update;
  perform app.require_found(v_old.id is not null);
  if v_old.closed_at is not null then
    perform app.refuse_move('closed', '{}');
  end if;
  select count(*) into v_slots from app.assignment_slots s where s.assignment_id = p_id;
  v_new := v_old;
  v_new.title := btrim(p_title);
  v_new.instructions := coalesce(btrim(p_instructions), '');
  v_new.title_sw := nullif(btrim(p_title_sw), '');
  v_new.instructions_sw := nullif(btrim(p_instructions_sw), '');
  v_new.due_at := p_due_at;
  perform app.check_fields(array[
    ('title', 'invalid_value', char_length(v_new.title) between 1 and 120),
    ('instructions', 'invalid_value', char_length(v_new.instructions) <= 2000),
    ('titleSw', 'invalid_value', v_new.title_sw is null or char_length(v_new.title_sw) <= 120),
    ('instructionsSw', 'invalid_value', v_new.instructions_sw is null or char_length(v_new.instructions_sw) <= 2000),
    ('slotCount', 'out_of_range', p_slot_count between v_slots and 50),
    ('dueAt', 'out_of_range', p_due_at is null or p_due_at is not distinct from v_old.due_at
              or (p_due_at > app.now() and p_due_at <= app.now() + interval '1 year'))
  ]::app.field_check[]);
  if v_new is distinct from v_old or p_slot_count > v_slots then
    update app.assignments a
       set title = v_new.title, instructions = v_new.instructions, title_sw = v_new.title_sw,
           instructions_sw = v_new.instructions_sw, due_at = v_new.due_at
     where a.id = p_id;
    insert into app.assignment_slots (assignment_id, n) select p_id, n from generate_series(v_slots + 1, p_slot_count) n;
    perform app.audit(v_admin, 'assignment.edited', 'assignment', p_id::text, btrim(p_reason), jsonb_build_object(
      'dueAt', app.instant(v_new.due_at), 'dueBefore', app.instant(v_old.due_at),
      'slotCount', p_slot_count, 'slotsBefore', v_slots));
    if v_new is distinct from v_old then
      perform app.alert_surveyors('assignment_changed', app.slot_holders(p_id), p_id);
    end if;
    if v_new.due_at is distinct from v_old.due_at then
      delete from app.alerts a where a.assignment_id = p_id and a.kind = 'assignment_due';
    end if;
  end if;
  return app.assignment_for_admin(v_new);
end
$$;
grant execute on function api.edit_assignment to authenticated;

-- Make a slot claimable again: one that is blocked, or that somebody holds who does not come back. What they recorded
-- stays theirs, and is marked as late if it arrives after. A slot that was handed in is decided in review instead. A
-- slot that is open already is returned unchanged.
--
-- Definer: nobody may touch app.assignment_slots directly.
-- Fails with: unauthenticated, role_required, invalid_request, not_found, invalid_transition
create function api.free_assignment_slot(p_id uuid, p_n int, p_reason text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin uuid := app.require_role('admin');
  v_slot  app.assignment_slots;
begin
  perform app.check_reason(p_reason);
  select * into v_slot from app.assignment_slots s where s.assignment_id = p_id and s.n = p_n for update;
  perform app.require_found(v_slot.id is not null);
  perform app.end_lease(v_slot.id);
  select * into v_slot from app.assignment_slots s where s.id = v_slot.id;
  if v_slot.state <> 'open' then
    case v_slot.state
      when 'claimed' then perform app.move_slot(v_slot.id, 'released', 'admin', v_admin);
      when 'changes_requested' then perform app.move_slot(v_slot.id, 'expired', 'admin', v_admin);
      else
        perform app.move_slot(v_slot.id, 'open', null, v_admin);
        update app.assignment_slots s
           set holder_id = null, session_id = null, held_until = null, offline = false where s.id = v_slot.id;
    end case;
    perform app.audit(v_admin, 'assignment.slot_freed', 'assignment', p_id::text, btrim(p_reason),
                      jsonb_build_object('n', p_n, 'from', v_slot.state));
  end if;
  return app.assignment_for_admin((select a from app.assignments a where a.id = p_id));
end
$$;
grant execute on function api.free_assignment_slot to authenticated;
