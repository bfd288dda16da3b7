-- Suspend an account (app.suspend). Idempotent. Definer: nobody may touch these tables, or schema auth, directly.
-- Fails with: unauthenticated, role_required, invalid_request, own_roles, not_found, invalid_transition
create function api.suspend_user(p_user_id uuid, p_reason text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin uuid := app.require_role('admin');
begin
  perform app.check_reason(p_reason);
  if app.suspend(p_user_id, v_admin) then
    perform app.audit(v_admin, 'user.suspended', 'user', p_user_id::text, btrim(p_reason));
  end if;
  return app.user_response(p_user_id) || jsonb_build_object('you', false);
end
$$;
grant execute on function api.suspend_user to authenticated;

-- Every token of an account is rejected from now on, as of a deleted one, its sessions end and its API keys are revoked.
-- What it sent is kept, and counts as before: reports can be rejected one by one. Nobody suspends themselves; an admin is
-- no admin first, so that there always is one. Returns whether it was not suspended before. The account's lock is
-- exclusive: what it is doing right now ends first.
-- Fails with: own_roles, not_found, invalid_transition
create function app.suspend(p_user uuid, p_admin uuid)
returns boolean language plpgsql set search_path = '' as $$
begin
  if p_user = p_admin then
    perform app.fail('own_roles');
  end if;
  perform app.lock_roles();
  perform app.require_found(app.is_known(p_user));
  if exists (select from app.user_roles r where r.user_id = p_user and r.role = 'admin') then
    perform app.refuse_move('admin', '{}');
  end if;
  perform pg_advisory_xact_lock(app.account_lock(p_user));
  insert into app.suspended_users (user_id, suspended_at) values (p_user, app.now()) on conflict do nothing;
  if not found then
    return false;
  end if;
  -- Supabase stores the id in this table as text, its lightweight implementation as uuid.
  delete from auth.refresh_tokens t where t.user_id::text = p_user::text;
  delete from auth.sessions s where s.user_id = p_user;
  update app.api_keys k set revoked_at = app.now() where k.owner_id = p_user and k.revoked_at is null;
  return true;
end
$$;

-- End a suspension. The person signs in again; revoked keys stay revoked. Idempotent. Definer as above.
-- Fails with: unauthenticated, role_required, invalid_request, not_found
create function api.reinstate_user(p_user_id uuid, p_reason text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin uuid := app.require_role('admin');
begin
  perform app.check_reason(p_reason);
  perform app.require_found(app.is_known(p_user_id));
  delete from app.suspended_users s where s.user_id = p_user_id;
  if found then
    perform app.audit(v_admin, 'user.reinstated', 'user', p_user_id::text, btrim(p_reason));
  end if;
  return app.user_response(p_user_id) || jsonb_build_object('you', p_user_id = v_admin);
end
$$;
grant execute on function api.reinstate_user to authenticated;
