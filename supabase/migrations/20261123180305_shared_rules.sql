set check_function_bodies = off;

create or replace function api.get_known_vehicles()
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  perform app.require_role('surveyor');
  return (
    with plates as (
      select p.plate_key, v.id, v.sacco_id, v.capacity
        from app.vehicles p join app.vehicles v on v.id = coalesce(p.merged_into, p.id)
       order by v.checked_at desc nulls last, p.plate_key limit 60000
    ), saccos as (
      select s.id, s.name, row_number() over (order by s.name, s.id) - 1 as n
        from app.saccos s where exists (select from plates p where p.sacco_id = s.id)
    ), routes as (
      select r as route, r.id, row_number() over (order by r.short_name, r.slug) - 1 as n
        from app.routes r where r.retired_at is null
    ), served as (
      select vr.vehicle_id, string_agg(r.n::text, ',' order by r.n) as numbers
        from app.vehicle_routes vr join routes r on r.id = vr.route_id group by vr.vehicle_id
    ), lines as (
      select left(p.plate_key, 3) as prefix,
             string_agg(concat_ws(';', substr(p.plate_key, 4), coalesce(s.n::text, ''), coalesce(p.capacity::text, ''),
                                  coalesce(d.numbers, '')), e'\n' order by p.plate_key collate "C") as vehicles
        from plates p left join saccos s on s.id = p.sacco_id left join served d on d.vehicle_id = p.id
       group by 1
    )
    select jsonb_build_object(
      'saccos', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name) order by s.n), '[]') from saccos s),
      'routes', (select coalesce(jsonb_agg(app.route_ref(r.route) order by r.n), '[]') from routes r),
      'vehicles', (select coalesce(jsonb_object_agg(l.prefix, l.vehicles), '{}') from lines l)));
end
$function$;

