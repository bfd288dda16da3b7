-- Authors are held or limited from what they sent, and the case of a vehicle says what holds against them.
create table app.author_measures (
  author  uuid not null,
  measure text not null check (measure in ('hold', 'limit', 'suspend')),
  until   timestamptz not null,
  primary key (author, measure)
);
alter table app.author_measures enable row level security;

insert into app.burst_limits (rule, span, allowed, per_known) values
  ('limited_author', '1 day', 2, 0),
  ('limited_surveyor', '1 day', 30, 0);

create index author_measures_until on app.author_measures (until);

CREATE OR REPLACE FUNCTION app.author_key(p_user uuid, p_device bytea)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE
RETURN COALESCE(p_user, app.voice_of_phone(p_device));
revoke all on function app.author_key(uuid,bytea) from public;

create or replace function app.surveyor_key(p_user uuid)
returns uuid immutable
return md5('surveyor ' || p_user)::uuid;
revoke all on function app.surveyor_key(uuid) from public;

CREATE OR REPLACE FUNCTION app.is_restricted(p_author uuid, p_measure text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (EXISTS (SELECT FROM app.author_measures m WHERE ((m.author = is_restricted.p_author) AND (m.measure = is_restricted.p_measure) AND (m.until > app.now()))));
revoke all on function app.is_restricted(uuid,text) from public;

CREATE OR REPLACE FUNCTION app.allowed_to_limited(p_author uuid, p_rule text)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return case when app.is_restricted(p_author, 'limit') then (app.burst_limit(p_rule)).allowed end;
end
$function$;
revoke all on function app.allowed_to_limited(uuid,text) from public;

CREATE OR REPLACE FUNCTION app.purge_author_measures()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  delete from app.author_measures m where m.until <= app.now();
end
$function$;
revoke all on function app.purge_author_measures() from public;

create or replace function app.erase_accounts_of(p_user uuid)
returns void language plpgsql set search_path = '' as $$
declare
  v_roles text[] := array(select r.role from app.user_roles r where r.user_id = p_user order by r.role);
begin
  if v_roles <> '{}' then
    perform app.audit(p_user, 'account.deleted', 'user', p_user::text, null, jsonb_build_object('roles', v_roles));
  end if;
  insert into app.deleted_users (user_id, deleted_at) values (p_user, app.now());
  delete from app.profiles p where p.user_id = p_user;
  delete from app.author_measures m where m.author in (p_user, app.surveyor_key(p_user));
  delete from app.second_factors f where f.user_id = p_user;
  delete from app.passkeys k where k.user_id = p_user;
  delete from app.second_factor_waivers w where w.user_id = p_user;
  delete from app.jobs j where j.key = p_user::text or j.key like p_user || ' %';
  delete from app.proven_sessions s where s.user_id = p_user;
  delete from app.session_browsers s where s.user_id = p_user;
  delete from app.user_roles r where r.user_id = p_user;
  delete from app.role_versions v where v.user_id = p_user;
  delete from app.external_identities e where e.user_id = p_user;
  delete from app.idempotent_requests r where r.owner_id = p_user;
  -- Supabase stores the id in this table as text, its lightweight implementation as uuid.
  delete from auth.refresh_tokens t where t.user_id::text = p_user::text;
  delete from auth.users u where u.id = p_user;
  -- What Auth logged of every sign-in: id, e-mail and IP address.
  delete from auth.audit_log_entries l
   where l.payload ->> 'actor_id' = p_user::text or l.payload -> 'traits' ->> 'user_id' = p_user::text;
end
$$;
revoke all on function app.erase_accounts_of(uuid) from public;

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
  perform app.purge_author_measures();
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

CREATE OR REPLACE FUNCTION app.check_report_limits(p_user uuid, p_device bytea)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_day    timestamptz := app.now() - interval '1 day';
  v_few    int := app.allowed_to_limited(app.author_key(p_user, p_device), 'limited_author');
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
  perform app.fail_if_limited(v_recent[v_few] + interval '1 day');
  if cardinality(v_recent) >= 5 then
    perform app.fail_if_limited(greatest(v_recent[5] + interval '10 minutes', v_recent[20] + interval '1 day'));
  end if;
end
$function$;
revoke all on function app.check_report_limits(uuid,bytea) from public;

CREATE OR REPLACE FUNCTION app.triage_report(p_report uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_report   app.reports;
  v_category app.incident_categories;
  v_similar  uuid[];
  v_held     boolean := false;
  v_waits    text;
begin
  select * into v_report from app.reports r where r.id = p_report;
  select * into v_category from app.incident_categories c where c.code = v_report.category;
  v_similar := app.burst_of(v_report, v_category);
  if v_report.reporter_id is null then
    v_held := exists (select from app.report_networks n where n.report_id = p_report and n.held);
  end if;
  v_waits := case
    when v_category.review = 'always' then 'category'
    when v_held then 'network'
    when app.is_restricted(app.author_key(v_report.reporter_id, v_report.device_hash), 'hold') then 'author'
    when v_category.review = 'unless_unhurt' and v_report.injury is distinct from 'none' then 'injury'
    when v_report.time_uncertain then 'time'
    when v_similar <> '{}' and cardinality(v_similar) >= (app.burst_limit('complaint')).allowed then 'burst' end;
  if v_waits = 'network' then
    v_similar := app.burst_of_network(p_report);
  end if;
  if v_waits is null then
    perform app.accept_new_report(v_report, v_category);
    return;
  end if;
  perform app.move_report(p_report, case when v_waits in ('burst', 'network', 'author') then 'held' else 'in_review' end,
                          case when v_waits in ('burst', 'network') then 'burst' when v_waits = 'author' then 'author' end);
  perform app.open_review('report', p_report, v_report.reporter_id, v_waits, app.review_due(v_category),
                          case when v_waits in ('burst', 'network') then jsonb_build_object('similar', to_jsonb(v_similar))
                               else '{}' end);
  if v_waits = 'injury' and not v_report.time_uncertain then
    perform app.attach_report(p_report, false);
  end if;
end
$function$;
revoke all on function app.triage_report(uuid) from public;

CREATE OR REPLACE FUNCTION api.get_review_entry(p_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_admin uuid := app.require_role('admin');
  v_entry app.review_entries;
begin
  select * into v_entry from app.review_entries e where e.id = p_id;
  perform app.require_found(found);
  if v_entry.kind = 'report' then
    perform app.note_read(v_admin, 'report.opened', 'report', v_entry.subject_id::text);
  elsif v_entry.kind = 'dispute' then
    perform app.note_read(v_admin, 'incident.opened', 'incident', v_entry.subject_id::text);
  elsif v_entry.kind = 'collection_entry' and v_entry.decided_at is null then
    perform app.note_read(v_admin, 'trace.opened', 'collection_entry', v_entry.subject_id::text);
  end if;
  return app.review_response(v_entry, v_admin) || jsonb_build_object(
    'subject', app.review_view(v_entry),
    'author', (select app.author_standing(a.user_id, a.key) from app.author_of(v_entry.kind, v_entry.subject_id) a),
    'canReopen', app.can_reopen(v_entry, v_admin),
    'reversal', app.reversal_offer(v_entry, v_admin),
    'events', app.subject_events(v_entry),
    'earlier', app.earlier_reviews(v_entry),
    'history', app.review_history(p_id, app.is_sensitive_subject(v_entry.kind, v_entry.subject_id)),
    'reasons', app.review_reasons_of(v_entry.kind));
end
$function$;
revoke all on function api.get_review_entry(uuid) from public;
grant execute on function api.get_review_entry(uuid) to authenticated;

create or replace function app.review_oddities(p_entry app.review_entries)
returns text[] language plpgsql stable set search_path = '' as $$
declare
  v_odd text[] := array_remove(array[
    case when p_entry.escalated_by is not null then 'escalated' end,
    case when p_entry.reason = 'author' or app.is_restricted(
      case when p_entry.kind = 'collection_entry' then app.surveyor_key(p_entry.author_id) else p_entry.author_id end, 'hold')
    then 'author_held' end], null);
begin
  case p_entry.kind
    when 'report' then
      return v_odd || (
        select array_remove(array[
                 case when r.vehicle_id is null and not app.is_usual_plate(r.vehicle_plate) then 'unusual_plate' end,
                 case when r.note_flags <> '{}' or exists (
                   select from app.report_additions a where a.report_id = r.id and a.flags <> '{}') then 'personal_data' end], null)
          from app.reports r where r.id = p_entry.subject_id);
    when 'feedback' then
      return v_odd || (select array_remove(array[case when f.comment_flags <> '{}' then 'personal_data' end], null)
                         from app.feedback f where f.id = p_entry.subject_id);
    when 'collection_entry' then
      return v_odd || (
        select array_remove(array_remove(array_remove(e.quality_flags, 'plate_unusual'), 'seats_differ') || array[
                 case when not app.is_usual_plate(e.plate_key) then 'unusual_plate' end,
                 case when (e.facts ->> 'capacity')::int <> v.capacity then 'seats_differ' end,
                 case when exists (
                   select from app.collection_entries o
                    where o.plate_key = e.plate_key and o.id <> e.id and o.state in ('submitted', 'in_review', 'held'))
                 then 'repeated_plate' end,
                 case when v.sacco_id is not null and jsonb_typeof(e.facts -> 'sacco') = 'object'
                       and app.reported_sacco(e.facts -> 'sacco') is distinct from v.sacco_id then 'other_sacco' end,
                 case when exists (
                   select from app.vehicles o
                    where o.public_code = app.public_code(e.facts -> 'sticker' ->> 'code')
                      and coalesce(o.merged_into, o.id) is distinct from v.id)
                 then 'other_sticker' end,
                 case when e.contested then 'contested' end,
                 case when e.note_flags <> '{}' then 'personal_data' end], null)
          from app.collection_entries e left join app.vehicles v on v.id = app.vehicle_of_plate(e.plate_key) where e.id = p_entry.subject_id);
    else return v_odd;
  end case;
end
$$;
revoke all on function app.review_oddities(app.review_entries) from public;

CREATE OR REPLACE FUNCTION app.checked_feedback(p_new app.feedback, p_vehicle text)
 RETURNS app.feedback
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_now      timestamptz := app.now();
  v_known    timestamptz := case when p_new.rider_id is not null then app.known_since(p_new.rider_id)
                                 else (select d.created_at from app.devices d where d.token_hash = p_new.device_hash) end;
  v_feedback app.feedback := p_new;
begin
  perform app.check_feedback_shape(p_new, p_vehicle);
  v_feedback.vehicle_id := (app.mentioned_vehicle(p_vehicle)).id;
  if v_feedback.vehicle_id is null then
    perform app.fail('unknown_vehicle', '{"path": "vehicle"}'::jsonb || app.did_you_mean(p_vehicle));
  end if;
  v_feedback.signed_in := p_new.rider_id is not null;
  v_feedback.voice := app.author_key(p_new.rider_id, p_new.device_hash);
  v_feedback.comment_flags := app.screen_note(coalesce(p_new.comment, ''));
  v_feedback.rode_at := least(coalesce(p_new.rode_at, v_now), v_now);
  v_feedback.received_at := v_now;
  v_feedback.new_account := case when v_feedback.signed_in then app.is_new_account(p_new.rider_id, interval '7 days')
                                 else v_known > v_now - interval '7 days' end;
  v_feedback.counts_from := coalesce(v_known, v_now) + interval '1 day';
  v_feedback.in_figures := false;
  v_feedback.state := 'received';
  v_feedback.version := 1;
  if exists (
    select from app.feedback f
     where f.voice = v_feedback.voice and f.vehicle_id = v_feedback.vehicle_id and f.state <> 'withdrawn'
       and f.rode_at > v_feedback.rode_at - interval '2 hours'
       and f.rode_at < v_feedback.rode_at + interval '2 hours')
  then
    perform app.fail('already_rated');
  end if;
  return v_feedback;
end
$function$;
revoke all on function app.checked_feedback(app.feedback,text) from public;

CREATE OR REPLACE FUNCTION app.check_feedback_limits(p_user uuid, p_device bytea)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_now    timestamptz := app.now();
  v_recent timestamptz[] := array(
    select f.received_at from app.feedback f
     where (f.rider_id = p_user or (p_user is null and not f.signed_in and f.device_hash = p_device))
       and f.received_at > v_now - interval '1 day'
     order by f.received_at desc
     limit 30);
  v_few    int := app.allowed_to_limited(app.author_key(p_user, p_device), 'limited_author');
  v_free   timestamptz := greatest(v_recent[10] + interval '1 hour', v_recent[coalesce(v_few, 30)] + interval '1 day');
begin
  perform app.fail_if_limited(v_free);
end
$function$;
revoke all on function app.check_feedback_limits(uuid,bytea) from public;

CREATE OR REPLACE FUNCTION app.triage_feedback(p_feedback app.feedback)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_limit app.burst_limits := app.burst_limit('rating');
  v_alike uuid[];
  v_size  int;
  v_next  app.feedback;
begin
  if app.is_restricted(p_feedback.voice, 'hold') then
    perform app.move_feedback(p_feedback.id, 'held', 'author');
    perform app.open_review('feedback', p_feedback.id, p_feedback.rider_id, 'author', '24 hours');
    return;
  end if;
  if p_feedback.new_account and p_feedback.counts_from < 'infinity' then
    select array_agg(f.id), count(distinct f.voice) into v_alike, v_size
      from app.feedback f
     where f.vehicle_id = p_feedback.vehicle_id
       and f.received_at > p_feedback.received_at - v_limit.span
       and not (f.state = 'counted' and f.state_reason is not null)
       and f.state <> 'withdrawn' and f.signed_in = p_feedback.signed_in and (f.signed_in or f.counts_from < 'infinity')
       and app.is_similar_feedback(f, p_feedback);
  end if;
  if v_size > v_limit.allowed and p_feedback.signed_in then
    for v_next in
      select * from app.feedback f
       where f.id = any (v_alike) and f.state in ('received', 'counted') order by f.id for update
    loop
      perform app.move_feedback(v_next.id, 'held', 'burst');
      perform app.open_review('feedback', v_next.id, v_next.rider_id, 'burst', '24 hours',
                              jsonb_build_object('riders', v_size, 'vehicleId', p_feedback.vehicle_id,
                                                 'sentiment', app.sentiment(p_feedback.stars)));
    end loop;
  else
    if v_size > v_limit.allowed then
      update app.feedback f set counts_from = 'infinity' where f.id = p_feedback.id;
    end if;
    perform app.move_feedback(p_feedback.id, 'counted');
  end if;
end
$function$;
revoke all on function app.triage_feedback(app.feedback) from public;

create or replace function app.check_field_limit(p_surveyor uuid, p_what text)
returns void language plpgsql stable set search_path = '' as $$
declare
  v_day   interval := '1 day';
  v_since timestamptz := app.now() - v_day;
  v_nth   timestamptz;
begin
  case p_what
    when 'entries' then
      select e.received_at into v_nth from app.collection_entries e
       where e.surveyor_id = p_surveyor and e.received_at > v_since order by e.received_at desc
      offset coalesce(app.allowed_to_limited(app.surveyor_key(p_surveyor), 'limited_surveyor'), 600) - 1 limit 1;
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
$$;
revoke all on function app.check_field_limit(uuid,text) from public;

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
    with incidents as (
      select i.id from app.incidents i where i.vehicle_id = p_id
      union select r.incident_id from app.reports r where r.vehicle_id = p_id
    ), entries as (
      select e.id from app.collection_entries e where e.vehicle_id = p_id
      union select e.id from app.collection_entries e where e.plate_key = v_vehicle.plate_key
    ), things as materialized (
      select 'incident' as kind, i.id, app.listed_at(i.visibility, i.opened_seen_at) as at, null as who
        from app.incidents i join incidents o on o.id = i.id
      union all
      select 'report', r.id, app.report_order(r),
             case when app.is_sensitive(r.visibility, r.category) then r.id::text
                  else app.author_key(r.reporter_id, r.device_hash)::text end
        from app.reports r where r.vehicle_id = p_id and r.state <> 'withdrawn'
      union all
      select 'feedback', f.id, f.rode_at, app.author_key(f.rider_id, f.device_hash)::text
        from app.feedback f where f.vehicle_id = p_id and f.state <> 'withdrawn'
      union all
      select 'collection_entry', e.id, e.captured_at, 's' || e.surveyor_id
        from app.collection_entries e join entries o on o.id = e.id where e.state not in ('replaced', 'withdrawn')
    ), authors as (
      select t.who, row_number() over (order by min(t.at), t.who) as n from things t where t.who is not null group by t.who
    ), newest as (
      select t.*, a.n from things t left join authors a on a.who = t.who order by t.at desc, t.id limit 200
    )
    select jsonb_build_object(
      'total', (select count(*) from things),
      'data', coalesce(jsonb_agg(jsonb_build_object(
        'kind', w.kind, 'id', w.id, 'at', app.instant(w.at), 'state', coalesce(i.lifecycle, r.state, f.state, e.state),
        'category', coalesce(i.category, r.category),
        'placeName', app.place_name(coalesce(i.lat, r.lat, (e.place).lat), coalesce(i.lng, r.lng, (e.place).lng)),
        'stars', f.stars, 'says', app.excerpt(coalesce(r.note, r.answer, f.comment, e.note)), 'incidentId', coalesce(i.id, r.incident_id),
        'reviewId', app.review_of(w.kind, w.id),
        'slot', (select jsonb_build_object('assignmentId', s.assignment_id, 'n', s.n) from app.assignment_slots s where s.id = e.slot_id),
        'author', case when w.n is not null then jsonb_build_object(
          'n', w.n, 'record', app.author_record(a.user_id)) || app.author_standing(a.user_id, a.key) end)
        order by w.at desc, w.id), '[]'))
      from newest w
      left join app.incidents i on w.kind = 'incident' and i.id = w.id
      left join app.reports r on w.kind = 'report' and r.id = w.id
      left join app.feedback f on w.kind = 'feedback' and f.id = w.id
      left join app.collection_entries e on w.kind = 'collection_entry' and e.id = w.id
      left join lateral app.author_of(w.kind, w.id) a on true);
end
$function$;
revoke all on function api.get_vehicle_case(uuid) from public;
grant execute on function api.get_vehicle_case(uuid) to authenticated;

create or replace function api.restrict_author(p_kind text, p_id uuid, p_measure text, p_on boolean, p_reason text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin   uuid := app.require_role('admin');
  v_user    uuid;
  v_key     uuid;
  v_changed boolean := false;
begin
  perform app.check_reason(p_reason);
  select a.user_id, a.key into v_user, v_key from app.author_of(p_kind, p_id) a;
  perform app.require_found(v_key is not null);
  if v_user = v_admin then
    perform app.fail('own_submission');
  elsif p_on is null or (p_measure in ('hold', 'limit') or (p_measure = 'suspend' and v_user is not null)) is not true then
    perform app.fail('invalid_request', '{"path": "measure"}');
  elsif p_measure = 'suspend' and p_on then
    v_changed := app.suspend(v_user, v_admin);
  elsif p_measure = 'suspend' then
    delete from app.suspended_users s where s.user_id = v_user and app.is_restricted(v_key, 'suspend');
  end if;
  if p_on then
    delete from app.author_measures m where m.author = v_key and m.until <= app.now();
    insert into app.author_measures (author, measure, until)
    values (v_key, p_measure, case when p_measure = 'suspend' then 'infinity' else app.now() + interval '90 days' end)
    on conflict do nothing;
  else
    delete from app.author_measures m where m.author = v_key and m.measure = p_measure;
  end if;
  if found or v_changed then
    if p_on then
      perform app.audit(v_admin, 'author.restricted', p_kind, p_id::text, btrim(p_reason), jsonb_build_object('measure', p_measure));
    else
      perform app.audit(v_admin, 'author.freed', p_kind, p_id::text, btrim(p_reason), jsonb_build_object('measure', p_measure));
    end if;
  end if;
  return jsonb_build_object('id', p_id) || app.author_standing(v_user, v_key);
end
$$;
revoke all on function api.restrict_author(text,uuid,text,boolean,text) from public;
grant execute on function api.restrict_author(text,uuid,text,boolean,text) to authenticated;

create or replace function api.open_author(p_kind text, p_id uuid, p_reason text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin  uuid := app.require_role('admin');
  v_user   uuid;
  v_device bytea;
  v_key    uuid;
begin
  perform app.check_reason(p_reason);
  select a.user_id, a.device, a.key into v_user, v_device, v_key from app.author_of(p_kind, p_id) a;
  perform app.require_found(v_key is not null);
  perform app.audit(v_admin, 'author.opened', p_kind, p_id::text, btrim(p_reason));
  return (
    with sent as (
      select 'report' as kind, r.id, r.occurred_at, r.received_at, app.report_order(r) as at, r.state, r.category,
             app.plate_text(r.vehicle_plate) as plate
        from app.reports r
       where p_kind <> 'collection_entry'
         and (r.reporter_id = v_user or (v_user is null and r.reporter_id is null and r.device_hash = v_device))
      union all
      select 'feedback', f.id, f.rode_at, f.received_at, f.received_at, f.state, null, v.plate
        from app.feedback f join app.vehicles v on v.id = f.vehicle_id
       where p_kind <> 'collection_entry'
         and (f.rider_id = v_user or (v_user is null and not f.signed_in and f.device_hash = v_device))
      union all
      select 'collection_entry', e.id, e.captured_at, e.received_at, e.received_at, e.state, null, e.facts ->> 'plate'
        from app.collection_entries e where e.surveyor_id = v_user and p_kind = 'collection_entry'
    ), others as (
      select * from sent s where s.id <> p_id order by s.at desc, s.id limit 50
    )
    select jsonb_build_object(
             'id', p_id, 'happenedAt', app.instant(s.occurred_at), 'receivedAt', app.instant(s.received_at),
             'others', (select coalesce(jsonb_agg(jsonb_build_object(
                                 'kind', o.kind, 'id', o.id, 'at', app.instant(o.at), 'state', o.state,
                                 'category', o.category, 'plate', o.plate, 'reviewId', app.review_of(o.kind, o.id))
                                 order by o.at desc, o.id), '[]') from others o))
      from sent s where s.id = p_id);
end
$$;
revoke all on function api.open_author(text,uuid,text) from public;
grant execute on function api.open_author(text,uuid,text) to authenticated;

create or replace function app.author_of(p_kind text, p_id uuid, out user_id uuid, out device bytea, out key uuid)
language plpgsql stable set search_path = '' as $$
begin
  case p_kind
    when 'report' then
      select r.reporter_id, r.device_hash into user_id, device from app.reports r where r.id = p_id and not r.author_erased;
    when 'feedback' then
      select f.rider_id, case when not f.signed_in then f.device_hash end into user_id, device
        from app.feedback f where f.id = p_id;
    when 'collection_entry' then
      select e.surveyor_id into user_id from app.collection_entries e where e.id = p_id;
    else null;
  end case;
  key := case when p_kind = 'collection_entry' then app.surveyor_key(user_id) else app.author_key(user_id, device) end;
end
$$;
revoke all on function app.author_of(text,uuid) from public;

create or replace function app.author_standing(p_user uuid, p_key uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return case when p_key is not null then jsonb_build_object(
    'account', p_user is not null,
    'measures', to_jsonb(array_remove(array[
      case when app.is_restricted(p_key, 'hold') then 'hold' end,
      case when app.is_restricted(p_key, 'limit') then 'limit' end,
      case when app.is_restricted(p_key, 'suspend')
            and exists (select from app.suspended_users s where s.user_id = p_user) then 'suspend' end], null))) end;
end
$$;
revoke all on function app.author_standing(uuid,uuid) from public;

CREATE OR REPLACE FUNCTION app.review_of(p_kind text, p_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (select e.id from app.review_entries e
           where e.subject_id = p_id and e.kind = p_kind order by e.created_at desc, e.id limit 1);
end
$function$;
revoke all on function app.review_of(text,uuid) from public;

CREATE OR REPLACE FUNCTION api.suspend_user(p_user_id uuid, p_reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_admin uuid := app.require_role('admin');
begin
  perform app.check_reason(p_reason);
  if app.suspend(p_user_id, v_admin) then
    perform app.audit(v_admin, 'user.suspended', 'user', p_user_id::text, btrim(p_reason));
  end if;
  return app.user_response(p_user_id) || jsonb_build_object('you', false);
end
$function$;
revoke all on function api.suspend_user(uuid,text) from public;
grant execute on function api.suspend_user(uuid,text) to authenticated;

CREATE OR REPLACE FUNCTION app.suspend(p_user uuid, p_admin uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if p_user = p_admin then
    perform app.fail('own_roles');
  end if;
  perform app.lock_roles();
  perform app.require_found(app.is_known(p_user));
  if exists (select from app.user_roles r where r.user_id = p_user and r.role = 'admin') then
    perform app.refuse_move('admin', '{}');
  end if;
  perform pg_advisory_xact_lock(app.account_lock(p_user));
  insert into app.suspended_users (user_id, suspended_at) values (p_user, app.now()) on conflict do nothing;
  if not found then
    return false;
  end if;
  -- Supabase stores the id in this table as text, its lightweight implementation as uuid.
  delete from auth.refresh_tokens t where t.user_id::text = p_user::text;
  delete from auth.sessions s where s.user_id = p_user;
  update app.api_keys k set revoked_at = app.now() where k.owner_id = p_user and k.revoked_at is null;
  return true;
end
$function$;
revoke all on function app.suspend(uuid,uuid) from public;
