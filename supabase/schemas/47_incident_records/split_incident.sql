-- Undo a merge within seven days: the reports that came with the incident and are still in the other one move back,
-- both are rebuilt from their reports, and the id that returned 410 is public again. A coarse one is back from the next
-- full hour on, like all its changes. Reports that joined the other one since stay there.
--
-- A retry of the same request is recognized by its version. Definer: no role may touch incidents.
-- Fails with: unauthenticated, role_required, invalid_request, not_found, own_submission, version_conflict,
-- invalid_transition
create function api.split_incident(p_id uuid, p_version int, p_reason text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin uuid := app.require_role('admin');
  v_merge app.incident_merges;
begin
  perform app.check_reason(p_reason);
  select * into v_merge from app.incident_merges m where m.incident_id = p_id order by m.id desc limit 1;
  perform app.lock_incidents(array[p_id, v_merge.into_id]);
  select * into v_merge from app.incident_merges m where m.id = v_merge.id;
  if v_merge.split_version = p_version then
    return app.incident_record((select i from app.incidents i where i.id = p_id), v_admin);
  end if;
  perform app.check_incident_move(p_id, v_admin, p_version, 'active');
  if app.has_participated_in(v_merge.into_id, v_admin) then
    perform app.fail('own_submission');
  elsif app.split_until(v_merge) is null then
    perform app.refuse_move((select i.lifecycle from app.incidents i where i.id = p_id), '{}');
  end if;
  perform app.undo_merge(v_merge, v_admin, p_version);
  perform app.audit(v_admin, 'incident.split', 'incident', p_id::text, btrim(p_reason),
                    jsonb_build_object('from', v_merge.into_id));
  return app.incident_record((select i from app.incidents i where i.id = p_id), v_admin);
end
$$;
grant execute on function api.split_incident to authenticated;

-- Until when a merge can be undone; null where it cannot: it was undone, or seven days have passed, or the other
-- incident was itself merged or retracted, or none of the reports is left in it.
create function app.split_until(p_merge app.incident_merges)
returns timestamptz language plpgsql stable set search_path = '' as $$
begin
  return (
    select p_merge.merged_at + interval '7 days'
      from app.incidents o
     where o.id = p_merge.into_id and o.lifecycle not in ('merged', 'retracted')
       and p_merge.split_at is null and p_merge.merged_at + interval '7 days' > app.now()
       and exists (select from app.reports r where r.id = any (p_merge.report_ids) and r.incident_id = o.id));
end
$$;

-- Perform the split. The caller holds both incidents and has validated everything. `p_version` is the version at which
-- it was split, by which a retry of the same request is recognized.
create function app.undo_merge(p_merge app.incident_merges, p_actor uuid, p_version int)
returns void language plpgsql set search_path = '' as $$
declare
  v_id uuid := p_merge.incident_id;
begin
  perform app.expire_if_over(p_merge.into_id);
  update app.incident_merges m set split_at = app.now(), split_version = p_version where m.id = p_merge.id;
  update app.reports r set incident_id = v_id
   where r.id = any (p_merge.report_ids) and r.incident_id = p_merge.into_id;
  insert into app.incident_events (incident_id, at, kind, detail)
  values (p_merge.into_id, app.now(), 'split', jsonb_build_object('incident', v_id, 'decidedBy', p_actor));
  perform app.restore_incident(v_id, p_merge.lifecycle, 'split',
                                  jsonb_build_object('from', p_merge.into_id, 'decidedBy', p_actor));
  perform app.reconsider_incident(p_merge.into_id, 'merged', v_id);
end
$$;

-- Restore an incident that was merged or retracted, rebuilt from its reports, under its own id, which returned 410.
-- `p_kind` is the kind of the recorded event. The caller holds it.
create function app.restore_incident(p_incident uuid, p_lifecycle text, p_kind text, p_detail jsonb)
returns void language plpgsql set search_path = '' as $$
declare
  v_now      timestamptz := app.now();
  v_incident app.incidents;
begin
  -- If its removal was not public yet, it was never gone.
  update app.incidents i
     set gone_at = case when i.gone_at <= v_now then i.gone_at end,
         back_at = case when i.gone_at > v_now then null
                        when i.visibility = 'coarse' then app.full_hour(v_now) + interval '1 hour' else v_now end
   where i.id = p_incident;
  perform app.move_incident(p_incident, 'lifecycle', p_lifecycle, p_detail, p_kind);
  perform app.reconsider_incident(p_incident, p_kind);
  perform app.corroborate_incident(p_incident);
  select * into v_incident from app.incidents i where i.id = p_incident;
  if v_incident.lifecycle = 'active' and v_incident.expires_at <= v_now then
    perform app.move_incident(p_incident, 'lifecycle', 'expired');
  end if;
  perform app.publish_incident(p_incident);
  -- The dispute that was closed with it is open again.
  if v_incident.corroboration = 'disputed' then
    perform app.open_review('dispute', p_incident, null, p_kind, app.review_due(
      (select c from app.incident_categories c where c.code = v_incident.category)));
  end if;
end
$$;
