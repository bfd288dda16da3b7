-- Delete the caller's account. Their content stays, anonymized: contact data and authorship are erased, roles, API
-- keys and sign-in are deleted, and every token still in circulation is rejected from now on, here and directly at
-- Supabase.
--
-- `p_confirm` is the caller's own id, so that a stray request cannot delete an account. The lock is exclusive: any
-- operation of this user that is in progress ends first, otherwise it would write their name after the erasure. The
-- last admin cannot be deleted. Returns the prefixes of the deleted keys, so that a server can invalidate its cache of
-- them.
-- Definer: nobody may touch these tables, or schema auth, directly.
-- An admin has to prove the password again, and the second factor.
-- Fails with: unauthenticated, invalid_token, invalid_request, password_required, second_factor_required, last_admin
create function api.delete_own_account(p_confirm uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := app.token_user();
  v_keys text[];
begin
  if v_user is null then
    perform app.fail('unauthenticated');
  end if;
  perform pg_advisory_xact_lock(app.account_lock(v_user));
  perform app.refuse_ended(v_user);
  if p_confirm is distinct from v_user then
    perform app.fail('invalid_request', '{"path": "confirm"}');
  end if;
  if exists (select from app.user_roles r where r.user_id = v_user and r.role = 'admin') then
    perform app.require_role('admin');
    perform app.require_fresh_password(v_user);
  end if;
  perform app.lock_roles();
  perform app.require_remaining_admin(v_user);
  v_keys := array(select k.prefix from app.api_keys k where k.owner_id = v_user);
  perform app.erase_reports_of(v_user);
  perform app.erase_feedback_of(v_user);
  perform app.erase_learning_of(v_user);
  perform app.erase_surveyor_of(v_user);
  perform app.erase_reviews_of(v_user);
  perform app.erase_alerts_of(v_user);
  perform app.erase_admin_alerts_of(v_user);
  perform app.erase_api_keys_of(v_user);
  perform app.erase_accounts_of(v_user);
  return jsonb_build_object('apiKeyPrefixes', v_keys);
end
$$;
grant execute on function api.delete_own_account to authenticated;

-- Delete a user's profile, roles, stored responses and sign-in, and record the account as deleted. Their actions as
-- an admin stay in the audit log under an id that no longer leads to anybody.
create function app.erase_accounts_of(p_user uuid)
returns void language plpgsql set search_path = '' as $$
declare
  v_roles text[] := array(select r.role from app.user_roles r where r.user_id = p_user order by r.role);
begin
  if v_roles <> '{}' then
    perform app.audit(p_user, 'account.deleted', 'user', p_user::text, null, jsonb_build_object('roles', v_roles));
  end if;
  insert into app.deleted_users (user_id, deleted_at) values (p_user, app.now());
  delete from app.profiles p where p.user_id = p_user;
  delete from app.author_measures m where m.author in (p_user, app.surveyor_key(p_user));
  delete from app.second_factors f where f.user_id = p_user;
  delete from app.passkeys k where k.user_id = p_user;
  delete from app.second_factor_waivers w where w.user_id = p_user;
  delete from app.jobs j where j.key = p_user::text or j.key like p_user || ' %';
  delete from app.proven_sessions s where s.user_id = p_user;
  delete from app.session_browsers s where s.user_id = p_user;
  delete from app.user_roles r where r.user_id = p_user;
  delete from app.role_versions v where v.user_id = p_user;
  delete from app.external_identities e where e.user_id = p_user;
  delete from app.idempotent_requests r where r.owner_id = p_user;
  -- Supabase stores the id in this table as text, its lightweight implementation as uuid.
  delete from auth.refresh_tokens t where t.user_id::text = p_user::text;
  delete from auth.users u where u.id = p_user;
  -- What Auth logged of every sign-in: id, e-mail and IP address.
  delete from auth.audit_log_entries l
   where l.payload ->> 'actor_id' = p_user::text or l.payload -> 'traits' ->> 'user_id' = p_user::text;
end
$$;
