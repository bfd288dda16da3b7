-- The names of entities of one kind, with the given ids, or of all where that is null. Retired ones have none.
create function app.names_of(p_kind text, p_ids uuid[])
returns setof app.search_name language plpgsql stable set search_path = '' as $$
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
      select l.id, n.name, n.is_title, 0.6::real, coalesce(w.geom, app.route_line(l.id))
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
$$;
