-- Move a feedback to another state and record the event.
-- Fails with: invalid_transition
create function app.move_feedback(p_feedback uuid, p_to text, p_reason text default null, p_actor uuid default null)
returns void language plpgsql set search_path = '' as $$
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

-- Apply a reviewer's decision to a held feedback: approved, it is included from the next count on, however new its
-- account; rejected (or a duplicate of another one that exists), it never is. It cannot be edited, and its rider is not
-- asked anything.
-- Fails with: invalid_request, invalid_transition
create function app.decide_feedback(p_entry app.review_entries, p_decision text, p_input jsonb, p_actor uuid)
returns void language plpgsql set search_path = '' as $$
begin
  if p_decision = 'duplicate'
     and not exists (select from app.feedback f where f.id = (p_input ->> 'duplicateOf')::uuid) then
    perform app.fail('invalid_request', '{"path": "duplicateOf", "code": "unknown_reference"}');
  elsif p_decision = 'approved' then
    perform app.move_feedback(p_entry.subject_id, 'counted', coalesce(p_input ->> 'reasonCode', 'approved'), p_actor);
    update app.feedback f set counts_from = least(f.counts_from, app.now()) where f.id = p_entry.subject_id;
  elsif p_decision in ('rejected', 'duplicate') then
    perform app.move_feedback(p_entry.subject_id, 'rejected', coalesce(p_input ->> 'reasonCode', p_decision), p_actor);
  else
    perform app.fail('invalid_request', jsonb_build_object(
      'path', case p_decision when 'approved_with_edits' then 'edits' else 'decision' end, 'code', 'not_allowed_here'));
  end if;
end
$$;

-- The reviewer view of a feedback: all of its content, similar ones of its vehicle, and its rider's record as counts.
-- Never who it is.
create function app.review_view_feedback(p_entry app.review_entries)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_feedback app.feedback;
begin
  select * into v_feedback from app.feedback f where f.id = p_entry.subject_id;
  return app.feedback_for_review(v_feedback) || jsonb_build_object(
    'kind', 'feedback',
    'siblings', (
      select coalesce(jsonb_agg(app.feedback_for_review(a) order by a.received_at, a.id), '[]')
        from (select * from app.feedback f
               where f.vehicle_id = v_feedback.vehicle_id and f.id <> v_feedback.id
                 and f.received_at > v_feedback.received_at - interval '24 hours'
                 and f.received_at < v_feedback.received_at + interval '24 hours'
                 and app.is_similar_feedback(f, v_feedback)
               order by f.received_at, f.id limit 50) a),
    'author', (
      select jsonb_build_object(
               'account', v_feedback.rider_id is not null,
               'newAccount', v_feedback.new_account,
               'sent', count(*),
               'accepted', count(*) filter (where f.state = 'counted'),
               'rejected', count(*) filter (where f.state = 'rejected'),
               'waiting', count(*) filter (where f.state = 'held'),
               'vehicles', count(distinct f.vehicle_id))
        from app.feedback f where f.rider_id = v_feedback.rider_id and f.id <> v_feedback.id));
end
$$;

-- One feedback as reviewers see it.
create function app.feedback_for_review(p_feedback app.feedback)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return app.feedback_view(p_feedback) || jsonb_build_object(
    'state', p_feedback.state,
    'commentFlags', to_jsonb(p_feedback.comment_flags),
    'newAccount', p_feedback.new_account);
end
$$;

-- Hold a feedback again, as it was before a decision. Figures that include it change with the next count. If its author
-- deleted their account since, it does not become countable by time.
-- Fails with: invalid_transition
create function app.undo_feedback(p_feedback uuid, p_kept app.review_snapshots, p_actor uuid)
returns void language plpgsql set search_path = '' as $$
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
