-- Apply the decision on a report to its photos: on approval they pass, except those in `edits.refusedPhotos`; on
-- rejection or as a duplicate they are refused, and so erased. On a question they stay pending.
-- Fails with: invalid_request
create function app.decide_photos(p_report uuid, p_decision text, p_edits jsonb)
returns void language plpgsql set search_path = '' as $$
declare
  v_refused jsonb := coalesce(p_edits -> 'refusedPhotos', '[]');
begin
  if jsonb_typeof(v_refused) <> 'array' then
    perform app.fail('invalid_request', '{"path": "edits.refusedPhotos"}');
  elsif exists (select from jsonb_array_elements_text(v_refused) n
                 where not exists (select from app.report_photos p
                                    where p.report_id = p_report and p.id::text = n and p.state = 'pending')) then
    perform app.fail('invalid_request', '{"path": "edits.refusedPhotos", "code": "unknown_reference"}');
  end if;
  if p_decision = 'changes_requested' then
    return;
  end if;
  update app.report_photos p
     set decided_at = app.now(),
         state = case when p_decision in ('approved', 'approved_with_edits') and not v_refused ? p.id::text
                      then 'passed' else 'refused' end
   where p.report_id = p_report and p.state = 'pending';
end
$$;

-- Decide on photos alone, for a report that counts already: `approved`, `rejected`, or some refused by edits. The
-- report is unchanged; its incident may become corroborated.
-- Fails with: invalid_request
create function app.decide_late_photos(p_report uuid, p_decision text, p_edits jsonb)
returns void language plpgsql set search_path = '' as $$
declare
  v_incident uuid;
begin
  if p_decision not in ('approved', 'approved_with_edits', 'rejected') then
    perform app.fail('invalid_request', '{"path": "decision", "code": "not_allowed_here"}');
  elsif p_decision = 'approved_with_edits' and (p_edits - 'refusedPhotos' = '{}') is distinct from true then
    perform app.fail('invalid_request', '{"path": "edits", "code": "not_allowed_here"}');
  end if;
  perform app.decide_photos(p_report, p_decision, p_edits);
  select i.id into v_incident
    from app.reports r join app.incidents i on i.id = r.incident_id
   where r.id = p_report and i.lifecycle not in ('merged', 'retracted')
     for update of i;
  if v_incident is not null then
    perform app.expire_if_over(v_incident);
    perform app.corroborate_incident(v_incident);
    perform app.publish_incident(v_incident);
  end if;
end
$$;
