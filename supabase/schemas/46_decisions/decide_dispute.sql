-- Apply a reviewer's decision to a disputed incident. `approved`: the incident is correct, and verified; with edits,
-- its vehicle may be set (`vehicle`, or null for none). `rejected`: it is refuted, and retracted. `duplicate`: it is
-- merged into another. There is no author to ask, so `changes_requested` is not allowed here. The votes so far are
-- settled: only new ones can dispute it again. The dispatcher holds the incident and its reports, for a duplicate those
-- of the other one too.
-- Fails with: not_found, own_submission, invalid_request, unknown_vehicle, invalid_transition
create function app.decide_dispute(p_entry app.review_entries, p_decision text, p_input jsonb, p_actor uuid)
returns void language plpgsql set search_path = '' as $$
declare
  v_id       uuid := p_entry.subject_id;
  v_incident app.incidents;
  v_detail   jsonb := jsonb_build_object('reason', p_input ->> 'reasonCode', 'decidedBy', p_actor);
begin
  select * into v_incident from app.incidents i where i.id = v_id;
  perform app.require_found(v_incident.id is not null);
  perform app.expire_if_over(v_id);
  case p_decision
    when 'approved', 'approved_with_edits' then
      if p_decision = 'approved_with_edits' then
        perform app.name_vehicle(v_incident, p_input -> 'edits');
      end if;
      perform app.move_incident(v_id, 'corroboration', 'verified', v_detail);
      update app.incidents i set votes_from = app.now() where i.id = v_id;
      perform app.publish_incident(v_id);
    when 'rejected' then
      perform app.move_incident(v_id, 'corroboration', 'refuted', v_detail);
      perform app.withdraw_incident(v_id, 'refuted', null, p_actor);
    when 'duplicate' then
      perform app.merge_incident(v_id, (p_input ->> 'duplicateOf')::uuid, p_actor, 'duplicateOf');
    else
      perform app.fail('invalid_request', '{"path": "decision", "code": "not_allowed_here"}');
  end case;
end
$$;

-- Set or clear the vehicle of an incident by a reviewer. Fails with: invalid_request, unknown_vehicle
create function app.name_vehicle(p_incident app.incidents, p_edits jsonb)
returns void language plpgsql set search_path = '' as $$
declare
  v_vehicle app.vehicles;
  v_plate   text;
begin
  if (p_edits ? 'vehicle' and p_edits - 'vehicle' = '{}' and p_incident.visibility <> 'coarse') is distinct from true then
    perform app.fail('invalid_request', '{"path": "edits", "code": "not_allowed_here"}');
  end if;
  v_vehicle := app.mentioned_vehicle(p_edits ->> 'vehicle');
  v_plate := coalesce(v_vehicle.plate_key, app.plate_key(p_edits ->> 'vehicle'));
  if p_edits ->> 'vehicle' is not null and v_vehicle.id is null and app.can_be_plate(v_plate) is not true then
    perform app.fail('unknown_vehicle', '{"path": "edits.vehicle"}');
  end if;
  update app.incidents i set vehicle_id = v_vehicle.id, vehicle_plate = v_plate where i.id = p_incident.id;
end
$$;

-- The reviewer view of a disputed incident: its facts, every report in it without its author, and the votes as counts.
create function app.review_view_dispute(p_entry app.review_entries)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_incident app.incidents;
begin
  select * into v_incident from app.incidents i where i.id = p_entry.subject_id;
  return app.incident_for_review(v_incident) || app.sibling_incident(v_incident, v_incident.lat, v_incident.lng)
    || jsonb_build_object(
    'kind', 'dispute',
    'siblings', (select coalesce(jsonb_agg(app.report_view(r) || '{"beside": "incident"}' order by app.report_order(r), r.id), '[]')
                   from app.reports r where r.incident_id = v_incident.id),
    'nearby', app.sibling_incidents(v_incident.category, v_incident.lat, v_incident.lng, v_incident.last_seen_at, v_incident.id),
    'author', null);
end
$$;

-- One incident as reviewers see it.
create function app.incident_for_review(p_incident app.incidents)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return app.sibling_incident(p_incident, null, null) - 'distanceM' || jsonb_build_object(
    'expiresAt', app.admin_instant(p_incident.expires_at, app.is_sensitive(p_incident.visibility, p_incident.category)),
    'reports', (select coalesce(jsonb_agg(app.report_view(r) order by app.report_order(r), r.id), '[]')
                  from app.reports r where r.incident_id = p_incident.id),
    'votes', (select jsonb_object_agg(k.vote, jsonb_build_object(
                       'all', app.count_votes(p_incident, k.vote),
                       'independent', app.independent_votes(p_incident, k.vote)))
                from unnest(array['confirm', 'deny', 'over']) k (vote)),
    'version', p_incident.version);
end
$$;
