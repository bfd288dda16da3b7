CREATE OR REPLACE FUNCTION api.make_webhook_deliveries()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_head   bigint := (select l.head from app.change_log l);
  v_hooks  uuid[];
  v_from   bigint;
  v_last   bigint;
  v_change record;
  v_id     uuid;
begin
  with mine as (
    select w.id, w.position from app.webhooks w join app.api_keys k on k.id = w.key_id
     where w.disabled_at is null and w.position < v_head and app.api_key_state(k) = 'active'
     order by w.id for update of w skip locked)
  select array_agg(m.id), min(m.position) into v_hooks, v_from from mine m;
  if v_hooks is null then
    return '{"made": true}';
  end if;
  v_last := v_from;
  for v_change in
    select c.position, c.incident_id, app.change_entry(c) as entry
      from app.incident_changes c where c.position > v_from order by c.position
     limit greatest(1, 5000 / cardinality(v_hooks))
  loop
    v_last := v_change.position;
    for v_id in
      insert into app.webhook_deliveries as d (webhook_id, incident_id, position, created_at)
      select w.id, v_change.incident_id, v_change.position, app.now() from app.webhooks w
       where w.id = any (v_hooks) and w.position < v_change.position and v_change.entry is not null
         and (app.webhook_wants(w, v_change.entry -> 'incident') is true
              or exists (select from app.webhook_deliveries o
                          where o.webhook_id = w.id and o.incident_id = v_change.incident_id))
      on conflict (webhook_id, incident_id) where delivered_at is null and incident_id is not null
        do update set position = excluded.position
      returning d.id
    loop
      perform app.enqueue_delivery(v_id);
    end loop;
  end loop;
  -- Where no row is left, they were purged.
  update app.webhooks w
     set position = greatest(w.position, case when v_last = v_from then v_head else v_last end)
   where w.id = any (v_hooks);
  return '{"made": true}';
end
$function$;
revoke all on function api.make_webhook_deliveries() from public;
grant execute on function api.make_webhook_deliveries() to worker_server;

CREATE OR REPLACE FUNCTION app.webhook_lane(p_hook uuid)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN ('webhook '::text || (abs(hashtext((p_hook)::text)) % 8));
revoke all on function app.webhook_lane(uuid) from public;

