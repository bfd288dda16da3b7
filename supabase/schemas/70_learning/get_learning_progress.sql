-- The caller's progress in every course that they have begun, the newest begun first.
--
-- Definer: no role may read the tables.
-- Fails with: unauthenticated, invalid_request
create function api.get_learning_progress(p_locale text default null)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_user   uuid := app.require_user();
  v_locale text := app.reading_locale(p_locale);
begin
  return jsonb_build_object(
    'locale', v_locale,
    'data', coalesce((
      select jsonb_agg(app.course_progress(e, v_locale) order by e.started_at desc, e.course_id)
        from app.enrolments e where e.user_id = v_user), '[]'),
    'page', '{"nextCursor": null}'::jsonb);
end
$$;
grant execute on function api.get_learning_progress to authenticated;
