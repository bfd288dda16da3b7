set check_function_bodies = off;

drop function
  "api"."create_assignment"(text, text, integer, text, double precision, double precision, uuid, uuid, uuid, timestamp
  with time zone, text, text, text, double precision, double precision, double precision, double precision);

drop function "app"."count_to_slot"(app.collection_entries);

create table "app"."stage_counts" (
  "id"           uuid                     not null,
  "surveyor_id"  uuid,
  "content_hash" bytea                    not null,
  "session_id"   uuid                     not null,
  "slot_id"      uuid,
  "token"        bigint,
  "started_at"   timestamp with time zone not null,
  "ended_at"     timestamp with time zone not null,
  "received_at"  timestamp with time zone not null,
  "counted_s"    integer                  not null,
  "pauses"       jsonb                    not null,
  "taps"         jsonb                    not null,
  "place"        app.field_place,
  "note"         text,
  "late"         boolean                  not null,
  constraint "stage_counts_check"
    check (((ended_at >= started_at) AND (ended_at <= (started_at + '14:00:00'::interval)))),
  constraint "stage_counts_counted_s_check" check ((counted_s >= 0)),
  constraint "stage_counts_note_check" check (((char_length(note) >= 1) AND (char_length(note) <= 2000))),
  constraint "stage_counts_pkey" primary key (id)
);

alter table "app"."stage_counts"
  enable row level security;

alter table "app"."assignments"
  add column "vehicles_asked" integer;

alter table "app"."assignments"
  add column "minutes_asked" integer;

alter table "app"."assignments"
  add column "facts_asked" text[] not null default '{}'::text[];

