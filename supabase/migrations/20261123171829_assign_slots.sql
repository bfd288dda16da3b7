set check_function_bodies = off;

alter table "app"."alerts"
  drop constraint "alerts_kind_check";

drop function "app"."acquire_free_slot"(uuid, uuid, uuid, boolean);

create or replace function api.assign_assignment_slot (
  p_id          uuid,
  p_n           integer,
  p_surveyor_id uuid,
  p_reason      text,
  p_holder_id   uuid    default null::uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_admin uuid := app.require_role('admin');
  v_slot  app.assignment_slots;
begin
  perform app.check_reason(p_reason);
  perform pg_advisory_xact_lock_shared(app.account_lock(p_surveyor_id));
  perform app.check_fields(array[
    ('surveyorId', 'unknown_reference', app.is_active_surveyor(p_surveyor_id))
  ]::app.field_check[]);
  perform app.check_may_claim(p_surveyor_id, p_id, null);
  perform app.lock_surveyor(p_surveyor_id);
  perform from app.assignment_slots s
    where (s.assignment_id = p_id and s.n = p_n) or (s.holder_id = p_surveyor_id and s.state = 'claimed')
    order by s.id for update;
  perform app.end_lease(s.id) from app.assignment_slots s
    where s.holder_id = p_surveyor_id and s.state = 'claimed' and s.held_until <= app.now();
  select * into v_slot from app.assignment_slots s where s.assignment_id = p_id and s.n = p_n;
  perform app.require_found(v_slot.id is not null);
  if v_slot.holder_id is distinct from p_surveyor_id
     or (app.slot_state(v_slot) in ('claimed', 'changes_requested')) is distinct from true then
    perform app.take_slot_for(v_slot, p_surveyor_id, p_holder_id, v_admin);
    perform app.audit(v_admin, 'assignment.slot_assigned', 'assignment', p_id::text, btrim(p_reason),
                      jsonb_build_object('n', p_n, 'from', app.slot_state(v_slot), 'to', p_surveyor_id));
    perform app.alert_surveyors('assignment_assigned', array[p_surveyor_id], p_id);
  end if;
  return app.assignment_for_admin((select a from app.assignments a where a.id = p_id));
end
$function$;

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
  v_is_late  boolean;
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
  v_is_late := p_blocked is not null and v_last.to_state <> 'blocked' and exists (
    select from app.slot_events e where e.token = p_token and e.to_state <> 'claimed' and e.reason in ('lease', 'admin'));
  if v_last.to_state = 'claimed' then
    perform app.move_slot(v_slot.id, v_to, p_blocked, v_surveyor, p_note);
  elsif v_is_late then
    insert into app.slot_events (slot_id, at, from_state, to_state, reason, actor, token, note)
    values (v_slot.id, app.now(), v_last.to_state, v_to, p_blocked, v_surveyor, p_token, p_note);
  elsif (v_last.to_state, v_last.reason) is distinct from (v_to, p_blocked) then
    perform app.refuse_move(v_last.to_state, app.next_states('slot', v_last.to_state));
  end if;
  return jsonb_build_object(
    'assignmentId', p_id, 'slotId', v_slot.id, 'token', p_token, 'state', v_to, 'reason', p_blocked,
    'repeated', v_last.to_state <> 'claimed' and not v_is_late);
end
$function$;

create or replace function app.acquire_free_slot (
  p_surveyor   uuid,
  p_assignment uuid,
  p_session    uuid,
  p_offline    boolean,
  p_n          integer default null::integer
)
  returns uuid
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_now   timestamptz := app.now();
  v_taken record;
begin
  with free as (
    select s.id, s.state, s.token
      from app.assignment_slots s
      join app.assignments a on a.id = s.assignment_id
     where s.assignment_id = p_assignment and (p_n is null or s.n = p_n)
       and a.closed_at is null and (a.due_at is null or a.due_at > v_now)
       and (s.state = 'open' or (s.held_until <= v_now and (s.state = 'changes_requested'
                                                            or (s.state = 'claimed' and not s.has_entries))))
     order by s.n
     limit 1
       for update of s skip locked)
  update app.assignment_slots s
     set state = 'claimed', reason = null, version = s.version + 1, holder_id = p_surveyor, session_id = p_session,
         token = nextval('app.fencing_tokens'), offline = p_offline, has_entries = false, claimed_at = v_now,
         held_until = v_now + case when p_offline then interval '12 hours' else interval '2 hours' end
    from free
   where s.id = free.id
  returning s.id, s.token, free.state as before, free.token as before_token into v_taken;
  if v_taken.id is null then
    perform app.fail('slot_taken');
  end if;
  if v_taken.before <> 'open' then
    perform app.note_slot_move(v_taken.id, v_taken.before, 'expired', v_taken.before_token, 'lease');
    perform app.note_slot_move(v_taken.id, 'expired', 'open', v_taken.before_token);
  end if;
  perform app.note_slot_move(v_taken.id, 'open', 'claimed', v_taken.token, case when p_n is not null then 'admin' end,
                             p_surveyor);
  return v_taken.id;
end
$function$;

create or replace function app.claim_view (
  p_slot app.assignment_slots
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return jsonb_build_object(
    'assignmentId', p_slot.assignment_id,
    'slotId', p_slot.id,
    'token', p_slot.token,
    'state', p_slot.state,
    'claimedAt', app.instant(p_slot.claimed_at),
    'heldUntil', app.instant(p_slot.held_until),
    'renewableUntil', app.instant(p_slot.claimed_at + interval '12 hours'),
    'offline', p_slot.offline,
    'sessionId', p_slot.session_id,
    'assignedByAdmin', exists (select from app.slot_events e
                                where e.token = p_slot.token and e.to_state = 'claimed' and e.reason = 'admin'),
    'entries', app.count_under_claim(p_slot.token),
    'counts', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'id', c.id, 'startedAt', app.instant(c.started_at), 'minutes', c.counted_s / 60,
               'vehicles', jsonb_array_length(c.taps)) order by c.started_at, c.id), '[]')
        from app.stage_counts c where c.token = p_slot.token));
