-- The public data of a certificate, by its code: which course was completed and on which day in the city, and the user's
-- current display name, if they chose one. Nothing else about them. The code is accepted in any spelling.
--
-- Definer: no role may read the tables.
-- Fails with: not_found
create function api.get_certificate(p_code text, p_locale text default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_locale text := app.reading_locale(p_locale);
  v_plain  text := regexp_replace(translate(upper(p_code), 'OIL', '011'), '[^0-9A-Z]', '', 'g');
  v_answer jsonb;
begin
  perform app.admit_caller();
  select jsonb_build_object(
      'code', t.code,
      'course', jsonb_build_object('id', c.id, 'slug', c.slug, 'title', app.text_in(v.title, v_locale), 'summary', app.text_in(v.summary, v_locale)),
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
$$;
grant execute on function api.get_certificate to authenticated, learning_server;

-- Twenty random letters and digits in groups of five: 100 random bits.
create function app.certificate_code()
returns text volatile
return regexp_replace(app.random_code(20), '(.{5})(?=.)', '\1-', 'g');
