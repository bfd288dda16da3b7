set check_function_bodies = off;

create or replace function api.answer_quiz_question (
  p_module_id      uuid,
  p_question       text,
  p_answer         jsonb,
  p_course_version integer default null::integer
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_user   uuid := app.require_user();
  v_module app.module_versions := app.enrolled_module(v_user, p_module_id, p_course_version);
  v_open   app.open_quiz_attempts;
begin
  perform app.check_quiz_answer(v_module, p_question, p_answer);
  select * into v_open from app.open_quiz_attempts o where o.user_id = v_user and o.module_id = p_module_id;
  if v_open.version is distinct from v_module.version then
    perform app.close_open_attempt(v_open);
    if 'quiz' = any (app.completed_of(v_user, v_module)) then
      return jsonb_build_object('courseVersion', v_module.version);
    end if;
    perform app.limit_quiz_attempts(v_user, p_module_id);
    insert into app.open_quiz_attempts (user_id, course_id, module_id, version, answers, started_at)
    values (v_user, v_module.course_id, p_module_id, v_module.version, '{}', app.now());
  end if;
  update app.open_quiz_attempts o set answers = jsonb_build_object(p_question, p_answer) || o.answers
   where o.user_id = v_user and o.module_id = p_module_id
  returning * into v_open;
  if (select count(*) from jsonb_object_keys(v_open.answers)) = jsonb_array_length(v_module.questions) then
    perform app.grade_attempt(v_user, v_module, v_open.answers);
    perform app.complete_course(v_user, v_module.course_id);
  end if;
  return jsonb_build_object('courseVersion', v_module.version);
end
$function$;

create or replace function app.last_learned (
  p_user uuid
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
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
$function$;

create or replace function app.quiz_state (
  p_user      uuid,
  p_module_id uuid,
  p_locale    text
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_attempt  app.quiz_attempts;
  v_answered jsonb := (
    select jsonb_build_object('courseVersion', o.version, 'results', (
        select jsonb_agg(app.question_result(q.entry, m.answers, o.answers, p_locale) order by q.n)
          from jsonb_array_elements(m.questions) with ordinality q (entry, n)
         where o.answers ? (q.entry ->> 'key')))
      from app.open_quiz_attempts o
      join app.module_versions m on m.module_id = o.module_id and m.version = o.version
     where o.user_id = p_user and o.module_id = p_module_id);
begin
  select * into v_attempt from app.quiz_attempts a
   where a.user_id = p_user and a.module_id = p_module_id
   order by a.at desc, a.version desc, (select count(*) from jsonb_object_keys(a.answers)) desc
   limit 1;
  return jsonb_build_object(
    'answered', v_answered,
    'attempt', case when v_attempt.user_id is not null then app.attempt_response(v_attempt, p_locale) end);
end
$function$;

create or replace function app.recent_items (
  p_user   uuid,
  p_limit  integer,
  p_locale text
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
             'at', app.instant(r.completed_at), 'course', r.course, 'module', r.module, 'moduleTitle', r.module_title,
             'item', r.item, 'title', r.title) order by r.completed_at desc, r.module, r.item), '[]')
      from (select i.completed_at, i.item, c.slug as course, m.slug as module, m.title ->> p_locale as module_title,
                   (select l -> 'title' ->> p_locale from jsonb_array_elements(m.lessons) l
                     where l ->> 'slug' = i.item) as title
              from app.completed_items i
              join app.enrolments e on e.user_id = i.user_id and e.course_id = i.course_id
              join app.courses c on c.id = i.course_id
              join app.module_versions m on m.module_id = i.module_id and m.version = e.version
             where i.user_id = p_user and i.item = any (m.items)
             order by i.completed_at desc
             limit p_limit) r);
end
$function$;

reset check_function_bodies;
