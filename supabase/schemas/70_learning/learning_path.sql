-- The caller's path: where they stopped, what they did lately and by week, and their goal.
--
-- `last`: the course that is not completed and in which they were active last, with the quiz that they left in the
-- middle, if that was the last thing they did.
-- Definer: no role may read the tables.
-- Fails with: unauthenticated, invalid_request
create function api.get_learning_path(p_locale text default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_user   uuid := app.require_user();
  v_locale text := app.reading_locale(p_locale);
begin
  return jsonb_build_object(
    'locale', v_locale,
    'itemsPerWeek', (select g.items_per_week from app.learning_goals g where g.user_id = v_user),
    'last', app.last_learned(v_user),
    'weeks', app.items_by_week(v_user, 8),
    'recent', app.recent_items(v_user, 10, v_locale));
end
$$;
grant execute on function api.get_learning_path to authenticated;

-- Set or, with null, remove the caller's weekly goal.
--
-- Definer: no role may write the table.
-- Fails with: unauthenticated, invalid_request
create function api.set_learning_goal(p_items_per_week int default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := app.require_user();
begin
  if p_items_per_week not between 1 and 30 then
    perform app.fail('invalid_request', '{"path": "itemsPerWeek", "code": "out_of_range"}');
  end if;
  if p_items_per_week is null then
    delete from app.learning_goals g where g.user_id = v_user;
  else
    insert into app.learning_goals (user_id, items_per_week, chosen_at) values (v_user, p_items_per_week, app.now())
    on conflict (user_id) do update set items_per_week = excluded.items_per_week, chosen_at = excluded.chosen_at;
  end if;
  return jsonb_build_object('itemsPerWeek', p_items_per_week);
end
$$;
grant execute on function api.set_learning_goal to authenticated;

-- The course in progress with the latest activity, and the open quiz that was it; null without one. An attempt at a quiz
-- is activity too. An open quiz of another version than the user is in now is not continued.
create function app.last_learned(p_user uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object('course', c.slug, 'openQuiz', case when o.started_at >= coalesce(i.at, '-infinity') then (
             select m.slug from app.module_versions m where m.module_id = o.module_id and m.version = o.version) end)
      from app.enrolments e
      join app.courses c on c.id = e.course_id
      left join lateral (
        select max(d.at) as at
          from (select c.completed_at as at from app.completed_items c
                 where c.user_id = p_user and c.course_id = e.course_id
                union all
                select a.at from app.quiz_attempts a where a.user_id = p_user and a.course_id = e.course_id) d) i on true
      left join lateral (
        select q.* from app.open_quiz_attempts q
         where q.user_id = p_user and q.course_id = e.course_id and q.version = e.version
         order by q.started_at desc limit 1) o on true
     where e.user_id = p_user and e.completed_at is null
     order by greatest(e.started_at, i.at, o.started_at) desc
     limit 1);
end
$$;

-- How many items a user completed in each of the last weeks, this one last.
create function app.items_by_week(p_user uuid, p_weeks int)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_this date := app.week_of(app.now());
begin
  return (
    select jsonb_agg(jsonb_build_object('from', w.day, 'items', (
             select count(*) from app.completed_items i
              where i.user_id = p_user
                and i.completed_at >= app.city_midnight(w.day) and i.completed_at < app.city_midnight(w.day + 7)))
             order by w.day)
      from (select v_this - 7 * n as day from generate_series(0, p_weeks - 1) n) w);
end
$$;

-- What a user completed lately, the latest first, of what their version of the course still has. The title of a quiz is
-- null.
create function app.recent_items(p_user uuid, p_limit int, p_locale text)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
             'at', app.instant(r.completed_at), 'course', r.course, 'module', r.module, 'moduleTitle', r.module_title,
             'item', r.item, 'title', r.title) order by r.completed_at desc, r.module, r.item), '[]')
      from (select i.completed_at, i.item, c.slug as course, m.slug as module, app.text_in(m.title, p_locale) as module_title,
                   (select app.text_in(l -> 'title', p_locale) from jsonb_array_elements(m.lessons) l
                     where l ->> 'slug' = i.item) as title
              from app.completed_items i
              join app.enrolments e on e.user_id = i.user_id and e.course_id = i.course_id
              join app.courses c on c.id = i.course_id
              join app.module_versions m on m.module_id = i.module_id and m.version = e.version
             where i.user_id = p_user and i.item = any (m.items)
             order by i.completed_at desc
             limit p_limit) r);
end
$$;
