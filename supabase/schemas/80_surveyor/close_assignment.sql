-- Give out no more slots of an assignment: it is not needed any more, or was a mistake. What somebody holds they keep and
-- can hand in, because they may be on their way. It takes a reason, is written down, and is not taken back: field work
-- that is wanted again is asked for again. Closing what is closed changes nothing.
--
-- Definer: nobody may touch app.assignments directly.
-- Fails with: unauthenticated, role_required, invalid_request, not_found
create function api.close_assignment(p_id uuid, p_reason text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_admin      uuid := app.require_role('admin');
  v_assignment app.assignments;
begin
  perform app.check_reason(p_reason);
  select * into v_assignment from app.assignments a where a.id = p_id for update;
  if v_assignment.id is null then
    perform app.fail('not_found');
  elsif v_assignment.closed_at is null then
    update app.assignments a set closed_at = app.now(), closed_by = v_admin, close_reason = btrim(p_reason)
     where a.id = p_id
    returning * into v_assignment;
    perform app.audit(v_admin, 'assignment.closed', 'assignment', p_id::text, btrim(p_reason));
  end if;
  return app.assignment_for_admin(v_assignment);
end
$$;
grant execute on function api.close_assignment to authenticated;
