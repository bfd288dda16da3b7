-- Whether an id is a known user: an account of Supabase Auth, or the author of anything here (app.traces). A deleted
-- account is not.
create function app.is_known(p_user uuid)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return not exists (select from app.deleted_users d where d.user_id = p_user)
    and exists (select from app.traces t where t.user_id = p_user);
end
$$;

-- All users for whom is_known is true, once each.
create function app.known_people()
returns setof uuid language plpgsql stable set search_path = '' as $$
begin
  return query
    select t.user_id from app.traces t where t.user_id is not null
    except select d.user_id from app.deleted_users d;
end
$$;

-- A colleague as admins see them. Null for null; a deleted account has only its id.
create function app.person_ref(p_user uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  if p_user is null then
    return null;
  end if;
  return jsonb_build_object(
    'id', p_user,
    'email', (select u.email from auth.users u where u.id = p_user),
    'displayName', (select p.display_name from app.profiles p where p.user_id = p_user));
end
$$;

-- Since when an account is known: its creation in Supabase Auth, or else the first item it sent. Null without an
-- account, and for a deleted one. A user who deletes the account and signs up again, even with the same e-mail, is new,
-- because nothing is left to recognize them by.
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

-- Whether an account has been known for less than the given time; having no account counts as new. Letting accounts age
-- passes this check, at the cost of that time.
create function app.is_new_account(p_user uuid, p_within interval default '1 day')
returns boolean stable
return coalesce(app.known_since(p_user) > app.now() - p_within, true);
