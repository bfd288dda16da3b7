-- A report from the client with everything resolved: place, corridor, vehicle, effective visibility. Nothing is stored.
--
-- The API has validated the shapes already; this validates them again because a user's token also works directly on the
-- database. Problems that only the database can find are reported together, each with its own code and path.
-- Fails with: invalid_request, outside_service_area, unknown_stop, unknown_vehicle
create function app.checked_report(p_new app.reports, p_vehicle text, p_receipt_code text, p_sent_at timestamptz)
returns app.reports language plpgsql stable set search_path = '' as $$
declare
  v_now      timestamptz := app.now();
  v_report   app.reports := p_new;
  v_category app.incident_categories;
  v_stop     app.stops;
  v_vehicle  app.vehicles;
  v_problems jsonb := '[]';
  v_occurred app.reckoned_time;
begin
  select * into v_category from app.incident_categories c where c.code = p_new.category;
  perform app.check_report_shape(p_new, v_category, p_vehicle, p_receipt_code, p_sent_at);
  v_report.injury := coalesce(p_new.injury, case when v_category.review = 'unless_unhurt' then 'unknown' end);
  v_report.received_at := v_now;
  v_occurred := app.reckon_time(p_new.occurred_at, p_sent_at, v_now, '30 days');
  v_report.occurred_at := v_occurred.at;
  v_report.time_uncertain := v_occurred.uncertain;
  v_report.note_flags := app.screen_note(coalesce(p_new.note, ''));
  v_report.receipt_hash := sha256(convert_to(p_receipt_code, 'UTF8'));
  v_report.author_erased := false;
  v_report.new_account := app.is_new_account(p_new.reporter_id);
  v_report.state := 'received';
  v_report.version := 1;

  v_report.accuracy_m := coalesce(p_new.accuracy_m, 50);
  if p_new.stop_id is not null then
    select * into v_stop from app.stops s where s.id = p_new.stop_id;
    v_report.lat := v_stop.lat;
    v_report.lng := v_stop.lng;
    v_report.accuracy_m := app.vague_m();
  end if;
  v_report.visibility := app.narrower_visibility(v_category.visibility, p_new.visibility);
  -- A point on the map would say where it was.
  if v_report.accuracy_m > app.vague_m() then
    v_report.visibility := app.narrower_visibility('coarse', v_report.visibility);
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
$$;

-- The vehicle that a reporter names: one we know, or else (without an id) only its plate. Without a plate it is neither:
-- an unknown code, or text that cannot be a plate.
create function app.reported_vehicle(p_identifier text)
returns app.vehicles language plpgsql stable set search_path = '' as $$
declare
  v_vehicle app.vehicles := app.find_vehicle(p_identifier);
begin
  if v_vehicle.id is null and app.public_code(p_identifier) is null
     and app.can_be_plate(app.plate_key(p_identifier)) then
    v_vehicle.plate_key := app.plate_key(p_identifier);
  end if;
  return v_vehicle;
end
$$;

-- The stricter of what the category allows and what the reporter asked for.
create function app.narrower_visibility(p_category text, p_asked text)
returns text language plpgsql immutable set search_path = '' as $$
declare
  v_order text[] := array['private', 'aggregate', 'coarse', 'public'];
begin
  return v_order[least(array_position(v_order, p_category), array_position(v_order, coalesce(p_asked, p_category)))];
end
$$;

-- Validate a report's fields against the contract, for callers that bypass the API. Fails with: invalid_request
create function app.check_report_shape(
  p_new app.reports, p_category app.incident_categories, p_vehicle text, p_receipt_code text, p_sent_at timestamptz)
returns void language plpgsql stable set search_path = '' as $$
declare
  v_now timestamptz := app.now();
begin
  perform app.check_fields(array[
    ('category', 'invalid_value', p_category.code is not null),
    ('injury', 'invalid_value', p_new.injury is null or p_new.injury in ('none', 'some', 'unknown')),
    ('visibility', 'invalid_value', p_new.visibility is null
                   or p_new.visibility in ('private', 'aggregate', 'coarse', 'public')),
    ('note', 'invalid_value', p_new.note is null or char_length(p_new.note) between 1 and 2000),
    ('vehicle.identifier', 'invalid_value', p_vehicle is null or char_length(p_vehicle) between 3 and 40),
    ('receiptCode', 'invalid_value', p_receipt_code is null or p_receipt_code ~ '^[0-9A-HJKMNP-TV-Z]{26}$'),
    ('sentAt', 'out_of_range', p_sent_at is null or isfinite(p_sent_at)),
    ('occurredAt', 'out_of_range', p_new.occurred_at is null or (p_sent_at is not null and isfinite(p_new.occurred_at))
                   or p_new.occurred_at between v_now - interval '30 days' and v_now + interval '5 minutes'),
    ('place', 'invalid_value', p_new.stop_id is not null
              or (p_new.lat between -90 and 90 and p_new.lng between -180 and 180)),
    ('place.accuracyM', 'out_of_range', p_new.accuracy_m is null or p_new.accuracy_m between 0 and 10000)
  ]::app.field_check[]);
end
$$;

-- Screen a note for personal data: a phone number, an e-mail address, a national id number. Reviewers see these flags;
-- the report is not held for them, because a note is never public.
create function app.screen_note(p_note text)
returns text[] immutable
return array_remove(array[
  case when p_note ~ '(\+?254|\m0)[ -]?[17]([ -]?[0-9]){8}\M' then 'phone' end,
  case when p_note ~* '[a-z0-9._%+-]+@[a-z0-9.-]+\.[a-z]{2,}' then 'email' end,
  case when p_note ~* '\m(id|kitambulisho)\M[^0-9]{0,12}[0-9]{7,8}\M' then 'id_number' end], null);
