set check_function_bodies = off;

create or replace function app.city_midnight (
  p_day date
)
  returns timestamp with time zone
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
begin
  return p_day::timestamp at time zone app.city_time_zone();
end
$function$;

create or replace function app.city_time (
  p_at timestamp with time zone
)
  returns timestamp without time zone
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
begin
  return p_at at time zone app.city_time_zone();
end
$function$;

create or replace function app.city_time_zone()
  returns text
  language sql
  immutable
  set search_path to ''
  AS $function$
  select 'Africa/Nairobi'
$function$;

revoke all on function "app"."city_time_zone"() from public;

reset check_function_bodies;
