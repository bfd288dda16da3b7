-- A webhook as the owner of its key sees it, with its secret, and its last deliveries.
create function app.webhook_response(p_id uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
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
$$;

-- The caller's own webhook, locked until the transaction ends. Fails with: unauthenticated, not_found
create function app.own_webhook(p_id uuid)
returns app.webhooks language plpgsql set search_path = '' as $$
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
$$;

-- The webhooks of a key of the caller, at most five.
--
-- Definer: nobody may read app.webhooks directly.
-- Fails with: unauthenticated, not_found
create function api.list_webhooks(p_id uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_owner uuid := app.require_user();
begin
  perform app.require_found(exists (select from app.api_keys k where k.id = p_id and k.owner_id = v_owner));
  return jsonb_build_object('data', (
    select coalesce(jsonb_agg(app.webhook_response(w.id) order by w.created_at, w.id), '[]')
      from app.webhooks w where w.key_id = p_id));
end
$$;
grant execute on function api.list_webhooks to authenticated;

-- Send a key's owner the changes from now on. The same URL again replaces its filter, keeps its secret, and turns it on
-- again: then it gets what it missed. So a repeat after a lost response is safe. The request is for an active key with the
-- scope of incidents, and by its lock one at a time.
--
-- Definer as above.
-- Fails with: unauthenticated, not_found, invalid_transition, scope_missing, invalid_request, too_many_webhooks
create function api.set_webhook(
  p_id uuid, p_url text, p_secret text, p_categories text[] default null, p_corridor_id text default null,
  p_route_id text default null, p_bbox float8[] default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
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
$$;
grant execute on function api.set_webhook to authenticated;

-- A new secret; the one before signs too for a day. Definer as above.
-- Fails with: unauthenticated, not_found, invalid_request
create function api.rotate_webhook_secret(p_id uuid, p_secret text)
returns jsonb language plpgsql security definer set search_path = '' as $$
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
$$;
grant execute on function api.rotate_webhook_secret to authenticated;

-- Send a test, or again what a delivery is about, as it is now. At most ten tests a minute.
--
-- Definer as above.
-- Fails with: unauthenticated, not_found, rate_limited
create function api.send_webhook(p_id uuid, p_delivery_id uuid default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
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
$$;
grant execute on function api.send_webhook to authenticated;

-- Delete a webhook and what it waits for; a second call finds nothing. Definer as above.
-- Fails with: unauthenticated, not_found
create function api.delete_webhook(p_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_hook app.webhooks := app.own_webhook(p_id);
begin
  delete from app.webhooks w where w.id = v_hook.id;
  return '{}';
end
$$;
grant execute on function api.delete_webhook to authenticated;
