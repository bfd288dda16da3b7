-- The caller's id, if they have the role now. Read from the table at every call, so a change takes effect at once.
-- Fails with: unauthenticated, invalid_token, role_required
create function app.require_role(p_role text)
returns uuid
language plpgsql
set search_path = ''
as $$
declare
  v_user uuid := app.require_user();
begin
  if not exists (select from app.user_roles r where r.user_id = v_user and r.role = p_role) then
    perform app.fail('role_required', jsonb_build_object('role', p_role));
  end if;
  return v_user;
end
$$;
