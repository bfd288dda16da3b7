-- Operator groups by name; with `p_q` those whose name or an alias contains it, ignoring case and accents; with
-- `p_corridor` those that have vehicles on its routes; with `p_retired` the retired ones instead of the others.
-- Retired vehicles are not counted and not listed.
--
-- Definer: they are not readable directly.
-- Fails with: invalid_request
create function api.list_saccos(
  p_q text default null, p_corridor_id text default null, p_limit int default 20, p_after jsonb default null,
  p_retired boolean default false)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_limit int := app.page_size(p_limit);
  v_like  text := app.like_pattern_of_key(p_q);
begin
  perform app.admit_caller();
  perform app.check_corridor(p_corridor_id);
  return app.page(array(
    select jsonb_build_object(
             'row', app.sacco_view(s),
             'key', jsonb_build_object('name', s.name, 'id', s.id))
      from app.saccos s
     where s.merged_into is null and (s.retired_at is not null) = coalesce(p_retired, false)
       and (p_q is null or app.name_key(s.name) like v_like
            or exists (select from app.sacco_aliases a where a.sacco_id = s.id and a.alias_key like v_like))
       and (p_corridor_id is null or exists (
             select from app.vehicles v join app.vehicle_routes vr on vr.vehicle_id = v.id
              where v.sacco_id = s.id and v.state = 'known' and v.retired_at is null
                and app.is_on_corridor(vr.route_id, p_corridor_id)))
       and (p_after is null or (s.name, s.id) > (p_after ->> 'name', (p_after ->> 'id')::uuid))
     order by s.name, s.id
     limit v_limit + 1), v_limit);
end
$$;
grant execute on function api.list_saccos to authenticated, rider_server, admin_server, api_server;

-- A group as lists have it. It is matched to the agency of a feed that has its name or an alias, if that is one agency.
create function app.sacco_view(p_sacco app.saccos)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_gtfs jsonb[] := array(
    select app.gtfs_ref(a.feed, a.gtfs_id) from app.agencies a
     where a.retired_at is null
       and (app.name_key(a.name) = app.name_key(p_sacco.name) or exists (
             select from app.sacco_aliases l where l.sacco_id = p_sacco.id and l.alias_key = app.name_key(a.name)))
     limit 2);
begin
  return app.sacco_ref(p_sacco.id) || jsonb_build_object(
    'gtfs', case when cardinality(v_gtfs) = 1 then v_gtfs[1] end,
    'aliases', (select coalesce(jsonb_agg(a.alias order by a.alias), '[]')
                  from app.sacco_aliases a where a.sacco_id = p_sacco.id),
    'vehicles', (select count(*) from app.vehicles v
                  where v.sacco_id = p_sacco.id and v.state = 'known' and v.retired_at is null),
    'retiredAt', app.instant(p_sacco.retired_at));
end
$$;

-- The vehicles of one operator group, by plate; with `p_q` those whose plate or fleet name contains it, with
-- `p_corridor` those on its routes. Definer as above.
-- Fails with: not_found, invalid_request
create function api.list_sacco_vehicles(
  p_id text, p_q text default null, p_corridor_id text default null, p_limit int default 20, p_after jsonb default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_limit int := app.page_size(p_limit);
  v_sacco uuid := (app.find_sacco(p_id)).id;
  v_like  text := app.like_pattern_of_key(p_q);
  v_plate text := app.like_pattern(nullif(app.plate_key(p_q), ''));
begin
  perform app.admit_caller();
  perform app.check_corridor(p_corridor_id);
  return app.page(array(
    select jsonb_build_object('row', app.vehicle_view(v), 'key', jsonb_build_object('plate', v.plate_key))
      from app.vehicles v
     where v.sacco_id = v_sacco and v.state = 'known' and v.retired_at is null
       and (p_q is null or v.plate_key like v_plate or app.name_key(v.fleet_name) like v_like)
       and (p_corridor_id is null or exists (
             select from app.vehicle_routes vr
              where vr.vehicle_id = v.id and app.is_on_corridor(vr.route_id, p_corridor_id)))
       and (p_after is null or v.plate_key > p_after ->> 'plate')
     order by v.plate_key
     limit v_limit + 1), v_limit);
end
$$;
grant execute on function api.list_sacco_vehicles to authenticated, rider_server, api_server;
