-- Triage each new report when its transaction commits: after its response was built, and only if it is not rolled back.
-- So neither the response nor an error, nor the time that either takes, can reveal what the report joined.
--
-- Definer: at that moment the role is the caller's again, who has no access to these tables.
create function app.triage_new_report()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.triage_report(new.id);
  return null;
end
$$;
create constraint trigger triage_new_report after insert on app.reports
  deferrable initially deferred
  for each row when (new.state = 'received') execute function app.triage_new_report();

-- Triage a new report: to a reviewer, or directly on; into an incident, or not. And publish the incident.
--
-- A crash in which someone is or may be hurt is reviewed but visible immediately as a crash, without a count or a
-- vehicle: it is attached to an incident while still in review. Every other kind that is held is attached to nothing,
-- and neither is any report of a network burst or of an author whose reports an admin holds, even a crash. Nor is one whose time nobody knows: it may be over, and a
-- reviewer looks first.
create function app.triage_report(p_report uuid)
returns void language plpgsql set search_path = '' as $$
declare
  v_report   app.reports;
  v_category app.incident_categories;
  v_similar  uuid[];
  v_held     boolean := false;
  v_waits    text;
begin
  select * into v_report from app.reports r where r.id = p_report;
  select * into v_category from app.incident_categories c where c.code = v_report.category;
  v_similar := app.burst_of(v_report, v_category);
  if v_report.reporter_id is null then
    v_held := exists (select from app.report_networks n where n.report_id = p_report and n.held);
  end if;
  v_waits := case
    when v_category.review = 'always' then 'category'
    when v_held then 'network'
    when app.is_restricted(app.author_key(v_report.reporter_id, v_report.device_hash), 'hold') then 'author'
    when v_category.review = 'unless_unhurt' and v_report.injury is distinct from 'none' then 'injury'
    when v_report.time_uncertain then 'time'
    when v_similar <> '{}' and cardinality(v_similar) >= (app.burst_limit('complaint')).allowed then 'burst' end;
  if v_waits = 'network' then
    v_similar := app.burst_of_network(p_report);
  end if;
  if v_waits is null then
    perform app.accept_new_report(v_report, v_category);
    return;
  end if;
  perform app.move_report(p_report, case when v_waits in ('burst', 'network', 'author') then 'held' else 'in_review' end,
                          case when v_waits in ('burst', 'network') then 'burst' when v_waits = 'author' then 'author' end);
  perform app.open_review('report', p_report, v_report.reporter_id, v_waits, app.review_due(v_category),
                          case when v_waits in ('burst', 'network') then jsonb_build_object('similar', to_jsonb(v_similar))
                               else '{}' end);
  if v_waits = 'injury' and not v_report.time_uncertain then
    perform app.attach_report(p_report, false);
  end if;
end
$$;

-- Accept a new report and attach it to the matching incident, or to a new one, and publish that. As app.attach_report
-- does for one that a reviewer accepted, but the report's row is written once: each time its indexes are, too.
create function app.accept_new_report(p_report app.reports, p_category app.incident_categories)
returns void language plpgsql set search_path = '' as $$
declare
  v_now      timestamptz := app.now();
  v_incident uuid := app.join_incident(p_report, p_category, true);
begin
  if v_incident is null then
    perform app.move_report(p_report.id, 'accepted');
    return;
  end if;
  perform app.check_move('report', p_report.state, 'accepted');
  update app.reports r
     set state = 'linked', incident_id = v_incident, closed_at = v_now, version = r.version + 2
   where r.id = p_report.id;
  insert into app.report_events (report_id, at, from_state, to_state)
  values (p_report.id, v_now, p_report.state, 'accepted'), (p_report.id, v_now, 'accepted', 'linked');
  if p_category.join_same_vehicle then
    v_incident := app.merge_by_vehicle(p_report, p_category, v_incident);
  end if;
  perform app.corroborate_incident(v_incident);
  perform app.publish_incident(v_incident);
end
$$;

-- Attach a report to the matching incident, or to a new one, and publish that. One that counts becomes `linked`; one
-- pending review (`p_counts` false) is only attached. A report that is attached already stays with its incident as long
-- as that exists. Kinds that are never joined, and private reports, are attached to nothing.
create function app.attach_report(p_report uuid, p_counts boolean default true)
returns void language plpgsql set search_path = '' as $$
declare
  v_report   app.reports;
  v_category app.incident_categories;
  v_incident uuid;
begin
  select * into v_report from app.reports r where r.id = p_report;
  select * into v_category from app.incident_categories c where c.code = v_report.category;
  select i.id into v_incident from app.incidents i
   where i.id = v_report.incident_id and i.lifecycle not in ('merged', 'retracted')
     for update;
  if v_incident is null then
    v_incident := app.join_incident(v_report, v_category, p_counts);
    if v_incident is null then
      return;
    end if;
    update app.reports r set incident_id = v_incident where r.id = p_report;
  else
    perform app.expire_if_over(v_incident);
    perform app.stretch_incident(v_incident, v_report, v_category);
  end if;
  if p_counts then
    perform app.move_report(p_report, 'linked');
    v_incident := app.merge_by_vehicle(v_report, v_category, v_incident);
    perform app.corroborate_incident(v_incident);
  end if;
  perform app.publish_incident(v_incident);
end
$$;

-- The reports that form a burst with a new one: complaints of the same kind about the same vehicle in the last two
-- hours, by other new accounts, where this one is new too. With two of them it is held (app.burst_limits). Crashes and
-- the like naturally have many first-time reporters; complaints that are joined by vehicle do not. A phone without an
-- account is always new, but never causes reports of accounts to be held.
create function app.burst_of(p_report app.reports, p_category app.incident_categories)
returns uuid[] language plpgsql stable set search_path = '' as $$
begin
  if not p_category.join_same_vehicle or p_report.vehicle_plate is null or not app.is_new_account(p_report.reporter_id) then
    return '{}';
  end if;
  return array(
    select min(r.id::text)::uuid
      from app.reports r
     where r.vehicle_plate = p_report.vehicle_plate and r.category = p_report.category
       and r.received_at > p_report.received_at - (app.burst_limit('complaint')).span
       and r.id <> p_report.id and not app.sent_by(r, p_report.reporter_id, p_report.device_hash)
       and r.state not in ('withdrawn', 'rejected', 'purged')
       and (r.reporter_id is not null or p_report.reporter_id is null)
       and app.is_new_account(r.reporter_id)
     group by coalesce(r.reporter_id::text, encode(r.device_hash, 'hex'))
     order by 1
     limit 20);
end
$$;
