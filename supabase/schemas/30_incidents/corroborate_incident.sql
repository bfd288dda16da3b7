-- How many different reporters stand behind an incident with reports that count. One rider who reports twice is one.
create function app.counted_reporters(p_incident uuid)
returns int
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select count(distinct coalesce(r.reporter_id::text, encode(r.device_hash, 'hex'), r.id::text))
      from app.reports r
     where r.incident_id = p_incident and r.state = 'linked');
end
$$;

-- Whether two people stand behind an incident who do not depend on each other, as far as we can tell: reports that count,
-- of two accounts on two devices, received over 60 s apart; and both naming the given vehicle, if one is given. Only
-- devices that an app registered count: anyone can make a second account, and a caller that talks to the API directly has
-- no device that could be told apart.
create function app.has_independent_pair(p_incident uuid, p_plate text default null)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return exists (
    select
      from app.reports a
      join app.reports b on b.incident_id = a.incident_id
     where a.incident_id = p_incident
       and a.state = 'linked' and b.state = 'linked'
       and a.reporter_id <> b.reporter_id
       and a.device_hash <> b.device_hash
       and b.received_at - a.received_at > interval '60 seconds'
       and (p_plate is null or (a.vehicle_plate = p_plate and b.vehicle_plate = p_plate)));
end
$$;

-- Raise an unverified incident to `corroborated` when an independent pair stands behind it. Never lowers anything.
create function app.corroborate_incident(p_incident uuid)
returns void
language plpgsql
set search_path = ''
as $$
begin
  update app.incidents i
     set corroboration = 'corroborated', version = i.version + 1
   where i.id = p_incident and i.corroboration = 'unverified' and app.has_independent_pair(p_incident);
  if found then
    insert into app.incident_events (incident_id, at, kind) values (p_incident, app.now(), 'corroborated');
  end if;
end
$$;
