-- Of the demo's network a small part, and rows for what the demo leaves empty: each table has some in the data of a release.
-- Without triggers: what follows from these rows was made before.

set session_replication_role = replica;

delete from app.trips where id not in (select t.id from app.trips t order by t.id limit 6);
delete from app.stop_times where trip_id not in (select t.id from app.trips t);
delete from app.frequencies where trip_id not in (select t.id from app.trips t);
delete from app.shapes where id not in (select t.shape_id from app.trips t where t.shape_id is not null);
create temp table used_stops as
  select s.stop_id as id from app.stop_times s
  union select r.stop_id from app.reports r where r.stop_id is not null
  union select p.id from app.points_of_interest p where p.name in ('Odeon', 'Globe', 'Allsops', 'Roysambu', 'Railways');
delete from app.stops where id not in (select u.id from used_stops u);
update app.stops s set parent_id = null where not exists (select from app.stops p where p.id = s.parent_id);
delete from app.points_of_interest where id not in (select s.id from app.stops s);
delete from app.search_documents d where d.kind = 'stop' and d.subject_id not in (select p.id from app.points_of_interest p);
delete from app.search_documents d
 where d.kind in ('route', 'corridor')
   and d.subject_id not in (select s.subject_id from app.search_documents s where s.kind = d.kind order by s.subject_id limit 5);
update app.corridor_maps set body = '{"type": "FeatureCollection", "features": []}';
update supabase_migrations.schema_migrations set statements = null;
update app.service_areas set outline = extensions.st_multi(extensions.st_simplify(outline, 0.01)), area = extensions.st_multi(extensions.st_simplify(area, 0.01));

create temp table one as
  select (select r.id from app.reports r order by r.id limit 1) as report,
         (select i.id from app.incidents i order by i.id limit 1) as incident,
         (select i.id from app.incidents i order by i.id desc limit 1) as other_incident,
         (select v.id from app.vehicles v order by v.id limit 1) as vehicle,
         (select v.id from app.vehicles v order by v.id desc limit 1) as other_vehicle,
         (select r.id from app.routes r order by r.id limit 1) as route,
         (select c.id from app.corridors c order by c.id limit 1) as corridor,
         (select s.id from app.saccos s order by s.id limit 1) as sacco,
         (select s.id from app.saccos s order by s.id desc limit 1) as other_sacco,
         (select s.id from app.surveyor_sessions s order by s.id limit 1) as session,
         (select s.id from app.assignment_slots s order by s.id limit 1) as slot,
         (select e.id from app.collection_entries e order by e.id limit 1) as entry,
         (select e.id from app.review_entries e order by e.id limit 1) as review,
         '0a000000-0000-4000-8000-000000000001'::uuid as amina, '0a000000-0000-4000-8000-000000000002'::uuid as baraka,
         '0a000000-0000-4000-8000-000000000003'::uuid as chebet, '0a000000-0000-4000-8000-000000000004'::uuid as dalmas,
         '0a000000-0000-4000-8000-000000000005'::uuid as eve, gen_random_uuid() as id,
         (select d.token_hash from app.devices d order by d.token_hash limit 1) as device,
         decode(repeat('ab', 32), 'hex') as hash, now() - interval '2 hours' as at;

insert into app.feedback (id, rider_id, voice, content_hash, vehicle_id, route_id, stars, tags, comment, rode_at, received_at, new_account, counts_from)
  select id, amina, amina, hash, vehicle, route, 4, '{courteous}', 'Room for everybody', at, at, false, at from one;
insert into app.feedback_events (feedback_id, at, from_state, to_state) select id, at, 'draft', 'received' from one;
insert into app.vehicle_feedback_summaries (vehicle_id, valid_until) select vehicle, at from one;
insert into app.api_keys (id, owner_id, name, prefix, secret_hash, scopes, created_at, expires_at, request_hash)
  select id, amina, 'A screen', '0123456789', hash, '{incidents:read}', at, at + interval '1 year', hash from one;
insert into app.api_key_usage select id, at::date, 2, 1 from one;
insert into app.stage_counts (id, surveyor_id, content_hash, session_id, started_at, ended_at, received_at, counted_s, pauses, taps, late)
  select id, chebet, hash, session, at, at + interval '1 minute', at, 60, '[]', '[]', false from one;
