-- Metres between two places on a sphere (haversine, mean radius 6,371,008.8 m), accurate to 0.5 %. Plain SQL without a
-- set clause, so that PostgreSQL can inline it; it references nothing outside pg_catalog.
create function app.distance_m(p_lat1 float8, p_lng1 float8, p_lat2 float8, p_lng2 float8)
returns float8 language sql immutable parallel safe as $$
  select 6371008.8 * 2 * asin(least(1, sqrt(
    power(sin(radians(p_lat2 - p_lat1) / 2), 2)
    + cos(radians(p_lat1)) * cos(radians(p_lat2)) * power(sin(radians(p_lng2 - p_lng1) / 2), 2))))
$$;

-- Metres. A phone that knows its place less exactly does not know it: the road may be another. A stop that was chosen by
-- its name is known to this. VAGUE_M in packages/domain/src/shared/limits.ts is the same.
create function app.vague_m()
returns int immutable
return 250;

-- Mercator's latitude: exact at whole degrees, rounded so that every processor has the same, and straight between them.
create function app.plane_lat(p_lat float8)
returns float8 language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_n    float8 := least(floor(abs(p_lat)), 88);
  v_low  float8 := round(degrees(asinh(tan(radians(v_n)))) * 1e6) / 1e6;
  v_high float8 := round(degrees(asinh(tan(radians(v_n + 1)))) * 1e6) / 1e6;
begin
  return sign(p_lat) * (v_low + (abs(p_lat) - v_n) * (v_high - v_low));
end
$$;

-- A place on the plane of the `pt` columns, on which the nearest of several places is the nearest on Earth, at any
-- latitude and across 180°. Its unit is a degree of longitude. The plane is cut where nobody lives, in the Bering Strait.
-- packages/domain/src/incidents/memory-feed/geometry.ts has the same, to the last digit.
create function app.plane_point(p_lat float8, p_lng float8)
returns point immutable parallel safe
return point(case when p_lng < -168.5 then p_lng + 360 else p_lng end, app.plane_lat(p_lat));

-- A box on that plane that contains every place within that many metres. A degree has 111,195 m on the sphere of
-- distance_m. The shorter degree here makes the box wider than the circle by 0.5 %, also at high latitudes, where a
-- circle is widest away from its middle.
create function app.box_around(p_lat float8, p_lng float8, p_radius_m float8)
returns box language plpgsql immutable set search_path = '' as $$
declare
  v_dlat float8 := p_radius_m / 110574;
  v_dlng float8 := p_radius_m / (110574 * greatest(cos(radians(p_lat)), 0.01));
  v_x    float8 := case when p_lng < -168.5 then p_lng + 360 else p_lng end;
begin
  return box(point(v_x - v_dlng, app.plane_lat(p_lat - v_dlat)), point(v_x + v_dlng, app.plane_lat(p_lat + v_dlat)));
end
$$;
