CREATE OR REPLACE FUNCTION app.sibling_incidents(p_category text, p_lat double precision, p_lng double precision, p_at timestamp with time zone, p_except uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(app.sibling_incident(b.incident, p_lat, p_lng) || jsonb_build_object('says', (
             select coalesce(jsonb_agg(n.words), '[]')
               from (select app.excerpt(r.note) as words from app.reports r
                      where r.incident_id = (b.incident).id and app.counts(r.state) and r.note is not null
                      order by r.id limit 3) n)) order by b.n), '[]')
      from (select i as incident,
                   row_number() over (order by i.category = p_category desc,
                                               app.distance_m(i.lat, i.lng, p_lat, p_lng), i.id) as n
              from app.incidents i
             where i.lifecycle in ('active', 'expired') and i.pt <@ app.box_around(p_lat, p_lng, 3000)
               and i.last_seen_at >= p_at - interval '1 day' and i.first_seen_at <= p_at + interval '1 day'
               and i.id is distinct from p_except
             order by n
             limit 10) b);
end
$function$;
revoke all on function app.sibling_incidents(text,double precision,double precision,timestamp with time zone,uuid) from public;

CREATE OR REPLACE FUNCTION api.search_console(p_q text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_like    text := app.like_pattern(btrim(p_q));
  v_key     text := app.like_pattern_of_key(p_q);
  v_id      uuid := app.uuid_or_null(btrim(p_q));
  v_subject app.incident_subject;
begin
  perform app.note_read(app.require_role('admin'), 'console.searched', 'console', 'search');
  v_subject := app.incident_subject_of(btrim(p_q));
  return jsonb_build_object('data', (
    select coalesce(jsonb_agg(jsonb_build_object(
             'kind', f.kind, 'id', f.id, 'title', f.title, 'subtitle', nullif(f.subtitle, ''), 'at', app.instant(f.at),
             'state', f.state)
             order by f.id is not distinct from v_id desc,
                      (app.name_key(concat_ws(' ', f.title, f.subtitle)) like v_key) is true desc, f.position, f.n), '[]')
      from (
        select 1 as position, 'vehicle' as kind, v.id, v.plate as title, concat_ws(' · ', v.fleet_name, s.name) as subtitle,
               null::timestamptz as at, v.state, h.n
          from app.console_vehicles(p_q) h (id, n) join app.vehicles v on v.id = h.id
          left join app.saccos s on s.id = v.sacco_id
        union all
        select case h.kind when 'sacco' then 2 when 'corridor' then 6 when 'route' then 7 else 8 end, h.kind, h.subject_id,
               coalesce(s.name, c.name, r.short_name, p.name),
               coalesce(r.long_name, concat_ws(' · ', k.name, nullif(array_to_string(p.routes[1:4], ', '), ''))), null, null, h.n
          from (select h.*, row_number() over (partition by h.kind order by h.score desc, h.name) as n
                  from app.search_hits(p_q, '{sacco,route,corridor,stop}', null, null, 60) h) h
          left join app.saccos s on h.kind = 'sacco' and s.id = h.subject_id
          left join app.corridors c on h.kind = 'corridor' and c.id = h.subject_id
          left join app.routes r on h.kind = 'route' and r.id = h.subject_id
          left join app.points_of_interest p on h.kind = 'stop' and p.id = h.subject_id
          left join app.corridors k on k.id = p.corridor_id
         where h.n <= 6
        union all
        (select 3, 'user', u.id, u.email, p.display_name, null, null, row_number() over (order by u.email)
           from auth.users u left join app.profiles p on p.user_id = u.id
          where u.deleted_at is null and (u.email ilike v_like or p.display_name ilike v_like or u.id = v_id)
          order by u.email limit 6)
        union all
        (select 4, 'assignment', a.id, a.title, null, a.created_at, null, row_number() over (order by a.created_at desc)
           from app.assignments a
          where app.name_key(a.title) like v_key or app.name_key(a.title_sw) like v_key or a.id = v_id
          order by a.created_at desc limit 6)
        union all
        select 5, 'incident', i.id, i.category,
               coalesce(app.place_name(i.lat, i.lng), c.name),
               app.listed_at(i.visibility, i.opened_seen_at), null, i.n
          from (select i.*, row_number() over (order by app.listed_at(i.visibility, i.opened_seen_at) desc, i.id desc) as n
                  from app.incidents i where app.is_about(i, v_subject)
                 order by app.listed_at(i.visibility, i.opened_seen_at) desc, i.id desc limit 6) i
          left join app.corridors c on c.id = i.corridor_id) f));
end
$function$;
revoke all on function api.search_console(text) from public;
grant execute on function api.search_console(text) to authenticated;

CREATE OR REPLACE FUNCTION app.admin_alert_response(p_alert app.admin_alerts, p_read_to bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_entry app.review_entries;
  v_about jsonb;
begin
  select * into v_entry from app.review_entries e where e.id = p_alert.subject_id;
  if found then
    v_about := app.review_about(v_entry);
  end if;
  return jsonb_build_object(
    'id', p_alert.id, 'kind', p_alert.kind, 'subjectId', p_alert.subject_id,
    'at', app.admin_instant(p_alert.at, p_alert.kind = 'assault' or app.is_sensitive_entry(p_alert.subject_id)),
    'isRead', p_alert.id <= p_read_to, 'entryKind', p_alert.detail -> 'entryKind', 'title', p_alert.detail -> 'title',
    'note', p_alert.detail -> 'note', 'category', v_about -> 'category', 'plate', v_about -> 'plate',
    'area', coalesce(v_about ->> 'placeName', v_about ->> 'corridor'), 'dueAt', app.instant(v_entry.due_at));
end
$function$;
revoke all on function app.admin_alert_response(app.admin_alerts,bigint) from public;
