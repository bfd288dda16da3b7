-- Take a report: check it, store it, attach it to an incident, publish what may be public. One transaction: all of it
-- happens, or nothing.
--
-- Sending the same id again changes nothing and answers with what is stored, so a phone on a bad line can retry until it
-- hears back. All of one reporter's reports queue on a lock: it makes the retry safe and the limits exact.
-- Fails with: invalid_request, id_reused, outside_service_area, unknown_stop, unknown_vehicle, rate_limited
create function app.receive_report(p_content app.report_content, p_id uuid, p_user uuid, p_device bytea)
returns jsonb
language plpgsql
set search_path = ''
set timezone = 'UTC' -- the hash of the content holds a time as text
as $$
declare
  v_hash   bytea := sha256(convert_to(to_jsonb(p_content)::text, 'UTF8'));
  v_report app.reports;
begin
  if p_id is null then
    perform app.fail('invalid_request', '{"path": "id"}');
  end if;
  perform pg_advisory_xact_lock(hashtextextended(coalesce(p_user::text, encode(p_device, 'hex')), 1));
  select * into v_report from app.reports r where r.id = p_id;
  if v_report.id is null then
    perform app.check_report_limits(p_user);
    v_report := app.checked_report(p_content);
    v_report.id := p_id;
    v_report.reporter_id := p_user;
    v_report.device_hash := p_device;
    v_report.content_hash := v_hash;
    insert into app.reports select v_report.* on conflict do nothing;
    if not found then
      perform app.fail('id_reused', case when exists (select from app.reports r where r.receipt_hash = v_report.receipt_hash)
                                      then '{"path": "receiptCode"}' end::jsonb);
    end if;
    perform app.place_report(p_id);
    return app.report_answer(p_id, false);
  end if;
  if v_report.reporter_id is distinct from p_user
     or (p_user is null and v_report.device_hash is distinct from p_device)
     or v_report.content_hash <> v_hash then
    perform app.fail('id_reused');
  end if;
  return app.report_answer(p_id, true);
end
$$;

-- Decide where a new report goes: to a reviewer, or straight on; into an incident, or not. And publish the incident.
--
-- A crash in which someone is or may be hurt waits for a person but shows at once as a crash, without a number or a
-- vehicle: it is attached to an incident while still in review. Every other kind that waits is attached to nothing.
create function app.place_report(p_report uuid)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_report   app.reports;
  v_category app.incident_categories;
  v_waits    boolean;
  v_incident uuid;
begin
  select * into v_report from app.reports r where r.id = p_report;
  select * into v_category from app.incident_categories c where c.code = v_report.category;
  v_waits := v_category.review = 'always'
    or (v_category.review = 'unless_unhurt' and v_report.injury is distinct from 'none');
  perform app.move_report(p_report, case when v_waits then 'in_review' else 'accepted' end);
  if v_waits and v_category.review = 'always' then
    return;
  end if;
  v_incident := app.join_incident(v_report, not v_waits);
  if v_incident is null then
    return;
  end if;
  update app.reports r set incident_id = v_incident where r.id = p_report;
  if not v_waits then
    perform app.move_report(p_report, 'linked');
    perform app.corroborate_incident(v_incident);
  end if;
  perform app.publish_incident(v_incident);
end
$$;

-- Five reports in ten minutes and twenty in a day from one account. Fails with: rate_limited
create function app.check_report_limits(p_user uuid)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_now    timestamptz := app.now();
  v_recent timestamptz[] := array(
    select r.received_at from app.reports r
     where r.reporter_id = p_user and r.received_at > v_now - interval '1 day'
     order by r.received_at desc
     limit 20);
  v_free   timestamptz := greatest(v_recent[5] + interval '10 minutes', v_recent[20] + interval '1 day');
begin
  if v_free > v_now then
    perform app.fail('rate_limited', jsonb_build_object('retryAfterS', ceil(extract(epoch from v_free - v_now))));
  end if;
end
$$;

-- What the reporter is told. No incident id where it would tell too much: of anything that is not fully public it would
-- say which entry of the feed is theirs, to whoever holds their phone; and where reports join by vehicle it would confirm
-- the plate of an incident that does not name one yet.
create function app.report_answer(p_report uuid, p_repeated boolean)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_report   app.reports;
  v_incident app.incidents;
  v_told     boolean;
begin
  select * into v_report from app.reports r where r.id = p_report;
  select * into v_incident from app.incidents i where i.id = v_report.incident_id;
  v_told := v_report.visibility = 'public'
    and (v_incident.vehicle_plate is null or (app.vehicle_to_name(v_incident)).plate is not null);
  return jsonb_build_object(
    'id', v_report.id,
    'state', v_report.state,
    'shown', app.how_shown(v_report, v_incident),
    'incidentId', case when v_told then v_report.incident_id end,
    'location', app.locate(v_report.lat, v_report.lng),
    'receivedAt', app.instant(v_report.received_at),
    'repeated', p_repeated);
end
$$;

-- What others see of a report: `live` on the list now; `unchecked` on the list as a crash and nothing more, until a person
-- has looked; `coarse` roughly, from the next full hour on; `kept` nothing, because it was too old for the list; `review`
-- nothing until a person has looked; `private` never on list or map.
create function app.how_shown(p_report app.reports, p_incident app.incidents)
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
  return case
    when p_report.state in ('in_review', 'held', 'needs_info') and p_incident.id is null then 'review'
    when p_report.visibility in ('private', 'aggregate') or p_incident.id is null then 'private'
    when p_incident.lifecycle <> 'active' or p_incident.expires_at <= app.now() then 'kept'
    when p_report.visibility = 'coarse' then 'coarse'
    when p_report.state <> 'linked' then 'unchecked'
    else 'live' end;
end
$$;
