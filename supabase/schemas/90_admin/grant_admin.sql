-- Make somebody an admin: the operator does this on the server, for the first one or when nobody can sign in any more.
-- `p_person` is the e-mail of an account that confirmed it, or an id. Tells what came of it: `granted`, `already_admin`,
-- `unknown`, or `unconfirmed`, because anybody can sign up with the e-mail of another.
--
-- Definer: nobody may touch app.user_roles, or schema auth, directly.
create function api.grant_admin(p_person text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
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
grant execute on function api.grant_admin to service_role;
