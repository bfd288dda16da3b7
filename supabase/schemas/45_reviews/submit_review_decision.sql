-- Decide on an entry. The decision, its effect on the subject and the audit event are committed in one transaction;
-- nothing is ever decided by a timeout.
--
-- An unclaimed entry is claimed by this. The request has the version that the reviewer was shown: if the entry was
-- escalated since, they have to reload it. `escalated` decides nothing and leaves the entry to another admin. A retry
-- of the same decision returns its result. Every decision can be undone for a day (undo_review_decision).
-- Definer: neither the queue nor any subject is readable directly.
-- Fails with: unauthenticated, role_required, not_found, own_submission, own_escalation, entry_claimed,
-- version_conflict, invalid_transition, invalid_request, and whatever the subject's own rules say
create function api.submit_review_decision(
  p_entry_id uuid, p_decision text, p_version int, p_reason_code text default null, p_note text default null,
  p_edits jsonb default null, p_duplicate_of uuid default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin uuid := app.require_role('admin');
  v_entry app.review_entries;
begin
  v_entry := app.decide_review(v_admin, p_entry_id, p_decision, p_version, jsonb_build_object(
    'reasonCode', p_reason_code, 'note', p_note, 'edits', p_edits, 'duplicateOf', p_duplicate_of));
  return app.review_response(v_entry, v_admin);
end
$$;
grant execute on function api.submit_review_decision to authenticated;

-- The decision itself, for `submit_review_decision` and, taken back at once, for `preview_review_decisions`. One of a
-- batch is audited with the batch.
create function app.decide_review(
  p_admin uuid, p_entry_id uuid, p_decision text, p_version int, p_details jsonb, p_batch uuid default null)
returns app.review_entries language plpgsql set search_path = '' as $$
declare
  v_entry  app.review_entries;
  v_before jsonb;
begin
  perform app.lock_review_subject(p_entry_id, (p_details ->> 'duplicateOf')::uuid);
  select * into v_entry from app.review_entries e where e.id = p_entry_id for update;
  if v_entry.state = p_decision and v_entry.version - 1 = p_version
     and ((p_decision = 'escalated' and v_entry.escalated_by = p_admin)
          or (v_entry.decided_by = p_admin and v_entry.decision = p_details)) then
    return v_entry;
  end if;
  v_entry := app.entry_to_decide(p_entry_id, p_admin);
  if v_entry.version is distinct from p_version then
    perform app.fail('version_conflict', jsonb_build_object('currentVersion', v_entry.version));
  end if;
  perform app.check_review_decision(v_entry, p_decision, p_details);
  v_before := app.subject_snapshot(v_entry);
  perform app.claim_entry(v_entry, p_admin);
  perform app.move_review(p_entry_id, p_decision, p_admin, p_details ->> 'reasonCode', p_details ->> 'note');
  if p_decision = 'escalated' then
    update app.review_entries e set claimed_by = null, claimed_until = null, escalated_by = p_admin, batch_id = p_batch
     where e.id = p_entry_id
    returning * into v_entry;
  else
    update app.review_entries e
       set claimed_by = null, claimed_until = null, decided_by = p_admin, decided_at = app.now(), decision = p_details,
           batch_id = p_batch
     where e.id = p_entry_id
    returning * into v_entry;
    perform app.decide_subject(v_entry, p_decision, p_details, p_admin);
  end if;
  perform app.save_snapshot(v_entry, v_before);
  if p_batch is null then
    perform app.audit(p_admin, 'review.' || p_decision, 'review_entry', p_entry_id::text, p_details ->> 'reasonCode',
                      jsonb_build_object('kind', v_entry.kind, 'subjectId', v_entry.subject_id));
  end if;
  return v_entry;
end
$$;

-- Lock the subject before the entry, and the reports of a disputed incident before the incident itself: the order in
-- which an author's withdrawal, photo upload or account deletion locks them; the reverse order would deadlock. Also
-- locks the incident that it is said to be a duplicate of.
create function app.lock_review_subject(p_entry uuid, p_duplicate_of uuid)
returns void language plpgsql set search_path = '' as $$
declare
  v_entry app.review_entries;
begin
  select * into v_entry from app.review_entries e where e.id = p_entry;
  case v_entry.kind
    when 'report' then perform from app.reports r where r.id = v_entry.subject_id for update;
    when 'feedback' then perform from app.feedback f where f.id = v_entry.subject_id for update;
    when 'collection_entry' then perform from app.collection_entries c where c.id = v_entry.subject_id for update;
    when 'dispute' then perform app.lock_incidents(array[v_entry.subject_id, p_duplicate_of]);
    else null; -- no such entry
  end case;
end
$$;

-- Apply the decision to the subject, by its own noun's function.
create function app.decide_subject(p_entry app.review_entries, p_decision text, p_input jsonb, p_actor uuid)
returns void language plpgsql set search_path = '' as $$
begin
  case p_entry.kind
    when 'report' then perform app.decide_report(p_entry, p_decision, p_input, p_actor);
    when 'feedback' then perform app.decide_feedback(p_entry, p_decision, p_input, p_actor);
    when 'collection_entry' then perform app.decide_collection_entry(p_entry, p_decision, p_input, p_actor);
    when 'dispute' then perform app.decide_dispute(p_entry, p_decision, p_input, p_actor);
  end case;
end
$$;

-- Validate a decision against the contract, for callers that bypass the API, and that the reason is valid for this kind
-- and this decision. An approval needs none.
-- Fails with: invalid_request
create function app.check_review_decision(p_entry app.review_entries, p_decision text, p_details jsonb)
returns void language plpgsql stable set search_path = '' as $$
declare
  v_reason   text := p_details ->> 'reasonCode';
begin
  perform app.check_fields(array[
    ('decision', 'invalid_value', p_decision in ('approved', 'approved_with_edits', 'changes_requested', 'rejected', 'duplicate',
                                'escalated')),
    ('reasonCode', case when v_reason is null then 'required' else 'not_allowed_here' end, case
      when p_decision = 'approved' then v_reason is null
      when p_decision = 'approved_with_edits' and v_reason is null then true
      else exists (select from app.review_reasons r
                    where (r.kind = p_entry.kind or r.kind is null) and r.code = v_reason
                      and p_decision = any (r.decisions)) end),
    ('note', 'required', p_decision not in ('approved', 'approved_with_edits') or p_details ->> 'note' is not null
                         or not app.needs_word(p_entry, p_details -> 'edits')),
    ('note', 'invalid_value', char_length(coalesce(p_details ->> 'note', 'none')) between 1 and 1000),
    ('edits', case when p_details ->> 'edits' is null then 'required'
                   when p_decision = 'approved_with_edits' then 'invalid_value'
                   else 'not_allowed_here' end, case
      when p_details ->> 'edits' is null then p_decision <> 'approved_with_edits'
      else jsonb_typeof(p_details -> 'edits') = 'object' and p_details -> 'edits' <> '{}'
           and octet_length(p_details ->> 'edits') <= 16000
           and (p_decision = 'approved_with_edits'
                or (p_decision = 'changes_requested' and p_entry.kind = 'collection_entry')) end),
    ('duplicateOf', case when p_details ->> 'duplicateOf' is null then 'required' else 'not_allowed_here' end,
     case when p_decision = 'duplicate'
      then (p_details ->> 'duplicateOf')::uuid <> p_entry.subject_id
      else p_details ->> 'duplicateOf' is null end)
  ]::app.field_check[]);
end
$$;

-- Whether approving an entry, with these edits, takes a word of the reviewer: what it would write into the register is
-- hardly possible, as a minibus with 140 seats.
create function app.needs_word(p_entry app.review_entries, p_edits jsonb)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from app.collection_entries e
     where p_entry.kind = 'collection_entry' and e.id = p_entry.subject_id
       and case when p_edits ->> 'capacity' ~ '^[0-9]{1,4}$' then not app.are_usual_seats((p_edits ->> 'capacity')::int)
                else not coalesce(p_edits ? 'capacity', false) and 'seats_unusual' = any (e.quality_flags) end);
end
$$;
