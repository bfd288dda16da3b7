-- Kinds that are joined by vehicle, without revealing anything by the join.
--
-- An incident of such a kind that names no vehicle yet must not reveal whether a plate is its own. If a report joined
-- it, a correct guess would be visible: the count would grow and no new entry would appear. So until a vehicle is named
-- each reporter's report is an entry of its own; once an independent pair has named the plate, all reports about it
-- become one incident, and the vehicle it shows is public then anyway.

-- Whether a report may join a matching incident without revealing anything: the vehicle is named already, or the
-- incident is the same reporter's.
create function app.may_join_unseen(
  p_report app.reports, p_incident app.incidents, p_category app.incident_categories)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  if p_report.visibility = 'coarse' or not p_category.join_same_vehicle then
    return true;
  end if;
  return (app.public_vehicle(p_incident)).plate is not null
    or exists (select from app.reports r
                where r.incident_id = p_incident.id and app.sent_by(r, p_report.reporter_id, p_report.device_hash));
end
$$;

-- The incidents that a report of such a kind matches, whether it may join them or not. Lock their rows and reports
-- before the report is attached to anything, in the common lock order.
create function app.similar_by_vehicle(p_report app.reports, p_category app.incident_categories)
returns uuid[] language plpgsql stable set search_path = '' as $$
begin
  if p_report.visibility <> 'public' or not p_category.join_same_vehicle or p_report.vehicle_plate is null then
    return '{}';
  end if;
  return array(
    select i.id from app.incidents i
     where i.vehicle_plate = p_report.vehicle_plate and i.lifecycle in ('active', 'expired')
       and app.fits_incident(p_report, i, p_category)
     order by i.id);
end
$$;

-- Merge a report's incident with all matching ones, if an independent pair among them named that plate; the oldest live
-- one stays. Returns the report's incident. The caller holds all of them.
create function app.merge_by_vehicle(
  p_report app.reports, p_category app.incident_categories, p_incident uuid)
returns uuid language plpgsql set search_path = '' as $$
declare
  v_all   uuid[] := app.similar_by_vehicle(p_report, p_category);
  v_stays uuid;
  v_goes  uuid;
begin
  if v_all <@ array[p_incident] or not app.has_independent_pair(v_all || p_incident, p_report.vehicle_plate) then
    return p_incident;
  end if;
  for v_goes in select i.id from app.incidents i where i.id = any (v_all || p_incident) order by i.id loop
    perform app.expire_if_over(v_goes);
  end loop;
  select i.id into v_stays from app.incidents i
   where i.id = any (v_all || p_incident)
   order by i.lifecycle = 'active' desc, i.published_at, i.id
   limit 1;
  for v_goes in
    select i.id from app.incidents i where i.id = any (v_all || p_incident) and i.id <> v_stays order by i.id
  loop
    perform app.merge_incident(v_goes, v_stays, null, 'vehicle', p_report.id);
  end loop;
  return v_stays;
end
$$;