create or replace function api.get_stage_for_admin (
  p_id uuid
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  v_stop  app.stops;
  v_box   box;
  v_stops uuid[];
begin
  perform app.require_role('admin');
  v_stop := app.stage_of_stop(p_id);
  perform app.require_found(v_stop.id is not null);
  v_box := app.box_around(v_stop.lat, v_stop.lng, 400);
  v_stops := array(select s.id from app.stops s
                    where s.pt <@ v_box and s.feed = v_stop.feed and s.name_key = v_stop.name_key);
  return jsonb_build_object(
    'id', v_stop.id, 'name', v_stop.name,
    'place', jsonb_build_object('lat', v_stop.lat, 'lng', v_stop.lng),
    'retiredAt', app.instant(v_stop.retired_at),
    'corridor', app.corridor_ref((app.corridor_at(v_stop.lat, v_stop.lng)).corridor_id),
    'area', app.area_near(v_stop.lat, v_stop.lng),
    'box', jsonb_build_object('west', (v_box[1])[0], 'south', (v_box[1])[1],
                              'east', (v_box[0])[0], 'north', (v_box[0])[1]),
    'routes', (
      select coalesce(jsonb_agg(app.route_ref(r)
               order by nullif(substring(r.short_name from '^\d{1,9}'), '')::int nulls last, r.short_name, r.slug), '[]')
        from app.routes r
       where r.retired_at is null and r.id in (
               select t.route_id from app.stop_times st join app.trips t on t.id = st.trip_id
                where st.stop_id = any (v_stops))),
    'liveIncidents', (select count(*) from app.incidents i where i.lifecycle = 'active' and i.pt <@ v_box),
    'reports', app.reports_near(v_stop, v_box),
    'assignments', (
      select coalesce(jsonb_agg(app.assignment_title(a) order by a.created_at desc, a.id), '[]')
        from app.assignments a
       where app.is_open_assignment(a)
         and ((a.place).stop_id = any (v_stops) or point((a.place).lng, (a.place).lat) <@ v_box)),
    'entries', app.entries_near(v_stops, v_box));
end
$function$;

create or replace function app.alert_due_assignments()
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_now timestamptz := app.now();
  v     record;
begin
  for v in
    select a.id, w.user_id
      from app.assignments a cross join app.followers w
     where a.closed_at is null and a.due_at > v_now and a.due_at <= v_now + interval '24 hours'
       and exists (select from app.push_subscriptions s where s.follower_id = w.id and s.app = 'surveyor')
       and app.is_active_surveyor(w.user_id)
       and not exists (select from app.alerts b where b.follower_id = w.id and b.kind = 'assignment_due'
                          and b.assignment_id = a.id)
       and exists (select from app.assignment_slots s
                    where s.assignment_id = a.id
                      and (s.holder_id = w.user_id and app.slot_state(s) in ('claimed', 'changes_requested')
                           and s.claimed_at <= v_now - interval '1 hour'
                           or app.slot_state(s) = 'open' and a.created_at <= v_now - interval '12 hours'))
     limit 500
  loop
    perform app.alert_surveyors('assignment_due', array[v.user_id], v.id);
  end loop;
end
$function$;

create or replace function app.alert_surveyors (
  p_kind       text,
  p_users      uuid[],
  p_assignment uuid   default null::uuid,
  p_entry      uuid   default null::uuid
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_now timestamptz := app.now();
begin
  with made as (
    insert into app.alerts as a (follower_id, kind, assignment_id, entry_id, created_at)
    select w.id, p_kind, p_assignment, p_entry, v_now
      from app.followers w
     where (p_users is null or w.user_id = any (p_users))
       and app.is_active_surveyor(w.user_id)
       and exists (select from app.push_subscriptions s where s.follower_id = w.id and s.app = 'surveyor')
    on conflict (follower_id, kind, (coalesce(assignment_id, entry_id))) where kind is not null
      do update set created_at = v_now, read_at = null
    returning id, follower_id
  )
  insert into app.alert_deliveries as d (alert_id, endpoint_hash, due_at)
  select n.id, s.endpoint_hash, v_now
    from made n join app.push_subscriptions s on s.follower_id = n.follower_id and s.app = 'surveyor'
  on conflict (alert_id, endpoint_hash) do update set due_at = v_now, attempts = 0;
end
$function$;

create or replace function app.area_near (
  p_lat double precision,
  p_lng double precision,
  p_but text             default null::text
)
  returns text
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_pt point := point(p_lng, p_lat);
begin
  return (
    select n.name
      from (select a.* from app.areas a
             order by a.pt operator(pg_catalog.<->) v_pt, a.name
             limit 3) n
     where app.search_key(n.name) is distinct from p_but
       and app.distance_m(n.lat, n.lng, p_lat, p_lng) <= 3000
     order by n.pt operator(pg_catalog.<->) v_pt, n.name
     limit 1);
end
$function$;

create or replace function app.field_news (
  p_alert app.alerts
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_assignment app.assignments;
  v_entry      app.collection_entries;
begin
  if not exists (select from app.followers w where w.id = p_alert.follower_id and app.is_active_surveyor(w.user_id)) then
    return null;
  end if;
  if p_alert.kind = 'entry_returned' then
    select * into v_entry from app.collection_entries e where e.id = p_alert.entry_id;
    return case when v_entry.state = 'changes_requested' then jsonb_build_object(
      'kind', p_alert.kind, 'entryId', v_entry.id, 'reason', v_entry.reason, 'assignment', null) end;
  end if;
  select * into v_assignment from app.assignments a where a.id = p_alert.assignment_id;
  return case when v_assignment.id is not null
                   and case p_alert.kind when 'assignment_closed' then v_assignment.closed_at is not null
                                         when 'assignment_changed' then v_assignment.closed_at is null
                                         when 'assignment_assigned' then exists (
                                           select from app.followers w
                                            where w.id = p_alert.follower_id
                                              and w.user_id = any (app.slot_holders(v_assignment.id)))
                                         else app.is_open_assignment(v_assignment) end
              then jsonb_build_object(
                'kind', p_alert.kind, 'entryId', null, 'reason', null, 'assignment', jsonb_build_object(
                  'id', v_assignment.id, 'title', v_assignment.title, 'titleSw', v_assignment.title_sw,
                  'dueAt', app.instant(v_assignment.due_at))) end;
end
$function$;

create or replace function app.stage_area (
  p_stage app.points_of_interest
)
  returns text
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  if not exists (select from app.points_of_interest o
                  where o.name_key = p_stage.name_key and o.id <> p_stage.id
                    and o.corridor_id is not distinct from p_stage.corridor_id) then
    return null;
  end if;
  return coalesce(
    app.area_near(p_stage.lat, p_stage.lng, p_stage.name_key),
    (select m.name from app.points_of_interest m
      where cardinality(m.routes) >= 10 and m.name_key <> p_stage.name_key
      order by m.pt operator(pg_catalog.<->) p_stage.pt, m.id
      limit 1));
end
$function$;

revoke all on function "app"."area_near"(double precision, double precision, text) from public;

reset check_function_bodies;
