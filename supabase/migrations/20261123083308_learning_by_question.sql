set check_function_bodies = off;

create table "app"."learning_goals" (
  "user_id"        uuid                     not null,
  "items_per_week" integer                  not null,
  "chosen_at"      timestamp with time zone not null,
  constraint "learning_goals_items_per_week_check" check (((items_per_week >= 1) AND (items_per_week <= 30))),
  constraint "learning_goals_pkey" primary key (user_id)
);

alter table "app"."learning_goals"
  enable row level security;

create table "app"."open_quiz_attempts" (
  "user_id"    uuid                     not null,
  "course_id"  uuid                     not null,
  "module_id"  uuid                     not null,
  "version"    integer                  not null,
  "answers"    jsonb                    not null,
  "started_at" timestamp with time zone not null,
  constraint "open_quiz_attempts_pkey" primary key (user_id, module_id)
);

alter table "app"."open_quiz_attempts"
  enable row level security;

alter table "app"."course_versions"
  add column "cover" text;

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

create or replace function api.get_certificate (
  p_code   text,
  p_locale text default null::text
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  v_locale text := app.reading_locale(p_locale);
  v_plain  text := regexp_replace(translate(upper(p_code), 'OIL', '011'), '[^0-9A-Z]', '', 'g');
  v_answer jsonb;
begin
  perform app.admit_caller();
  select jsonb_build_object(
      'code', t.code,
      'course', jsonb_build_object('id', c.id, 'slug', c.slug, 'title', v.title ->> v_locale, 'summary', v.summary ->> v_locale),
      'issuedOn', app.city_day(t.issued_at),
      'displayName', p.display_name)
    into v_answer
    from app.certificates t
    join app.courses c on c.id = t.course_id
    join app.course_versions v on v.course_id = c.id and v.version = t.version
    left join app.profiles p on p.user_id = t.user_id
   where t.code = concat_ws('-', substr(v_plain, 1, 5), substr(v_plain, 6, 5), substr(v_plain, 11, 5), substr(v_plain, 16));
  perform app.require_found(found);
  return v_answer;
end
$function$;

create or replace function api.get_learning_figures (
  p_locale text default null::text
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
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
               'title', v.title ->> v_locale,
               'started', app.at_floor(e.started),
               'completed', app.at_floor(e.completed),
               'modules', app.module_figures(c, v_locale),
               'hardest', app.hardest_questions(c, v_locale)) order by c.position, c.slug), '[]')
        from app.courses c
        join app.course_versions v on v.course_id = c.id and v.version = c.newest_version
       cross join lateral (select count(*) as started, count(e.completed_at) as completed
                             from app.enrolments e where e.course_id = c.id) e));
end
$function$;

