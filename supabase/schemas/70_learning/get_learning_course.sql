-- A whole course: lessons in Markdown, and quiz questions without the answers. In the version that the caller began,
-- else the newest. By its id or its slug.
--
-- Definer: no role may read the tables.
-- Fails with: invalid_request, not_found
create function api.get_learning_course(p_id text, p_locale text default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_locale  text := app.reading_locale(p_locale);
  v_course  app.courses;
  v_version int;
begin
  select * into v_course from app.courses c where c.slug = p_id or c.id::text = lower(p_id);
  perform app.require_found(found);
  v_version := app.version_for(app.user_id(), v_course);
  return app.course_view(v_course, v_version, v_locale) || jsonb_build_object(
    'modules', (select jsonb_agg(app.module_content(m, v_locale) order by m.position)
                  from app.module_versions m where m.course_id = v_course.id and m.version = v_version));
end
$$;
grant execute on function api.get_learning_course to authenticated, learning_server;

-- A module in one language. Lists every field of a question that may be sent, explicitly.
create function app.module_content(p_module app.module_versions, p_locale text)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'id', p_module.module_id,
    'slug', p_module.slug,
    'title', app.text_in(p_module.title, p_locale),
    'summary', app.text_in(p_module.summary, p_locale),
    'lessons', (
      select jsonb_agg(jsonb_build_object(
          'slug', l.entry -> 'slug',
          'minutes', l.entry -> 'minutes',
          'title', app.text_in(l.entry -> 'title', p_locale),
          'text', app.text_in(l.entry -> 'text', p_locale),
          'picture', l.entry -> 'picture') order by l.n)
        from jsonb_array_elements(p_module.lessons) with ordinality l (entry, n)),
    'questions', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'key', q.entry -> 'key',
          'kind', q.entry -> 'kind',
          'text', app.text_in(q.entry -> 'text', p_locale),
          'options', (select jsonb_agg(jsonb_build_object(
                                 'key', o.entry -> 'key',
                                 'text', app.text_in(o.entry -> 'text', p_locale),
                                 'picture', o.entry -> 'picture') order by o.n)
                        from jsonb_array_elements(q.entry -> 'options') with ordinality o (entry, n))) order by q.n), '[]')
        from jsonb_array_elements(p_module.questions) with ordinality q (entry, n)));
end
$$;
