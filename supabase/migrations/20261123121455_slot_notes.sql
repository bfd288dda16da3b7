set check_function_bodies = off;

drop function "api"."release_assignment_slot"(uuid, bigint, text);

drop function "app"."move_slot"(uuid, text, text, uuid);

drop function "app"."note_slot_move"(uuid, text, text, bigint, text, uuid);

alter table "app"."slot_events"
  add column "note" text;

create or replace function api.release_assignment_slot (
  p_id      uuid,
  p_token   bigint,
  p_blocked text   default null::text,
  p_note    text   default null::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_surveyor uuid := app.require_role('surveyor');
  v_to       text := case when p_blocked is null then 'released' else 'blocked' end;
  v_slot     app.assignment_slots;
  v_last     app.slot_events;
begin
  if p_blocked not in ('not_found', 'unsafe', 'already_done', 'too_hard') then
    perform app.fail('invalid_request', '{"path": "blocked"}');
  end if;
  perform app.check_fields(array[
    ('note', 'invalid_value', p_note is null or p_blocked is not null and char_length(p_note) between 1 and 500)
  ]::app.field_check[]);
  v_slot := app.slot_of_claim(v_surveyor, p_token);
  if v_slot.assignment_id is distinct from p_id then
    perform app.fail('not_found');
  end if;
  perform from app.assignment_slots s where s.id = v_slot.id for update;
  select * into v_last from app.slot_events e
   where e.token = p_token and e.to_state <> 'open' order by e.id desc limit 1;
  if v_last.to_state = 'claimed' then
    perform app.move_slot(v_slot.id, v_to, p_blocked, v_surveyor, p_note);
  elsif (v_last.to_state, v_last.reason) is distinct from (v_to, p_blocked) then
    perform app.refuse_move(v_last.to_state, app.next_states('slot', v_last.to_state));
  end if;
  return jsonb_build_object(
    'assignmentId', p_id, 'slotId', v_slot.id, 'token', p_token, 'state', v_to, 'reason', p_blocked,
    'repeated', v_last.to_state <> 'claimed');
end
$function$;

create or replace function app.alert_admins_of_slot()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  insert into app.admin_alerts (at, kind, subject_id, event_id, detail)
  select app.now(), 'not_safe', a.id, new.id,
         jsonb_strip_nulls(jsonb_build_object('title', a.title, 'note', new.note))
    from app.assignment_slots s join app.assignments a on a.id = s.assignment_id
   where s.id = new.slot_id;
  return null;
end
$function$;

create or replace function app.assignment_for_admin (
  p_assignment app.assignments
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return app.assignment_view(p_assignment) || jsonb_build_object(
    'createdAt', app.instant(p_assignment.created_at),
    'closedAt', app.instant(p_assignment.closed_at),
    'closeReason', p_assignment.close_reason,
    'slots', (
      select jsonb_agg(jsonb_build_object(
               'id', s.id, 'n', s.n, 'state', app.slot_state(s), 'reason', s.reason,
               'holderId', case when app.slot_state(s) <> 'open' then s.holder_id end,
               'holder', case when app.slot_state(s) <> 'open' then app.person_ref(s.holder_id) end,
               'entries', case when app.slot_state(s) = 'open' then 0 else app.count_under_claim(s.token) end,
               'countedMinutes', (select coalesce(sum(c.counted_s), 0)::int / 60 from app.stage_counts c
                                   where c.token = s.token and app.slot_state(s) <> 'open'),
               'heldUntil', case when app.slot_state(s) <> 'open' then app.instant(s.held_until) end,
               'blocks', (select coalesce(jsonb_agg(jsonb_build_object('at', app.instant(e.at), 'reason', e.reason,
                                                                       'note', e.note) order by e.id desc), '[]')
                            from app.slot_events e where e.slot_id = s.id and e.to_state = 'blocked')) order by s.n)
        from app.assignment_slots s where s.assignment_id = p_assignment.id));
end
$function$;

create or replace function app.erase_surveyor_of (
  p_user uuid
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  perform app.lock_surveyor(p_user);
  -- The lock order of a decision: the entry before its slot.
  perform from app.collection_entries e where e.surveyor_id = p_user order by e.id for update;
  perform app.move_session(s.id, 'ended', 'erased', null, s.touched_at)
     from app.surveyor_sessions s where s.surveyor_id = p_user and s.state = 'open';
  perform app.move_slot(s.id, case when s.state = 'changes_requested' then 'expired'
                                   when s.has_entries then 'submitted' else 'released' end, 'erased')
     from app.assignment_slots s where s.holder_id = p_user and s.state in ('claimed', 'changes_requested');
  perform app.settle_slot(s.id, s.token) from app.assignment_slots s where s.holder_id = p_user and s.state = 'submitted';
  update app.surveyor_sessions s set surveyor_id = null, place = null where s.surveyor_id = p_user;
  update app.assignment_slots s set holder_id = null where s.holder_id = p_user;
  delete from app.entry_photos p using app.collection_entries e where e.id = p.entry_id and e.surveyor_id = p_user;
  update app.collection_entries e
     set surveyor_id = null, place = null, note = case when e.note_flags = '{}' then e.note end
   where e.surveyor_id = p_user;
  update app.stage_counts c set surveyor_id = null, place = null, note = null where c.surveyor_id = p_user;
  update app.vehicle_facts f set surveyor_id = null where f.surveyor_id = p_user;
  update app.vehicle_facts f set approved_by = null where f.approved_by = p_user;
  update app.assignments a set created_by = null where a.created_by = p_user;
  update app.assignments a set closed_by = null where a.closed_by = p_user;
  update app.surveyor_session_events e set actor = null where e.actor = p_user;
  update app.admin_alerts a set detail = a.detail - 'note'
    from app.slot_events e where e.actor = p_user and e.note is not null and a.event_id = e.id;
  update app.slot_events e set actor = null, note = null where e.actor = p_user;
  update app.collection_entry_events e set actor = null where e.actor = p_user;
end
$function$;

create or replace function app.export_surveyor_of (
  p_user uuid
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return jsonb_build_object(
    'sessions', (
      select coalesce(jsonb_agg(app.session_view(s) order by s.started_at, s.id), '[]')
        from app.surveyor_sessions s where s.surveyor_id = p_user),
    'claims', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'assignmentId', s.assignment_id, 'token', e.token, 'at', app.instant(e.at), 'from', e.from_state,
               'to', e.to_state, 'reason', e.reason, 'note', e.note) order by e.id), '[]')
        from app.slot_events e join app.assignment_slots s on s.id = e.slot_id where e.actor = p_user),
    'entries', (
      select coalesce(jsonb_agg(app.entry_view(e) || jsonb_build_object('pictures', app.photos_of_entry(e.id)) order by e.received_at, e.id), '[]')
        from app.collection_entries e where e.surveyor_id = p_user),
    'counts', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'id', c.id, 'sessionId', c.session_id, 'claimToken', c.token, 'startedAt', app.instant(c.started_at),
               'endedAt', app.instant(c.ended_at), 'receivedAt', app.instant(c.received_at), 'pauses', c.pauses,
               'taps', c.taps, 'place', app.field_place_view(c.place), 'note', c.note) order by c.started_at, c.id), '[]')
        from app.stage_counts c where c.surveyor_id = p_user),
    'assignmentsCreated', (
      select coalesce(jsonb_agg(app.assignment_view(a) || jsonb_build_object('createdAt', app.instant(a.created_at))
                                order by a.created_at, a.id), '[]')
        from app.assignments a where a.created_by = p_user));
