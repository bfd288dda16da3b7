set check_function_bodies = off;

drop function "app"."release_changes"();

create or replace function api.begin_incident_feed_copy (
  p_most integer
)
  returns json
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  v_now timestamptz := app.now();
begin
  return json_build_object(
    'head', (select l.head from app.change_log l),
    'rows', (select count(*) from (
      select from app.incident_feed f where f.visible_from <= v_now and f.visible_until > v_now limit p_most + 1) s));
end
$function$;

create or replace function api.follow_incident_feed (
  p_after bigint,
  p_limit integer
)
  returns json
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_now      timestamptz := app.now();
  v_released boolean := app.release_changes();
  v_log      app.change_log;
  v_head     bigint;
  v_ids      uuid[];
  v_at       timestamptz;
begin
  select * into v_log from app.change_log;
  -- A change that another transaction released since `v_now` is in the list, so its row has to be, too.
  select array_agg(c.incident_id), max(c.position), greatest(v_now, max(c.released_at)) into v_ids, v_head, v_at
    from (select * from app.incident_changes n where n.position > p_after order by n.position limit p_limit) c;
  v_head := case when cardinality(v_ids) = p_limit then v_head else greatest(v_log.head, v_head) end;
  return json_build_object(
    'now', app.microseconds(v_now),
    'head', v_head,
    'isKnown', p_after between v_log.forgotten and v_log.head,
    'hasMore', coalesce(cardinality(v_ids) = p_limit, false),
    'isCurrent', v_released,
    'network', (select app.microseconds(max(g.applied_at)) from app.gtfs_imports g),
    'changed', coalesce(v_ids, '{}'),
    'rows', (select coalesce(json_agg(app.feed_copy_row(f)), '[]')
               from app.incident_feed f
              where f.incident_id = any (v_ids) and f.visible_from <= v_at and f.visible_until > v_at));
end
$function$;

create or replace function api.list_incident_feed_rows (
  p_limit integer,
  p_after uuid    default null::uuid
)
  returns json
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  return (
    select coalesce(json_agg(app.feed_copy_row(f) order by f.incident_id), '[]')
      from (select * from app.incident_feed r
             where (p_after is null or r.incident_id > p_after)
               and r.visible_from <= app.now() and r.visible_until > app.now()
             order by r.incident_id
             limit p_limit) f);
end
$function$;

create or replace function app.feed_copy_row (
  p_row app.incident_feed
)
  returns json
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
begin
  return json_build_object(
    'visibleUntil', app.microseconds(p_row.visible_until),
    'lastSeenAt', app.microseconds(p_row.last_seen_at),
    'lat', p_row.lat,
    'lng', p_row.lng,
    'incident', p_row.body);
end
$function$;

create or replace function app.microseconds (
  p_at timestamp with time zone
)
  returns bigint
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
begin
  return (extract(epoch from p_at) * 1000000)::bigint;
end
$function$;

create or replace function app.release_changes()
  returns boolean
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_now  timestamptz := app.now();
  v_head bigint;
  v_ids  uuid[];
  v_id   uuid;
  v_seen text;
begin
  if not exists (select from app.incident_changes_due d where d.due_at <= v_now) then
    return true;
  end if;
  select l.head into v_head from app.change_log l for update skip locked;
  if not found then
    return false;
  end if;
  with due as (
    delete from app.incident_changes_due d where d.due_at <= v_now returning d.incident_id
  )
  select array_agg(distinct due.incident_id order by due.incident_id) into v_ids from due;
  foreach v_id in array coalesce(v_ids, '{}') loop
    v_seen := coalesce(md5(app.public_state(v_id)::jsonb::text), app.gone_entry(v_id)::text);
    continue when v_seen is null;
    insert into app.incident_changes as c (incident_id, position, seen, released_at)
    values (v_id, v_head + 1, v_seen, v_now)
    on conflict (incident_id) do update
      set (position, seen, released_at) = (excluded.position, excluded.seen, excluded.released_at)
      where c.seen <> excluded.seen;
    if found then
      v_head := v_head + 1;
    end if;
  end loop;
  update app.change_log l set head = v_head where l.head <> v_head;
  return true;
end
$function$;

revoke all on function "api"."begin_incident_feed_copy"(integer) from public;

grant execute on function "api"."begin_incident_feed_copy"(integer) to "service_role";

revoke all on function "api"."follow_incident_feed"(bigint, integer) from public;

grant execute on function "api"."follow_incident_feed"(bigint, integer) to "service_role";

revoke all on function "api"."list_incident_feed_rows"(integer, uuid) from public;

grant execute on function "api"."list_incident_feed_rows"(integer, uuid) to "service_role";

revoke all on function "app"."feed_copy_row"(app.incident_feed) from public;

revoke all on function "app"."microseconds"(timestamp with time zone) from public;

revoke all on function "app"."release_changes"() from public;

reset check_function_bodies;
