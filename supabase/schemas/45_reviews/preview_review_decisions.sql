-- Preview one decision on each of several entries: it is made, one entry at a time, its effect is read, and it is
-- rolled back before the next. So the preview is exactly what deciding would return, and nothing of it persists.
--
-- `entries`: `[{"entryId", "version"}]`, each version as it was shown; with `decision`, `reasonCode` and `note` of its own
-- where that is another one than that of the rest. Entries are independent: that two of them would
-- join one incident is not predicted. Definer: neither the queue nor any subject is readable directly.
-- Fails with: unauthenticated, role_required, invalid_request
create function api.preview_review_decisions(
  p_entries jsonb, p_decision text, p_reason_code text default null, p_note text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  return app.decide_in_bulk(app.require_role('admin'), p_entries, p_decision, p_reason_code, p_note, true);
end
$$;
grant execute on function api.preview_review_decisions to authenticated;

-- One decision on several entries of one kind, in one transaction: a batch, with one line in the audit log and one undo
-- (undo_review_batch). What one entry is refused for does not stop the others. A repeated request returns the same,
-- because a repeated decision does.
--
-- An odd entry (app.review_oddities) is refused with `needs_own_review`, except to escalate it, or to return or reject it by a
-- decision of its own: somebody has to look at it.
-- Definer as above.
-- Fails with: unauthenticated, role_required, invalid_request
create function api.submit_review_decisions(
  p_entries jsonb, p_decision text, p_reason_code text default null, p_note text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  return app.decide_in_bulk(app.require_role('admin'), p_entries, p_decision, p_reason_code, p_note, false);
end
$$;
grant execute on function api.submit_review_decisions to authenticated;

create function app.decide_in_bulk(
  p_admin uuid, p_entries jsonb, p_decision text, p_reason_code text, p_note text, p_preview boolean)
returns jsonb language plpgsql set search_path = '' as $$
declare
  v_said   jsonb := jsonb_build_object('reasonCode', p_reason_code, 'note', p_note, 'edits', null, 'duplicateOf', null);
  v_batch  uuid := case when not p_preview then gen_random_uuid() end;
  v_answer jsonb := '[]';
  v_each   jsonb;
begin
  if (jsonb_typeof(p_entries) = 'array' and jsonb_array_length(p_entries) between 1 and 300) is distinct from true
     or (select count(distinct e.kind)
           from jsonb_array_elements(p_entries) p join app.review_entries e on e.id = (p ->> 'entryId')::uuid) > 1 then
    perform app.fail('invalid_request', '{"path": "entries"}');
  end if;
  for v_each in select e from jsonb_array_elements(p_entries) e loop
    v_answer := v_answer || app.decide_one_of_many(
      p_admin, (v_each ->> 'entryId')::uuid, coalesce(v_each ->> 'decision', p_decision), (v_each ->> 'version')::int,
      case when v_each ->> 'decision' is null then v_said else v_said || jsonb_build_object(
        'reasonCode', v_each ->> 'reasonCode', 'note', v_each ->> 'note') end,
      v_batch, v_each ->> 'decision' in ('changes_requested', 'rejected'));
  end loop;
  return jsonb_build_object('data', v_answer) || case when p_preview then '{}' else jsonb_build_object(
    'batch', app.close_batch(p_admin, v_batch, p_entries, p_decision, p_reason_code)) end;
end
$$;

-- Decide on one entry of several, or without a batch preview it. The block with the exception is a subtransaction: what
-- is refused or only a preview leaves no writes and no locks. A deadlock with another bulk decision can be tried again.
create function app.decide_one_of_many(
  p_admin uuid, p_entry uuid, p_decision text, p_version int, p_details jsonb, p_batch uuid, p_is_looked_at boolean)
returns jsonb language plpgsql set search_path = '' as $$
declare
  v_entry   app.review_entries;
  v_before  jsonb;
  v_after   jsonb;
  v_effects text[] := '{}';
  v_slug    text;
begin
  begin
    select * into v_entry from app.review_entries e where e.id = p_entry;
    v_before := app.subject_standing(v_entry);
    if p_decision <> 'escalated' and p_is_looked_at is not true and app.review_oddities(v_entry) <> '{}' then
      perform app.fail('needs_own_review');
    end if;
    v_entry := app.decide_review(p_admin, p_entry, p_decision, p_version, p_details, p_batch);
    v_after := app.subject_standing(v_entry);
    v_effects := app.review_effects(v_entry, v_after);
    if p_batch is null then
      raise exception using errcode = 'PTBCK';
    end if;
  exception
    when sqlstate 'PTBCK' then null;
    when sqlstate 'PT400' then get stacked diagnostics v_slug = message_text;
    when deadlock_detected or lock_not_available then v_slug := 'unavailable';
  end;
  return jsonb_build_object('entryId', p_entry, 'problem', v_slug, 'before', v_before, 'after', v_after,
                            'effects', to_jsonb(v_effects))
    || case when p_batch is null then '{}' else jsonb_build_object(
         'entry', case when v_slug is null then app.review_response(v_entry, p_admin) end) end;
end
$$;

-- What a decision did, as codes to sum up over many: of a field entry, what became of the vehicle in the register and
-- which of its details changed; of a report, whether its incident is new; of everything else, the state of the subject.
create function app.review_effects(p_entry app.review_entries, p_after jsonb)
returns text[] language plpgsql stable set search_path = '' as $$
declare
  v_new  app.vehicle_facts;
  v_old  app.vehicle_facts;
  v_what text[];
begin
  if p_entry.kind = 'report' and p_after ->> 'state' = 'linked' then
    return array[case when (p_after ->> 'reports')::int > 1 then 'incident_joined' else 'incident_new' end]
      || case when p_after ->> 'lifecycle' = 'active' then array['shown_now'] else '{}' end;
  elsif (p_entry.kind = 'collection_entry' and p_after ->> 'state' = 'approved') is distinct from true then
    return array[p_after ->> 'state'];
  end if;
  select * into v_new from app.vehicle_facts f where f.entry_id = p_entry.subject_id order by f.version desc limit 1;
  if v_new.replaces is null then
    return array['vehicle_new'];
  end if;
  select * into v_old from app.vehicle_facts f where f.vehicle_id = v_new.vehicle_id and f.version = v_new.replaces;
  v_what := array_remove(array[
    case when v_new.capacity is distinct from v_old.capacity then 'seats' end,
    case when (v_new.sacco_id, v_new.sacco_name) is distinct from (v_old.sacco_id, v_old.sacco_name) then 'sacco' end,
    case when v_new.fleet_name is distinct from v_old.fleet_name then 'fleet_name' end,
    case when v_new.route_ids is distinct from v_old.route_ids then 'routes' end,
    case when v_new.sticker is distinct from v_old.sticker then 'sticker' end], null);
  return case when v_what = '{}' then array['vehicle_seen'] else array['vehicle_changed'] || v_what end;
end
$$;

-- The state of a subject, and the incident that it counts for. Of a dispute: the confidence of its incident.
create function app.subject_standing(p_entry app.review_entries)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  case p_entry.kind
    when 'report' then
      return (select jsonb_build_object(
                'state', r.state, 'incidentId', i.id, 'lifecycle', i.lifecycle, 'visibility', r.visibility,
                'reports', (select count(*) from app.reports o where o.incident_id = i.id and app.counts(o.state)))
                from app.reports r left join app.incidents i on i.id = r.incident_id where r.id = p_entry.subject_id);
    when 'feedback' then
      return (select jsonb_build_object('state', f.state) from app.feedback f where f.id = p_entry.subject_id);
    when 'collection_entry' then
      return (select jsonb_build_object('state', e.state) from app.collection_entries e where e.id = p_entry.subject_id);
    when 'dispute' then
      return (select jsonb_build_object('state', i.corroboration, 'lifecycle', i.lifecycle)
                from app.incidents i where i.id = p_entry.subject_id);
    else return null;
  end case;
end
$$;
