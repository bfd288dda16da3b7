-- Everything that an admin may look for by what they know of it: incidents, vehicles, operator groups, users,
-- assignments, stages, routes and main roads, up to six of each kind; first what has the words in its name. An id finds what it is the id of. `at` is when an
-- incident was first reported (see app.listed_at), or an assignment made; `state` is a vehicle's. That somebody searched is noted, not for what.
--
-- Definer: what it searches is not readable directly.
-- Fails with: unauthenticated, role_required, invalid_request
create function api.search_console(p_q text)
returns jsonb language plpgsql security definer set search_path = '' as $$
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
$$;
grant execute on function api.search_console to authenticated;

-- Admins may list vehicles by any part of a plate, riders may not. Retired ones too; a merged one leads to the other.
create function app.console_vehicles(p_q text)
returns table (id uuid, n bigint) language plpgsql stable set search_path = '' as $$
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
$$;
