-- The lock that serializes role changes and account deletions: the check for the last admin has to see earlier changes.
create function app.lock_roles()
returns void language plpgsql set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtext('user_roles'));
end
$$;

-- Reject removing the only admin. The caller holds the lock on roles.
-- Fails with: last_admin
create function app.require_remaining_admin(p_without uuid)
returns void language plpgsql set search_path = '' as $$
declare
  v_admins uuid[] := array(select r.user_id from app.user_roles r where r.role = 'admin');
begin
  if v_admins = array[p_without] then
    perform app.fail('last_admin');
  end if;
end
$$;

-- Give a user exactly these roles (`rider` is implicit and has no row), increment the change count and write to the
-- audit log. The caller holds the lock on roles.
create function app.change_roles(p_user uuid, p_roles text[], p_actor uuid, p_reason text)
returns void language plpgsql set search_path = '' as $$
declare
  v_before text[] := array(select r.role from app.user_roles r where r.user_id = p_user order by r.role);
begin
  delete from app.user_roles r where r.user_id = p_user and r.role <> all (p_roles);
  insert into app.user_roles (user_id, role, granted_at)
  select p_user, r, app.now() from unnest(p_roles) r where r <> 'rider'
  on conflict do nothing;
  insert into app.role_versions as v (user_id, version) values (p_user, 1)
  on conflict (user_id) do update set version = v.version + 1;
  -- What was proven or left in the console before is no second factor of an admin.
  if 'admin' = any (p_roles) and 'admin' <> all (v_before) then
    delete from app.passkeys k where k.user_id = p_user and k.app = 'admin';
    update app.proven_sessions s set second_factor_at = null where s.user_id = p_user;
  end if;
  perform app.audit(p_actor, 'user.roles_changed', 'user', p_user::text, p_reason, jsonb_build_object(
    'before', v_before,
    'after', array(select r.role from app.user_roles r where r.user_id = p_user order by r.role)));
end
$$;

-- How often a user's roles were changed.
create function app.roles_version(p_user uuid)
returns int language plpgsql stable set search_path = '' as $$
begin
  return coalesce((select v.version from app.role_versions v where v.user_id = p_user), 0);
end
$$;
