-- Grade an attempt at a module's quiz, and complete the item `quiz` if it is passed.
--
-- Attempts are unlimited in total, but at most five an hour: without a limit a program could find the answers within
-- seconds. The same answers again are the same attempt, and free. The result is read by app.attempt_response, in
-- another transaction: see api.mark_learning_module_progress.
-- Fails with: invalid_request, rate_limited
create function app.attempt_quiz(p_user uuid, p_module app.module_versions, p_answers jsonb)
returns void language plpgsql set search_path = '' as $$
declare
  v_hash    bytea := app.request_hash(p_answers);
  v_attempt app.quiz_attempts;
begin
  perform app.check_quiz_answers(p_module, p_answers);
  select * into v_attempt from app.quiz_attempts a
   where a.user_id = p_user and a.module_id = p_module.module_id and a.version = p_module.version
     and a.answers_hash = v_hash;
  if not found then
    perform app.limit_quiz_attempts(p_user, p_module.module_id);
    insert into app.quiz_attempts
      (user_id, course_id, module_id, version, answers_hash, answers, right_answers, questions, at)
    select p_user, p_module.course_id, p_module.module_id, p_module.version, v_hash, p_answers,
           count(*) filter (where app.is_right(q, p_module.answers, p_answers)), count(*), app.now()
      from jsonb_array_elements(p_module.questions) q
    returning * into v_attempt;
  end if;
  if app.percent(v_attempt.right_answers, v_attempt.questions) >= app.pass_percent() then
    insert into app.completed_items (user_id, course_id, module_id, item, completed_at)
    values (p_user, p_module.course_id, p_module.module_id, 'quiz', app.now())
    on conflict do nothing;
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
          select jsonb_agg(jsonb_build_object(
              'key', q.entry -> 'key',
              'right', app.is_right(q.entry, m.answers, p_attempt.answers),
              'explanation', m.answers -> (q.entry ->> 'key') -> 'explanation' -> p_locale) order by q.n)
            from jsonb_array_elements(m.questions) with ordinality q (entry, n)))
      from app.module_versions m
     where m.module_id = p_attempt.module_id and m.version = p_attempt.version);
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
  perform app.refuse_until(v_oldest + interval '1 hour');
end
$$;
