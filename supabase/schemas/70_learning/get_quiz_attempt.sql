-- The caller's last try at a module's quiz, as it was graded; null where there is none.
--
-- Definer: no role may read the tables.
-- Fails with: unauthenticated, invalid_request
create function api.get_quiz_attempt(p_module_id uuid, p_locale text default null)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_user    uuid := app.require_user();
  v_locale  text := app.reading_locale(p_locale);
  v_attempt app.quiz_attempts;
begin
  select * into v_attempt from app.quiz_attempts a
   where a.user_id = v_user and a.module_id = p_module_id
   order by a.at desc, a.version desc
   limit 1;
  return jsonb_build_object(
    'attempt', case when v_attempt.user_id is not null then app.attempt_answer(v_attempt, v_locale) end);
end
$$;
grant execute on function api.get_quiz_attempt to authenticated;
