set check_function_bodies = off;

drop function "api"."begin_second_factor"(uuid, uuid, text);

create or replace function api.begin_second_factor (
  p_secret text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_user uuid := app.require_role('admin');
begin
  perform app.require_found(app.session_id() is not null);
  perform app.require_fresh_password(v_user);
  if exists (select from app.second_factors f where f.user_id = v_user and f.confirmed_at is not null) then
    perform app.refuse_move('confirmed', '{}');
  end if;
  insert into app.second_factors (user_id, secret, created_at, attempts_from)
  values (v_user, p_secret, app.now(), app.now())
  on conflict (user_id) do update set secret = excluded.secret, created_at = excluded.created_at;
  return jsonb_build_object('email', (select u.email from auth.users u where u.id = v_user));
end
$function$;

revoke all on function "api"."begin_second_factor"(text) from public;

grant execute on function "api"."begin_second_factor"(text) to "authenticated";

reset check_function_bodies;
