CREATE OR REPLACE FUNCTION app.fact_problems(p_facts jsonb)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_known text[] := array['plate', 'fleetName', 'sacco', 'routeIds', 'capacity', 'sticker', 'checks', 'notSeen'];
begin
  if jsonb_typeof(p_facts) is distinct from 'object' then
    return array['plate'];
  end if;
  return array(
    select c.fact
      from (values
        ('plate', app.is_text(p_facts -> 'plate', 1, 20) and app.can_be_plate(app.plate_key(p_facts ->> 'plate'))),
        ('fleetName', not p_facts ? 'fleetName' or app.is_text(p_facts -> 'fleetName', 1, 80)),
        ('sacco', not p_facts ? 'sacco' or app.is_sacco_fact(p_facts -> 'sacco')),
        ('routeIds', not p_facts ? 'routeIds' or app.are_routes(p_facts -> 'routeIds')),
        ('capacity', not p_facts ? 'capacity'
                     or case jsonb_typeof(p_facts -> 'capacity') when 'number'
                          then (p_facts ->> 'capacity')::numeric = any (array(select generate_series(1, 200))) end),
        ('sticker', not p_facts ? 'sticker' or app.is_sticker_fact(p_facts -> 'sticker')),
        ('checks', not p_facts ? 'checks' or app.are_checks(p_facts -> 'checks')),
        ('notSeen', not p_facts ? 'notSeen' or app.are_asked_facts(p_facts -> 'notSeen'))
      ) c (fact, fits)
     where c.fits is distinct from true
    union all
    select k from jsonb_object_keys(p_facts) k where k <> all (v_known));
end
$function$;
revoke all on function app.fact_problems(jsonb) from public;

CREATE OR REPLACE FUNCTION app.are_asked_facts(p_value jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(p_value) is distinct from 'array' then
    return false;
  end if;
  return p_value <@ '["sacco", "routeIds", "fleetName", "capacity", "sticker", "checks", "note", "place", "photo"]'
    and jsonb_array_length(p_value) <= 9;
end
$function$;
revoke all on function app.are_asked_facts(jsonb) from public;

CREATE OR REPLACE FUNCTION app.claim_view(p_slot app.assignment_slots)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
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
    'tally', app.quota_tally(p_slot.token),
    'counts', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'id', c.id, 'startedAt', app.instant(c.started_at), 'minutes', c.counted_s / 60,
               'vehicles', jsonb_array_length(c.taps)) order by c.started_at, c.id), '[]')
        from app.stage_counts c where c.token = p_slot.token));
end
$function$;
revoke all on function app.claim_view(app.assignment_slots) from public;

CREATE OR REPLACE FUNCTION app.assignment_for_admin(p_assignment app.assignments)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
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
               'tally', app.quota_tally(case when app.slot_state(s) <> 'open' then s.token end),
               'countedMinutes', (select coalesce(sum(c.counted_s), 0)::int / 60 from app.stage_counts c
                                   where c.token = s.token and app.slot_state(s) <> 'open'),
               'heldUntil', case when app.slot_state(s) <> 'open' then app.instant(s.held_until) end,
               'blocks', (select coalesce(jsonb_agg(jsonb_build_object('at', app.instant(e.at), 'reason', e.reason,
                                                                       'note', e.note) order by e.id desc), '[]')
                            from app.slot_events e where e.slot_id = s.id and e.to_state = 'blocked')) order by s.n)
        from app.assignment_slots s where s.assignment_id = p_assignment.id));
end
$function$;
revoke all on function app.assignment_for_admin(app.assignments) from public;

