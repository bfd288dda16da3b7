-- What may be wrong with an entry on its arrival: an unusual plate; an implausible number of seats, or another one than
-- the register has; the same plate within the hour; a point far from the place of its assignment; two points that are too
-- far apart for the time between them. Except for the last, the field app shows the same before it is saved
-- (apps/surveyor/src/collect/hints.ts; the limits are in packages/domain/src/shared/limits.ts, a test compares them).
-- Hints for the reviewer: nothing is rejected.
create function app.quality_flags(p_new app.collection_entries)
returns text[] language plpgsql stable set search_path = '' as $$
declare
  v_seats int := (p_new.facts ->> 'capacity')::int;
  v_known int := (select v.capacity from app.vehicles v where v.id = app.vehicle_of_plate(p_new.plate_key));
begin
  return array_remove(array[
    case when not app.is_usual_plate(p_new.plate_key) then 'plate_unusual' end,
    case when not app.are_usual_seats(v_seats) then 'seats_unusual' end,
    case when v_seats <> v_known then 'seats_differ' end,
    case when app.is_plate_recent(p_new) then 'duplicate_hour' end,
    case when app.is_far_from_assignment(p_new) then 'far_from_place' end,
    case when app.is_too_fast(p_new) then 'too_fast' end], null);
end
$$;

create function app.are_usual_seats(p_seats int)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return p_seats <@ coalesce((select c.usual_seats from app.city c), '[7,70]');
end
$$;

-- Whether the plate was recorded in the hour before, or after where entries arrive late.
create function app.is_plate_recent(p_new app.collection_entries)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from app.collection_entries e
     where e.plate_key = p_new.plate_key and e.state not in ('replaced', 'withdrawn')
       and e.id is distinct from p_new.revises
       and e.captured_at between p_new.captured_at - interval '1 hour' and p_new.captured_at + interval '1 hour');
end
$$;

-- Whether a GPS point is more than 500 m, beyond its accuracy, from the place or the area of its assignment.
create function app.is_far_from_assignment(p_new app.collection_entries)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return (p_new.place).stop_id is null and coalesce((
    select app.assignment_distance_m(a, (p_new.place).lat, (p_new.place).lng) - (p_new.place).accuracy_m > 500
      from app.assignment_slots s join app.assignments a on a.id = s.assignment_id
     where s.id = p_new.slot_id), false);
end
$$;

-- Whether nobody can have come from another entry of the same shift to this one in the time between them: more than
-- 120 km/h, which no road in or around a city allows, in a straight line, beyond the accuracy of both points. 500 m more,
-- because a phone may give a point that is a minute old. Of the two, the one that arrives later has the mark.
create function app.is_too_fast(p_new app.collection_entries)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return (p_new.place).stop_id is null and exists (
    select from app.collection_entries e
     where e.session_id = p_new.session_id and e.id is distinct from p_new.revises and (e.place).stop_id is null
       and e.state not in ('replaced', 'withdrawn')
       and app.distance_m((e.place).lat, (e.place).lng, (p_new.place).lat, (p_new.place).lng)
             - (e.place).accuracy_m - (p_new.place).accuracy_m - 500
           > abs(extract(epoch from p_new.captured_at - e.captured_at)) * 120 / 3.6);
end
$$;
