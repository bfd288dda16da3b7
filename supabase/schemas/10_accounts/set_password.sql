-- A stolen token or an unlocked screen must not become the account: a password is set only in a session that proved one, or
-- the address, within ten minutes, and the second factor of an account that has one.

-- Why a session may not change the password: `password_required`, `second_factor_required`, or null where it may.
create function app.password_change_problem(p_user uuid, p_session uuid)
returns text stable
return case
  when not app.is_fresh_session(p_user, p_session) then 'password_required'
  when app.needs_second_factor(p_user, p_session) then 'second_factor_required'
end;

-- For our apps, before they ask Auth for the change. Definer: nobody may touch these tables, or schema auth, directly.
-- Fails with: unauthenticated, password_required, second_factor_required
create function api.check_password_change()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_user    uuid := app.require_user();
  v_problem text := app.password_change_problem(v_user, app.session_id());
begin
  if v_problem = 'password_required' then
    perform app.fail('password_required');
  elsif v_problem = 'second_factor_required' then
    perform app.fail('second_factor_required');
  end if;
  return '{"allowed": true}';
end
$$;
grant execute on function api.check_password_change to authenticated;

-- The same for whoever asks Auth directly, also at a Supabase project, whose Auth need not ask for a recent sign-in. Auth
-- does not say which session changes a password, so one of the account has to be allowed to. Not for hashes that Auth
-- encrypts, which it writes again with a new key.
--
-- Definer: Auth may not touch schema app.
-- Fails with: password_required
create function app.refuse_stale_password()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from auth.sessions s
                  where s.user_id = new.id and app.password_change_problem(new.id, s.id) is null) then
    perform app.fail('password_required');
  end if;
  return new;
end
$$;

create trigger refuse_stale_password
  before update of encrypted_password on auth.users
  for each row when (new.encrypted_password like '$%' and new.encrypted_password is distinct from old.encrypted_password)
  execute function app.refuse_stale_password();
