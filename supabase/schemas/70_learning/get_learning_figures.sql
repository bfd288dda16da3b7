-- What comes of the courses, for admins: per course how many began and completed it, in which module the others stopped,
-- and its hardest questions. Counts of people only, and none below five: with fewer, colleagues would know who it was.
--
-- Definer: no role may read the tables.
-- Fails with: unauthenticated, role_required, invalid_request
create function api.get_learning_figures(p_locale text default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_locale text := app.reading_locale(p_locale);
begin
  perform app.require_role('admin');
  return jsonb_build_object(
    'asOf', app.instant(app.now()),
    'floor', app.learner_floor(),
    'idleDays', app.idle_days(),
    'courses', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'slug', c.slug,
               'title', app.text_in(v.title, v_locale),
               'started', app.at_floor(e.started),
               'completed', app.at_floor(e.completed),
               'modules', app.module_figures(c, v_locale),
               'hardest', app.hardest_questions(c, v_locale)) order by c.position, c.slug), '[]')
        from app.courses c
        join app.course_versions v on v.course_id = c.id and v.version = c.newest_version
       cross join lateral (select count(*) as started, count(e.completed_at) as completed
                             from app.enrolments e where e.course_id = c.id) e));
end
$$;
grant execute on function api.get_learning_figures to authenticated;

-- The smallest group of learners that a figure may be about.
create function app.learner_floor()
returns int immutable
return 5;

-- After how many days without progress somebody has stopped.
create function app.idle_days()
returns int immutable
return 14;

-- A count of learners, null below the floor.
create function app.at_floor(p_learners bigint)
returns bigint immutable
return case when p_learners >= app.learner_floor() then p_learners end;

-- Per module of the newest version: how many learners reached it, and how many have stopped there, that is, did
-- something in it and in no later one, have not completed the course, and were idle since.
create function app.module_figures(p_course app.courses, p_locale text)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    with activity as (
      select i.user_id, i.module_id, i.completed_at as at from app.completed_items i where i.course_id = p_course.id
      union all
      select a.user_id, a.module_id, a.at from app.quiz_attempts a where a.course_id = p_course.id
    ), furthest as (
      select t.user_id, max(m.position) as position, max(t.at) as at
        from activity t
        join app.module_versions m on m.module_id = t.module_id and m.version = p_course.newest_version
       group by t.user_id
    )
    select jsonb_agg(jsonb_build_object(
             'slug', m.slug,
             'title', app.text_in(m.title, p_locale),
             'reached', app.at_floor((select count(*) from furthest f where f.position >= m.position)),
             'stopped', app.at_floor((
               select count(*) from furthest f
                 join app.enrolments e on e.user_id = f.user_id and e.course_id = p_course.id
                where f.position = m.position and e.completed_at is null
                  and f.at < app.now() - app.idle_days() * interval '1 day'))) order by m.position)
      from app.module_versions m
     where m.course_id = p_course.id and m.version = p_course.newest_version);
end
$$;

-- The five questions of the newest version that the fewest learners answered correctly in their first attempt, of those
-- that enough learners have answered.
create function app.hardest_questions(p_course app.courses, p_locale text)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    with first as (
      select distinct on (a.user_id, a.module_id) a.module_id, a.answers, m.answers as keyed
        from app.quiz_attempts a
        join app.module_versions m on m.module_id = a.module_id and m.version = a.version
       where a.course_id = p_course.id
       order by a.user_id, a.module_id, a.at
    ), asked as (
      select n.slug, q.entry, count(*) as learners,
             count(*) filter (where app.is_right(q.entry, f.keyed, f.answers)) as right_answers
        from app.module_versions n
       cross join lateral jsonb_array_elements(n.questions) q (entry)
        join first f on f.module_id = n.module_id and f.answers ? (q.entry ->> 'key')
       where n.course_id = p_course.id and n.version = p_course.newest_version
       group by n.slug, q.entry
      having count(*) >= app.learner_floor()
    ), hardest as (
      select a.*, app.percent(a.right_answers::int, a.learners::int) as percent
        from asked a order by percent, a.slug, a.entry ->> 'key' limit 5
    )
    select coalesce(jsonb_agg(jsonb_build_object(
             'module', h.slug, 'key', h.entry -> 'key', 'text', app.text_in(h.entry -> 'text', p_locale),
             'learners', h.learners, 'rightPercent', h.percent) order by h.percent, h.slug, h.entry ->> 'key'), '[]')
      from hardest h);
end
$$;
