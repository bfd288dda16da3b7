-- Claim a free slot of an assignment for two hours; touching the session renews it, for up to 12 hours in total.
-- `p_offline` claims the 12 hours at once, for offline work. Each claim has a token that is larger than any before.
--
-- Up to five slots at a time, each of another assignment. Claiming again in the assignment of a current slot returns that
-- slot, which makes a retry safe, and turns it into an offline lease if requested. The loser of a race is not shown who won.
-- Definer: nobody may touch app.assignment_slots directly.
-- Fails with: unauthenticated, role_required, not_found, not_eligible, session_required, claim_limit, slot_taken,
-- rate_limited
create function api.claim_assignment_slot(
  p_id uuid, p_session_id uuid default null, p_offline boolean default false)
returns jsonb language plpgsql security definer set search_path = '' as $$
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
$$;
grant execute on function api.claim_assignment_slot to authenticated;

-- Claim a slot of each of several assignments in one transaction, in the order given: what could be claimed, as above,
-- and of each other one why not.
-- The lock is taken first: one of a claim that is refused would end with it.
-- Definer: as above.
-- Fails with: unauthenticated, role_required, invalid_request, session_required, not_eligible
create function api.claim_assignment_slots(
  p_assignment_ids uuid[], p_session_id uuid default null, p_offline boolean default false)
returns jsonb language plpgsql security definer set search_path = '' as $$
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
$$;
grant execute on function api.claim_assignment_slots to authenticated;

-- Fails with: claim_limit, rate_limited
create function app.check_claim_limit(p_surveyor uuid)
returns void language plpgsql stable set search_path = '' as $$
begin
  if (select count(*) from app.assignment_slots s where s.holder_id = p_surveyor and s.state = 'claimed') >= 5 then
    perform app.fail('claim_limit', '{"max": 5}');
  end if;
  perform app.check_field_limit(p_surveyor, 'claims');
end
$$;

-- Fails with: not_found, not_eligible, session_required
create function app.check_may_claim(p_surveyor uuid, p_assignment uuid, p_session uuid)
returns void language plpgsql stable set search_path = '' as $$
begin
  if not exists (select from app.assignments a where a.id = p_assignment) then
    perform app.fail('not_found');
  elsif not exists (select from app.city c where not c.has_surveyor_course)
    and app.has_passed_course(p_surveyor, app.surveyor_course()) is distinct from true
  then
    perform app.fail('not_eligible', jsonb_build_object('course', app.surveyor_course()));
  elsif p_session is not null and not exists (
    select from app.surveyor_sessions s
     where s.id = p_session and s.surveyor_id = p_surveyor and app.session_state(s) = 'open')
  then
    perform app.fail('session_required', '{"path": "sessionId"}');
  end if;
end
$$;

-- The claim itself, one statement: the first transaction to lock the row gets the slot, and an expired lease under
-- which nothing was recorded is free as soon as it expires. Rows locked by a concurrent claim are skipped, because two
-- surveyors who release each other's slots would deadlock. With `p_n` it is that slot, which an admin assigns.
-- Fails with: slot_taken
create function app.acquire_free_slot(
  p_surveyor uuid, p_assignment uuid, p_session uuid, p_offline boolean, p_n int default null)
returns uuid language plpgsql set search_path = '' as $$
declare
  v_now   timestamptz := app.now();
  v_taken record;
