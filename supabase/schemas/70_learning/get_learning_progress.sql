-- The caller's progress in the courses that they have begun, the newest begun first.
--
-- Definer: no role may read the tables.
-- Fails with: unauthenticated, invalid_request
create function api.get_learning_progress(
  p_locale text default null, p_limit int default 20, p_after jsonb default null)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
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
