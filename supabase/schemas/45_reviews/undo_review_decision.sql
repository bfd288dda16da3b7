-- Undo the decision on an entry within 24 hours: the entry is pending again, and its subject is restored, in one
-- transaction. Nothing is removed from the history: the decision, the undo and its reason stay in the history of the
-- entry and in the audit log.
--
-- The request has the version that the admin was shown; a retry of the same request returns its result, and of two
-- admins the second gets a version conflict. An escalation can be undone as long as nobody has claimed the entry.
-- `because` of an invalid_transition: `not_decided`, `too_late`, `decided_again` (the subject came back into the queue
-- since), `subject_changed` (its author changed it), `incident_changed`, `vehicle_changed` (a later change builds on
-- it).
-- Definer: neither the queue nor any subject is readable directly.
-- Fails with: unauthenticated, role_required, invalid_request, not_found, own_submission, version_conflict,
-- invalid_transition
create function api.undo_review_decision(p_id uuid, p_version int, p_reason text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin uuid := app.require_role('admin');
  v_entry app.review_entries;
begin
  perform app.check_reason(p_reason);
  v_entry := app.undo_review(v_admin, p_id, p_version, btrim(p_reason));
  return app.review_response(v_entry, v_admin);
end
$$;
grant execute on function api.undo_review_decision to authenticated;

-- One of a batch is audited with the batch. `p_agreed`: two admins reverse it, at any age, and audit it themselves.
create function app.undo_review(
  p_admin uuid, p_entry_id uuid, p_version int, p_reason text, p_of_batch boolean default false,
  p_agreed boolean default false)
returns app.review_entries language plpgsql set search_path = '' as $$
declare
  v_entry app.review_entries;
  v_kept  app.review_snapshots;
  v_what  text;
begin
  perform app.lock_for_undo(p_entry_id);
  select * into v_entry from app.review_entries e where e.id = p_entry_id for update;
  if not found then
    perform app.fail('not_found');
  elsif app.is_own_review(v_entry, p_admin) then
    perform app.fail('own_submission');
  elsif app.is_already_undone(v_entry, p_admin, p_version, p_reason) then
    return v_entry;
  elsif v_entry.version is distinct from p_version then
    perform app.fail('version_conflict', jsonb_build_object('currentVersion', v_entry.version));
  end if;
  v_what := app.review_state(v_entry);
  if p_agreed then
    v_kept := app.snapshot_to_reverse(v_entry);
  else
    select * into v_kept from app.review_snapshots s where s.entry_id = p_entry_id;
    perform app.check_undo(v_entry, v_kept);
  end if;
  perform app.move_review(p_entry_id, 'pending', p_admin, null, p_reason);
  update app.review_entries e
     set version = e.version + 1, claimed_by = null, claimed_until = null, decided_at = null, decided_by = null,
         decision = '{}', batch_id = null,
         due_in = case when p_agreed then coalesce(e.due_in, e.due_at - e.created_at) else e.due_in end,
         due_at = case when p_agreed then app.now() + coalesce(e.due_in, e.due_at - e.created_at) else e.due_at end,
         escalated_by = (v_kept.before ->> 'escalated_by')::uuid
   where e.id = p_entry_id
  returning * into v_entry;
  if v_what <> 'escalated' then
    perform app.undo_subject(v_entry, v_what, v_kept, p_admin, p_reason);
  end if;
  delete from app.review_snapshots s where s.entry_id = p_entry_id;
  if not (p_of_batch or p_agreed) then
    perform app.audit(p_admin, 'review.undone', 'review_entry', p_entry_id::text, p_reason,
                      jsonb_build_object('kind', v_entry.kind, 'subjectId', v_entry.subject_id, 'decision', v_what,
                                         'version', p_version));
  end if;
  return v_entry;
end
$$;

-- Whether this same request was applied already.
create function app.is_already_undone(p_entry app.review_entries, p_admin uuid, p_version int, p_reason text)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from app.audit_log l
     where l.subject_kind = 'review_entry' and l.subject_id = p_entry.id::text and l.action in ('review.undone', 'review.reversed')
       and l.actor_id = p_admin and l.reason = p_reason and (l.detail ->> 'version')::int = p_version
       and p_entry.version = p_version + 1);
end
$$;

-- Fails with: invalid_transition
create function app.check_undo(p_entry app.review_entries, p_kept app.review_snapshots)
returns void language plpgsql stable set search_path = '' as $$
declare
  v_state text := app.review_state(p_entry);
begin
  if not app.is_decided(p_entry) then
    perform app.refuse_undo(v_state, 'not_decided');
  elsif (p_kept.decided_at > app.now() - app.undo_window()) is distinct from true then
    perform app.refuse_undo(v_state, 'too_late');
  elsif exists (select from app.review_entries e
                 where e.kind = p_entry.kind and e.subject_id = p_entry.subject_id and e.id <> p_entry.id
                   and (e.state in ('pending', 'claimed', 'escalated') or e.decided_at >= p_kept.decided_at)) then
    perform app.refuse_undo(v_state, 'decided_again');
  end if;
end
$$;

-- Fails with: invalid_transition
create function app.refuse_undo(p_state text, p_because text)
returns void language plpgsql stable set search_path = '' as $$
begin
  perform app.fail('invalid_transition', jsonb_build_object(
    'currentState', p_state, 'allowedTransitions', '[]'::jsonb, 'because', p_because));
end
$$;

-- Lock what undoing a decision may touch, in the common lock order (app.lock_incidents): the subject before the entry,
-- reports before incidents.
create function app.lock_for_undo(p_entry uuid)
returns void language plpgsql set search_path = '' as $$
declare
  v_entry app.review_entries;
begin
  select * into v_entry from app.review_entries e where e.id = p_entry;
  case v_entry.kind
    when 'report' then
      perform app.lock_incidents(app.incidents_of_undo(v_entry), v_entry.subject_id);
    when 'dispute' then
      perform app.lock_incidents(array[v_entry.subject_id] || array(
        select m.into_id from app.incident_merges m where m.incident_id = v_entry.subject_id));
    else perform app.lock_review_subject(p_entry, null);
  end case;
end
$$;

-- Undo the decision on the subject, by its own noun's function.
create function app.undo_subject(
  p_entry app.review_entries, p_decision text, p_kept app.review_snapshots, p_actor uuid, p_reason text)
returns void language plpgsql set search_path = '' as $$
begin
  case p_entry.kind
    when 'report' then perform app.undo_report(p_entry.subject_id, p_kept, p_actor);
    when 'feedback' then perform app.undo_feedback(p_entry.subject_id, p_kept, p_actor);
    when 'collection_entry' then perform app.undo_collection_entry(p_entry.subject_id, p_kept, p_actor, p_reason);
    when 'dispute' then perform app.undo_dispute(p_entry.subject_id, p_decision, p_kept, p_actor);
  end case;
end
$$;
