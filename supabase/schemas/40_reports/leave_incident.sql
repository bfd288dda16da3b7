-- Move a report to a state in which it no longer counts (`withdrawn`, `rejected`, `duplicate`), and detach it from its
-- incident. If it was the last report, the incident is merged into `p_into` where that is given, else retracted with
-- the same reason.
--
-- An incident that had ended is published first, with the report still counted; otherwise the sweep would publish the
-- smaller number at whatever minute it runs. The caller holds the report.
-- Fails with: invalid_transition
create function app.leave_incident(
  p_report uuid, p_to text, p_reason text default null, p_actor uuid default null, p_into uuid default null)
returns void language plpgsql set search_path = '' as $$
declare
  v_incident uuid := (select r.incident_id from app.reports r where r.id = p_report);
begin
  perform app.expire_if_over(v_incident);
  perform app.move_report(p_report, p_to, p_reason, p_actor);
  if v_incident is not null then
    update app.reports r set incident_id = null where r.id = p_report;
    insert into app.incident_events (incident_id, at, kind) values (v_incident, app.now(), 'left');
    perform app.reconsider_incident(v_incident, p_to, p_into);
  end if;
end
$$;

-- Rebuild an incident from its remaining reports: place, times, corroboration. Data that came only from detached
-- reports is removed, so the place of a withdrawn report does not stay on the map. An incident without any report is
-- retracted. Its place comes from its own reports; those that a merge brought are used only where no others count.
--
-- A reviewer's state (`verified`, `disputed`) stays; `corroborated` stays only while the reports suffice for it.
create function app.reconsider_incident(p_incident uuid, p_reason text, p_into uuid default null)
returns void language plpgsql set search_path = '' as $$
declare
  v_incident app.incidents;
  v_category app.incident_categories;
  v_first    app.reports;
  v_seen     tstzrange;
  v_transit  app.transit;
begin
  select * into v_incident from app.incidents i where i.id = p_incident for update;
  if v_incident.lifecycle in ('merged', 'retracted') then
    return;
  end if;
  select * into v_category from app.incident_categories c where c.code = v_incident.category;
  -- The reports that count; if there are none, the pending ones.
  select r.* into v_first from app.reports r
   where r.incident_id = p_incident
   order by app.counts(r.state) desc, app.is_from_merge(r.id, p_incident), r.received_at, r.id
   limit 1;
  if v_first.id is null then
    perform app.withdraw_incident(p_incident, p_reason, p_into);
    return;
  end if;
  select tstzrange(min(r.occurred_at), max(r.occurred_at), '[]') into v_seen
    from app.reports r
   where r.incident_id = p_incident and app.counts(r.state) = app.counts(v_first.state);
  if v_incident.visibility = 'public' and (v_incident.lat, v_incident.lng) <> (v_first.lat, v_first.lng) then
    v_transit := app.transit_at(v_first.lat, v_first.lng, v_first.accuracy_m, false);
  end if;
  update app.incidents i
     set first_seen_at = lower(v_seen), last_seen_at = upper(v_seen),
         expires_at = least(upper(v_seen) + v_category.live_for, i.opened_seen_at + v_category.live_cap),
         lat = case when i.visibility = 'coarse' then i.lat else v_first.lat end,
         lng = case when i.visibility = 'coarse' then i.lng else v_first.lng end,
         corridor_id = case when i.visibility = 'coarse' then i.corridor_id else v_first.corridor_id end,
         stops = coalesce(v_transit.stops, i.stops), routes = coalesce(v_transit.routes, i.routes),
         version = i.version + 1
   where i.id = p_incident;
  if v_incident.corroboration = 'corroborated' and not app.is_well_founded(p_incident) then
    perform app.move_incident(p_incident, 'corroboration', 'unverified');
  end if;
  perform app.publish_incident(p_incident);
end
$$;

-- Whether a report came into an incident by a merge.
create function app.is_from_merge(p_report uuid, p_incident uuid)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from app.incident_merges m where m.into_id = p_incident and m.split_at is null and p_report = any (m.report_ids));
end
$$;