create or replace function api.create_assignment (
  p_kind            text,
  p_title           text,
  p_slot_count      integer,
  p_instructions    text                     default ''::text,
  p_lat             double precision         default null::double precision,
  p_lng             double precision         default null::double precision,
  p_stop_id         uuid                     default null::uuid,
  p_corridor_id     uuid                     default null::uuid,
  p_route_id        uuid                     default null::uuid,
  p_due_at          timestamp with time zone default null::timestamp with time zone,
  p_idempotency_key text                     default null::text,
  p_title_sw        text                     default null::text,
  p_instructions_sw text                     default null::text,
  p_south           double precision         default null::double precision,
  p_west            double precision         default null::double precision,
  p_north           double precision         default null::double precision,
  p_east            double precision         default null::double precision,
  p_vehicles        integer                  default null::integer,
  p_minutes         integer                  default null::integer,
  p_facts           text[]                   default null::text[]
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  set "TimeZone" to 'UTC'
  AS $function$
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
  return app.save_response(v_admin, p_idempotency_key, v_request, app.assignment_for_admin(v_new));
end
$function$;

create or replace function api.submit_assignment_slot (
  p_id    uuid,
  p_token bigint
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_surveyor uuid := app.require_role('surveyor');
  v_slot     app.assignment_slots := app.slot_of_claim(v_surveyor, p_token);
  v_events   text[];
  v_entries  int;
  v_counts   int;
begin
  if v_slot.assignment_id is distinct from p_id then
    perform app.fail('not_found');
  end if;
  perform from app.assignment_slots s where s.id = v_slot.id for update;
  v_events := array(select e.to_state from app.slot_events e where e.token = p_token order by e.id);
  v_entries := app.count_under_claim(p_token);
  v_counts := (select count(*) from app.stage_counts c where c.token = p_token);
  if v_events = '{claimed}' then
    if v_entries + v_counts = 0 then
      perform app.fail('nothing_recorded');
    end if;
    perform app.move_slot(v_slot.id, 'submitted', null, v_surveyor);
    perform app.settle_slot(v_slot.id, p_token);
  elsif 'submitted' <> all (v_events) then
    perform app.refuse_move(v_events[2], app.next_states('slot', v_events[2]));
  end if;
  return jsonb_build_object(
    'assignmentId', p_id, 'slotId', v_slot.id, 'token', p_token, 'state', 'submitted', 'entries', v_entries,
    'counts', v_counts,
    'repeated', v_events <> '{claimed}');
end
$function$;

create or replace function api.submit_stage_count (
  p_id          uuid,
  p_session_id  uuid,
  p_started_at  timestamp with time zone,
  p_ended_at    timestamp with time zone,
  p_taps        jsonb,
  p_pauses      jsonb                    default '[]'::jsonb,
  p_claim_token bigint                   default null::bigint,
  p_lat         double precision         default null::double precision,
  p_lng         double precision         default null::double precision,
  p_accuracy_m  double precision         default null::double precision,
  p_stop_id     uuid                     default null::uuid,
  p_note        text                     default null::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  set "TimeZone" to 'UTC'
  AS $function$
declare
  v_new   app.stage_counts;
  v_old   app.stage_counts;
  v_slot  app.assignment_slots;
  v_ahead interval := greatest(p_ended_at - app.now(), '0');
begin
  v_new.surveyor_id := app.require_role('surveyor');
  v_new.id := p_id;
  v_new.session_id := p_session_id;
  v_new.token := p_claim_token;
  v_new.started_at := p_started_at;
  v_new.ended_at := p_ended_at;
  v_new.pauses := p_pauses;
  v_new.taps := p_taps;
  v_new.note := p_note;
  v_new.content_hash := app.request_hash(jsonb_build_array(
    p_session_id, p_started_at, p_ended_at, p_taps, p_pauses, p_claim_token, p_lat, p_lng, p_accuracy_m, p_stop_id, p_note));
  perform app.lock_surveyor(v_new.surveyor_id);
  select * into v_old from app.stage_counts c where c.id = p_id;
  if v_old.id is not null then
    if v_old.surveyor_id is distinct from v_new.surveyor_id or v_old.content_hash <> v_new.content_hash then
      perform app.fail('id_reused');
    end if;
    return app.stage_count_response(v_old, true);
  end if;
  perform app.check_field_limit(v_new.surveyor_id, 'counts');
  perform app.check_stage_count(v_new);
  v_new.place := app.field_place_of(p_lat, p_lng, p_accuracy_m, p_stop_id);
  v_new.counted_s := app.counted_seconds(v_new);
  v_new.started_at := p_started_at - v_ahead;
  v_new.ended_at := p_ended_at - v_ahead;
  v_new.received_at := app.now();
  v_slot := app.slot_of_claim(v_new.surveyor_id, v_new.token);
  v_new.slot_id := v_slot.id;
  v_new.late := exists (select from app.surveyor_sessions s
                         where s.id = v_new.session_id and app.session_over_at(s) <= app.now());
  if v_slot.id is not null then
    v_new.late := not app.count_to_slot(v_slot.id, v_new.token, v_new.surveyor_id, false) or v_new.late;
  end if;
  insert into app.stage_counts select v_new.* on conflict (id) do nothing;
  if not found then
    perform app.fail('id_reused');
  end if;
  perform app.settle_slot(s.id, v_new.token) from app.assignment_slots s where s.id = v_slot.id and s.state = 'submitted';
  return app.stage_count_response(v_new, false);
end
$function$;

create or replace function app.are_pauses (
  p_count app.stage_counts
)
  returns boolean
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_pause jsonb;
  v_from  numeric := 0;
begin
  if jsonb_typeof(p_count.pauses) is distinct from 'array' or jsonb_array_length(p_count.pauses) > 100 then
    return false;
  end if;
  for v_pause in select p from jsonb_array_elements(p_count.pauses) p loop
    if (jsonb_typeof(v_pause -> 'fromS') = 'number' and jsonb_typeof(v_pause -> 'toS') = 'number') is distinct from true then
      return false;
    elsif (v_pause ->> 'fromS')::numeric < v_from or (v_pause ->> 'toS')::numeric < (v_pause ->> 'fromS')::numeric then
      return false;
    end if;
    v_from := (v_pause ->> 'toS')::numeric;
  end loop;
  return v_from <= extract(epoch from p_count.ended_at - p_count.started_at) + 1;
end
$function$;

create or replace function app.are_taps (
  p_count app.stage_counts
)
  returns boolean
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_most float8 := extract(epoch from p_count.ended_at - p_count.started_at);
begin
  if jsonb_typeof(p_count.taps) is distinct from 'array' or jsonb_array_length(p_count.taps) > 3000 then
    return false;
  end if;
  return not exists (
    select from jsonb_array_elements(p_count.taps) t
     where (case when jsonb_typeof(t) = 'object' and jsonb_typeof(t -> 'atS') = 'number'
                 then t - 'routeId' - 'atS' = '{}' and (t ->> 'atS')::numeric between 0 and v_most + 1 end)
           is distinct from true)
     and not exists (
    select from (select distinct t ->> 'routeId' as id from jsonb_array_elements(p_count.taps) t) told
     where told.id is not null and not exists (select from app.routes r where r.id::text = lower(told.id)));
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
               'heldUntil', case when app.slot_state(s) <> 'open' then app.instant(s.held_until) end) order by s.n)
        from app.assignment_slots s where s.assignment_id = p_assignment.id));
