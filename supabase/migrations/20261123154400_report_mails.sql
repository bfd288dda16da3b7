set check_function_bodies = off;

create table "app"."report_mails" (
  "id"             uuid                     not null default gen_random_uuid(),
  "report_id"      uuid                     not null,
  "report_version" integer                  not null,
  "user_id"        uuid,
  "address"        text,
  "locale"         text                     not null,
  "mailed_outcome" text                     not null,
  "new_outcome"    text,
  "due_at"         timestamp with time zone not null,
  "attempts"       integer                  not null default 0,
  "created_at"     timestamp with time zone not null,
  constraint "report_mails_address_check" check ((char_length(address) <= 254)),
  constraint "report_mails_check" check ((num_nonnulls(user_id, address) = 1)),
  constraint "report_mails_locale_check" check ((locale = ANY (ARRAY['en'::text, 'sw'::text]))),
  constraint "report_mails_pkey" primary key (id),
  constraint "report_mails_report_id_key" unique (report_id)
);

alter table "app"."report_mails"
  enable row level security;

create or replace function api.claim_report_mails()
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_now   timestamptz := app.now();
  v_mails jsonb;
begin
  with changed as (
    select m.id, r.version, o.outcome, o.outcome is distinct from coalesce(m.new_outcome, m.mailed_outcome) as is_news
      from app.report_mails m join app.reports r on r.id = m.report_id,
           lateral (select app.report_outcome(r) as outcome offset 0) o
     -- The time for an answer runs out without a new version.
     where r.version <> m.report_version or r.state = 'needs_info' and r.answer_by <= v_now
  )
  update app.report_mails m
     set report_version = c.version,
         mailed_outcome = case when c.outcome in ('received', 'in_review', 'withdrawn') then c.outcome else m.mailed_outcome end,
         new_outcome = case when c.outcome not in ('received', 'in_review', 'withdrawn', m.mailed_outcome) then c.outcome end,
         due_at = case when c.is_news then v_now + interval '5 minutes' else m.due_at end,
         attempts = case when c.is_news then 0 else m.attempts end
    from changed c where c.id = m.id;
  with due as (
    select m.id from app.report_mails m
     where m.new_outcome is not null and m.due_at <= v_now and m.attempts < 7
     order by m.due_at limit 50 for update skip locked
  ), claimed as (
    update app.report_mails m
       set due_at = v_now + power(4, m.attempts) * interval '1 minute', attempts = m.attempts + 1
      from due where m.id = due.id
    returning m.*
  )
  select coalesce(jsonb_agg(jsonb_build_object(
           'id', c.id, 'to', coalesce(c.address, u.email), 'locale', c.locale, 'newOutcome', c.new_outcome,
           'outcome', case when r.visibility = 'public' then c.new_outcome end, 'hasAccount', c.user_id is not null)), '[]')
    into v_mails
    from claimed c join app.reports r on r.id = c.report_id
    left join auth.users u on u.id = c.user_id and u.deleted_at is null and u.email_confirmed_at is not null
   where coalesce(c.address, u.email) is not null;
  return v_mails;
end
$function$;

