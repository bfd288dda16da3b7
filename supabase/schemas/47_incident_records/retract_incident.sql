-- Retract an incident that should not be public: its id returns 410, an open dispute about it is closed. It can be
-- undone for seven days (restore_retracted.sql).
-- Its reports are unchanged, so their reporters see no verdict on themselves.
--
-- Definer: no role may touch incidents.
-- Fails with: unauthenticated, role_required, invalid_request, not_found, own_submission, version_conflict,
-- invalid_transition
create function api.retract_incident(p_id uuid, p_version int, p_reason text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin    uuid := app.require_role('admin');
  v_incident app.incidents;
begin
  perform app.check_reason(p_reason);
  perform app.lock_incidents(array[p_id]);
  select * into v_incident from app.incidents i where i.id = p_id;
  if v_incident.lifecycle = 'retracted' and v_incident.gone_reason = 'retracted' then
    return app.incident_record(v_incident, v_admin);
  end if;
  perform app.check_incident_move(p_id, v_admin, p_version, 'retracted');
  perform app.expire_if_over(p_id);
  perform app.withdraw_incident(p_id, 'retracted', null, v_admin);
  perform app.audit(v_admin, 'incident.retracted', 'incident', p_id::text, btrim(p_reason));
  return app.incident_record((select i from app.incidents i where i.id = p_id), v_admin);
end
$$;
grant execute on function api.retract_incident to authenticated;
