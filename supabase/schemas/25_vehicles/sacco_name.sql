-- A name from a register as riders write it: "SUPER METRO SACCO" is "Super Metro Sacco". Registers write all of it in
-- capitals or in small letters; a name in both was written by somebody, and stays. So do words with a digit ("2KR") or
-- without a vowel ("KBS") and a short name of one word, except for what abbreviates a word. An admin renames the group
-- where this is wrong.
create function app.sacco_name(p_name text)
returns text language plpgsql immutable set search_path = '' as $$
declare
  v_name text := btrim(regexp_replace(p_name, '\s+', ' ', 'g'));
begin
  if v_name not in (upper(v_name), lower(v_name)) then
    return v_name;
  end if;
  return (
    select string_agg(case
             when w.n > 1 and w.word in ('and', 'of', 'na', 'ya', 'wa', 'de', 'del', 'y') then w.word
             when w.word ~ '^(ltd|st|mt|dr)\M' then initcap(w.word)
             when w.word ~ '[0-9]' or w.word !~ '[aeiouyáéíóú]' or char_length(v_name) < 5 then upper(w.word)
             when w.word ~ '^co-' then 'C' || substr(w.word, 2)
             else initcap(w.word) end, ' ' order by w.n)
      from regexp_split_to_table(lower(v_name), ' ') with ordinality w (word, n));
end
$$;