end
$function$;

create or replace function app.field_news (
  p_alert app.alerts
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_assignment app.assignments;
  v_entry      app.collection_entries;
begin
  if not exists (select from app.followers w join app.user_roles r on r.user_id = w.user_id and r.role = 'surveyor'
                  where w.id = p_alert.follower_id) then
    return null;
  end if;
  if p_alert.kind = 'entry_returned' then
    select * into v_entry from app.collection_entries e where e.id = p_alert.entry_id;
    return case when v_entry.state = 'changes_requested' then jsonb_build_object(
      'kind', p_alert.kind, 'entryId', v_entry.id, 'reason', v_entry.reason, 'assignment', null) end;
  end if;
  select * into v_assignment from app.assignments a where a.id = p_alert.assignment_id;
  return case when v_assignment.id is not null
                   and case p_alert.kind when 'assignment_closed' then v_assignment.closed_at is not null
                                         when 'assignment_changed' then v_assignment.closed_at is null
                                         when 'assignment_assigned' then exists (
                                           select from app.followers w
                                            where w.id = p_alert.follower_id
                                              and w.user_id = any (app.slot_holders(v_assignment.id)))
                                         else app.is_open_assignment(v_assignment) end
              then jsonb_build_object(
                'kind', p_alert.kind, 'entryId', null, 'reason', null, 'assignment', jsonb_build_object(
                  'id', v_assignment.id, 'title', v_assignment.title, 'titleSw', v_assignment.title_sw,
                  'dueAt', app.instant(v_assignment.due_at))) end;
end
$function$;

create or replace function app.is_active_surveyor (
  p_user uuid
)
  returns boolean
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return exists (select from app.user_roles r where r.user_id = p_user and r.role = 'surveyor')
    and not exists (select from app.suspended_users s where s.user_id = p_user);
end
$function$;

create or replace function app.take_slot_for (
  p_slot        app.assignment_slots,
  p_surveyor    uuid,
  p_seen_holder uuid,
  p_admin       uuid
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_state  text := app.slot_state(p_slot);
  v_holder uuid := case when v_state <> 'open' then p_slot.holder_id end;
begin
  if not app.is_open_assignment((select a from app.assignments a where a.id = p_slot.assignment_id)) then
    perform app.refuse_move('closed', '{}');
  elsif exists (select from app.assignment_slots s where s.holder_id = p_surveyor and s.state = 'claimed') then
    perform app.fail('claim_limit', '{"max": 1}');
  elsif v_holder is distinct from p_seen_holder then
    perform app.fail('slot_taken');
  end if;
  perform app.check_field_limit(p_surveyor, 'claims');
  perform app.end_lease(p_slot.id);
  if v_state <> 'open' then
    -- What was handed in is decided in review, and what is blocked is freed first: neither move is allowed for them.
    perform app.move_slot(p_slot.id, case v_state when 'changes_requested' then 'expired' else 'released' end, 'admin',
                          p_admin);
  end if;
  perform app.acquire_free_slot(p_surveyor, p_slot.assignment_id, null, true, p_slot.n);
end
$function$;

alter table "app"."alerts"
  add constraint "alerts_kind_check"
    check
    ((kind = ANY (ARRAY['assignment_new'::text, 'assignment_changed'::text, 'assignment_due'::text,
    'assignment_closed'::text, 'entry_returned'::text, 'assignment_assigned'::text])));

revoke all on function "api"."assign_assignment_slot"(uuid, integer, uuid, text, uuid) from public;

grant execute on function "api"."assign_assignment_slot"(uuid, integer, uuid, text, uuid) to "authenticated";

revoke all on function "app"."acquire_free_slot"(uuid, uuid, uuid, boolean, integer) from public;

revoke all on function "app"."is_active_surveyor"(uuid) from public;

revoke all on function "app"."take_slot_for"(app.assignment_slots, uuid, uuid, uuid) from public;

reset check_function_bodies;
