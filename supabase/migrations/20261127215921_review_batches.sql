-- A bulk decision is one batch: one kind, one transaction, one line in the audit log, one undo.
alter table app.review_entries add column batch_id uuid;

create table app.review_batches (
  id         uuid primary key,
  decided_by uuid not null,
  decided_at timestamptz not null,
  kind       text not null,
  decision   text not null,
  size       int not null
);
alter table app.review_batches enable row level security;

-- Called by functions alone, which this migration replaces.
drop function app.decide_one_of_many(uuid, uuid, text, int, jsonb, boolean);
drop function app.decide_review(uuid, uuid, text, int, jsonb);
drop function app.undo_review(uuid, uuid, int, text);

CREATE OR REPLACE FUNCTION app.decide_in_bulk(p_admin uuid, p_entries jsonb, p_decision text, p_reason_code text, p_note text, p_preview boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
      p_admin, (v_each ->> 'entryId')::uuid, p_decision, (v_each ->> 'version')::int, v_said, v_batch);
  end loop;
  return jsonb_build_object('data', v_answer) || case when p_preview then '{}' else jsonb_build_object(
    'batch', app.close_batch(p_admin, v_batch, p_entries, p_decision, p_reason_code)) end;
end
$function$;
revoke all on function app.decide_in_bulk(uuid,jsonb,text,text,text,boolean) from public;

