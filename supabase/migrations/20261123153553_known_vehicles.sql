set check_function_bodies = off;

create or replace function api.get_known_vehicles()
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  v_surveyor uuid := app.require_role('surveyor');
begin
  return (
    with plates as (
      select p.plate_key, v.id, v.sacco_id, v.capacity
        from app.vehicles p join app.vehicles v on v.id = coalesce(p.merged_into, p.id)
       order by v.checked_at desc nulls last, p.plate_key limit 60000
    ), saccos as (
      select s.id, s.name, row_number() over (order by s.name, s.id) - 1 as n
        from app.saccos s where exists (select from plates p where p.sacco_id = s.id)
    ), routes as (
      select r as route, r.id, row_number() over (order by r.short_name, r.slug) - 1 as n
        from app.routes r where r.retired_at is null
    ), served as (
      select vr.vehicle_id, string_agg(r.n::text, ',' order by r.n) as numbers
        from app.vehicle_routes vr join routes r on r.id = vr.route_id group by vr.vehicle_id
    ), lines as (
      select left(p.plate_key, 3) as prefix,
             string_agg(concat_ws(';', substr(p.plate_key, 4), coalesce(s.n::text, ''), coalesce(p.capacity::text, ''),
                                  coalesce(d.numbers, '')), e'\n' order by p.plate_key collate "C") as vehicles
        from plates p left join saccos s on s.id = p.sacco_id left join served d on d.vehicle_id = p.id
       group by 1
    )
    select jsonb_build_object(
      'saccos', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name) order by s.n), '[]') from saccos s),
      'routes', (select coalesce(jsonb_agg(app.route_ref(r.route) order by r.n), '[]') from routes r),
      'vehicles', (select coalesce(jsonb_object_agg(l.prefix, l.vehicles), '{}') from lines l)));
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
    select from app.slot_events e where e.token = p_token and e.reason in ('lease', 'admin'));
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

create or replace function app.assignment_for_surveyor (
  p_assignment app.assignments,
  p_surveyor   uuid,
  p_distance_m double precision
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return app.assignment_view(p_assignment) || jsonb_build_object(
    'distanceM', round(p_distance_m),
    'closedAt', app.instant(p_assignment.closed_at),
    'slotCount', (select count(*) from app.assignment_slots s where s.assignment_id = p_assignment.id),
    'openSlots', case when not app.is_open_assignment(p_assignment) then 0 else (
      select count(*) from app.assignment_slots s
       where s.assignment_id = p_assignment.id and app.slot_state(s) = 'open') end,
    'mine', (
      select coalesce(jsonb_agg(app.claim_view(s) order by s.n), '[]') from app.assignment_slots s
       where s.assignment_id = p_assignment.id and s.holder_id = p_surveyor and app.slot_state(s) <> 'open'));
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
                                         else app.is_open_assignment(v_assignment) end
              then jsonb_build_object(
                'kind', p_alert.kind, 'entryId', null, 'reason', null, 'assignment', jsonb_build_object(
                  'id', v_assignment.id, 'title', v_assignment.title, 'titleSw', v_assignment.title_sw,
                  'dueAt', app.instant(v_assignment.due_at))) end;
end
$function$;

revoke all on function "api"."get_known_vehicles"() from public;

grant execute on function "api"."get_known_vehicles"() to "authenticated";

reset check_function_bodies;
