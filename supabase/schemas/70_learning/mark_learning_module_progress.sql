-- Add the caller's progress in one module: completed items, and an attempt at the quiz.
--
-- The first mark in a course begins it, in the version that the client has read, else the newest; an empty one only
-- begins it. That version is fixed from then on. Completed items are only added, so devices merge to the union and a
-- retry changes nothing. `quiz` among the items is accepted only once the quiz is passed.
--
-- Returns the version alone, and nothing that depends on the grading: the result is read in a separate request
-- (api.get_learning_module_progress). A caller of PostgREST can request a response format that fails after this has
-- run, and whether it fails can depend on the response. The failure rolls back the attempt and its use of the hourly
-- limit: with the grades in the response they could guess without limit. For the same reason `quiz` among the items
-- beside answers is not rejected. The enrolment's row is locked, so that the last two modules, finished on two phones
-- at once, complete the course once.
-- Definer: no role may write the tables.
-- Fails with: unauthenticated, invalid_request, not_found, version_conflict, quiz_not_passed, rate_limited
create function api.mark_learning_module_progress(
  p_module_id uuid, p_completed_items text[] default '{}', p_quiz_answers jsonb default null,
  p_course_version int default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user   uuid := app.require_user();
  v_module app.module_versions := app.enrolled_module(v_user, p_module_id, p_course_version);
  v_items  text[] := p_completed_items;
begin
  if p_quiz_answers is not null then
    perform app.attempt_quiz(v_user, v_module, p_quiz_answers);
    v_items := array_remove(v_items, 'quiz');
  end if;
  perform app.complete_items(v_user, v_module, v_items);
  perform app.complete_course(v_user, v_module.course_id);
  return jsonb_build_object('courseVersion', v_module.version);
end
$$;
grant execute on function api.mark_learning_module_progress to authenticated;

-- A module in the version of the user's enrolment, which is created if there is none; the enrolment is locked.
-- Fails with: invalid_request, not_found, version_conflict
create function app.enrolled_module(p_user uuid, p_module_id uuid, p_version int)
returns app.module_versions language plpgsql set search_path = '' as $$
declare
  v_course  app.courses;
  v_version int;
  v_module  app.module_versions;
begin
  select * into v_course from app.courses c
   where c.id = (select m.course_id from app.module_versions m where m.module_id = p_module_id limit 1);
  perform app.require_found(found);
  if p_version is not null and not exists (
       select from app.course_versions v where v.course_id = v_course.id and v.version = p_version) then
    perform app.fail('invalid_request', '{"path": "courseVersion", "code": "unknown_reference"}');
  end if;
  insert into app.enrolments (user_id, course_id, version, started_at)
  values (p_user, v_course.id, coalesce(p_version, v_course.newest_version), app.now())
  on conflict do nothing;
  select e.version into strict v_version from app.enrolments e
   where e.user_id = p_user and e.course_id = v_course.id for update;
  if p_version <> v_version then
    perform app.fail('version_conflict', jsonb_build_object('currentVersion', v_version));
  end if;
  select * into v_module from app.module_versions m where m.module_id = p_module_id and m.version = v_version;
  perform app.require_found(found);
  return v_module;
end
$$;

-- Fails with: invalid_request (an item that the module does not have), quiz_not_passed
create function app.complete_items(p_user uuid, p_module app.module_versions, p_items text[])
returns void language plpgsql set search_path = '' as $$
declare
  v_problems jsonb;
begin
  select jsonb_agg(jsonb_build_object('path', 'completedItems.' || i.n - 1, 'code', 'unknown_reference') order by i.n)
    into v_problems
    from unnest(p_items) with ordinality i (item, n)
   where i.item is null or i.item <> all (p_module.items);
  if v_problems is not null or cardinality(p_items) > 100 then
    perform app.fail('invalid_request',
                     jsonb_build_object('errors', coalesce(v_problems, '[{"path": "completedItems", "code": "out_of_range"}]')));
  end if;
  if 'quiz' = any (p_items) and not 'quiz' = any (app.completed_of(p_user, p_module)) then
    perform app.fail('quiz_not_passed', '{"path": "completedItems"}');
  end if;
  insert into app.completed_items (user_id, course_id, module_id, item, completed_at)
  select p_user, p_module.course_id, p_module.module_id, i.item, app.now()
    from (select distinct unnest(p_items) as item) i
  on conflict do nothing;
end
$$;

-- If no required item remains, record the completion and issue the certificate, once.
create function app.complete_course(p_user uuid, p_course_id uuid)
returns app.enrolments language plpgsql set search_path = '' as $$
declare
  v_enrolment app.enrolments;
begin
  update app.enrolments e set completed_at = app.now()
   where e.user_id = p_user and e.course_id = p_course_id and e.completed_at is null
     and not exists (select from app.module_versions m
                      where m.course_id = e.course_id and m.version = e.version
                        and not app.completed_of(p_user, m) @> m.items);
  if found then
    insert into app.certificates (code, user_id, course_id, version, issued_at)
    select app.certificate_code(), p_user, p_course_id, e.version, app.now()
      from app.enrolments e where e.user_id = p_user and e.course_id = p_course_id;
  end if;
  select * into strict v_enrolment from app.enrolments e where e.user_id = p_user and e.course_id = p_course_id;
  return v_enrolment;
end
$$;
