-- What the page of a route or corridor shows: its stages in order for each direction with the live incidents between
-- them, the operator groups with vehicles on it, and what usually happens on it.
--
-- Definer: the network and the read model are not readable directly.
-- Fails with: not_found
create function api.get_line_page(p_kind text, p_id uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_line      extensions.geometry := case when p_kind = 'route' then app.route_line(p_id) end;
  v_corridors uuid[] := case when p_kind = 'corridor' then array[p_id]
                             else array(select cr.corridor_id from app.corridor_routes cr where cr.route_id = p_id) end;
begin
  perform app.admit_caller();
  perform app.require_found(case p_kind
    when 'route' then exists (select from app.routes r where r.id = p_id)
    else exists (select from app.corridors c where c.id = p_id) end);
  return jsonb_build_object(
    'directions', case p_kind when 'route' then app.route_directions(p_id) else app.corridor_directions(p_id) end,
    'saccos', (
      select coalesce(jsonb_agg(app.sacco_ref(s.sacco_id) || jsonb_build_object('vehicles', s.vehicles)
                                order by s.vehicles desc, s.sacco_id), '[]')
        from (select v.sacco_id, count(distinct v.id) as vehicles
                from app.vehicle_routes vr join app.vehicles v on v.id = vr.vehicle_id
               where v.state = 'known' and v.retired_at is null and v.sacco_id is not null
                 and (vr.route_id = p_id or exists (select from app.corridor_routes cr
                                                     where cr.corridor_id = p_id and cr.route_id = vr.route_id))
               group by v.sacco_id) s),
    'usual', app.usual_trouble(v_corridors, v_line));
end
$$;
grant execute on function api.get_line_page to authenticated, rider_server;

-- A route's directions: in each the trip with the most stops.
create function app.route_directions(p_route uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(app.direction_view(coalesce(h.geom, app.route_line(p_route)), w.stops) order by w.way), '[]')
      from (select distinct on (coalesce(t.direction, 0)) coalesce(t.direction, 0) as way, t.shape_id, s.stops
              from app.trips t
              cross join lateral (select array_agg(st.stop_id order by st.sequence) as stops
                                    from app.stop_times st where st.trip_id = t.id) s
             where t.route_id = p_route and cardinality(s.stops) > 1
             order by coalesce(t.direction, 0), cardinality(s.stops) desc, t.id) w
      left join app.shapes h on h.id = w.shape_id);
end
$$;

