-- Publish a course from its files. Loading an unchanged course again changes nothing; any difference creates a new
-- version, and users who have begun keep theirs.
--
-- `p_course`: slug, position, title, summary, cover and modules, each with slug, title, summary, lessons, questions and
-- answers as the columns of app.module_versions have them. The loader has validated all of it. Ids are derived from the
-- slugs (UUIDv5), so a course has the same ids wherever it is loaded.
-- Definer: no role may touch the tables.
create function api.load_course(p_course jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
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
$$;
grant execute on function api.load_course to operator_server;
