CREATE OR REPLACE FUNCTION app.quality_flags(p_new app.collection_entries)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_seats int := (p_new.facts ->> 'capacity')::int;
  v_known int := (select v.capacity from app.vehicles v where v.id = app.vehicle_of_plate(p_new.plate_key));
begin
  return array_remove(array[
    case when not app.is_usual_plate(p_new.plate_key) then 'plate_unusual' end,
    case when v_seats not between 7 and 70 then 'seats_unusual' end,
    case when v_seats <> v_known then 'seats_differ' end,
    case when app.is_plate_recent(p_new) then 'duplicate_hour' end,
    case when app.is_far_from_assignment(p_new) then 'far_from_place' end,
    case when app.is_too_fast(p_new) then 'too_fast' end], null);
end
$function$;
revoke all on function app.quality_flags(app.collection_entries) from public;

CREATE OR REPLACE FUNCTION app.is_too_fast(p_new app.collection_entries)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (p_new.place).stop_id is null and exists (
    select from app.collection_entries e
     where e.session_id = p_new.session_id and e.id is distinct from p_new.revises and (e.place).stop_id is null
       and e.state not in ('replaced', 'withdrawn')
       and app.distance_m((e.place).lat, (e.place).lng, (p_new.place).lat, (p_new.place).lng)
             - (e.place).accuracy_m - (p_new.place).accuracy_m - 500
           > abs(extract(epoch from p_new.captured_at - e.captured_at)) * 120 / 3.6);
end
$function$;
revoke all on function app.is_too_fast(app.collection_entries) from public;