-- A corridor's two directions, with its stages along its line; none where the line is in several pieces.
create function app.corridor_directions(p_corridor uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_line  extensions.geometry := (select extensions.st_linemerge(c.geom) from app.corridors c where c.id = p_corridor);
  v_stops uuid[];
begin
  if extensions.st_geometrytype(v_line) is distinct from 'ST_LineString' then
    return '[]';
  end if;
  v_stops := array(
    select p.id from app.points_of_interest p
     where p.corridor_id = p_corridor and cardinality(p.routes) > 0
     order by extensions.st_linelocatepoint(v_line, extensions.st_setsrid(extensions.st_makepoint(p.lng, p.lat), 4326)), p.id);
  if cardinality(v_stops) < 2 then
    return '[]';
  end if;
  return jsonb_build_array(
    app.direction_view(v_line, v_stops),
    app.direction_view(extensions.st_reverse(v_line),
                       array(select u.id from unnest(v_stops) with ordinality u (id, n) order by u.n desc)));
end
$$;

-- One direction: stages in order, and the live incidents on the line, with how many stages are before each.
-- Incidents with a coarse place are left out.
create function app.direction_view(p_line extensions.geometry, p_stops uuid[])
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_now timestamptz := app.now();
  v_box box := box(point(extensions.st_xmin(p_line) - 0.002, extensions.st_ymin(p_line) - 0.002),
                   point(extensions.st_xmax(p_line) + 0.002, extensions.st_ymax(p_line) + 0.002));
begin
  return (
    with stages as (
      select u.n, s.id, s.name, s.lat, s.lng,
             exists (select from app.points_of_interest p
                      where p.name_key = s.name_key and cardinality(p.routes) >= 10
                        and app.distance_m(p.lat, p.lng, s.lat, s.lng) <= 300) as is_main,
             -- A line that comes back on itself must not put a later stage before an earlier one.
             max(extensions.st_linelocatepoint(p_line, extensions.st_setsrid(extensions.st_makepoint(s.lng, s.lat), 4326)))
               over (order by u.n) as part
        from unnest(p_stops) with ordinality u (id, n) join app.stops s on s.id = u.id),
    live as (
      select f.body, f.incident_id,
             extensions.st_linelocatepoint(p_line, extensions.st_setsrid(extensions.st_makepoint(f.lng, f.lat), 4326)) as part
        from app.incident_feed f
       where f.pt operator(pg_catalog.<@) v_box and f.visible_from <= v_now and f.visible_until > v_now
         and f.body ->> 'precision' = 'point'
         and not exists (select from app.incidents g where g.id = f.incident_id and g.gone_at <= v_now and app.is_gone(g))
         and not exists (select from app.incident_history h where h.incident_id = f.incident_id and h.visible_from <= v_now)
         and extensions.st_dwithin(p_line::extensions.geography,
               extensions.st_setsrid(extensions.st_makepoint(f.lng, f.lat), 4326)::extensions.geography, 120)
       order by f.last_seen_at desc, f.incident_id
       limit 20)
    select jsonb_build_object(
      'stages', (select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'isMain', s.is_main,
                                                     'place', jsonb_build_object('lat', s.lat, 'lng', s.lng)) order by s.n)
                   from stages s),
      'live', (select coalesce(jsonb_agg(jsonb_build_object(
                        -- What is at a stage is after it, with some room for rounding.
                        'after', (select count(*) from stages s where s.part <= l.part + 0.0005), 'incident', l.body)
                        order by l.part, l.incident_id), '[]') from live l)));
end
$$;

-- What usually happens on these corridors (near the line, if one is given) in twelve weeks: distinct riders who reported
-- public incidents (app.counted_reports), by hour of the city on weekdays and on weekends, and by category. Only from
-- five riders on, and rounded down to fives, so that two answers do not differ by one person. Not those whose account was
-- deleted: they have another id in each incident, and one of them would be five riders.
create function app.usual_trouble(p_corridors uuid[], p_line extensions.geometry)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_incidents uuid[] := array(
    select h.incident_id
      from app.incident_history h
     where h.corridor_id = any (p_corridors) and h.last_seen_at > app.now() - interval '84 days'
       and h.visible_from <= app.now() and h.visible_until > app.now() and h.body ->> 'precision' = 'point'
       and (p_line is null or extensions.st_dwithin(p_line,
             extensions.st_setsrid(extensions.st_makepoint(h.lng, h.lat), 4326), 0.0015)));
begin
  return (
    with reported as (
      select h.category, app.city_time(r.occurred_at) as at, c.rider
        from app.counted_reports(v_incidents) c
        join app.reports r on r.id = c.report_id and r.visibility = 'public' and not r.author_erased
        join app.incident_history h on h.incident_id = r.incident_id
                                   and h.visible_from <= app.now() and h.visible_until > app.now()),
    counted as (
      select c.weekend, c.hour, c.category, count(distinct c.rider) / 5 * 5 as riders
        from (select d.*, extract(isodow from d.at) > 5 as weekend, extract(hour from d.at)::int as hour from reported d) c
       group by grouping sets ((c.weekend, c.hour), (c.weekend, c.category))
      having count(distinct c.rider) >= 5)
    select jsonb_build_object(
      'hours', coalesce(jsonb_agg(jsonb_build_object('weekend', k.weekend, 'hour', k.hour, 'riders', k.riders)
                                  order by k.weekend, k.hour) filter (where k.hour is not null), '[]'),
      'categories', coalesce(jsonb_agg(jsonb_build_object('weekend', k.weekend, 'category', k.category, 'riders', k.riders)
                                       order by k.weekend, k.riders desc, k.category) filter (where k.hour is null), '[]'))
      from counted k);
end
$$;
