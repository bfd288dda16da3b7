-- Acquire the locks that prevent a race in which two concurrent reports would open two incidents for one crash.
--
-- The key is the vehicle where reports join by vehicle, the cell where they join by cell, else the grid cells that the
-- joining radius touches (one to four near the equator, where a cell is as wide as the diameter; nine at 60°). Two reports that could join share a key.
-- Locks are acquired in ascending order, which prevents deadlocks; reports elsewhere do not wait. The incidents that
-- such a report may merge are locked after them, so a transaction that already holds an incident must not acquire
-- these.
create function app.lock_for_joining(p_report app.reports, p_category app.incident_categories)
returns void language plpgsql set search_path = ''
set plan_cache_mode = 'force_generic_plan' -- else a place is a reason to plan it again at every report
as $$
declare
  v_class int := hashtext('incident:' || p_report.category);
  v_names text[];
  v_size  float8 := greatest(p_category.join_within_m / 110574.0 * 2.01, 0.005);
  v_box   box := app.box_around(p_report.lat, p_report.lng, p_category.join_within_m);
begin
  if not app.is_joined(p_report, p_category) then
    return;
  end if;
  if p_report.visibility = 'coarse' then
    v_names := array[format('cell:%s:%s', app.coarse(p_report.lat), app.coarse(p_report.lng))];
  elsif p_category.join_same_vehicle then
    v_names := array['vehicle:' || coalesce(p_report.vehicle_plate, '')];
  else
    v_names := array(
      select format('%s:%s', y, x)
        from generate_series(floor((v_box[1])[1] / v_size)::int, floor((v_box[0])[1] / v_size)::int) y,
             generate_series(floor((v_box[1])[0] / v_size)::int, floor((v_box[0])[0] / v_size)::int) x);
  end if;
  -- The keys are sorted before the first lock: a query that orders is never merged into the one around it.
  perform pg_advisory_xact_lock(v_class, n.key)
     from (select distinct hashtext(name) as key from unnest(v_names) name order by key) n;
  if p_category.join_same_vehicle then
    perform app.lock_incidents(app.similar_by_vehicle(p_report, p_category));
  end if;
end
$$;

-- Whether reports of this kind and visibility are joined to incidents at all.
create function app.is_joined(p_report app.reports, p_category app.incident_categories)
returns boolean immutable
return p_category.join_within is not null and p_report.visibility in ('public', 'coarse');

-- The incident that a report belongs to, or null: an active one; for a late report that is not coarse, else one that is
-- over. Call it under lock_for_joining.
create function app.find_incident_to_join(p_report app.reports, p_category app.incident_categories)
returns uuid language plpgsql set search_path = '' as $$
declare
  v_now      timestamptz := app.now();
  v_coarse   boolean := p_report.visibility = 'coarse';
  v_box      box := app.box_around(p_report.lat, p_report.lng, case when v_coarse then 2000 else p_category.join_within_m end);
  v_incident uuid;
begin
  select i.id into v_incident
    from app.incidents i
   where i.lifecycle = 'active' and i.pt <@ v_box and i.category = p_report.category
     and case when v_coarse then app.full_hour(i.expires_at) else i.expires_at end > v_now
     and app.fits_incident(p_report, i, p_category) and app.may_join_unseen(p_report, i, p_category)
   order by case when not v_coarse then app.distance_m(p_report.lat, p_report.lng, i.lat, i.lng) end, i.last_seen_at desc, i.id
   limit 1
     for update;
  if v_incident is null and not v_coarse and not app.is_fresh(p_report) then
    select i.id into v_incident
      from app.incidents i
     where i.lifecycle in ('active', 'expired') and i.pt <@ v_box and i.category = p_report.category
       and app.fits_incident(p_report, i, p_category) and app.may_join_unseen(p_report, i, p_category)
     order by app.distance_m(p_report.lat, p_report.lng, i.lat, i.lng), i.last_seen_at desc, i.id
     limit 1
       for update;
    perform app.expire_if_over(v_incident);
  end if;
  return v_incident;
end
$$;

-- Whether a report and an incident are close enough in time and place to be about one event.
--
-- Time counts forward from the last report and backward from the first one: a report about an hour before it is about
-- the same crash. Nothing joins past the cap that the first report set, however late it arrives; otherwise one rider
-- could keep an incident recent for ever by repeated reports. A coarse report joins by cell and full hours only, and
-- only while it is recent: if exact times or places were compared, they could be probed by sending reports and
-- observing what they join.
create function app.fits_incident(p_report app.reports, p_incident app.incidents, p_category app.incident_categories)
returns boolean language plpgsql stable set search_path = '' as $$
declare
  v_at timestamptz := p_report.occurred_at;
