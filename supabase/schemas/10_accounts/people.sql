-- Whether an id is somebody we know: an account of Supabase Auth, or anybody who did something here (app.traces). A
-- deleted account is nobody.
create function app.is_known(p_user uuid)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return not exists (select from app.deleted_users d where d.user_id = p_user)
    and exists (select from app.traces t where t.user_id = p_user);
end
$$;

-- Everybody of whom is_known says yes, once.
create function app.known_people()
returns setof uuid
language plpgsql
stable
set search_path = ''
as $$
begin
  return query
    select t.user_id from app.traces t where t.user_id is not null
    except select d.user_id from app.deleted_users d;
end
$$;

-- A colleague as admins see them wherever one is named. Null for null; a deleted account has its id alone.
create function app.person_ref(p_user uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return case when p_user is not null then jsonb_build_object(
    'id', p_user,
    'email', (select u.email from auth.users u where u.id = p_user),
    'displayName', (select p.display_name from app.profiles p where p.user_id = p_user)) end;
end
$$;