end
$function$;

create or replace function app.assignment_view (
  p_assignment app.assignments
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return jsonb_build_object(
    'id', p_assignment.id,
    'kind', p_assignment.kind,
    'title', p_assignment.title,
    'instructions', p_assignment.instructions,
    'titleSw', p_assignment.title_sw,
    'instructionsSw', p_assignment.instructions_sw,
    'area', case when p_assignment.area is not null then jsonb_build_object(
      'south', (p_assignment.area).south, 'west', (p_assignment.area).west,
      'north', (p_assignment.area).north, 'east', (p_assignment.area).east) end,
    'place', app.field_place_view(p_assignment.place),
    'placeName', (select s.name from app.stops s where s.id = (p_assignment.place).stop_id),
    'corridor', app.corridor_ref(p_assignment.corridor_id),
    'route', (select app.route_ref(r) from app.routes r where r.id = p_assignment.route_id),
    'dueAt', app.instant(p_assignment.due_at),
    'quota', jsonb_build_object('vehicles', p_assignment.vehicles_asked, 'minutes', p_assignment.minutes_asked,
                                'facts', p_assignment.facts_asked));
end
$function$;

create or replace function app.check_assignment (
  p_new        app.assignments,
  p_slot_count integer
)
  returns void
  language plpgsql
  stable
  set search_path to ''
  AS $function$
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
$function$;

create or replace function app.check_field_limit (
  p_surveyor uuid,
  p_what     text
)
  returns void
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_day   interval := '1 day';
  v_since timestamptz := app.now() - v_day;
  v_nth   timestamptz;
begin
  case p_what
    when 'entries' then
      select e.received_at into v_nth from app.collection_entries e
       where e.surveyor_id = p_surveyor and e.received_at > v_since order by e.received_at desc offset 599 limit 1;
    when 'counts' then
      select c.received_at into v_nth from app.stage_counts c
       where c.surveyor_id = p_surveyor and c.received_at > v_since order by c.received_at desc offset 199 limit 1;
    when 'sessions' then
      select s.received_at into v_nth from app.surveyor_sessions s
       where s.surveyor_id = p_surveyor and s.received_at > v_since order by s.received_at desc offset 49 limit 1;
    when 'claims' then
      select e.at into v_nth from app.slot_events e
       where e.actor = p_surveyor and e.to_state = 'claimed' and e.at > v_since order by e.at desc offset 99 limit 1;
  end case;
  perform app.refuse_until(v_nth + v_day);
end
$function$;

create or replace function app.check_stage_count (
  p_new app.stage_counts
)
  returns void
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  perform app.check_fields(array[
    ('id', 'required', p_new.id is not null),
    ('sessionId', 'unknown_reference', exists (select from app.surveyor_sessions s
                           where s.id = p_new.session_id and s.surveyor_id = p_new.surveyor_id)),
    ('claimToken', 'unknown_reference', p_new.token is null
                   or (app.slot_of_claim(p_new.surveyor_id, p_new.token)).id is not null),
    ('startedAt', 'out_of_range', isfinite(p_new.started_at)),
    ('endedAt', 'out_of_range', isfinite(p_new.ended_at)
                and p_new.ended_at between p_new.started_at and p_new.started_at + interval '14 hours'),
    ('taps', 'invalid_value', app.are_taps(p_new)),
    ('pauses', 'invalid_value', app.are_pauses(p_new)),
    ('note', 'invalid_value', p_new.note is null or char_length(p_new.note) between 1 and 2000)
  ]::app.field_check[]);
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
    'entries', app.count_under_claim(p_slot.token),
    'counts', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'id', c.id, 'startedAt', app.instant(c.started_at), 'minutes', c.counted_s / 60,
               'vehicles', jsonb_array_length(c.taps)) order by c.started_at, c.id), '[]')
        from app.stage_counts c where c.token = p_slot.token));
