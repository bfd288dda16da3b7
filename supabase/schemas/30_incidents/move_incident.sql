-- Move an incident on one of its axes, `lifecycle` or `corroboration`, and record the event, under the name of the new
-- state or of `p_kind`. The caller publishes it.
-- Fails with: invalid_transition
create function app.move_incident(
  p_incident uuid, p_axis text, p_to text, p_detail jsonb default '{}', p_kind text default null)
returns void language plpgsql set search_path = '' as $$
declare
  v_incident app.incidents;
  v_from     text;
begin
  select * into v_incident from app.incidents i where i.id = p_incident for update;
  v_from := case p_axis when 'lifecycle' then v_incident.lifecycle else v_incident.corroboration end;
  perform app.check_move('incident ' || p_axis, v_from, p_to);
  update app.incidents i
     set lifecycle = case p_axis when 'lifecycle' then p_to else i.lifecycle end,
         corroboration = case p_axis when 'corroboration' then p_to else i.corroboration end,
         version = i.version + 1
   where i.id = p_incident;
  insert into app.incident_events (incident_id, at, kind, detail) values (p_incident, app.now(), coalesce(p_kind, p_to), p_detail);
end
$$;

-- Move an incident whose lifetime is over, and which has no visible live row any more, to `expired` and to the history.
-- Called before any change of an incident, so that a state that had ended before is not published again. Returns
-- whether it did.
create function app.expire_if_over(p_incident uuid)
returns boolean language plpgsql set search_path = '' as $$
declare
  v_now      timestamptz := app.now();
  v_incident app.incidents;
begin
  select * into v_incident from app.incidents i where i.id = p_incident for update;
  if v_incident.id is null or v_incident.lifecycle <> 'active' or v_incident.expires_at > v_now
     or exists (select from app.incident_feed f where f.incident_id = p_incident and f.visible_until > v_now) then
    return false;
  end if;
  perform app.move_incident(p_incident, 'lifecycle', 'expired');
  select * into v_incident from app.incidents i where i.id = p_incident;
  perform app.write_history_row(v_incident, greatest(v_now, v_incident.published_at));
  perform app.note_change(p_incident, greatest(v_now, v_incident.published_at));
  return true;
end
$$;

-- Retract an incident with a reason, or because it was merged into another: from then on its id returns 410.
create function app.withdraw_incident(
  p_incident uuid, p_reason text, p_into uuid default null, p_actor uuid default null)
returns void language plpgsql set search_path = '' as $$
begin
  perform app.move_incident(p_incident, 'lifecycle', case when p_into is null then 'retracted' else 'merged' end,
                            jsonb_strip_nulls(jsonb_build_object(
                              'reason', p_reason, 'into', p_into, 'decidedBy', p_actor)));
  update app.incidents i set gone_reason = p_reason, merged_into = p_into where i.id = p_incident;
  perform app.withdraw_review('dispute', p_incident);
  perform app.publish_incident(p_incident);
end
$$;
