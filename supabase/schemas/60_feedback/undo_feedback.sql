-- Hold a feedback again, as it was before a decision. What figures were counted with it change with the next count. One whose
-- author has gone meanwhile does not come to count by time.
-- Fails with: invalid_transition
create function app.undo_feedback(p_feedback uuid, p_kept app.review_snapshots, p_actor uuid)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_now app.feedback;
  v_was app.feedback;
begin
  select * into v_now from app.feedback f where f.id = p_feedback;
  v_was := jsonb_populate_record(v_now, p_kept.before);
  if v_now.state <> p_kept.after ->> 'state' then
    perform app.refuse_undo(v_now.state, 'subject_changed');
  end if;
  perform app.move_feedback(p_feedback, v_was.state, v_was.state_reason, p_actor);
  update app.feedback f
     set counts_from = case when f.rider_id is null and v_was.counts_from > app.now() then 'infinity' else v_was.counts_from end
   where f.id = p_feedback;
end
$$;
