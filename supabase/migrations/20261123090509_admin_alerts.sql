set check_function_bodies = off;

create table "app"."admin_alert_settings" (
  "user_id"       uuid                     not null,
  "mails"         text                     not null default 'off'::text,
  "locale"        text                     not null default 'en'::text,
  "read_to"       bigint                   not null default 0,
  "mailed_to"     bigint                   not null default 0,
  "mailed_at"     timestamp with time zone not null default '-infinity'::timestamp with time zone,
  "claimed_until" timestamp with time zone not null default '-infinity'::timestamp with time zone,
  constraint "admin_alert_settings_locale_check" check ((locale = ANY (ARRAY['en'::text, 'sw'::text]))),
  constraint "admin_alert_settings_mails_check"
    check ((mails = ANY (ARRAY['off'::text, 'at_once'::text, 'digest'::text]))),
  constraint "admin_alert_settings_pkey" primary key (user_id)
);

alter table "app"."admin_alert_settings"
  enable row level security;

create table "app"."admin_alerts" (
  "id"         bigint                   generated always as identity not null,
  "at"         timestamp with time zone not null,
  "kind"       text                     not null,
  "subject_id" uuid,
  "event_id"   bigint,
  "detail"     jsonb                    not null default '{}'::jsonb,
  constraint "admin_alerts_kind_check"
    check
    ((kind = ANY (ARRAY['injury'::text, 'assault'::text, 'overdue'::text, 'not_safe'::text, 'feed_stopped'::text]))),
  constraint "admin_alerts_kind_subject_id_event_id_key" unique (kind, subject_id, event_id),
  constraint "admin_alerts_pkey" primary key (id)
);

alter table "app"."admin_alerts"
  enable row level security;

