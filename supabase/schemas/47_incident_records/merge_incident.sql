-- Merge one incident into another of the same kind. See app.merge_incident.
--
-- Definer: no role may touch incidents.
-- Fails with: unauthenticated, role_required, invalid_request, not_found, own_submission, version_conflict,
-- invalid_transition
create function api.merge_incident(
  p_id uuid, p_into uuid, p_version int, p_into_version int, p_reason text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin    uuid := app.require_role('admin');
  v_incident app.incidents;
begin
  perform app.check_reason(p_reason);
  perform app.lock_incidents(array[p_id, p_into]);
  select * into v_incident from app.incidents i where i.id = p_id;
  if v_incident.lifecycle = 'merged' and v_incident.merged_into = p_into then
    return app.incident_record(v_incident, v_admin);
  end if;
  perform app.check_incident_move(p_id, v_admin, p_version, 'merged');
  perform app.check_incident_move(p_into, v_admin, p_into_version);
  perform app.merge_incident(p_id, p_into, v_admin, 'into');
  perform app.audit(v_admin, 'incident.merged', 'incident', p_id::text, btrim(p_reason), jsonb_build_object('into', p_into));
  return app.incident_record((select i from app.incidents i where i.id = p_id), v_admin);
end
$$;
grant execute on function api.merge_incident to authenticated;

-- Merge one incident into another of the same kind: its reports move over, its id responds with the other's. A live one
-- can only be merged into a live one, otherwise an ongoing incident would disappear. Not allowed for anybody involved
-- in either, because it raises the confidence in the reports of both. `p_path` is the request field of the other
-- incident; `p_trigger_report` the report that caused the merge, where no admin did. The caller holds both by
-- app.lock_incidents.
-- Fails with: invalid_request, own_submission
create function app.merge_incident(
  p_incident uuid, p_into uuid, p_actor uuid, p_path text, p_trigger_report uuid default null)
returns void language plpgsql set search_path = '' as $$
declare
  v_from app.incidents;
  v_into app.incidents;
begin
  perform app.expire_if_over(p_incident);
  perform app.expire_if_over(p_into);
  select * into v_from from app.incidents i where i.id = p_incident;
  select * into v_into from app.incidents i where i.id = p_into;
  if (v_into.id <> v_from.id and v_into.category = v_from.category and v_into.visibility = v_from.visibility
      and v_into.lifecycle not in ('merged', 'retracted')
      and (v_from.lifecycle <> 'active' or v_into.lifecycle = 'active')) is distinct from true then
    perform app.fail('invalid_request', jsonb_build_object(
      'path', p_path, 'code', case when v_into.id is null then 'unknown_reference' else 'not_allowed_here' end));
  elsif app.has_participated_in(p_into, p_actor) then
    perform app.fail('own_submission');
  end if;
  insert into app.incident_merges (incident_id, into_id, merged_at, lifecycle, report_ids, trigger_report_id)
  values (p_incident, p_into, app.now(), v_from.lifecycle,
          array(select r.id from app.reports r where r.incident_id = p_incident order by r.id), p_trigger_report);
  update app.reports r set incident_id = p_into where r.incident_id = p_incident;
  insert into app.incident_events (incident_id, at, kind, detail)
  values (p_into, app.now(), 'absorbed', jsonb_build_object('incident', p_incident, 'decidedBy', p_actor));
  perform app.withdraw_incident(p_incident, 'merged', p_into, p_actor);
  perform app.reconsider_incident(p_into, 'merged');
  perform app.corroborate_incident(p_into);
  perform app.publish_incident(p_into);
end
$$;

-- Lock these incidents and every report in them, and optionally one more report, in the common lock order: reports
-- before incidents, as in a withdrawal, and each kind by id. So two concurrent merges in opposite directions wait at
-- the first shared row, and the second sees the result of the first.
create function app.lock_incidents(p_incidents uuid[], p_report uuid default null)
returns void language plpgsql set search_path = '' as $$
begin
  perform from app.reports r where r.incident_id = any (p_incidents) or r.id = p_report order by r.id for update;
  perform from app.incidents i where i.id = any (p_incidents) order by i.id for update;
end
$$;

-- Validate an admin's action on an incident outside the queue: it exists, is not their own, has the version that they
-- were shown, and can change to the target state, if one is given. The caller holds it.
-- Fails with: not_found, own_submission, version_conflict, invalid_transition
create function app.check_incident_move(p_incident uuid, p_admin uuid, p_version int, p_to text default null)
returns void language plpgsql set search_path = '' as $$
declare
  v_incident app.incidents;
begin
  select * into v_incident from app.incidents i where i.id = p_incident;
  if not found then
    perform app.fail('not_found');
  elsif app.has_participated_in(p_incident, p_admin) then
    perform app.fail('own_submission');
  elsif v_incident.version is distinct from p_version then
    perform app.fail('version_conflict', jsonb_build_object('currentVersion', v_incident.version, 'id', p_incident));
  elsif p_to is not null then
    perform app.check_move('incident lifecycle', v_incident.lifecycle, p_to);
  end if;
end
$$;

-- Whether a user reported an incident or voted on it.
create function app.has_participated_in(p_incident uuid, p_person uuid)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return exists (select from app.reports r where r.incident_id = p_incident and r.reporter_id = p_person)
      or exists (select from app.incident_votes v where v.incident_id = p_incident and v.user_id = p_person);
end
$$;
