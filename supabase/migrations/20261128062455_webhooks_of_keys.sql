-- Webhooks of API keys: a new task of the worker, two tables, and what sends, turns off and shows them.
alter table app.jobs drop constraint jobs_task_check;
alter table app.jobs add constraint jobs_task_check
  check (task in ('account_mail', 'admin_mail', 'report_mail', 'admin_webhook', 'push', 'erase_photo', 'erase_photo_again', 'webhook')) not valid;

-- Where the owner of a key is sent changes of incidents, and of which: every filter that is set has to match.
create table app.webhooks (
  id               uuid primary key default gen_random_uuid(),
  key_id           uuid not null references app.api_keys on delete cascade,
  url              text not null check (url ~ '^https?://' and char_length(url) <= 500),
  categories       text[] check (cardinality(categories) between 1 and 20),
  corridor_id      uuid references app.corridors,
  route_id         uuid references app.routes,
  -- minLng, minLat, maxLng, maxLat.
  bbox             float8[] check (cardinality(bbox) = 4),
  -- Signs messages, so it is no hash: a copy of this table lets one forge messages, and read nothing here. The one before
  -- signs too until it ends.
  secret           text not null check (secret ~ '^whsec_[A-Za-z0-9+/]{43}=$'),
  old_secret       text,
  old_secret_until timestamptz,
  created_at       timestamptz not null,
  -- The last change of app.incident_changes that was looked at for it.
  position         bigint not null,
  -- Since when no attempt succeeds; after a day of it the webhook is turned off.
  failing_since    timestamptz,
  disabled_at      timestamptz,
  unique (key_id, url)
);
alter table app.webhooks enable row level security;

-- What was or is to be sent, without the content, which is read at each attempt. One that was not delivered stands for
-- all changes of its incident. Stored for 30 days.
create table app.webhook_deliveries (
  -- The `webhook-id` of every attempt.
  id           uuid primary key default gen_random_uuid(),
  webhook_id   uuid not null references app.webhooks on delete cascade,
  -- Null: a test.
  incident_id  uuid,
  position     bigint,
  created_at   timestamptz not null,
  attempts     int not null default 0,
  attempted_at timestamptz,
  delivered_at timestamptz,
  took_ms      int,
  error        text check (char_length(error) <= 200)
);
alter table app.webhook_deliveries enable row level security;

CREATE OR REPLACE FUNCTION app.job_content(p_job app.jobs)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return case p_job.task
    when 'account_mail' then app.account_mail_content(p_job.key)
    when 'admin_mail' then app.admin_mail_content(p_job.key::uuid)
    when 'report_mail' then app.report_mail_content(p_job.key)
    when 'admin_webhook' then app.admin_webhook_content(p_job.key::bigint)
    when 'push' then app.push_content(p_job.key)
    when 'webhook' then app.webhook_content(p_job.key)
    else jsonb_build_object('object', p_job.key)
  end;
end
$function$;
revoke all on function app.job_content(app.jobs) from public;

