-- Incidents of one vehicle or corridor (give one, the other null), live and over, last seen first.
--
-- A vehicle's incidents are those that name it, which only corroborated and verified ones do, as only their read model
-- has the vehicle. A corridor's are all that lie on it, coarse ones with their cell.
--
-- Four walks of at most a page, each in the order of an index; two of them find nothing. Of a coarse incident's two live
-- rows the newest visible one counts; an ended one may not have been swept yet.
create function app.incidents_of(
  p_vehicle uuid, p_corridor uuid, p_since timestamptz, p_limit int, p_after jsonb)
returns jsonb language plpgsql stable set search_path = ''
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set jit = off
set plan_cache_mode = force_generic_plan
as $$
declare
  v_now   timestamptz := app.now();
  v_limit int := app.page_size(p_limit);
  v_since timestamptz := coalesce(p_since, '-infinity');
  v_at    timestamptz := coalesce((p_after ->> 't')::timestamptz, 'infinity');
  v_id    uuid := coalesce((p_after ->> 'id')::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
begin
  return app.page(array(
    select jsonb_build_object(
             'row', case when i.visible_until > v_now then i.body::jsonb
                         else i.body::jsonb || '{"lifecycle": "expired"}' end,
             'key', jsonb_build_object('t', i.last_seen_at, 'id', i.incident_id))
      from (
        (select f.incident_id, f.last_seen_at, f.visible_until, f.body
           from app.incident_feed f
          where f.vehicle_id = p_vehicle and f.last_seen_at >= v_since
            and (f.last_seen_at, f.incident_id) < (v_at, v_id) and f.visible_from <= v_now
            and not exists (select from app.incident_feed s where s.incident_id = f.incident_id
                             and s.visible_from > f.visible_from and s.visible_from <= v_now)
            and not exists (select from app.incidents g where g.id = f.incident_id and g.gone_at <= v_now and app.is_gone(g))
            and not exists (select from app.incident_history h where h.incident_id = f.incident_id and h.visible_from <= v_now)
          order by f.last_seen_at desc, f.incident_id desc
          limit v_limit + 1)
        union all
        (select f.incident_id, f.last_seen_at, f.visible_until, f.body
           from app.incident_feed f
          where f.corridor_id = p_corridor and f.last_seen_at >= v_since
            and (f.last_seen_at, f.incident_id) < (v_at, v_id) and f.visible_from <= v_now
            and not exists (select from app.incident_feed s where s.incident_id = f.incident_id
                             and s.visible_from > f.visible_from and s.visible_from <= v_now)
            and not exists (select from app.incidents g where g.id = f.incident_id and g.gone_at <= v_now and app.is_gone(g))
            and not exists (select from app.incident_history h where h.incident_id = f.incident_id and h.visible_from <= v_now)
          order by f.last_seen_at desc, f.incident_id desc
          limit v_limit + 1)
        union all
        (select h.incident_id, h.last_seen_at, h.visible_until, h.body
           from app.incident_history h
          where h.vehicle_id = p_vehicle and h.visible_from <= v_now and h.visible_until > v_now
            and h.last_seen_at >= v_since and (h.last_seen_at, h.incident_id) < (v_at, v_id)
          order by h.last_seen_at desc, h.incident_id desc
          limit v_limit + 1)
        union all
        (select h.incident_id, h.last_seen_at, h.visible_until, h.body
           from app.incident_history h
          where h.corridor_id = p_corridor and h.visible_from <= v_now and h.visible_until > v_now
            and h.last_seen_at >= v_since and (h.last_seen_at, h.incident_id) < (v_at, v_id)
          order by h.last_seen_at desc, h.incident_id desc
          limit v_limit + 1)) i
     order by i.last_seen_at desc, i.incident_id desc
     limit v_limit + 1), v_limit);
end
$$;

-- The incidents of a vehicle, as far as the link to the vehicle is public.
--
-- Definer: the read model is not readable directly.
-- Fails with: not_found
create function api.get_vehicle_incidents(
  p_identifier text, p_since timestamptz default null, p_limit int default 20, p_after jsonb default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_vehicle uuid := (app.find_vehicle(p_identifier)).id;
begin
  perform app.admit_caller();
  perform app.require_vehicle(v_vehicle, p_identifier);
  return app.incidents_of(v_vehicle, null, p_since, p_limit, p_after);
end
$$;
grant execute on function api.get_vehicle_incidents to authenticated, rider_server, api_server;

-- The incidents of a corridor, given by id or slug, and the weekly counts of aggregate reports. Volatile: the first
-- request after a week has ended counts that week. Definer as above.
-- Fails with: not_found
create function api.get_corridor_incidents(
  p_id text, p_since timestamptz default null, p_limit int default 20, p_after jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_corridor uuid := (select c.id from app.corridors c where c.slug = p_id or c.id::text = lower(p_id));
begin
  perform app.admit_caller();
  perform app.require_found(v_corridor is not null);
  perform app.freeze_weeks();
  return app.incidents_of(null, v_corridor, p_since, p_limit, p_after)
    || jsonb_build_object('weekly', app.weekly_of(v_corridor));
end
$$;
grant execute on function api.get_corridor_incidents to authenticated, rider_server, api_server;