insert into app.followers (id, user_id, created_at) select id, amina, at from one;
insert into app.follows (follower_id, kind, route_id, created_at) select id, 'route', route, at from one;
insert into app.push_subscriptions (endpoint_hash, follower_id, endpoint, p256dh, auth, locale, created_at)
  select hash, id, 'https://push.example.org/1', 'key', 'secret', 'en', at from one;
insert into app.alerts (follower_id, incident_id, created_at) select id, incident, at from one;
insert into app.passkeys (credential_id, user_id, app, name, public_key, counter, transports, created_at)
  select 'credential', dalmas, 'admin', 'A key', 'key', 0, '{}', at from one;
insert into app.slot_events (slot_id, at, from_state, to_state, actor) select slot, at, 'open', 'claimed', chebet from one;
insert into app.report_mails (report_id, user_id, locale, mailed_outcome, created_at) select report, amina, 'en', 'received', at from one;
insert into app.sacco_merges (from_id, into_id, merged_at, undone_at, vehicle_ids, alias_keys, register_nos, named)
  select sacco, other_sacco, at, at, '{}', '{}', '{}', false from one;
insert into app.saccos_apart select least(sacco, other_sacco), greatest(sacco, other_sacco) from one;
insert into app.sacco_register select 'R-1', 'A sacco', sacco from one;
insert into app.incident_history (incident_id, visible_from, visible_until, category, lat, lng, last_seen_at, body)
  select incident, at, at + interval '1 hour', 'crash', 0, 0, at, '{}' from one;
insert into app.report_photos (id, report_id, sent_sha256, sha256, bytes, width, height, added_at) select id, report, hash, hash, 9, 9, 9, at from one;
insert into app.report_additions (id, report_id, at, words) select id, report, at, 'It happened again' from one;
insert into app.incident_merges (incident_id, into_id, merged_at, lifecycle, report_ids, split_at)
  select incident, other_incident, at, 'active', array[report], at from one;
insert into app.session_browsers select id, amina, 'rider', 'Firefox', 'Linux' from one;
insert into app.device_votes (incident_id, device_hash, vote, counted, voted_at, spent_until) select incident, device, 'confirm', true, at, at from one;
insert into app.incident_votes (incident_id, user_id, vote, voted_at, spent_until) select incident, baraka, 'confirm', at, at from one;
insert into app.idempotent_requests select amina, 'key', hash, '{}', at from one;
insert into app.entry_photos (id, entry_id, sent_sha256, sha256, bytes, width, height, added_at) select id, entry, hash, hash, 9, 9, 9, at from one;
insert into app.admin_alert_settings (user_id) select dalmas from one;
insert into app.second_factors (user_id, secret, created_at, attempts_from) select chebet, repeat('x', 40), at, at from one;
insert into app.second_factor_devices (user_id, device_hash, proven_at, attempts_from) select chebet, hash, at, at from one;
insert into app.recovery_codes (user_id, code_hash) select chebet, hash from one;
insert into app.proven_sessions (session_id, user_id, password_at) select id, amina, at from one;
insert into app.used_challenges select hash, at from one;
insert into app.open_quiz_attempts
  select e.user_id, e.course_id, m.module_id, m.version, '{}', s.at
    from one s, app.enrolments e join app.module_versions m using (course_id) limit 1;
insert into app.weekly_counts select corridor, date_trunc('week', at)::date - 7, 'crash', 'day', 5 from one;
insert into app.frozen_weeks select date_trunc('week', at)::date - 7, at from one;
insert into app.external_identities select 'https://id.example.org', '1', amina, at from one;
insert into app.vehicle_merges select vehicle, other_vehicle, at, '{}' from one;
insert into app.retired_codes select 'V-00000000', vehicle, at from one;
insert into app.vehicle_routes select vehicle, route from one;
insert into app.incident_changes select incident, 1000000, 'seen', at from one;
insert into app.document_acceptances select amina, d.document_key, d.version, s.at from one s, app.document_versions d limit 1;
insert into app.report_networks select report, hash, at, true, false from one;
insert into app.shared_trips select id, 1, repeat('A', 40), at, at + interval '4 hours' from one;
insert into app.review_viewers select dalmas, review, at from one;
insert into app.learning_goals select amina, 3, at from one;
insert into app.suspended_users select eve, at from one;
insert into app.deleted_users select id, at from one;
insert into app.role_versions select dalmas, 1 from one;
insert into app.clock values (true, interval '0');
insert into app.gtfs_rows select i.id, 'agency', '{}' from app.gtfs_imports i limit 1;

drop table one, used_stops;
set session_replication_role = origin;