end
$function$;

create or replace function app.move_slot (
  p_slot   uuid,
  p_to     text,
  p_reason text default null::text,
  p_actor  uuid default null::uuid,
  p_note   text default null::text
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_slot app.assignment_slots;
begin
  select * into v_slot from app.assignment_slots s where s.id = p_slot for update;
  perform app.note_slot_move(p_slot, v_slot.state, p_to, v_slot.token, p_reason, p_actor, p_note);
  update app.assignment_slots s set state = p_to, reason = p_reason, version = s.version + 1 where s.id = p_slot;
  if p_to in ('released', 'expired', 'rejected') then
    perform app.note_slot_move(p_slot, p_to, 'open', v_slot.token);
    update app.assignment_slots s
       set state = 'open', reason = null, holder_id = null, session_id = null, held_until = null, offline = false
     where s.id = p_slot;
  end if;
end
$function$;

create or replace function app.note_slot_move (
  p_slot   uuid,
  p_from   text,
  p_to     text,
  p_token  bigint,
  p_reason text   default null::text,
  p_actor  uuid   default null::uuid,
  p_note   text   default null::text
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  perform app.check_move('slot', p_from, p_to);
  insert into app.slot_events (slot_id, at, from_state, to_state, reason, actor, token, note)
  values (p_slot, app.now(), p_from, p_to, p_reason, p_actor, p_token, p_note);
end
$function$;

revoke all on function "api"."release_assignment_slot"(uuid, bigint, text, text) from public;

grant execute on function "api"."release_assignment_slot"(uuid, bigint, text, text) to "authenticated";

revoke all on function "app"."move_slot"(uuid, text, text, uuid, text) from public;

revoke all on function "app"."note_slot_move"(uuid, text, text, bigint, text, uuid, text) from public;

reset check_function_bodies;
