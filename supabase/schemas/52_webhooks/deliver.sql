-- Whether an incident, as it is public, fits the filter of a webhook; null for one that is gone. A coarse one is compared
-- by its cell and the routes of its whole cell, as by the filters of lists.
create function app.webhook_wants(p_hook app.webhooks, p_incident jsonb)
returns boolean stable
return (p_hook.categories is null or p_incident ->> 'category' = any (p_hook.categories))
   and (p_hook.corridor_id is null or (p_incident #>> '{corridor,id}') = p_hook.corridor_id::text)
   and (p_hook.route_id is null or p_hook.route_id = any (app.ids_in(p_incident -> 'routes')))
   and (p_hook.bbox is null
        or app.plane_point((p_incident #>> '{place,lat}')::float8, (p_incident #>> '{place,lng}')::float8)
           operator(pg_catalog.<@) app.checked_box(p_hook.bbox[2], p_hook.bbox[1], p_hook.bbox[4], p_hook.bbox[3]));

-- Ask for the delivery of the changes since the last call. A webhook that was sent an incident is also sent what becomes of
-- it, whatever its filter. Several workers may call this: a webhook is one caller's, and positions skip nothing. It is
-- apart from alerts, which it must not delay, and makes a few thousand at most.
--
-- Definer: no role may touch webhooks.
create function api.make_webhook_deliveries()
returns jsonb language plpgsql security definer set search_path = '' as $$
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
$$;
grant execute on function api.make_webhook_deliveries to worker_server;

-- Webhooks share eight lanes, so that lanes stay few and a slow server delays an eighth of the others at most.
create function app.webhook_lane(p_hook uuid)
returns text immutable
return 'webhook ' || (abs(hashtext(p_hook::text)) % 8);

-- One that waits for its next attempt keeps its time: its content is read then.
create function app.enqueue_delivery(p_id uuid)
returns void language plpgsql set search_path = '' as $$
begin
  if not exists (select from app.jobs j where j.task = 'webhook' and j.key = p_id::text and not j.is_running) then
    perform app.enqueue('webhook', p_id::text, null,
                        (select app.webhook_lane(d.webhook_id) from app.webhook_deliveries d where d.id = p_id));
  end if;
end
$$;

-- What an attempt sends, as it is now; null when nothing is left to send. What was asked for by hand is sent
-- also by a webhook that is off.
create function app.webhook_content(p_key text)
returns jsonb language plpgsql stable set search_path = '' as $$
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
$$;

-- Locks the webhook of a delivery before the delivery, as all who lock both do.
create function app.lock_webhook_of(p_delivery uuid)
returns void language plpgsql set search_path = '' as $$
begin
  perform from app.webhooks w
    where w.id = (select d.webhook_id from app.webhook_deliveries d where d.id = p_delivery) for update;
end
$$;

-- What changed after it was sent is not delivered yet: it was asked for again.
create function app.webhook_sent(p_sent jsonb, p_attempt int)
returns void language plpgsql set search_path = '' as $$
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
$$;

-- Note a failed attempt. After a day without one that succeeded, or where the server wants no more (`p_is_final`), the
-- webhook is turned off and its owner told. A test is tried once and turns nothing off.
create function app.webhook_failed(p_job app.jobs, p_error text, p_is_final boolean)
returns void language plpgsql set search_path = '' as $$
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
$$;

-- Turned on again, it begins with the first change that it did not get.
create function app.disable_webhook(p_hook uuid)
returns void language plpgsql set search_path = '' as $$
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
$$;

-- Part of the sweep.
create function app.purge_old_deliveries()
returns void language plpgsql set search_path = '' as $$
begin
  delete from app.webhook_deliveries d where d.created_at < app.now() - interval '30 days';
end
$$;
