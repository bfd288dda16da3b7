-- Whether a name is one line of visible characters: no control characters, line breaks, bidirectional overrides or
-- private-use characters, so that it reads the same everywhere. `OneLine` in packages/domain/src/shared/shapes.ts has
-- the same rule and also rejects unassigned code points, which a database cannot recognize.
create function app.is_one_line(p_text text)
returns boolean immutable
return p_text !~ (
  '[\u0001-\u001f\u007f-\u009f\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f\u2028-\u202e'
  '\u2060-\u206f\ue000-\uf8ff\ufeff\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3'
  '\U0001d173-\U0001d17a\U000e0000-\U000e00ff\U000e01f0-\U0010ffff]');

-- A text for comparison: full-width and other forms of a letter as the letter, spaces of all widths as spaces, without
-- invisible characters (soft hyphens, joiners, directional marks). Texts of ASCII alone, nearly all, are as they are.
create function app.plain_text(p_text text)
returns text immutable
return case
  when p_text ~ '^[ -~]*$' then p_text
  else regexp_replace(normalize(p_text, nfkc), '[\u00AD\u034F\u061C\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFE00-\uFE0F\uFEFF]', '', 'g') end;

-- That many random characters of Crockford's base 32, whose letters cannot be mistaken for digits: five random bits
-- each. For codes that people read and type. Two version 4 UUIDs hold 244 random bits; hashing spreads them evenly.
create function app.random_code(p_length int)
returns text language plpgsql volatile set search_path = '' as $$
declare
  v_random bytea := sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
begin
  return (
    select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', get_byte(v_random, i) % 32 + 1, 1), '' order by i)
      from generate_series(0, p_length - 1) i);
end
$$;
