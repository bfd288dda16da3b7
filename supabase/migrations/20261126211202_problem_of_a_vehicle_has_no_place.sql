set check_function_bodies = off;

create or replace function app.checked_report (
  p_new          app.reports,
  p_vehicle      text,
  p_receipt_code text
)
  returns app.reports
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_now      timestamptz := app.now();
  v_report   app.reports := p_new;
  v_category app.incident_categories;
  v_stop     app.stops;
  v_vehicle  app.vehicles;
  v_problems jsonb := '[]';
begin
  select * into v_category from app.incident_categories c where c.code = p_new.category;
  perform app.check_report_shape(p_new, v_category, p_vehicle, p_receipt_code);
  v_report.injury := coalesce(p_new.injury, case when v_category.review = 'unless_unhurt' then 'unknown' end);
  v_report.received_at := v_now;
  v_report.occurred_at := least(coalesce(p_new.occurred_at, v_now), v_now);
  v_report.note_flags := app.screen_note(coalesce(p_new.note, ''));
  v_report.receipt_hash := sha256(convert_to(p_receipt_code, 'UTF8'));
  v_report.author_erased := false;
  v_report.new_account := app.is_new_account(p_new.reporter_id);
  v_report.state := 'received';
  v_report.version := 1;
  v_report.visibility := app.narrower_visibility(v_category.visibility, p_new.visibility);

  v_report.accuracy_m := coalesce(p_new.accuracy_m, 50);
  if p_new.stop_id is not null then
    select * into v_stop from app.stops s where s.id = p_new.stop_id;
    v_report.lat := v_stop.lat;
    v_report.lng := v_stop.lng;
    v_report.accuracy_m := 250;
  end if;
  if v_report.lat is null then
    v_problems := v_problems || '{"path": "place.stopId", "code": "unknown_stop"}';
  else
    v_report.corridor_id := (app.corridor_at(v_report.lat, v_report.lng)).corridor_id;
    if app.service_area_at(v_report.lat, v_report.lng) is null then
      v_problems := v_problems || '{"path": "place", "code": "outside_service_area"}';
    end if;
  end if;

  if p_vehicle is not null then
    v_vehicle := app.reported_vehicle(p_vehicle);
    v_report.vehicle_id := v_vehicle.id;
    v_report.vehicle_plate := v_vehicle.plate_key;
    if v_vehicle.plate_key is null then
      v_problems := v_problems || '{"path": "vehicle.identifier", "code": "unknown_vehicle"}';
    end if;
  end if;

  if v_problems <> '[]' then
    perform app.fail(v_problems -> 0 ->> 'code', jsonb_strip_nulls(jsonb_build_object('errors', v_problems)) ||
                     case when v_problems -> 0 ->> 'code' = 'outside_service_area'
                          then jsonb_build_object('location', app.locate(v_report.lat, v_report.lng)) else '{}' end);
  end if;
  return v_report;
end
$function$;

reset check_function_bodies;
