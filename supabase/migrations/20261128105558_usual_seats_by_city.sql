alter table app.city add column usual_seats int4range;

CREATE OR REPLACE FUNCTION api.load_city(p_city jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_zone  text := p_city ->> 'timeZone';
  v_days  int := (8 - coalesce((p_city ->> 'weekBegins')::int, 1)) % 7;
  v_looks jsonb := p_city -> 'plates' -> 'lookAlikes';
begin
  if not exists (select from pg_catalog.pg_timezone_names z where z.name = v_zone) then
    perform app.fail('invalid_request', '{"path": "timeZone"}');
  end if;
  lock table app.city in share row exclusive mode; -- two that start at once
  delete from app.city c where c.singleton;
  begin
    insert into app.city values (
      true, v_zone,
      array(select jsonb_array_elements_text(p_city -> 'languages')),
      p_city -> 'plates' ->> 'usual',
      array(select l ->> 'pattern' from jsonb_array_elements(v_looks) l where (l ->> 'spaced')::boolean),
      array(select l ->> 'pattern' from jsonb_array_elements(v_looks) l where not (l ->> 'spaced')::boolean),
      p_city -> 'searchWords' -> 'kinds', p_city -> 'searchWords' ->> 'anyStop',
      array(select jsonb_array_elements_text(p_city -> 'searchWords' -> 'towards')),
      array(select jsonb_array_elements_text(p_city -> 'searchWords' -> 'centre')),
      point((p_city -> 'centre' ->> 'lng')::float8, (p_city -> 'centre' ->> 'lat')::float8),
      array(select jsonb_array_elements_text(p_city -> 'searchWords' -> 'companies')),
      coalesce((p_city ->> 'hasSurveyorCourse')::boolean, true),
      case when p_city ? 'usualSeats' then int4range((p_city -> 'usualSeats' ->> 'least')::int,
                                                     (p_city -> 'usualSeats' ->> 'most')::int, '[]') end);
  exception
    when check_violation or not_null_violation or data_exception then
      perform app.fail('invalid_request', '{"path": "city"}');
  end;
  if app.city_time_zone() <> v_zone then
    execute format('create or replace function app.city_time_zone() returns text immutable return %L', v_zone);
  end if;
  if app.week_begins_before_monday() <> v_days then
    execute format('create or replace function app.week_begins_before_monday() returns int immutable return %s', v_days);
  end if;
  return jsonb_build_object('timeZone', v_zone);
end
$function$;
revoke all on function api.load_city(jsonb) from public;
grant execute on function api.load_city(jsonb) to operator_server;

CREATE OR REPLACE FUNCTION app.are_usual_seats(p_seats integer)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return p_seats <@ coalesce((select c.usual_seats from app.city c), '[7,70]');
end
$function$;
revoke all on function app.are_usual_seats(integer) from public;
