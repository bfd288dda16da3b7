set check_function_bodies = off;

create or replace function api.answer_quiz_question (
  p_module_id      uuid,
  p_question       text,
  p_answer         jsonb,
  p_course_version integer default null::integer
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_user   uuid := app.require_user();
  v_module app.module_versions := app.enrolled_module(v_user, p_module_id, p_course_version);
  v_open   app.open_quiz_attempts;
begin
  perform app.check_quiz_answer(v_module, p_question, p_answer);
  select * into v_open from app.open_quiz_attempts o where o.user_id = v_user and o.module_id = p_module_id;
  if v_open.version is distinct from v_module.version then
    perform app.close_open_attempt(v_open);
    if app.is_over(v_user, v_module, p_question, p_answer) then
      return jsonb_build_object('courseVersion', v_module.version);
    end if;
    perform app.limit_quiz_attempts(v_user, p_module_id);
    insert into app.open_quiz_attempts (user_id, course_id, module_id, version, answers, started_at)
    values (v_user, v_module.course_id, p_module_id, v_module.version, '{}', app.now());
  end if;
  update app.open_quiz_attempts o set answers = jsonb_build_object(p_question, p_answer) || o.answers
   where o.user_id = v_user and o.module_id = p_module_id
  returning * into v_open;
  if (select count(*) from jsonb_object_keys(v_open.answers)) = jsonb_array_length(v_module.questions) then
    perform app.grade_attempt(v_user, v_module, v_open.answers);
    perform app.complete_course(v_user, v_module.course_id);
  end if;
  return jsonb_build_object('courseVersion', v_module.version);
end
$function$;

create or replace function app.is_over (
  p_user     uuid,
  p_module   app.module_versions,
  p_question text,
  p_answer   jsonb
)
  returns boolean
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return 'quiz' = any (app.completed_of(p_user, p_module))
      or p_question = p_module.questions -> -1 ->> 'key'
         and exists (
           select from app.quiz_attempts a
            where a.user_id = p_user and a.module_id = p_module.module_id and a.version = p_module.version
              and a.at > app.now() - interval '1 minute' and a.answers -> p_question = p_answer);
end
$function$;

revoke all on function "app"."is_over"(uuid, app.module_versions, text, jsonb) from public;

reset check_function_bodies;
