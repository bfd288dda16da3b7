-- The search index: every name that people may type for an operator group, a route, a corridor, a stop or a vehicle,
-- one row for each name. Triggers keep it in sync with the source tables (see follow_names.sql).
--
-- Number plates and public codes are not included: they are looked up in app.vehicles, by stricter rules (see
-- found_by_plate.sql). Titles and subtitles are not included either: they are read when a response is built.
create table app.search_documents (
  kind       text not null check (kind in ('vehicle', 'sacco', 'route', 'corridor', 'stop')),
  subject_id uuid not null,
  name       text not null,
  name_key   text not null check (name_key <> ''), -- see app.search_key
  -- Whether it is the entity's own name, and not an alias or a headsign.
  is_title   boolean not null,
  -- Prominence, from 0 to 1; the tie-breaker where no place is given.
  weight     real not null check (weight between 0 and 1),
  -- The location: a point, or lines simplified to 50 m. Null for what moves.
  geom       extensions.geometry(Geometry, 4326),
  -- Words unchanged, without language or stemming; and the kind, for "umoja stage".
  words      tsvector not null generated always as (
    array_to_tsvector(string_to_array(left(name_key, 300), ' ') || ('=' || kind))) stored,
  primary key (kind, subject_id, name_key)
);
create index search_documents_prefix on app.search_documents (kind, name_key text_pattern_ops);
-- Without GIN's pending list: every search would scan that, after an import for a quarter of a second.
create index search_documents_words on app.search_documents using gin (words) with (fastupdate = off);
alter table app.search_documents enable row level security;

-- Every word of those names that has letters only: the candidates for correcting a mistyped word. Words that no name
-- has any more may stay: they match nothing.
create table app.search_words (
  word text primary key check (char_length(word) between 3 and 100)
);
create index search_words_prefix on app.search_words (word text_pattern_ops);
create index search_words_trgm on app.search_words using gin (word extensions.gin_trgm_ops) with (fastupdate = off);
alter table app.search_words enable row level security;

create index vehicles_plate_prefix on app.vehicles (plate_key text_pattern_ops);

-- A plate from its first digit on.
create function app.plate_number(p_key text)
returns text immutable
return substring(p_key from '[0-9].*$');
create index vehicles_plate_number on app.vehicles (app.plate_number(plate_key) text_pattern_ops);

-- A name to be inserted into app.search_documents.
create type app.search_name as (
  subject_id uuid,
  name       text,
  is_title   boolean,
  weight     real,
  geom       extensions.geometry
);

-- A search hit: the matching name, the matching words (as keys), and the score, from 0 to 1.
create type app.search_hit as (
  kind       text,
  subject_id uuid,
  name       text,
  words      text[],
  score      float8
);

-- The search key of a text: app.name_key with common abbreviations expanded (SPELLED_OUT in
-- packages/domain/src/search/highlight.ts has the same list, so that hits are highlighted). "St" stays: it means saint
-- in nearly all names, and rarely street.
create function app.search_key(p_text text)
returns text language plpgsql stable set search_path = '' as $$
declare
  v_key text := app.name_key(p_text);
begin
  if v_key ~ '\m(rd|ave|hwy|jn|jct)\M' then
    v_key := regexp_replace(v_key, '\mrd\M', 'road', 'g');
    v_key := regexp_replace(v_key, '\mave\M', 'avenue', 'g');
    v_key := regexp_replace(v_key, '\mhwy\M', 'highway', 'g');
    v_key := regexp_replace(v_key, '\m(jn|jct)\M', 'junction', 'g');
  end if;
  return v_key;
end
$$;
