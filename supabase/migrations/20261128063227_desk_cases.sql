-- A shift reviewed as a whole, everything about a vehicle, and the log of bulk decisions.
-- Called by functions alone, which this migration replaces.
drop function app.decide_one_of_many(uuid,uuid,text,integer,jsonb,uuid);

CREATE OR REPLACE FUNCTION api.get_review_entry(p_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_admin uuid := app.require_role('admin');
  v_entry app.review_entries;
begin
  select * into v_entry from app.review_entries e where e.id = p_id;
  perform app.require_found(found);
  if v_entry.kind = 'report' then
    perform app.note_read(v_admin, 'report.opened', 'report', v_entry.subject_id::text);
  elsif v_entry.kind = 'dispute' then
    perform app.note_read(v_admin, 'incident.opened', 'incident', v_entry.subject_id::text);
  elsif v_entry.kind = 'collection_entry' and v_entry.decided_at is null then
    perform app.note_read(v_admin, 'trace.opened', 'collection_entry', v_entry.subject_id::text);
  end if;
  return app.review_response(v_entry, v_admin) || jsonb_build_object(
    'subject', app.review_view(v_entry),
    'canReopen', app.can_reopen(v_entry, v_admin),
    'reversal', app.reversal_offer(v_entry, v_admin),
    'events', app.subject_events(v_entry),
    'earlier', app.earlier_reviews(v_entry),
    'history', app.review_history(p_id, app.is_sensitive_subject(v_entry.kind, v_entry.subject_id)),
    'reasons', app.review_reasons_of(v_entry.kind));
end
$function$;
revoke all on function api.get_review_entry(uuid) from public;
grant execute on function api.get_review_entry(uuid) to authenticated;

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
      p_admin, (v_each ->> 'entryId')::uuid, coalesce(v_each ->> 'decision', p_decision), (v_each ->> 'version')::int,
      case when v_each ->> 'decision' is null then v_said else v_said || jsonb_build_object(
        'reasonCode', v_each ->> 'reasonCode', 'note', v_each ->> 'note') end,
      v_batch, v_each ->> 'decision' in ('changes_requested', 'rejected'));
  end loop;
  return jsonb_build_object('data', v_answer) || case when p_preview then '{}' else jsonb_build_object(
    'batch', app.close_batch(p_admin, v_batch, p_entries, p_decision, p_reason_code)) end;
end
$function$;
revoke all on function app.decide_in_bulk(uuid,jsonb,text,text,text,boolean) from public;

CREATE OR REPLACE FUNCTION app.decide_one_of_many(p_admin uuid, p_entry uuid, p_decision text, p_version integer, p_details jsonb, p_batch uuid, p_is_looked_at boolean)
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
$function$;
revoke all on function app.decide_one_of_many(uuid,uuid,text,integer,jsonb,uuid,boolean) from public;

CREATE OR REPLACE FUNCTION api.ask_review_reversal(p_id uuid, p_version integer, p_reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_admin uuid := app.require_role('admin');
  v_entry app.review_entries;
  v_open  app.review_reversals;
  v_id    bigint;
begin
  perform app.check_reason(p_reason);
  v_entry := app.entry_to_reverse(p_id, p_version);
  perform app.check_reversal(v_entry, v_admin);
  v_open := app.open_reversal(p_id);
  if v_open.asked_by <> v_admin then
    perform app.refuse_undo(v_entry.state, 'already_asked');
  elsif v_open.id is null then
    update app.review_reversals r set ended_at = app.now() where r.entry_id = p_id and r.ended_at is null;
    insert into app.review_reversals (entry_id, asked_by, asked_at, reason)
    values (p_id, v_admin, app.now(), btrim(p_reason)) returning id into v_id;
    perform app.audit(v_admin, 'review.reversal_asked', 'review_entry', p_id::text, btrim(p_reason), jsonb_build_object(
      'kind', v_entry.kind, 'subjectId', v_entry.subject_id, 'decision', v_entry.state));
    insert into app.admin_alerts (at, kind, subject_id, event_id, detail)
    values (app.now(), 'reversal', p_id, v_id, jsonb_build_object('entryKind', v_entry.kind));
  end if;
  return app.review_response(v_entry, v_admin);
end
$function$;
revoke all on function api.ask_review_reversal(uuid,integer,text) from public;
grant execute on function api.ask_review_reversal(uuid,integer,text) to authenticated;

CREATE OR REPLACE FUNCTION app.export_reviews_of(p_user uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return jsonb_build_object(
    'submissions', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'kind', e.kind, 'subjectId', e.subject_id, 'state', app.review_state(e),
               'createdAt', app.instant(e.created_at), 'decidedAt', app.instant(e.decided_at),
               'reasonCode', e.decision ->> 'reasonCode') order by e.created_at, e.id), '[]')
        from app.review_entries e where e.author_id = p_user),
    'decisions', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'entryId', v.entry_id, 'at', app.instant(v.at), 'decision', v.to_state,
               'reasonCode', v.reason_code, 'note', v.note) order by v.id), '[]')
        from app.review_events v where v.actor = p_user and v.to_state <> 'claimed'),
    'acts', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'at', app.instant(l.at), 'action', l.action, 'reason', l.reason) order by l.id), '[]')
        from app.audit_log l where l.actor_id = p_user and (l.action not like 'review.%' or l.action like 'review.reversal%')));
