set check_function_bodies = off;

create or replace function app.stage_view (
  p_stage      app.points_of_interest,
  p_distance_m double precision
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return jsonb_build_object(
    'id', p_stage.id, 'name', p_stage.name, 'kind', p_stage.kind,
    'place', jsonb_build_object('lat', p_stage.lat, 'lng', p_stage.lng),
    'corridor', app.corridor_ref(p_stage.corridor_id),
    'area', app.stage_area(p_stage),
    'routes', p_stage.routes[1:4],
    'distanceM', round(p_distance_m));
end
$function$;

reset check_function_bodies;