CREATE OR REPLACE FUNCTION app.decide_one_of_many(p_admin uuid, p_entry uuid, p_decision text, p_version integer, p_details jsonb, p_batch uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
    if p_decision <> 'escalated' and app.review_oddities(v_entry) <> '{}' then
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
$function$;
revoke all on function app.decide_one_of_many(uuid,uuid,text,integer,jsonb,uuid) from public;

CREATE OR REPLACE FUNCTION app.review_effects(p_entry app.review_entries, p_after jsonb)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$;
revoke all on function app.review_effects(app.review_entries,jsonb) from public;

CREATE OR REPLACE FUNCTION app.review_oddities(p_entry app.review_entries)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_odd text[] := case when p_entry.escalated_by is not null then array['escalated'] else '{}' end;
begin
  case p_entry.kind
    when 'report' then
      return v_odd || (
        select array_remove(array[
                 case when r.vehicle_id is null and not app.is_usual_plate(r.vehicle_plate) then 'unusual_plate' end,
                 case when r.note_flags <> '{}' or exists (
                   select from app.report_additions a where a.report_id = r.id and a.flags <> '{}') then 'personal_data' end], null)
          from app.reports r where r.id = p_entry.subject_id);
    when 'feedback' then
      return v_odd || (select array_remove(array[case when f.comment_flags <> '{}' then 'personal_data' end], null)
                         from app.feedback f where f.id = p_entry.subject_id);
    when 'collection_entry' then
      return v_odd || (
        select array_remove(array_remove(array_remove(e.quality_flags, 'plate_unusual'), 'seats_differ') || array[
                 case when not app.is_usual_plate(e.plate_key) then 'unusual_plate' end,
                 case when (e.facts ->> 'capacity')::int <> v.capacity then 'seats_differ' end,
                 case when exists (
                   select from app.collection_entries o
                    where o.plate_key = e.plate_key and o.id <> e.id and o.state in ('submitted', 'in_review', 'held'))
                 then 'repeated_plate' end,
                 case when v.sacco_id is not null and jsonb_typeof(e.facts -> 'sacco') = 'object'
                       and app.reported_sacco(e.facts -> 'sacco') is distinct from v.sacco_id then 'other_sacco' end,
                 case when exists (
                   select from app.vehicles o
                    where o.public_code = app.public_code(e.facts -> 'sticker' ->> 'code')
                      and coalesce(o.merged_into, o.id) is distinct from v.id)
                 then 'other_sticker' end,
                 case when e.contested then 'contested' end,
                 case when e.note_flags <> '{}' then 'personal_data' end], null)
          from app.collection_entries e left join app.vehicles v on v.id = app.vehicle_of_plate(e.plate_key) where e.id = p_entry.subject_id);
    else return v_odd;
  end case;
end
$function$;
revoke all on function app.review_oddities(app.review_entries) from public;

CREATE OR REPLACE FUNCTION app.review_response(p_entry app.review_entries, p_viewer uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_state text := app.review_state(p_entry);
begin
  return jsonb_build_object(
    'id', p_entry.id,
    'kind', p_entry.kind,
    'subjectId', p_entry.subject_id,
    'about', app.review_about(p_entry),
    'reason', p_entry.reason,
    'detail', p_entry.detail,
    'state', v_state,
    'version', p_entry.version,
    'own', app.is_own_review(p_entry, p_viewer),
    'claimedBy', case when v_state = 'claimed' then app.person_ref(p_entry.claimed_by) end,
    'claimedByYou', v_state = 'claimed' and p_entry.claimed_by = p_viewer,
    'claimedUntil', case when v_state = 'claimed' then app.instant(p_entry.claimed_until) end,
    'assignedTo', app.person_ref(p_entry.assigned_to),
    'assignedToYou', p_entry.assigned_to is not distinct from p_viewer,
    'viewers', app.viewers_of(p_entry.id, p_viewer),
    'escalatedBy', app.person_ref(p_entry.escalated_by),
    'escalatedByYou', p_entry.escalated_by is not distinct from p_viewer,
    'createdAt', app.instant(p_entry.created_at),
    'dueAt', app.instant(p_entry.due_at),
    'decidedAt', app.instant(p_entry.decided_at),
    'decidedBy', app.person_ref(p_entry.decided_by),
    'undoUntil', app.instant(app.undo_until(p_entry, p_viewer)),
    'batch', app.batch_view(p_entry.batch_id),
    'reasonCode', p_entry.decision ->> 'reasonCode',
    'note', p_entry.decision ->> 'note',
    'edits', nullif(p_entry.decision -> 'edits', 'null'),
    'duplicateOf', p_entry.decision ->> 'duplicateOf');
end
$function$;
revoke all on function app.review_response(app.review_entries,uuid) from public;

CREATE OR REPLACE FUNCTION app.decide_review(p_admin uuid, p_entry_id uuid, p_decision text, p_version integer, p_details jsonb, p_batch uuid DEFAULT NULL::uuid)
 RETURNS app.review_entries
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_entry  app.review_entries;
  v_before jsonb;
begin
  perform app.lock_review_subject(p_entry_id, (p_details ->> 'duplicateOf')::uuid);
  select * into v_entry from app.review_entries e where e.id = p_entry_id for update;
  if v_entry.state = p_decision and v_entry.version - 1 = p_version
     and ((p_decision = 'escalated' and v_entry.escalated_by = p_admin)
          or (v_entry.decided_by = p_admin and v_entry.decision = p_details)) then
    return v_entry;
  end if;
  v_entry := app.entry_to_decide(p_entry_id, p_admin);
  if v_entry.version is distinct from p_version then
    perform app.fail('version_conflict', jsonb_build_object('currentVersion', v_entry.version));
  end if;
  perform app.check_review_decision(v_entry, p_decision, p_details);
  v_before := app.subject_snapshot(v_entry);
  perform app.claim_entry(v_entry, p_admin);
  perform app.move_review(p_entry_id, p_decision, p_admin, p_details ->> 'reasonCode', p_details ->> 'note');
  if p_decision = 'escalated' then
    update app.review_entries e set claimed_by = null, claimed_until = null, escalated_by = p_admin, batch_id = p_batch
     where e.id = p_entry_id
    returning * into v_entry;
  else
    update app.review_entries e
       set claimed_by = null, claimed_until = null, decided_by = p_admin, decided_at = app.now(), decision = p_details,
           batch_id = p_batch
     where e.id = p_entry_id
    returning * into v_entry;
    perform app.decide_subject(v_entry, p_decision, p_details, p_admin);
  end if;
  perform app.save_snapshot(v_entry, v_before);
  if p_batch is null then
    perform app.audit(p_admin, 'review.' || p_decision, 'review_entry', p_entry_id::text, p_details ->> 'reasonCode',
                      jsonb_build_object('kind', v_entry.kind, 'subjectId', v_entry.subject_id));
  end if;
  return v_entry;
end
$function$;
revoke all on function app.decide_review(uuid,uuid,text,integer,jsonb,uuid) from public;

CREATE OR REPLACE FUNCTION app.check_review_decision(p_entry app.review_entries, p_decision text, p_details jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_reason   text := p_details ->> 'reasonCode';
begin
  perform app.check_fields(array[
    ('decision', 'invalid_value', p_decision in ('approved', 'approved_with_edits', 'changes_requested', 'rejected', 'duplicate',
                                'escalated')),
    ('reasonCode', case when v_reason is null then 'required' else 'not_allowed_here' end, case
      when p_decision = 'approved' then v_reason is null
      when p_decision = 'approved_with_edits' and v_reason is null then true
      else exists (select from app.review_reasons r
                    where (r.kind = p_entry.kind or r.kind is null) and r.code = v_reason
                      and p_decision = any (r.decisions)) end),
    ('note', 'required', p_decision <> 'approved' or p_details ->> 'note' is not null
                         or not app.needs_word(p_entry)),
    ('note', 'invalid_value', char_length(coalesce(p_details ->> 'note', 'none')) between 1 and 1000),
    ('edits', case when p_details ->> 'edits' is null then 'required'
                   when p_decision = 'approved_with_edits' then 'invalid_value'
                   else 'not_allowed_here' end, case
      when p_details ->> 'edits' is null then p_decision <> 'approved_with_edits'
      else jsonb_typeof(p_details -> 'edits') = 'object' and p_details -> 'edits' <> '{}'
           and octet_length(p_details ->> 'edits') <= 16000
           and (p_decision = 'approved_with_edits'
                or (p_decision = 'changes_requested' and p_entry.kind = 'collection_entry')) end),
    ('duplicateOf', case when p_details ->> 'duplicateOf' is null then 'required' else 'not_allowed_here' end,
     case when p_decision = 'duplicate'
      then (p_details ->> 'duplicateOf')::uuid <> p_entry.subject_id
      else p_details ->> 'duplicateOf' is null end)
  ]::app.field_check[]);
end
$function$;
revoke all on function app.check_review_decision(app.review_entries,text,jsonb) from public;

CREATE OR REPLACE FUNCTION app.needs_word(p_entry app.review_entries)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return exists (select from app.collection_entries e
                  where p_entry.kind = 'collection_entry' and e.id = p_entry.subject_id
                    and 'seats_unusual' = any (e.quality_flags));
end
$function$;
revoke all on function app.needs_word(app.review_entries) from public;

CREATE OR REPLACE FUNCTION app.close_batch(p_admin uuid, p_batch uuid, p_entries jsonb, p_decision text, p_reason_code text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_members jsonb;
  v_kind    text;
  v_of      uuid := p_batch;
begin
  select jsonb_agg(e.id order by e.id), min(e.kind) into v_members, v_kind
    from app.review_entries e where e.batch_id = p_batch;
  if v_members is null then
    select e.batch_id into v_of
      from app.review_entries e join app.review_batches b on b.id = e.batch_id
     where e.id = (p_entries -> 0 ->> 'entryId')::uuid and b.decided_by = p_admin and b.decision = p_decision;
    return app.batch_view(v_of);
  end if;
  insert into app.review_batches (id, decided_by, decided_at, kind, decision, size)
  values (p_batch, p_admin, app.now(), v_kind, p_decision, jsonb_array_length(v_members));
  perform app.audit(p_admin, 'review.batch_decided', 'review_batch', p_batch::text, p_reason_code, jsonb_build_object(
    'kind', v_kind, 'decision', p_decision, 'size', jsonb_array_length(v_members),
    'heldOut', jsonb_array_length(p_entries) - jsonb_array_length(v_members), 'members', v_members));
  return app.batch_view(p_batch);
end
$function$;
revoke all on function app.close_batch(uuid,uuid,jsonb,text,text) from public;

CREATE OR REPLACE FUNCTION app.batch_view(p_batch uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_build_object(
             'id', b.id, 'decision', b.decision, 'kind', b.kind, 'size', b.size,
             'standing', (select count(*) from app.review_entries e where e.batch_id = b.id),
             'undoUntil', app.instant(case when b.decided_at > app.now() - app.undo_window()
                                           then b.decided_at + app.undo_window() end))
      from app.review_batches b where b.id = p_batch);
end
$function$;
revoke all on function app.batch_view(uuid) from public;

CREATE OR REPLACE FUNCTION api.undo_review_batch(p_id uuid, p_reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_admin   uuid := app.require_role('admin');
  v_batch   app.review_batches;
  v_entry   app.review_entries;
  v_refused jsonb := '[]';
  v_undone  jsonb := '[]';
  v_because text;
begin
  perform app.check_reason(p_reason);
  select * into v_batch from app.review_batches b where b.id = p_id for update;
  perform app.require_found(found);
  if v_batch.decided_at <= app.now() - app.undo_window() then
    perform app.refuse_undo(v_batch.decision, 'too_late');
  end if;
  for v_entry in
    select e.* from app.review_entries e where e.batch_id = p_id
     order by (select max(v.id) from app.review_events v where v.entry_id = e.id) desc
  loop
    v_because := app.undo_one_of_batch(v_admin, v_entry, btrim(p_reason));
    if v_because is null then
      v_undone := v_undone || to_jsonb(v_entry.id);
    else
      v_refused := v_refused || jsonb_build_object('entryId', v_entry.id, 'because', v_because);
    end if;
  end loop;
  if v_undone <> '[]' then
    perform app.audit(v_admin, 'review.batch_undone', 'review_batch', p_id::text, btrim(p_reason), jsonb_build_object(
      'kind', v_batch.kind, 'decision', v_batch.decision, 'size', jsonb_array_length(v_undone), 'members', v_undone));
  end if;
  return app.batch_view(p_id) || jsonb_build_object('refused', v_refused);
end
$function$;
revoke all on function api.undo_review_batch(uuid,text) from public;
grant execute on function api.undo_review_batch(uuid,text) to authenticated;

CREATE OR REPLACE FUNCTION app.undo_one_of_batch(p_admin uuid, p_entry app.review_entries, p_reason text)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_slug   text;
  v_detail text;
begin
  perform app.undo_review(p_admin, p_entry.id, p_entry.version, p_reason, true);
  return null;
exception
  when sqlstate 'PT400' then
    get stacked diagnostics v_slug = message_text, v_detail = pg_exception_detail;
    return coalesce(nullif(v_detail, '')::jsonb ->> 'because', v_slug);
  when deadlock_detected or lock_not_available then
    return 'unavailable';
end
$function$;
revoke all on function app.undo_one_of_batch(uuid,app.review_entries,text) from public;

CREATE OR REPLACE FUNCTION app.undo_review(p_admin uuid, p_entry_id uuid, p_version integer, p_reason text, p_of_batch boolean DEFAULT false)
 RETURNS app.review_entries
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_entry app.review_entries;
  v_kept  app.review_snapshots;
  v_what  text;
begin
  perform app.lock_for_undo(p_entry_id);
  select * into v_entry from app.review_entries e where e.id = p_entry_id for update;
  if not found then
    perform app.fail('not_found');
  elsif app.is_own_review(v_entry, p_admin) then
    perform app.fail('own_submission');
  elsif app.is_already_undone(v_entry, p_admin, p_version, p_reason) then
    return v_entry;
  elsif v_entry.version is distinct from p_version then
    perform app.fail('version_conflict', jsonb_build_object('currentVersion', v_entry.version));
  end if;
  v_what := app.review_state(v_entry);
  select * into v_kept from app.review_snapshots s where s.entry_id = p_entry_id;
  perform app.check_undo(v_entry, v_kept);
  perform app.move_review(p_entry_id, 'pending', p_admin, null, p_reason);
  update app.review_entries e
     set version = e.version + 1, claimed_by = null, claimed_until = null, decided_at = null, decided_by = null,
         decision = '{}', batch_id = null, escalated_by = (v_kept.before ->> 'escalated_by')::uuid
   where e.id = p_entry_id
  returning * into v_entry;
  if v_what <> 'escalated' then
    perform app.undo_subject(v_entry, v_what, v_kept, p_admin, p_reason);
  end if;
  delete from app.review_snapshots s where s.entry_id = p_entry_id;
  if not p_of_batch then
    perform app.audit(p_admin, 'review.undone', 'review_entry', p_entry_id::text, p_reason, jsonb_build_object(
      'kind', v_entry.kind, 'subjectId', v_entry.subject_id, 'decision', v_what, 'version', p_version));
  end if;
  return v_entry;
end
$function$;
revoke all on function app.undo_review(uuid,uuid,integer,text,boolean) from public;

CREATE OR REPLACE FUNCTION app.audit_page(p_action text, p_subject_kind text, p_subject_id text, p_actor_id uuid, p_from date, p_to date, p_limit integer, p_after jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if p_from > p_to then
    perform app.fail('invalid_request', '{"path": "from", "code": "out_of_range"}');
  end if;
  return app.page(array(
    select jsonb_build_object(
             'row', jsonb_build_object(
               'id', l.id::text, 'at', app.instant(l.at), 'actor', app.person_ref(l.actor_id), 'action', l.action,
               'subjectKind', l.subject_kind, 'subjectId', l.subject_id, 'reason', l.reason,
               'reasonLabel', app.reason_label(l), 'detail', l.detail),
             'key', jsonb_build_object('at', l.at, 'id', l.id))
      from app.audit_log l
     where (p_action is null or p_action in (l.action, split_part(l.action, '.', 1)))
       and (p_subject_kind is null or l.subject_kind = p_subject_kind)
       and (p_subject_id is null or l.subject_id = p_subject_id or l.detail -> 'members' ? p_subject_id)
       and (p_actor_id is null or l.actor_id = p_actor_id)
       and (p_from is null or l.at >= app.city_midnight(p_from))
       and (p_to is null or l.at < app.city_midnight(p_to) + interval '1 day')
       and (p_after is null or (l.at, l.id) < ((p_after ->> 'at')::timestamptz, (p_after ->> 'id')::bigint))
     order by l.at desc, l.id desc
     limit p_limit + 1), p_limit);
end
$function$;
revoke all on function app.audit_page(text,text,text,uuid,date,date,integer,jsonb) from public;
