set check_function_bodies = off;

drop function "api"."list_saccos"(text, text, integer, jsonb);

drop function "api"."list_vehicles"(text, uuid, integer, jsonb);

drop function "app"."console_vehicles"(text, uuid);

create table "app"."vehicle_merges" (
  "from_id"   uuid                     not null,
  "into_id"   uuid                     not null,
  "merged_at" timestamp with time zone not null,
  "moved"     jsonb                    not null,
  constraint "vehicle_merges_pkey" primary key (from_id)
);

alter table "app"."vehicle_merges"
  enable row level security;

alter table "app"."saccos"
  add column "retired_at" timestamp with time zone;

alter table "app"."vehicles"
  add column "retired_at" timestamp with time zone;

alter table "app"."vehicles"
  add column "merged_into" uuid;

create or replace function api.create_vehicle (
  p_plate           text,
  p_fleet_name      text    default null::text,
  p_sacco_id        uuid    default null::uuid,
  p_route_ids       uuid[]  default '{}'::uuid[],
  p_capacity        integer default null::integer,
  p_unusual_plate   boolean default false,
  p_idempotency_key text    default null::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_admin   uuid := app.require_role('admin');
  v_request jsonb := jsonb_build_array('create_vehicle', p_plate, p_fleet_name, p_sacco_id, p_route_ids, p_capacity,
                                       p_unusual_plate);
  v_answer  jsonb := app.replayed_response(v_admin, p_idempotency_key, v_request);
  v_key     text := app.plate_key(p_plate);
  v_vehicle app.vehicles;
begin
  if v_answer is not null then
    return v_answer;
  end if;
  perform app.held_sacco(p_sacco_id);
  perform app.check_edited_facts(p_plate, p_fleet_name, p_sacco_id, p_route_ids, p_capacity);
  if not app.is_usual_plate(v_key) and not coalesce(p_unusual_plate, false) then
    perform app.fail('invalid_request', '{"path": "plate", "code": "invalid_value"}');
  end if;
  insert into app.vehicles (plate, plate_key, public_code, fleet_name, sacco_id, capacity)
  values (app.plate_text(v_key), v_key, app.new_public_code(), nullif(btrim(p_fleet_name), ''), p_sacco_id, p_capacity)
  on conflict (plate_key) do nothing
  returning * into v_vehicle;
  if v_vehicle.id is null then
    perform app.fail('plate_taken', '{"path": "plate"}');
  end if;
  insert into app.vehicle_routes (vehicle_id, route_id)
  select distinct v_vehicle.id, r.id from unnest(p_route_ids) r (id);
  perform app.audit(v_admin, 'vehicle.created', 'vehicle', v_vehicle.id::text, null,
                    jsonb_build_object('plate', v_vehicle.plate));
  return app.save_response(v_admin, p_idempotency_key, v_request, app.edited_vehicle_view(v_vehicle));
end
$function$;

create or replace function api.edit_vehicle (
  p_id         uuid,
  p_version    integer,
  p_plate      text,
  p_reason     text,
  p_fleet_name text    default null::text,
  p_sacco_id   uuid    default null::uuid,
  p_route_ids  uuid[]  default '{}'::uuid[],
  p_capacity   integer default null::integer
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_admin   uuid := app.require_role('admin');
  v_vehicle app.vehicles;
  v_facts   app.vehicle_facts;
begin
  perform app.check_reason(p_reason);
  perform app.held_sacco(p_sacco_id);
  select * into v_vehicle from app.vehicles v where v.id = p_id and v.merged_into is null for update;
  perform app.require_found(found);
  perform app.check_edited_facts(p_plate, p_fleet_name, p_sacco_id, p_route_ids, p_capacity);
  v_facts := app.present_facts(v_vehicle);
  if (v_facts.plate, v_facts.fleet_name, v_facts.sacco_id, v_facts.route_ids, v_facts.capacity)
     is not distinct from (app.plate_text(app.plate_key(p_plate)), nullif(btrim(p_fleet_name), ''), p_sacco_id,
                           array(select distinct id from unnest(p_route_ids) id order by 1), p_capacity)
  then
    return app.edited_vehicle_view(v_vehicle);
  elsif v_facts.version is distinct from p_version then
    perform app.fail('version_conflict', jsonb_build_object('currentVersion', v_facts.version));
  elsif exists (select from app.vehicles v where v.plate_key = app.plate_key(p_plate) and v.id <> p_id) then
    perform app.fail('plate_taken', '{"path": "plate"}');
  end if;
  perform app.save_first_facts(v_vehicle);
  v_facts.version := greatest(v_facts.version, 1) + 1;
  v_facts.plate := app.plate_text(app.plate_key(p_plate));
  v_facts.fleet_name := nullif(btrim(p_fleet_name), '');
  v_facts.sacco_id := p_sacco_id;
  v_facts.route_ids := array(select distinct id from unnest(p_route_ids) id order by 1);
  v_facts.capacity := p_capacity;
  v_facts.checks := '{}';
  v_facts.observed_at := v_vehicle.checked_at;
  v_facts.approved_at := app.now();
  v_facts.approved_by := v_admin;
  v_facts.reason := btrim(p_reason);
  insert into app.vehicle_facts select v_facts.*;
  perform app.activate_facts(v_facts);
  perform app.audit(v_admin, 'vehicle.edited', 'vehicle', p_id::text, btrim(p_reason),
                    jsonb_build_object('version', v_facts.version));
  return (select app.edited_vehicle_view(v) from app.vehicles v where v.id = p_id);
exception when unique_violation then
  -- Another vehicle got that plate between the check and the write.
  perform app.fail('plate_taken', '{"path": "plate"}');
end
$function$;

create or replace function api.get_vehicle_for_admin (
  p_id uuid
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  v_id uuid;
begin
  perform app.require_role('admin');
  select coalesce(v.merged_into, v.id) into v_id from app.vehicles v where v.id = p_id;
  perform app.require_found(v_id is not null);
  return app.vehicle_for_admin(v_id);
end
$function$;

create or replace function api.list_field_names()
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  v_surveyor uuid := app.require_role('surveyor');
begin
  return jsonb_build_object(
    'saccos', (
      select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'aliases', array(
               select a.alias from app.sacco_aliases a where a.sacco_id = s.id order by a.alias_key))
               order by s.name, s.id), '[]')
        from app.saccos s where s.merged_into is null and s.retired_at is null),
    'routes', (
      select coalesce(jsonb_agg(app.route_ref(r) order by r.short_name, r.slug), '[]')
        from app.routes r where r.retired_at is null));
