-- All of the caller's data as one document, with one member for each noun.
--
-- Definer: nobody may read these tables directly; this reads the caller's rows only.
-- Fails with: unauthenticated, invalid_token
create function api.export_own_data()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_user uuid := app.require_user();
begin
  return jsonb_build_object(
    'exportedAt', app.instant(app.now()),
    'account', app.export_accounts_of(v_user),
    'reports', app.export_reports_of(v_user),
    'feedback', app.export_feedback_of(v_user),
    'learning', app.export_learning_of(v_user),
    'surveyor', app.export_surveyor_of(v_user),
    'apiKeys', app.export_api_keys_of(v_user),
    'alerts', app.export_alerts_of(v_user),
    'adminAlerts', app.export_admin_alerts_of(v_user),
    'reviews', app.export_reviews_of(v_user));
end
$$;
grant execute on function api.export_own_data to authenticated;

-- A user's account data for their own export: what Auth stores, our profile, and where they are signed in. No password,
-- which nobody can read.
create function app.export_accounts_of(p_user uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_profile app.profiles;
  v_auth    auth.users;
begin
  select * into v_profile from app.profiles p where p.user_id = p_user;
  select * into v_auth from auth.users u where u.id = p_user;
  return jsonb_build_object(
    'id', p_user,
    'email', coalesce(v_auth.email, case when p_user = app.token_user() then app.claims() ->> 'email' end),
    'emailConfirmedAt', app.instant(v_auth.email_confirmed_at),
    'phone', v_auth.phone,
    'createdAt', app.instant(v_auth.created_at),
    'lastSignInAt', app.instant(v_auth.last_sign_in_at),
    'metadata', v_auth.raw_user_meta_data,
    'displayName', v_profile.display_name,
    'locale', case when p_user = app.token_user() then app.reading_locale() else v_profile.locale end,
    'profileChangedAt', app.instant(v_profile.updated_at),
    'signsInWith', coalesce(
      (select jsonb_agg(jsonb_build_object('issuer', e.issuer, 'subject', e.subject, 'linkedAt', app.instant(e.linked_at))
                        order by e.linked_at)
         from app.external_identities e where e.user_id = p_user), '[]'),
    'passkeys', app.passkeys_response(p_user),
    'sessions', coalesce(
      (select jsonb_agg(jsonb_build_object('since', app.instant(s.created_at), 'app', b.app, 'browser', b.browser,
                                           'system', b.system) order by s.created_at)
         from auth.sessions s left join app.session_browsers b on b.session_id = s.id where s.user_id = p_user), '[]'),
    'roles', (select jsonb_agg(jsonb_build_object('role', mine.role, 'grantedAt', app.instant(r.granted_at))
                               order by mine.nth)
                from unnest(app.roles_of(p_user)) with ordinality mine (role, nth)
                left join app.user_roles r on r.user_id = p_user and r.role = mine.role));
end
$$;
