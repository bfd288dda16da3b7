set check_function_bodies = off;

create or replace function app.box_around (
  p_lat      double precision,
  p_lng      double precision,
  p_radius_m double precision
)
  returns box
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
declare
  v_dlat float8 := p_radius_m / 110574;
  v_dlng float8 := p_radius_m / (110574 * greatest(cos(radians(p_lat)), 0.01));
begin
  return box(point(p_lng - v_dlng, p_lat - v_dlat), point(p_lng + v_dlng, p_lat + v_dlat));
end
$function$;

reset check_function_bodies;