create or replace function api.choose_admin_alerts (
  p_email  text,
  p_locale text default 'en'::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_admin uuid := app.require_role('admin');
  v_last  bigint := (select coalesce(max(a.id), 0) from app.admin_alerts a);
begin
  perform app.check_fields(array[
    ('email', 'invalid_value', p_email in ('off', 'at_once', 'digest')),
    ('locale', 'invalid_value', p_locale in ('en', 'sw'))]::app.field_check[]);
  perform api.list_admin_alerts();
  update app.admin_alert_settings s
     set mails = p_email, locale = p_locale,
         mailed_to = case when s.mails = 'off' then v_last else s.mailed_to end,
         mailed_at = case when s.mails = 'off' then app.now() else s.mailed_at end
   where s.user_id = v_admin;
  return api.list_admin_alerts();
end
$function$;

create or replace function api.claim_admin_mails()
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_now  timestamptz := app.now();
  v_mails jsonb;
begin
  perform app.alert_admins_of_delays();
  with due as (
    select s.user_id, s.mails as how, s.locale, u.email as address, n.last_id, n.kinds
      from app.admin_alert_settings s
      join auth.users u on u.id = s.user_id and u.deleted_at is null and u.email_confirmed_at is not null
     cross join lateral (
       select max(k.last_id) as last_id, jsonb_object_agg(k.kind, k.n) as kinds
         from (select a.kind, count(*) as n, max(a.id) as last_id from app.admin_alerts a
                where a.id > s.mailed_to group by a.kind) k) n
     where n.last_id is not null and s.claimed_until <= v_now
       and exists (select from app.user_roles r where r.user_id = s.user_id and r.role = 'admin')
       and (s.mails = 'at_once'
            or (s.mails = 'digest' and app.city_day(s.mailed_at) < app.city_day(v_now)
                and extract(hour from app.city_time(v_now)) >= 7))
     limit 50
  ), claimed as (
    update app.admin_alert_settings s set claimed_until = v_now + interval '1 minute'
      from due d where s.user_id = d.user_id
    returning d.*
  )
  select coalesce(jsonb_agg(jsonb_build_object('userId', c.user_id, 'to', c.address, 'how', c.how, 'locale', c.locale,
                                               'lastId', c.last_id, 'kinds', c.kinds)), '[]') into v_mails from claimed c;
  return v_mails;
end
$function$;

create or replace function api.delete_own_account (
  p_confirm uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_user uuid := app.token_user();
  v_keys text[];
begin
  if v_user is null then
    perform app.fail('unauthenticated');
  end if;
  perform pg_advisory_xact_lock(app.account_lock(v_user));
  perform app.refuse_ended(v_user);
  if p_confirm is distinct from v_user then
    perform app.fail('invalid_request', '{"path": "confirm"}');
  end if;
  perform app.lock_roles();
  perform app.require_remaining_admin(v_user);
  v_keys := array(select k.prefix from app.api_keys k where k.owner_id = v_user);
  perform app.erase_reports_of(v_user);
  perform app.erase_feedback_of(v_user);
  perform app.erase_learning_of(v_user);
  perform app.erase_surveyor_of(v_user);
  perform app.erase_reviews_of(v_user);
  perform app.erase_alerts_of(v_user);
  perform app.erase_admin_alerts_of(v_user);
  perform app.erase_api_keys_of(v_user);
  perform app.erase_accounts_of(v_user);
  return jsonb_build_object('apiKeyPrefixes', v_keys);
end
$function$;

create or replace function api.export_own_data()
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  v_user uuid := app.require_user();
begin
  return jsonb_build_object(
    'exportedAt', app.instant(app.now()),
    'account', app.export_accounts_of(v_user),
    'reports', app.export_reports_of(v_user),
    'feedback', app.export_feedback_of(v_user),
    'learning', app.export_learning_of(v_user),
    'surveyor', app.export_surveyor_of(v_user),
    'apiKeys', app.export_api_keys_of(v_user),
    'alerts', app.export_alerts_of(v_user),
    'adminAlerts', app.export_admin_alerts_of(v_user),
    'reviews', app.export_reviews_of(v_user));
end
$function$;

create or replace function api.finish_admin_mail (
  p_user_id uuid,
  p_last_id bigint
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  update app.admin_alert_settings s
     set mailed_to = greatest(s.mailed_to, p_last_id), mailed_at = app.now(), claimed_until = '-infinity'
   where s.user_id = p_user_id;
  return '{"finished": true}';
end
$function$;

create or replace function api.list_admin_alerts (
  p_after bigint default null::bigint
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_admin    uuid := app.require_role('admin');
  v_settings app.admin_alert_settings;
begin
  perform app.alert_admins_of_delays();
  -- Who looks for the first time has read what is older than a day.
  insert into app.admin_alert_settings (user_id, read_to)
  values (v_admin, (select coalesce(max(a.id), 0) from app.admin_alerts a where a.at < app.now() - interval '1 day'))
  on conflict do nothing;
  select * into v_settings from app.admin_alert_settings s where s.user_id = v_admin;
  return jsonb_build_object(
    'data', (select coalesce(jsonb_agg(app.admin_alert_response(a, v_settings.read_to) order by a.id desc), '[]')
               from (select * from app.admin_alerts n
                      where n.id > coalesce(p_after, 0) order by n.id desc limit 50) a),
    'unread', (select count(*) from app.admin_alerts a where a.id > v_settings.read_to),
    'email', v_settings.mails);
end
$function$;

create or replace function api.read_admin_alerts (
  p_to bigint
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_admin uuid := app.require_role('admin');
begin
  insert into app.admin_alert_settings as s (user_id, read_to)
  values (v_admin, least(p_to, (select coalesce(max(a.id), 0) from app.admin_alerts a)))
  on conflict (user_id) do update set read_to = greatest(s.read_to, excluded.read_to);
  return api.list_admin_alerts();
end
$function$;

create or replace function app.admin_alert_response (
  p_alert   app.admin_alerts,
  p_read_to bigint
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return jsonb_build_object(
    'id', p_alert.id, 'kind', p_alert.kind, 'subjectId', p_alert.subject_id,
    'at', app.admin_instant(p_alert.at, p_alert.kind = 'assault' or app.is_sensitive_entry(p_alert.subject_id)),
    'isRead', p_alert.id <= p_read_to, 'entryKind', p_alert.detail -> 'entryKind', 'title', p_alert.detail -> 'title',
    'note', p_alert.detail -> 'note');
end
$function$;

create or replace function app.alert_admins_of_delays()
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_now timestamptz := app.now();
begin
  insert into app.admin_alerts (at, kind, subject_id, detail)
  select v_now, 'overdue', e.id, jsonb_build_object('entryKind', e.kind)
    from app.review_entries e
   where e.state in ('pending', 'claimed', 'escalated') and e.due_at <= v_now
     and not exists (select from app.admin_alerts a where a.kind = 'overdue' and a.subject_id = e.id)
   order by e.due_at limit 200
  on conflict do nothing;
  if exists (select from app.incident_changes_due d where d.due_at <= v_now - interval '3 minutes')
     and not exists (select from app.admin_alerts a
                      where a.kind = 'feed_stopped' and a.at > v_now - interval '1 hour') then
    insert into app.admin_alerts (at, kind) values (v_now, 'feed_stopped');
  end if;
end
$function$;

create or replace function app.alert_admins_of_entry()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_report app.reports;
  v_kind   text;
begin
  select * into v_report from app.reports r where r.id = new.subject_id;
  v_kind := case when v_report.category = 'assault' then 'assault' when v_report.injury = 'some' then 'injury' end;
  if v_kind is not null then
    insert into app.admin_alerts (at, kind, subject_id, detail)
    values (app.now(), v_kind, new.id, jsonb_build_object('entryKind', new.kind)) on conflict do nothing;
  end if;
  return null;
end
$function$;

create or replace function app.alert_admins_of_slot()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  insert into app.admin_alerts (at, kind, subject_id, event_id, detail)
  select app.now(), 'not_safe', a.id, new.id,
         jsonb_strip_nulls(jsonb_build_object('title', a.title, 'note', to_jsonb(new) ->> 'note'))
    from app.assignment_slots s join app.assignments a on a.id = s.assignment_id
   where s.id = new.slot_id;
  return null;
end
$function$;

create or replace function app.erase_admin_alerts_of (
  p_user uuid
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  delete from app.admin_alert_settings s where s.user_id = p_user;
end
$function$;

create or replace function app.export_admin_alerts_of (
  p_user uuid
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return (select jsonb_build_object('email', s.mails, 'locale', s.locale)
            from app.admin_alert_settings s where s.user_id = p_user);
end
$function$;

create or replace function app.is_sensitive_entry (
  p_entry uuid
)
  returns boolean
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return (select app.is_sensitive_subject(e.kind, e.subject_id) from app.review_entries e where e.id = p_entry) is true;
end
$function$;

create or replace function app.purge_old_admin_alerts()
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  delete from app.admin_alerts a where a.at <= app.now() - interval '90 days';
end
$function$;

create or replace function app.sweep()
  returns integer
  language plpgsql
  security definer
  set search_path to ''
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
  perform app.purge_old_audit_events();
  perform app.purge_old_responses();
  perform app.purge_old_snapshots();
  perform app.purge_entry_photos();
  perform app.submit_lapsed_slots();
  perform app.purge_idle_devices();
  -- Last, because they lock the change log until commit, and readers of changes wait for it.
  perform app.release_changes();
  perform app.purge_old_changes();
  perform app.make_alerts();
  perform app.make_report_alerts();
  perform app.purge_old_alerts();
  perform app.alert_admins_of_delays();
  perform app.purge_old_admin_alerts();
  return v_count;
end
$function$;

create unique index admin_alerts_of_entry on app.admin_alerts using btree (kind, subject_id)
  where (event_id is null);

create trigger alert_admins_of_entry
  after insert on app.review_entries
  for each row
  when ((new.kind = 'report'::text))
  execute function app.alert_admins_of_entry();

create trigger alert_admins_of_slot
  after insert on app.slot_events
  for each row
  when (((new.to_state = 'blocked'::text) AND (new.reason = 'unsafe'::text)))
  execute function app.alert_admins_of_slot();

revoke all on function "api"."choose_admin_alerts"(text, text) from public;

grant execute on function "api"."choose_admin_alerts"(text, text) to "authenticated";

revoke all on function "api"."claim_admin_mails"() from public;

grant execute on function "api"."claim_admin_mails"() to "service_role";

revoke all on function "api"."finish_admin_mail"(uuid, bigint) from public;

grant execute on function "api"."finish_admin_mail"(uuid, bigint) to "service_role";

revoke all on function "api"."list_admin_alerts"(bigint) from public;

grant execute on function "api"."list_admin_alerts"(bigint) to "authenticated";

revoke all on function "api"."read_admin_alerts"(bigint) from public;

grant execute on function "api"."read_admin_alerts"(bigint) to "authenticated";

revoke all on function "app"."admin_alert_response"(app.admin_alerts, bigint) from public;

revoke all on function "app"."alert_admins_of_delays"() from public;

revoke all on function "app"."alert_admins_of_entry"() from public;

revoke all on function "app"."alert_admins_of_slot"() from public;

revoke all on function "app"."erase_admin_alerts_of"(uuid) from public;

revoke all on function "app"."export_admin_alerts_of"(uuid) from public;

revoke all on function "app"."is_sensitive_entry"(uuid) from public;

revoke all on function "app"."purge_old_admin_alerts"() from public;

reset check_function_bodies;