end
$function$;
revoke all on function app.export_reviews_of(uuid) from public;

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
     where e.id in (select (p ->> 'entryId')::uuid from jsonb_array_elements(p_entries) p)
       and b.decided_by = p_admin and b.decision = p_decision
     order by b.decided_at desc limit 1;
    return app.batch_view(v_of);
  end if;
  insert into app.review_batches (id, decided_by, decided_at, kind, decision, size)
  values (p_batch, p_admin, app.now(), v_kind, p_decision, jsonb_array_length(v_members));
  perform app.audit(p_admin, 'review.batch_decided', 'review_batch', p_batch::text, p_reason_code, jsonb_strip_nulls(jsonb_build_object(
    'kind', v_kind, 'decision', p_decision, 'size', jsonb_array_length(v_members), 'returned', (
      select nullif(count(*), 0) from app.review_entries e
       where e.batch_id = p_batch and p_decision = 'approved' and e.state = 'changes_requested'),
    'heldOut', jsonb_array_length(p_entries) - jsonb_array_length(v_members), 'members', v_members)));
  return app.batch_view(p_batch);
end
$function$;
revoke all on function app.close_batch(uuid,uuid,jsonb,text,text) from public;

CREATE OR REPLACE FUNCTION api.get_assignment_slot(p_id uuid, p_n integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_admin      uuid := app.require_role('admin');
  v_assignment app.assignments;
  v_slot       app.assignment_slots;
begin
  select * into v_assignment from app.assignments a where a.id = p_id;
  select * into v_slot from app.assignment_slots s where s.assignment_id = p_id and s.n = p_n;
  perform app.require_found(v_slot.id is not null);
  perform app.note_read(v_admin, 'trace.opened', 'assignment', p_id::text, jsonb_build_object('n', p_n));
  return jsonb_build_object(
    'assignment', app.assignment_for_admin(v_assignment),
    'n', p_n,
    'record', app.author_record(v_slot.holder_id),
    'reasons', app.review_reasons_of('collection_entry'),
    'entries', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'id', e.id, 'capturedAt', app.instant(e.captured_at), 'plate', e.facts ->> 'plate', 'state', e.state,
               'place', case when (e.place).lat is not null then jsonb_build_object(
                 'lat', (e.place).lat, 'lng', (e.place).lng) end,
               'distanceM', greatest(0, round(app.assignment_distance_m(v_assignment, (e.place).lat, (e.place).lng)
                                              - (e.place).accuracy_m)),
               'notCounted', to_jsonb(app.not_counted(e)), 'photos', app.count_photos(e.id),
               'review', app.review_response(r, v_admin)) order by e.captured_at, e.id), '[]')
        from app.collection_entries e
       cross join lateral (
         select * from app.review_entries o where o.kind = 'collection_entry' and o.subject_id = e.id
          order by o.created_at desc, o.id limit 1) r
       where e.token = v_slot.token and e.state not in ('replaced', 'withdrawn') and app.slot_state(v_slot) <> 'open'));
