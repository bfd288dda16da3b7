-- The alerts to send to the webhook now: those of the last day that were not delivered. One that is not finished is due
-- again after 1, 4, 16, 64, 256 and 1024 minutes, and given up after the seventh attempt. The time of one about a
-- sensitive report is the full hour. Several processes may call this.
--
-- For the process that knows the webhook. Definer: no role may touch alerts.
create function api.claim_admin_webhooks()
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_now    timestamptz := app.now();
  v_alerts jsonb;
begin
  perform app.alert_admins_of_delays();
  insert into app.admin_webhook_deliveries (alert_id, due_at)
  select a.id, v_now from app.admin_alerts a
   where a.at > v_now - interval '1 day'
     and not exists (select from app.admin_webhook_deliveries d where d.alert_id = a.id)
  on conflict do nothing;
  with due as (
    select d.alert_id from app.admin_webhook_deliveries d
     where d.delivered_at is null and d.due_at <= v_now and d.attempts < 7
     order by d.due_at, d.alert_id limit 20 for update skip locked
  ), claimed as (
    update app.admin_webhook_deliveries d
       set due_at = v_now + power(4, d.attempts) * interval '1 minute', attempts = d.attempts + 1
      from due where d.alert_id = due.alert_id
    returning d.*
  )
  select coalesce(jsonb_agg(jsonb_build_object(
           'alertId', a.id, 'messageId', c.message_id, 'kind', a.kind,
           'at', app.admin_instant(a.at, a.kind = 'assault' or app.is_sensitive_entry(a.subject_id)))
           order by a.id), '[]')
    into v_alerts
    from claimed c join app.admin_alerts a on a.id = c.alert_id;
  return v_alerts;
end
$$;
grant execute on function api.claim_admin_webhooks to service_role;

-- The webhook's server accepted an alert. Stored once, however often this is called. Definer as above.
create function api.finish_admin_webhook(p_alert_id bigint)
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  update app.admin_webhook_deliveries d set delivered_at = app.now()
   where d.alert_id = p_alert_id and d.delivered_at is null;
  return '{"finished": true}';
end
$$;
grant execute on function api.finish_admin_webhook to service_role;