CREATE OR REPLACE FUNCTION app.entry_view(p_entry app.collection_entries)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_slot app.assignment_slots;
begin
  select * into v_slot from app.assignment_slots s where s.id = p_entry.slot_id;
  return jsonb_build_object(
    'id', p_entry.id,
    'state', p_entry.state,
    'sessionId', p_entry.session_id,
    'assignmentId', v_slot.assignment_id,
    'claimToken', p_entry.token,
    'revises', p_entry.revises,
    'revisedBy', (select r.id from app.collection_entries r where r.revises = p_entry.id),
    'vehicle', p_entry.facts,
    'vehicleId', p_entry.vehicle_id,
    'capturedAt', app.instant(p_entry.captured_at),
    'receivedAt', app.instant(p_entry.received_at),
    'place', app.field_place_view(p_entry.place),
    'location', app.locate_field_place(p_entry.place),
    'note', p_entry.note,
    'photos', app.count_photos(p_entry.id),
    'seenBefore', p_entry.seen_before,
    'qualityFlags', p_entry.quality_flags,
    'notCounted', case when p_entry.state in ('replaced', 'withdrawn') then '{}' else app.not_counted(p_entry) end,
    'late', p_entry.late,
    'contested', p_entry.contested,
    'decision', case when p_entry.decided_at is not null then jsonb_build_object(
      'decidedAt', app.instant(p_entry.decided_at),
      'reason', p_entry.reason,
      'note', p_entry.reason_note,
      'facts', p_entry.reason_facts,
      'reservedUntil', case when p_entry.state = 'changes_requested' and v_slot.state = 'changes_requested'
                             and v_slot.token = p_entry.token then app.instant(v_slot.held_until) end) end);
end
$function$;
revoke all on function app.entry_view(app.collection_entries) from public;

CREATE OR REPLACE FUNCTION app.not_counted(p_entry app.collection_entries)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_assignment app.assignments;
begin
  select a.* into v_assignment from app.assignment_slots s join app.assignments a on a.id = s.assignment_id
   where s.id = p_entry.slot_id;
  if v_assignment.id is null then
    return '{}';
  end if;
  return array_remove(array[
      case when exists (
        select from app.collection_entries e join app.assignment_slots s on s.id = e.slot_id
         where e.plate_key = p_entry.plate_key and s.assignment_id = v_assignment.id
           and e.state not in ('replaced', 'withdrawn')
           and (e.received_at, e.id) < (p_entry.received_at, p_entry.id)) then 'repeat' end,
      case when 'far_from_place' = any (p_entry.quality_flags) then 'far_from_place' end], null)
    || array(select fact from unnest(v_assignment.facts_asked) with ordinality f (fact, n)
              where not app.has_answer(p_entry, fact) order by n);
end
$function$;
revoke all on function app.not_counted(app.collection_entries) from public;

CREATE OR REPLACE FUNCTION app.count_photos(p_entry uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    with recursive versions as (
      select e.id, e.revises from app.collection_entries e where e.id = p_entry
      union
      select e.id, e.revises from app.collection_entries e join versions v on v.revises = e.id)
    select count(*) from app.entry_photos p where p.entry_id in (select v.id from versions v));
end
$function$;
revoke all on function app.count_photos(uuid) from public;

create or replace function app.has_answer(p_entry app.collection_entries, p_fact text)
returns boolean stable
return p_entry.facts ? p_fact
  or coalesce(p_entry.facts -> 'notSeen' ? p_fact, false)
  or case p_fact
       when 'note' then p_entry.note is not null
       when 'place' then (p_entry.place).lat is not null
       when 'photo' then app.count_photos(p_entry.id) > 0
       else false end;
revoke all on function app.has_answer(app.collection_entries,text) from public;

CREATE OR REPLACE FUNCTION app.quota_tally(p_token bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_build_object(
             'counted', count(*) filter (where t.why is null),
             'repeated', count(*) filter (where t.why = 'repeat'),
             'far', count(*) filter (where t.why = 'far_from_place'),
             'incomplete', count(*) filter (where t.why not in ('repeat', 'far_from_place')))
      from (select (app.not_counted(e))[1] as why from app.collection_entries e
             where e.token = p_token and e.state not in ('replaced', 'withdrawn')) t);
end
$function$;
revoke all on function app.quota_tally(bigint) from public;