create or replace function api.finish_report_mail (
  p_id      uuid,
  p_outcome text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  update app.report_mails m set mailed_outcome = m.new_outcome, new_outcome = null, attempts = 0
   where m.id = p_id and m.new_outcome = p_outcome;
  return '{"finished": true}';
end
$function$;

create or replace function api.mail_own_report (
  p_id     uuid,
  p_is_on  boolean,
  p_locale text    default 'en'::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_user   uuid := app.require_user();
  v_report app.reports;
begin
  select * into v_report from app.reports r where r.id = p_id and r.reporter_id = v_user for update;
  perform app.require_found(v_report.id is not null);
  perform app.check_fields(array[
    ('isOn', 'required', p_is_on is not null),
    ('locale', 'invalid_value', p_locale in ('en', 'sw'))]::app.field_check[]);
  if p_is_on then
    perform app.check_report_is_open(v_report);
    perform app.start_report_mails(v_report, v_user, null, p_locale);
  else
    delete from app.report_mails m where m.report_id = v_report.id;
  end if;
  return app.own_report(v_report);
end
$function$;

create or replace function api.mail_receipt (
  p_code   text,
  p_email  text default null::text,
  p_locale text default 'en'::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_report app.reports := app.report_by_receipt(p_code);
begin
  if p_email is null then
    delete from app.report_mails m where m.report_id = v_report.id;
    return app.receipt_response(v_report.id);
  end if;
  perform app.check_fields(array[
    ('email', 'invalid_value', p_email ~ '^[^@[:space:]]+@[^@[:space:]]+[.][^@[:space:]]+$' and char_length(p_email) <= 254),
    ('locale', 'invalid_value', p_locale in ('en', 'sw'))]::app.field_check[]);
  perform app.check_report_is_open(v_report);
  perform pg_advisory_xact_lock(hashtextextended('report_mails ' || lower(p_email), 0));
  if (select count(*) from app.report_mails m where lower(m.address) = lower(p_email) and m.report_id <> v_report.id) >= 5 then
    perform app.fail('rate_limited', '{"retryAfterS": 86400}');
  end if;
  perform app.start_report_mails(v_report, null, p_email, p_locale);
  return app.receipt_response(v_report.id);
end
$function$;

create or replace function api.stop_report_mails (
  p_id uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  delete from app.report_mails m where m.id = p_id;
  return '{"stopped": true}';
end
$function$;

create or replace function app.erase_alerts_of (
  p_user uuid
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  delete from app.followers w where w.user_id = p_user;
  delete from app.report_mails m where m.user_id = p_user;
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
                       from app.push_subscriptions s where s.follower_id = v_follower),
    'reportMails', (select coalesce(jsonb_agg(jsonb_build_object('reportId', m.report_id, 'since', app.instant(m.created_at))
                                              order by m.created_at), '[]')
                      from app.report_mails m where m.user_id = p_user));
end
$function$;

create or replace function app.is_report_mailed (
  p_report uuid
)
  returns boolean
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return exists (select from app.report_mails m where m.report_id = p_report);
end
$function$;

create or replace function app.own_report (
  p_report app.reports
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_incident app.incidents;
  v_state    text := app.visible_state(p_report);
  v_said     jsonb := coalesce(p_report.said, '{}');
begin
  select * into v_incident from app.incidents i where i.id = p_report.incident_id;
  return jsonb_build_object(
    'id', p_report.id,
    'category', p_report.category,
    'occurredAt', app.instant(p_report.occurred_at),
    'receivedAt', app.instant(p_report.received_at),
    'injury', p_report.injury,
    'place', jsonb_build_object('lat', p_report.lat, 'lng', p_report.lng, 'accuracyM', p_report.accuracy_m,
                                'stopId', p_report.stop_id),
    'placeName', coalesce((select s.name from app.stops s where s.id = p_report.stop_id),
                          app.place_name(p_report.lat, p_report.lng)),
    'vehicle', app.vehicle_ref(p_report.vehicle_id, p_report.vehicle_plate),
    'note', p_report.note,
    'additions', (select coalesce(jsonb_agg(jsonb_build_object(
                           'words', a.words, 'vehicle', app.vehicle_ref(a.vehicle_id, a.vehicle_plate)) order by a.at, a.id), '[]')
                    from app.report_additions a where a.report_id = p_report.id),
    'photos', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'state', p.state) order by p.added_at, p.id), '[]')
                 from app.report_photos p where p.report_id = p_report.id),
    'visibility', p_report.visibility) || v_said || jsonb_build_object(
    'state', v_state,
    'reason', case when v_state = 'rejected' and p_report.state = 'needs_info' then 'no_answer'
                   when v_state in ('rejected', 'duplicate') then p_report.state_reason end,
    'asked', case when v_state = 'needs_info' then p_report.asked end,
    'answerBy', case when v_state = 'needs_info' then app.instant(p_report.answer_by) end,
    'shown', app.report_visibility(p_report, v_incident),
    'incidentId', case when app.is_incident_visible(p_report, v_incident) then p_report.incident_id end,
    'version', p_report.version,
    'isMailed', app.is_report_mailed(p_report.id));
