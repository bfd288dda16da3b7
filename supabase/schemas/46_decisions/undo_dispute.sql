-- Let an incident be disputed again, as it was before a decision: not verified any more, there again after it was refuted, or
-- one of its own after it was found to be the same as another. The votes are heard that were heard before.
-- The dispatcher holds the incident and the one that it became part of, and has opened the entry again.
-- Fails with: own_submission, invalid_transition
create function app.undo_dispute(p_incident uuid, p_decision text, p_kept app.review_snapshots, p_actor uuid)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_now    app.incidents;
  v_was    app.incidents;
  v_merge  app.incident_merges;
  v_detail jsonb := jsonb_build_object('decidedBy', p_actor);
begin
  select * into v_now from app.incidents i where i.id = p_incident;
  v_was := jsonb_populate_record(v_now, p_kept.before - 'state');
  if p_decision = 'duplicate' then
    select * into v_merge from app.incident_merges m where m.incident_id = p_incident order by m.id desc limit 1;
  end if;
  if v_now.corroboration <> p_kept.after ->> 'state'
     or app.is_gone_for_good(p_incident) <> (p_kept.after ->> 'lifecycle' in ('merged', 'retracted'))
     or (p_decision = 'duplicate' and app.split_until(v_merge) is null)
  then
    perform app.refuse_undo(v_now.lifecycle, 'incident_changed');
  elsif p_decision = 'duplicate' and app.has_part_in(v_merge.into_id, p_actor) then
    perform app.fail('own_submission');
  end if;
  case
    when p_decision = 'duplicate' then
      perform app.undo_merge(v_merge, p_actor, null);
    when p_decision = 'rejected' then
      perform app.move_incident(p_incident, 'corroboration', 'disputed', v_detail);
      perform app.bring_incident_back(p_incident, v_was.lifecycle, 'restored', v_detail);
    else
      perform app.expire_if_over(p_incident);
      update app.incidents i
         set votes_from = v_was.votes_from, vehicle_id = v_was.vehicle_id, vehicle_plate = v_was.vehicle_plate
       where i.id = p_incident;
      perform app.move_incident(p_incident, 'corroboration', 'disputed', v_detail);
      perform app.publish_incident(p_incident);
  end case;
end
$$;
