set check_function_bodies = off;

create table "app"."admin_webhook_deliveries" (
  "alert_id"     bigint                   not null,
  "message_id"   uuid                     not null default gen_random_uuid(),
  "due_at"       timestamp with time zone not null,
  "attempts"     integer                  not null default 0,
  "delivered_at" timestamp with time zone,
  constraint "admin_webhook_deliveries_pkey" primary key (alert_id)
);

alter table "app"."admin_webhook_deliveries"
  enable row level security;

create or replace function api.claim_admin_webhooks()
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function api.finish_admin_webhook (
  p_alert_id bigint
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  update app.admin_webhook_deliveries d set delivered_at = app.now()
   where d.alert_id = p_alert_id and d.delivered_at is null;
  return '{"finished": true}';
end
$function$;

alter table "app"."admin_webhook_deliveries"
  add constraint "admin_webhook_deliveries_alert_id_fkey" foreign key (alert_id) references app.admin_alerts(id)
    on delete cascade;

create index admin_webhook_deliveries_due on app.admin_webhook_deliveries using btree (due_at)
  where (delivered_at is null);

revoke all on function "api"."claim_admin_webhooks"() from public;

grant execute on function "api"."claim_admin_webhooks"() to "service_role";

revoke all on function "api"."finish_admin_webhook"(bigint) from public;

grant execute on function "api"."finish_admin_webhook"(bigint) to "service_role";

reset check_function_bodies;
