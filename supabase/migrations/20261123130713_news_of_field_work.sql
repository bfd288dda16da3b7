set check_function_bodies = off;

alter table "app"."alerts"
  drop constraint "alerts_check";

drop function "api"."claim_alert_deliveries"(integer);

drop function "api"."subscribe_push"(text, text, text, text, text);

alter table "app"."alerts"
  add column "kind" text;

alter table "app"."alerts"
  add column "assignment_id" uuid;

alter table "app"."alerts"
  add column "entry_id" uuid;

alter table "app"."push_subscriptions"
  add column "app" text not null default 'rider'::text;

create or replace function api.claim_alert_deliveries (
  p_limit integer default 50,
  p_app   text    default 'rider'::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_now  timestamptz := app.now();
  v_rows jsonb;
begin
  if p_app = 'surveyor' then
    perform app.alert_due_assignments();
  else
    perform app.release_changes();
    perform app.make_alerts();
  end if;
  delete from app.alert_deliveries d where d.attempts >= 5 and d.due_at <= v_now;
  with due as (
    select d.alert_id, d.endpoint_hash
      from app.alert_deliveries d join app.push_subscriptions s on s.endpoint_hash = d.endpoint_hash
     where d.due_at <= v_now and s.app = p_app
     order by d.due_at limit app.page_size(p_limit) for update of d skip locked
  ), claimed as (
    update app.alert_deliveries d
       set due_at = v_now + power(4, d.attempts) * interval '1 minute', attempts = d.attempts + 1
      from due where (d.alert_id, d.endpoint_hash) = (due.alert_id, due.endpoint_hash)
    returning d.*
  )
  select coalesce(jsonb_agg(jsonb_build_object(
           'alertId', c.alert_id, 'endpoint', s.endpoint, 'p256dh', s.p256dh, 'auth', s.auth, 'locale', s.locale,
           'because', app.alert_because(a, i.incident), 'reportId', a.report_id, 'incident', i.incident,
           'field', app.field_news(a))), '[]')
    into v_rows
    from claimed c join app.push_subscriptions s on s.endpoint_hash = c.endpoint_hash
    join app.alerts a on a.id = c.alert_id,
         lateral (select app.alert_incident(a) as incident) i;
  return v_rows;
end
$function$;

create or replace function api.close_assignment (
  p_id     uuid,
  p_reason text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
$function$;

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
  perform app.alert_surveyors('assignment_new', null, v_new.id);
  return app.save_response(v_admin, p_idempotency_key, v_request, app.assignment_for_admin(v_new));
end
$function$;

create or replace function api.edit_assignment (
  p_id              uuid,
  p_title           text,
  p_slot_count      integer,
  p_reason          text,
  p_instructions    text                     default ''::text,
  p_due_at          timestamp with time zone default null::timestamp with time zone,
  p_title_sw        text                     default null::text,
  p_instructions_sw text                     default null::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_admin uuid := app.require_role('admin');
  v_old   app.assignments;
  v_new   app.assignments;
  v_slots int;
begin
  perform app.check_reason(p_reason);
  select * into v_old from app.assignments a where a.id = p_id for update;
  perform app.require_found(v_old.id is not null);
  if v_old.closed_at is not null then
    perform app.refuse_move('closed', '{}');
  end if;
  select count(*) into v_slots from app.assignment_slots s where s.assignment_id = p_id;
  v_new := v_old;
  v_new.title := btrim(p_title);
  v_new.instructions := coalesce(btrim(p_instructions), '');
  v_new.title_sw := nullif(btrim(p_title_sw), '');
  v_new.instructions_sw := nullif(btrim(p_instructions_sw), '');
  v_new.due_at := p_due_at;
  perform app.check_fields(array[
    ('title', 'invalid_value', char_length(v_new.title) between 1 and 120),
    ('instructions', 'invalid_value', char_length(v_new.instructions) <= 2000),
    ('titleSw', 'invalid_value', v_new.title_sw is null or char_length(v_new.title_sw) <= 120),
    ('instructionsSw', 'invalid_value', v_new.instructions_sw is null or char_length(v_new.instructions_sw) <= 2000),
    ('slotCount', 'out_of_range', p_slot_count between v_slots and 50),
    ('dueAt', 'out_of_range', p_due_at is null or p_due_at is not distinct from v_old.due_at
              or (p_due_at > app.now() and p_due_at <= app.now() + interval '1 year'))
  ]::app.field_check[]);
  if v_new is distinct from v_old or p_slot_count > v_slots then
    update app.assignments a
       set title = v_new.title, instructions = v_new.instructions, title_sw = v_new.title_sw,
           instructions_sw = v_new.instructions_sw, due_at = v_new.due_at
     where a.id = p_id;
    insert into app.assignment_slots (assignment_id, n) select p_id, n from generate_series(v_slots + 1, p_slot_count) n;
    perform app.audit(v_admin, 'assignment.edited', 'assignment', p_id::text, btrim(p_reason), jsonb_build_object(
      'dueAt', app.instant(v_new.due_at), 'dueBefore', app.instant(v_old.due_at),
      'slotCount', p_slot_count, 'slotsBefore', v_slots));
    if v_new is distinct from v_old then
      perform app.alert_surveyors('assignment_changed', app.slot_holders(p_id), p_id);
    end if;
    if v_new.due_at is distinct from v_old.due_at then
      delete from app.alerts a where a.assignment_id = p_id and a.kind = 'assignment_due';
    end if;
  end if;
  return app.assignment_for_admin(v_new);
end
$function$;

create or replace function api.list_alerts (
  p_limit  integer default 20,
  p_after  jsonb   default null::jsonb,
  p_device text    default null::text
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  v_follower uuid := app.known_follower(app.user_id(), p_device);
  v_limit    int := app.page_size(p_limit);
  v_at       timestamptz := coalesce((p_after ->> 't')::timestamptz, 'infinity');
  v_id       uuid := coalesce((p_after ->> 'id')::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
begin
  return app.page(array(
    select jsonb_build_object('row', app.alert_response(a), 'key', jsonb_build_object('t', a.created_at, 'id', a.id))
      from app.alerts a
     where a.follower_id = v_follower and a.kind is null and (a.created_at, a.id) < (v_at, v_id)
     order by a.created_at desc, a.id desc
     limit v_limit + 1), v_limit);
end
$function$;

create or replace function api.list_follows (
  p_device text default null::text
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  v_follower uuid := app.known_follower(app.user_id(), p_device);
begin
  return jsonb_build_object(
    'data', (select coalesce(jsonb_agg(app.follow_response(f) order by f.created_at desc, f.id), '[]')
               from app.follows f where f.follower_id = v_follower),
    'unread', (select count(*) from app.alerts a where a.follower_id = v_follower and a.kind is null and a.read_at is null));
end
$function$;

create or replace function api.read_alerts (
  p_device text default null::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_follower uuid := app.follower_of(p_device);
begin
  update app.alerts a set read_at = app.now() where a.follower_id = v_follower and a.kind is null and a.read_at is null;
  return '{"read": true}';
end
$function$;

create or replace function api.subscribe_push (
  p_endpoint text,
  p_p256dh   text,
  p_auth     text,
  p_locale   text,
  p_device   text default null::text,
  p_app      text default 'rider'::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_follower uuid := app.follower_of(p_device);
begin
  if p_app = 'surveyor' then
    perform app.require_role('surveyor');
  end if;
  perform app.check_fields(array[
    ('app', 'invalid_value', p_app in ('rider', 'surveyor')),
    ('endpoint', 'invalid_value', p_endpoint ~ '^https?://' and char_length(p_endpoint) <= 1000),
    ('p256dh', 'invalid_value', p_p256dh ~ '^[A-Za-z0-9_-]{87}=?$'),
    ('auth', 'invalid_value', p_auth ~ '^[A-Za-z0-9_-]{22}={0,2}$'),
    ('locale', 'invalid_value', p_locale in ('en', 'sw'))]::app.field_check[]);
  delete from app.push_subscriptions s
   where s.endpoint_hash in (select o.endpoint_hash from app.push_subscriptions o
                              where o.follower_id = v_follower and o.endpoint <> p_endpoint
                              order by o.created_at desc offset 9);
  insert into app.push_subscriptions as s (endpoint_hash, follower_id, endpoint, p256dh, auth, locale, created_at, app)
  values (sha256(convert_to(p_endpoint, 'UTF8')), v_follower, p_endpoint, p_p256dh, p_auth, p_locale, app.now(), p_app)
  on conflict (endpoint_hash) do update
    set (follower_id, p256dh, auth, locale, app)
        = (excluded.follower_id, excluded.p256dh, excluded.auth, excluded.locale, excluded.app);
  return '{"subscribed": true}';
end
$function$;

create or replace function app.alert_due_assignments()
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_now timestamptz := app.now();
  v     record;
begin
  for v in
    select a.id, w.user_id
      from app.assignments a cross join app.followers w
     where a.closed_at is null and a.due_at > v_now and a.due_at <= v_now + interval '24 hours'
       and exists (select from app.push_subscriptions s where s.follower_id = w.id and s.app = 'surveyor')
       and exists (select from app.user_roles r where r.user_id = w.user_id and r.role = 'surveyor')
       and not exists (select from app.alerts b where b.follower_id = w.id and b.kind = 'assignment_due'
                          and b.assignment_id = a.id)
       and exists (select from app.assignment_slots s
                    where s.assignment_id = a.id
                      and (s.holder_id = w.user_id and app.slot_state(s) in ('claimed', 'changes_requested')
                           and s.claimed_at <= v_now - interval '1 hour'
                           or app.slot_state(s) = 'open' and a.created_at <= v_now - interval '12 hours'))
     limit 500
  loop
    perform app.alert_surveyors('assignment_due', array[v.user_id], v.id);
  end loop;
end
$function$;

create or replace function app.alert_followers (
  p_incident uuid,
  p_body     jsonb
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_now      timestamptz := app.now();
  v_corridor uuid := (p_body #>> '{corridor,id}')::uuid;
  v_lat      float8 := (p_body #>> '{place,lat}')::float8;
  v_lng      float8 := (p_body #>> '{place,lng}')::float8;
  -- A coarse place is the centre of a cell of about a kilometre: its corners are 700 m away.
  v_more     int := case when p_body ->> 'precision' = 'coarse' then 700 else 0 end;
begin
  with matching as (
    select f.* from app.follows f where f.corridor_id = v_corridor
    union all
    select f.* from app.follows f join app.corridor_routes cr on cr.route_id = f.route_id
     where cr.corridor_id = v_corridor
    union all
    select f.* from app.follows f
     where f.kind = 'place' and f.pt <@ app.box_around(v_lat, v_lng, 5000 + v_more)
       and app.distance_m(f.lat, f.lng, v_lat, v_lng) <= f.radius_m + v_more
    union all
    select f.* from app.follows f where f.vehicle_id = (p_body #>> '{vehicle,id}')::uuid
  ), made as (
    insert into app.alerts (follower_id, incident_id, vehicle_id, because, created_at)
    select distinct on (m.follower_id) m.follower_id, p_incident, m.vehicle_id, app.follow_name(m), v_now
      from matching m join app.followers w on w.id = m.follower_id
     where not exists (select from app.reports r
                        where r.incident_id = p_incident
                          and (r.reporter_id = w.user_id or r.device_hash = w.device_hash))
     -- A place is where it was, whatever is said of the vehicle later.
     order by m.follower_id, m.vehicle_id is not null, m.created_at
    on conflict (follower_id, incident_id) do nothing
    returning id, follower_id
  )
  insert into app.alert_deliveries (alert_id, endpoint_hash, due_at)
  select n.id, s.endpoint_hash, v_now
    from made n join app.push_subscriptions s on s.follower_id = n.follower_id and s.app = 'rider'
   where (select count(*) from app.alerts a
           where a.follower_id = n.follower_id and a.kind is null and a.created_at > v_now - interval '1 hour') < 6;
end
$function$;

create or replace function app.alert_surveyors (
  p_kind       text,
  p_users      uuid[],
  p_assignment uuid   default null::uuid,
  p_entry      uuid   default null::uuid
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_now timestamptz := app.now();
begin
  with made as (
    insert into app.alerts as a (follower_id, kind, assignment_id, entry_id, created_at)
    select w.id, p_kind, p_assignment, p_entry, v_now
      from app.followers w
     where (p_users is null or w.user_id = any (p_users))
       and exists (select from app.user_roles r where r.user_id = w.user_id and r.role = 'surveyor')
       and exists (select from app.push_subscriptions s where s.follower_id = w.id and s.app = 'surveyor')
    on conflict (follower_id, kind, (coalesce(assignment_id, entry_id))) where kind is not null
      do update set created_at = v_now, read_at = null
    returning id, follower_id
  )
  insert into app.alert_deliveries as d (alert_id, endpoint_hash, due_at)
  select n.id, s.endpoint_hash, v_now
    from made n join app.push_subscriptions s on s.follower_id = n.follower_id and s.app = 'surveyor'
  on conflict (alert_id, endpoint_hash) do update set due_at = v_now, attempts = 0;
end
$function$;

create or replace function app.decide_collection_entry (
  p_entry    app.review_entries,
  p_decision text,
  p_input    jsonb,
  p_actor    uuid
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_entry app.collection_entries;
  v_to    text := case p_decision when 'approved_with_edits' then 'approved' when 'duplicate' then 'rejected'
                                  else p_decision end;
begin
  if p_decision = 'duplicate'
     and not exists (select from app.collection_entries e where e.id = (p_input ->> 'duplicateOf')::uuid) then
    perform app.fail('invalid_request', '{"path": "duplicateOf", "code": "unknown_reference"}');
  end if;
  select * into v_entry from app.collection_entries e where e.id = p_entry.subject_id for update;
  if v_entry.state = 'held' then
    perform app.move_entry(v_entry.id, 'in_review', null, p_actor);
  end if;
  perform app.move_entry(v_entry.id, v_to, p_input ->> 'reasonCode', p_actor);
  update app.collection_entries e
     set decided_at = app.now(),
         reason = coalesce(p_input ->> 'reasonCode', case when p_decision = 'duplicate' then 'duplicate' end),
         reason_note = p_input ->> 'note',
         reason_facts = app.facts_to_check(p_decision, p_input -> 'edits'),
         vehicle_id = case v_to when 'approved' then app.write_vehicle_facts(
                        v_entry, app.edited_facts(v_entry, p_decision, p_input -> 'edits'), p_actor) end
   where e.id = v_entry.id;
  if v_to = 'changes_requested' then
    perform app.alert_surveyors('entry_returned', array[v_entry.surveyor_id], null, v_entry.id);
  end if;
  perform app.settle_slot(v_entry.slot_id, v_entry.token);
end
$function$;

create or replace function app.export_alerts_of (
  p_user uuid
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_follower uuid := (select w.id from app.followers w where w.user_id = p_user);
begin
  return jsonb_build_object(
    'follows', (select coalesce(jsonb_agg(app.follow_response(f) || jsonb_build_object('since', app.instant(f.created_at))
                                          order by f.created_at), '[]')
                  from app.follows f where f.follower_id = v_follower),
    'alerts', (select coalesce(jsonb_agg(jsonb_build_object('incidentId', a.incident_id, 'reportId', a.report_id,
                                                            'kind', a.kind, 'assignmentId', a.assignment_id,
                                                            'entryId', a.entry_id,
                                                            'because', app.alert_because(a, app.alert_incident(a)), 'at', app.instant(a.created_at),
                                                            'readAt', app.instant(a.read_at)) order by a.created_at), '[]')
                 from app.alerts a where a.follower_id = v_follower),
    'pushServices', (select coalesce(jsonb_agg(substring(s.endpoint from '^https?://[^/]+') order by s.created_at), '[]')
                       from app.push_subscriptions s where s.follower_id = v_follower));
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

create or replace function app.make_report_alerts()
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_now timestamptz := app.now();
  v     record;
  v_id  uuid;
begin
  for v in
    select f.id, f.follower_id, f.report_id, app.visible_state(r) as state
      from app.follows f join app.reports r on r.id = f.report_id
     where f.told_state is distinct from app.visible_state(r)
     limit 500 for update of f skip locked
  loop
    update app.follows f set told_state = v.state where f.id = v.id;
    insert into app.alerts as a (follower_id, report_id, created_at) values (v.follower_id, v.report_id, v_now)
    on conflict (follower_id, report_id) do update set created_at = v_now, read_at = null
    returning a.id into v_id;
    insert into app.alert_deliveries as d (alert_id, endpoint_hash, due_at)
    select v_id, s.endpoint_hash, v_now from app.push_subscriptions s
     where s.follower_id = v.follower_id and s.app = 'rider'
    on conflict (alert_id, endpoint_hash) do update set due_at = v_now, attempts = 0;
  end loop;
end
$function$;

create or replace function app.slot_holders (
  p_assignment uuid
)
  returns uuid[]
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return array(select s.holder_id from app.assignment_slots s
                where s.assignment_id = p_assignment and app.slot_state(s) in ('claimed', 'changes_requested'));
end
$function$;

alter table "app"."alerts"
  add constraint "alerts_assignment_id_fkey" foreign key (assignment_id) references app.assignments(id)
    on delete cascade;

alter table "app"."alerts"
  add constraint "alerts_check1" check (((kind IS NULL) = (num_nonnulls(assignment_id, entry_id) = 0)));

alter table "app"."alerts"
  add constraint "alerts_check" check ((num_nonnulls(incident_id, report_id, assignment_id, entry_id) = 1));

alter table "app"."alerts"
  add constraint "alerts_entry_id_fkey" foreign key (entry_id) references app.collection_entries(id) on delete cascade;

alter table "app"."alerts"
  add constraint "alerts_kind_check"
    check
    ((kind = ANY (ARRAY['assignment_new'::text, 'assignment_changed'::text, 'assignment_due'::text,
    'assignment_closed'::text, 'entry_returned'::text])));

alter table "app"."push_subscriptions"
  add constraint "push_subscriptions_app_check" check ((app = ANY (ARRAY['rider'::text, 'surveyor'::text])));

create index alerts_assignment on app.alerts using btree (assignment_id)
  where (assignment_id is not null);

create index alerts_entry on app.alerts using btree (entry_id)
  where (entry_id is not null);

create unique index alerts_field_once on app.alerts using btree (follower_id, kind, COALESCE(assignment_id, entry_id))
  where (kind is not null);

revoke all on function "api"."claim_alert_deliveries"(integer, text) from public;

grant execute on function "api"."claim_alert_deliveries"(integer, text) to "service_role";

revoke all on function "api"."subscribe_push"(text, text, text, text, text, text) from public;

grant execute on function "api"."subscribe_push"(text, text, text, text, text, text) to "authenticated", "service_role";

revoke all on function "app"."alert_due_assignments"() from public;

revoke all on function "app"."alert_surveyors"(text, uuid[], uuid, uuid) from public;

revoke all on function "app"."field_news"(app.alerts) from public;

revoke all on function "app"."slot_holders"(uuid) from public;

reset check_function_bodies;
