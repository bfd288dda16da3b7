-- Whether a session proved the password in the last ten minutes, by signing in or again since.
create function app.is_fresh_session(p_user uuid, p_session uuid)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return exists (select from auth.sessions s
                  where s.id = p_session and s.user_id = p_user and s.created_at > app.now() - interval '10 minutes')
    or exists (select from app.proven_sessions s
                where s.session_id = p_session and s.user_id = p_user and s.password_at > app.now() - interval '10 minutes');
end
$$;

-- For what cannot be undone or gives power: an admin proves the password again unless they just did, so that an unlocked
-- screen is not enough. Tokens of other issuers name no session; how fresh they are is their issuer's decision.
-- Fails with: password_required
create function app.require_fresh_password(p_user uuid)
returns void language plpgsql stable set search_path = '' as $$
begin
  if app.session_id() is not null and not app.is_fresh_session(p_user, app.session_id()) then
    perform app.fail('password_required');
  end if;
end
$$;

-- Note that the password was proven for another session of the caller: this call has the token of a session that was made
-- with the password for this, in the last minute.
--
-- Definer: nobody may touch these tables, or schema auth, directly.
-- Fails with: unauthenticated, password_required (this session is older), not_found (no such session of the caller)
create function api.confirm_password(p_session uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := app.require_user();
begin
  if not exists (select from auth.sessions s
                  where s.id = app.session_id() and s.user_id = v_user and s.created_at > app.now() - interval '1 minute') then
    perform app.fail('password_required');
  end if;
  perform app.require_found(exists (select from auth.sessions s where s.id = p_session and s.user_id = v_user));
  insert into app.proven_sessions as s (session_id, user_id, password_at) values (p_session, v_user, app.now())
  on conflict (session_id) do update set password_at = excluded.password_at;
  return '{"confirmed": true}';
end
$$;
grant execute on function api.confirm_password to authenticated;
