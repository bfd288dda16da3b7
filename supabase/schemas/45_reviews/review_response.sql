-- An entry as admins see it. Never its author, so that reviewers decide on the content and not on the person. Only
-- whether it is their own.
create function app.review_response(p_entry app.review_entries, p_viewer uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_state text := app.review_state(p_entry);
begin
  return jsonb_build_object(
    'id', p_entry.id,
    'kind', p_entry.kind,
    'subjectId', p_entry.subject_id,
    'about', app.review_about(p_entry),
    'reason', p_entry.reason,
    'detail', p_entry.detail,
    'state', v_state,
    'version', p_entry.version,
    'own', app.is_own_review(p_entry, p_viewer),
    'claimedBy', case when v_state = 'claimed' then app.person_ref(p_entry.claimed_by) end,
    'claimedByYou', v_state = 'claimed' and p_entry.claimed_by = p_viewer,
    'claimedUntil', case when v_state = 'claimed' then app.instant(p_entry.claimed_until) end,
    'assignedTo', app.person_ref(p_entry.assigned_to),
    'assignedToYou', p_entry.assigned_to is not distinct from p_viewer,
    'viewers', app.viewers_of(p_entry.id, p_viewer),
    'escalatedBy', app.person_ref(p_entry.escalated_by),
    'escalatedByYou', p_entry.escalated_by is not distinct from p_viewer,
    'createdAt', app.instant(p_entry.created_at),
    'dueAt', app.instant(p_entry.due_at),
    'decidedAt', app.instant(p_entry.decided_at),
    'decidedBy', app.person_ref(p_entry.decided_by),
    'undoUntil', app.instant(app.undo_until(p_entry, p_viewer)),
    'batch', app.batch_view(p_entry.batch_id),
    'reasonCode', p_entry.decision ->> 'reasonCode',
    'note', p_entry.decision ->> 'note',
    'edits', nullif(p_entry.decision -> 'edits', 'null'),
    'duplicateOf', p_entry.decision ->> 'duplicateOf');
end
$$;

-- The history of an entry, oldest first.
create function app.review_history(p_entry uuid, p_sensitive boolean)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object(
            'at', app.admin_instant(v.at, p_sensitive), 'from', v.from_state, 'to', v.to_state, 'actor', app.person_ref(v.actor),
            'reasonCode', v.reason_code, 'note', v.note) order by v.id), '[]')
            from app.review_events v where v.entry_id = p_entry);
end
$$;

-- The reasons that a decision on this kind may have.
create function app.review_reasons_of(p_kind text)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (select jsonb_agg(jsonb_build_object(
            'code', r.code, 'decisions', r.decisions, 'label', r.label)
            order by r.position)
            from app.review_reasons r where r.kind = p_kind or r.kind is null);
end
$$;
