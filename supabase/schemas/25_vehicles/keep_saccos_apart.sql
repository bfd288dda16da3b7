-- Two operator groups that look like one are two: they are not suggested as duplicates any more. They can still be merged.
-- Answers the first. The same again, in either order, changes nothing.
-- Definer: nobody may touch the tables directly.
-- Fails with: unauthenticated, role_required, invalid_request, not_found
create function api.keep_saccos_apart(p_id text, p_from uuid, p_reason text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_admin uuid := app.require_role('admin');
  v_sacco app.saccos;
  v_other app.saccos;
begin
  perform app.check_reason(p_reason);
  v_sacco := app.find_sacco(p_id);
  if not exists (select from app.saccos s where s.id = p_from) then
    perform app.fail('invalid_request', '{"path": "from", "code": "unknown_reference"}');
  end if;
  v_other := app.find_sacco(p_from::text);
  if v_other.id = v_sacco.id then -- merged by now
    perform app.fail('invalid_request', '{"path": "from", "code": "not_allowed_here"}');
  end if;
  insert into app.saccos_apart (sacco_id, other_id)
  values (least(v_sacco.id, v_other.id), greatest(v_sacco.id, v_other.id))
  on conflict do nothing;
  if found then
    perform app.audit(v_admin, 'sacco.kept_apart', 'sacco', v_sacco.id::text, btrim(p_reason),
                      jsonb_build_object('from', v_other.id, 'name', v_other.name));
  end if;
  return app.sacco_for_admin(v_sacco);
end
$$;
grant execute on function api.keep_saccos_apart to authenticated;
