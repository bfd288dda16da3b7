-- Register where this browser receives Web Push messages, for the caller: those of the rider app, or of the surveyor app,
-- which are for surveyors only. The same endpoint again changes its owner, keys and language. At most ten per follower; the
-- oldest gives way. Our server checks the host of the endpoint before, and again when it sends.
-- Definer: no role may touch these tables.
-- Fails with: unauthenticated, role_required, invalid_token, invalid_request
create function api.subscribe_push(
  p_endpoint text, p_p256dh text, p_auth text, p_locale text, p_device text default null, p_app text default 'rider')
returns jsonb language plpgsql security definer set search_path = '' as $$
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
$$;
grant execute on function api.subscribe_push to authenticated, service_role;

-- Remove an endpoint, whoever it belongs to: nobody but its browser knows it. Idempotent. Definer as above.
-- Fails with: invalid_token
create function api.unsubscribe_push(p_endpoint text)
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  perform app.admit_caller();
  delete from app.push_subscriptions s where s.endpoint_hash = sha256(convert_to(p_endpoint, 'UTF8'));
  return '{"removed": true}';
end
$$;
grant execute on function api.unsubscribe_push to authenticated, service_role;

-- The messages of one app to send now, each with its endpoint and what is public of its incident, or the news of field
-- work. A message that is not confirmed is due again after 1, 4, 16 and 64 minutes, and dropped after the fifth attempt.
-- Several servers may call this.
-- Definer: no role may touch these tables.
create function api.claim_alert_deliveries(p_limit int default 50, p_app text default 'rider')
returns jsonb language plpgsql security definer set search_path = '' as $$
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
$$;
grant execute on function api.claim_alert_deliveries to service_role;

-- What became of messages: `sent` (or nothing left to say) removes the message, `gone` the endpoint. All others are tried
-- again. Idempotent. Definer as above.
create function api.finish_alert_deliveries(p_outcomes jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  delete from app.alert_deliveries d
   using jsonb_to_recordset(p_outcomes) o ("alertId" uuid, endpoint text, outcome text)
   where o.outcome = 'sent' and d.alert_id = o."alertId" and d.endpoint_hash = sha256(convert_to(o.endpoint, 'UTF8'));
  delete from app.push_subscriptions s
   using jsonb_to_recordset(p_outcomes) o (endpoint text, outcome text)
   where o.outcome = 'gone' and s.endpoint_hash = sha256(convert_to(o.endpoint, 'UTF8'));
  return '{"done": true}';
end
$$;
grant execute on function api.finish_alert_deliveries to service_role;
