-- Undo a retraction within seven days: the incident is public again under its own id, rebuilt from its reports; its
-- dispute is open again if it had one. Only what an admin retracted: one that was refuted comes back when that decision
-- is undone, and one without any report cannot.
--
-- A retry of the same request is recognized by its version. Definer: no role may touch incidents.
-- Fails with: unauthenticated, role_required, invalid_request, not_found, own_submission, version_conflict,
-- invalid_transition
create function api.restore_incident(p_id uuid, p_version int, p_reason text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin    uuid := app.require_role('admin');
  v_incident app.incidents;
begin
  perform app.check_reason(p_reason);
  perform app.lock_incidents(array[p_id]);
  select * into v_incident from app.incidents i where i.id = p_id;
  if exists (select from app.incident_events e
              where e.incident_id = p_id and e.kind = 'restored' and e.detail ->> 'version' = p_version::text) then
    return app.incident_record(v_incident, v_admin);
  end if;
  perform app.check_incident_move(p_id, v_admin, p_version);
  if app.restore_until(v_incident) is null then
    perform app.refuse_move(v_incident.lifecycle, '{}');
  end if;
  perform app.restore_incident(p_id, case when v_incident.expires_at > app.now() then 'active' else 'expired' end, 'restored',
                               jsonb_build_object('decidedBy', v_admin, 'version', p_version));
  perform app.audit(v_admin, 'incident.restored', 'incident', p_id::text, btrim(p_reason));
  return app.incident_record((select i from app.incidents i where i.id = p_id), v_admin);
end
$$;
grant execute on function api.restore_incident to authenticated;

-- Until when a retraction can be undone; null where it cannot.
create function app.restore_until(p_incident app.incidents)
returns timestamptz language plpgsql stable set search_path = '' as $$
declare
  v_until timestamptz;
begin
  if p_incident.lifecycle <> 'retracted' or p_incident.gone_reason is distinct from 'retracted' then
    return null;
  end if;
  select max(e.at) + interval '7 days' into v_until
    from app.incident_events e where e.incident_id = p_incident.id and e.kind = 'retracted';
  return case when v_until > app.now()
               and exists (select from app.reports r where r.incident_id = p_incident.id and app.counts(r.state))
              then v_until end;
end
$$;