begin
  if p_incident.category <> p_report.category or p_incident.visibility <> p_report.visibility then
    return false;
  end if;
  if p_report.visibility = 'coarse' then
    return p_incident.pt ~= app.plane_point(app.coarse(p_report.lat), app.coarse(p_report.lng))
      and app.is_fresh(p_report)
      and app.full_hour(v_at) < app.full_hour(p_incident.last_seen_at) + p_category.join_within
      and app.full_hour(v_at) > app.full_hour(p_incident.opened_seen_at) - p_category.join_within;
  end if;
  return app.distance_m(p_report.lat, p_report.lng, p_incident.lat, p_incident.lng) <= p_category.join_within_m
    and (not p_category.join_same_vehicle or (p_incident.vehicle_plate = p_report.vehicle_plate) is true)
    and v_at < p_incident.last_seen_at + p_category.join_within
    and v_at <= p_incident.opened_seen_at + p_category.live_cap
    and v_at > p_incident.opened_seen_at - p_category.join_within;
end
$$;

-- Whether a report is recent enough for the live feed: under two hours old when it arrived.
create function app.is_fresh(p_report app.reports)
returns boolean immutable
return p_report.occurred_at > p_report.received_at - interval '2 hours';

-- Join a report to a matching incident, or open one. Returns the incident's id, or null for a kind that is never
-- joined. `p_counts`: whether the report counts already, or is pending review; a pending one does not change the times
-- of an incident that has other reports. The caller publishes it.
create function app.join_incident(p_report app.reports, p_category app.incident_categories, p_counts boolean)
returns uuid language plpgsql set search_path = '' as $$
declare
  v_incident uuid;
begin
  if not app.is_joined(p_report, p_category) then
    return null;
  end if;
  perform app.lock_for_joining(p_report, p_category);
  v_incident := app.find_incident_to_join(p_report, p_category);
  if v_incident is null then
    return app.open_incident(p_report, p_category);
  end if;
  if p_counts or app.counted_reporters(v_incident) = 0 then
    perform app.stretch_incident(v_incident, p_report, p_category);
  end if;
  insert into app.incident_events (incident_id, at, kind) values (v_incident, app.now(), 'joined');
  return v_incident;
end
$$;

-- Extend an incident's times by a report. The end only ever moves forward, and never past the cap that the first report
-- set.
create function app.stretch_incident(p_incident uuid, p_report app.reports, p_category app.incident_categories)
returns void language plpgsql set search_path = '' as $$
begin
  update app.incidents i
     set first_seen_at = least(i.first_seen_at, p_report.occurred_at),
         last_seen_at  = greatest(i.last_seen_at, p_report.occurred_at),
         expires_at    = greatest(i.expires_at, least(p_report.occurred_at + p_category.live_for,
                                                      i.opened_seen_at + p_category.live_cap)),
         version       = i.version + 1
   where i.id = p_incident;
end
$$;

-- Open an incident for a report that matches none. One that is too old for the live feed is over from the start.
create function app.open_incident(p_report app.reports, p_category app.incident_categories)
returns uuid language plpgsql set search_path = '' as $$
declare
  v_coarse   boolean := p_report.visibility = 'coarse';
  v_lat      float8 := case when v_coarse then app.coarse(p_report.lat) else p_report.lat end;
  v_lng      float8 := case when v_coarse then app.coarse(p_report.lng) else p_report.lng end;
  v_ends     timestamptz := p_report.occurred_at + p_category.live_for;
  v_transit  app.transit := app.transit_at(v_lat, v_lng, p_report.accuracy_m, v_coarse);
  v_incident uuid;
begin
  insert into app.incidents (category, visibility, lifecycle, lat, lng, corridor_id, vehicle_id, vehicle_plate,
                             opened_seen_at, first_seen_at, last_seen_at, expires_at, stops, routes)
  values (p_report.category, p_report.visibility,
          case when app.is_fresh(p_report) and v_ends > app.now() then 'active' else 'expired' end,
          v_lat, v_lng,
          -- A coarse incident has the corridor of its cell: that of the exact place would narrow the cell to a road.
          case when v_coarse then (app.corridor_at(v_lat, v_lng)).corridor_id else p_report.corridor_id end,
          case when p_category.join_same_vehicle then p_report.vehicle_id end,
          case when p_category.join_same_vehicle then p_report.vehicle_plate end,
          p_report.occurred_at, p_report.occurred_at, p_report.occurred_at, v_ends, v_transit.stops, v_transit.routes)
  returning id into v_incident;
  insert into app.incident_events (incident_id, at, kind) values (v_incident, app.now(), 'opened');
  return v_incident;
end
$$;
