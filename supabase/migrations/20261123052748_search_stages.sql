set check_function_bodies = off;

create or replace function api.search (
  p_q     text,
  p_types text[]           default null::text[],
  p_lat   double precision default null::double precision,
  p_lng   double precision default null::double precision,
  p_limit integer          default 20
)
  returns json
  language plpgsql
  stable
  security definer
  set search_path to ''
  set enable_seqscan to 'off'
  set enable_hashjoin to 'off'
  set enable_mergejoin to 'off'
  set jit to 'off'
  set plan_cache_mode to 'force_generic_plan'
  AS $function$
declare
  v_kinds text[] := coalesce(p_types, '{vehicle,sacco,route,corridor,stop}');
begin
  perform app.admit_caller();
  if not v_kinds <@ '{vehicle,sacco,route,corridor,stop}'::text[] then
    perform app.fail('invalid_request', '{"path": "types"}');
  end if;
  if p_lat is not null or p_lng is not null then
    perform app.check_place(p_lat, p_lng);
  end if;
  return json_build_object('data', (
    select coalesce(json_agg(json_build_object(
             'type', h.kind, 'id', h.subject_id, 'title', f.title, 'subtitle', nullif(f.subtitle, ''), 'name', h.name,
             'words', h.words, 'score', round(h.score::numeric, 3),
             'place', case when f.lat is not null then json_build_object('lat', f.lat, 'lng', f.lng) end)
             order by h.n), '[]')
      from app.search_hits(p_q, v_kinds, p_lat, p_lng, p_limit) with ordinality h (kind, subject_id, name, words, score, n),
           lateral (
             select v.plate, concat_ws(' · ', v.fleet_name, o.name), null::float8, null::float8
               from app.vehicles v left join app.saccos o on o.id = v.sacco_id
              where h.kind = 'vehicle' and v.id = h.subject_id
             union all
             select s.name, null, null, null from app.saccos s where h.kind = 'sacco' and s.id = h.subject_id
             union all
             select r.short_name, r.long_name, null, null from app.routes r where h.kind = 'route' and r.id = h.subject_id
             union all
             select c.name, null, null, null from app.corridors c where h.kind = 'corridor' and c.id = h.subject_id
             union all
             select p.name, concat_ws(' · ', k.name, app.stage_area(p), nullif(array_to_string(p.routes[1:4], ', '), '')),
                    p.lat, p.lng
               from app.points_of_interest p left join app.corridors k on k.id = p.corridor_id
              where h.kind = 'stop' and p.id = h.subject_id) f (title, subtitle, lat, lng)));
end
$function$;

create or replace function app.found_by_beginning (
  p_key   text,
  p_kinds text[],
  p_lat   double precision,
  p_lng   double precision,
  p_limit integer
)
  returns SETOF app.search_hit
  language plpgsql
  stable
  rows 20
  set search_path to ''
  set enable_seqscan to 'off'
  set enable_bitmapscan to 'off'
  set jit to 'off'
  set plan_cache_mode to 'force_generic_plan'
  AS $function$
declare
  v_after text := p_key || chr(1114111); -- behind every text that begins with the key
  v_here  extensions.geometry := extensions.st_setsrid(extensions.st_makepoint(p_lng, p_lat), 4326);
  v_words text[] := string_to_array(p_key, ' ');
begin
  return query
  select d.kind, d.subject_id, d.name, v_words, f.score
    from unnest(p_kinds) k (kind),
         lateral (
           select * from app.search_documents s
            where s.kind = k.kind
              and s.name_key operator(pg_catalog.~>=~) p_key and s.name_key operator(pg_catalog.~<~) v_after
            order by s.name_key using operator(pg_catalog.~<~)
            limit 300) d,
         lateral (
           select case when d.name_key = p_key and d.kind = 'stop' then 0.8::float8
                       when d.name_key = p_key and (d.is_title or d.kind <> 'route') then 0.72::float8
                       else 0.58::float8 end
                  + app.name_fit(p_key, d.name_key, d.is_title, d.weight, d.geom, v_here, p_lat, p_lng)) f (score)
   order by f.score desc, d.name, d.subject_id
   limit p_limit;
