-- Receive a report: validate it, store it, attach it to an incident, publish its public part, in one transaction. The
-- attaching runs last, when the transaction commits (app.triage_new_report). `p_new` is the new row, as far as the
-- client provides it.
--
-- Returns only that it was received, and nothing about related reports; its status is read afterwards
-- (api.get_received_report). A caller of PostgREST can request a response format that fails, which rolls back the
-- report together with its use of the rate limits: if the response contained what the report joined, they could guess
-- without limit and leave no trace.
--
-- Idempotent by id, whatever the phone's clock shows at the next attempt (`p_sent_at`), so a phone with a poor connection can retry until it gets a response. All reports of one reporter
-- queue on a lock, which makes the retry safe and the limits exact. Without a user the device is the reporter; if the
-- response with its cookie was lost, the receipt code proves that the retry is from the same phone. What a phone sent
-- before a user signed in on it can be retried afterwards; the report does not become theirs.
-- Fails with: unauthenticated, invalid_request, id_reused, outside_service_area, unknown_stop, unknown_vehicle, rate_limited
create function app.receive_report(
  p_new app.reports, p_vehicle text default null, p_receipt_code text default null, p_networks text[] default null,
  p_sent_at timestamptz default null)
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
    v_report := app.checked_report(p_new, p_vehicle, p_receipt_code, p_sent_at);
    v_report.content_hash := v_hash;
    if v_report.vehicle_plate is not null and v_report.vehicle_id is null then
      v_report.vehicle_id := (app.mentioned_vehicle(v_report.vehicle_plate)).id;
    end if;
    insert into app.reports select v_report.* on conflict do nothing;
    if found then
      if v_user is null then
        perform app.weigh_by_network(v_report, p_networks);
      end if;
      return jsonb_build_object('id', p_new.id, 'repeated', false);
    end if;
    -- The same id came concurrently from another device, or the receipt code is that of another report.
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

-- Transfer a report to a phone without an account that knows its receipt code: the response with the first device
-- cookie was lost. A caller who knows only the id, or only the content, gets the usual error.
--
-- The report then belongs to the new device, for photos, limits and counts alike. It is not transferred, only returned,
-- if the first device has anything else: one phone that is counted once would become two. The caller holds the lock of
-- the new device, so its limit is exact.
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
     or exists (select from app.incident_votes v where v.device_hash = v_report.device_hash)
     or exists (select from app.device_votes d where d.device_hash = v_report.device_hash)
     or exists (select from app.feedback f where f.device_hash = v_report.device_hash) then
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

-- Whether a receipt code belongs to a report without an account: its holder may act as the sender.
create function app.has_receipt(p_report app.reports, p_receipt_code text)
returns boolean immutable
return (p_report.reporter_id is null
        and p_report.receipt_hash = sha256(convert_to(p_receipt_code, 'UTF8'))) is true;

-- Whether a report came from this user, or from this phone while nobody was signed in on it.
create function app.sent_by(p_report app.reports, p_user uuid, p_device bytea)
returns boolean immutable
return case when p_report.reporter_id is null then p_report.device_hash = p_device
            else p_report.reporter_id = p_user end is true;

-- Rate limits: five reports in ten minutes and twenty in a day per account, or per phone without one; for these see
-- also app.weigh_by_network. Of a limited author few in a day.
-- Fails with: rate_limited
create function app.check_report_limits(p_user uuid, p_device bytea)
returns void language plpgsql set search_path = '' as $$
declare
  v_day    timestamptz := app.now() - interval '1 day';
  v_few    int := app.allowed_to_limited(app.author_key(p_user, p_device), 'limited_author');
  v_recent timestamptz[];
begin
  -- Two queries, because one for both would be planned again at every call.
  if p_user is not null then
    v_recent := array(
      select r.received_at from app.reports r
       where r.reporter_id = p_user and r.received_at > v_day
       order by r.received_at desc
       limit 20);
  else
    v_recent := array(
      select r.received_at from app.reports r
       where r.device_hash = p_device and r.reporter_id is null and r.received_at > v_day
       order by r.received_at desc
       limit 20);
  end if;
  perform app.fail_if_limited(v_recent[v_few] + interval '1 day');
  if cardinality(v_recent) >= 5 then
    perform app.fail_if_limited(greatest(v_recent[5] + interval '10 minutes', v_recent[20] + interval '1 day'));
  end if;
end
$$;
