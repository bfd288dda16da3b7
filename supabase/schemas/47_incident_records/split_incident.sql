-- Undo a merge within seven days: the reports that came with the incident and are still in the other one go back, both are
-- made again from what they have, and the id that answered 410 answers again. A coarse one is back from the next full hour
-- on, like all its changes. What joined the other one since stays there.
--
-- The same request sent again is known by the version that it names. Definer: no role may touch incidents.
-- Fails with: unauthenticated, role_required, invalid_request, not_found, own_submission, version_conflict,
-- invalid_transition
create function api.split_incident(p_id uuid, p_version int, p_reason text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
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
  if app.has_part_in(v_merge.into_id, v_admin) then
    perform app.fail('own_submission');
  elsif app.split_until(v_merge) is null then
    perform app.refuse_move('merged', '{}');
  end if;
  perform app.undo_merge(v_merge, v_admin);
  update app.incident_merges m set split_at = app.now(), split_version = p_version where m.id = v_merge.id;
  perform app.audit(v_admin, 'incident.split', 'incident', p_id::text, btrim(p_reason),
                    jsonb_build_object('from', v_merge.into_id));
  return app.incident_record((select i from app.incidents i where i.id = p_id), v_admin);
end
$$;
grant execute on function api.split_incident to authenticated;

-- Until when a merge can be undone; null where it cannot: it was, or seven days have passed, or the other incident has
-- ended in yet another one or was taken back, or none of the reports is left in it.
create function app.split_until(p_merge app.incident_merges)
returns timestamptz
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select p_merge.merged_at + interval '7 days'
      from app.incidents o
     where o.id = p_merge.into_id and o.lifecycle not in ('merged', 'retracted')
       and p_merge.split_at is null and p_merge.merged_at + interval '7 days' > app.now()
       and exists (select from app.reports r where r.id = any (p_merge.report_ids) and r.incident_id = o.id));
end
$$;

-- Do it. The caller holds both incidents and has checked everything.
create function app.undo_merge(p_merge app.incident_merges, p_actor uuid)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_now      timestamptz := app.now();
  v_id       uuid := p_merge.incident_id;
  v_incident app.incidents;
begin
  perform app.expire_if_over(p_merge.into_id);
  update app.reports r set incident_id = v_id
   where r.id = any (p_merge.report_ids) and r.incident_id = p_merge.into_id;
  insert into app.incident_events (incident_id, at, kind, detail)
  values (p_merge.into_id, v_now, 'split', jsonb_build_object('incident', v_id, 'decidedBy', p_actor));
  -- One that the public was not told of yet never was gone.
  update app.incidents i
     set gone_at = case when i.gone_at <= v_now then i.gone_at end,
         back_at = case when i.gone_at > v_now then null
                        when i.visibility = 'coarse' then app.full_hour(v_now) + interval '1 hour' else v_now end
   where i.id = v_id;
  perform app.move_incident(v_id, 'lifecycle', p_merge.lifecycle,
                            jsonb_build_object('from', p_merge.into_id, 'decidedBy', p_actor), 'split');
  perform app.reconsider_incident(v_id, 'split');
  perform app.corroborate_incident(v_id);
  select * into v_incident from app.incidents i where i.id = v_id;
  if v_incident.lifecycle = 'active' and v_incident.expires_at <= v_now then
    perform app.move_incident(v_id, 'lifecycle', 'expired');
  end if;
  perform app.publish_incident(v_id);
  -- The dispute that ended with the merge is open again.
  if v_incident.corroboration = 'disputed' then
    perform app.open_review('dispute', v_id, null, 'split', app.review_due(
      (select c from app.incident_categories c where c.code = v_incident.category)));
  end if;
  perform app.reconsider_incident(p_merge.into_id, 'merged', v_id);
end
$$;
