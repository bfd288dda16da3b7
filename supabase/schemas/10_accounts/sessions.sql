-- In which app, and in what kind of browser, a session of Supabase Auth began: Auth sees only our servers. Names without
-- versions, and no address; a session of another program has no row.
create table app.session_browsers (
  session_id uuid primary key,
  user_id    uuid not null,
  app        text not null check (app in ('rider', 'surveyor', 'learning', 'admin', 'api')),
  browser    text check (char_length(browser) between 1 and 40),
  system     text check (char_length(system) between 1 and 40)
);
create index session_browsers_user on app.session_browsers (user_id);
alter table app.session_browsers enable row level security;

-- Note where the caller's session began. The first note counts. Definer: nobody may touch this table directly.
-- Fails with: unauthenticated, invalid_token, not_found (a token of another issuer, which names no session)
create function api.note_session_browser(p_app text, p_browser text, p_system text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := app.require_user();
begin
  perform app.require_found(app.session_id() is not null);
  insert into app.session_browsers (session_id, user_id, app, browser, system)
  values (app.session_id(), v_user, p_app, left(nullif(p_browser, ''), 40), left(nullif(p_system, ''), 40))
  on conflict do nothing;
  return '{"noted": true}';
end
$$;
grant execute on function api.note_session_browser to authenticated;

-- The caller's sessions that have not ended, this one first and then by use. `usedAt` is when its token was last renewed,
-- which an app does once an hour while it is in use. Tokens of other issuers have none.
--
-- Definer: nobody may read this table, or schema auth, directly.
-- Fails with: unauthenticated, invalid_token
create function api.list_own_sessions()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_user uuid := app.user_id();
  v_this uuid := app.session_id();
begin
  if v_user is null then
    perform app.fail('unauthenticated');
  end if;
  return (select coalesce(jsonb_agg(jsonb_build_object(
      'id', s.id, 'isThis', s.id is not distinct from v_this, 'app', b.app, 'browser', b.browser, 'system', b.system,
      'since', app.instant(s.created_at), 'usedAt', app.instant(used.at))
      order by (s.id is not distinct from v_this) desc, used.at desc), '[]')
    from auth.sessions s
    cross join lateral (select coalesce(s.refreshed_at at time zone 'UTC', s.created_at) as at) used
    left join app.session_browsers b on b.session_id = s.id
   where s.user_id = v_user and (s.created_at < now() - interval '30 days') is not true);
end
$$;
grant execute on function api.list_own_sessions to authenticated;

-- End one session of the caller, or all others than this one, with the password fresh: whoever has only a token must not
-- shut out the owner. Their access tokens are refused from then on, like their refresh tokens.
--
-- Definer: nobody may touch schema auth directly.
-- Fails with: unauthenticated, invalid_token, password_required, not_found (no such session of the caller, or a token of
--   another issuer)
create function api.end_own_sessions(p_session uuid default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user  uuid := app.require_user();
  v_ended uuid[];
begin
  perform app.require_found(app.session_id() is not null);
  perform app.require_fresh_password(v_user);
  v_ended := array(select s.id from auth.sessions s
                    where s.user_id = v_user
                      and case when p_session is null then s.id <> app.session_id() else s.id = p_session end);
  perform app.require_found(p_session is null or v_ended <> '{}');
  delete from auth.refresh_tokens t where t.session_id = any (v_ended);
  delete from auth.sessions s where s.id = any (v_ended);
  return jsonb_build_object('ended', cardinality(v_ended));
end
$$;
grant execute on function api.end_own_sessions to authenticated;
