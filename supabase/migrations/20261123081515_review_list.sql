set check_function_bodies = off;

drop function "api"."list_review_queue"(text, text, text, boolean, integer, jsonb);

drop function "app"."preview_decision"(uuid, uuid, text, integer, jsonb);

create type "app"."review_filter" as (
  "viewer"   uuid,
  "state"    text,
  "category" text,
  "mine"     boolean,
  "q"        text,
  "photos"   boolean,
  "overdue"  boolean,
  "odd"      boolean
);

create or replace function api.list_review_queue (
  p_kind     text    default null::text,
  p_state    text    default 'open'::text,
  p_category text    default null::text,
  p_mine     boolean default false,
  p_q        text    default null::text,
  p_photos   boolean default false,
  p_overdue  boolean default false,
  p_odd      boolean default false,
  p_limit    integer default 20,
  p_after    jsonb   default null::jsonb
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  v_admin  uuid := app.require_role('admin');
  v_limit  int := app.page_size(p_limit);
  v_at     timestamptz := (p_after ->> 'at')::timestamptz;
  v_id     uuid := (p_after ->> 'id')::uuid;
  v_open   boolean := p_state in ('open', 'pending', 'claimed', 'escalated');
  v_filter app.review_filter := row (v_admin, p_state, p_category, p_mine, p_q, p_photos, p_overdue, p_odd);
  v_rows   jsonb[];
begin
  if v_open then
    v_rows := array(
      select jsonb_build_object('row', app.review_response(e, v_admin), 'key', jsonb_build_object('at', e.due_at, 'id', e.id))
        from app.review_entries e
       where e.state in ('pending', 'claimed', 'escalated') and (p_kind is null or e.kind = p_kind)
         and (p_after is null or (e.due_at, e.id) > (v_at, v_id))
         and app.fits_review_filter(e, v_filter)
       order by e.due_at, e.id
       limit v_limit + 1);
  else
    v_rows := array(
      select jsonb_build_object('row', app.review_response(e, v_admin),
                                'key', jsonb_build_object('at', e.decided_at, 'id', e.id))
        from app.review_entries e
       where e.decided_at is not null and (p_kind is null or e.kind = p_kind)
         and (p_after is null or (e.decided_at, e.id) < (v_at, v_id))
         and app.fits_review_filter(e, v_filter)
       order by e.decided_at desc, e.id desc
       limit v_limit + 1);
  end if;
  return app.page(v_rows, v_limit) || jsonb_build_object(
    'asOf', app.instant(app.now()), 'waiting', app.review_counts(),
    'matching', case when v_open and p_after is null then app.count_reviews(p_kind, v_filter) end);
end
$function$;

create or replace function api.preview_review_decisions (
  p_entries     jsonb,
  p_decision    text,
  p_reason_code text  default null::text,
  p_note        text  default null::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  return app.decide_in_bulk(app.require_role('admin'), p_entries, p_decision, p_reason_code, p_note, true);
end
$function$;

create or replace function api.submit_review_decisions (
  p_entries     jsonb,
  p_decision    text,
  p_reason_code text  default null::text,
  p_note        text  default null::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  return app.decide_in_bulk(app.require_role('admin'), p_entries, p_decision, p_reason_code, p_note, false);
end
$function$;

create or replace function app.count_reviews (
  p_kind   text,
  p_filter app.review_filter
)
  returns integer
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return (
    select count(*) from (
      select from app.review_entries e
       where e.state in ('pending', 'claimed', 'escalated') and (p_kind is null or e.kind = p_kind)
         and app.fits_review_filter(e, p_filter)
       limit 501) found);
end
$function$;

create or replace function app.decide_in_bulk (
  p_admin       uuid,
  p_entries     jsonb,
  p_decision    text,
  p_reason_code text,
  p_note        text,
  p_preview     boolean
)
  returns jsonb
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_said   jsonb := jsonb_build_object('reasonCode', p_reason_code, 'note', p_note, 'edits', null, 'duplicateOf', null);
  v_answer jsonb := '[]';
  v_each   jsonb;
begin
  if (jsonb_typeof(p_entries) = 'array' and jsonb_array_length(p_entries) between 1 and 50) is distinct from true then
    perform app.fail('invalid_request', '{"path": "entries"}');
  end if;
  for v_each in select e from jsonb_array_elements(p_entries) e loop
    v_answer := v_answer || app.decide_one_of_many(
      p_admin, (v_each ->> 'entryId')::uuid, p_decision, (v_each ->> 'version')::int, v_said, p_preview);
  end loop;
  return jsonb_build_object('data', v_answer);
end
$function$;

create or replace function app.decide_one_of_many (
  p_admin    uuid,
  p_entry    uuid,
  p_decision text,
  p_version  integer,
  p_said     jsonb,
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
    v_entry := app.decide_review(p_admin, p_entry, p_decision, p_version, p_said);
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

create or replace function app.excerpt (
  p_text text
)
  returns text
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
begin
  return left(btrim(regexp_replace(p_text, '\s+', ' ', 'g')), 160);
end
$function$;

create or replace function app.fits_review_filter (
  p_entry  app.review_entries,
  p_filter app.review_filter
)
  returns boolean
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  if p_filter.state not in ('open', 'closed') and app.review_state(p_entry) <> p_filter.state then
    return false;
  elsif p_filter.mine and (case when p_entry.decided_at is null
                                then p_entry.claimed_by = p_filter.viewer and p_entry.claimed_until > app.now()
                                else p_entry.decided_by = p_filter.viewer end) is distinct from true then
    return false;
  elsif p_filter.overdue and (p_entry.decided_at is not null or p_entry.due_at > app.now()) then
    return false;
  elsif p_filter.category is not null
        and app.review_category(p_entry.kind, p_entry.subject_id) is distinct from p_filter.category then
    return false;
  elsif p_filter.photos and not app.has_review_photos(p_entry.subject_id) then
    return false;
  elsif p_filter.odd and app.review_oddities(p_entry) = '{}' then
    return false;
  end if;
  return p_filter.q is null or app.review_mentions(p_entry, p_filter.q);
end
$function$;

create or replace function app.has_review_photos (
  p_subject uuid
)
  returns boolean
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return exists (select from app.report_photos p where p.report_id = p_subject and p.state <> 'refused')
    or exists (select from app.entry_photos p where p.entry_id = p_subject);
end
$function$;

create or replace function app.nearest_incident_m (
  p_report app.reports
)
  returns integer
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return (
    select round(min(app.distance_m(i.lat, i.lng, p_report.lat, p_report.lng)))
      from app.incidents i
     where i.category = p_report.category and i.lifecycle in ('active', 'expired')
       and i.pt <@ app.box_around(p_report.lat, p_report.lng, 3000)
       and i.last_seen_at >= p_report.occurred_at - interval '1 day'
       and i.first_seen_at <= p_report.occurred_at + interval '1 day');
end
$function$;

create or replace function app.review_about (
  p_entry app.review_entries
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_about jsonb := jsonb_build_object(
    'category', null, 'placeName', null, 'corridor', null, 'plate', null, 'sacco', null, 'stars', null, 'photoIds', '[]'::jsonb,
    'excerpt', null, 'distanceM', null, 'oddities', to_jsonb(app.review_oddities(p_entry)));
begin
  case p_entry.kind
    when 'report' then
      return v_about || (
        select jsonb_build_object(
                 'category', r.category,
                 'happenedAt', app.admin_instant(r.occurred_at, app.is_sensitive(r.visibility, r.category)),
                 'placeName', app.place_name(r.lat, r.lng), 'corridor', c.name, 'plate', app.plate_text(r.vehicle_plate),
                 'excerpt', app.excerpt(coalesce(r.note, r.answer)), 'distanceM', app.nearest_incident_m(r),
                 'photoIds', (select coalesce(jsonb_agg(p.id order by p.added_at, p.id), '[]')
                                from app.report_photos p where p.report_id = r.id and p.state <> 'refused'))
          from app.reports r left join app.corridors c on c.id = r.corridor_id where r.id = p_entry.subject_id);
    when 'feedback' then
      return v_about || (
        select jsonb_build_object('happenedAt', app.instant(f.rode_at), 'plate', v.plate, 'stars', f.stars, 'sacco', s.name,
                                  'excerpt', app.excerpt(f.comment))
          from app.feedback f join app.vehicles v on v.id = f.vehicle_id left join app.saccos s on s.id = v.sacco_id
         where f.id = p_entry.subject_id);
    when 'collection_entry' then
      return v_about || (
        select jsonb_build_object(
                 'happenedAt', app.instant(e.captured_at), 'plate', e.facts ->> 'plate',
                 'sacco', coalesce(e.facts -> 'sacco' ->> 'name', (app.sacco_at(e.facts -> 'sacco' ->> 'id')).name),
                 'placeName', app.place_name((e.place).lat, (e.place).lng), 'excerpt', app.excerpt(e.note),
                 'photoIds', (select coalesce(jsonb_agg(p.id order by p.added_at, p.id), '[]')
                                from app.entry_photos p where p.entry_id = e.id))
          from app.collection_entries e where e.id = p_entry.subject_id);
    when 'dispute' then
      return v_about || (
        select jsonb_build_object(
                 'category', i.category,
                 'happenedAt', app.admin_instant(i.last_seen_at, app.is_sensitive(i.visibility, i.category)),
                 'placeName', app.place_name(i.lat, i.lng), 'corridor', c.name, 'plate', app.plate_text(i.vehicle_plate))
          from app.incidents i left join app.corridors c on c.id = i.corridor_id where i.id = p_entry.subject_id);
  end case;
end
$function$;

create or replace function app.review_mentions (
  p_entry app.review_entries,
  p_q     text
)
  returns boolean
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_like  text := app.like_pattern_of_key(p_q);
  v_plate text := case when char_length(app.plate_key(p_q)) >= 2 then app.like_pattern(app.plate_key(p_q)) end;
begin
  case p_entry.kind
    when 'report' then
      return coalesce((
        select app.name_key(concat_ws(' ', r.note, r.answer, s.name)) like v_like or r.vehicle_plate like v_plate
               or exists (select from app.report_additions a
                           where a.report_id = r.id and (app.name_key(a.words) like v_like or a.vehicle_plate like v_plate))
               or app.name_key(app.place_name(r.lat, r.lng)) like v_like
          from app.reports r
          left join app.vehicles v on v.id = r.vehicle_id left join app.saccos s on s.id = v.sacco_id
         where r.id = p_entry.subject_id), false);
    when 'feedback' then
      return coalesce((
        select app.name_key(concat_ws(' ', f.comment, s.name)) like v_like or v.plate_key like v_plate
          from app.feedback f
          join app.vehicles v on v.id = f.vehicle_id left join app.saccos s on s.id = v.sacco_id
         where f.id = p_entry.subject_id), false);
    when 'collection_entry' then
      return coalesce((
        select app.name_key(concat_ws(' ', e.note, e.facts -> 'sacco' ->> 'name',
                                      (app.sacco_at(e.facts -> 'sacco' ->> 'id')).name, p.display_name, u.email)) like v_like
               or e.plate_key like v_plate
               or app.name_key(app.place_name((e.place).lat, (e.place).lng)) like v_like
          from app.collection_entries e
          left join app.profiles p on p.user_id = e.surveyor_id left join auth.users u on u.id = e.surveyor_id
         where e.id = p_entry.subject_id), false);
    when 'dispute' then
      return coalesce((
        select i.vehicle_plate like v_plate or app.name_key(s.name) like v_like
               or app.name_key(app.place_name(i.lat, i.lng)) like v_like
          from app.incidents i
          left join app.vehicles v on v.id = i.vehicle_id left join app.saccos s on s.id = v.sacco_id
         where i.id = p_entry.subject_id), false);
  end case;
end
$function$;

create or replace function app.review_oddities (
  p_entry app.review_entries
)
  returns text[]
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_odd text[] := case when p_entry.escalated_by is not null then array['escalated'] else '{}' end;
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
        select array_remove(array[
                 case when not app.is_usual_plate(e.plate_key) then 'unusual_plate' end,
                 case when v.sacco_id is not null and jsonb_typeof(e.facts -> 'sacco') = 'object'
                       and app.reported_sacco(e.facts -> 'sacco') is distinct from v.sacco_id then 'other_sacco' end,
                 case when exists (
                   select from app.vehicles o
                    where o.public_code = app.public_code(e.facts -> 'sticker' ->> 'code') and o.plate_key <> e.plate_key)
                 then 'other_sticker' end,
                 case when e.contested then 'contested' end,
                 case when e.note_flags <> '{}' then 'personal_data' end], null)
          from app.collection_entries e left join app.vehicles v on v.plate_key = e.plate_key where e.id = p_entry.subject_id);
    else return v_odd;
  end case;
end
$function$;

revoke all
  on function "api"."list_review_queue"(text, text, text, boolean, text, boolean, boolean, boolean, integer, jsonb)
  from public;

grant execute
  on function "api"."list_review_queue"(text, text, text, boolean, text, boolean, boolean, boolean, integer, jsonb)
  to "authenticated";

revoke all on function "api"."submit_review_decisions"(jsonb, text, text, text) from public;

grant execute on function "api"."submit_review_decisions"(jsonb, text, text, text) to "authenticated";

revoke all on function "app"."count_reviews"(text, app.review_filter) from public;

revoke all on function "app"."decide_in_bulk"(uuid, jsonb, text, text, text, boolean) from public;

revoke all on function "app"."decide_one_of_many"(uuid, uuid, text, integer, jsonb, boolean) from public;

revoke all on function "app"."excerpt"(text) from public;

revoke all on function "app"."fits_review_filter"(app.review_entries, app.review_filter) from public;

revoke all on function "app"."has_review_photos"(uuid) from public;

revoke all on function "app"."nearest_incident_m"(app.reports) from public;

revoke all on function "app"."review_mentions"(app.review_entries, text) from public;

revoke all on function "app"."review_oddities"(app.review_entries) from public;

reset check_function_bodies;
