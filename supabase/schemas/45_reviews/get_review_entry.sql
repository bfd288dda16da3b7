-- One entry with what there is to see: the subject as its own noun shows it to reviewers, what happened to the entry, and
-- the reasons that a decision may have.
--
-- Definer: the queue is not readable directly.
-- Fails with: unauthenticated, role_required, not_found
create function api.get_review_entry(p_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_admin uuid := app.require_role('admin');
  v_entry app.review_entries;
begin
  select * into v_entry from app.review_entries e where e.id = p_id;
  if not found then
    perform app.fail('not_found');
  end if;
  return app.review_answer(v_entry, v_admin) || jsonb_build_object(
    'subject', coalesce(app.review_face(v_entry), '{}'),
    'history', app.review_history(p_id),
    'reasons', app.review_reasons_of(v_entry.kind));
end
$$;
grant execute on function api.get_review_entry to authenticated;

-- The subject as its own noun shows it to reviewers.
create function app.review_face(p_entry app.review_entries)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  case p_entry.kind
    when 'report' then return app.review_face_report(p_entry);
    when 'feedback' then return app.review_face_feedback(p_entry);
    when 'collection_entry' then return app.review_face_collection_entry(p_entry);
    when 'dispute' then return app.review_face_dispute(p_entry);
  end case;
end
$$;
