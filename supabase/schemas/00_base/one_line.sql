-- Whether a name is one line in which everything stands where it is read: no control characters, no line breaks, and no
-- signs that turn the direction of what follows. `OneLine` in packages/domain/src/shared/shapes.ts says the same.
create function app.is_one_line(p_text text)
returns boolean
language plpgsql
immutable
set search_path = ''
as $$
begin
  return p_text !~ U&'[\0001-\001F\007F-\009F\2028\2029\202A-\202E\2066-\2069]';
end
$$;
