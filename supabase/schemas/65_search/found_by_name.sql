-- Entities of some kinds by typed text (as a key, see app.search_key), best first.
--
-- Three tiers, each run only when the earlier ones did not fill the page: the name begins with the text; every typed
-- word is the prefix of a word of the name; and, when nothing was found and guessing is wanted, the same with corrected
-- words (see app.corrected_query). The score encodes the tier (from 0.58 on a prefix match, from 0.78 on the full
-- name), and within it how much of the name was typed, and how near it is or, where no place is given, how prominent.
-- Bounds on the ranked rows: thousands of names begin with one letter, and then only the first in A to Z order are
-- ranked. Four names per requested entity, because some are found by several.
-- No JIT, one generic plan: the planner estimates similarity as cheaply as an integer comparison,
-- and planning would take longer than the search.
create function app.found_by_name(
  p_key text, p_kinds text[], p_lat float8, p_lng float8, p_limit int, p_guess boolean default true)
returns setof app.search_hit language plpgsql stable rows 20 set search_path = ''
set jit = off
set plan_cache_mode = force_generic_plan
as $$
declare
  v_here  extensions.geometry := extensions.st_setsrid(extensions.st_makepoint(p_lng, p_lat), 4326);
  v_typed text[] := string_to_array(p_key, ' ');
  v_query tsquery;
  v_words text[] := v_typed;
  v_hits  app.search_hit[];
begin
  v_hits := array(select h::app.search_hit from app.found_by_beginning(p_key, p_kinds, p_lat, p_lng, 4 * p_limit) h);
  if (select count(distinct h.subject_id) from unnest(v_hits) h) < p_limit then
    v_query := app.words_query(v_typed);
    for v_turn in 1 .. 2 loop
      v_hits := v_hits || array(
        select row(d.kind, d.subject_id, d.name, v_words, f.score)::app.search_hit
          from (select * from app.search_documents s where s.words @@ v_query and s.kind = any (p_kinds) limit 1000) d,
               lateral (
                 select case when v_turn = 1 then 0.38::float8 else 0.28::float8 * extensions.similarity(p_key, d.name_key) end
                        + app.name_fit(p_key, d.name_key, d.is_title, d.weight, d.geom, v_here, p_lat, p_lng)
                        * case when v_turn = 1 then 1::float8 else 0.5::float8 end) f (score)
         order by f.score desc, d.name, d.subject_id
         limit 4 * p_limit);
      exit when not p_guess or cardinality(v_hits) > 0;
      select c.query, c.words into v_query, v_words from app.corrected_query(v_typed) c;
    end loop;
  end if;
  return query
  select b.* from (
    select distinct on (h.kind, h.subject_id) h.* from unnest(v_hits) h order by h.kind, h.subject_id, h.score desc, h.name) b
   order by b.score desc, b.name, b.subject_id
   limit p_limit;
end
$$;

-- The names that begin with the text, best first: of each kind the first 300 from A to Z are ranked. Of several things
-- with exactly that name a stage is preferred. A headsign is the
-- name of the destination, not of the route: a road or a stage with that name is ranked before it. No bitmap scan: the
-- index has them in that order, and four thousand vehicles whose names begin with the same word must not be read and
-- sorted for 300.
create function app.found_by_beginning(p_key text, p_kinds text[], p_lat float8, p_lng float8, p_limit int)
returns setof app.search_hit language plpgsql stable rows 20 set search_path = ''
set enable_bitmapscan = off
set jit = off
set plan_cache_mode = force_generic_plan
as $$
declare
  v_after text := p_key || chr(1114111); -- behind every text that begins with the key
  v_here  extensions.geometry := extensions.st_setsrid(extensions.st_makepoint(p_lng, p_lat), 4326);
  v_words text[] := string_to_array(p_key, ' ');
begin
  return query
  select d.kind, d.subject_id, d.name, v_words, f.score
    from unnest(p_kinds) k (kind),
         lateral (
           select * from app.search_documents s
            where s.kind = k.kind
              and s.name_key operator(pg_catalog.~>=~) p_key and s.name_key operator(pg_catalog.~<~) v_after
            order by s.name_key using operator(pg_catalog.~<~)
            limit 300) d,
         lateral (
           select case when d.name_key = p_key and d.kind = 'stop' then 0.8::float8
                       when d.name_key = p_key and (d.is_title or d.kind <> 'route') then 0.72::float8
                       else 0.58::float8 end
                  + app.name_fit(p_key, d.name_key, d.is_title, d.weight, d.geom, v_here, p_lat, p_lng)) f (score)
   order by f.score desc, d.name, d.subject_id
   limit p_limit;
