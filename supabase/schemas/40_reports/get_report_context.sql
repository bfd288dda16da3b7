-- What a rider is shown before sending a report: whether the place is covered, the name of the place, and the live
-- incident that the same report would be about, so that they can confirm it instead.
--
-- Read from the public feed only, with the joining limits of the category: it shows nothing that the list does not.
-- Definer: the feed is not readable directly.
-- Fails with: invalid_request
create function api.get_report_context(
  p_lat float8, p_lng float8, p_category text default null, p_vehicle text default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.admit_caller();
  perform app.check_place(p_lat, p_lng);
  return jsonb_build_object(
    'location', app.locate(p_lat, p_lng),
    'placeName', app.place_name(p_lat, p_lng),
    'incident', app.incident_already_reported(p_lat, p_lng, p_category, p_vehicle));
end
$$;
grant execute on function api.get_report_context to authenticated, rider_server;

-- The nearest live incident of a category within its joining limits, as it is public; null if there is none. A coarse
-- one matches by its cell. Where reports join by vehicle, the incident must name that vehicle publicly.
create function app.incident_already_reported(p_lat float8, p_lng float8, p_category text, p_vehicle text)
returns json language plpgsql stable set search_path = '' as $$
declare
  v_now      timestamptz := app.now();
  v_category app.incident_categories;
  v_vehicle  app.vehicles;
  v_plate    text;
  v_here     point := app.plane_point(app.coarse(p_lat), app.coarse(p_lng));
begin
  select * into v_category from app.incident_categories c where c.code = p_category;
  if v_category.join_within is null then
    return null;
  end if;
  if v_category.join_same_vehicle then
    v_vehicle := app.find_vehicle(p_vehicle);
    v_plate := coalesce(v_vehicle.plate_key, app.plate_key(p_vehicle));
  end if;
  return (
    select f.body
      from app.incident_feed f
     where f.category = p_category and f.visible_from <= v_now and f.visible_until > v_now
       and f.last_seen_at > v_now - v_category.join_within
       and f.pt <@ app.box_around(p_lat, p_lng, greatest(v_category.join_within_m, 2000))
       and case when f.body ->> 'precision' = 'coarse' then f.pt ~= v_here
                else app.distance_m(p_lat, p_lng, f.lat, f.lng) <= v_category.join_within_m end
       and (not v_category.join_same_vehicle or app.plate_key(f.body -> 'vehicle' ->> 'plate') = v_plate)
     order by app.distance_m(p_lat, p_lng, f.lat, f.lng), f.last_seen_at desc, f.incident_id
     limit 1);
end
$$;
