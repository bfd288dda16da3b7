-- An incident with everything that reviewers may see, public or not. Never who reported it or voted on it.
-- Reading it is noted: it has the exact place.
--
-- Definer: no role may read incidents.
-- Fails with: unauthenticated, role_required, not_found
create function api.get_incident_record(p_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin    uuid := app.require_role('admin');
  v_incident app.incidents;
begin
  select * into v_incident from app.incidents i where i.id = p_id;
  perform app.require_found(found);
  perform app.note_read(v_admin, 'incident.opened', 'incident', p_id::text);
  return app.incident_record(v_incident, v_admin);
end
$$;
grant execute on function api.get_incident_record to authenticated;

create function app.incident_record(p_incident app.incidents, p_admin uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_merge app.incident_merges;
  v_gone  boolean := p_incident.lifecycle in ('merged', 'retracted');
  v_own   boolean := app.has_participated_in(p_incident.id, p_admin);
  v_until timestamptz;
  v_sensitive boolean := app.is_sensitive(p_incident.visibility, p_incident.category);
begin
  if p_incident.lifecycle = 'merged' then
    select * into v_merge from app.incident_merges m where m.incident_id = p_incident.id order by m.id desc limit 1;
    v_own := v_own or app.has_participated_in(v_merge.into_id, p_admin);
    v_until := app.split_until(v_merge);
  end if;
  return app.incident_for_review(p_incident) || jsonb_build_object(
    'goneReason', case when v_gone then coalesce(p_incident.gone_reason, p_incident.lifecycle) end,
    'mergedInto', case when v_gone then p_incident.merged_into end,
    'splitUntil', app.instant(v_until),
    'restoreUntil', app.instant(app.restore_until(p_incident)),
    'absorbed', (
      select coalesce(jsonb_agg(jsonb_build_object('id', m.incident_id, 'mergedAt', app.instant(m.merged_at),
                                                   'splitUntil', app.instant(app.split_until(m))) order by m.id), '[]')
        from app.incident_merges m where m.into_id = p_incident.id and m.split_at is null),
    'own', v_own,
    'can', jsonb_build_object('merge', not v_gone and not v_own, 'split', v_until is not null and not v_own,
                              'retract', not v_gone and not v_own,
                              'restore', app.restore_until(p_incident) is not null and not v_own),
    'history', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'at', app.admin_instant(e.at, v_sensitive), 'kind', e.kind, 'actor', app.person_ref((e.detail ->> 'decidedBy')::uuid),
               'detail', e.detail - '{decidedBy,version}'::text[]) order by e.id), '[]')
        from app.incident_events e where e.incident_id = p_incident.id));
end
$$;
