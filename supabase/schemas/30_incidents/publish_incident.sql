-- Write the public view of an incident into the read model, from its current reports.
--
-- All privacy rules are applied here, at write time, so that no reader can miss them: a coarse incident gets the centre
-- of its cell and full hours, and all its changes, including its end, are visible from the next full hour on; a vehicle
-- is named only once the incident is corroborated or verified; while it has only unreviewed reports, it has no count.
create function app.publish_incident(p_incident uuid)
returns void language plpgsql set search_path = '' as $$
declare
  v_now      timestamptz := app.now();
  v_incident app.incidents;
  v_coarse   boolean;
  v_from     timestamptz;
  v_until    timestamptz;
begin
  select * into v_incident from app.incidents i where i.id = p_incident;
  v_coarse := v_incident.visibility = 'coarse';
  v_from := case when v_coarse then app.full_hour(v_now) + interval '1 hour' else v_now end;
  perform app.note_change(p_incident, v_from);
  if v_incident.lifecycle in ('merged', 'retracted') then
    perform app.unpublish_incident(v_incident, v_from);
    return;
  end if;
  perform app.know_vehicle_of(v_incident);

  if v_incident.published_at is null then
    update app.incidents i set published_at = v_from where i.id = p_incident;
  end if;
  if v_incident.lifecycle <> 'active' then
    perform app.write_history_row(v_incident, v_from);
    return;
  end if;
  if v_coarse then
    v_until := app.full_hour(v_incident.expires_at) + interval '1 hour';
    delete from app.incident_feed f where f.incident_id = p_incident and f.visible_from >= v_from;
  else
    v_from := coalesce(v_incident.published_at, v_now);
    v_until := v_incident.expires_at;
  end if;
  if v_until > v_from then
    update app.incident_feed f set visible_until = v_from
     where f.incident_id = p_incident and f.visible_from < v_from and f.visible_until > v_from;
    perform app.write_feed_row(v_incident, v_from, v_until);
  end if;
  -- Else a coarse incident ends with this hour: the current row stays until then, and the sweep writes the rest.
end
$$;

-- Make known the vehicle that an incident names publicly, because a pair or a reviewer named it. Called before the
-- incident is published.
create function app.know_vehicle_of(p_incident app.incidents)
returns void language plpgsql set search_path = '' as $$
declare
  v_vehicle uuid := (app.public_vehicle(p_incident)).vehicle_id;
begin
  update app.vehicles v set state = 'known' where v.id = v_vehicle and v.state = 'mentioned';
end
$$;

-- Remove an incident's rows from an instant on. One that was never visible leaves no trace: it does not even return
-- 410.
create function app.unpublish_incident(p_incident app.incidents, p_from timestamptz)
returns void language plpgsql set search_path = '' as $$
declare
  v_now  timestamptz := app.now();
  v_from timestamptz := case when p_incident.published_at <= v_now then p_from else v_now end;
begin
  perform app.end_public_rows(p_incident.id, v_from);
  update app.incidents i
     set gone_at = case when i.back_at <= v_now then v_from else coalesce(i.gone_at, v_from) end, back_at = null,
         published_at = case when i.published_at <= v_now then i.published_at end
   where i.id = p_incident.id;
end
$$;

-- End the visibility of an incident's rows, live or over, at an instant.
create function app.end_public_rows(p_incident uuid, p_from timestamptz)
returns void language plpgsql set search_path = '' as $$
declare
  v_now timestamptz := app.now();
begin
  delete from app.incident_feed f where f.incident_id = p_incident and (p_from <= v_now or f.visible_from >= p_from);
  delete from app.incident_history h where h.incident_id = p_incident and (p_from <= v_now or h.visible_from >= p_from);
  update app.incident_feed f set visible_until = p_from where f.incident_id = p_incident and f.visible_until > p_from;
  update app.incident_history h set visible_until = p_from where h.incident_id = p_incident and h.visible_until > p_from;
end
$$;

-- Write the incident's public row to the live feed, replacing the one with the same start time.
create function app.write_feed_row(p_incident app.incidents, p_from timestamptz, p_until timestamptz)
returns void language plpgsql set search_path = '' as $$
declare
  v app.public_incident := app.public_view(p_incident);
begin
  insert into app.incident_feed as f
    (incident_id, visible_from, visible_until, category, lat, lng, corridor_id, vehicle_id, last_seen_at, body, stop_ids,
     route_ids)
  values
    (p_incident.id, p_from, p_until, p_incident.category, v.lat, v.lng, v.corridor_id, v.vehicle_id, v.last_seen_at, v.body,
     v.stop_ids, v.route_ids)
  on conflict (incident_id, visible_from) do update
    set (visible_until, lat, lng, corridor_id, vehicle_id, last_seen_at, version, body, stop_ids, route_ids) =
        (excluded.visible_until, excluded.lat, excluded.lng, excluded.corridor_id, excluded.vehicle_id,
         excluded.last_seen_at, excluded.version, excluded.body, excluded.stop_ids, excluded.route_ids);
end
$$;

-- Write the incident's public row to the history, from an instant on; the current row stays until then.
create function app.write_history_row(p_incident app.incidents, p_from timestamptz)
returns void language plpgsql set search_path = '' as $$
declare
  v app.public_incident := app.public_view(p_incident);
begin
  perform app.end_public_rows(p_incident.id, p_from);
  insert into app.incident_history
    (incident_id, visible_from, category, lat, lng, corridor_id, vehicle_id, last_seen_at, body)
  values
    (p_incident.id, p_from, p_incident.category, v.lat, v.lng, v.corridor_id, v.vehicle_id, v.last_seen_at, v.body);
end
$$;
