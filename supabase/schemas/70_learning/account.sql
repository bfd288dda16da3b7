-- A user's learning data: their courses, their attempts with the answers, their goal, and the documents that they accepted.
create function app.export_learning_of(p_user uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'courses', (
      select coalesce(jsonb_agg(app.course_progress(e, app.reading_locale()) order by e.started_at, e.course_id), '[]')
        from app.enrolments e where e.user_id = p_user),
    'quizAttempts', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'moduleId', a.module_id, 'at', app.instant(a.at), 'answers', a.answers, 'right', a.right_answers,
          'questions', a.questions) order by a.at, a.module_id), '[]')
        from app.quiz_attempts a where a.user_id = p_user),
    'openQuizAttempts', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'moduleId', o.module_id, 'startedAt', app.instant(o.started_at), 'answers', o.answers) order by o.started_at), '[]')
        from app.open_quiz_attempts o where o.user_id = p_user),
    'itemsPerWeek', (select g.items_per_week from app.learning_goals g where g.user_id = p_user),
    'documentAcceptances', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'documentKey', d.document_key, 'version', d.version, 'acceptedAt', app.instant(d.accepted_at))
          order by d.accepted_at, d.document_key), '[]')
        from app.document_acceptances d where d.user_id = p_user));
end
$$;

-- Delete all of it. None of it is useful without its user; a certificate's code is unknown from then on.
create function app.erase_learning_of(p_user uuid)
returns void language plpgsql set search_path = '' as $$
begin
  delete from app.enrolments e where e.user_id = p_user;
  delete from app.learning_goals g where g.user_id = p_user;
  delete from app.document_acceptances d where d.user_id = p_user;
end
$$;
