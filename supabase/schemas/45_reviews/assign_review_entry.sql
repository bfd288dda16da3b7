-- Assign a pending entry to an admin, or to nobody (null). It tells colleagues whose it is and blocks nobody: only a
-- claim does. The same assignment again changes nothing.
--
-- Definer: the queue is not readable directly.
-- Fails with: unauthenticated, role_required, not_found, invalid_transition, invalid_request (not an admin, or involved in
-- the subject)
create function api.assign_review_entry(p_id uuid, p_to uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin uuid := app.require_role('admin');
  v_entry app.review_entries;
begin
  select * into v_entry from app.review_entries e where e.id = p_id for update;
  perform app.require_found(found);
  if v_entry.state not in ('pending', 'claimed', 'escalated') then
    perform app.refuse_review_move(v_entry.state);
  elsif p_to is not null and not exists (select from app.user_roles r where r.user_id = p_to and r.role = 'admin') then
    perform app.fail('invalid_request', '{"path": "to", "code": "unknown_reference"}');
  elsif p_to is not null and (app.is_own_review(v_entry, p_to) or v_entry.escalated_by = p_to) then
    perform app.fail('invalid_request', '{"path": "to", "code": "not_allowed_here"}');
  end if;
  if v_entry.assigned_to is distinct from p_to then
    update app.review_entries e set assigned_to = p_to where e.id = p_id returning * into v_entry;
    perform app.audit(v_admin, 'review.assigned', 'review_entry', p_id::text, null, jsonb_build_object(
      'kind', v_entry.kind, 'subjectId', v_entry.subject_id, 'to', p_to));
  end if;
  return app.review_response(v_entry, v_admin);
end
$$;
grant execute on function api.assign_review_entry to authenticated;
