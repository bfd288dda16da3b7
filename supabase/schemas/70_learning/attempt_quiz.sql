-- Take a whole attempt at a module's quiz: all of its answers at once.
--
-- Attempts are unlimited in total, but at most five an hour: without a limit a program could find the answers within
-- seconds. The same answers again are the same attempt, and free. An attempt that was begun question by question is
-- finished by this one if the answers agree; otherwise it is graded as it is, so that nobody looks up the feedback of a
-- question and then answers it again. The result is read by app.attempt_response, in another transaction: see
-- api.mark_learning_module_progress.
-- Fails with: invalid_request, rate_limited
create function app.attempt_quiz(p_user uuid, p_module app.module_versions, p_answers jsonb)
returns void language plpgsql set search_path = '' as $$
declare
  v_open app.open_quiz_attempts;
begin
  perform app.check_quiz_answers(p_module, p_answers);
  select * into v_open from app.open_quiz_attempts o where o.user_id = p_user and o.module_id = p_module.module_id;
  if v_open.version = p_module.version and not exists (
       select from jsonb_each(v_open.answers) o where p_answers -> o.key is distinct from o.value) then
    perform app.grade_attempt(p_user, p_module, p_answers);
  elsif not exists (
       select from app.quiz_attempts a
        where a.user_id = p_user and a.module_id = p_module.module_id and a.version = p_module.version
          and a.answers_hash = app.request_hash(p_answers)) then
    perform app.close_open_attempt(v_open);
    perform app.limit_quiz_attempts(p_user, p_module.module_id);
    perform app.grade_attempt(p_user, p_module, p_answers);
  end if;
end
$$;

-- Grade answers as one attempt, complete the item `quiz` if it is passed, and end the open attempt. A question without
-- an answer is wrong.
create function app.grade_attempt(p_user uuid, p_module app.module_versions, p_answers jsonb)
returns void language plpgsql set search_path = '' as $$
declare
  v_attempt app.quiz_attempts;
begin
  insert into app.quiz_attempts
    (user_id, course_id, module_id, version, answers_hash, answers, right_answers, questions, at)
  select p_user, p_module.course_id, p_module.module_id, p_module.version, app.request_hash(p_answers), p_answers,
         count(*) filter (where app.is_right(q, p_module.answers, p_answers)), count(*), app.now()
    from jsonb_array_elements(p_module.questions) q
  on conflict (user_id, module_id, version, answers_hash) do update set at = excluded.at
  returning * into v_attempt;
  if app.percent(v_attempt.right_answers, v_attempt.questions) >= app.pass_percent() then
    insert into app.completed_items (user_id, course_id, module_id, item, completed_at)
    values (p_user, p_module.course_id, p_module.module_id, 'quiz', app.now())
    on conflict do nothing;
  end if;
  delete from app.open_quiz_attempts o where o.user_id = p_user and o.module_id = p_module.module_id;
end
$$;

-- End an attempt that will not be continued, in the version that asked. No effect where there is none.
create function app.close_open_attempt(p_open app.open_quiz_attempts)
returns void language plpgsql set search_path = '' as $$
declare
  v_module app.module_versions;
begin
  select * into v_module from app.module_versions m
   where m.module_id = p_open.module_id and m.version = p_open.version;
  if found then
    perform app.grade_attempt(p_open.user_id, v_module, p_open.answers);
  end if;
end
$$;

-- The result of an attempt: each question of its version, whether it was right, and the explanation.
create function app.attempt_response(p_attempt app.quiz_attempts, p_locale text)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_percent int := app.percent(p_attempt.right_answers, p_attempt.questions);
begin
  return (
    select jsonb_build_object(
        'at', app.instant(p_attempt.at),
        'percent', v_percent,
        'passed', v_percent >= app.pass_percent(),
        'rightCount', p_attempt.right_answers,
        'questionCount', p_attempt.questions,
        'results', (
          select jsonb_agg(app.question_result(q.entry, m.answers, p_attempt.answers, p_locale) order by q.n)
            from jsonb_array_elements(m.questions) with ordinality q (entry, n)))
      from app.module_versions m
     where m.module_id = p_attempt.module_id and m.version = p_attempt.version);
