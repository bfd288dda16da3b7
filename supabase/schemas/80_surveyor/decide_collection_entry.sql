-- Move a collection entry to another state and record the event. Fails with: invalid_transition
create function app.move_entry(p_entry uuid, p_to text, p_reason text default null, p_actor uuid default null)
returns void language plpgsql set search_path = '' as $$
declare
  v_from text;
begin
  select e.state into v_from from app.collection_entries e where e.id = p_entry for update;
  perform app.check_move('collection_entry', v_from, p_to);
  update app.collection_entries e set state = p_to, version = e.version + 1 where e.id = p_entry;
  insert into app.collection_entry_events (entry_id, at, from_state, to_state, reason, actor)
  values (p_entry, app.now(), v_from, p_to, p_reason, p_actor);
end
$$;

-- Apply a reviewer's decision to a collection entry, in the transaction of the decision.
--
-- Approval, with or without edits, writes a new version of the vehicle's facts. `changes_requested` returns the entry
-- with its reasons, and reserves the slot for the same surveyor for 24 hours; its `edits` may name the facts to check
-- again, `{"facts": ["plate"]}`. A duplicate of another existing entry is rejected as one. A held entry is moved to
-- review first, then decided.
-- Fails with: invalid_transition, invalid_request
create function app.decide_collection_entry(
  p_entry app.review_entries, p_decision text, p_input jsonb, p_actor uuid)
returns void language plpgsql set search_path = '' as $$
declare
  v_entry app.collection_entries;
  v_to    text := case p_decision when 'approved_with_edits' then 'approved' when 'duplicate' then 'rejected'
                                  else p_decision end;
begin
  if p_decision = 'duplicate'
     and not exists (select from app.collection_entries e where e.id = (p_input ->> 'duplicateOf')::uuid) then
    perform app.fail('invalid_request', '{"path": "duplicateOf", "code": "unknown_reference"}');
  end if;
  select * into v_entry from app.collection_entries e where e.id = p_entry.subject_id for update;
  if v_entry.state = 'held' then
    perform app.move_entry(v_entry.id, 'in_review', null, p_actor);
  end if;
  perform app.move_entry(v_entry.id, v_to, p_input ->> 'reasonCode', p_actor);
  update app.collection_entries e
     set decided_at = app.now(),
         reason = coalesce(p_input ->> 'reasonCode', case when p_decision = 'duplicate' then 'duplicate' end),
         reason_note = p_input ->> 'note',
         reason_facts = app.facts_to_check(p_decision, p_input -> 'edits'),
         vehicle_id = case v_to when 'approved' then app.write_vehicle_facts(
                        v_entry, app.edited_facts(v_entry, p_decision, p_input -> 'edits'), p_actor) end
   where e.id = v_entry.id;
  if v_to = 'changes_requested' then
    perform app.alert_surveyors('entry_returned', array[v_entry.surveyor_id], null, v_entry.id);
  end if;
  perform app.settle_slot(v_entry.slot_id, v_entry.token);
end
$$;

-- The surveyor's facts with the reviewer's edits applied. Fails with: invalid_request
create function app.edited_facts(p_entry app.collection_entries, p_decision text, p_edits jsonb)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_facts    jsonb;
  v_problems text[];
begin
  if p_decision <> 'approved_with_edits' then
    return p_entry.facts;
  end if;
  if jsonb_typeof(p_edits) is distinct from 'object' or p_edits = '{}' then
    perform app.fail('invalid_request', '{"path": "edits", "code": "required"}');
  end if;
  v_facts := jsonb_strip_nulls(p_entry.facts || p_edits);
  v_problems := app.fact_problems(v_facts);
  if v_problems <> '{}' then
    perform app.fail('invalid_request', jsonb_build_object('path', 'edits.' || v_problems[1]));
  end if;
  return v_facts;
end
$$;

-- The facts to check again in a returned entry, by name. Fails with: invalid_request
create function app.facts_to_check(p_decision text, p_edits jsonb)
returns text[] language plpgsql immutable set search_path = '' as $$
declare
  v_facts text[] := '{}';
begin
  if p_decision <> 'changes_requested' or coalesce(p_edits, 'null') in ('null', '{}') then
    return '{}';
  end if;
  if jsonb_typeof(p_edits -> 'facts') = 'array' then
    v_facts := array(select jsonb_array_elements_text(p_edits -> 'facts'));
  end if;
  if v_facts = '{}' or p_edits - 'facts' <> '{}'
     or not v_facts <@ array['plate', 'fleetName', 'sacco', 'routeIds', 'capacity', 'sticker', 'checks', 'note', 'place']
  then
    perform app.fail('invalid_request', '{"path": "edits.facts"}');
  end if;
  return v_facts;
end
$$;

-- Derive the state of a slot from the entries under its claim: returned if one was returned, pending while one is
-- pending, done if one was approved or something was counted, else open again. No change if the slot has been claimed
-- again since.
create function app.settle_slot(p_slot uuid, p_token bigint)
returns void language plpgsql set search_path = '' as $$
declare
  v_slot   app.assignment_slots;
  v_states text[];
begin
  select * into v_slot from app.assignment_slots s where s.id = p_slot for update;
  if (v_slot.token = p_token and v_slot.state in ('submitted', 'changes_requested')) is distinct from true then
    return;
  end if;
  v_states := array(select e.state from app.collection_entries e where e.slot_id = p_slot and e.token = p_token);
  if 'changes_requested' = any (v_states) then
    if v_slot.state = 'submitted' then
      perform app.move_slot(p_slot, 'changes_requested');
    end if;
    update app.assignment_slots s set held_until = app.now() + interval '24 hours' where s.id = p_slot;
  elsif exists (select from unnest(v_states) s where app.is_undecided(s)) or v_slot.state <> 'submitted' then
    return;
  else
    perform app.move_slot(p_slot, case when 'approved' = any (v_states)
                                            or exists (select from app.stage_counts c where c.token = p_token)
                                          then 'approved' else 'rejected' end);
  end if;
end
$$;
