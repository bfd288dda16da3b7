-- Who the caller is to us: identity from the token, roles and language from our own tables.
--
-- Definer: roles are not readable by anyone directly.
-- Fails with: unauthenticated
create function api.get_current_user()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_user    uuid := app.require_user();
  v_profile app.profiles;
begin
  select * into v_profile from app.profiles p where p.user_id = v_user;
  return jsonb_build_object(
    'id', v_user,
    'email', app.claims() ->> 'email',
    'displayName', v_profile.display_name,
    'locale', app.reading_locale(),
    'roles', app.roles_of(v_user));
end
$$;
grant execute on function api.get_current_user to authenticated;

-- Every role that a person has, the implicit one first.
create function app.roles_of(p_user uuid)
returns text[]
language plpgsql
stable
set search_path = ''
as $$
begin
  return array['rider'] || array(select r.role from app.user_roles r where r.user_id = p_user order by r.role desc);
end
$$;
