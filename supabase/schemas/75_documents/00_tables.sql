-- Legal documents: terms, privacy, and the surveyors' agreement. A version is named by the day from which it is in
-- force, and its text is immutable, because users accepted that text.
create table app.document_versions (
  document_key text not null check (document_key ~ '^[a-z]+(-[a-z]+)*$' and char_length(document_key) <= 80),
  version      date not null,
  -- {"en": …, "sw": …}; the text in Markdown.
  title        jsonb not null,
  text         jsonb not null,
  loaded_at    timestamptz not null,
  primary key (document_key, version)
);
alter table app.document_versions enable row level security;
create trigger published_for_good before update or delete on app.document_versions
  for each row execute function app.refuse_change();

-- Acceptances, with the time of the first one.
create table app.document_acceptances (
  user_id      uuid not null,
  document_key text not null,
  version      date not null,
  accepted_at  timestamptz not null,
  primary key (user_id, document_key, version),
  foreign key (document_key, version) references app.document_versions
);
alter table app.document_acceptances enable row level security;

-- The version in force today in the city. Fails with: not_found
create function app.current_document_version(p_key text)
returns date language plpgsql stable set search_path = '' as $$
declare
  v_version date;
begin
  select max(d.version) into v_version from app.document_versions d
   where d.document_key = p_key and d.version <= app.city_day(app.now());
  perform app.require_found(v_version is not null);
  return v_version;
end
$$;
