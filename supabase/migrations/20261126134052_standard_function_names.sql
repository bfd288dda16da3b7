set check_function_bodies = off;

drop index "app"."reports_beside";

drop function "app"."refuse_until"(timestamp with time zone);

drop function "app"."reports_beside"(app.reports, jsonb);

drop function "app"."room_at"(text, timestamp with time zone[], bigint);

drop function "app"."said_for_review"(app.reports);

drop function "app"."take_slot_for"(app.assignment_slots, uuid, uuid, uuid);

drop function "app"."vehicle_to_name"(app.incidents);

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
    perform app.assign_slot(v_slot, p_surveyor_id, p_holder_id, v_admin);
    perform app.audit(v_admin, 'assignment.slot_assigned', 'assignment', p_id::text, btrim(p_reason),
                      jsonb_build_object('n', p_n, 'from', app.slot_state(v_slot), 'to', p_surveyor_id));
    perform app.alert_surveyors('assignment_assigned', array[p_surveyor_id], p_id);
  end if;
  return app.assignment_for_admin((select a from app.assignments a where a.id = p_id));
end
$function$;

create or replace function api.attempt_second_factor (
  p_user    uuid,
  p_session uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_factor app.second_factors;
begin
  perform app.require_session_of(p_user, p_session);
  select * into v_factor from app.second_factors f where f.user_id = p_user for update;
  perform app.require_found(found);
  if v_factor.attempts_from <= app.now() - interval '15 minutes' then
    v_factor.attempts := 0;
    v_factor.attempts_from := app.now();
  elsif v_factor.attempts >= 5 then
    perform app.fail_if_limited(v_factor.attempts_from + interval '15 minutes');
  end if;
  update app.second_factors f set attempts = v_factor.attempts + 1, attempts_from = v_factor.attempts_from
   where f.user_id = p_user;
  return jsonb_build_object('secret', v_factor.secret, 'isConfirmed', v_factor.confirmed_at is not null);
end
$function$;

create or replace function app.assign_slot (
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

create or replace function app.check_feedback_limits (
  p_user uuid
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_now    timestamptz := app.now();
  v_recent timestamptz[] := array(
    select f.received_at from app.feedback f
     where f.rider_id = p_user and f.received_at > v_now - interval '1 day'
     order by f.received_at desc
     limit 30);
  v_free   timestamptz := greatest(v_recent[10] + interval '1 hour', v_recent[30] + interval '1 day');
begin
  perform app.fail_if_limited(v_free);
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
  perform app.fail_if_limited(v_nth + v_day);
end
$function$;

create or replace function app.check_report_limits (
  p_user   uuid,
  p_device bytea
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_day    timestamptz := app.now() - interval '1 day';
  v_recent timestamptz[];
begin
  -- Two queries, because one for both would be planned again at every call.
  if p_user is not null then
    v_recent := array(
      select r.received_at from app.reports r
       where r.reporter_id = p_user and r.received_at > v_day
       order by r.received_at desc
       limit 20);
  else
    v_recent := array(
      select r.received_at from app.reports r
       where r.device_hash = p_device and r.reporter_id is null and r.received_at > v_day
       order by r.received_at desc
       limit 20);
  end if;
  if cardinality(v_recent) >= 5 then
    perform app.fail_if_limited(greatest(v_recent[5] + interval '10 minutes', v_recent[20] + interval '1 day'));
  end if;
end
$function$;

create or replace function app.check_vote_limits (
  p_spent_until timestamp with time zone,
  p_recent      timestamp with time zone[]
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  perform app.fail_if_limited(case
    when p_spent_until is not null then p_spent_until - interval '9 minutes'
    else greatest(p_recent[30] + interval '10 minutes', p_recent[200] + interval '1 day') end);
end
$function$;

create or replace function app.fail_if_limited (
  p_free timestamp with time zone
)
  returns void
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  if p_free > app.now() then
    perform app.fail('rate_limited', jsonb_build_object('retryAfterS', ceil(extract(epoch from p_free - app.now()))));
  end if;
end
$function$;

create or replace function app.is_incident_visible (
  p_report   app.reports,
  p_incident app.incidents
)
  returns boolean
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return p_report.visibility = 'public'
    and (p_incident.vehicle_plate is null or (app.public_vehicle(p_incident)).plate is not null);
end
$function$;

create or replace function app.limit_quiz_attempts (
  p_user      uuid,
  p_module_id uuid
)
  returns void
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_since  timestamptz := app.now() - interval '1 hour';
  v_oldest timestamptz;
begin
  select a.at into v_oldest from app.quiz_attempts a
   where a.user_id = p_user and a.module_id = p_module_id and a.at > v_since
   order by a.at desc
  offset 4 limit 1;
  perform app.fail_if_limited(v_oldest + interval '1 hour');
end
$function$;

create or replace function app.limit_reset_at (
  p_rule   text,
  p_times  timestamp with time zone[],
  p_phones bigint                     default 0
)
  returns timestamp with time zone
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return (select max(p_times[l.allowed + floor(l.per_known * p_phones)::int] + l.span)
            from app.burst_limits l where l.rule = p_rule);
end
$function$;

create or replace function app.lock_api_keys (
  p_new app.api_keys
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_since  timestamptz := p_new.created_at - interval '1 day';
  v_before app.api_keys;
  v_oldest timestamptz;
begin
  if char_length(p_new.idempotency_key) not between 1 and 255 then
    perform app.fail('invalid_request', '{"path": "Idempotency-Key"}');
  end if;
  perform pg_advisory_xact_lock(hashtextextended(p_new.owner_id::text, 2));
  select * into v_before from app.api_keys k
   where k.owner_id = p_new.owner_id and k.idempotency_key = p_new.idempotency_key and k.created_at > v_since
   order by k.created_at desc
   limit 1;
  if v_before.request_hash <> p_new.request_hash then
    perform app.fail('idempotency_key_reused');
  elsif v_before.id is not null then
    perform app.fail('api_key_already_created', jsonb_build_object('keyId', v_before.id));
  end if;
  select k.created_at into v_oldest from app.api_keys k
   where k.owner_id = p_new.owner_id and k.created_at > v_since
   order by k.created_at desc
  offset 19 limit 1;
  perform app.fail_if_limited(v_oldest + interval '1 day');
end
$function$;

create or replace function app.may_join_unseen (
  p_report   app.reports,
  p_incident app.incidents,
  p_category app.incident_categories
)
  returns boolean
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  if p_report.visibility = 'coarse' or not p_category.join_same_vehicle then
    return true;
  end if;
  return (app.public_vehicle(p_incident)).plate is not null
    or exists (select from app.reports r
                where r.incident_id = p_incident.id and app.sent_by(r, p_report.reporter_id, p_report.device_hash));
end
$function$;

create or replace function app.original_values (
  p_report app.reports
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return p_report.said || case when p_report.said ? 'occurredAt' then jsonb_build_object(
    'occurredAt', app.admin_instant((p_report.said ->> 'occurredAt')::timestamptz,
                                    app.is_sensitive(p_report.visibility, p_report.category))) else '{}' end;
end
$function$;

create or replace function app.public_vehicle (
  p_incident app.incidents,
  OUT        vehicle_id uuid,
  OUT        plate text
)
  returns record
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  if p_incident.visibility = 'coarse' or p_incident.corroboration not in ('corroborated', 'verified') then
    return;
  end if;
  if p_incident.corroboration = 'verified' and p_incident.vehicle_plate is not null then
    vehicle_id := p_incident.vehicle_id;
    plate := p_incident.vehicle_plate;
    return;
  end if;
  with named as (
    select r.vehicle_plate, (array_agg(r.vehicle_id) filter (where r.vehicle_id is not null))[1] as known,
           count(distinct r.reporter_id) as reporters
      from app.reports r
     where r.incident_id = p_incident.id and app.counts(r.state) and r.vehicle_plate is not null
     group by r.vehicle_plate
  )
  select n.known, n.vehicle_plate into vehicle_id, plate
    from named n
   where n.reporters > all (select o.reporters from named o where o.vehicle_plate <> n.vehicle_plate)
     and app.has_independent_pair(array[p_incident.id], n.vehicle_plate);
end
$function$;

create or replace function app.public_view (
  p_incident app.incidents
)
  returns app.public_incident
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_coarse  boolean := p_incident.visibility = 'coarse';
  v_reports int := app.counted_reporters(p_incident.id);
  v_vehicle record;
  v_at      timestamptz[];
  v         app.public_incident;
begin
  v_vehicle := app.public_vehicle(p_incident);
  v.lat := round(p_incident.lat::numeric, 5)::float8;
  v.lng := round(p_incident.lng::numeric, 5)::float8;
  v.corridor_id := p_incident.corridor_id;
  v.vehicle_id := v_vehicle.vehicle_id;
  v_at := array[p_incident.first_seen_at, p_incident.last_seen_at, p_incident.expires_at];
  if v_coarse then
    v_at := array[app.full_hour(v_at[1]), app.full_hour(v_at[2]), app.full_hour(v_at[3]) + interval '1 hour'];
  end if;
  v.last_seen_at := date_trunc('second', v_at[2]); -- cursors carry it: no finer than what is shown
  v.body := json_build_object(
    'id', p_incident.id,
    'category', p_incident.category,
    'lifecycle', p_incident.lifecycle,
    'corroboration', case when v_reports > 0 then p_incident.corroboration else 'unverified' end,
    'reports', nullif(v_reports, 0),
    'confirms', case when not v_coarse then app.count_votes(p_incident, 'confirm') end,
    'firstSeenAt', app.instant(v_at[1]),
    'lastSeenAt', app.instant(v_at[2]),
    'expiresAt', app.instant(v_at[3]),
    'place', json_build_object('lat', v.lat, 'lng', v.lng),
    'placeName', case when not v_coarse then app.place_name(v.lat, v.lng) end,
    'precision', case when v_coarse then 'coarse' else 'point' end,
    'corridor', app.corridor_ref(v.corridor_id),
    'vehicle', app.vehicle_ref(v_vehicle.vehicle_id, v_vehicle.plate));
  return v;
end
$function$;

create or replace function app.review_view_report (
  p_entry app.review_entries
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_report   app.reports;
  v_incident app.incidents;
begin
  select * into v_report from app.reports r where r.id = p_entry.subject_id;
  select * into v_incident from app.incidents i where i.id = v_report.incident_id;
  return app.report_view(v_report) || jsonb_build_object(
    'kind', 'report',
    'visibility', v_report.visibility,
    'said', app.original_values(v_report),
    'asked', v_report.asked,
    'answer', v_report.answer,
    'location', app.locate(v_report.lat, v_report.lng),
    'incident', case when v_incident.id is not null then app.sibling_incident(v_incident, v_report.lat, v_report.lng) end,
    'nearby', app.sibling_incidents(v_report.category, v_report.lat, v_report.lng, v_report.occurred_at, v_incident.id),
    'siblings', app.sibling_reports(v_report, coalesce(p_entry.detail -> 'similar', '[]')),
    'author', app.reporter_record(v_report));
end
$function$;

create or replace function app.sibling_reports (
  p_report  app.reports,
  p_similar jsonb
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return (
    select coalesce(jsonb_agg(app.report_view(b.report) || jsonb_build_object('beside', b.beside)
                              order by b.n, app.report_order(b.report), (b.report).id), '[]')
      from (select r as report, k.n, k.beside
              from app.reports r,
                   lateral (select case when r.incident_id = p_report.incident_id then 1
                                        when p_similar ? r.id::text then 2 else 3 end) w (n),
                   lateral (select w.n, (array['incident', 'similar', 'near'])[w.n]) k (n, beside)
             where r.id <> p_report.id
               and r.id in (
                 select o.id from app.reports o where o.incident_id = p_report.incident_id
                 union
                 select s::uuid from jsonb_array_elements_text(p_similar) s
                 union
                 select o.id from app.reports o
                  where o.category = p_report.category and o.state not in ('withdrawn', 'purged')
                    and o.occurred_at between p_report.occurred_at - interval '1 day'
                                          and p_report.occurred_at + interval '1 day'
                    and app.distance_m(o.lat, o.lng, p_report.lat, p_report.lng) <= 2000)
             order by k.n, app.report_order(r) desc, r.id
             limit 20) b);
end
$function$;

create or replace function app.store_device_vote (
  p_incident uuid,
  p_device   bytea,
  p_vote     text,
  p_networks text[]
)
  returns boolean
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_now     timestamptz := app.now();
  v_before  app.device_votes;
  v_network bytea[] := app.network_hashes(p_networks);
  v_counted boolean;
begin
  select * into v_before from app.device_votes d where d.incident_id = p_incident and d.device_hash = p_device;
  if v_before.vote is not distinct from p_vote then
    return null;
  end if;
  perform app.check_vote_limits(v_before.spent_until, array(
    select d.voted_at from app.device_votes d
     where d.device_hash = p_device and d.voted_at > v_now - interval '1 day' order by d.voted_at desc limit 200));
  perform app.fail_if_limited(app.limit_reset_at('network_vote', array(
    select d.voted_at from app.device_votes d
     where d.network = any (v_network) and d.voted_at > v_now - interval '1 day' and d.device_hash <> p_device
     order by d.voted_at desc)));
  v_counted := coalesce(v_before.counted, (
    select count(*) < (app.burst_limit('network_vote_counted')).allowed from app.device_votes d
     where d.incident_id = p_incident and d.network = any (v_network) and d.counted));
  insert into app.device_votes as d (incident_id, device_hash, vote, network, counted, voted_at, spent_until)
  values (p_incident, p_device, p_vote, v_network[1], v_counted, v_now, v_now + interval '1 minute')
  on conflict (incident_id, device_hash) do update
    set (vote, network, voted_at, spent_until) =
        (excluded.vote, excluded.network, excluded.voted_at,
         greatest(d.spent_until + interval '1 minute', excluded.spent_until));
  return v_counted and ('confirm' in (v_before.vote, p_vote)) is true;
end
$function$;

create or replace function app.weigh_by_network (
  p_report   app.reports,
  p_networks text[]
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_now      timestamptz := p_report.received_at;
  v_networks bytea[] := app.network_hashes(p_networks);
  v_known    boolean := app.is_known_phone(p_report);
  v_held     boolean := false;
  v_phones   bigint;
  v_before   app.report_networks[];
begin
  perform pg_advisory_xact_lock(hashtextextended(encode(v_networks[1], 'hex'), 8));
  if not v_known then
    select count(distinct r.device_hash) into v_phones
      from app.report_networks n join app.reports r on r.id = n.report_id
     where n.network = any (v_networks) and n.known and n.at > v_now - interval '1 day';
    v_before := array(
      select n from app.report_networks n
       where n.network = any (v_networks) and not n.known and n.at > v_now - interval '1 day'
       order by n.at desc);
    perform app.fail_if_limited(
      app.limit_reset_at('network_taken', array(select b.at from unnest(v_before) b), v_phones));
    v_held := app.limit_reset_at(
      'network_live', array(select b.at from unnest(v_before) b where not b.held), v_phones) > v_now is true
              or app.is_similar_on_network(p_report, v_networks);
  end if;
  insert into app.report_networks (report_id, network, at, known, held)
  values (p_report.id, v_networks[1], v_now, v_known, v_held);
end
$function$;

create index sibling_reports on app.reports using btree (category, occurred_at);

revoke all on function "app"."assign_slot"(app.assignment_slots, uuid, uuid, uuid) from public;

revoke all on function "app"."fail_if_limited"(timestamp with time zone) from public;

revoke all on function "app"."limit_reset_at"(text, timestamp with time zone[], bigint) from public;

revoke all on function "app"."original_values"(app.reports) from public;

revoke all on function "app"."public_vehicle"(app.incidents) from public;

revoke all on function "app"."sibling_reports"(app.reports, jsonb) from public;

reset check_function_bodies;