end
$$;

-- The score of a name within its tier, from 0 to 0.2: 0.06 for having been typed completely, 0.06 for being the
-- entity's own name, 0.08 for proximity (half of that at 3 km) or, where no place is given, for prominence. An entity
-- without a location counts as 12 km away. Plain SQL without a set clause, so that PostgreSQL can inline it; and float
-- literals, because casting a numeric takes longer than everything else.
create function app.name_fit(
  p_key text, p_name_key text, p_is_title boolean, p_weight real, p_geom extensions.geometry, p_here extensions.geometry,
  p_lat float8, p_lng float8)
returns float8 language sql stable as $$
  select 0.06::float8 * least(char_length(p_key)::float8 / char_length(p_name_key), 1)
       + case when p_is_title then 0.06::float8 else 0::float8 end
       + 0.08::float8 * case when p_here is null then p_weight
                    when p_geom is null then 0.2::float8
                    else 3000::float8 / (3000 + app.distance_m(
                      p_lat, p_lng, extensions.st_y(extensions.st_closestpoint(p_geom, p_here)),
                      extensions.st_x(extensions.st_closestpoint(p_geom, p_here)))) end
$$;

-- Every one of these words is the prefix of a word of the name. Of several words, one may instead be the kind of
-- entity, as people of the city say it.
create function app.words_query(p_words text[])
returns tsquery language plpgsql stable set search_path = '' as $$
declare
  v_kinds jsonb := (select c.kind_words from app.city c);
begin
  return (
    select string_agg(
             case when v_kinds ->> w.word is null or cardinality(p_words) = 1 then quote_literal(w.word) || ':*'
                  else '(' || quote_literal(w.word) || ':*|' || quote_literal('=' || (v_kinds ->> w.word)) || ')' end,
             '&')::tsquery
      from unnest(p_words) w (word));
end
$$;

-- The same for mistyped words: a word of letters that is no prefix of any word may be one of the five with the most
-- similar spelling. Words with digits are not corrected, because another number is another route. `words` are the
-- corrections.
create function app.corrected_query(p_words text[], out query tsquery, out words text[])
language plpgsql stable set search_path = '' as $$
declare
  v_word  text;
  v_alike text[];
begin
  -- Not a set clause of the function: only a superuser may use one for a setting of an extension.
  perform set_config('pg_trgm.similarity_threshold', '0.25', true);
  words := '{}';
  foreach v_word in array p_words loop
    v_alike := '{}';
    if char_length(v_word) >= 3 and v_word !~ '[0-9]' and not exists (
      select from app.search_words s
       where s.word operator(pg_catalog.~>=~) v_word and s.word operator(pg_catalog.~<~) (v_word || chr(1114111)))
    then
      v_alike := array(
        select s.word from app.search_words s where s.word operator(extensions.%) v_word
         order by extensions.similarity(s.word, v_word) desc, s.word limit 5)
        || array(select s.word from app.search_words s where s.word = any (app.one_edit_away(v_word, 'abcdefghijklmnopqrstuvwxyz')));
    end if;
    if cardinality(v_alike) = 0 then
      words := words || v_word;
      query := coalesce(query && app.words_query(array[v_word]), app.words_query(array[v_word]));
    else
      words := words || v_alike;
      v_word := (select string_agg(quote_literal(a), '|') from unnest(v_alike) a);
      query := coalesce(query && v_word::tsquery, v_word::tsquery);
    end if;
  end loop;
end
$$;

-- The stages themselves, for a text that only means any stage ("bus stop"): the nearest ones, or those
-- of the most routes. They rank behind everything that has the text in its name.
create function app.found_stages(p_key text, p_lat float8, p_lng float8, p_limit int)
returns setof app.search_hit language plpgsql stable rows 20 set search_path = '' as $$
begin
  if p_key ~ (select c.any_stop from app.city c) is not true then
    return;
  end if;
  if p_lat is null then
    return query
    select 'stop', p.id, p.name, '{}'::text[], 0.1 + 0.2 * least(cardinality(p.routes) / 100::float8, 1)
      from app.points_of_interest p
     order by cardinality(p.routes) desc, p.id
     limit p_limit;
    return;
  end if;
  return query
  select 'stop', p.id, p.name, '{}'::text[], 0.1 + 0.2 * 3000 / (3000 + app.distance_m(p_lat, p_lng, p.lat, p.lng))
    from app.points_of_interest p
   order by p.pt operator(pg_catalog.<->) app.plane_point(p_lat, p_lng), p.id
   limit p_limit;
end
$$;
