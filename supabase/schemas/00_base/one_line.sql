-- Whether a name is one line of signs that can be seen: no control character, no break of a line, and nothing that turns
-- the direction of what stands around it, so that it reads the same wherever it is shown. `OneLine` in
-- packages/domain/src/shared/shapes.ts says the same.
create function app.is_one_line(p_text text)
returns boolean
language plpgsql
immutable
set search_path = ''
as $$
begin
  return p_text !~ '[\u0001-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]';
end
$$;
