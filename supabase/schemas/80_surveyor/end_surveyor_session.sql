-- End a session, now or at a time in the past, also one that was abandoned since. The first end stands: the same
-- session ended again is answered as it is. Without a time an abandoned one ends with its last sign of life.
--
-- Definer: nobody may touch app.surveyor_sessions directly.
-- Fails with: unauthenticated, role_required, not_found, invalid_request
create function api.end_surveyor_session(p_id uuid, p_ended_at timestamptz default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_surveyor uuid := app.require_role('surveyor');
  v_now      timestamptz := app.now();
  v_session  app.surveyor_sessions := app.own_session(v_surveyor, p_id);
  v_state    text := app.session_state(v_session);
begin
  if v_state = 'ended' then
    return app.session_face(v_session) || '{"repeated": true}';
  end if;
  if p_ended_at < v_session.started_at then
    perform app.fail('invalid_request', '{"path": "endedAt", "code": "out_of_range"}');
  end if;
  perform app.abandon_lapsed_session(v_surveyor);
  perform app.move_session(
    p_id, 'ended', null, v_surveyor,
    least(coalesce(p_ended_at, case v_state when 'abandoned' then v_session.touched_at end, v_now), v_now,
          v_session.started_at + interval '14 hours'));
  select * into v_session from app.surveyor_sessions s where s.id = p_id;
  return app.session_face(v_session) || '{"repeated": false}';
end
$$;
grant execute on function api.end_surveyor_session to authenticated;