end
$function$;
revoke all on function api.get_assignment_slot(uuid,integer) from public;
grant execute on function api.get_assignment_slot(uuid,integer) to authenticated;

CREATE OR REPLACE FUNCTION app.restore_vehicle_facts(p_entry app.collection_entries, p_actor uuid, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_vehicle app.vehicles;
  v_written app.vehicle_facts;
  v_facts   app.vehicle_facts;
  v_sacco   uuid;
begin
  select * into v_written from app.vehicle_facts f
   where f.entry_id = p_entry.id and f.vehicle_id = p_entry.vehicle_id order by f.version desc limit 1;
  select * into v_facts from app.vehicle_facts f
   where f.vehicle_id = v_written.vehicle_id and f.version = v_written.replaces;
  v_sacco := app.held_sacco(v_facts.sacco_id);
  select * into v_vehicle from app.vehicles v where v.id = v_written.vehicle_id for update;
  if v_written.version is distinct from (app.present_facts(v_vehicle)).version then
    perform app.refuse_undo(p_entry.state, 'vehicle_changed');
  end if;
  v_facts.vehicle_id := v_vehicle.id;
  v_facts.version := v_written.version + 1;
  v_facts.plate := coalesce(v_facts.plate, v_vehicle.plate);
  v_facts.sacco_id := v_sacco;
  v_facts.route_ids := coalesce(v_facts.route_ids, '{}');
  v_facts.checks := coalesce(v_facts.checks, '{}');
  v_facts.approved_at := app.now();
  v_facts.approved_by := p_actor;
  v_facts.reason := p_reason;
  insert into app.vehicle_facts select v_facts.*;
  perform app.activate_facts(v_facts);
  if (v_facts.observed_at, v_facts.fleet_name, v_facts.sacco_id, v_facts.capacity) is null
     and exists (select from app.vehicle_facts f where f.vehicle_id = v_vehicle.id and f.version = 1 and f.entry_id is not null) then
    update app.vehicles v set state = 'mentioned', weighed_on = app.city_day(app.now()) where v.id = v_vehicle.id;
  end if;
end
$function$;
revoke all on function app.restore_vehicle_facts(app.collection_entries,uuid,text) from public;

CREATE OR REPLACE FUNCTION api.get_vehicle_case(p_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_admin   uuid := app.require_role('admin');
  v_vehicle app.vehicles;
begin
  select * into v_vehicle from app.vehicles v where v.id = p_id;
  perform app.require_found(v_vehicle.id is not null);
  perform app.note_read(v_admin, 'vehicle.opened', 'vehicle', p_id::text);
  return (
    with things as (
      select 'incident' as kind, i.id, app.listed_at(i.visibility, i.opened_seen_at) as at, i.lifecycle as state, i.category,
             app.place_name(i.lat, i.lng) as place_name, null::int as stars, null as says, i.id as incident_id,
             null::uuid as author, null as who
        from app.incidents i
       where i.vehicle_id = p_id or i.id in (select r.incident_id from app.reports r where r.vehicle_id = p_id)
      union all
      select 'report', r.id, app.report_order(r), r.state, r.category, app.place_name(r.lat, r.lng), null,
             app.excerpt(coalesce(r.note, r.answer)), r.incident_id, r.reporter_id,
             coalesce(r.reporter_id::text, encode(r.device_hash, 'hex'))
        from app.reports r where r.vehicle_id = p_id and r.state <> 'withdrawn'
      union all
      select 'feedback', f.id, f.rode_at, f.state, null, null, f.stars, app.excerpt(f.comment), null, f.rider_id,
             coalesce(f.rider_id::text, encode(f.device_hash, 'hex'))
        from app.feedback f where f.vehicle_id = p_id and f.state <> 'withdrawn'
      union all
      select 'collection_entry', e.id, e.captured_at, e.state, null, app.place_name((e.place).lat, (e.place).lng), null,
             app.excerpt(e.note), null, e.surveyor_id, e.surveyor_id::text
        from app.collection_entries e
       where (e.vehicle_id = p_id or e.plate_key = v_vehicle.plate_key) and e.state not in ('replaced', 'withdrawn')
    ), authors as (
      select t.who, t.author, row_number() over (order by min(t.at), t.who) as n
        from things t where t.who is not null group by t.who, t.author
    ), newest as (
      select t.*, a.n as author_n from things t left join authors a on a.who = t.who order by t.at desc, t.id limit 200
    )
    select jsonb_build_object('data', coalesce(jsonb_agg(jsonb_build_object(
             'kind', w.kind, 'id', w.id, 'at', app.instant(w.at), 'state', w.state, 'category', w.category,
             'placeName', w.place_name, 'stars', w.stars, 'says', w.says, 'incidentId', w.incident_id,
             'reviewId', (select e.id from app.review_entries e where e.subject_id = w.id and e.kind <> 'dispute'
                           order by e.created_at desc, e.id limit 1),
             'slot', (select jsonb_build_object('assignmentId', s.assignment_id, 'n', s.n)
                        from app.collection_entries c join app.assignment_slots s on s.id = c.slot_id
                       where w.kind = 'collection_entry' and c.id = w.id),
             'author', case when w.author_n is not null then jsonb_build_object(
               'n', w.author_n, 'record', app.author_record(w.author)) end)
             order by w.at desc, w.id), '[]'))
      from newest w);
end
$function$;
revoke all on function api.get_vehicle_case(uuid) from public;
grant execute on function api.get_vehicle_case(uuid) to authenticated;

CREATE OR REPLACE FUNCTION app.audit_page(p_action text, p_subject_kind text, p_subject_id text, p_actor_id uuid, p_from date, p_to date, p_limit integer, p_after jsonb, p_q text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_like text := app.like_pattern_of_key(p_q);
  v_of   bigint[];
begin
  if p_from > p_to then
    perform app.fail('invalid_request', '{"path": "from", "code": "out_of_range"}');
  end if;
  if p_subject_id is not null then
    v_of := array(
      select l.id from app.audit_log l
       where l.subject_id = p_subject_id and (p_subject_kind is null or l.subject_kind = p_subject_kind)
      union
      select l.id from app.audit_log l
       where l.detail -> 'members' ? p_subject_id and (p_subject_kind is null or p_subject_kind = 'review_entry'));
  end if;
  return app.page(array(
    select jsonb_build_object(
             'row', jsonb_build_object(
               'id', l.id::text, 'at', app.instant(l.at), 'actor', app.person_ref(l.actor_id), 'action', l.action,
               'subjectKind', l.subject_kind, 'subjectId', l.subject_id, 'reason', l.reason,
               'reasonLabel', app.reason_label(l), 'about', app.audit_about(l), 'detail', l.detail),
             'key', jsonb_build_object('at', l.at, 'id', l.id))
      from app.audit_log l
     where (p_action is null or p_action in (l.action, split_part(l.action, '.', 1)))
       and case when p_subject_id is null then p_subject_kind is null or l.subject_kind = p_subject_kind
                else l.id = any (v_of) end
       and (p_actor_id is null or l.actor_id = p_actor_id)
       and (p_from is null or l.at >= app.city_midnight(p_from))
       and (p_to is null or l.at < app.city_midnight(p_to) + interval '1 day')
       and (p_q is null or ((p_from is not null or l.at > app.now() - interval '90 days')
                            and app.name_key(concat_ws(' ', l.reason, (
                              select string_agg(a.value, ' ') from jsonb_each_text(app.audit_about(l)) a))) like v_like))
       and (p_after is null or (l.at, l.id) < ((p_after ->> 'at')::timestamptz, (p_after ->> 'id')::bigint))
     order by l.at desc, l.id desc
     limit p_limit + 1), p_limit);
end
$function$;
revoke all on function app.audit_page(text,text,text,uuid,date,date,integer,jsonb,text) from public;

CREATE OR REPLACE FUNCTION app.reason_label(p_act app.audit_log)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select r.label
      from app.review_reasons r
     where p_act.subject_kind in ('review_entry', 'review_batch') and r.code = p_act.reason
       and (r.kind is null or r.kind = p_act.detail ->> 'kind'));
end
$function$;
revoke all on function app.reason_label(app.audit_log) from public;
