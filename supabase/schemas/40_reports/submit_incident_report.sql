-- Submit a rider's report in or about a vehicle. See app.receive_report for the rules.
--
-- Without a sign-in the phone is the reporter: the app's server passes the device, which must be registered, and a hash
-- of its network (app.weigh_by_network).
-- Definer: a rider may not touch reports or incidents; this writes them in the caller's own name only.
-- Fails with: unauthenticated, invalid_request, id_reused, outside_service_area, unknown_stop, unknown_vehicle,
-- rate_limited
create function api.submit_incident_report(
  p_id uuid, p_category text, p_vehicle text,
  p_lat float8 default null, p_lng float8 default null, p_accuracy_m float8 default null, p_stop_id uuid default null,
  p_occurred_at timestamptz default null, p_injury text default null, p_note text default null,
  p_visibility text default null, p_receipt_code text default null, p_device text default null,
  p_networks text[] default null, p_sent_at timestamptz default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_new app.reports;
begin
  v_new.id := p_id;
  v_new.reporter_id := case when app.is_server() then null else app.require_user() end;
  v_new.device_hash := app.known_device(p_device);
  v_new.category := p_category;
  v_new.lat := p_lat;
  v_new.lng := p_lng;
  v_new.accuracy_m := p_accuracy_m;
  v_new.stop_id := p_stop_id;
  v_new.occurred_at := p_occurred_at;
  v_new.injury := p_injury;
  v_new.note := p_note;
  v_new.visibility := p_visibility;
  return app.receive_report(v_new, p_vehicle, p_receipt_code, p_networks, p_sent_at);
end
$$;
grant execute on function api.submit_incident_report to authenticated, rider_server;

-- The same without a vehicle. Definer and failures as above.
create function api.submit_incident_report_without_vehicle(
  p_id uuid, p_category text,
  p_lat float8 default null, p_lng float8 default null, p_accuracy_m float8 default null, p_stop_id uuid default null,
  p_occurred_at timestamptz default null, p_injury text default null, p_note text default null,
  p_visibility text default null, p_receipt_code text default null, p_device text default null,
  p_networks text[] default null, p_sent_at timestamptz default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  return api.submit_incident_report(
    p_id => p_id, p_category => p_category, p_vehicle => null, p_lat => p_lat, p_lng => p_lng, p_accuracy_m => p_accuracy_m,
    p_stop_id => p_stop_id, p_occurred_at => p_occurred_at, p_injury => p_injury, p_note => p_note,
    p_visibility => p_visibility, p_receipt_code => p_receipt_code, p_device => p_device, p_networks => p_networks,
    p_sent_at => p_sent_at);
end
$$;
grant execute on function api.submit_incident_report_without_vehicle to authenticated, rider_server;