begin
  with free as (
    select s.id, s.state, s.token
      from app.assignment_slots s
      join app.assignments a on a.id = s.assignment_id
     where s.assignment_id = p_assignment and (p_n is null or s.n = p_n)
       and a.closed_at is null and (a.due_at is null or a.due_at > v_now)
       and (s.state = 'open' or (s.held_until <= v_now and (s.state = 'changes_requested'
                                                            or (s.state = 'claimed' and not s.has_entries))))
     order by s.n
     limit 1
       for update of s skip locked)
  update app.assignment_slots s
     set state = 'claimed', reason = null, version = s.version + 1, holder_id = p_surveyor, session_id = p_session,
         token = nextval('app.fencing_tokens'), offline = p_offline, has_entries = false, claimed_at = v_now,
         held_until = v_now + case when p_offline then interval '12 hours' else interval '2 hours' end
    from free
   where s.id = free.id
  returning s.id, s.token, free.state as before, free.token as before_token into v_taken;
  if v_taken.id is null then
    perform app.fail('slot_taken');
  end if;
  if v_taken.before <> 'open' then
    perform app.note_slot_move(v_taken.id, v_taken.before, 'expired', v_taken.before_token, 'lease');
    perform app.note_slot_move(v_taken.id, 'expired', 'open', v_taken.before_token);
  end if;
  perform app.note_slot_move(v_taken.id, 'open', 'claimed', v_taken.token, case when p_n is not null then 'admin' end,
                             p_surveyor);
  return v_taken.id;
end
$$;

create function app.claim_response(p_slot uuid, p_repeated boolean)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (select app.claim_view(s) || jsonb_build_object('repeated', p_repeated)
            from app.assignment_slots s where s.id = p_slot);
end
$$;

-- A slot as its holder sees it.
create function app.claim_view(p_slot app.assignment_slots)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'assignmentId', p_slot.assignment_id,
    'slotId', p_slot.id,
    'token', p_slot.token,
    'state', p_slot.state,
    'claimedAt', app.instant(p_slot.claimed_at),
    'heldUntil', app.instant(p_slot.held_until),
    'renewableUntil', app.instant(p_slot.claimed_at + interval '12 hours'),
    'offline', p_slot.offline,
    'sessionId', p_slot.session_id,
    'assignedByAdmin', exists (select from app.slot_events e
                                where e.token = p_slot.token and e.to_state = 'claimed' and e.reason = 'admin'),
    'entries', app.count_under_claim(p_slot.token),
    'tally', app.quota_tally(p_slot.token),
    'counts', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'id', c.id, 'startedAt', app.instant(c.started_at), 'minutes', c.counted_s / 60,
               'vehicles', jsonb_array_length(c.taps)) order by c.started_at, c.id), '[]')
        from app.stage_counts c where c.token = p_slot.token));
end
$$;

-- How many vehicles were recorded under a claim. An entry that was withdrawn or that a newer one corrects does not count.
create function app.count_under_claim(p_token bigint)
returns bigint language plpgsql stable set search_path = '' as $$
begin
  return (select count(*) from app.collection_entries e where e.token = p_token and e.state not in ('replaced', 'withdrawn'));
end
$$;

