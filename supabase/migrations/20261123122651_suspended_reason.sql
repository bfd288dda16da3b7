set check_function_bodies = off;

create or replace function app.refuse_ended (
  p_user uuid
)
  returns void
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_session text := app.claims() ->> 'session_id';
begin
  -- Two queries, because one for both would be planned again at every call.
  if exists (select from app.deleted_users d where d.user_id = p_user) then
    perform app.fail('invalid_token');
  elsif exists (select from app.suspended_users s where s.user_id = p_user) then
    perform app.fail('invalid_token', '{"because": "suspended"}');
  elsif v_session is not null then
    if not exists (
      select from auth.sessions s where s.id = app.uuid_or_null(v_session) and s.user_id = p_user) then
      perform app.fail('invalid_token');
    end if;
  end if;
end
$function$;

reset check_function_bodies;
