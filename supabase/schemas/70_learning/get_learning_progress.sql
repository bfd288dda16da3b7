-- The caller's progress in the courses that they have begun, last begun first.
--
-- Definer: no role may read the tables.
-- Fails with: unauthenticated, invalid_request
create function api.get_learning_progress(
  p_locale text default null, p_limit int default 20, p_after jsonb default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_user   uuid := app.require_user();
  v_locale text := app.reading_locale(p_locale);
  v_limit  int := app.page_size(p_limit);
begin
  return jsonb_build_object('locale', v_locale) || app.page(array(
    select jsonb_build_object('row', app.course_progress(e, v_locale),
                              'key', jsonb_build_object('at', e.started_at, 'id', e.course_id))
      from app.enrolments e
     where e.user_id = v_user
       and (p_after is null
            or (e.started_at, e.course_id) < ((p_after ->> 'at')::timestamptz, (p_after ->> 'id')::uuid))
     order by e.started_at desc, e.course_id desc
     limit v_limit + 1), v_limit);
end
$$;
grant execute on function api.get_learning_progress to authenticated;

-- The caller's progress in one module of a course that they have begun, and in that course; with answers also the
-- result of that attempt, null where there is none. In the version that was marked: the caller may have moved to a
-- newer one since.
--
-- Definer: no role may read the tables.
-- Fails with: unauthenticated, invalid_request, not_found
create function api.get_learning_module_progress(
  p_module_id uuid, p_course_version int, p_quiz_answers jsonb default null, p_locale text default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
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
    'attempt', case when v_attempt.user_id is not null then app.attempt_response(v_attempt, v_locale) end,
    'module', app.module_progress(v_user, v_module, v_locale),
    'course', app.course_progress(v_enrolment, v_locale));
end
$$;
grant execute on function api.get_learning_module_progress to authenticated;

-- The caller's quiz of a module: the answers of their open attempt, and the last attempt as it was graded; null where
-- there is none.
--
-- Definer: no role may read the tables.
-- Fails with: unauthenticated, invalid_request
create function api.get_quiz_attempt(p_module_id uuid, p_locale text default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  return app.quiz_state(app.require_user(), p_module_id, app.reading_locale(p_locale));
end
$$;
grant execute on function api.get_quiz_attempt to authenticated;

create policy "people read what they completed" on app.completed_items
  for select to authenticated using (user_id = (select app.policy_user_id()));
create policy "people read where they are enrolled" on app.enrolments
  for select to authenticated using (user_id = (select app.policy_user_id()));
grant select on app.completed_items, app.enrolments to authenticated;

-- A user's own progress for direct reads, one row for each completed item. Invoker: the policies of the tables decide
-- which rows are visible.
create view api.learning_progress with (security_invoker = true) as
  select i.course_id, e.version as course_version, i.module_id, i.item, i.completed_at
    from app.completed_items i
    join app.enrolments e on e.user_id = i.user_id and e.course_id = i.course_id;
grant select on api.learning_progress to authenticated;
