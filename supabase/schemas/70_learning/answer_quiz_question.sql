-- Answer one question of a module's quiz, in the caller's open attempt; the first answer begins it, the last one grades
-- it. An answer is final: another one to the same question changes nothing, so a repeated request is safe, and feedback
-- cannot be used for the question that it is about. A last answer that is sent twice, or from two devices, begins no
-- attempt (app.is_over).
--
-- Returns the version alone. The feedback is read in a separate request (api.get_quiz_feedback), for the reason that
-- api.mark_learning_module_progress gives.
-- Locks the enrolment's row, as for every write of progress.
-- Definer: no role may write the tables.
-- Fails with: unauthenticated, invalid_request, not_found, version_conflict, rate_limited
create function api.answer_quiz_question(
  p_module_id uuid, p_question text, p_answer jsonb, p_course_version int default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
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
$$;
grant execute on function api.answer_quiz_question to authenticated;

-- Whether an answer comes after the end of its attempt: the quiz is passed, or its last question was answered like this
-- in an attempt of the last minute. In a new attempt that answer would be final, and of a question that nobody asked.
create function app.is_over(p_user uuid, p_module app.module_versions, p_question text, p_answer jsonb)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return 'quiz' = any (app.completed_of(p_user, p_module))
      or p_question = p_module.questions -> -1 ->> 'key'
         and exists (
           select from app.quiz_attempts a
            where a.user_id = p_user and a.module_id = p_module.module_id and a.version = p_module.version
              and a.at > app.now() - interval '1 minute' and a.answers -> p_question = p_answer);
end
$$;

-- Fails with: invalid_request (no such question, or no answer to it)
create function app.check_quiz_answer(p_module app.module_versions, p_question text, p_answer jsonb)
returns void language plpgsql stable set search_path = '' as $$
declare
  v_question jsonb := (select q from jsonb_array_elements(p_module.questions) q where q ->> 'key' = p_question);
begin
  if v_question is null then
    perform app.fail('invalid_request', '{"path": "question", "code": "unknown_reference"}');
  elsif not app.is_an_answer(v_question, p_answer) then
    perform app.fail('invalid_request', '{"path": "answer"}');
  end if;
end
$$;

-- The caller's quiz of a module: the feedback on the questions of the open attempt that were answered, or else the last
-- attempt as it was graded; and the progress in the course.
--
-- Definer: no role may read the tables.
-- Fails with: unauthenticated, invalid_request, not_found
create function api.get_quiz_feedback(p_module_id uuid, p_locale text default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_user      uuid := app.require_user();
  v_locale    text := app.reading_locale(p_locale);
  v_enrolment app.enrolments;
begin
  select * into v_enrolment from app.enrolments e
   where e.user_id = v_user
     and e.course_id = (select m.course_id from app.module_versions m where m.module_id = p_module_id limit 1);
  perform app.require_found(found);
  return app.quiz_state(v_user, p_module_id, v_locale)
    || jsonb_build_object('course', app.course_progress(v_enrolment, v_locale));
end
$$;
grant execute on function api.get_quiz_feedback to authenticated;

-- An open attempt, `answered`, or else the last graded one, `attempt`; null where there is none. Of two that were graded
-- together the first was unfinished (app.attempt_quiz), so the one with more answers is the last.
create function app.quiz_state(p_user uuid, p_module_id uuid, p_locale text)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_attempt  app.quiz_attempts;
  v_answered jsonb := (
    select jsonb_build_object('courseVersion', o.version, 'results', (
        select jsonb_agg(app.question_result(q.entry, m.answers, o.answers, p_locale) order by q.n)
          from jsonb_array_elements(m.questions) with ordinality q (entry, n)
         where o.answers ? (q.entry ->> 'key')))
      from app.open_quiz_attempts o
      join app.module_versions m on m.module_id = o.module_id and m.version = o.version
     where o.user_id = p_user and o.module_id = p_module_id);
begin
  select * into v_attempt from app.quiz_attempts a
   where a.user_id = p_user and a.module_id = p_module_id
   order by a.at desc, a.version desc, (select count(*) from jsonb_object_keys(a.answers)) desc
   limit 1;
  return jsonb_build_object(
    'answered', v_answered,
    'attempt', case when v_attempt.user_id is not null then app.attempt_response(v_attempt, p_locale) end);
end
$$;

-- Feedback on one answer that counts for nothing: practice, without an account or after the quiz was passed. Whoever is
-- signed in and has not passed answers in an attempt instead, and the course that a role depends on is not practised
-- without an account: its answers are shown only to somebody whose attempts are counted.
--
-- Definer: no role may read the tables.
-- Fails with: unauthenticated, invalid_request, not_found, quiz_not_passed
create function api.practice_quiz_question(
  p_module_id uuid, p_course_version int, p_question text, p_answer jsonb, p_locale text default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_user   uuid := app.user_id();
  v_locale text := app.reading_locale(p_locale);
  v_module app.module_versions;
begin
  select * into v_module from app.module_versions m where m.module_id = p_module_id and m.version = p_course_version;
  perform app.require_found(found);
  if v_user is null and exists (
       select from app.courses c where c.id = v_module.course_id and c.slug = app.surveyor_course()) then
    perform app.fail('unauthenticated');
  elsif v_user is not null and not 'quiz' = any (app.completed_of(v_user, v_module)) then
    perform app.fail('quiz_not_passed');
  end if;
  perform app.check_quiz_answer(v_module, p_question, p_answer);
  return (
    select app.question_result(q, v_module.answers, jsonb_build_object(p_question, p_answer), v_locale)
      from jsonb_array_elements(v_module.questions) q where q ->> 'key' = p_question);
end
$$;
grant execute on function api.practice_quiz_question to authenticated, learning_server;
