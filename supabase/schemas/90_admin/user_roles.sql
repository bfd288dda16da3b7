-- Users for admins, by e-mail; those without one, of another issuer, are last. `p_q` matches a part of an e-mail or of
-- the display name, or a whole id. That they were listed, or one was opened, is noted.
--
-- Definer: nobody may read these tables, or schema auth, directly.
-- Fails with: unauthenticated, role_required
create function api.list_users(
  p_q text default null, p_role text default null, p_limit int default 20, p_after jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin uuid := app.require_role('admin');
  v_limit int := app.page_size(p_limit);
  v_like  text := app.like_pattern(p_q);
begin
  perform app.note_read(v_admin, 'user.listed', 'user', 'list', jsonb_build_object('isSearch', p_q is not null));
  return app.page(array(
    select jsonb_build_object(
             'row', app.user_response(k.id) || jsonb_build_object('you', k.id = v_admin),
             'key', jsonb_build_object('email', u.email, 'id', k.id))
      from app.known_people() k (id)
      left join auth.users u on u.id = k.id
      left join app.profiles p on p.user_id = k.id
     where (p_q is null or u.email ilike v_like or p.display_name ilike v_like or k.id::text = lower(p_q))
       and (p_role is null or p_role = 'rider'
            or exists (select from app.user_roles r where r.user_id = k.id and r.role = p_role))
       and (p_after is null
            or (u.email is null, coalesce(u.email, ''), k.id)
             > (p_after ->> 'email' is null, coalesce(p_after ->> 'email', ''), (p_after ->> 'id')::uuid))
     order by u.email is null, coalesce(u.email, ''), k.id
     limit v_limit + 1), v_limit);
end
$$;
grant execute on function api.list_users to authenticated;

-- One user with their roles, and how often those were changed. Definer as above.
-- Fails with: unauthenticated, role_required, not_found
create function api.get_user_roles(p_user_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin uuid := app.require_role('admin');
begin
  if not app.is_known(p_user_id) then
    perform app.fail('not_found');
  end if;
  perform app.note_read(v_admin, 'user.opened', 'user', p_user_id::text);
  return app.user_response(p_user_id) || jsonb_build_object('you', p_user_id = v_admin);
end
$$;
grant execute on function api.get_user_roles to authenticated;

-- A user as admins see them: creation and last use of the account by the day, see app.is_sensitive.
create function app.user_response(p_user uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return app.person_ref(p_user) || jsonb_build_object(
    'roles', app.roles_of(p_user),
    'version', app.roles_version(p_user),
    'hasSecondFactor', app.has_second_factor(p_user),
    'suspendedAt', (select app.instant(s.suspended_at) from app.suspended_users s where s.user_id = p_user),
    'createdAt', (select app.instant(app.city_midnight(app.city_day(u.created_at))) from auth.users u where u.id = p_user),
    'lastSignInAt', (
      select app.instant(app.city_midnight(app.city_day(u.last_sign_in_at))) from auth.users u where u.id = p_user));
end
$$;

-- Give a user exactly these roles, from their next request on. Nobody changes their own, there is always an admin, and
-- the request has a reason and the version that the admin saw. A retry of the same change returns the current state.
--
-- Changes are serialized. The caller's role is checked again after the lock is acquired: of two admins who demote each
-- other the second would otherwise still succeed.
-- Definer: nobody may touch app.user_roles directly.
-- Fails with: unauthenticated, role_required, password_required, invalid_request, own_roles, not_found, version_conflict,
-- last_admin
create function api.replace_user_roles(p_user_id uuid, p_roles text[], p_reason text, p_version int)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin    uuid := app.require_role('admin');
begin
  perform app.check_fields(array[
    ('roles', 'invalid_value', p_roles <@ array['rider', 'surveyor', 'admin'] and cardinality(p_roles) <= 3),
    ('reason', 'invalid_value', char_length(btrim(p_reason)) >= 3 and char_length(p_reason) <= 500)
  ]::app.field_check[]);
  if p_user_id = v_admin then
    perform app.fail('own_roles');
  end if;
  perform app.require_fresh_password(v_admin);
  perform app.lock_roles();
  if not app.is_known(p_user_id) then
    perform app.fail('not_found');
  elsif app.roles_version(p_user_id) - 1 = p_version
        and app.changed_roles_last(p_user_id, p_roles, v_admin, btrim(p_reason)) then
    perform app.require_role('admin');
    return app.user_response(p_user_id) || jsonb_build_object('you', false);
  elsif app.roles_version(p_user_id) is distinct from p_version then
    perform app.fail('version_conflict', jsonb_build_object('currentVersion', app.roles_version(p_user_id)));
  elsif 'admin' <> all (p_roles) then
    perform app.require_remaining_admin(p_user_id);
  end if;
  perform app.require_role('admin');
  perform app.change_roles(p_user_id, p_roles, v_admin, btrim(p_reason));
  return app.user_response(p_user_id) || jsonb_build_object('you', false);
end
$$;
grant execute on function api.replace_user_roles to authenticated;

-- Whether the last change of a user's roles was this same one, by this admin.
create function app.changed_roles_last(p_user uuid, p_roles text[], p_admin uuid, p_reason text)
returns boolean language plpgsql stable set search_path = '' as $$
declare
  v_last app.audit_log;
begin
  select * into v_last from app.audit_log l
   where l.subject_kind = 'user' and l.subject_id = p_user::text and l.action = 'user.roles_changed'
   order by l.id desc
   limit 1;
  return coalesce(v_last.actor_id = p_admin and v_last.reason = p_reason
                  and v_last.detail -> 'after' = to_jsonb(array(
                    select distinct r from unnest(p_roles) r where r <> 'rider' order by r)), false);
end
$$;

-- Make a user an admin: the operator does this on the server, for the first one or when no admin can sign in any more.
-- `p_person` is the confirmed e-mail of an account, or an id. Returns the result: `granted`, `already_admin`,
-- `unknown`, or `unconfirmed`, because anybody can sign up with the e-mail of another.
--
-- Definer: nobody may touch app.user_roles, or schema auth, directly.
create function api.grant_admin(p_person text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user      uuid := app.uuid_or_null(p_person);
  v_confirmed boolean := true;
begin
  if v_user is null then
    select u.id, u.email_confirmed_at is not null into v_user, v_confirmed
      from auth.users u
     where lower(u.email) = lower(btrim(p_person)) and u.deleted_at is null
     order by u.email_confirmed_at is null, u.created_at
     limit 1;
  end if;
  perform app.lock_roles();
  if v_user is null or not app.is_known(v_user) then
    return '{"outcome": "unknown"}';
  elsif not v_confirmed then
    return '{"outcome": "unconfirmed"}';
  elsif exists (select from app.user_roles r where r.user_id = v_user and r.role = 'admin') then
    return jsonb_build_object('outcome', 'already_admin', 'userId', v_user);
  end if;
  perform app.change_roles(v_user, array_append(app.roles_of(v_user), 'admin'), null, 'admin:grant');
  return jsonb_build_object('outcome', 'granted', 'userId', v_user);
end
$$;
grant execute on function api.grant_admin to operator_server;
