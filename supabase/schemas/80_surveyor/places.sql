-- The surveyor's location; all null if not given. A place outside the service area is accepted, because the work was
-- done; the response says so.
-- Fails with: invalid_request, unknown_stop
create function app.field_place_of(p_lat float8, p_lng float8, p_accuracy_m float8, p_stop_id uuid)
returns app.field_place language plpgsql stable set search_path = '' as $$
declare
  v_place app.field_place;
begin
  if p_stop_id is not null then
    select s.lat, s.lng, app.vague_m(), s.id into v_place from app.stops s where s.id = p_stop_id;
    if v_place.stop_id is null then
      perform app.fail('unknown_stop', '{"path": "place.stopId"}');
    end if;
  elsif num_nonnulls(p_lat, p_lng) > 0 then
    perform app.check_place(p_lat, p_lng);
    if (coalesce(p_accuracy_m, 50) between 0 and 10000) is distinct from true then
      perform app.fail('invalid_request', '{"path": "place.accuracyM", "code": "out_of_range"}');
    end if;
    v_place := (p_lat, p_lng, coalesce(p_accuracy_m, 50), null)::app.field_place;
  end if;
  return v_place;
end
$$;

create function app.field_place_view(p_place app.field_place)
returns jsonb immutable
return case when p_place.lat is not null then jsonb_build_object(
  'lat', p_place.lat, 'lng', p_place.lng, 'accuracyM', p_place.accuracy_m, 'stopId', p_place.stop_id) end;

-- Whether a place is covered, where there is a place.
create function app.locate_field_place(p_place app.field_place)
returns jsonb stable
return case when p_place.lat is not null then app.locate(p_place.lat, p_place.lng) end;

-- Serializes concurrent requests of one surveyor, from two phones or by a retry.
create function app.lock_surveyor(p_surveyor uuid)
returns void language plpgsql set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(p_surveyor::text, 3));
end
$$;