end
$function$;

create or replace function app.purge_old_alerts()
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  delete from app.alerts a where a.created_at <= app.now() - interval '30 days';
  delete from app.follows f using app.reports r where r.id = f.report_id and r.state = 'purged';
  delete from app.report_mails m using app.reports r where r.id = m.report_id and r.state = 'purged';
  delete from app.followers w
   where w.created_at <= app.now() - interval '1 day'
     and not exists (select from app.follows f where f.follower_id = w.id)
     and not exists (select from app.alerts a where a.follower_id = w.id)
     and not exists (select from app.push_subscriptions s where s.follower_id = w.id);
end
$function$;

create or replace function app.receipt_response (
  p_report uuid
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_report   app.reports;
  v_incident app.incidents;
  v_state    text;
begin
  select * into v_report from app.reports r where r.id = p_report;
  select * into v_incident from app.incidents i where i.id = v_report.incident_id;
  v_state := app.visible_state(v_report);
  return jsonb_build_object(
    'state', v_state,
    'shown', app.report_visibility(v_report, v_incident),
    'receivedAt', app.instant(v_report.received_at),
    'asked', case when v_state = 'needs_info' then v_report.asked end,
    'answerBy', case when v_state = 'needs_info' then app.instant(v_report.answer_by) end,
    'incidentId', case when app.is_incident_visible(v_report, v_incident) then v_report.incident_id end,
    'additions', (select count(*) from app.report_additions a where a.report_id = p_report),
    'photos', (select coalesce(jsonb_agg(p.state order by p.added_at, p.id), '[]')
                 from app.report_photos p where p.report_id = p_report),
    'isMailed', app.is_report_mailed(p_report));
end
$function$;

create or replace function app.report_outcome (
  p_report app.reports
)
  returns text
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return case when app.visible_state(p_report) = 'linked' then 'accepted' else app.visible_state(p_report) end;
end
$function$;

create or replace function app.start_report_mails (
  p_report  app.reports,
  p_user    uuid,
  p_address text,
  p_locale  text
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  insert into app.report_mails as m
    (report_id, report_version, user_id, address, locale, mailed_outcome, due_at, created_at)
  values (p_report.id, p_report.version, p_user, p_address, p_locale, app.report_outcome(p_report), app.now(), app.now())
  on conflict (report_id) do update
    set (user_id, address, locale) = (excluded.user_id, excluded.address, excluded.locale);
end
$function$;

alter table "app"."report_mails"
  add constraint "report_mails_report_id_fkey" foreign key (report_id) references app.reports(id) on delete cascade;

create index report_mails_address on app.report_mails using btree (lower(address))
  where (address is not null);

create index report_mails_user on app.report_mails using btree (user_id)
  where (user_id is not null);

revoke all on function "api"."claim_report_mails"() from public;

grant execute on function "api"."claim_report_mails"() to "service_role";

revoke all on function "api"."finish_report_mail"(uuid, text) from public;

grant execute on function "api"."finish_report_mail"(uuid, text) to "service_role";

revoke all on function "api"."mail_own_report"(uuid, boolean, text) from public;

grant execute on function "api"."mail_own_report"(uuid, boolean, text) to "authenticated";

revoke all on function "api"."mail_receipt"(text, text, text) from public;

grant execute on function "api"."mail_receipt"(text, text, text) to "service_role";

revoke all on function "api"."stop_report_mails"(uuid) from public;

grant execute on function "api"."stop_report_mails"(uuid) to "service_role";

revoke all on function "app"."is_report_mailed"(uuid) from public;

revoke all on function "app"."report_outcome"(app.reports) from public;

revoke all on function "app"."start_report_mails"(app.reports, uuid, text, text) from public;

reset check_function_bodies;
