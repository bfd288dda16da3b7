-- Metres between two places on a sphere (haversine, mean radius 6,371,008.8 m), accurate to 0.5 %. Plain SQL without a
-- set clause, so that PostgreSQL can inline it; it references nothing outside pg_catalog.
create function app.distance_m(p_lat1 float8, p_lng1 float8, p_lat2 float8, p_lng2 float8)
returns float8 language sql immutable parallel safe as $$
  select 6371008.8 * 2 * asin(least(1, sqrt(
    power(sin(radians(p_lat2 - p_lat1) / 2), 2)
    + cos(radians(p_lat1)) * cos(radians(p_lat2)) * power(sin(radians(p_lng2 - p_lng1) / 2), 2))))
$$;

-- A box that contains every place within that many metres, on the plain (longitude, latitude) plane of the `pt` columns.
-- A degree has 111,195 m on the sphere of distance_m. The shorter degree here makes the box wider than the circle by
-- 0.5 %, also at high latitudes, where a circle is widest away from its middle.
create function app.box_around(p_lat float8, p_lng float8, p_radius_m float8)
returns box language plpgsql immutable set search_path = '' as $$
declare
  v_dlat float8 := p_radius_m / 110574;
  v_dlng float8 := p_radius_m / (110574 * greatest(cos(radians(p_lat)), 0.01));
begin
  return box(point(p_lng - v_dlng, p_lat - v_dlat), point(p_lng + v_dlng, p_lat + v_dlat));
end
$$;
