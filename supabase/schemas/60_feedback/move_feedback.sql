-- Move a feedback to another state and write down that it happened.
-- Fails with: invalid_transition
create function app.move_feedback(p_feedback uuid, p_to text, p_reason text default null, p_actor uuid default null)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_from text;
begin
  select f.state into v_from from app.feedback f where f.id = p_feedback for update;
  perform app.check_move('feedback', v_from, p_to);
  update app.feedback f set state = p_to, state_reason = p_reason, version = f.version + 1 where f.id = p_feedback;
  insert into app.feedback_events (feedback_id, at, from_state, to_state, reason, actor)
  values (p_feedback, app.now(), v_from, p_to, p_reason, p_actor);
end
$$;