CREATE OR REPLACE FUNCTION api.finish_job(p_id uuid, p_task text, p_attempt integer, p_result jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  case p_task
    when 'admin_mail' then perform app.admin_mail_sent(p_result);
    when 'report_mail' then perform app.report_mail_sent(p_result);
    when 'push' then perform app.push_sent(p_result);
    when 'webhook' then perform app.webhook_sent(p_result, p_attempt);
    else null;
  end case;
  if not app.begin_again(p_id, p_attempt) then
    delete from app.jobs j where j.id = p_id and j.attempts = p_attempt;
  end if;
  return '{"finished": true}';
end
$function$;
revoke all on function api.finish_job(uuid,text,integer,jsonb) from public;
grant execute on function api.finish_job(uuid,text,integer,jsonb) to worker_server;

CREATE OR REPLACE FUNCTION app.note_failure(p_id uuid, p_attempt integer, p_error text, p_is_final boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_job app.jobs;
begin
  select * into v_job from app.jobs j where j.id = p_id and j.attempts = p_attempt;
  if v_job.task = 'webhook' then
    perform app.webhook_failed(v_job, p_error, p_is_final);
  end if;
  if app.begin_again(p_id, p_attempt) then
    return;
  end if;
  update app.jobs j
     set error = left(p_error, 200), failed_at = app.now(), is_running = false,
         due_at = app.now() + app.retry_delay(j.attempts),
         attempts = case when p_is_final then app.max_job_attempts() else j.attempts end
   where j.id = p_id and j.attempts = p_attempt;
end
$function$;
revoke all on function app.note_failure(uuid,integer,text,boolean) from public;

CREATE OR REPLACE FUNCTION app.sweep()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_now   timestamptz := app.now();
  v_id    uuid;
  v_count int := 0;
begin
  delete from app.incident_feed f
   where f.visible_until <= v_now
     and (exists (select from app.incident_feed s where s.incident_id = f.incident_id and s.visible_from > f.visible_from)
          or exists (select from app.incidents i where i.id = f.incident_id and i.lifecycle <> 'active'));
  delete from app.incident_history h where h.visible_until <= v_now;
  for v_id in
    select e.id from app.incidents e
     where e.lifecycle = 'active' and e.expires_at <= v_now
       and not exists (select from app.incident_feed f where f.incident_id = e.id and f.visible_until > v_now)
     order by e.expires_at limit 1000 for update skip locked
  loop
    v_count := v_count + app.expire_if_over(v_id)::int;
  end loop;
  perform app.archive_incidents();
  perform app.freeze_weeks();
  perform app.anonymize_old_reports();
  perform app.purge_report_networks();
  perform app.purge_vote_networks();
  perform app.purge_rating_phones();
  perform app.weigh_mentioned_vehicles();
  perform app.purge_old_audit_events();
  perform app.purge_old_responses();
  perform app.purge_old_snapshots();
  perform app.purge_entry_photos();
  perform app.submit_lapsed_slots();
  perform app.purge_idle_devices();
  perform app.purge_ended_sessions();
  perform app.purge_used_challenges();
  perform app.purge_shared_trips();
  -- Last, because they lock the change log until commit, and readers of changes wait for it.
  perform app.release_changes();
  perform app.purge_old_changes();
  perform app.make_alerts();
  perform app.make_report_alerts();
  perform app.purge_old_alerts();
  perform app.purge_old_admin_alerts();
  perform app.purge_old_deliveries();
  perform app.purge_old_jobs();
  return v_count;
end
$function$;
revoke all on function app.sweep() from public;

CREATE OR REPLACE FUNCTION api.create_api_key(p_name text, p_scopes text[], p_prefix text, p_secret_hash text, p_expires_in_days integer DEFAULT 365, p_idempotency_key text DEFAULT NULL::text, p_accepts_terms boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_key    app.api_keys;
  v_scopes text[] := array(select distinct s from unnest(p_scopes) s order by s);
begin
  v_key.owner_id := app.require_user();
  perform app.check_api_key(p_name, v_scopes, p_expires_in_days);
  v_key.name := p_name;
  v_key.scopes := v_scopes;
  v_key.created_at := app.now();
  v_key.expires_at := v_key.created_at + make_interval(days => p_expires_in_days);
  v_key.terms_accepted_at := case when p_accepts_terms then v_key.created_at end;
  v_key.idempotency_key := p_idempotency_key;
  v_key.request_hash := app.request_hash(jsonb_build_array('create', p_name, v_scopes, p_expires_in_days, p_accepts_terms));
  perform app.lock_api_keys(v_key);
  if app.count_working_keys(v_key.owner_id, false) >= 5 then
    perform app.fail('too_many_api_keys', '{"max": 5}');
  end if;
  return app.api_key_response(app.store_api_key(v_key, p_prefix, p_secret_hash));
end
$function$;
revoke all on function api.create_api_key(text,text[],text,text,integer,text,boolean) from public;
grant execute on function api.create_api_key(text,text[],text,text,integer,text,boolean) to authenticated;

CREATE OR REPLACE FUNCTION app.export_api_keys_of(p_user uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(app.api_key_response(k) || jsonb_build_object('usage', (
             select coalesce(jsonb_agg(jsonb_build_object('date', u.day, 'requests', u.requests, 'limited', u.limited)
                                       order by u.day), '[]')
               from app.api_key_usage u where u.key_id = k.id), 'webhooks', (
             select coalesce(jsonb_agg(jsonb_build_object('url', w.url, 'createdAt', app.instant(w.created_at))
                                       order by w.created_at, w.id), '[]')
               from app.webhooks w where w.key_id = k.id)) order by k.created_at, k.id), '[]')
      from app.api_keys k where k.owner_id = p_user);
end
$function$;
revoke all on function app.export_api_keys_of(uuid) from public;

CREATE OR REPLACE FUNCTION api.rotate_api_key(p_id uuid, p_prefix text, p_secret_hash text, p_idempotency_key text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_made app.api_keys;
  v_old  app.api_keys;
  v_new  app.api_keys;
begin
  v_new.owner_id := app.require_user();
  v_new.created_at := app.now();
  v_new.idempotency_key := p_idempotency_key;
  v_new.request_hash := app.request_hash(jsonb_build_array('rotate', p_id));
  perform app.lock_api_keys(v_new);
  v_old := app.own_api_key(v_new.owner_id, p_id);
  if app.api_key_state(v_old) <> 'active' or v_old.replaced_by is not null then
    perform app.refuse_move(app.api_key_state(v_old),
                            case when v_old.revoked_at is null then array['revoked'] else '{}' end);
  end if;
  if app.count_working_keys(v_new.owner_id, true) >= 5 then
    perform app.fail('too_many_api_keys', '{"max": 5}');
  end if;
  v_new.name := v_old.name;
  v_new.scopes := v_old.scopes;
  v_new.terms_accepted_at := v_old.terms_accepted_at;
  v_new.expires_at := v_new.created_at + (v_old.expires_at - v_old.created_at);
  v_made := app.store_api_key(v_new, p_prefix, p_secret_hash);
  update app.api_keys k
     set replaced_by = v_made.id, expires_at = least(k.expires_at, v_new.created_at + interval '24 hours')
   where k.id = v_old.id;
  update app.webhooks w set key_id = v_made.id where w.key_id = v_old.id;
  return app.api_key_response(v_made);
end
$function$;
revoke all on function api.rotate_api_key(uuid,text,text,text) from public;
grant execute on function api.rotate_api_key(uuid,text,text,text) to authenticated;

CREATE UNIQUE INDEX webhook_deliveries_waiting ON app.webhook_deliveries USING btree (webhook_id, incident_id) WHERE ((delivered_at IS NULL) AND (incident_id IS NOT NULL));

CREATE INDEX webhook_deliveries_of ON app.webhook_deliveries USING btree (webhook_id, created_at DESC);

CREATE INDEX webhook_deliveries_incident ON app.webhook_deliveries USING btree (webhook_id, incident_id);

CREATE INDEX webhook_deliveries_old ON app.webhook_deliveries USING btree (created_at);

CREATE OR REPLACE FUNCTION app.webhook_wants(p_hook app.webhooks, p_incident jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN ((((p_hook).categories IS NULL) OR ((p_incident ->> 'category'::text) = ANY ((p_hook).categories))) AND (((p_hook).corridor_id IS NULL) OR ((p_incident #>> '{corridor,id}'::text[]) = ((p_hook).corridor_id)::text)) AND (((p_hook).route_id IS NULL) OR ((p_hook).route_id = ANY (app.ids_in((p_incident -> 'routes'::text))))) AND (((p_hook).bbox IS NULL) OR (app.plane_point(((p_incident #>> '{place,lat}'::text[]))::double precision, ((p_incident #>> '{place,lng}'::text[]))::double precision) <@ app.checked_box((p_hook).bbox[2], (p_hook).bbox[1], (p_hook).bbox[4], (p_hook).bbox[3]))));
revoke all on function app.webhook_wants(app.webhooks,jsonb) from public;

CREATE OR REPLACE FUNCTION app.make_webhook_deliveries()
 RETURNS void
 LANGUAGE plpgsql
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
    return;
  end if;
  v_last := v_from;
  for v_change in
    select c.position, c.incident_id, app.change_entry(c) as entry
      from app.incident_changes c where c.position > v_from order by c.position limit 500
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
end
$function$;
revoke all on function app.make_webhook_deliveries() from public;

CREATE OR REPLACE FUNCTION app.enqueue_delivery(p_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not exists (select from app.jobs j where j.task = 'webhook' and j.key = p_id::text and not j.is_running) then
    perform app.enqueue('webhook', p_id::text, null,
                        (select 'webhook ' || d.webhook_id from app.webhook_deliveries d where d.id = p_id));
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
             'id', d.id, 'url', w.url,
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

CREATE OR REPLACE FUNCTION app.webhook_sent(p_sent jsonb, p_attempt integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update app.webhook_deliveries d
     set (attempts, attempted_at, delivered_at, took_ms, error)
         = (p_attempt, app.now(), app.now(), (p_sent ->> 'tookMs')::int, null)
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

CREATE OR REPLACE FUNCTION app.disable_webhook(p_hook uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update app.webhooks w
     set disabled_at = app.now(),
         position = least(w.position, (
           select min(d.position) - 1 from app.webhook_deliveries d
            where d.webhook_id = w.id and d.delivered_at is null))
   where w.id = p_hook;
  delete from app.jobs j using app.webhook_deliveries d
   where d.webhook_id = p_hook and d.incident_id is not null and j.task = 'webhook' and j.key = d.id::text;
  perform app.enqueue('account_mail', k.owner_id || ' webhook_disabled')
     from app.webhooks w join app.api_keys k on k.id = w.key_id where w.id = p_hook;
end
$function$;
revoke all on function app.disable_webhook(uuid) from public;

CREATE OR REPLACE FUNCTION app.purge_old_deliveries()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  delete from app.webhook_deliveries d where d.created_at < app.now() - interval '30 days';
end
$function$;
revoke all on function app.purge_old_deliveries() from public;

CREATE OR REPLACE FUNCTION app.webhook_response(p_id uuid)
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
             'id', w.id, 'keyId', w.key_id, 'url', w.url, 'categories', w.categories,
             'corridor', app.corridor_ref(w.corridor_id),
             'route', (select app.route_ref(r) from app.routes r where r.id = w.route_id), 'bbox', w.bbox,
             'state', case when w.disabled_at is null then 'active' else 'disabled' end,
             'createdAt', app.instant(w.created_at), 'failingSince', app.instant(w.failing_since),
             'disabledAt', app.instant(w.disabled_at), 'secret', w.secret,
             'oldSecretUntil', app.instant(case when w.old_secret_until > v_now then w.old_secret_until end),
             'deliveries', (
               select coalesce(jsonb_agg(jsonb_build_object(
                        'id', d.id, 'incidentId', d.incident_id, 'createdAt', app.instant(d.created_at),
                        'attempts', d.attempts, 'attemptedAt', app.instant(d.attempted_at),
                        'deliveredAt', app.instant(d.delivered_at), 'tookMs', d.took_ms, 'error', d.error,
                        'nextAt', app.instant((select j.due_at from app.jobs j where j.task = 'webhook' and j.key = d.id::text)))
                        order by d.created_at desc, d.id), '[]')
                 from (select * from app.webhook_deliveries o where o.webhook_id = w.id
                        order by o.created_at desc, o.id limit 20) d))
      from app.webhooks w where w.id = p_id);
end
$function$;
revoke all on function app.webhook_response(uuid) from public;

CREATE OR REPLACE FUNCTION app.own_webhook(p_id uuid)
 RETURNS app.webhooks
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_owner uuid := app.require_user();
  v_hook  app.webhooks;
begin
  select w.* into v_hook from app.webhooks w
    join app.api_keys k on k.id = w.key_id and k.owner_id = v_owner
   where w.id = p_id for update of w;
  perform app.require_found(found);
  return v_hook;
end
$function$;
revoke all on function app.own_webhook(uuid) from public;

CREATE OR REPLACE FUNCTION api.list_webhooks(p_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_owner uuid := app.require_user();
begin
  perform app.require_found(exists (select from app.api_keys k where k.id = p_id and k.owner_id = v_owner));
  return jsonb_build_object('data', (
    select coalesce(jsonb_agg(app.webhook_response(w.id) order by w.created_at, w.id), '[]')
      from app.webhooks w where w.key_id = p_id));
end
$function$;
revoke all on function api.list_webhooks(uuid) from public;
grant execute on function api.list_webhooks(uuid) to authenticated;

CREATE OR REPLACE FUNCTION api.set_webhook(p_id uuid, p_url text, p_secret text, p_categories text[] DEFAULT NULL::text[], p_corridor_id text DEFAULT NULL::text, p_route_id text DEFAULT NULL::text, p_bbox double precision[] DEFAULT NULL::double precision[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_key   app.api_keys := app.own_api_key(app.require_user(), p_id);
  v_route uuid := app.route_id_at(p_route_id);
  v_id    uuid;
begin
  if app.api_key_state(v_key) <> 'active' or v_key.replaced_by is not null then
    perform app.refuse_move(app.api_key_state(v_key), '{}');
  elsif not 'incidents:read' = any (v_key.scopes) then
    perform app.fail('scope_missing', '{"scope": "incidents:read"}');
  end if;
  perform app.check_fields(array[
    ('url', 'invalid_value', p_url ~ '^https?://[^[:space:][:cntrl:]]+$' and char_length(p_url) <= 500),
    ('secret', 'invalid_value', p_secret ~ '^whsec_[A-Za-z0-9+/]{43}=$'),
    ('categories', 'invalid_value', p_categories is null or (cardinality(p_categories) between 1 and 20 and p_categories
             <@ array(select c.code from app.incident_categories c where c.visibility <> 'aggregate'))),
    ('bbox', 'invalid_value', p_bbox is null or (cardinality(p_bbox) = 4 and array_position(p_bbox, null) is null))
  ]::app.field_check[]);
  if p_bbox is not null then
    perform app.checked_box(p_bbox[2], p_bbox[1], p_bbox[4], p_bbox[3]);
  end if;
  perform app.check_corridor(p_corridor_id);
  perform app.check_reference('routeId', p_route_id is null or v_route is not null);
  if (select count(*) from app.webhooks w where w.key_id = v_key.id and w.url <> p_url) >= 5 then
    perform app.fail('too_many_webhooks', '{"max": 5}');
  end if;
  perform app.release_changes();
  insert into app.webhooks as w (key_id, url, categories, corridor_id, route_id, bbox, secret, created_at, position)
  values (v_key.id, p_url, p_categories,
          (select c.id from app.corridors c where c.slug = lower(p_corridor_id) or c.id = app.uuid_or_null(p_corridor_id)),
          v_route, p_bbox, p_secret, app.now(), (select l.head from app.change_log l))
  on conflict (key_id, url) do update
    set (categories, corridor_id, route_id, bbox, failing_since, disabled_at)
        = (excluded.categories, excluded.corridor_id, excluded.route_id, excluded.bbox, null, null)
  returning w.id into v_id;
  return app.webhook_response(v_id);
end
$function$;
revoke all on function api.set_webhook(uuid,text,text,text[],text,text,double precision[]) from public;
grant execute on function api.set_webhook(uuid,text,text,text[],text,text,double precision[]) to authenticated;

CREATE OR REPLACE FUNCTION api.rotate_webhook_secret(p_id uuid, p_secret text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_hook app.webhooks := app.own_webhook(p_id);
begin
  perform app.check_fields(array[
    ('secret', 'invalid_value', p_secret ~ '^whsec_[A-Za-z0-9+/]{43}=$')]::app.field_check[]);
  update app.webhooks w
     set (secret, old_secret, old_secret_until) = (p_secret, v_hook.secret, app.now() + interval '24 hours')
   where w.id = p_id;
  return app.webhook_response(p_id);
end
$function$;
revoke all on function api.rotate_webhook_secret(uuid,text) from public;
grant execute on function api.rotate_webhook_secret(uuid,text) to authenticated;

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
  perform app.enqueue('webhook', v_id::text, v_now, 'webhook ' || p_id);
  return app.webhook_response(p_id);
end
$function$;
revoke all on function api.send_webhook(uuid,uuid) from public;
grant execute on function api.send_webhook(uuid,uuid) to authenticated;

CREATE OR REPLACE FUNCTION api.delete_webhook(p_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_hook app.webhooks := app.own_webhook(p_id);
begin
  delete from app.webhooks w where w.id = v_hook.id;
  return '{}';
end
$function$;
revoke all on function api.delete_webhook(uuid) from public;
grant execute on function api.delete_webhook(uuid) to authenticated;

CREATE OR REPLACE FUNCTION api.make_alerts()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.release_changes();
  perform app.make_alerts();
  perform app.make_webhook_deliveries();
  perform app.alert_due_assignments();
  return '{"made": true}';
end
$function$;
revoke all on function api.make_alerts() from public;
grant execute on function api.make_alerts() to worker_server;
