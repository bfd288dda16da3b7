CREATE OR REPLACE FUNCTION app.assign_slot(p_slot app.assignment_slots, p_surveyor uuid, p_seen_holder uuid, p_admin uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;
revoke all on function app.assign_slot(app.assignment_slots,uuid,uuid,uuid) from public;

CREATE OR REPLACE FUNCTION api.claim_assignment_slot(p_id uuid, p_session_id uuid DEFAULT NULL::uuid, p_offline boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_surveyor uuid := app.require_role('surveyor');
  v_held     uuid;
begin
  perform app.check_may_claim(v_surveyor, p_id, p_session_id);
  perform app.lock_surveyor(v_surveyor);
  perform from app.assignment_slots s where s.holder_id = v_surveyor and s.state = 'claimed' order by s.id for update;
  perform app.end_lease(s.id) from app.assignment_slots s
    where s.holder_id = v_surveyor and s.state = 'claimed' and s.held_until <= app.now();
  select s.id into v_held from app.assignment_slots s
   where s.holder_id = v_surveyor and s.state = 'claimed' and s.assignment_id = p_id;
  if v_held is null then
    perform app.check_claim_limit(v_surveyor);
    v_held := app.acquire_free_slot(v_surveyor, p_id, p_session_id, coalesce(p_offline, false));
    return app.claim_response(v_held, false);
  end if;
  if p_offline then
    update app.assignment_slots s set offline = true, held_until = s.claimed_at + interval '12 hours' where s.id = v_held;
  end if;
  return app.claim_response(v_held, true);
end
$function$;
revoke all on function api.claim_assignment_slot(uuid,uuid,boolean) from public;
grant execute on function api.claim_assignment_slot(uuid,uuid,boolean) to authenticated;

CREATE OR REPLACE FUNCTION api.claim_assignment_slots(p_assignment_ids uuid[], p_session_id uuid DEFAULT NULL::uuid, p_offline boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_claimed jsonb := '[]';
  v_refused jsonb := '[]';
  v_id      uuid;
begin
  perform app.lock_surveyor(app.require_role('surveyor'));
  perform app.check_fields(array[
    ('assignmentIds', 'invalid_value', cardinality(p_assignment_ids) between 1 and 5)
  ]::app.field_check[]);
  foreach v_id in array p_assignment_ids loop
    begin
      v_claimed := v_claimed || api.claim_assignment_slot(v_id, p_session_id, p_offline);
    exception when sqlstate 'PT400' then
      if sqlerrm not in ('not_found', 'claim_limit', 'slot_taken', 'rate_limited') then
        raise;
      end if;
      v_refused := v_refused || jsonb_build_object('assignmentId', v_id, 'code', sqlerrm);
    end;
  end loop;
  return jsonb_build_object('claimed', v_claimed, 'refused', v_refused);
end
$function$;
revoke all on function api.claim_assignment_slots(uuid[],uuid,boolean) from public;
grant execute on function api.claim_assignment_slots(uuid[],uuid,boolean) to authenticated;

CREATE OR REPLACE FUNCTION app.check_claim_limit(p_surveyor uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if (select count(*) from app.assignment_slots s where s.holder_id = p_surveyor and s.state = 'claimed') >= 5 then
    perform app.fail('claim_limit', '{"max": 5}');
  end if;
  perform app.check_field_limit(p_surveyor, 'claims');
end
$function$;
revoke all on function app.check_claim_limit(uuid) from public;
