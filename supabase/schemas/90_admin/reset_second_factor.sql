-- Remove the second factor of a colleague who lost phone and recovery codes, with their passkeys, with the admin's own password fresh. The
-- colleague signs in with the password alone, sets up another one, and is told by e-mail. Without a factor nothing
-- changes. An admin's own is removed under their account instead.
--
-- Definer: nobody may touch these tables directly.
-- Fails with: unauthenticated, role_required, second_factor_required, password_required, invalid_request, own_roles,
-- not_found
create function api.reset_second_factor(p_user_id uuid, p_reason text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin uuid := app.require_role('admin');
begin
  perform app.check_reason(p_reason);
  perform app.require_fresh_password(v_admin);
  if p_user_id = v_admin then
    perform app.fail('own_roles');
  end if;
  perform app.require_found(app.is_known(p_user_id));
  if app.has_codes(p_user_id) or app.passkeys_response(p_user_id) <> '[]' then
    delete from app.second_factors f where f.user_id = p_user_id and f.confirmed_at is not null;
    delete from app.passkeys k where k.user_id = p_user_id;
    update app.proven_sessions s set second_factor_at = null where s.user_id = p_user_id;
    perform app.audit(v_admin, 'user.second_factor_reset', 'user', p_user_id::text, btrim(p_reason));
    perform app.enqueue('account_mail', p_user_id || ' second_factor_reset');
  end if;
  return app.user_response(p_user_id) || jsonb_build_object('you', false);
end
$$;
grant execute on function api.reset_second_factor to authenticated;

-- What a mail says that tells people what was done to their account; its key is the account and what was done.
create function app.account_mail_content(p_key text)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (select jsonb_build_object('kind', split_part(p_key, ' ', 2), 'to', u.email)
            from auth.users u
           where u.id = split_part(p_key, ' ', 1)::uuid and u.deleted_at is null and u.email_confirmed_at is not null);
end
$$;
