-- Move an enrolment to the newest version of its course. Completed items count wherever the newest version has an item
-- of the same name, and the course stays completed if it was: its certificate is of the version that was completed. No
-- effect if the caller is in the newest version already.
--
-- Locks the enrolment's row, as for every write of progress.
-- Definer: no role may write the tables.
-- Fails with: unauthenticated, invalid_request, not_found
create function api.begin_newest_course_version(p_course_id uuid, p_locale text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user      uuid := app.require_user();
  v_locale    text := app.reading_locale(p_locale);
  v_enrolment app.enrolments;
begin
  perform from app.enrolments e where e.user_id = v_user and e.course_id = p_course_id for update;
  perform app.require_found(found);
  update app.enrolments e set version = c.newest_version
    from app.courses c
   where c.id = e.course_id and e.user_id = v_user and e.course_id = p_course_id and e.version <> c.newest_version;
  v_enrolment := app.complete_course(v_user, p_course_id);
  return app.course_progress(v_enrolment, v_locale);
end
$$;
grant execute on function api.begin_newest_course_version to authenticated;
