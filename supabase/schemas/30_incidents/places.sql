-- A coordinate snapped to the centre of its grid cell of 0.01 degrees (about 1.1 km). Deterministic, so switching
-- precision back and forth reveals nothing.
create function app.coarse(p_degrees float8)
returns float8 immutable
return round((floor(p_degrees::numeric / 0.01) + 0.5) * 0.01, 3)::float8;

-- The name of the live stop that describes a place: the nearest within 300 m, or null.
create function app.place_name(p_lat float8, p_lng float8)
returns text language plpgsql stable set search_path = '' as $$
begin
  return (
    select s.name
      from (select n.name, n.lat, n.lng
              from app.stops n
             where n.retired_at is null and n.pt <@ app.box_around(p_lat, p_lng, 300)
             order by n.pt <-> app.plane_point(p_lat, p_lng)
             limit 1) s
     where app.distance_m(p_lat, p_lng, s.lat, s.lng) <= 300);
end
$$;

-- The name of the area of a coarse incident: the nearest part of the city, else of the stops in its cell the one that most
-- routes serve, else null. It is read from the cell's centre alone, so it says nothing that the place does not.
create function app.area_name(p_lat float8, p_lng float8)
returns text language plpgsql stable set search_path = '' as $$
begin
  return coalesce(
    app.area_near(p_lat, p_lng),
    (select n.name
       from app.points_of_interest n
      where n.pt <@ app.box_around(p_lat, p_lng, 560)
      order by cardinality(n.routes) desc, n.name_key, n.id
      limit 1));
end
$$;
