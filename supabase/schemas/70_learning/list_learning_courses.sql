-- Courses with summaries of their modules, in the recommended order, and the caller's progress in each. Callers without
-- an account see the same courses, none of them begun.
--
-- Definer: no role may read the tables.
-- Fails with: invalid_request
create function api.list_learning_courses(
  p_locale text default null, p_limit int default 20, p_after jsonb default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_user   uuid := app.user_id();
  v_locale text := app.reading_locale(p_locale);
  v_limit  int := app.page_size(p_limit);
begin
  return jsonb_build_object('locale', v_locale) || app.page(array(
    select jsonb_build_object(
             'row', app.course_view(c, app.version_for(v_user, c), v_locale)
               || jsonb_build_object('progress', app.progress_summary(v_user, c.id)),
             'key', jsonb_build_object('position', c.position, 'slug', c.slug))
      from app.courses c
     where p_after is null or (c.position, c.slug) > ((p_after ->> 'position')::int, p_after ->> 'slug')
     order by c.position, c.slug
     limit v_limit + 1), v_limit);
end
$$;
grant execute on function api.list_learning_courses
  to authenticated, rider_server, surveyor_server, learning_server, admin_server, api_server;

-- The summary of a version of a course: titles, lengths, and its completion rule.
create function app.course_view(p_course app.courses, p_version int, p_locale text)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_modules jsonb;
begin
  select jsonb_agg(jsonb_build_object(
      'id', m.module_id,
      'slug', m.slug,
      'title', app.text_in(m.title, p_locale),
      'summary', app.text_in(m.summary, p_locale),
      'lessonCount', jsonb_array_length(m.lessons),
      'questionCount', jsonb_array_length(m.questions),
      'minutes', (select sum((l ->> 'minutes')::int) from jsonb_array_elements(m.lessons) l) + app.quiz_minutes(m))
      order by m.position)
    into v_modules
    from app.module_versions m where m.course_id = p_course.id and m.version = p_version;
  return (
    select jsonb_build_object(
        'id', p_course.id,
        'slug', p_course.slug,
        'version', v.version,
        'newestVersion', p_course.newest_version,
        'neededBy', case when p_course.slug = app.surveyor_course() then 'surveyor' end,
        'locale', app.text_language(v.title, p_locale),
        'title', app.text_in(v.title, p_locale),
        'summary', app.text_in(v.summary, p_locale),
        'cover', v.cover,
        'minutes', (select sum((m ->> 'minutes')::int) from jsonb_array_elements(v_modules) m),
        'rule', jsonb_build_object('lessons', 'all', 'quizPassPercent', app.pass_percent()),
        'modules', v_modules)
      from app.course_versions v where v.course_id = p_course.id and v.version = p_version);
end
$$;

-- A user's progress in a course, as a summary.
create function app.progress_summary(p_user uuid, p_course_id uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_enrolment app.enrolments;
begin
  select * into v_enrolment from app.enrolments e where e.user_id = p_user and e.course_id = p_course_id;
  return jsonb_build_object(
    'state', case when v_enrolment.user_id is null then 'not_started'
                  when v_enrolment.completed_at is null then 'in_progress' else 'completed' end,
    'startedAt', app.instant(v_enrolment.started_at),
    'completedAt', app.instant(v_enrolment.completed_at),
    'completedModules', (
      select count(*) from app.module_versions m
       where m.course_id = p_course_id and m.version = v_enrolment.version
         and app.completed_of(p_user, m) @> m.items),
    'certificateCode', (
      select t.code from app.certificates t where t.user_id = p_user and t.course_id = p_course_id));
end
$$;