create or replace function api.get_learning_path (
  p_locale text default null::text
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function api.get_quiz_attempt (
  p_module_id uuid,
  p_locale    text default null::text
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  return app.quiz_state(app.require_user(), p_module_id, app.reading_locale(p_locale));
end
$function$;

create or replace function api.get_quiz_feedback (
  p_module_id uuid,
  p_locale    text default null::text
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  v_user      uuid := app.require_user();
  v_locale    text := app.reading_locale(p_locale);
  v_enrolment app.enrolments;
begin
  select * into v_enrolment from app.enrolments e
   where e.user_id = v_user
     and e.course_id = (select m.course_id from app.module_versions m where m.module_id = p_module_id limit 1);
  perform app.require_found(found);
  return app.quiz_state(v_user, p_module_id, v_locale)
    || jsonb_build_object('course', app.course_progress(v_enrolment, v_locale));
end
$function$;

create or replace function api.load_course (
  p_course jsonb
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_slug   text := p_course ->> 'slug';
  v_id     uuid := extensions.uuid_generate_v5(extensions.uuid_ns_url(), 'salama:course:' || v_slug);
  v_hash   bytea := app.request_hash(p_course - 'position');
  v_newest int;
begin
  insert into app.courses (id, slug, position, newest_version) values (v_id, v_slug, (p_course ->> 'position')::int, 0)
  on conflict (slug) do update set position = excluded.position
  returning newest_version into v_newest;
  if exists (select from app.course_versions v
              where v.course_id = v_id and v.version = v_newest and v.content_hash = v_hash) then
    return jsonb_build_object('slug', v_slug, 'version', v_newest, 'changed', false);
  end if;
  v_newest := v_newest + 1;
  insert into app.course_versions (course_id, version, title, summary, content_hash, published_at, cover)
  values (v_id, v_newest, p_course -> 'title', p_course -> 'summary', v_hash, app.now(), p_course ->> 'cover');
  insert into app.module_versions
    (module_id, course_id, version, slug, position, title, summary, lessons, questions, answers, items)
  select extensions.uuid_generate_v5(v_id, m.entry ->> 'slug'), v_id, v_newest, m.entry ->> 'slug', m.position,
         m.entry -> 'title', m.entry -> 'summary', m.entry -> 'lessons', m.entry -> 'questions', m.entry -> 'answers',
         array(select l.entry ->> 'slug' from jsonb_array_elements(m.entry -> 'lessons') with ordinality l (entry, n)
                order by l.n)
           || case when m.entry -> 'questions' = '[]' then '{}' else '{quiz}'::text[] end
    from jsonb_array_elements(p_course -> 'modules') with ordinality m (entry, position);
  update app.courses c set newest_version = v_newest where c.id = v_id;
  return jsonb_build_object('slug', v_slug, 'version', v_newest, 'changed', true);
end
$function$;

create or replace function api.practice_quiz_question (
  p_module_id      uuid,
  p_course_version integer,
  p_question       text,
  p_answer         jsonb,
  p_locale         text    default null::text
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  v_user   uuid := app.user_id();
  v_locale text := app.reading_locale(p_locale);
  v_module app.module_versions;
begin
  select * into v_module from app.module_versions m where m.module_id = p_module_id and m.version = p_course_version;
  perform app.require_found(found);
  if v_user is null and exists (
       select from app.courses c where c.id = v_module.course_id and c.slug = app.surveyor_course()) then
    perform app.fail('unauthenticated');
  elsif v_user is not null and not 'quiz' = any (app.completed_of(v_user, v_module)) then
    perform app.fail('quiz_not_passed');
  end if;
  perform app.check_quiz_answer(v_module, p_question, p_answer);
  return (
    select app.question_result(q, v_module.answers, jsonb_build_object(p_question, p_answer), v_locale)
      from jsonb_array_elements(v_module.questions) q where q ->> 'key' = p_question);
end
$function$;

create or replace function api.set_learning_goal (
  p_items_per_week integer default null::integer
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function app.at_floor (
  p_learners bigint
)
  returns bigint
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
begin
  return case when p_learners >= app.learner_floor() then p_learners end;
end
$function$;

create or replace function app.attempt_quiz (
  p_user    uuid,
  p_module  app.module_versions,
  p_answers jsonb
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_open app.open_quiz_attempts;
begin
  perform app.check_quiz_answers(p_module, p_answers);
  select * into v_open from app.open_quiz_attempts o where o.user_id = p_user and o.module_id = p_module.module_id;
  if v_open.version = p_module.version and not exists (
       select from jsonb_each(v_open.answers) o where p_answers -> o.key is distinct from o.value) then
    perform app.grade_attempt(p_user, p_module, p_answers);
  elsif not exists (
       select from app.quiz_attempts a
        where a.user_id = p_user and a.module_id = p_module.module_id and a.version = p_module.version
          and a.answers_hash = app.request_hash(p_answers)) then
    perform app.close_open_attempt(v_open);
    perform app.limit_quiz_attempts(p_user, p_module.module_id);
    perform app.grade_attempt(p_user, p_module, p_answers);
  end if;
end
$function$;

create or replace function app.attempt_response (
  p_attempt app.quiz_attempts,
  p_locale  text
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_percent int := app.percent(p_attempt.right_answers, p_attempt.questions);
begin
  return (
    select jsonb_build_object(
        'at', app.instant(p_attempt.at),
        'percent', v_percent,
        'passed', v_percent >= app.pass_percent(),
        'rightCount', p_attempt.right_answers,
        'questionCount', p_attempt.questions,
        'results', (
          select jsonb_agg(app.question_result(q.entry, m.answers, p_attempt.answers, p_locale) order by q.n)
            from jsonb_array_elements(m.questions) with ordinality q (entry, n)))
      from app.module_versions m
     where m.module_id = p_attempt.module_id and m.version = p_attempt.version);
end
$function$;

create or replace function app.check_quiz_answer (
  p_module   app.module_versions,
  p_question text,
  p_answer   jsonb
)
  returns void
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_question jsonb := (select q from jsonb_array_elements(p_module.questions) q where q ->> 'key' = p_question);
begin
  if v_question is null then
    perform app.fail('invalid_request', '{"path": "question", "code": "unknown_reference"}');
  elsif not app.is_an_answer(v_question, p_answer) then
    perform app.fail('invalid_request', '{"path": "answer"}');
  end if;
end
$function$;

create or replace function app.close_open_attempt (
  p_open app.open_quiz_attempts
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_module app.module_versions;
begin
  select * into v_module from app.module_versions m
   where m.module_id = p_open.module_id and m.version = p_open.version;
  if found then
    perform app.grade_attempt(p_open.user_id, v_module, p_open.answers);
  end if;
end
$function$;

create or replace function app.course_progress (
  p_enrolment app.enrolments,
  p_locale    text
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return (
    select jsonb_build_object(
        'courseId', c.id,
        'slug', c.slug,
        'title', v.title ->> p_locale,
        'version', v.version,
        'state', case when p_enrolment.completed_at is null then 'in_progress' else 'completed' end,
        'startedAt', app.instant(p_enrolment.started_at),
        'completedAt', app.instant(p_enrolment.completed_at),
        'minutesLeft', (select sum(app.minutes_left(p_enrolment.user_id, m))
                          from app.module_versions m where m.course_id = c.id and m.version = v.version),
        'modules', (select jsonb_agg(app.module_progress(p_enrolment.user_id, m, p_locale) order by m.position)
                      from app.module_versions m where m.course_id = c.id and m.version = v.version),
        'certificate', (select jsonb_build_object('code', t.code, 'issuedAt', app.instant(t.issued_at))
                          from app.certificates t
                         where t.user_id = p_enrolment.user_id and t.course_id = c.id))
      from app.courses c
      join app.course_versions v on v.course_id = c.id and v.version = p_enrolment.version
     where c.id = p_enrolment.course_id);
end
$function$;

create or replace function app.course_view (
  p_course  app.courses,
  p_version integer,
  p_locale  text
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_modules jsonb;
begin
  select jsonb_agg(jsonb_build_object(
      'id', m.module_id,
      'slug', m.slug,
      'title', m.title ->> p_locale,
      'summary', m.summary ->> p_locale,
      'lessonCount', jsonb_array_length(m.lessons),
      'questionCount', jsonb_array_length(m.questions),
      'minutes', (select sum((l ->> 'minutes')::int) from jsonb_array_elements(m.lessons) l)) order by m.position)
    into v_modules
    from app.module_versions m where m.course_id = p_course.id and m.version = p_version;
  return (
    select jsonb_build_object(
        'id', p_course.id,
        'slug', p_course.slug,
        'version', v.version,
        'newestVersion', p_course.newest_version,
        'neededBy', case when p_course.slug = app.surveyor_course() then 'surveyor' end,
        'title', v.title ->> p_locale,
        'summary', v.summary ->> p_locale,
        'cover', v.cover,
        'minutes', (select sum((m ->> 'minutes')::int) from jsonb_array_elements(v_modules) m),
        'rule', jsonb_build_object('lessons', 'all', 'quizPassPercent', app.pass_percent()),
        'modules', v_modules)
      from app.course_versions v where v.course_id = p_course.id and v.version = p_version);
end
$function$;

create or replace function app.erase_learning_of (
  p_user uuid
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  delete from app.enrolments e where e.user_id = p_user;
  delete from app.learning_goals g where g.user_id = p_user;
  delete from app.document_acceptances d where d.user_id = p_user;
end
$function$;

create or replace function app.export_learning_of (
  p_user uuid
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
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
$function$;

create or replace function app.grade_attempt (
  p_user    uuid,
  p_module  app.module_versions,
  p_answers jsonb
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_attempt app.quiz_attempts;
begin
  insert into app.quiz_attempts
    (user_id, course_id, module_id, version, answers_hash, answers, right_answers, questions, at)
  select p_user, p_module.course_id, p_module.module_id, p_module.version, app.request_hash(p_answers), p_answers,
         count(*) filter (where app.is_right(q, p_module.answers, p_answers)), count(*), app.now()
    from jsonb_array_elements(p_module.questions) q
  on conflict (user_id, module_id, version, answers_hash) do update set at = excluded.at
  returning * into v_attempt;
  if app.percent(v_attempt.right_answers, v_attempt.questions) >= app.pass_percent() then
    insert into app.completed_items (user_id, course_id, module_id, item, completed_at)
    values (p_user, p_module.course_id, p_module.module_id, 'quiz', app.now())
    on conflict do nothing;
  end if;
  delete from app.open_quiz_attempts o where o.user_id = p_user and o.module_id = p_module.module_id;
end
$function$;

create or replace function app.hardest_questions (
  p_course app.courses,
  p_locale text
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
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
             'module', h.slug, 'key', h.entry -> 'key', 'text', h.entry -> 'text' -> p_locale,
             'learners', h.learners, 'rightPercent', h.percent) order by h.percent, h.slug, h.entry ->> 'key'), '[]')
      from hardest h);
end
$function$;

create or replace function app.idle_days()
  returns integer
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
begin
  return 14;
end
$function$;

create or replace function app.items_by_week (
  p_user  uuid,
  p_weeks integer
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_this date := date_trunc('week', app.city_time(app.now()))::date;
begin
  return (
    select jsonb_agg(jsonb_build_object('from', w.day, 'items', (
             select count(*) from app.completed_items i
              where i.user_id = p_user
                and i.completed_at >= app.city_midnight(w.day) and i.completed_at < app.city_midnight(w.day + 7)))
             order by w.day)
      from (select v_this - 7 * n as day from generate_series(0, p_weeks - 1) n) w);
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
        select max(d.completed_at) as at from app.completed_items d
         where d.user_id = p_user and d.course_id = e.course_id) i on true
      left join lateral (
        select q.* from app.open_quiz_attempts q where q.user_id = p_user and q.course_id = e.course_id
         order by q.started_at desc limit 1) o on true
     where e.user_id = p_user and e.completed_at is null
     order by greatest(e.started_at, i.at, o.started_at) desc
     limit 1);
end
$function$;

create or replace function app.learner_floor()
  returns integer
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
begin
  return 5;
end
$function$;

create or replace function app.minutes_left (
  p_user   uuid,
  p_module app.module_versions
)
  returns integer
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_done text[] := app.completed_of(p_user, p_module);
begin
  return (select coalesce(sum((l ->> 'minutes')::int), 0) from jsonb_array_elements(p_module.lessons) l
           where l ->> 'slug' <> all (v_done))
    + case when 'quiz' = any (v_done) then 0 else ceil(jsonb_array_length(p_module.questions) / 2.0)::int end;
end
$function$;

create or replace function app.module_content (
  p_module app.module_versions,
  p_locale text
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return jsonb_build_object(
    'id', p_module.module_id,
    'slug', p_module.slug,
    'title', p_module.title ->> p_locale,
    'summary', p_module.summary ->> p_locale,
    'lessons', (
      select jsonb_agg(jsonb_build_object(
          'slug', l.entry -> 'slug',
          'minutes', l.entry -> 'minutes',
          'title', l.entry -> 'title' -> p_locale,
          'text', l.entry -> 'text' -> p_locale,
          'picture', l.entry -> 'picture') order by l.n)
        from jsonb_array_elements(p_module.lessons) with ordinality l (entry, n)),
    'questions', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'key', q.entry -> 'key',
          'kind', q.entry -> 'kind',
          'text', q.entry -> 'text' -> p_locale,
          'options', (select jsonb_agg(jsonb_build_object(
                                 'key', o.entry -> 'key',
                                 'text', o.entry -> 'text' -> p_locale,
                                 'picture', o.entry -> 'picture') order by o.n)
                        from jsonb_array_elements(q.entry -> 'options') with ordinality o (entry, n))) order by q.n), '[]')
        from jsonb_array_elements(p_module.questions) with ordinality q (entry, n)));
end
$function$;

create or replace function app.module_figures (
  p_course app.courses,
  p_locale text
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
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
             'title', m.title ->> p_locale,
             'reached', app.at_floor((select count(*) from furthest f where f.position >= m.position)),
             'stopped', app.at_floor((
               select count(*) from furthest f
                 join app.enrolments e on e.user_id = f.user_id and e.course_id = p_course.id
                where f.position = m.position and e.completed_at is null
                  and f.at < app.now() - app.idle_days() * interval '1 day'))) order by m.position)
      from app.module_versions m
     where m.course_id = p_course.id and m.version = p_course.newest_version);
end
$function$;

create or replace function app.question_result (
  p_question jsonb,
  p_key      jsonb,
  p_answers  jsonb,
  p_locale   text
)
  returns jsonb
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
declare
  v_name text := p_question ->> 'key';
begin
  return jsonb_build_object(
    'key', v_name,
    'right', coalesce(app.is_right(p_question, p_key, p_answers), false),
    'given', coalesce(p_answers -> v_name, '[]'),
    'rightOptions', p_key -> v_name -> 'right',
    'explanation', p_key -> v_name -> 'explanation' -> p_locale,
    'lesson', p_key -> v_name -> 'lesson');
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
   order by a.at desc, a.version desc
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
             where i.user_id = p_user
             order by i.completed_at desc
             limit p_limit) r);
end
$function$;

alter table "app"."open_quiz_attempts"
  add constraint "open_quiz_attempts_module_id_version_fkey" foreign key (module_id, version)
    references app.module_versions(module_id, version);

alter table "app"."open_quiz_attempts"
  add constraint "open_quiz_attempts_user_id_course_id_fkey" foreign key (user_id, course_id)
    references app.enrolments(user_id, course_id) on delete cascade;

revoke all on function "api"."answer_quiz_question"(uuid, text, jsonb, integer) from public;

grant execute on function "api"."answer_quiz_question"(uuid, text, jsonb, integer) to "authenticated";

revoke all on function "api"."get_learning_figures"(text) from public;

grant execute on function "api"."get_learning_figures"(text) to "authenticated";

revoke all on function "api"."get_learning_path"(text) from public;

grant execute on function "api"."get_learning_path"(text) to "authenticated";

revoke all on function "api"."get_quiz_feedback"(uuid, text) from public;

grant execute on function "api"."get_quiz_feedback"(uuid, text) to "authenticated";

revoke all on function "api"."practice_quiz_question"(uuid, integer, text, jsonb, text) from public;

grant execute
  on function "api"."practice_quiz_question"(uuid, integer, text, jsonb, text)
  to "authenticated", "service_role";

revoke all on function "api"."set_learning_goal"(integer) from public;

grant execute on function "api"."set_learning_goal"(integer) to "authenticated";

revoke all on function "app"."at_floor"(bigint) from public;

revoke all on function "app"."check_quiz_answer"(app.module_versions, text, jsonb) from public;

revoke all on function "app"."close_open_attempt"(app.open_quiz_attempts) from public;

revoke all on function "app"."grade_attempt"(uuid, app.module_versions, jsonb) from public;

revoke all on function "app"."hardest_questions"(app.courses, text) from public;

revoke all on function "app"."idle_days"() from public;

revoke all on function "app"."items_by_week"(uuid, integer) from public;

revoke all on function "app"."last_learned"(uuid) from public;

revoke all on function "app"."learner_floor"() from public;

revoke all on function "app"."minutes_left"(uuid, app.module_versions) from public;

revoke all on function "app"."module_figures"(app.courses, text) from public;

revoke all on function "app"."question_result"(jsonb, jsonb, jsonb, text) from public;

revoke all on function "app"."quiz_state"(uuid, uuid, text) from public;

revoke all on function "app"."recent_items"(uuid, integer, text) from public;

reset check_function_bodies;