end
$function$;

create or replace function api.list_routes (
  p_q           text    default null::text,
  p_corridor_id text    default null::text,
  p_sacco_id    text    default null::text,
  p_limit       integer default 20,
  p_after       jsonb   default null::jsonb
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  v_limit int := app.page_size(p_limit);
  v_like  text := app.like_pattern_of_key(p_q);
  v_sacco uuid := (app.sacco_at(p_sacco_id)).id;
begin
  perform app.admit_caller();
  return app.page(array(
    select jsonb_build_object(
             'row', app.route_ref(r) || jsonb_build_object('corridors', (
               select coalesce(jsonb_agg(app.corridor_ref(cr.corridor_id) order by cr.corridor_id), '[]')
                 from app.corridor_routes cr where cr.route_id = r.id)),
             'key', jsonb_build_object('name', r.short_name, 'slug', r.slug))
      from app.routes r
     where r.retired_at is null
       and (p_q is null or app.name_key(r.short_name) like v_like or app.name_key(r.long_name) like v_like)
       and (p_corridor_id is null or app.is_on_corridor(r.id, p_corridor_id))
       and (p_sacco_id is null or exists (
             select from app.vehicle_routes vr join app.vehicles v on v.id = vr.vehicle_id
              where vr.route_id = r.id and v.sacco_id = v_sacco and v.retired_at is null))
       and (p_after is null or (r.short_name, r.slug) > (p_after ->> 'name', p_after ->> 'slug'))
     order by r.short_name, r.slug
     limit v_limit + 1), v_limit);
end
$function$;

create or replace function api.list_sacco_duplicates (
  p_limit integer default 50
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  perform app.require_role('admin');
  return (
    with names as materialized (
      select s.id, app.sacco_core(n.name) as core
        from app.saccos s,
             lateral (select s.name union select a.alias from app.sacco_aliases a where a.sacco_id = s.id) n (name)
       where s.merged_into is null and s.retired_at is null),
    pairs as (
      select a.id as a, b.id as b, max(extensions.similarity(a.core, b.core)) as score
        from names a join names b on a.id < b.id
       where a.core <> '' and b.core <> ''
         and app.digits_of(a.core) = app.digits_of(b.core)
         and extensions.similarity(a.core, b.core) >= 0.6
         and not exists (select from app.saccos_apart x where x.sacco_id = a.id and x.other_id = b.id)
       group by a.id, b.id
       order by 3 desc, 1, 2
       limit app.page_size(p_limit))
    select jsonb_build_object('data', coalesce(jsonb_agg(
             jsonb_build_object('score', round(p.score::numeric, 2), 'groups', (
               select jsonb_agg(app.sacco_for_admin(s) order by v.n desc, s.name, s.id)
                 from app.saccos s,
                      lateral (select count(*) as n from app.vehicles v where v.sacco_id = s.id) v
                where s.id in (p.a, p.b)))
             order by p.score desc, p.a, p.b), '[]'))
      from pairs p);
end
$function$;

create or replace function api.list_sacco_vehicles (
  p_id          text,
  p_q           text    default null::text,
  p_corridor_id text    default null::text,
  p_limit       integer default 20,
  p_after       jsonb   default null::jsonb
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  v_limit int := app.page_size(p_limit);
  v_sacco uuid := (app.find_sacco(p_id)).id;
  v_like  text := app.like_pattern_of_key(p_q);
begin
  perform app.admit_caller();
  return app.page(array(
    select jsonb_build_object('row', app.vehicle_view(v), 'key', jsonb_build_object('plate', v.plate_key))
      from app.vehicles v
     where v.sacco_id = v_sacco and v.retired_at is null
       and (p_q is null or lower(v.plate_key) like replace(v_like, ' ', '') or app.name_key(v.fleet_name) like v_like)
       and (p_corridor_id is null or exists (
             select from app.vehicle_routes vr
              where vr.vehicle_id = v.id and app.is_on_corridor(vr.route_id, p_corridor_id)))
       and (p_after is null or v.plate_key > p_after ->> 'plate')
     order by v.plate_key
     limit v_limit + 1), v_limit);
end
$function$;

create or replace function api.list_saccos (
  p_q           text    default null::text,
  p_corridor_id text    default null::text,
  p_limit       integer default 20,
  p_after       jsonb   default null::jsonb,
  p_retired     boolean default false
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  v_limit int := app.page_size(p_limit);
  v_like  text := app.like_pattern_of_key(p_q);
begin
  perform app.admit_caller();
  return app.page(array(
    select jsonb_build_object(
             'row', jsonb_build_object(
               'id', s.id, 'slug', s.slug, 'name', s.name,
               'aliases', (select coalesce(jsonb_agg(a.alias order by a.alias), '[]')
                             from app.sacco_aliases a where a.sacco_id = s.id),
               'vehicles', (select count(*) from app.vehicles v where v.sacco_id = s.id and v.retired_at is null),
               'retiredAt', app.instant(s.retired_at)),
             'key', jsonb_build_object('name', s.name, 'id', s.id))
      from app.saccos s
     where s.merged_into is null and (s.retired_at is not null) = coalesce(p_retired, false)
       and (p_q is null or app.name_key(s.name) like v_like
            or exists (select from app.sacco_aliases a where a.sacco_id = s.id and a.alias_key like v_like))
       and (p_corridor_id is null or exists (
             select from app.vehicles v join app.vehicle_routes vr on vr.vehicle_id = v.id
              where v.sacco_id = s.id and v.retired_at is null and app.is_on_corridor(vr.route_id, p_corridor_id)))
       and (p_after is null or (s.name, s.id) > (p_after ->> 'name', (p_after ->> 'id')::uuid))
     order by s.name, s.id
     limit v_limit + 1), v_limit);
end
$function$;

create or replace function api.list_vehicles (
  p_q        text    default null::text,
  p_sacco_id uuid    default null::uuid,
  p_limit    integer default 20,
  p_after    jsonb   default null::jsonb,
  p_route_id uuid    default null::uuid,
  p_state    text    default null::text
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  v_limit int := app.page_size(p_limit);
  v_key   text := nullif(app.plate_key(p_q), '');
  v_like  text := app.like_pattern(p_q);
begin
  perform app.require_role('admin');
  return app.page(array(
    select jsonb_build_object('row', app.edited_vehicle_view(v), 'key', jsonb_build_object('plate', v.plate_key))
      from app.vehicles v
     where v.merged_into is null
       and (p_q is null or v.fleet_name ilike v_like
            or v.plate_key like '%' || v_key || '%' or replace(v.public_code, '-', '') like '%' || v_key || '%'
            or exists (select from app.vehicles m
                        where m.merged_into = v.id
                          and (m.plate_key like '%' || v_key || '%' or replace(m.public_code, '-', '') like '%' || v_key || '%')))
       and (p_state is null or (v.retired_at is not null) = (p_state = 'retired'))
       and (p_route_id is null
            or exists (select from app.vehicle_routes r where r.vehicle_id = v.id and r.route_id = p_route_id))
       and (p_sacco_id is null or v.sacco_id = p_sacco_id)
       and (p_after is null or v.plate_key > p_after ->> 'plate')
     order by v.plate_key
     limit v_limit + 1), v_limit);
end
$function$;

create or replace function api.make_vehicle_sticker (
  p_id     uuid,
  p_rotate boolean default false,
  p_reason text    default null::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_admin   uuid := app.require_role('admin');
  v_vehicle app.vehicles;
begin
  if p_rotate then
    perform app.check_reason(p_reason);
  end if;
  select * into v_vehicle from app.vehicles v where v.id = p_id and v.merged_into is null for update;
  perform app.require_found(found);
  if p_rotate then
    v_vehicle := app.rotate_public_code(v_vehicle);
    perform app.audit(v_admin, 'vehicle.code_rotated', 'vehicle', p_id::text, btrim(p_reason),
                      jsonb_build_object('publicCode', v_vehicle.public_code));
  end if;
  return jsonb_build_object('vehicle', app.vehicle_view(v_vehicle), 'publicCode', v_vehicle.public_code);
end
$function$;

create or replace function api.merge_vehicles (
  p_id     uuid,
  p_into   uuid,
  p_reason text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_admin uuid := app.require_role('admin');
  v_moved jsonb;
begin
  perform app.check_reason(p_reason);
  perform app.check_vehicle_merge(p_id, p_into);
  if not exists (select from app.vehicles v where v.id = p_id and v.merged_into is not null) then
    perform app.hold_vehicles_to_merge(p_id, p_into);
    perform app.check_vehicle_merge(p_id, p_into);
    v_moved := app.move_vehicle(p_id, p_into, v_admin, btrim(p_reason));
    perform app.audit(v_admin, 'vehicle.merged', 'vehicle', p_into::text, btrim(p_reason), v_moved || jsonb_build_object(
      'from', p_id, 'plate', (select v.plate from app.vehicles v where v.id = p_id)));
  end if;
  return app.vehicle_for_admin(p_into);
end
$function$;

create or replace function api.preview_vehicle_merge (
  p_id   uuid,
  p_into uuid
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  perform app.require_role('admin');
  perform app.check_vehicle_merge(p_id, p_into);
  return jsonb_build_object(
    'from', (select app.edited_vehicle_view(v) from app.vehicles v where v.id = p_id),
    'into', app.vehicle_for_admin(p_into),
    'moved', app.count_vehicle_merge(p_id, p_into),
    'filled', to_jsonb(app.facts_filled_by_merge(p_id, p_into)));
end
$function$;

create or replace function api.restore_sacco (
  p_id     text,
  p_reason text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  return app.set_sacco_retired(app.require_role('admin'), p_id, p_reason, false);
end
$function$;

create or replace function api.restore_vehicle (
  p_id     uuid,
  p_reason text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  return app.set_vehicle_retired(app.require_role('admin'), p_id, p_reason, false);
end
$function$;

create or replace function api.retire_sacco (
  p_id     text,
  p_reason text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  return app.set_sacco_retired(app.require_role('admin'), p_id, p_reason, true);
end
$function$;

create or replace function api.retire_vehicle (
  p_id     uuid,
  p_reason text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  return app.set_vehicle_retired(app.require_role('admin'), p_id, p_reason, true);
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
          from app.console_vehicles(p_q) h (id, n) join app.vehicles v on v.id = h.id
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

create or replace function app.check_vehicle_merge (
  p_id   uuid,
  p_into uuid
)
  returns void
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_from app.vehicles;
  v_into app.vehicles;
begin
  select * into v_from from app.vehicles v where v.id = p_id;
  select * into v_into from app.vehicles v where v.id = p_into;
  perform app.require_found(v_from.id is not null and coalesce(v_from.merged_into, p_into) = p_into);
  if v_into.id is null then
    perform app.fail('invalid_request', '{"path": "into", "code": "unknown_reference"}');
  elsif v_into.id = v_from.id or v_into.merged_into is not null then
    perform app.fail('invalid_request', '{"path": "into", "code": "not_allowed_here"}');
  end if;
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
      v.told_state := app.visible_state(v_report);
    else
      perform app.fail('invalid_request', '{"path": "kind"}');
  end case;
  return v;
end
$function$;

create or replace function app.console_vehicles (
  p_q text
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
  v_exact uuid := (app.find_vehicle(p_q)).id;
begin
  return query
    select v.id, row_number() over (order by v.plate_key)
      from app.vehicles v
     where (v.merged_into is null
            and ((char_length(v_plate) >= 2 and v.plate_key like '%' || v_plate || '%')
                 or v.fleet_name ilike app.like_pattern(btrim(p_q))))
        or v.id = v_exact
     order by v.plate_key limit 6;
end
$function$;

create or replace function app.count_vehicle_merge (
  p_id   uuid,
  p_into uuid
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_plate text := (select v.plate_key from app.vehicles v where v.id = p_id);
begin
  return jsonb_build_object(
    'reports', (select count(*) from app.reports r where r.vehicle_id = p_id or r.vehicle_plate = v_plate),
    'incidents', cardinality(app.incidents_about_vehicle(p_id)),
    'ratings', (select count(*) from app.feedback f where f.vehicle_id = p_id),
    'ridersOfBoth', (select count(distinct f.voice) from app.feedback f
                      where f.vehicle_id = p_id
                        and exists (select from app.feedback g where g.vehicle_id = p_into and g.voice = f.voice)),
    'entries', (select count(*) from app.collection_entries e where e.vehicle_id = p_id),
    'followers', (select count(*) from app.follows w where w.vehicle_id = p_id),
    'retiredCodes', (select count(*) from app.retired_codes c where c.vehicle_id = p_id),
    'versions', (select count(*) from app.vehicle_facts f where f.vehicle_id = p_id));
end
$function$;

create or replace function app.facts_filled_by_merge (
  p_id   uuid,
  p_into uuid
)
  returns text[]
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_from app.vehicles;
  v_into app.vehicles;
begin
  select * into v_from from app.vehicles v where v.id = p_id;
  select * into v_into from app.vehicles v where v.id = p_into;
  return array_remove(array[
    case when v_into.fleet_name is null and v_from.fleet_name is not null then 'fleetName' end,
    case when v_into.sacco_id is null and v_from.sacco_id is not null then 'saccoId' end,
    case when exists (select from app.vehicle_routes r where r.vehicle_id = p_id)
          and not exists (select from app.vehicle_routes r where r.vehicle_id = p_into) then 'routeIds' end,
    case when v_into.capacity is null and v_from.capacity is not null then 'capacity' end], null);
end
$function$;

create or replace function app.fill_facts_by_merge (
  p_id     uuid,
  p_into   uuid,
  p_admin  uuid,
  p_reason text
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_filled text[] := app.facts_filled_by_merge(p_id, p_into);
  v_from   app.vehicles;
  v_into   app.vehicles;
  v_facts  app.vehicle_facts;
begin
  if v_filled = '{}' then
    return;
  end if;
  select * into v_from from app.vehicles v where v.id = p_id;
  select * into v_into from app.vehicles v where v.id = p_into;
  perform app.save_first_facts(v_into);
  v_facts := app.present_facts(v_into);
  v_facts.version := v_facts.version + 1;
  v_facts.fleet_name := coalesce(v_facts.fleet_name, v_from.fleet_name);
  v_facts.sacco_id := coalesce(v_facts.sacco_id, v_from.sacco_id);
  v_facts.capacity := coalesce(v_facts.capacity, v_from.capacity);
  if 'routeIds' = any (v_filled) then
    v_facts.route_ids := array(select r.route_id from app.vehicle_routes r where r.vehicle_id = p_id order by 1);
  end if;
  v_facts.checks := '{}';
  v_facts.observed_at := v_into.checked_at;
  v_facts.approved_at := app.now();
  v_facts.approved_by := p_admin;
  v_facts.reason := p_reason;
  insert into app.vehicle_facts select v_facts.*;
  perform app.activate_facts(v_facts);
end
$function$;

create or replace function app.find_vehicle (
  p_identifier text
)
  returns app.vehicles
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_vehicle app.vehicles;
begin
  select * into v_vehicle from app.vehicles v where v.id = app.uuid_or_null(p_identifier);
  if v_vehicle.id is null then
    select * into v_vehicle from app.vehicles v where v.public_code = app.public_code(p_identifier);
  end if;
  if v_vehicle.id is null then
    select * into v_vehicle from app.vehicles v where v.plate_key = app.plate_key(p_identifier);
  end if;
  if v_vehicle.merged_into is not null then
    select * into v_vehicle from app.vehicles v where v.id = v_vehicle.merged_into;
  end if;
  return v_vehicle;
end
$function$;

create or replace function app.follow_vehicle_merge()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_id uuid := app.held_vehicle(new.vehicle_id);
begin
  if v_id <> new.vehicle_id then
    new.vehicle_id := v_id;
    if tg_argv[0] = 'plate' then
      new.vehicle_plate := (select v.plate_key from app.vehicles v where v.id = v_id);
    end if;
  end if;
  return new;
end
$function$;

create or replace function app.found_by_plate (
  p_q     text,
  p_guess boolean,
  p_limit integer
)
  returns SETOF app.search_hit
  language plpgsql
  stable
  rows 20
  set search_path to ''
  set enable_seqscan to 'off'
  set jit to 'off'
  set plan_cache_mode to 'force_generic_plan'
  AS $function$
declare
  v_text text := normalize(p_q, nfkc);
  v_key  text := app.plate_key(v_text);
  v_code text := app.public_code(v_text);
begin
  if v_key is null or char_length(v_key) not between 3 and 10 then
    return;
  end if;
  return query
  select 'vehicle', s.id, case when v.plate_key = v_key then v.plate else v.public_code end, array[lower(v_key)], 1::float8
    from app.vehicles v, app.vehicles s
   where (v.plate_key = v_key or v.public_code = v_code)
     and s.id = coalesce(v.merged_into, v.id) and s.retired_at is null;
  if found or char_length(v_key) < 4 or v_key !~ '[0-9]' then
    return;
  end if;

  return query
  select 'vehicle', v.id, v.plate, array[lower(v_key)],
         0.58 + 0.2::float8 * char_length(v_key) / char_length(v.plate_key)
    from app.vehicles v
   where v.plate_key operator(pg_catalog.~>=~) v_key and v.plate_key operator(pg_catalog.~<~) (v_key || '~')
     and v.retired_at is null and v.merged_into is null
   order by v.plate_key using operator(pg_catalog.~<~)
   limit p_limit;
  if found or not p_guess or char_length(v_key) < 6 or not app.can_be_plate(v_key) then
    return;
  end if;

  return query
  select 'vehicle', v.id, v.plate, array[lower(v.plate_key)], 0.3::float8
    from app.vehicles v
   where v.plate_key = any (app.one_edit_away(v_key, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'))
     and v.retired_at is null and v.merged_into is null
   order by v.plate_key
   limit 5;
end
$function$;

create or replace function app.held_vehicle (
  p_vehicle uuid
)
  returns uuid
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_vehicle app.vehicles;
begin
  v_vehicle.merged_into := p_vehicle;
  while v_vehicle.merged_into is not null loop
    select * into v_vehicle from app.vehicles v where v.id = v_vehicle.merged_into for key share;
  end loop;
  return v_vehicle.id;
end
$function$;

create or replace function app.hold_vehicles_to_merge (
  p_id   uuid,
  p_into uuid
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  perform app.held_sacco(v.sacco_id) from app.vehicles v where v.id in (p_id, p_into) order by v.sacco_id;
  for v_attempt in 1 .. 40 loop
    begin
      perform from app.vehicles v where v.id in (p_id, p_into) order by v.id for update;
      perform from app.vehicle_feedback_summaries s where s.vehicle_id in (p_id, p_into) for update nowait;
      perform from app.feedback f where f.vehicle_id = p_id for update nowait;
      perform from app.report_additions a where a.vehicle_id = p_id for update nowait;
      perform from app.reports r
        where r.vehicle_id = p_id or r.incident_id = any (app.incidents_about_vehicle(p_id)) for update nowait;
      perform from app.incidents i where i.id = any (app.incidents_about_vehicle(p_id)) for update nowait;
      perform from app.collection_entries e where e.vehicle_id = p_id for update nowait;
      perform from app.follows w where w.vehicle_id = p_id for update nowait;
      perform from app.alerts a where a.vehicle_id = p_id for update nowait;
      return;
    exception when lock_not_available then
      if v_attempt = 40 then
        raise;
      end if;
      perform pg_sleep(0.05);
    end;
  end loop;
end
$function$;

create or replace function app.incidents_about_vehicle (
  p_vehicle uuid
)
  returns uuid[]
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_plate text := (select v.plate_key from app.vehicles v where v.id = p_vehicle);
begin
  return array(
    select i.id from app.incidents i where i.vehicle_id = p_vehicle or i.vehicle_plate = v_plate
    union
    select r.incident_id from app.reports r
     where r.incident_id is not null and (r.vehicle_id = p_vehicle or r.vehicle_plate = v_plate)
     order by 1);
end
$function$;

create or replace function app.lock_vehicle (
  p_plate_key text
)
  returns app.vehicles
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_vehicle app.vehicles;
begin
  loop
    select * into v_vehicle from app.vehicles v where v.plate_key = p_plate_key for update;
    while v_vehicle.merged_into is not null loop
      select * into v_vehicle from app.vehicles v where v.id = v_vehicle.merged_into for update;
    end loop;
    exit when v_vehicle.id is not null;
    insert into app.vehicles (plate, plate_key, public_code)
    values (app.plate_text(p_plate_key), p_plate_key, app.new_public_code())
    on conflict do nothing
    returning * into v_vehicle;
    if found then
      return v_vehicle;
    end if;
  end loop;
  perform app.save_first_facts(v_vehicle);
  return v_vehicle;
end
$function$;

create or replace function app.move_feedback_by_merge (
  p_id   uuid,
  p_into uuid
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_from app.vehicle_feedback_summaries;
  v_keep boolean;
begin
  select * into v_from from app.vehicle_feedback_summaries s where s.vehicle_id = p_id;
  if v_from.vehicle_id is not null then
    insert into app.vehicle_feedback_summaries (vehicle_id, valid_until) values (p_into, app.now()) on conflict do nothing;
    v_keep := exists (select from app.vehicle_feedback_summaries s where s.vehicle_id = p_into and s.figures is not null);
    update app.vehicle_feedback_summaries s
       set figures = case when v_keep then s.figures else v_from.figures end,
           sentiment = case when v_keep then s.sentiment else v_from.sentiment end,
           as_of = case when v_keep then s.as_of else v_from.as_of end,
           too_few = case when v_keep then s.too_few else v_from.too_few end,
           valid_until = app.now()
     where s.vehicle_id = p_into;
  end if;
  update app.feedback f set vehicle_id = p_into, in_figures = f.in_figures and v_keep is false where f.vehicle_id = p_id;
  delete from app.vehicle_feedback_summaries s where s.vehicle_id = p_id;
end
$function$;

create or replace function app.move_vehicle (
  p_id     uuid,
  p_into   uuid,
  p_admin  uuid,
  p_reason text
)
  returns jsonb
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_now       timestamptz := app.now();
  v_moved     jsonb := app.count_vehicle_merge(p_id, p_into);
  v_incidents uuid[] := app.incidents_about_vehicle(p_id);
  v_from      app.vehicles;
  v_plate     text := (select v.plate_key from app.vehicles v where v.id = p_into);
begin
  select * into v_from from app.vehicles v where v.id = p_id;
  perform app.save_first_facts(v_from);
  perform app.fill_facts_by_merge(p_id, p_into, p_admin, p_reason);
  perform app.move_feedback_by_merge(p_id, p_into);
  -- Reports join by plate, and those from before the vehicle was known have nothing else.
  update app.reports r set vehicle_id = case when r.vehicle_id = p_id then p_into else r.vehicle_id end, vehicle_plate = v_plate
   where r.vehicle_id = p_id or r.vehicle_plate = v_from.plate_key;
  update app.report_additions a set vehicle_id = case when a.vehicle_id = p_id then p_into else a.vehicle_id end, vehicle_plate = v_plate
   where a.vehicle_id = p_id or a.vehicle_plate = v_from.plate_key;
  update app.incidents i set vehicle_id = case when i.vehicle_id = p_id then p_into else i.vehicle_id end, vehicle_plate = v_plate
   where i.vehicle_id = p_id or i.vehicle_plate = v_from.plate_key;
  update app.collection_entries e set vehicle_id = p_into where e.vehicle_id = p_id;
  delete from app.follows w
   where w.vehicle_id = p_id
     and exists (select from app.follows o where o.follower_id = w.follower_id and o.vehicle_id = p_into);
  update app.follows w set vehicle_id = p_into where w.vehicle_id = p_id;
  update app.alerts a set vehicle_id = p_into where a.vehicle_id = p_id;
  update app.retired_codes c set vehicle_id = p_into where c.vehicle_id = p_id;
  delete from app.vehicle_routes r where r.vehicle_id = p_id;
  update app.vehicles v set merged_into = p_into where v.merged_into = p_id;
  update app.vehicle_merges m set into_id = p_into where m.into_id = p_id;
  update app.vehicles v set merged_into = p_into, sacco_id = null where v.id = p_id;
  perform app.publish_incident_again(i.id)
     from app.incidents i
    where i.id = any (v_incidents) and i.visibility = 'public' and i.published_at is not null
      and i.lifecycle not in ('merged', 'retracted')
    order by i.id;
  insert into app.vehicle_merges (from_id, into_id, merged_at, moved) values (p_id, p_into, v_now, v_moved);
  return v_moved;
end
$function$;

create or replace function app.names_of (
  p_kind text,
  p_ids  uuid[]
)
  returns SETOF app.search_name
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  case p_kind
    when 'vehicle' then
      return query
      select v.id, v.fleet_name, true, 0.3::real, null::extensions.geometry
        from app.vehicles v
       where (p_ids is null or v.id = any (p_ids)) and v.fleet_name is not null
         and v.retired_at is null and v.merged_into is null;
    when 'sacco' then
      return query
      select s.id, n.name, n.is_title, 0.8::real, null::extensions.geometry
        from app.saccos s,
             lateral (select s.name, true
                      union all
                      select a.alias, false from app.sacco_aliases a where a.sacco_id = s.id) n (name, is_title)
       where s.merged_into is null and s.retired_at is null and (p_ids is null or s.id = any (p_ids));
    when 'route' then
      -- Names of a route: its number, its long name, both together, and its headsigns.
      return query
      with live as (
        select r.* from app.routes r where r.retired_at is null and (p_ids is null or r.id = any (p_ids))),
      ways as (
        select w.route_id, extensions.st_simplify(extensions.st_collect(h.geom), 0.0005, true) as geom
          from (select distinct t.route_id, t.shape_id
                  from app.trips t where t.route_id in (select l.id from live l)) w
          join app.shapes h on h.id = w.shape_id
         group by w.route_id)
      select l.id, n.name, n.is_title, 0.6::real, w.geom
        from live l
        left join ways w on w.route_id = l.id,
             lateral (select l.short_name || ' ' || l.long_name, true
                      union all select l.short_name, true
                      union all select l.long_name, true
                      union all select distinct t.headsign, false from app.trips t where t.route_id = l.id) n (name, is_title)
       where n.name is not null;
    when 'corridor' then
      return query
      select c.id, c.name, true, 1::real, extensions.st_simplify(c.geom, 0.0005, true)
        from app.corridors c
       where c.retired_at is null and (p_ids is null or c.id = any (p_ids));
    when 'stop' then
      return query
      select p.id, n.name, n.is_title, least(0.2 + cardinality(p.routes) / 25.0, 1)::real,
             extensions.st_setsrid(extensions.st_makepoint(p.lng, p.lat), 4326)
        from app.points_of_interest p,
             lateral (select p.name, true
                      union all
                      -- "Kencom/Ambassadeur" is known by either name.
                      select trim(part), false from string_to_table(p.name, '/') part where p.name like '%/%') n (name, is_title)
       where p_ids is null or p.id = any (p_ids);
  end case;
end
$function$;

create or replace function app.publish_incident_again (
  p_incident uuid
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  perform app.expire_if_over(p_incident);
  perform app.publish_incident(p_incident);
end
$function$;

create or replace function app.quality_flags (
  p_new app.collection_entries
)
  returns text[]
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_seats int := (p_new.facts ->> 'capacity')::int;
  v_known int := (select v.capacity from app.vehicles v where v.id = app.vehicle_of_plate(p_new.plate_key));
begin
  return array_remove(array[
    case when not app.is_usual_plate(p_new.plate_key) then 'plate_unusual' end,
    case when v_seats not between 7 and 70 then 'seats_unusual' end,
    case when v_seats <> v_known then 'seats_differ' end,
    case when app.is_plate_recent(p_new) then 'duplicate_hour' end,
    case when app.is_far_from_assignment(p_new) then 'far_from_place' end], null);
end
$function$;

create or replace function app.receive_feedback (
  p_new     app.feedback,
  p_vehicle text
)
  returns jsonb
  language plpgsql
  set search_path to ''
  set "TimeZone" to 'UTC'
  AS $function$
declare
  v_hash     bytea := app.request_hash(jsonb_strip_nulls(to_jsonb(p_new)) || jsonb_build_object('vehicle', p_vehicle));
  v_feedback app.feedback;
begin
  if p_new.id is null then
    perform app.fail('invalid_request', '{"path": "id"}');
  end if;
  perform pg_advisory_xact_lock(hashtextextended(p_new.rider_id::text, 60));
  select * into v_feedback from app.feedback f where f.id = p_new.id;
  if v_feedback.id is not null then
    if v_feedback.rider_id is distinct from p_new.rider_id or v_feedback.content_hash <> v_hash then
      perform app.fail('id_reused');
    end if;
    return app.feedback_view(v_feedback) || '{"repeated": true}';
  end if;
  perform app.check_feedback_limits(p_new.rider_id);
  v_feedback := app.checked_feedback(p_new, p_vehicle);
  v_feedback.content_hash := v_hash;
  v_feedback.vehicle_id := app.held_vehicle(v_feedback.vehicle_id);
  insert into app.vehicle_feedback_summaries (vehicle_id, valid_until)
  values (v_feedback.vehicle_id, app.next_day(v_feedback.received_at)) on conflict do nothing;
  perform from app.vehicle_feedback_summaries s where s.vehicle_id = v_feedback.vehicle_id for update;
  insert into app.feedback select v_feedback.* on conflict do nothing;
  if not found then
    perform app.fail('id_reused');
  end if;
  perform app.triage_feedback(v_feedback);
  return app.feedback_view(v_feedback) || '{"repeated": false}';
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
                    where o.public_code = app.public_code(e.facts -> 'sticker' ->> 'code')
                      and coalesce(o.merged_into, o.id) is distinct from v.id)
                 then 'other_sticker' end,
                 case when e.contested then 'contested' end,
                 case when e.note_flags <> '{}' then 'personal_data' end], null)
          from app.collection_entries e left join app.vehicles v on v.id = app.vehicle_of_plate(e.plate_key) where e.id = p_entry.subject_id);
    else return v_odd;
  end case;
end
$function$;

create or replace function app.review_view_collection_entry (
  p_entry app.review_entries
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_entry app.collection_entries;
  v_known app.vehicles;
begin
  select * into v_entry from app.collection_entries e where e.id = p_entry.subject_id;
  select * into v_known from app.vehicles v where v.id = app.vehicle_of_plate(v_entry.plate_key);
  return app.entry_view(v_entry) || jsonb_build_object(
    'kind', 'collection_entry',
    'noteFlags', v_entry.note_flags,
    'plateUnusual', not app.is_usual_plate(v_entry.plate_key),
    'pictures', app.photos_of_entry(v_entry.id),
    'known', case when v_known.id is not null then app.vehicle_view(v_known) end,
    'stickerOf', (select app.vehicle_view(v) from app.vehicles v
                   where v.id = (app.find_vehicle(app.public_code(v_entry.facts -> 'sticker' ->> 'code'))).id),
    'saccoTold', app.sacco_ref(app.reported_sacco(v_entry.facts -> 'sacco')),
    'routesTold', (
      select coalesce(jsonb_agg(app.route_ref(r) order by r.short_name, r.slug), '[]') from app.routes r
       where lower(v_entry.facts ->> 'routeIds')::jsonb ? r.id::text),
    'assignment', (
      select jsonb_build_object('id', a.id, 'kind', a.kind, 'title', a.title)
        from app.assignment_slots s join app.assignments a on a.id = s.assignment_id where s.id = v_entry.slot_id),
    'before', (
      select jsonb_build_object('reason', b.reason, 'note', b.reason_note, 'facts', b.reason_facts, 'vehicle', b.facts,
                                'entryNote', b.note, 'pictures', app.photos_of_entry(b.id), 'id', b.id,
                                'returned', b.decided_at is not null)
        from app.collection_entries b where b.id = v_entry.revises),
    'siblings', (
      select coalesce(jsonb_agg(to_jsonb(o) order by o."capturedAt" desc), '[]') from (
        select e.id, e.state, app.instant(e.captured_at) as "capturedAt" from app.collection_entries e
         where e.plate_key = v_entry.plate_key and e.id <> v_entry.id
         order by e.captured_at desc limit 10) o),
    'author', app.surveyor_record(v_entry));
end
$function$;

create or replace function app.sacco_for_admin (
  p_sacco app.saccos
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return app.sacco_ref(p_sacco.id) || jsonb_build_object(
    'aliases', app.aliases_of(p_sacco) -> 'aliases',
    'vehicles', (select count(*) from app.vehicles v where v.sacco_id = p_sacco.id),
    'retiredAt', app.instant(p_sacco.retired_at),
    'registerNos', (
      select coalesce(jsonb_agg(r.register_no order by r.register_no), '[]')
        from app.sacco_register r where r.sacco_id = p_sacco.id),
    'merges', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'from', app.sacco_ref(m.from_id), 'mergedAt', app.instant(m.merged_at),
               'undoUntil', app.instant(m.merged_at + interval '7 days'), 'vehicles', cardinality(m.vehicle_ids))
               order by m.merged_at desc), '[]')
        from app.sacco_merges m
       where m.into_id = p_sacco.id and m.undone_at is null and m.merged_at > app.now() - interval '7 days'));
end
$function$;

create or replace function app.set_sacco_retired (
  p_admin   uuid,
  p_id      text,
  p_reason  text,
  p_retired boolean
)
  returns jsonb
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_sacco app.saccos;
begin
  perform app.check_reason(p_reason);
  perform pg_advisory_xact_lock(hashtext('sacco_aliases'));
  v_sacco := app.find_sacco(p_id);
  if (v_sacco.retired_at is not null) <> p_retired then
    update app.saccos s set retired_at = case when p_retired then app.now() end
     where s.id = v_sacco.id returning * into v_sacco;
    perform app.audit(p_admin, case when p_retired then 'sacco.retired' else 'sacco.restored' end, 'sacco',
                      v_sacco.id::text, btrim(p_reason));
  end if;
  return app.sacco_for_admin(v_sacco);
end
$function$;

create or replace function app.set_vehicle_retired (
  p_admin   uuid,
  p_id      uuid,
  p_reason  text,
  p_retired boolean
)
  returns jsonb
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_vehicle app.vehicles;
begin
  perform app.check_reason(p_reason);
  select * into v_vehicle from app.vehicles v where v.id = p_id and v.merged_into is null for update;
  perform app.require_found(v_vehicle.id is not null);
  if (v_vehicle.retired_at is not null) <> p_retired then
    update app.vehicles v set retired_at = case when p_retired then app.now() end
     where v.id = p_id returning * into v_vehicle;
    perform app.audit(p_admin, case when p_retired then 'vehicle.retired' else 'vehicle.restored' end, 'vehicle',
                      p_id::text, btrim(p_reason));
  end if;
  return app.edited_vehicle_view(v_vehicle);
end
$function$;

create or replace function app.vehicle_for_admin (
  p_id uuid
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return (select app.edited_vehicle_view(v) from app.vehicles v where v.id = p_id) || jsonb_build_object('merges', (
    select coalesce(jsonb_agg(jsonb_build_object(
             'id', v.id, 'plate', v.plate, 'publicCode', v.public_code, 'mergedAt', app.instant(m.merged_at),
             'moved', m.moved) order by m.merged_at desc, v.id), '[]')
      from app.vehicle_merges m join app.vehicles v on v.id = m.from_id
     where m.into_id = p_id));
end
$function$;

create or replace function app.vehicle_of_plate (
  p_plate_key text
)
  returns uuid
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return (select coalesce(v.merged_into, v.id) from app.vehicles v where v.plate_key = p_plate_key);
end
$function$;

create or replace function app.vehicle_view (
  p_vehicle app.vehicles
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return jsonb_build_object(
    'id', p_vehicle.id,
    'publicCode', p_vehicle.public_code,
    'plate', p_vehicle.plate,
    'fleetName', p_vehicle.fleet_name,
    'sacco', app.sacco_ref(p_vehicle.sacco_id),
    'routes', (
      select coalesce(jsonb_agg(app.route_ref(r) order by r.short_name, r.slug), '[]')
        from app.vehicle_routes vr join app.routes r on r.id = vr.route_id
       where vr.vehicle_id = p_vehicle.id and r.retired_at is null),
    'capacity', p_vehicle.capacity,
    'checkedAt', app.instant(p_vehicle.checked_at),
    'retiredAt', app.instant(p_vehicle.retired_at));
end
$function$;

alter table "app"."vehicle_merges"
  add constraint "vehicle_merges_from_id_fkey" foreign key (from_id) references app.vehicles(id);

alter table "app"."vehicle_merges"
  add constraint "vehicle_merges_into_id_fkey" foreign key (into_id) references app.vehicles(id);

alter table "app"."vehicles"
  add constraint "vehicles_check" check ((merged_into <> id));

alter table "app"."vehicles"
  add constraint "vehicles_merged_into_fkey" foreign key (merged_into) references app.vehicles(id);

create index vehicle_merges_into on app.vehicle_merges using btree (into_id, merged_at desc);

create index vehicles_merged_into on app.vehicles using btree (merged_into)
  where (merged_into is not null);

create trigger follow_vehicle_merge
  before insert or update of vehicle_id on app.alerts
  for each row
  when ((new.vehicle_id IS NOT NULL))
  execute function app.follow_vehicle_merge('id');

create trigger follow_vehicle_merge
  before insert or update of vehicle_id on app.collection_entries
  for each row
  when ((new.vehicle_id IS NOT NULL))
  execute function app.follow_vehicle_merge('id');

create trigger follow_vehicle_merge
  before insert or update of vehicle_id on app.feedback
  for each row
  when ((new.vehicle_id IS NOT NULL))
  execute function app.follow_vehicle_merge('id');

create trigger follow_vehicle_merge
  before insert or update of vehicle_id on app.follows
  for each row
  when ((new.vehicle_id IS NOT NULL))
  execute function app.follow_vehicle_merge('id');

create trigger follow_vehicle_merge
  before insert or update of vehicle_id on app.incidents
  for each row
  when ((new.vehicle_id IS NOT NULL))
  execute function app.follow_vehicle_merge('plate');

create trigger follow_vehicle_merge
  before insert or update of vehicle_id on app.report_additions
  for each row
  when ((new.vehicle_id IS NOT NULL))
  execute function app.follow_vehicle_merge('plate');

create trigger follow_vehicle_merge
  before insert or update of vehicle_id on app.reports
  for each row
  when ((new.vehicle_id IS NOT NULL))
  execute function app.follow_vehicle_merge('plate');

create trigger follow_vehicle_merge
  before insert or update of vehicle_id on app.vehicle_feedback_summaries
  for each row
  when ((new.vehicle_id IS NOT NULL))
  execute function app.follow_vehicle_merge('id');

revoke all on function "api"."create_vehicle"(text, text, uuid, uuid[], integer, boolean, text) from public;

grant execute on function "api"."create_vehicle"(text, text, uuid, uuid[], integer, boolean, text) to "authenticated";

revoke all on function "api"."get_vehicle_for_admin"(uuid) from public;

grant execute on function "api"."get_vehicle_for_admin"(uuid) to "authenticated";

revoke all on function "api"."list_saccos"(text, text, integer, jsonb, boolean) from public;

grant execute on function "api"."list_saccos"(text, text, integer, jsonb, boolean) to "authenticated", "service_role";

revoke all on function "api"."list_vehicles"(text, uuid, integer, jsonb, uuid, text) from public;

grant execute on function "api"."list_vehicles"(text, uuid, integer, jsonb, uuid, text) to "authenticated";

revoke all on function "api"."merge_vehicles"(uuid, uuid, text) from public;

grant execute on function "api"."merge_vehicles"(uuid, uuid, text) to "authenticated";

revoke all on function "api"."preview_vehicle_merge"(uuid, uuid) from public;

grant execute on function "api"."preview_vehicle_merge"(uuid, uuid) to "authenticated";

revoke all on function "api"."restore_sacco"(text, text) from public;

grant execute on function "api"."restore_sacco"(text, text) to "authenticated";

revoke all on function "api"."restore_vehicle"(uuid, text) from public;

grant execute on function "api"."restore_vehicle"(uuid, text) to "authenticated";

revoke all on function "api"."retire_sacco"(text, text) from public;

grant execute on function "api"."retire_sacco"(text, text) to "authenticated";

revoke all on function "api"."retire_vehicle"(uuid, text) from public;

grant execute on function "api"."retire_vehicle"(uuid, text) to "authenticated";

revoke all on function "app"."check_vehicle_merge"(uuid, uuid) from public;

revoke all on function "app"."console_vehicles"(text) from public;

revoke all on function "app"."count_vehicle_merge"(uuid, uuid) from public;

revoke all on function "app"."facts_filled_by_merge"(uuid, uuid) from public;

revoke all on function "app"."fill_facts_by_merge"(uuid, uuid, uuid, text) from public;

revoke all on function "app"."follow_vehicle_merge"() from public;

revoke all on function "app"."held_vehicle"(uuid) from public;

revoke all on function "app"."hold_vehicles_to_merge"(uuid, uuid) from public;

revoke all on function "app"."incidents_about_vehicle"(uuid) from public;

revoke all on function "app"."move_feedback_by_merge"(uuid, uuid) from public;

revoke all on function "app"."move_vehicle"(uuid, uuid, uuid, text) from public;

revoke all on function "app"."publish_incident_again"(uuid) from public;

revoke all on function "app"."set_sacco_retired"(uuid, text, text, boolean) from public;

revoke all on function "app"."set_vehicle_retired"(uuid, uuid, text, boolean) from public;

revoke all on function "app"."vehicle_for_admin"(uuid) from public;

revoke all on function "app"."vehicle_of_plate"(text) from public;

reset check_function_bodies;
