-- Take a report: check it, store it, attach it to an incident, publish what may be public. One transaction: all of it
-- happens, or nothing. The attaching comes last, when the transaction commits (app.triage_new_report). `p_new` is the row
-- that it becomes, as far as the client said it.
--
-- Answers only that it is in, and says nothing of what it stands beside; what became of it is asked afterwards
-- (api.get_received_report). Whoever calls PostgREST straight can ask for the answer in a shape that cannot be made, which
-- takes the report back and with it its place in the limits: told here what it joined, they could guess without end and
-- leave no trace.
--
-- Sending the same id again changes nothing, so a phone with a poor connection can retry until it hears back. All of one
-- reporter's reports queue on a lock: it makes the retry safe and the limits exact. Without a user it is the device that
-- reports; where its cookie was in an answer that was lost, the receipt code proves that the next one is the same phone.
-- What a phone sent before somebody signed in on it, it may send again afterwards; the report does not become theirs.
-- Fails with: unauthenticated, invalid_request, id_reused, outside_service_area, unknown_stop, unknown_vehicle, rate_limited
create function app.receive_report(
  p_new app.reports, p_vehicle text default null, p_receipt_code text default null, p_networks text[] default null)
returns jsonb language plpgsql set search_path = ''
set timezone = 'UTC' -- the hash of the content holds a time as text
as $$
declare
  v_user   uuid := p_new.reporter_id;
  v_device bytea := p_new.device_hash;
  v_hash   bytea := app.request_hash(
    jsonb_strip_nulls(to_jsonb(p_new) - '{id,reporter_id,device_hash}'::text[])
    || jsonb_build_object('vehicle', p_vehicle, 'receiptCode', p_receipt_code));
  v_report app.reports;
begin
  if v_user is null and v_device is null then
    perform app.fail('unauthenticated');
  end if;
  if p_new.id is null then
    perform app.fail('invalid_request', '{"path": "id"}');
  end if;
  perform pg_advisory_xact_lock(hashtextextended(coalesce(v_user::text, encode(v_device, 'hex')), 1));
  select * into v_report from app.reports r where r.id = p_new.id;
  if v_report.id is null then
    perform app.check_report_limits(v_user, v_device);
    v_report := app.checked_report(p_new, p_vehicle, p_receipt_code);
    v_report.content_hash := v_hash;
    insert into app.reports select v_report.* on conflict do nothing;
    if found then
      if v_user is null then
        perform app.weigh_by_network(v_report, p_networks);
      end if;
      return jsonb_build_object('id', p_new.id, 'repeated', false);
    end if;
    -- The same id came from another device at this moment, or the receipt code is that of another report.
    select * into v_report from app.reports r where r.id = p_new.id;
    if v_report.id is null then
      perform app.fail('id_reused', '{"path": "receiptCode"}');
    end if;
  end if;
  if v_report.content_hash <> v_hash then
    perform app.fail('id_reused');
  end if;
  if not app.sent_by(v_report, v_user, v_device) then
    perform app.transfer_report(p_new.id, p_receipt_code, v_user, v_device);
  end if;
  return jsonb_build_object('id', p_new.id, 'repeated', true);
end
$$;

-- Let a phone without an account have a report that came from another device, if it knows the receipt code: the device's
-- cookie was in the answer that it never got. Whoever only knows the id, or only the content, is told what everybody is.
--
-- The report then is the new device's, for its photos, limits and numbers alike. It stays where it was, and is only answered,
-- if the other device stands behind anything else: one phone that is counted once would become two. The caller holds the
-- lock of the new device, so its limit is exact.
-- Fails with: id_reused, rate_limited
create function app.transfer_report(p_report uuid, p_receipt_code text, p_user uuid, p_device bytea)
returns void language plpgsql set search_path = '' as $$
declare
  v_report app.reports;
begin
  select * into v_report from app.reports r where r.id = p_report for update;
  if p_user is not null or not app.has_receipt(v_report, p_receipt_code) then
    perform app.fail('id_reused');
  end if;
  if exists (select from app.reports r where r.device_hash = v_report.device_hash and r.id <> p_report)
     or exists (select from app.incident_votes v where v.device_hash = v_report.device_hash) then
    return;
  end if;
  perform app.check_report_limits(null, p_device);
  update app.reports r set device_hash = p_device where r.id = p_report;
  if exists (select from app.reports r
              where r.incident_id = v_report.incident_id and r.device_hash = p_device and r.id <> p_report) then
    perform app.expire_if_over(v_report.incident_id);
    perform app.publish_incident(v_report.incident_id);
  end if;
end
$$;

-- Whether a receipt code is that of a report without an account: whoever has the code may act as its sender.
create function app.has_receipt(p_report app.reports, p_receipt_code text)
returns boolean language plpgsql immutable set search_path = '' as $$
begin
  return (p_report.reporter_id is null
          and p_report.receipt_hash = sha256(convert_to(p_receipt_code, 'UTF8'))) is true;
end
$$;

-- Whether a report came from this person, or from this phone while nobody was signed in on it.
create function app.sent_by(p_report app.reports, p_user uuid, p_device bytea)
returns boolean language plpgsql immutable set search_path = '' as $$
begin
  return case when p_report.reporter_id is null then p_report.device_hash = p_device
              else p_report.reporter_id = p_user end is true;
end
$$;

-- Five reports in ten minutes and twenty in a day from one account, or from one phone without any; for these see also
-- app.weigh_by_network. Fails with: rate_limited
create function app.check_report_limits(p_user uuid, p_device bytea)
returns void language plpgsql set search_path = '' as $$
declare
  v_now    timestamptz := app.now();
  v_recent timestamptz[] := array(
    select r.received_at from app.reports r
     where r.received_at > v_now - interval '1 day'
       and (r.reporter_id = p_user or (p_user is null and r.reporter_id is null and r.device_hash = p_device))
     order by r.received_at desc
     limit 20);
  v_free   timestamptz := greatest(v_recent[5] + interval '10 minutes', v_recent[20] + interval '1 day');
begin
  perform app.refuse_until(v_free);
end
$$;
