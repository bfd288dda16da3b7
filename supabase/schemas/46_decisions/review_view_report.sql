-- The reviewer view of a report: all of its content, its siblings, and the reporter's earlier record as counts. Never
-- who the reporter is, nor which device.
create function app.review_view_report(p_entry app.review_entries)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_report   app.reports;
  v_incident app.incidents;
begin
  select * into v_report from app.reports r where r.id = p_entry.subject_id;
  select * into v_incident from app.incidents i where i.id = v_report.incident_id;
  return app.report_view(v_report) || jsonb_build_object(
    'kind', 'report',
    'visibility', v_report.visibility,
    'said', app.original_values(v_report),
    'asked', v_report.asked,
    'answer', v_report.answer,
    'location', app.locate(v_report.lat, v_report.lng),
    'incident', case when v_incident.id is not null then app.sibling_incident(v_incident, v_report.lat, v_report.lng) end,
    'nearby', app.sibling_incidents(v_report.category, v_report.lat, v_report.lng, v_report.occurred_at, v_incident.id),
    'siblings', app.sibling_reports(v_report, coalesce(p_entry.detail -> 'similar', '[]')),
    'author', app.reporter_record(v_report));
end
$$;

-- The reporter's original values; the time of a sensitive report by the hour.
create function app.original_values(p_report app.reports)
returns jsonb stable
return p_report.original || case when p_report.original ? 'occurredAt' then jsonb_build_object(
  'occurredAt', app.admin_instant((p_report.original ->> 'occurredAt')::timestamptz,
                                  app.is_sensitive(p_report.visibility, p_report.category))) else '{}' end;

-- One report as a sibling in the reviewer view; a sensitive one by the hour, also in the order of a list
-- (app.report_order).
create function app.report_view(p_report app.reports)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_sensitive boolean := app.is_sensitive(p_report.visibility, p_report.category);
begin
  return jsonb_build_object(
    'id', p_report.id,
    'category', p_report.category,
    'state', p_report.state,
    'occurredAt', app.admin_instant(p_report.occurred_at, v_sensitive),
    -- Until a reviewer corrects the time.
    'timeUncertain', p_report.time_uncertain and (p_report.original ? 'occurredAt') is not true,
    'receivedAt', app.admin_instant(p_report.received_at, v_sensitive),
    'place', jsonb_build_object('lat', p_report.lat, 'lng', p_report.lng, 'accuracyM', p_report.accuracy_m),
    'placeName', app.place_name(p_report.lat, p_report.lng),
    'injury', p_report.injury,
    'vehicle', app.vehicle_ref(p_report.vehicle_id, p_report.vehicle_plate),
    'note', p_report.note,
    'noteFlags', to_jsonb(p_report.note_flags),
    'additions', app.additions_of(p_report.id, v_sensitive),
    'photos', app.photos_of(p_report.id, v_sensitive),
    'version', p_report.version);
end
$$;

-- When a report arrived, as precisely as its position in a list may reveal.
create function app.report_order(p_report app.reports)
returns timestamptz stable
return app.admin_time(p_report.received_at, app.is_sensitive(p_report.visibility, p_report.category));

-- The siblings of a report, at most 20: those of its incident, those of a possible burst, and those of its kind within
-- a day and two kilometres. `beside` says which.
create function app.sibling_reports(p_report app.reports, p_similar jsonb)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(app.report_view(b.report) || jsonb_build_object('beside', b.beside)
                              order by b.n, app.report_order(b.report), (b.report).id), '[]')
      from (select r as report, k.n, k.beside
              from app.reports r,
                   lateral (select case when r.incident_id = p_report.incident_id then 1
                                        when p_similar ? r.id::text then 2 else 3 end) w (n),
                   lateral (select w.n, (array['incident', 'similar', 'near'])[w.n]) k (n, beside)
             where r.id <> p_report.id
               and r.id in (
                 select o.id from app.reports o where o.incident_id = p_report.incident_id
                 union
                 select s::uuid from jsonb_array_elements_text(p_similar) s
                 union
                 select o.id from app.reports o
                  where o.category = p_report.category and o.state not in ('withdrawn', 'purged')
                    and o.occurred_at between p_report.occurred_at - interval '1 day'
                                          and p_report.occurred_at + interval '1 day'
                    and app.distance_m(o.lat, o.lng, p_report.lat, p_report.lng) <= 2000)
             order by k.n, app.report_order(r) desc, r.id
             limit 20) b);
end
$$;

-- The earlier reports of a report's sender, as counts: of an account, or of the same phone without one.
create function app.reporter_record(p_report app.reports)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
             'account', p_report.reporter_id is not null,
             'newAccount', app.is_new_account(p_report.reporter_id),
             'sent', count(*),
             'accepted', count(*) filter (where r.state in ('accepted', 'linked')),
             'rejected', count(*) filter (where r.state = 'rejected'),
             'duplicate', count(*) filter (where r.state = 'duplicate'),
             'waiting', count(*) filter (where r.state in ('received', 'in_review', 'held', 'needs_info')),
             'withdrawn', count(*) filter (where r.state = 'withdrawn'))
      from app.reports r
     where r.id <> p_report.id
       and (r.reporter_id = p_report.reporter_id
            or (p_report.reporter_id is null and r.reporter_id is null and r.device_hash = p_report.device_hash)));
end
$$;

-- An incident as reviewers see it beside a report or another incident, with the metres to that.
create function app.sibling_incident(p_incident app.incidents, p_lat float8, p_lng float8)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_sensitive boolean := app.is_sensitive(p_incident.visibility, p_incident.category);
begin
  return jsonb_build_object(
    'id', p_incident.id,
    'category', p_incident.category,
    'visibility', p_incident.visibility,
    'lifecycle', p_incident.lifecycle,
    'corroboration', p_incident.corroboration,
    'reports', (select count(*) from app.reports r where r.incident_id = p_incident.id and app.counts(r.state)),
    'place', jsonb_build_object('lat', p_incident.lat, 'lng', p_incident.lng),
    'placeName', app.place_name(p_incident.lat, p_incident.lng),
    'vehicle', app.vehicle_ref(p_incident.vehicle_id, p_incident.vehicle_plate),
    'firstSeenAt', app.admin_instant(p_incident.first_seen_at, v_sensitive),
    'lastSeenAt', app.admin_instant(p_incident.last_seen_at, v_sensitive),
    'distanceM', round(app.distance_m(p_incident.lat, p_incident.lng, p_lat, p_lng)));
end
$$;

-- Incidents that may be duplicates, at most ten: within a day and three kilometres, of the same kind first; with the
-- beginning of what their reports say.
create function app.sibling_incidents(p_category text, p_lat float8, p_lng float8, p_at timestamptz, p_except uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(app.sibling_incident(b.incident, p_lat, p_lng) || jsonb_build_object('says', (
             select coalesce(jsonb_agg(n.words), '[]')
               from (select app.excerpt(r.note) as words from app.reports r
                      where r.incident_id = (b.incident).id and app.counts(r.state) and r.note is not null
                      order by r.id limit 3) n)) order by b.n), '[]')
      from (select i as incident,
                   row_number() over (order by i.category = p_category desc,
                                               app.distance_m(i.lat, i.lng, p_lat, p_lng), i.id) as n
              from app.incidents i
             where i.lifecycle in ('active', 'expired') and i.pt <@ app.box_around(p_lat, p_lng, 3000)
               and i.last_seen_at >= p_at - interval '1 day' and i.first_seen_at <= p_at + interval '1 day'
               and i.id is distinct from p_except
             order by n
             limit 10) b);
end
$$;
