set check_function_bodies = off;

create type "app"."incident_subject" as (
  "id"         uuid,
  "plate"      text,
  "pattern"    text,
  "categories" text[],
  "vehicles"   uuid[],
  "corridors"  uuid[],
  "places"     box[]
);

create or replace function api.list_incident_records (
  p_q             text             default null::text,
  p_category      text             default null::text,
  p_state         text             default null::text,
  p_corroboration text             default null::text,
  p_from          date             default null::date,
  p_to            date             default null::date,
  p_corridor_id   uuid             default null::uuid,
  p_least         integer          default null::integer,
  p_most          integer          default null::integer,
  p_min_lat       double precision default null::double precision,
  p_min_lng       double precision default null::double precision,
  p_max_lat       double precision default null::double precision,
  p_max_lng       double precision default null::double precision,
  p_limit         integer          default 20,
  p_after         jsonb            default null::jsonb
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  v_limit   int := app.page_size(p_limit);
  v_subject app.incident_subject := app.incident_subject_of(p_q);
  v_box     box := case when p_min_lat is not null then box(point(p_min_lng, p_min_lat), point(p_max_lng, p_max_lat)) end;
begin
  perform app.require_role('admin');
  if p_from > p_to then
    perform app.fail('invalid_request', '{"path": "from", "code": "out_of_range"}');
  end if;
  return app.page(array(
    select jsonb_build_object(
             'row', app.incident_row(i),
             'key', jsonb_build_object('at', app.listed_at(i.visibility, i.opened_seen_at), 'id', i.id))
      from app.incidents i
     where (p_q is null or app.is_about(i, v_subject))
       and (p_category is null or i.category = p_category)
       and (p_state is null or app.is_in_state(i.lifecycle, p_state))
       and (p_corroboration is null or i.corroboration = p_corroboration)
       and (p_from is null or i.published_at >= app.city_midnight(p_from))
       and (p_to is null or i.published_at < app.city_midnight(p_to + 1))
       and (p_corridor_id is null or i.corridor_id = p_corridor_id)
       and (v_box is null or i.pt <@ v_box)
       and ((p_least is null and p_most is null)
            or app.reports_in(i.id) between coalesce(p_least, 0) and coalesce(p_most, 1000000))
       and (p_after is null
            or (app.listed_at(i.visibility, i.opened_seen_at), i.id)
               < ((p_after ->> 'at')::timestamptz, (p_after ->> 'id')::uuid))
     order by app.listed_at(i.visibility, i.opened_seen_at) desc, i.id desc
     limit v_limit + 1), v_limit);
end
$function$;

create or replace function api.restore_incident (
  p_id      uuid,
  p_version integer,
  p_reason  text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_admin    uuid := app.require_role('admin');
  v_incident app.incidents;
begin
  perform app.check_reason(p_reason);
  perform app.lock_incidents(array[p_id]);
  select * into v_incident from app.incidents i where i.id = p_id;
  if exists (select from app.incident_events e
              where e.incident_id = p_id and e.kind = 'restored' and e.detail ->> 'version' = p_version::text) then
    return app.incident_record(v_incident, v_admin);
  end if;
  perform app.check_incident_move(p_id, v_admin, p_version);
  if app.restore_until(v_incident) is null then
    perform app.refuse_move(v_incident.lifecycle, '{}');
  end if;
  perform app.restore_incident(p_id, case when v_incident.expires_at > app.now() then 'active' else 'expired' end, 'restored',
                               jsonb_build_object('decidedBy', v_admin, 'version', p_version));
  perform app.audit(v_admin, 'incident.restored', 'incident', p_id::text, btrim(p_reason));
  return app.incident_record((select i from app.incidents i where i.id = p_id), v_admin);
end
$function$;

create or replace function api.search_console (
  p_q text
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  v_like    text := app.like_pattern(btrim(p_q));
  v_id      uuid := app.uuid_or_null(btrim(p_q));
  v_subject app.incident_subject;
begin
  perform app.require_role('admin');
  v_subject := app.incident_subject_of(btrim(p_q));
  return jsonb_build_object('data', (
    select coalesce(jsonb_agg(jsonb_build_object(
             'kind', f.kind, 'id', f.id, 'title', f.title, 'subtitle', nullif(f.subtitle, ''), 'at', app.instant(f.at))
             order by f.id is not distinct from v_id desc, f.position, f.n), '[]')
      from (
        select 1 as position, 'vehicle' as kind, v.id, v.plate as title, concat_ws(' · ', v.fleet_name, s.name) as subtitle,
               null::timestamptz as at, h.n
          from app.console_vehicles(p_q, v_id) h (id, n) join app.vehicles v on v.id = h.id
          left join app.saccos s on s.id = v.sacco_id
        union all
        select case h.kind when 'sacco' then 2 when 'corridor' then 6 when 'route' then 7 else 8 end, h.kind, h.subject_id,
               coalesce(s.name, c.name, r.short_name, p.name),
               coalesce(r.long_name, concat_ws(' · ', k.name, nullif(array_to_string(p.routes[1:4], ', '), ''))), null, h.n
          from (select h.*, row_number() over (partition by h.kind order by h.score desc, h.name) as n
                  from app.search_hits(p_q, '{sacco,route,corridor,stop}', null, null, 60) h) h
          left join app.saccos s on h.kind = 'sacco' and s.id = h.subject_id
          left join app.corridors c on h.kind = 'corridor' and c.id = h.subject_id
          left join app.routes r on h.kind = 'route' and r.id = h.subject_id
          left join app.points_of_interest p on h.kind = 'stop' and p.id = h.subject_id
          left join app.corridors k on k.id = p.corridor_id
         where h.n <= 6
        union all
        (select 3, 'user', u.id, u.email, p.display_name, null, row_number() over (order by u.email)
           from auth.users u left join app.profiles p on p.user_id = u.id
          where u.deleted_at is null and (u.email ilike v_like or p.display_name ilike v_like or u.id = v_id)
          order by u.email limit 6)
        union all
        (select 4, 'assignment', a.id, a.title, null, a.created_at, row_number() over (order by a.created_at desc)
           from app.assignments a
          where a.title ilike v_like or a.title_sw ilike v_like or a.id = v_id
          order by a.created_at desc limit 6)
        union all
        select 5, 'incident', i.id, i.category,
               coalesce(app.place_name(i.lat, i.lng), c.name),
               app.listed_at(i.visibility, i.opened_seen_at), i.n
          from (select i.*, row_number() over (order by app.listed_at(i.visibility, i.opened_seen_at) desc, i.id desc) as n
                  from app.incidents i where app.is_about(i, v_subject)
                 order by app.listed_at(i.visibility, i.opened_seen_at) desc, i.id desc limit 6) i
          left join app.corridors c on c.id = i.corridor_id) f));
end
$function$;

create or replace function app.console_vehicles (
  p_q  text,
  p_id uuid
)
  returns table (
    id uuid,
    n  bigint
  )
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_plate text := app.plate_key(p_q);
begin
  return query
    select v.id, row_number() over (order by v.plate_key)
      from app.vehicles v
     where (char_length(v_plate) >= 2 and v.plate_key like '%' || v_plate || '%')
        or v.fleet_name ilike app.like_pattern(btrim(p_q)) or v.public_code = app.public_code(p_q) or v.id = p_id
     order by v.plate_key limit 6;
end
$function$;

create or replace function app.incident_figures (
  p_from date,
  p_to   date
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return (
    with found as materialized (
      select i.corroboration, app.reports_in(i.id) as reports
        from app.incidents_published(p_from, p_to) i
    )
    select jsonb_build_object(
             'published', count(*),
             'retracted', (select count(*) from app.incidents i
                            where i.lifecycle = 'retracted'
                              and i.published_at >= app.city_midnight(p_from)
                              and i.published_at < app.city_midnight(p_to + 1)),
             'corroboration', jsonb_build_object(
               'unverified', count(*) filter (where f.corroboration = 'unverified'),
               'corroborated', count(*) filter (where f.corroboration = 'corroborated'),
               'verified', count(*) filter (where f.corroboration = 'verified'),
               'disputed', count(*) filter (where f.corroboration = 'disputed')),
             'corroboratedShare', round(
               count(*) filter (where f.corroboration in ('corroborated', 'verified'))::numeric / nullif(count(*), 0), 3),
             'byReports', (
               select jsonb_agg(jsonb_build_object('least', b.least, 'most', b.most, 'incidents', (
                        select count(*) from found n where n.reports >= b.least and (b.most is null or n.reports <= b.most)))
                        order by b.least)
                 from (values (1, 1), (2, 2), (3, 3), (4, 4), (5, 9), (10, null)) b (least, most)))
      from found f);
end
$function$;

create or replace function app.incident_record (
  p_incident app.incidents,
  p_admin    uuid
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_merge app.incident_merges;
  v_gone  boolean := p_incident.lifecycle in ('merged', 'retracted');
  v_own   boolean := app.has_participated_in(p_incident.id, p_admin);
  v_until timestamptz;
  v_sensitive boolean := app.is_sensitive(p_incident.visibility, p_incident.category);
begin
  if p_incident.lifecycle = 'merged' then
    select * into v_merge from app.incident_merges m where m.incident_id = p_incident.id order by m.id desc limit 1;
    v_own := v_own or app.has_participated_in(v_merge.into_id, p_admin);
    v_until := app.split_until(v_merge);
  end if;
  return app.incident_for_review(p_incident) || jsonb_build_object(
    'goneReason', case when v_gone then coalesce(p_incident.gone_reason, p_incident.lifecycle) end,
    'mergedInto', case when v_gone then p_incident.merged_into end,
    'splitUntil', app.instant(v_until),
    'restoreUntil', app.instant(app.restore_until(p_incident)),
    'absorbed', (
      select coalesce(jsonb_agg(jsonb_build_object('id', m.incident_id, 'mergedAt', app.instant(m.merged_at),
                                                   'splitUntil', app.instant(app.split_until(m))) order by m.id), '[]')
        from app.incident_merges m where m.into_id = p_incident.id and m.split_at is null),
    'own', v_own,
    'can', jsonb_build_object('merge', not v_gone and not v_own, 'split', v_until is not null and not v_own,
                              'retract', not v_gone and not v_own,
                              'restore', app.restore_until(p_incident) is not null and not v_own),
    'history', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'at', app.admin_instant(e.at, v_sensitive), 'kind', e.kind, 'actor', app.person_ref((e.detail ->> 'decidedBy')::uuid),
               'detail', e.detail - '{decidedBy,version}'::text[]) order by e.id), '[]')
        from app.incident_events e where e.incident_id = p_incident.id));
end
$function$;

create or replace function app.incident_row (
  p_incident app.incidents
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return app.sibling_incident(p_incident, null, null) - 'distanceM' || jsonb_build_object(
    'reports', app.reports_in(p_incident.id),
    'corridor', app.corridor_ref(p_incident.corridor_id),
    'note', (select left(r.note, 200) from app.reports r
              where r.incident_id = p_incident.id and r.note is not null and r.state not in ('withdrawn', 'rejected')
              order by app.report_order(r), r.id limit 1),
    'photos', (select count(*) from app.report_photos p join app.reports r on r.id = p.report_id
                where r.incident_id = p_incident.id));
end
$function$;

create or replace function app.incident_subject_of (
  p_q text
)
  returns app.incident_subject
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_like text := app.like_pattern(p_q);
  v_hits app.search_hit[];
  v_this app.incident_subject;
begin
  if p_q is null then
    return null;
  end if;
  v_hits := array(select h::app.search_hit from app.search_hits(p_q, '{vehicle,sacco,corridor,stop}', null, null, 40) h);
  v_this.id := app.uuid_or_null(p_q);
  v_this.plate := case when p_q ~ '[0-9]' and char_length(app.plate_key(p_q)) >= 3 then app.plate_key(p_q) || '%' end;
  v_this.pattern := v_like;
  v_this.categories := array(select c.code from app.incident_categories c
                              where c.label_en ilike v_like or c.label_sw ilike v_like);
  v_this.vehicles := array(
    select v.id from app.vehicles v, unnest(v_hits) h
     where (h.kind = 'vehicle' and v.id = h.subject_id) or (h.kind = 'sacco' and v.sacco_id = h.subject_id));
  v_this.corridors := array(select h.subject_id from unnest(v_hits) h where h.kind = 'corridor');
  v_this.places := array(
    select app.box_around(s.lat, s.lng, 400) from unnest(v_hits) h join app.stops s on s.id = h.subject_id
     where h.kind = 'stop');
  return v_this;
end
$function$;

create or replace function app.is_about (
  p_incident app.incidents,
  p_subject  app.incident_subject
)
  returns boolean
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return p_incident.id = p_subject.id
    or p_incident.category = any (p_subject.categories)
    or p_incident.corridor_id = any (p_subject.corridors)
    or p_incident.vehicle_id = any (p_subject.vehicles)
    or exists (select from unnest(p_subject.places) b (place) where p_incident.pt <@ b.place)
    or exists (select from app.reports r
                where r.incident_id = p_incident.id
                  and (r.note ilike p_subject.pattern or r.vehicle_plate like p_subject.plate
                       or r.vehicle_id = any (p_subject.vehicles)));
end
$function$;

create or replace function app.is_in_state (
  p_lifecycle text,
  p_state     text
)
  returns boolean
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
begin
  return case p_state
    when 'live' then p_lifecycle = 'active'
    when 'over' then p_lifecycle in ('resolved', 'expired', 'archived')
    when 'gone' then p_lifecycle in ('merged', 'retracted')
    else p_lifecycle not in ('merged', 'retracted') end;
end
$function$;

create or replace function app.listed_at (
  p_visibility text,
  p_at         timestamp with time zone
)
  returns timestamp with time zone
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
begin
  return case when p_visibility = 'public' then p_at else app.full_hour(p_at) end;
end
$function$;

create or replace function app.reports_in (
  p_incident uuid
)
  returns integer
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return greatest(1, (
    select count(*) from app.reports r
     where r.incident_id = p_incident and r.state not in ('withdrawn', 'rejected', 'duplicate')));
end
$function$;

create or replace function app.restore_until (
  p_incident app.incidents
)
  returns timestamp with time zone
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_until timestamptz;
begin
  if p_incident.lifecycle <> 'retracted' or p_incident.gone_reason is distinct from 'retracted' then
    return null;
  end if;
  select max(e.at) + interval '7 days' into v_until
    from app.incident_events e where e.incident_id = p_incident.id and e.kind = 'retracted';
  return case when v_until > app.now()
               and exists (select from app.reports r where r.incident_id = p_incident.id and app.counts(r.state))
              then v_until end;
end
$function$;

revoke all
  on function
    "api"."list_incident_records"(text, text, text, text, date, date, uuid, integer, integer, double precision, double
    precision, double precision, double precision, integer, jsonb)
  from public;

grant execute
  on function
    "api"."list_incident_records"(text, text, text, text, date, date, uuid, integer, integer, double precision, double
    precision, double precision, double precision, integer, jsonb)
  to "authenticated";

revoke all on function "api"."restore_incident"(uuid, integer, text) from public;

grant execute on function "api"."restore_incident"(uuid, integer, text) to "authenticated";

revoke all on function "api"."search_console"(text) from public;

grant execute on function "api"."search_console"(text) to "authenticated";

revoke all on function "app"."console_vehicles"(text, uuid) from public;

revoke all on function "app"."incident_row"(app.incidents) from public;

revoke all on function "app"."incident_subject_of"(text) from public;

revoke all on function "app"."is_about"(app.incidents, app.incident_subject) from public;

revoke all on function "app"."is_in_state"(text, text) from public;

revoke all on function "app"."listed_at"(text, timestamp with time zone) from public;

revoke all on function "app"."reports_in"(uuid) from public;

revoke all on function "app"."restore_until"(app.incidents) from public;

create index incidents_listed on app.incidents using btree (app.listed_at(visibility, opened_seen_at) desc, id desc);

reset check_function_bodies;
