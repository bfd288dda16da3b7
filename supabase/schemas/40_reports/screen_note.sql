-- What a note seems to hold that names a person: a phone number, an e-mail address, a national id number. Reviewers see
-- these flags; the report is not held for them, because a note is never shown to the public anyway.
create function app.screen_note(p_note text)
returns text[]
language plpgsql
immutable
set search_path = ''
as $$
begin
  return array_remove(array[
    case when p_note ~ '(\+?254|\m0)[ -]?[17]([ -]?[0-9]){8}\M' then 'phone' end,
    case when p_note ~* '[a-z0-9._%+-]+@[a-z0-9.-]+\.[a-z]{2,}' then 'email' end,
    case when p_note ~* '\m(id|kitambulisho)\M[^0-9]{0,12}[0-9]{7,8}\M' then 'id_number' end], null);
end
$$;
