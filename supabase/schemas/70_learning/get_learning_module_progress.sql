-- How far the caller is in one module of a course that they have begun, and in that course; where answers are given, how the
-- try with them was graded, null where there is none. In the version that was marked: the caller may have gone on since.
--
-- Definer: no role may read the tables.
-- Fails with: unauthenticated, invalid_request, not_found
create function api.get_learning_module_progress(
  p_module_id uuid, p_course_version int, p_quiz_answers jsonb default null, p_locale text default null)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_user      uuid := app.require_user();
  v_locale    text := app.reading_locale(p_locale);
  v_module    app.module_versions;
  v_enrolment app.enrolments;
  v_attempt   app.quiz_attempts;
begin
  select * into v_module from app.module_versions m where m.module_id = p_module_id and m.version = p_course_version;
  select * into v_enrolment from app.enrolments e where e.user_id = v_user and e.course_id = v_module.course_id;
  perform app.require_found(found);
  select * into v_attempt from app.quiz_attempts a
   where a.user_id = v_user and a.module_id = p_module_id and a.version = p_course_version
     and a.answers_hash = app.request_hash(p_quiz_answers);
  return jsonb_build_object(
    'attempt', case when v_attempt.user_id is not null then app.attempt_answer(v_attempt, v_locale) end,
    'module', app.module_progress(v_user, v_module, v_locale),
    'course', app.course_progress(v_enrolment, v_locale));
end
$$;
grant execute on function api.get_learning_module_progress to authenticated;