end
$function$;

create or replace function app.count_to_slot (
  p_slot          uuid,
  p_token         bigint,
  p_surveyor      uuid,
  p_is_correction boolean
)
  returns boolean
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_slot app.assignment_slots;
begin
  select * into v_slot from app.assignment_slots s where s.id = p_slot for update;
  if v_slot.token <> p_token or v_slot.state = 'open' then
    return false;
  end if;
  update app.assignment_slots s set has_entries = true where s.id = v_slot.id and not s.has_entries;
  if (v_slot.state = 'claimed' and v_slot.held_until <= app.now())
     or (v_slot.state = 'changes_requested' and p_is_correction) then
    perform app.move_slot(v_slot.id, 'submitted', null, p_surveyor);
  end if;
  return v_slot.held_until > app.now();
end
$function$;

create or replace function app.count_under_claim (
  p_token bigint
)
  returns bigint
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return (select count(*) from app.collection_entries e where e.token = p_token and e.state <> 'replaced');
end
$function$;

create or replace function app.counted_seconds (
  p_count app.stage_counts
)
  returns integer
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
begin
  return greatest(0, extract(epoch from p_count.ended_at - p_count.started_at) - coalesce((
    select sum((p ->> 'toS')::numeric - (p ->> 'fromS')::numeric) from jsonb_array_elements(p_count.pauses) p), 0))::int;
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
  update app.slot_events e set actor = null where e.actor = p_user;
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
               'to', e.to_state, 'reason', e.reason) order by e.id), '[]')
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