CREATE OR REPLACE FUNCTION app.enqueue_delivery(p_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not exists (select from app.jobs j where j.task = 'webhook' and j.key = p_id::text and not j.is_running) then
    perform app.enqueue('webhook', p_id::text, null,
                        (select app.webhook_lane(d.webhook_id) from app.webhook_deliveries d where d.id = p_id));
  end if;
end
$function$;
revoke all on function app.enqueue_delivery(uuid) from public;

CREATE OR REPLACE FUNCTION app.webhook_content(p_key text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_now timestamptz := app.now();
begin
  return (
    select jsonb_build_object(
             'id', d.id, 'position', d.position, 'url', w.url,
             'secrets', to_jsonb(array[w.secret] || case when w.old_secret_until > v_now then array[w.old_secret] else '{}' end),
             'message', jsonb_build_object('timestamp', app.instant(v_now)) || m.message)
      from app.webhook_deliveries d
      join app.webhooks w on w.id = d.webhook_id
      join app.api_keys k on k.id = w.key_id and app.api_key_state(k) = 'active'
      left join app.incident_changes c on c.incident_id = d.incident_id
     cross join lateral (
       select case when d.incident_id is null
                then jsonb_build_object('type', 'test', 'data', jsonb_build_object('webhookId', w.id))
                else jsonb_build_object('type', 'incident.' || (e ->> 'change'), 'data', e) end as message
         from app.change_entry(c) e) m
     where d.id = p_key::uuid and m.message is not null);
end
$function$;
revoke all on function app.webhook_content(text) from public;

CREATE OR REPLACE FUNCTION app.lock_webhook_of(p_delivery uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform from app.webhooks w
    where w.id = (select d.webhook_id from app.webhook_deliveries d where d.id = p_delivery) for update;
end
$function$;
revoke all on function app.lock_webhook_of(uuid) from public;

CREATE OR REPLACE FUNCTION app.webhook_sent(p_sent jsonb, p_attempt integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform app.lock_webhook_of((p_sent ->> 'id')::uuid);
  update app.webhook_deliveries d
     set (attempts, attempted_at, delivered_at, took_ms, error)
         = (p_attempt, app.now(), case when d.position is not distinct from (p_sent ->> 'position')::bigint then app.now() end,
            (p_sent ->> 'tookMs')::int, null)
   where d.id = (p_sent ->> 'id')::uuid;
  update app.webhooks w set failing_since = null
    from app.webhook_deliveries d
   where d.id = (p_sent ->> 'id')::uuid and w.id = d.webhook_id and w.failing_since is not null;
end
$function$;
revoke all on function app.webhook_sent(jsonb,integer) from public;

CREATE OR REPLACE FUNCTION app.webhook_failed(p_job app.jobs, p_error text, p_is_final boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_now      timestamptz := app.now();
  v_delivery app.webhook_deliveries;
  v_hook     app.webhooks;
begin
  perform app.lock_webhook_of(p_job.key::uuid);
  update app.webhook_deliveries d set (attempts, attempted_at, error) = (p_job.attempts, v_now, left(p_error, 200))
   where d.id = p_job.key::uuid
  returning * into v_delivery;
  if v_delivery.incident_id is null or p_is_final or p_job.attempts >= app.max_job_attempts() then
    delete from app.jobs j where j.id = p_job.id;
  end if;
  if v_delivery.incident_id is null then
    return;
  end if;
  update app.webhooks w set failing_since = coalesce(w.failing_since, v_now) where w.id = v_delivery.webhook_id
  returning * into v_hook;
  if v_hook.disabled_at is null and (p_is_final or v_hook.failing_since <= v_now - interval '1 day') then
    perform app.disable_webhook(v_hook.id);
  end if;
end
$function$;
revoke all on function app.webhook_failed(app.jobs,text,boolean) from public;

CREATE OR REPLACE FUNCTION api.send_webhook(p_id uuid, p_delivery_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_now   timestamptz := app.now();
  v_again app.webhook_deliveries;
  v_id    uuid;
begin
  perform app.own_webhook(p_id);
  perform app.fail_if_limited((
    select d.created_at + interval '1 minute' from app.webhook_deliveries d
     where d.webhook_id = p_id and d.created_at > v_now - interval '1 minute' and d.position is null
     order by d.created_at desc offset 9 limit 1));
  if p_delivery_id is not null then
    select * into v_again from app.webhook_deliveries d where d.id = p_delivery_id and d.webhook_id = p_id;
    perform app.require_found(found);
  end if;
  if v_again.incident_id is not null then
    v_id := v_again.id;
    update app.webhook_deliveries d set (attempts, error) = (0, null) where d.id = v_id;
  else
    insert into app.webhook_deliveries (webhook_id, created_at) values (p_id, v_now) returning id into v_id;
  end if;
  perform app.enqueue('webhook', v_id::text, v_now, app.webhook_lane(p_id));
  return app.webhook_response(p_id);
end
$function$;
revoke all on function api.send_webhook(uuid,uuid) from public;
grant execute on function api.send_webhook(uuid,uuid) to authenticated;

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
               'place', case when (e.place).lat is not null and e.state in ('submitted', 'in_review', 'held') then jsonb_build_object(
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

CREATE OR REPLACE FUNCTION api.make_alerts()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.release_changes();
  perform app.make_alerts();
  perform app.alert_due_assignments();
  return '{"made": true}';
end
$function$;
revoke all on function api.make_alerts() from public;
grant execute on function api.make_alerts() to worker_server;

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
             case when app.is_sensitive(r.visibility, r.category) then r.id::text
                  else coalesce(r.reporter_id::text, encode(r.device_hash, 'hex')) end
        from app.reports r where r.vehicle_id = p_id and r.state <> 'withdrawn'
      union all
      select 'feedback', f.id, f.rode_at, f.state, null, null, f.stars, app.excerpt(f.comment), null, f.rider_id,
             coalesce(f.rider_id::text, encode(f.device_hash, 'hex'))
        from app.feedback f where f.vehicle_id = p_id and f.state <> 'withdrawn'
      union all
      select 'collection_entry', e.id, e.captured_at, e.state, null, app.place_name((e.place).lat, (e.place).lng), null,
             app.excerpt(e.note), null, e.surveyor_id, 's' || e.surveyor_id
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

drop function app.make_webhook_deliveries();
