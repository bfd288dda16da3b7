set check_function_bodies = off;

create or replace function app.person_ref (
  p_user uuid
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  if p_user is null then
    return null;
  end if;
  return jsonb_build_object(
    'id', p_user,
    'email', (select u.email from auth.users u where u.id = p_user),
    'displayName', (select p.display_name from app.profiles p where p.user_id = p_user));
end
$function$;

reset check_function_bodies;