create or replace function app.receive_collection_entry (
  p_new app.collection_entries
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_now   timestamptz := app.now();
  v_new   app.collection_entries := p_new;
  v_over  timestamptz;
  v_slot  app.assignment_slots;
begin
  if v_new.revises is not null then
    v_new.token := app.replace_entry(v_new);
  end if;
  v_slot := app.slot_of_claim(v_new.surveyor_id, v_new.token);
  select app.session_over_at(s) into v_over from app.surveyor_sessions s where s.id = v_new.session_id;
  v_new.slot_id := v_slot.id;
  v_new.plate_key := app.plate_key(v_new.facts ->> 'plate');
  v_new.captured_at := least(coalesce(v_new.captured_at, v_now), v_now);
  v_new.received_at := v_now;
  v_new.note_flags := app.screen_note(coalesce(v_new.note, ''));
  v_new.reason_facts := '{}';
  v_new.seen_before := app.is_plate_recorded(v_new);
  v_new.late := coalesce(v_over <= v_now, false);
  v_new.contested := false;
  v_new.state := 'submitted';
  v_new.version := 1;
  if v_slot.id is not null then
    v_new.contested := app.is_overtaken(v_new);
    v_new.late := not app.count_to_slot(v_slot.id, v_new.token, v_new.surveyor_id, v_new.revises is not null)
                  or v_new.late;
  end if;
  insert into app.collection_entries select v_new.* on conflict (id) do nothing;
  if not found then
    perform app.fail('id_reused');
  end if;
  if v_over + interval '7 days' < v_now then
    perform app.move_entry(v_new.id, 'held', 'seven_days');
  else
    perform app.move_entry(v_new.id, 'in_review');
  end if;
  perform app.open_review('collection_entry', v_new.id, v_new.surveyor_id,
                          case when v_over + interval '7 days' < v_now then 'held' when v_new.contested then 'contested'
                               when v_new.revises is not null then 'revised' else 'field_work' end, '24 hours');
end
$function$;

create or replace function app.settle_slot (
  p_slot  uuid,
  p_token bigint
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_slot   app.assignment_slots;
  v_states text[];
begin
  select * into v_slot from app.assignment_slots s where s.id = p_slot for update;
  if (v_slot.token = p_token and v_slot.state in ('submitted', 'changes_requested')) is distinct from true then
    return;
  end if;
  v_states := array(select e.state from app.collection_entries e where e.slot_id = p_slot and e.token = p_token);
  if 'changes_requested' = any (v_states) then
    if v_slot.state = 'submitted' then
      perform app.move_slot(p_slot, 'changes_requested');
    end if;
    update app.assignment_slots s set held_until = app.now() + interval '24 hours' where s.id = p_slot;
  elsif v_states && array['submitted', 'in_review', 'held'] or v_slot.state <> 'submitted' then
    return;
  else
    perform app.move_slot(p_slot, case when 'approved' = any (v_states)
                                            or exists (select from app.stage_counts c where c.token = p_token)
                                          then 'approved' else 'rejected' end);
  end if;
end
$function$;

create or replace function app.stage_count_response (
  p_count    app.stage_counts,
  p_repeated boolean
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return jsonb_build_object('id', p_count.id, 'vehicles', jsonb_array_length(p_count.taps),
                            'minutes', p_count.counted_s / 60, 'late', p_count.late, 'repeated', p_repeated);
end
$function$;

alter table "app"."assignments"
  add constraint "assignments_check2" check (((minutes_asked IS NULL) OR (kind = 'stage_count'::text)));

alter table "app"."assignments"
  add constraint "assignments_minutes_asked_check" check (((minutes_asked >= 5) AND (minutes_asked <= 720)));

alter table "app"."assignments"
  add constraint "assignments_vehicles_asked_check" check (((vehicles_asked >= 1) AND (vehicles_asked <= 500)));

alter table "app"."stage_counts"
  add constraint "stage_counts_session_id_fkey" foreign key (session_id) references app.surveyor_sessions(id);

alter table "app"."stage_counts"
  add constraint "stage_counts_slot_id_fkey" foreign key (slot_id) references app.assignment_slots(id);

create index stage_counts_session on app.stage_counts using btree (session_id);

create index stage_counts_surveyor on app.stage_counts using btree (surveyor_id, received_at desc);

create index stage_counts_token on app.stage_counts using btree (token);

revoke all
  on function
    "api"."create_assignment"(text, text, integer, text, double precision, double precision, uuid, uuid, uuid, timestamp
    with time zone,
    text, text, text, double precision, double precision, double precision, double precision, integer, integer, text[])
  from public;

grant execute
  on function
    "api"."create_assignment"(text, text, integer, text, double precision, double precision, uuid, uuid, uuid, timestamp
    with time zone,
    text, text, text, double precision, double precision, double precision, double precision, integer, integer, text[])
  to "authenticated";

revoke all
  on function "api"."submit_stage_count"(uuid, uuid, timestamp with time zone, timestamp
    with time zone, jsonb, jsonb, bigint, double precision, double precision, double precision, uuid, text)
  from public;

grant execute
  on function "api"."submit_stage_count"(uuid, uuid, timestamp with time zone, timestamp
    with time zone, jsonb, jsonb, bigint, double precision, double precision, double precision, uuid, text)
  to "authenticated";

revoke all on function "app"."are_pauses"(app.stage_counts) from public;

revoke all on function "app"."are_taps"(app.stage_counts) from public;

revoke all on function "app"."check_stage_count"(app.stage_counts) from public;

revoke all on function "app"."count_to_slot"(uuid, bigint, uuid, boolean) from public;

revoke all on function "app"."count_under_claim"(bigint) from public;

revoke all on function "app"."counted_seconds"(app.stage_counts) from public;

revoke all on function "app"."stage_count_response"(app.stage_counts, boolean) from public;

reset check_function_bodies;
