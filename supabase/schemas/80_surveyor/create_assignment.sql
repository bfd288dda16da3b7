-- Create an assignment: where, what, until when, how many slots can be claimed, and what each slot is asked for. A retry with the same
-- Idempotency-Key creates nothing and returns the first response.
--
-- Definer: nobody may touch app.assignments directly.
-- Fails with: unauthenticated, role_required, invalid_request, unknown_stop, outside_service_area,
-- idempotency_key_reused
create function api.create_assignment(
  p_kind text, p_title text, p_slot_count int, p_instructions text default '', p_lat float8 default null,
  p_lng float8 default null, p_stop_id uuid default null, p_corridor_id uuid default null, p_route_id uuid default null,
  p_due_at timestamptz default null, p_idempotency_key text default null, p_title_sw text default null,
  p_instructions_sw text default null, p_south float8 default null, p_west float8 default null,
  p_north float8 default null, p_east float8 default null, p_vehicles int default null, p_minutes int default null,
  p_facts text[] default null)
returns jsonb language plpgsql security definer set search_path = ''
set timezone = 'UTC' -- the hash of the request holds a time as text
as $$
declare
  v_admin   uuid := app.require_role('admin');
  v_request jsonb := jsonb_build_array('create_assignment', p_kind, p_title, p_slot_count, p_instructions, p_lat, p_lng,
                                       p_stop_id, p_corridor_id, p_route_id, p_due_at, p_title_sw,
                                       p_instructions_sw, p_south, p_west, p_north, p_east, p_vehicles, p_minutes,
                                       p_facts);
  v_answer  jsonb := app.replayed_response(v_admin, p_idempotency_key, v_request);
  v_new     app.assignments;
begin
  if v_answer is not null then
    return v_answer;
  end if;
  v_new.id := gen_random_uuid();
  v_new.kind := p_kind;
  v_new.title := p_title;
  v_new.instructions := p_instructions;
  v_new.title_sw := nullif(btrim(p_title_sw), '');
  v_new.instructions_sw := nullif(btrim(p_instructions_sw), '');
  v_new.corridor_id := p_corridor_id;
  v_new.route_id := p_route_id;
  v_new.due_at := p_due_at;
  v_new.created_at := app.now();
  v_new.created_by := v_admin;
  v_new.place := app.field_place_of(p_lat, p_lng, null, p_stop_id);
  if num_nonnulls(p_south, p_west, p_north, p_east) > 0 then
    v_new.area := row(p_south, p_west, p_north, p_east);
  end if;
  v_new.vehicles_asked := p_vehicles;
  v_new.minutes_asked := p_minutes;
  v_new.facts_asked := coalesce(p_facts, '{}');
  perform app.check_assignment(v_new, p_slot_count);
  insert into app.assignments select v_new.*;
  insert into app.assignment_slots (assignment_id, n) select v_new.id, n from generate_series(1, p_slot_count) n;
  perform app.audit(v_admin, 'assignment.created', 'assignment', v_new.id::text, null,
                    jsonb_build_object('kind', p_kind, 'slotCount', p_slot_count));
  perform app.alert_surveyors('assignment_new', null, v_new.id);
  return app.save_response(v_admin, p_idempotency_key, v_request, app.assignment_for_admin(v_new));
end
$$;
grant execute on function api.create_assignment to authenticated;

-- Validate an assignment against the contract, for callers that bypass the API, and by rules that only the database can
-- check.
-- Fails with: invalid_request, outside_service_area
create function app.check_assignment(p_new app.assignments, p_slot_count int)
returns void language plpgsql stable set search_path = '' as $$
declare
  v_location jsonb := app.locate_field_place(p_new.place);
