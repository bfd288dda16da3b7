alter table app.follows rename column told_state to notified_state;

set check_function_bodies = off;

drop function "app"."check_review_decision"(app.review_entries, text, jsonb);

drop function "app"."decide_one_of_many"(uuid, uuid, text, integer, jsonb, boolean);

drop function "app"."decide_review"(uuid, uuid, text, integer, jsonb);

create or replace function api.follow (
  p_kind         text,
  p_id           uuid             default null::uuid,
  p_lat          double precision default null::double precision,
  p_lng          double precision default null::double precision,
  p_radius_m     integer          default null::integer,
  p_name         text             default null::text,
  p_receipt_code text             default null::text,
  p_device       text             default null::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_follower uuid := app.follower_of(p_device);
  v_new      app.follows;
  v_id       uuid;
begin
  v_new := app.checked_follow(v_follower, p_kind, p_id, p_lat, p_lng, p_radius_m, p_name, p_receipt_code);
  perform from app.followers w where w.id = v_follower for update;
  select f.id into v_id from app.follows f
   where f.follower_id = v_follower and f.kind = p_kind
     and coalesce(f.corridor_id, f.route_id, f.report_id, f.vehicle_id)
         is not distinct from coalesce(v_new.corridor_id, v_new.route_id, v_new.report_id, v_new.vehicle_id)
     and (f.lat, f.lng, f.radius_m) is not distinct from (v_new.lat, v_new.lng, v_new.radius_m);
  if v_id is null then
    if (select count(*) from app.follows f where f.follower_id = v_follower) >= 20 then
      perform app.fail('too_many_follows');
    end if;
    insert into app.follows (follower_id, kind, corridor_id, route_id, report_id, vehicle_id, lat, lng, radius_m, name,
                             notified_state, created_at)
    values (v_follower, p_kind, v_new.corridor_id, v_new.route_id, v_new.report_id, v_new.vehicle_id, v_new.lat,
            v_new.lng, v_new.radius_m, v_new.name, v_new.notified_state, app.now())
    returning id into v_id;
  end if;
  return (select app.follow_response(f) from app.follows f where f.id = v_id);
end
$function$;

create or replace function app.answer_question (
  p_report app.reports,
  p_answer text
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_visible text := app.visible_state(p_report);
begin
  if p_report.state = 'in_review' and p_report.answer = p_answer then
    return;
  elsif (char_length(p_answer) between 1 and 1000) is distinct from true then
    perform app.fail('invalid_request', '{"path": "answer"}');
  elsif v_visible <> 'needs_info' then
    perform app.refuse_move(v_visible, case when v_visible = 'withdrawn' then '{}' else '{withdrawn}' end::text[]);
  end if;
  perform app.move_report(p_report.id, 'in_review', null, p_report.reporter_id);
  update app.reports r set answer = p_answer, answer_by = null where r.id = p_report.id;
  perform app.open_review('report', p_report.id, p_report.reporter_id, 'answered', app.review_due(
    (select c from app.incident_categories c where c.code = p_report.category)));
end
$function$;

create or replace function app.check_review_decision (
  p_entry    app.review_entries,
  p_decision text,
  p_details  jsonb
)
  returns void
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_reason   text := p_details ->> 'reasonCode';
begin
  perform app.check_fields(array[
    ('decision', 'invalid_value', p_decision in ('approved', 'approved_with_edits', 'changes_requested', 'rejected', 'duplicate',
                                'escalated')),
    ('reasonCode', case when v_reason is null then 'required' else 'not_allowed_here' end, case
      when p_decision = 'approved' then v_reason is null
      when p_decision = 'approved_with_edits' and v_reason is null then true
      else exists (select from app.review_reasons r
                    where (r.kind = p_entry.kind or r.kind is null) and r.code = v_reason
                      and p_decision = any (r.decisions)) end),
    ('note', 'invalid_value', char_length(coalesce(p_details ->> 'note', 'none')) between 1 and 1000),
    ('edits', case when p_details ->> 'edits' is null then 'required'
                   when p_decision = 'approved_with_edits' then 'invalid_value'
                   else 'not_allowed_here' end, case
      when p_details ->> 'edits' is null then p_decision <> 'approved_with_edits'
      else jsonb_typeof(p_details -> 'edits') = 'object' and p_details -> 'edits' <> '{}'
           and octet_length(p_details ->> 'edits') <= 16000
           and (p_decision = 'approved_with_edits'
                or (p_decision = 'changes_requested' and p_entry.kind = 'collection_entry')) end),
    ('duplicateOf', case when p_details ->> 'duplicateOf' is null then 'required' else 'not_allowed_here' end,
     case when p_decision = 'duplicate'
      then (p_details ->> 'duplicateOf')::uuid <> p_entry.subject_id
      else p_details ->> 'duplicateOf' is null end)
  ]::app.field_check[]);
end
$function$;

create or replace function app.checked_follow (
  p_follower     uuid,
  p_kind         text,
  p_id           uuid,
  p_lat          double precision,
  p_lng          double precision,
  p_radius_m     integer,
  p_name         text,
  p_receipt_code text
)
  returns app.follows
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v        app.follows;
  v_report app.reports;
begin
  case p_kind
    when 'corridor' then
      select c.id into v.corridor_id from app.corridors c where c.id = p_id and c.retired_at is null;
      perform app.require_found(v.corridor_id is not null);
    when 'route' then
      select r.id into v.route_id from app.routes r where r.id = p_id and r.retired_at is null;
      perform app.require_found(v.route_id is not null);
    when 'vehicle' then
      select coalesce(v0.merged_into, v0.id) into v.vehicle_id from app.vehicles v0 where v0.id = p_id;
      perform app.require_found(v.vehicle_id is not null);
    when 'place' then
      perform app.check_fields(array[
        ('lat', 'invalid_value', p_lat between -90 and 90),
        ('lng', 'invalid_value', p_lng between -180 and 180),
        ('radiusM', 'invalid_value', p_radius_m between 200 and 5000),
        ('name', 'invalid_value', char_length(p_name) between 1 and 80 and app.is_one_line(p_name))]::app.field_check[]);
      -- Three decimals, about 110 m: enough for a circle, and it is no record of where somebody lives.
      v.lat := round(p_lat::numeric, 3)::float8;
      v.lng := round(p_lng::numeric, 3)::float8;
      v.radius_m := p_radius_m;
      v.name := p_name;
    when 'report' then
      select r.* into v_report
        from app.reports r
       where r.visibility in ('public', 'coarse') and r.state <> 'purged'
         and (r.receipt_hash = sha256(convert_to(p_receipt_code, 'UTF8'))
              or r.id = p_id and r.reporter_id = (select w.user_id from app.followers w where w.id = p_follower));
      perform app.require_found(v_report.id is not null);
      v.report_id := v_report.id;
      v.notified_state := app.visible_state(v_report);
    else
      perform app.fail('invalid_request', '{"path": "kind"}');
  end case;
  return v;
end
$function$;

create or replace function app.decide_one_of_many (
  p_admin    uuid,
  p_entry    uuid,
  p_decision text,
  p_version  integer,
  p_details  jsonb,
  p_preview  boolean
)
  returns jsonb
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_entry  app.review_entries;
  v_before jsonb;
  v_after  jsonb;
  v_slug   text;
begin
  begin
    select * into v_entry from app.review_entries e where e.id = p_entry;
    v_before := app.subject_standing(v_entry);
    if p_decision <> 'escalated' and app.review_oddities(v_entry) <> '{}' then
      perform app.fail('needs_own_review');
    end if;
    v_entry := app.decide_review(p_admin, p_entry, p_decision, p_version, p_details);
    v_after := app.subject_standing(v_entry);
    if p_preview then
      raise exception using errcode = 'PTBCK';
    end if;
  exception
    when sqlstate 'PTBCK' then null;
    when sqlstate 'PT400' then get stacked diagnostics v_slug = message_text;
    when deadlock_detected then v_slug := 'unavailable';
  end;
  return jsonb_build_object('entryId', p_entry, 'problem', v_slug, 'before', v_before, 'after', v_after)
    || case when p_preview then '{}' else jsonb_build_object(
         'entry', case when v_slug is null then app.review_response(v_entry, p_admin) end) end;
end
$function$;

create or replace function app.decide_review (
  p_admin    uuid,
  p_entry_id uuid,
  p_decision text,
  p_version  integer,
  p_details  jsonb
)
  returns app.review_entries
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_entry  app.review_entries;
  v_before jsonb;
begin
  perform app.lock_review_subject(p_entry_id, (p_details ->> 'duplicateOf')::uuid);
  select * into v_entry from app.review_entries e where e.id = p_entry_id for update;
  if v_entry.state = p_decision and v_entry.version - 1 = p_version
     and ((p_decision = 'escalated' and v_entry.escalated_by = p_admin)
          or (v_entry.decided_by = p_admin and v_entry.decision = p_details)) then
    return v_entry;
  end if;
  v_entry := app.entry_to_decide(p_entry_id, p_admin);
  if v_entry.version is distinct from p_version then
    perform app.fail('version_conflict', jsonb_build_object('currentVersion', v_entry.version));
  end if;
  perform app.check_review_decision(v_entry, p_decision, p_details);
  v_before := app.subject_snapshot(v_entry);
  perform app.claim_entry(v_entry, p_admin);
  perform app.move_review(p_entry_id, p_decision, p_admin, p_details ->> 'reasonCode', p_details ->> 'note');
  if p_decision = 'escalated' then
    update app.review_entries e set claimed_by = null, claimed_until = null, escalated_by = p_admin
     where e.id = p_entry_id
    returning * into v_entry;
  else
    update app.review_entries e
       set claimed_by = null, claimed_until = null, decided_by = p_admin, decided_at = app.now(), decision = p_details
     where e.id = p_entry_id
    returning * into v_entry;
    perform app.decide_subject(v_entry, p_decision, p_details, p_admin);
  end if;
  perform app.save_snapshot(v_entry, v_before);
  perform app.audit(p_admin, 'review.' || p_decision, 'review_entry', p_entry_id::text, p_details ->> 'reasonCode',
                    jsonb_build_object('kind', v_entry.kind, 'subjectId', v_entry.subject_id));
  return v_entry;
end
$function$;

create or replace function app.make_report_alerts()
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_now timestamptz := app.now();
  v     record;
  v_id  uuid;
begin
  for v in
    select f.id, f.follower_id, f.report_id, app.visible_state(r) as state
      from app.follows f join app.reports r on r.id = f.report_id
     where f.notified_state is distinct from app.visible_state(r)
     limit 500 for update of f skip locked
  loop
    update app.follows f set notified_state = v.state where f.id = v.id;
    insert into app.alerts as a (follower_id, report_id, created_at) values (v.follower_id, v.report_id, v_now)
    on conflict (follower_id, report_id) do update set created_at = v_now, read_at = null
    returning a.id into v_id;
    insert into app.alert_deliveries as d (alert_id, endpoint_hash, due_at)
    select v_id, s.endpoint_hash, v_now from app.push_subscriptions s
     where s.follower_id = v.follower_id and s.app = 'rider'
    on conflict (alert_id, endpoint_hash) do update set due_at = v_now, attempts = 0;
  end loop;
end
$function$;

revoke all on function "app"."check_review_decision"(app.review_entries, text, jsonb) from public;

revoke all on function "app"."decide_one_of_many"(uuid, uuid, text, integer, jsonb, boolean) from public;

revoke all on function "app"."decide_review"(uuid, uuid, text, integer, jsonb) from public;

reset check_function_bodies;
