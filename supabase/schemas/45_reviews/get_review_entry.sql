-- One entry in full: the subject in its noun's reviewer view, the history of subject and entry, earlier decisions on
-- the subject, and the reasons that a decision may have. Reading a report or a dispute is noted: it has an exact place. So is an open field
-- entry: it has the trace of a shift.
--
-- Definer: the queue is not readable directly.
-- Fails with: unauthenticated, role_required, not_found
create function api.get_review_entry(p_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin uuid := app.require_role('admin');
  v_entry app.review_entries;
begin
  select * into v_entry from app.review_entries e where e.id = p_id;
  perform app.require_found(found);
  if v_entry.kind = 'report' then
    perform app.note_read(v_admin, 'report.opened', 'report', v_entry.subject_id::text);
  elsif v_entry.kind = 'dispute' then
    perform app.note_read(v_admin, 'incident.opened', 'incident', v_entry.subject_id::text);
  elsif v_entry.kind = 'collection_entry' and v_entry.decided_at is null then
    perform app.note_read(v_admin, 'trace.opened', 'collection_entry', v_entry.subject_id::text);
  end if;
  return app.review_response(v_entry, v_admin) || jsonb_build_object(
    'subject', app.review_view(v_entry),
    'author', (select app.author_standing(a.user_id, a.key) from app.author_of(v_entry.kind, v_entry.subject_id) a),
    'canReopen', app.can_reopen(v_entry, v_admin),
    'reversal', app.reversal_offer(v_entry, v_admin),
    'events', app.subject_events(v_entry),
    'earlier', app.earlier_reviews(v_entry),
    'history', app.review_history(p_id, app.is_sensitive_subject(v_entry.kind, v_entry.subject_id)),
    'reasons', app.review_reasons_of(v_entry.kind));
end
$$;
grant execute on function api.get_review_entry to authenticated;

-- The subject in its noun's reviewer view. Every kind has `kind`, `siblings` (what it should be read beside) and
-- `author` (the sender's record as counts; null without an account or a phone).
create function app.review_view(p_entry app.review_entries)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  case p_entry.kind
    when 'report' then return app.review_view_report(p_entry);
    when 'feedback' then return app.review_view_feedback(p_entry);
    when 'collection_entry' then return app.review_view_collection_entry(p_entry);
    when 'dispute' then return app.review_view_dispute(p_entry);
  end case;
end
$$;

-- The history of a subject, oldest first. Never who moved it: that may have been its author.
create function app.subject_events(p_entry app.review_entries)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_sensitive boolean := app.is_sensitive_subject(p_entry.kind, p_entry.subject_id);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('at', app.admin_instant(v.at, v_sensitive), 'to', v.to_state, 'reason', v.reason)
                              order by v.at, v.id), '[]')
      from (select e.id, e.at, e.to_state, e.reason from app.report_events e
             where p_entry.kind = 'report' and e.report_id = p_entry.subject_id
            union all
            select e.id, e.at, e.to_state, e.reason from app.feedback_events e
             where p_entry.kind = 'feedback' and e.feedback_id = p_entry.subject_id
            union all
            select e.id, e.at, e.to_state, e.reason from app.collection_entry_events e
             where p_entry.kind = 'collection_entry' and e.entry_id = p_entry.subject_id
            union all
            select e.id, e.at, e.kind, e.detail ->> 'reason' from app.incident_events e
             where p_entry.kind = 'dispute' and e.incident_id = p_entry.subject_id) v);
end
$$;

-- Earlier decisions on the same subject, oldest first.
create function app.earlier_reviews(p_entry app.review_entries)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
             'id', e.id, 'state', e.state, 'reasonCode', e.decision ->> 'reasonCode', 'note', e.decision ->> 'note',
             'decidedAt', app.instant(e.decided_at), 'decidedBy', app.person_ref(e.decided_by))
             order by e.decided_at, e.id), '[]')
      from app.review_entries e
     where e.kind = p_entry.kind and e.subject_id = p_entry.subject_id and e.id <> p_entry.id and e.decided_at is not null);
end
$$;