begin
  perform app.check_fields(array[
    ('kind', 'invalid_value', p_new.kind in ('stage_count', 'vehicle_survey')),
    ('title', 'invalid_value', char_length(btrim(p_new.title)) >= 1 and char_length(p_new.title) <= 120),
    ('instructions', 'invalid_value', char_length(p_new.instructions) <= 2000),
    ('titleSw', 'invalid_value', p_new.title_sw is null or char_length(p_new.title_sw) <= 120),
    ('instructionsSw', 'invalid_value', p_new.instructions_sw is null or char_length(p_new.instructions_sw) <= 2000),
    ('area', 'invalid_value', p_new.area is null or app.is_field_area(p_new.area)),
    ('slotCount', 'out_of_range', p_slot_count between 1 and 50),
    ('quota.vehicles', 'out_of_range', p_new.vehicles_asked is null or p_new.vehicles_asked between 1 and 500),
    ('quota.minutes', 'out_of_range', p_new.minutes_asked is null
                      or (p_new.minutes_asked between 5 and 720 and p_new.kind = 'stage_count')),
    ('quota.facts', 'invalid_value', p_new.facts_asked <@ array['sacco', 'routeIds', 'fleetName', 'capacity', 'sticker',
                                                               'checks', 'note', 'place', 'photo']),
    ('corridorId', 'unknown_reference', p_new.corridor_id is null
                   or exists (select from app.corridors c where c.id = p_new.corridor_id)),
    ('routeId', 'unknown_reference', p_new.route_id is null or exists (select from app.routes r where r.id = p_new.route_id)),
    ('dueAt', 'out_of_range', p_new.due_at is null
              or (p_new.due_at > p_new.created_at and p_new.due_at <= p_new.created_at + interval '1 year')),
    ('place', 'required', v_location is not null or p_new.area is not null or p_new.corridor_id is not null
              or p_new.route_id is not null)
  ]::app.field_check[]);
  if not (v_location ->> 'inServiceArea')::boolean then
    perform app.fail('outside_service_area', jsonb_build_object('path', 'place', 'location', v_location));
  elsif p_new.area is not null and not exists (
    select from app.service_areas s
     where extensions.st_intersects(s.area, extensions.st_makeenvelope(
             (p_new.area).west, (p_new.area).south, (p_new.area).east, (p_new.area).north, 4326)))
  then
    perform app.fail('outside_service_area', '{"path": "area"}');
  end if;
end
$$;

-- Whether a box is a walkable area: south is below north, west is left of east, no side is longer than half a degree.
create function app.is_field_area(p_area app.field_area)
returns boolean immutable
return coalesce(
  p_area.south >= -90 and p_area.north <= 90 and p_area.west >= -180 and p_area.east <= 180
  and p_area.south < p_area.north and p_area.north - p_area.south <= 0.5
  and p_area.west < p_area.east and p_area.east - p_area.west <= 0.5, false);

-- Close an assignment, which is no longer needed or was a mistake: no more slots can be claimed. Claimed ones can still
-- be handed in, because surveyors may be on their way. It needs a reason, is audited, and cannot be undone: a new
-- assignment can be created instead. Idempotent.
--
-- Definer: nobody may touch app.assignments directly.
-- Fails with: unauthenticated, role_required, invalid_request, not_found
create function api.close_assignment(p_id uuid, p_reason text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin      uuid := app.require_role('admin');
  v_assignment app.assignments;
begin
  perform app.check_reason(p_reason);
  select * into v_assignment from app.assignments a where a.id = p_id for update;
  if v_assignment.id is null then
    perform app.fail('not_found');
  elsif v_assignment.closed_at is null then
    update app.assignments a set closed_at = app.now(), closed_by = v_admin, close_reason = btrim(p_reason)
     where a.id = p_id
    returning * into v_assignment;
    perform app.audit(v_admin, 'assignment.closed', 'assignment', p_id::text, btrim(p_reason));
    perform app.alert_surveyors('assignment_closed', app.slot_holders(p_id), p_id);
  end if;
  return app.assignment_for_admin(v_assignment);
end
$$;
grant execute on function api.close_assignment to authenticated;
