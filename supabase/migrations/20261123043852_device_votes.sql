set check_function_bodies = off;

drop function "api"."get_reporter_incident_votes"(uuid[]);

drop function "api"."vote_on_incident"(uuid, text, text);

drop function "app"."check_vote_limits"(app.incident_votes, uuid);

drop function "app"."is_known_reporter"(app.incidents, uuid);

create table "app"."device_votes" (
  "incident_id" uuid                     not null,
  "device_hash" bytea                    not null,
  "vote"        text,
  "network"     bytea,
  "counted"     boolean                  not null,
  "voted_at"    timestamp with time zone not null,
  "spent_until" timestamp with time zone not null,
  constraint "device_votes_pkey" primary key (incident_id, device_hash),
  constraint "device_votes_vote_check" check ((vote = ANY (ARRAY['confirm'::text, 'deny'::text, 'over'::text])))
);

alter table "app"."device_votes"
  enable row level security;

create or replace function api.get_reporter_incident_votes (
  p_ids    uuid[],
  p_device text   default null::text
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  v_user   uuid := case when app.is_server() then null else app.require_user() end;
  v_device bytea := app.known_device(p_device);
begin
  if (cardinality(p_ids) <= 100) is distinct from true then
    perform app.fail('invalid_request', '{"path": "ids"}');
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('incidentId', o.incident_id, 'vote', o.vote) order by o.incident_id), '[]')
      from (select coalesce(v.incident_id, d.incident_id) as incident_id,
                   case when v.incident_id is null then d.vote else v.vote end as vote
              from (select * from app.incident_votes i where i.user_id = v_user and i.incident_id = any (p_ids)) v
              full join (select * from app.device_votes i where i.device_hash = v_device and i.incident_id = any (p_ids)) d
                on d.incident_id = v.incident_id) o
     where o.vote is not null);
end
$function$;

