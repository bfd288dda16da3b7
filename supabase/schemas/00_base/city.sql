-- The settings of the city that this runs for, from its city.json: one row. Without it every plate is usual, and days are
-- those of UTC.
create table app.city (
  singleton     boolean primary key default true check (singleton),
  time_zone     text not null,
  languages     text[] not null check (cardinality(languages) > 0),
  -- Regular expressions of plates: the usual ones, and where letters can only be digits, with and without spaces.
  usual_plate   text not null,
  spaced_digits text[] not null,
  digits        text[] not null,
  -- Words of a search that mean a kind of what is found (`{"stage": "stop"}`), and texts that mean any stop.
  kind_words    jsonb not null,
  any_stop      text not null,
  -- Words between two places of a journey ("to"), what people call the city's centre, and where that is.
  towards_words text[] not null,
  centre_words  text[] not null,
  centre        point not null,
  -- Words that names of operators have in common.
  company_words text[] not null,
  -- Whether its folder has the course of surveyors, loaded yet or not.
  has_surveyor_course boolean not null,
  -- How many seats a vehicle usually has; null where the city does not say (app.are_usual_seats).
  usual_seats int4range
);
alter table app.city enable row level security;

-- The time zone, used for days, weeks and times of day. api.load_city writes this function with the zone of the city: as
-- a constant it is part of every plan, where a table would be read for every row.
create function app.city_time_zone()
returns text immutable
return 'UTC';

-- How many days before Monday a week begins. Written by api.load_city too.
create function app.week_begins_before_monday()
returns int immutable
return 0;

-- Store the settings of the city in place of those before. Idempotent; every start loads them.
--
-- Definer: nobody may touch this table directly, or write a function.
-- Fails with: invalid_request
create function api.load_city(p_city jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_zone  text := p_city ->> 'timeZone';
  v_days  int := (8 - coalesce((p_city ->> 'weekBegins')::int, 1)) % 7;
  v_looks jsonb := p_city -> 'plates' -> 'lookAlikes';
begin
  if not exists (select from pg_catalog.pg_timezone_names z where z.name = v_zone) then
    perform app.fail('invalid_request', '{"path": "timeZone"}');
  end if;
  lock table app.city in share row exclusive mode; -- two that start at once
  delete from app.city c where c.singleton;
  begin
    insert into app.city values (
      true, v_zone,
      array(select jsonb_array_elements_text(p_city -> 'languages')),
      p_city -> 'plates' ->> 'usual',
      array(select l ->> 'pattern' from jsonb_array_elements(v_looks) l where (l ->> 'spaced')::boolean),
      array(select l ->> 'pattern' from jsonb_array_elements(v_looks) l where not (l ->> 'spaced')::boolean),
      p_city -> 'searchWords' -> 'kinds', p_city -> 'searchWords' ->> 'anyStop',
      array(select jsonb_array_elements_text(p_city -> 'searchWords' -> 'towards')),
      array(select jsonb_array_elements_text(p_city -> 'searchWords' -> 'centre')),
      point((p_city -> 'centre' ->> 'lng')::float8, (p_city -> 'centre' ->> 'lat')::float8),
      array(select jsonb_array_elements_text(p_city -> 'searchWords' -> 'companies')),
      coalesce((p_city ->> 'hasSurveyorCourse')::boolean, true),
      case when p_city ? 'usualSeats' then int4range((p_city -> 'usualSeats' ->> 'least')::int,
                                                     (p_city -> 'usualSeats' ->> 'most')::int, '[]') end);
  exception
    when check_violation or not_null_violation or data_exception then
      perform app.fail('invalid_request', '{"path": "city"}');
  end;
  if app.city_time_zone() <> v_zone then
    execute format('create or replace function app.city_time_zone() returns text immutable return %L', v_zone);
  end if;
  if app.week_begins_before_monday() <> v_days then
    execute format('create or replace function app.week_begins_before_monday() returns int immutable return %s', v_days);
  end if;
  return jsonb_build_object('timeZone', v_zone);
end
$$;
grant execute on function api.load_city to operator_server;

-- Whether the city has texts in this language; null for null.
create function app.is_language(p_locale text)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return p_locale = any (coalesce((select c.languages from app.city c), array[p_locale]));
end
$$;

-- The language for whom none is known.
create function app.first_language()
returns text language plpgsql stable set search_path = '' as $$
begin
  return coalesce((select c.languages[1] from app.city c), 'en');
end
$$;

-- The language in which a reader gets texts by language, {"en": …}: theirs, else the first of the city's in which they
-- are, else any in which they are.
create function app.text_language(p_texts jsonb, p_locale text)
returns text stable
return case when p_texts ? p_locale then p_locale else coalesce((
  select l.locale from app.city c, unnest(c.languages) with ordinality l (locale, n)
   where p_texts ? l.locale order by l.n limit 1), (select min(k) from jsonb_object_keys(p_texts) k), app.first_language()) end;

-- The text of that language.
create function app.text_in(p_texts jsonb, p_locale text)
returns text stable
return p_texts ->> app.text_language(p_texts, p_locale);
