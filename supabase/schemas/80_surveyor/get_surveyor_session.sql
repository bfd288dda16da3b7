-- The caller's open session, else their latest one, else nothing.
--
-- Definer: nobody may read app.surveyor_sessions directly.
-- Fails with: unauthenticated, role_required
create function api.get_surveyor_session()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_surveyor uuid := app.require_role('surveyor');
  v_session  app.surveyor_sessions;
begin
  select * into v_session from app.surveyor_sessions s
   where s.surveyor_id = v_surveyor
   order by app.session_state(s) = 'open' desc, s.started_at desc, s.id
   limit 1;
  return jsonb_build_object('session', case when found then app.session_face(v_session) end);
end
$$;
grant execute on function api.get_surveyor_session to authenticated;

-- A session as its surveyor sees it. `entries` is how many have arrived, so that a phone can compare.
create function app.session_face(p_session app.surveyor_sessions)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return jsonb_build_object(
    'id', p_session.id,
    'state', app.session_state(p_session),
    'startedAt', app.instant(p_session.started_at),
    'touchedAt', app.instant(p_session.touched_at),
    'openUntil', app.instant(p_session.open_until),
    'endedAt', app.instant(p_session.ended_at),
    'place', app.field_place_face(p_session.place),
    'location', app.locate_field_place(p_session.place),
    'entryCount', (select count(*) from app.collection_entries e where e.session_id = p_session.id));
end
$$;