end
$function$;

create or replace function app.found_stages (
  p_key   text,
  p_lat   double precision,
  p_lng   double precision,
  p_limit integer
)
  returns SETOF app.search_hit
  language plpgsql
  stable
  rows 20
  set search_path to ''
  AS $function$
begin
  if p_key !~ '^(bus (stop|stage|station|terminus)s?|stops?|stages?|steji|stendi|(kituo|vituo)( (cha|vya) (ma)?(basi|matatu))?)$' then
    return;
  end if;
  if p_lat is null then
    return query
    select 'stop', p.id, p.name, '{}'::text[], 0.1 + 0.2 * least(cardinality(p.routes) / 100::float8, 1)
      from app.points_of_interest p
     order by cardinality(p.routes) desc, p.id
     limit p_limit;
    return;
  end if;
  return query
  select 'stop', p.id, p.name, '{}'::text[], 0.1 + 0.2 * 3000 / (3000 + app.distance_m(p_lat, p_lng, p.lat, p.lng))
    from app.points_of_interest p
   order by p.pt operator(pg_catalog.<->) point(p_lng, p_lat), p.id
   limit p_limit;
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
       where (p_ids is null or v.id = any (p_ids)) and v.fleet_name is not null;
    when 'sacco' then
      return query
      select s.id, n.name, n.is_title, 0.8::real, null::extensions.geometry
        from app.saccos s,
             lateral (select s.name, true
                      union all
                      select a.alias, false from app.sacco_aliases a where a.sacco_id = s.id) n (name, is_title)
       where s.merged_into is null and (p_ids is null or s.id = any (p_ids));
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

create or replace function app.search_hits (
  p_q     text,
  p_kinds text[],
  p_lat   double precision,
  p_lng   double precision,
  p_limit integer
)
  returns SETOF app.search_hit
  language plpgsql
  stable
  rows 20
  set search_path to ''
  AS $function$
declare
  v_key   text := app.search_key(p_q);
  v_limit int := least(greatest(coalesce(p_limit, 20), 1), 100);
  v_hits  app.search_hit[] := '{}';
begin
  if (char_length(p_q) between 1 and 100) is distinct from true then
    perform app.fail('invalid_request', '{"path": "q"}');
  end if;
  if v_key = '' then
    return;
  end if;
  if 'vehicle' = any (p_kinds) then
    v_hits := array(select h::app.search_hit from app.found_by_plate(p_q, false, v_limit) h);
  end if;
  if 'stop' = any (p_kinds) then
    v_hits := v_hits || array(select h::app.search_hit from app.found_stages(v_key, p_lat, p_lng, v_limit) h);
  end if;
  -- Hits by name alone are in their final order.
  if cardinality(v_hits) = 0 then
    return query select * from app.found_by_name(v_key, p_kinds, p_lat, p_lng, v_limit);
    if not found and 'vehicle' = any (p_kinds) then
      return query select * from app.found_by_plate(p_q, true, v_limit);
    end if;
    return;
  end if;
  v_hits := v_hits || array(
    select h::app.search_hit from app.found_by_name(v_key, p_kinds, p_lat, p_lng, v_limit, false) h);
  return query
  select b.* from (
    select distinct on (h.kind, h.subject_id) h.* from unnest(v_hits) h
     order by h.kind, h.subject_id, h.score desc) b
   order by b.score desc, b.name, b.subject_id
   limit v_limit;
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
  return (
    select m.name from app.points_of_interest m
     where cardinality(m.routes) >= 10 and m.name_key <> p_stage.name_key
     order by m.pt operator(pg_catalog.<->) p_stage.pt, m.id
     limit 1);
end
$function$;

create index points_of_interest_name on app.points_of_interest using btree (name_key);

create index points_of_interest_pt on app.points_of_interest using gist (pt);

revoke all on function "app"."found_stages"(text, double precision, double precision, integer) from public;

revoke all on function "app"."stage_area"(app.points_of_interest) from public;

reset check_function_bodies;

-- Stages are known by either part of "A/B" now.
select app.index_names('stop', null);
