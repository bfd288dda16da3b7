-- Write what the public may know of an incident into the read model, from its reports as they are now.
--
-- Everything about privacy happens here, at write time, so that no reader can forget it: a coarse incident gets the
-- centre of its cell and full hours, and its changes show from the next full hour on; a vehicle is named only once the
-- incident is corroborated or verified; while only unreviewed reports stand behind it, it has no number.
create function app.publish_incident(p_incident uuid)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_now      timestamptz := app.now();
  v_incident app.incidents;
  v_from     timestamptz;
  v_until    timestamptz;
begin
  select * into v_incident from app.incidents i where i.id = p_incident;
  if v_incident.lifecycle in ('merged', 'retracted') or v_incident.corroboration = 'refuted' then
    delete from app.incident_feed f where f.incident_id = p_incident;
    delete from app.incident_history h where h.incident_id = p_incident;
    return;
  end if;

  if v_incident.visibility = 'coarse' then
    v_from := app.full_hour(v_now) + interval '1 hour';
    v_until := app.full_hour(v_incident.expires_at) + interval '1 hour';
    delete from app.incident_feed f where f.incident_id = p_incident and f.visible_from >= v_from;
  else
    v_from := coalesce(v_incident.published_at, v_now);
    v_until := v_incident.expires_at;
  end if;

  update app.incidents i set published_at = coalesce(i.published_at, v_from) where i.id = p_incident;
  if v_incident.lifecycle <> 'active' then
    perform app.write_history_row(v_incident);
  elsif v_until > v_from then
    update app.incident_feed f set visible_until = v_from
     where f.incident_id = p_incident and f.visible_from < v_from and f.visible_until > v_from;
    perform app.write_feed_row(v_incident, v_from, v_until);
  end if;
  -- Else a coarse incident ends with this hour: the row that is shown stays until then, and the sweep writes the rest.
end
$$;

-- Put the incident's public row into the live feed, in the place of the one that starts at the same time.
create function app.write_feed_row(p_incident app.incidents, p_from timestamptz, p_until timestamptz)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v app.public_incident := app.public_face(p_incident);
begin
  insert into app.incident_feed as f
    (incident_id, visible_from, visible_until, category, lat, lng, corridor_id, vehicle_id, last_seen_at, body)
  values
    (p_incident.id, p_from, p_until, p_incident.category, v.lat, v.lng, v.corridor_id, v.vehicle_id, v.last_seen_at, v.body)
  on conflict (incident_id, visible_from) do update
    set (visible_until, lat, lng, corridor_id, vehicle_id, last_seen_at, version, body) =
        (excluded.visible_until, excluded.lat, excluded.lng, excluded.corridor_id, excluded.vehicle_id,
         excluded.last_seen_at, excluded.version, excluded.body);
end
$$;

-- Put the incident's public row among those that are over. One that is coarse and was not shown yet shows from the next
-- full hour on.
create function app.write_history_row(p_incident app.incidents)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_now  timestamptz := app.now();
  v      app.public_incident := app.public_face(p_incident);
  v_from timestamptz := case when p_incident.visibility = 'coarse' and (p_incident.published_at <= v_now) is distinct from true
                             then app.full_hour(v_now) + interval '1 hour' else v_now end;
begin
  delete from app.incident_feed f where f.incident_id = p_incident.id;
  insert into app.incident_history as h
    (incident_id, visible_from, category, lat, lng, corridor_id, vehicle_id, last_seen_at, body)
  values
    (p_incident.id, v_from, p_incident.category, v.lat, v.lng, v.corridor_id, v.vehicle_id, v.last_seen_at, v.body)
  on conflict (incident_id) do update
    set (lat, lng, corridor_id, vehicle_id, last_seen_at, version, body) =
        (excluded.lat, excluded.lng, excluded.corridor_id, excluded.vehicle_id, excluded.last_seen_at,
         excluded.version, excluded.body);
end
$$;
