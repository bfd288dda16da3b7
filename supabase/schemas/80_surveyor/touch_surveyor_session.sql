-- The surveyor is still at work: their session stays open for three more hours, within its 14, and the lease of the
-- slot that they hold is renewed for two, within its 12. A lease that has run out is not brought back, and none gets
-- shorter.
--
-- Definer: nobody may touch sessions or slots directly.
-- Fails with: unauthenticated, role_required, not_found, invalid_transition
create function api.touch_surveyor_session(p_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_surveyor uuid := app.require_role('surveyor');
  v_now      timestamptz := app.now();
  v_session  app.surveyor_sessions := app.own_session(v_surveyor, p_id);
begin
  if app.session_state(v_session) <> 'open' then
    perform app.refuse_move(app.session_state(v_session), app.next_states('surveyor_session', app.session_state(v_session)));
  end if;
  v_session.touched_at := v_now;
  v_session.open_until := app.session_open_until(v_session);
  update app.surveyor_sessions s set touched_at = v_now, open_until = v_session.open_until where s.id = p_id;
  update app.assignment_slots s
     set held_until = greatest(s.held_until, least(v_now + interval '2 hours', s.claimed_at + interval '12 hours')),
         session_id = p_id
   where s.holder_id = v_surveyor and s.state = 'claimed' and s.held_until > v_now;
  return app.session_face(v_session) || '{"repeated": false}';
end
$$;
grant execute on function api.touch_surveyor_session to authenticated;
