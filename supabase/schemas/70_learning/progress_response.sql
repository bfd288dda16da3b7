-- The course that surveyors must complete before they can claim a slot, where the city has it.
create function app.surveyor_course()
returns text immutable
return 'surveyor-basics';

-- The pass mark of a quiz, in per cent.
create function app.pass_percent()
returns int immutable
return 80;

-- Per cent, rounded down: 79.9 is not 80.
create function app.percent(p_right int, p_of int)
returns int immutable
return p_right * 100 / nullif(p_of, 0);

-- The version of a course that a user sees: the one they began, else the newest.
create function app.version_for(p_user uuid, p_course app.courses)
returns int language plpgsql stable set search_path = '' as $$
begin
  return coalesce(
    (select e.version from app.enrolments e where e.user_id = p_user and e.course_id = p_course.id),
    p_course.newest_version);
end
$$;

-- The items of a module that a user has completed, in the module's order.
create function app.completed_of(p_user uuid, p_module app.module_versions)
returns text[] language plpgsql stable set search_path = '' as $$
begin
  return array(
    select m.item from unnest(p_module.items) with ordinality m (item, n)
     where exists (select from app.completed_items i
                    where i.user_id = p_user and i.module_id = p_module.module_id and i.item = m.item)
     order by m.n);
end
$$;

-- A user's progress in one module.
create function app.module_progress(p_user uuid, p_module app.module_versions, p_locale text)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_done text[] := app.completed_of(p_user, p_module);
  v_quiz jsonb;
begin
  if 'quiz' = any (p_module.items) then
    select jsonb_build_object(
        'passed', 'quiz' = any (v_done),
        'attempts', count(*),
        'bestPercent', max(app.percent(a.right_answers, a.questions)))
      into v_quiz
      from app.quiz_attempts a
     where a.user_id = p_user and a.module_id = p_module.module_id;
  end if;
  return jsonb_build_object(
    'moduleId', p_module.module_id,
    'slug', p_module.slug,
    'title', app.text_in(p_module.title, p_locale),
    'state', case when v_done @> p_module.items then 'completed'
                  when v_done = '{}' and coalesce((v_quiz ->> 'attempts')::int, 0) = 0 then 'not_started'
                  else 'in_progress' end,
    'completedItems', v_done,
    'remainingItems', array(select m.item from unnest(p_module.items) with ordinality m (item, n)
                             where m.item <> all (v_done) order by m.n),
    'quiz', v_quiz);
end
$$;

-- About how many minutes the quiz of a module takes: half a minute for each question.
create function app.quiz_minutes(p_module app.module_versions)
returns int immutable
return ceil(jsonb_array_length(p_module.questions) / 2.0)::int;

-- About how many minutes a user still needs for a module.
create function app.minutes_left(p_user uuid, p_module app.module_versions)
returns int language plpgsql stable set search_path = '' as $$
declare
  v_done text[] := app.completed_of(p_user, p_module);
begin
  return (select coalesce(sum((l ->> 'minutes')::int), 0) from jsonb_array_elements(p_module.lessons) l
           where l ->> 'slug' <> all (v_done))
    + case when 'quiz' = any (v_done) then 0 else app.quiz_minutes(p_module) end;
end
$$;

-- A user's progress in one course that they have begun.
create function app.course_progress(p_enrolment app.enrolments, p_locale text)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
        'courseId', c.id,
        'slug', c.slug,
        'title', app.text_in(v.title, p_locale),
        'version', v.version,
        'state', case when p_enrolment.completed_at is null then 'in_progress' else 'completed' end,
        'startedAt', app.instant(p_enrolment.started_at),
        'completedAt', app.instant(p_enrolment.completed_at),
        'minutesLeft', (select sum(app.minutes_left(p_enrolment.user_id, m))
                          from app.module_versions m where m.course_id = c.id and m.version = v.version),
        'modules', (select jsonb_agg(app.module_progress(p_enrolment.user_id, m, p_locale) order by m.position)
                      from app.module_versions m where m.course_id = c.id and m.version = v.version),
        'certificate', (select jsonb_build_object('code', t.code, 'issuedAt', app.instant(t.issued_at))
                          from app.certificates t
                         where t.user_id = p_enrolment.user_id and t.course_id = c.id))
      from app.courses c
      join app.course_versions v on v.course_id = c.id and v.version = p_enrolment.version
     where c.id = p_enrolment.course_id);
end
$$;

-- Whether a user has completed a course, in any version.
create function app.has_passed_course(p_user uuid, p_course_slug text)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from app.enrolments e join app.courses c on c.id = e.course_id
     where e.user_id = p_user and c.slug = p_course_slug and e.completed_at is not null);
end
$$;
