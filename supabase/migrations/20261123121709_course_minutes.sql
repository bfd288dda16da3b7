set check_function_bodies = off;

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
      'minutes', (select sum((l ->> 'minutes')::int) from jsonb_array_elements(m.lessons) l) + app.quiz_minutes(m))
      order by m.position)
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
    + case when 'quiz' = any (v_done) then 0 else app.quiz_minutes(p_module) end;
end
$function$;

create or replace function app.quiz_minutes (
  p_module app.module_versions
)
  returns integer
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
begin
  return ceil(jsonb_array_length(p_module.questions) / 2.0)::int;
end
$function$;

revoke all on function "app"."quiz_minutes"(app.module_versions) from public;

reset check_function_bodies;
