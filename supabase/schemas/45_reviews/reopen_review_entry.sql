-- Bring a rejected or duplicate subject back for another decision, at any time: a new entry, which names the old one.
-- What was decided stays in the history. Within 24 hours undoing the decision restores more (undo_review_decision).
-- Something that was approved is not reopened: its incident is retracted, or its vehicle edited.
--
-- `because` of an invalid_transition: `not_rejected`, `decided_again` (the subject is in the queue already, or was decided
-- again), `subject_changed` (its author withdrew it, or its retention ended). A retry returns the new entry.
-- Definer: neither the queue nor any subject is readable directly.
-- Fails with: unauthenticated, role_required, invalid_request, not_found, own_submission, invalid_transition
create function api.reopen_review_entry(p_id uuid, p_reason text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin uuid := app.require_role('admin');
  v_old   app.review_entries;
  v_new   app.review_entries;
begin
  perform app.check_reason(p_reason);
  perform app.lock_review_subject(p_id, null);
  select * into v_old from app.review_entries e where e.id = p_id for update;
  perform app.require_found(found);
  select * into v_new from app.review_entries e where e.detail ->> 'reopens' = p_id::text and e.decided_at is null;
  if found then
    return app.review_response(v_new, v_admin);
  end if;
  perform app.check_reopening(v_old, v_admin);
  case v_old.kind
    when 'report' then perform app.move_report(v_old.subject_id, 'in_review', 'reopened', v_admin);
    when 'feedback' then perform app.move_feedback(v_old.subject_id, 'held', 'reopened', v_admin);
    when 'collection_entry' then perform app.move_entry(v_old.subject_id, 'in_review', 'reopened', v_admin);
  end case;
  perform app.open_review(v_old.kind, v_old.subject_id, v_old.author_id, 'reopened', interval '24 hours',
                          jsonb_build_object('reopens', p_id));
  select * into v_new from app.review_entries e where e.detail ->> 'reopens' = p_id::text and e.decided_at is null;
  perform app.audit(v_admin, 'review.reopened', 'review_entry', p_id::text, btrim(p_reason), jsonb_build_object(
    'kind', v_old.kind, 'subjectId', v_old.subject_id, 'entryId', v_new.id));
  return app.review_response(v_new, v_admin);
end
$$;
grant execute on function api.reopen_review_entry to authenticated;

-- Fails with: own_submission, invalid_transition
create function app.check_reopening(p_entry app.review_entries, p_admin uuid)
returns void language plpgsql stable set search_path = '' as $$
begin
  if app.is_own_review(p_entry, p_admin) then
    perform app.fail('own_submission');
  elsif p_entry.kind = 'dispute' or p_entry.state not in ('rejected', 'duplicate') then
    perform app.refuse_undo(app.review_state(p_entry), 'not_rejected');
  elsif exists (select from app.review_entries e
                 where e.kind = p_entry.kind and e.subject_id = p_entry.subject_id and e.id <> p_entry.id
                   and (e.decided_at is null or e.decided_at > p_entry.decided_at)) then
    perform app.refuse_undo(p_entry.state, 'decided_again');
  elsif app.subject_standing(p_entry) ->> 'state' not in ('rejected', 'duplicate') then
    perform app.refuse_undo(p_entry.state, 'subject_changed');
  end if;
end
$$;

-- Whether this admin could reopen an entry now.
create function app.can_reopen(p_entry app.review_entries, p_admin uuid)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  if p_entry.state not in ('rejected', 'duplicate') then
    return false;
  end if;
  perform app.check_reopening(p_entry, p_admin);
  return true;
exception when sqlstate 'PT400' then
  return false;
end
$$;
