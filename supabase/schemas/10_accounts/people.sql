-- Whether an id is somebody we know: an account of Supabase Auth, or anybody who did something here (app.traces). A
-- deleted account is nobody.
create function app.is_known(p_user uuid)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return not exists (select from app.deleted_users d where d.user_id = p_user)
    and exists (select from app.traces t where t.user_id = p_user);
end
$$;

-- Everybody of whom is_known says yes, once.
create function app.known_people()
returns setof uuid language plpgsql stable set search_path = '' as $$
begin
  return query
    select t.user_id from app.traces t where t.user_id is not null
    except select d.user_id from app.deleted_users d;
end
$$;

-- A colleague as admins see them wherever one is named. Null for null; a deleted account has its id alone.
create function app.person_ref(p_user uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return case when p_user is not null then jsonb_build_object(
    'id', p_user,
    'email', (select u.email from auth.users u where u.id = p_user),
    'displayName', (select p.display_name from app.profiles p where p.user_id = p_user)) end;
end
$$;

-- Since when we have known an account: since it was made, where Supabase Auth makes them, or else since the first thing that
-- it sent us. Null for none, and for one that is nobody's any more. Whoever deletes their account and signs up again, with
-- the same e-mail too, is somebody new: deleted means deleted, so there is nothing by which to know them.
create function app.known_since(p_user uuid)
returns timestamptz language plpgsql stable set search_path = '' as $$
begin
  return least(
    (select min(r.received_at) from app.reports r where r.reporter_id = p_user),
    (select min(v.voted_at) from app.incident_votes v where v.user_id = p_user),
    (select min(f.received_at) from app.feedback f where f.rider_id = p_user),
    (select u.created_at from auth.users u where u.id = p_user));
end
$$;

-- Whether we have known an account for less than so long. No account at all is a new one. Whoever lets accounts lie for
-- that time passes; it costs them the time.
create function app.is_new_account(p_user uuid, p_within interval default '1 day')
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return coalesce(app.known_since(p_user) > app.now() - p_within, true);
end
$$;
