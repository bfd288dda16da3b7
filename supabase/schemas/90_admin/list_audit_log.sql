-- What people with power did, newest first; with filters, only what fits all of them.
--
-- Definer: the log is not readable directly.
-- Fails with: unauthenticated, role_required
create function api.list_audit_log(
  p_action text default null, p_subject_kind text default null, p_subject_id text default null,
  p_actor_id uuid default null, p_limit int default 20, p_after jsonb default null)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_limit int := app.page_size(p_limit);
begin
  perform app.require_role('admin');
  return app.page(array(
    select jsonb_build_object(
             'row', jsonb_build_object(
               'id', l.id::text, 'at', app.instant(l.at), 'actor', app.person_ref(l.actor_id), 'action', l.action,
               'subjectKind', l.subject_kind, 'subjectId', l.subject_id, 'reason', l.reason, 'detail', l.detail),
             'key', jsonb_build_object('id', l.id))
      from app.audit_log l
     where (p_action is null or l.action = p_action)
       and (p_subject_kind is null or l.subject_kind = p_subject_kind)
       and (p_subject_id is null or l.subject_id = p_subject_id)
       and (p_actor_id is null or l.actor_id = p_actor_id)
       and (p_after is null or l.id < (p_after ->> 'id')::bigint)
     order by l.id desc
     limit v_limit + 1), v_limit);
end
$$;
grant execute on function api.list_audit_log to authenticated;