end
$$;

-- The feedback on one answered question: what was answered, what is right and why, and the lesson that explains it.
create function app.question_result(p_question jsonb, p_key jsonb, p_answers jsonb, p_locale text)
returns jsonb language plpgsql immutable set search_path = '' as $$
declare
  v_name text := p_question ->> 'key';
begin
  return jsonb_build_object(
    'key', v_name,
    'right', coalesce(app.is_right(p_question, p_key, p_answers), false),
    'given', coalesce(p_answers -> v_name, '[]'),
    'rightOptions', p_key -> v_name -> 'right',
    'explanation', app.text_in(p_key -> v_name -> 'explanation', p_locale),
    'lesson', p_key -> v_name -> 'lesson');
end
$$;

-- Whether a question was answered correctly: the same options, and for the kind `order` in the same order.
create function app.is_right(p_question jsonb, p_key jsonb, p_answers jsonb)
returns boolean language plpgsql immutable set search_path = '' as $$
declare
  v_right jsonb := p_key -> (p_question ->> 'key') -> 'right';
  v_given jsonb := p_answers -> (p_question ->> 'key');
begin
  if p_question ->> 'kind' = 'order' then
    return v_given = v_right;
  end if;
  return v_given @> v_right and v_right @> v_given;
end
$$;

-- Every question must be answered, with options of its own. Fails with: invalid_request
create function app.check_quiz_answers(p_module app.module_versions, p_answers jsonb)
returns void language plpgsql stable set search_path = '' as $$
declare
  v_problems jsonb;
begin
  if p_module.questions = '[]' or jsonb_typeof(p_answers) <> 'object' then
    perform app.fail('invalid_request', '{"path": "quizAnswers"}');
  end if;
  select jsonb_agg(jsonb_build_object('path', 'quizAnswers.' || left(wrong.key, 80), 'code', wrong.code) order by wrong.key)
    into v_problems
    from (select given.key, 'unknown_reference' as code from jsonb_object_keys(p_answers) given (key)
           where not p_module.answers ? given.key
          union all
          select q ->> 'key', case when p_answers ? (q ->> 'key') then 'invalid_value' else 'required' end
            from jsonb_array_elements(p_module.questions) q
           where not app.is_an_answer(q, p_answers -> (q ->> 'key'))
           limit 100) wrong;
  if v_problems is not null then
    perform app.fail('invalid_request', jsonb_build_object('errors', v_problems));
  end if;
end
$$;

-- Whether an answer is valid: a list of the question's own options, each once; one of them for the kinds `single` and
-- `picture`, all of them for `order`.
create function app.is_an_answer(p_question jsonb, p_given jsonb)
returns boolean language plpgsql immutable set search_path = '' as $$
declare
  v_options text[] := array(select o ->> 'key' from jsonb_array_elements(p_question -> 'options') o);
  v_given   text[];
begin
  if jsonb_typeof(p_given) is distinct from 'array' then
    return false;
  end if;
  v_given := array(select g #>> '{}' from jsonb_array_elements(p_given) g);
  return v_given <@ v_options
    and cardinality(v_given) = (select count(distinct g) from unnest(v_given) g)
    and case p_question ->> 'kind'
          when 'single' then cardinality(v_given) = 1
          when 'picture' then cardinality(v_given) = 1
          when 'order' then cardinality(v_given) = cardinality(v_options)
          else cardinality(v_given) > 0
        end;
end
$$;

-- At most five attempts in any hour at one quiz. The caller holds the lock of the enrolment, so counting is exact.
-- Fails with: rate_limited
create function app.limit_quiz_attempts(p_user uuid, p_module_id uuid)
returns void language plpgsql stable set search_path = '' as $$
declare
  v_since  timestamptz := app.now() - interval '1 hour';
  v_oldest timestamptz;
begin
  select a.at into v_oldest from app.quiz_attempts a
   where a.user_id = p_user and a.module_id = p_module_id and a.at > v_since
   order by a.at desc
  offset 4 limit 1;
  perform app.fail_if_limited(v_oldest + interval '1 hour');
end
$$;