-- Release a claimed slot, or report why the work is impossible: the place was not found, is unsafe, was done already,
-- or is too hard, with a note for admins. Blocked slots cannot be claimed again. Releasing a claim again in the same way
-- changes nothing. A claim may have ended by its lease or an admin before the report arrives from an offline phone: then
-- the slot stays as it is, and the report is recorded, because a place may be unsafe for the next one, too.
--
-- Definer: nobody may touch app.assignment_slots directly.
-- Fails with: unauthenticated, role_required, not_found, invalid_request, invalid_transition
create function api.release_assignment_slot(p_id uuid, p_token bigint, p_blocked text default null, p_note text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_surveyor uuid := app.require_role('surveyor');
  v_to       text := case when p_blocked is null then 'released' else 'blocked' end;
  v_slot     app.assignment_slots;
  v_last     app.slot_events;
  v_is_late  boolean;
begin
  if p_blocked not in ('not_found', 'unsafe', 'already_done', 'too_hard') then
    perform app.fail('invalid_request', '{"path": "blocked"}');
  end if;
  perform app.check_fields(array[
    ('note', 'invalid_value', p_note is null or p_blocked is not null and char_length(p_note) between 1 and 500)
  ]::app.field_check[]);
  v_slot := app.slot_of_claim(v_surveyor, p_token);
  if v_slot.assignment_id is distinct from p_id then
    perform app.fail('not_found');
  end if;
  perform from app.assignment_slots s where s.id = v_slot.id for update;
  select * into v_last from app.slot_events e
   where e.token = p_token and e.to_state <> 'open' order by e.id desc limit 1;
  v_is_late := p_blocked is not null and v_last.to_state <> 'blocked' and exists (
    select from app.slot_events e where e.token = p_token and e.to_state <> 'claimed' and e.reason in ('lease', 'admin'));
  if v_last.to_state = 'claimed' then
    perform app.move_slot(v_slot.id, v_to, p_blocked, v_surveyor, p_note);
  elsif v_is_late then
    insert into app.slot_events (slot_id, at, from_state, to_state, reason, actor, token, note)
    values (v_slot.id, app.now(), v_last.to_state, v_to, p_blocked, v_surveyor, p_token, p_note);
  elsif (v_last.to_state, v_last.reason) is distinct from (v_to, p_blocked) then
    perform app.refuse_move(v_last.to_state, app.next_states('slot', v_last.to_state));
  end if;
  return jsonb_build_object(
    'assignmentId', p_id, 'slotId', v_slot.id, 'token', p_token, 'state', v_to, 'reason', p_blocked,
    'repeated', v_last.to_state <> 'claimed' and not v_is_late);
end
$$;
grant execute on function api.release_assignment_slot to authenticated;

-- The slot that a surveyor claimed under a token, whoever holds it now; null if there is none.
create function app.slot_of_claim(p_surveyor uuid, p_token bigint)
returns app.assignment_slots language plpgsql stable set search_path = '' as $$
declare
  v_slot app.assignment_slots;
begin
  select s.* into v_slot
    from app.slot_events e join app.assignment_slots s on s.id = e.slot_id
   where e.token = p_token and e.to_state = 'claimed' and e.actor = p_surveyor;
  return v_slot;
end
$$;

-- Hand in a claimed slot: the surveyor is finished, and everything under the claim is recorded. Possible after the
-- lease has expired, as long as nobody has claimed the slot since. Entries that were decided meanwhile count
-- immediately. A claim that was handed in already, by its surveyor or by the end of its lease, is returned unchanged.
--
-- Definer: nobody may touch app.assignment_slots directly.
-- Fails with: unauthenticated, role_required, not_found, nothing_recorded, invalid_transition
create function api.submit_assignment_slot(p_id uuid, p_token bigint)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_surveyor uuid := app.require_role('surveyor');
  v_slot     app.assignment_slots := app.slot_of_claim(v_surveyor, p_token);
  v_events   text[];
  v_entries  int;
  v_counts   int;
begin
  if v_slot.assignment_id is distinct from p_id then
    perform app.fail('not_found');
  end if;
  perform from app.assignment_slots s where s.id = v_slot.id for update;
  v_events := array(select e.to_state from app.slot_events e where e.token = p_token order by e.id);
  v_entries := app.count_under_claim(p_token);
  v_counts := (select count(*) from app.stage_counts c where c.token = p_token);
  if v_events = '{claimed}' then
    if v_entries + v_counts = 0 then
      perform app.fail('nothing_recorded');
    end if;
    perform app.move_slot(v_slot.id, 'submitted', null, v_surveyor);
    perform app.settle_slot(v_slot.id, p_token);
  elsif 'submitted' <> all (v_events) then
    perform app.refuse_move(v_events[2], app.next_states('slot', v_events[2]));
  end if;
  return jsonb_build_object(
    'assignmentId', p_id, 'slotId', v_slot.id, 'token', p_token, 'state', 'submitted', 'entries', v_entries,
    'counts', v_counts,
    'repeated', v_events <> '{claimed}');
end
$$;
grant execute on function api.submit_assignment_slot to authenticated;