create or replace function api.vote_on_incident (
  p_id       uuid,
  p_vote     text   default null::text,
  p_device   text   default null::text,
  p_networks text[] default null::text[]
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_user     uuid := case when app.is_server() then null else app.require_user() end;
  v_device   bytea := app.known_device(p_device);
  v_incident app.incidents;
  v_state    json;
  v_shows    boolean;
begin
  if v_user is null and v_device is null then
    perform app.fail('unauthenticated');
  end if;
  if p_vote not in ('confirm', 'deny', 'over') then
    perform app.fail('invalid_request', '{"path": "vote"}');
  end if;
  if v_user is null then
    perform pg_advisory_xact_lock(hashtextextended(encode((app.network_hashes(p_networks))[1], 'hex'), 9));
  end if;
  select * into v_incident from app.incidents i where i.id = p_id for update;
  v_state := app.public_state(p_id);
  if v_state is null then
    perform app.fail_if_gone(p_id);
    perform app.fail('not_found');
  end if;
  if v_state ->> 'lifecycle' <> 'active' then
    perform app.refuse_move(v_state ->> 'lifecycle', '{}');
  end if;
  if p_vote is not null and app.is_known_reporter(v_incident, v_user, v_device) then
    perform app.fail('incident_own');
  end if;
  v_shows := case when v_user is null then app.store_device_vote(p_id, v_device, p_vote, p_networks)
                  else app.store_vote(p_id, v_user, p_vote, v_device) end;
  if v_shows is not null and v_incident.lifecycle = 'active' then
    perform app.weigh_votes(v_incident, v_shows);
  end if;
  return jsonb_build_object('incidentId', p_id, 'vote', p_vote);
end
$function$;

create or replace function app.anonymize_old_reports()
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_now    timestamptz := app.now();
  v_report app.reports;
begin
  for v_report in
    select * from app.reports r
     where r.state = 'needs_info' and r.answer_by <= v_now limit 100 for update skip locked
  loop
    perform app.leave_incident(v_report.id, 'rejected', 'no_answer');
  end loop;

  for v_report in
    select * from app.reports r
     where r.closed_at <= v_now - interval '90 days' and r.state <> 'purged' limit 1000 for update skip locked
  loop
    perform app.anonymize_author(v_report);
    perform app.move_report(v_report.id, 'purged', v_report.state);
  end loop;

  update app.reports r
     set lat = app.coarse(r.lat), lng = app.coarse(r.lng), accuracy_m = greatest(r.accuracy_m, 800), stop_id = null,
         said = r.said - 'place', place_erased_at = v_now
   where r.place_erased_at is null and r.closed_at <= v_now - interval '180 days'
     and app.is_sensitive(r.visibility, r.category);

  delete from app.incident_votes v where v.voted_at <= v_now - interval '90 days';
  delete from app.device_votes d where d.voted_at <= v_now - interval '90 days';
end
$function$;

create or replace function app.check_vote_limits (
  p_spent_until timestamp with time zone,
  p_recent      timestamp with time zone[]
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  perform app.refuse_until(case
    when p_spent_until is not null then p_spent_until - interval '9 minutes'
    else greatest(p_recent[30] + interval '10 minutes', p_recent[200] + interval '1 day') end);
end
$function$;

create or replace function app.count_votes (
  p_incident app.incidents,
  p_vote     text
)
  returns integer
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return (select count(*) from app.incident_votes v
           where v.incident_id = p_incident.id and v.vote = p_vote and not app.is_known_reporter(p_incident, v.user_id))
       + (select count(*) from app.counted_device_votes(p_incident, p_vote));
end
$function$;

create or replace function app.counted_device_votes (
  p_incident app.incidents,
  p_vote     text
)
  returns SETOF app.device_votes
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return query
    select d.* from app.device_votes d
     where d.incident_id = p_incident.id and d.vote = p_vote and d.counted
       and not exists (select from app.incident_votes v
                        where v.incident_id = p_incident.id and v.device_hash = d.device_hash and v.vote is not null)
       and not app.is_known_reporter(p_incident, null, d.device_hash);
end
$function$;

create or replace function app.independent_votes (
  p_incident app.incidents,
  p_vote     text,
  p_since    timestamp with time zone default '-infinity'::timestamp with time zone
)
  returns integer
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return (
    select count(distinct coalesce(encode(v.device_hash, 'hex'), v.user_id::text))
      from app.incident_votes v
     where v.incident_id = p_incident.id and v.vote = p_vote
       and v.voted_at > p_incident.votes_from and v.voted_at >= p_since
       and not app.is_known_reporter(p_incident, v.user_id)
       and not app.is_new_account(v.user_id))
    + app.weight_of_devices(p_incident, p_vote, p_since);
end
$function$;

create or replace function app.is_known_reporter (
  p_incident app.incidents,
  p_user     uuid,
  p_device   bytea         default null::bytea
)
  returns boolean
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return exists (select from app.reports r
                  where r.incident_id = p_incident.id
                    and (r.reporter_id = p_user
                         or (p_user is null and r.reporter_id is null and r.device_hash = p_device))
                    and app.is_incident_visible(r, p_incident));
end
$function$;

create or replace function app.network_hashes (
  p_networks text[]
)
  returns bytea[]
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
begin
  return array(
    select sha256(convert_to(coalesce(n.hash, 'unknown'), 'UTF8'))
      from unnest(coalesce(nullif(p_networks, '{}'), '{unknown}')) with ordinality n (hash, i) order by n.i);
end
$function$;

create or replace function app.purge_idle_devices()
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  delete from app.devices d
   where d.token_hash in (
           select o.token_hash from app.devices o
            where o.created_at <= app.now() - interval '30 days'
              and not exists (select from app.reports r where r.device_hash = o.token_hash)
              and not exists (select from app.incident_votes v where v.device_hash = o.token_hash)
              and not exists (select from app.device_votes v where v.device_hash = o.token_hash)
            order by o.created_at
            limit 1000);
end
$function$;

create or replace function app.purge_vote_networks()
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  update app.device_votes d set network = null
   where d.network is not null and d.voted_at <= app.now() - interval '1 day';
end
$function$;

create or replace function app.store_device_vote (
  p_incident uuid,
  p_device   bytea,
  p_vote     text,
  p_networks text[]
)
  returns boolean
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_now     timestamptz := app.now();
  v_before  app.device_votes;
  v_network bytea[] := app.network_hashes(p_networks);
  v_counted boolean;
begin
  select * into v_before from app.device_votes d where d.incident_id = p_incident and d.device_hash = p_device;
  if v_before.vote is not distinct from p_vote then
    return null;
  end if;
  perform app.check_vote_limits(v_before.spent_until, array(
    select d.voted_at from app.device_votes d
     where d.device_hash = p_device and d.voted_at > v_now - interval '1 day' order by d.voted_at desc limit 200));
  perform app.refuse_until(app.room_at('network_vote', array(
    select d.voted_at from app.device_votes d
     where d.network = any (v_network) and d.voted_at > v_now - interval '1 day' and d.device_hash <> p_device
     order by d.voted_at desc)));
  v_counted := coalesce(v_before.counted, (
    select count(*) < (app.burst_limit('network_vote_counted')).allowed from app.device_votes d
     where d.incident_id = p_incident and d.network = any (v_network) and d.counted));
  insert into app.device_votes as d (incident_id, device_hash, vote, network, counted, voted_at, spent_until)
  values (p_incident, p_device, p_vote, v_network[1], v_counted, v_now, v_now + interval '1 minute')
  on conflict (incident_id, device_hash) do update
    set (vote, network, voted_at, spent_until) =
        (excluded.vote, excluded.network, excluded.voted_at,
         greatest(d.spent_until + interval '1 minute', excluded.spent_until));
  return v_counted and ('confirm' in (v_before.vote, p_vote)) is true;
end
$function$;

create or replace function app.store_vote (
  p_incident uuid,
  p_user     uuid,
  p_vote     text,
  p_device   bytea
)
  returns boolean
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_before  app.incident_votes;
  v_phone   text;
  v_changed boolean;
begin
  delete from app.device_votes d where d.incident_id = p_incident and d.device_hash = p_device returning d.vote into v_phone;
  select * into v_before from app.incident_votes v where v.incident_id = p_incident and v.user_id = p_user;
  v_changed := v_before.vote is distinct from p_vote;
  if v_changed then
    perform app.check_vote_limits(v_before.spent_until, array(
      select v.voted_at from app.incident_votes v
       where v.user_id = p_user and v.voted_at > app.now() - interval '1 day' order by v.voted_at desc limit 200));
    insert into app.incident_votes as v (incident_id, user_id, vote, device_hash, voted_at, spent_until)
    values (p_incident, p_user, p_vote, case when p_vote is not null then p_device end, app.now(),
            app.now() + interval '1 minute')
    on conflict (incident_id, user_id) do update
      set (vote, device_hash, voted_at, spent_until) =
          (excluded.vote, excluded.device_hash, excluded.voted_at,
           greatest(v.spent_until + interval '1 minute', excluded.spent_until));
  end if;
  if v_changed or v_phone is not null then
    return (v_changed and 'confirm' in (v_before.vote, p_vote)) is true or v_phone is not distinct from 'confirm';
  end if;
  return null;
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
  return v_count;
end
$function$;

create or replace function app.transfer_report (
  p_report       uuid,
  p_receipt_code text,
  p_user         uuid,
  p_device       bytea
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_report app.reports;
begin
  select * into v_report from app.reports r where r.id = p_report for update;
  if p_user is not null or not app.has_receipt(v_report, p_receipt_code) then
    perform app.fail('id_reused');
  end if;
  if exists (select from app.reports r where r.device_hash = v_report.device_hash and r.id <> p_report)
     or exists (select from app.incident_votes v where v.device_hash = v_report.device_hash)
     or exists (select from app.device_votes d where d.device_hash = v_report.device_hash) then
    return;
  end if;
  perform app.check_report_limits(null, p_device);
  update app.reports r set device_hash = p_device where r.id = p_report;
  if exists (select from app.reports r
              where r.incident_id = v_report.incident_id and r.device_hash = p_device and r.id <> p_report) then
    perform app.expire_if_over(v_report.incident_id);
    perform app.publish_incident(v_report.incident_id);
  end if;
end
$function$;

create or replace function app.weigh_by_network (
  p_report   app.reports,
  p_networks text[]
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_now      timestamptz := p_report.received_at;
  v_networks bytea[] := app.network_hashes(p_networks);
  v_known    boolean := app.is_known_phone(p_report);
  v_held     boolean := false;
  v_phones   bigint;
  v_before   app.report_networks[];
begin
  perform pg_advisory_xact_lock(hashtextextended(encode(v_networks[1], 'hex'), 8));
  if not v_known then
    select count(distinct r.device_hash) into v_phones
      from app.report_networks n join app.reports r on r.id = n.report_id
     where n.network = any (v_networks) and n.known and n.at > v_now - interval '1 day';
    v_before := array(
      select n from app.report_networks n
       where n.network = any (v_networks) and not n.known and n.at > v_now - interval '1 day'
       order by n.at desc);
    perform app.refuse_until(app.room_at('network_taken', array(select b.at from unnest(v_before) b), v_phones));
    v_held := app.room_at('network_live', array(select b.at from unnest(v_before) b where not b.held), v_phones) > v_now is true
              or app.is_similar_on_network(p_report, v_networks);
  end if;
  insert into app.report_networks (report_id, network, at, known, held)
  values (p_report.id, v_networks[1], v_now, v_known, v_held);
end
$function$;

create or replace function app.weight_of_devices (
  p_incident app.incidents,
  p_vote     text,
  p_since    timestamp with time zone
)
  returns integer
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return (
    select case when count(distinct d.network) >= 3 then 1 else 0 end
      from app.counted_device_votes(p_incident, p_vote) d
      join app.devices k on k.token_hash = d.device_hash and k.created_at <= app.now() - interval '1 day'
     where d.voted_at > p_incident.votes_from and d.voted_at >= p_since);
end
$function$;

alter table "app"."device_votes"
  add constraint "device_votes_incident_id_fkey" foreign key (incident_id) references app.incidents(id);

create index device_votes_device on app.device_votes using btree (device_hash, voted_at);

create index device_votes_network on app.device_votes using btree (network, voted_at)
  where (network is not null);

create index device_votes_voted_at on app.device_votes using btree (voted_at);

revoke all on function "api"."get_reporter_incident_votes"(uuid[], text) from public;

grant execute on function "api"."get_reporter_incident_votes"(uuid[], text) to "authenticated", "service_role";

revoke all on function "api"."vote_on_incident"(uuid, text, text, text[]) from public;

grant execute on function "api"."vote_on_incident"(uuid, text, text, text[]) to "authenticated", "service_role";

revoke all on function "app"."check_vote_limits"(timestamp with time zone, timestamp with time zone[]) from public;

revoke all on function "app"."counted_device_votes"(app.incidents, text) from public;

revoke all on function "app"."is_known_reporter"(app.incidents, uuid, bytea) from public;

revoke all on function "app"."network_hashes"(text[]) from public;

revoke all on function "app"."purge_vote_networks"() from public;

revoke all on function "app"."store_device_vote"(uuid, bytea, text, text[]) from public;

revoke all on function "app"."store_vote"(uuid, uuid, text, bytea) from public;

revoke all on function "app"."weight_of_devices"(app.incidents, text, timestamp with time zone) from public;

reset check_function_bodies;

insert into app.burst_limits ("rule", "span", "allowed", "per_known") overriding system value values ('network_vote', '00:10:00', '200', '0');

insert into app.burst_limits ("rule", "span", "allowed", "per_known") overriding system value values ('network_vote', '01:00:00', '800', '0');

insert into app.burst_limits ("rule", "span", "allowed", "per_known") overriding system value values ('network_vote', '1 day', '4000', '0');

insert into app.burst_limits ("rule", "span", "allowed", "per_known") overriding system value values ('network_vote_counted', '1 day', '5', '0');
