-- All vehicles by plate, for a surveyor's phone to look them up offline: the sacco, the seats and the live routes, in lines
-- that compress well (see `getKnownVehicles` in packages/domain). The plate of a merged vehicle has the facts of the vehicle that it was
-- merged into. Neither codes of stickers nor ids of vehicles are in it. At most 60,000, the last checked first.
--
-- Definer: vehicles are not readable directly.
-- Fails with: unauthenticated, role_required
create function api.get_known_vehicles()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_role('surveyor');
  return (
    with plates as (
      select p.plate_key, v.id, v.sacco_id, v.capacity
        from app.vehicles p join app.vehicles v on v.id = coalesce(p.merged_into, p.id)
       where p.state = 'known'
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
$$;
grant execute on function api.get_known_vehicles to authenticated;
