-- Whether a name is one line of visible characters: no control characters, line breaks, bidirectional overrides or
-- private-use characters, so that it reads the same everywhere. `OneLine` in packages/domain/src/shared/shapes.ts has
-- the same rule and also rejects unassigned code points, which a database cannot recognize.
create function app.is_one_line(p_text text)
returns boolean immutable
return p_text !~ (
  '[\u0001-\u001f\u007f-\u009f\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f\u2028-\u202e'
  '\u2060-\u206f\ue000-\uf8ff\ufeff\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3'
  '\U0001d173-\U0001d17a\U000e0000-\U000e00ff\U000e01f0-\U0010ffff]');

-- Whether certificates can print a name: Latin and Ethiopic letters, or Arabic ones alone, because a line is set in one
-- direction. The fonts are in packages/domain/src/machinery/print.ts; a test looks for every letter in them.
create function app.is_printable(p_text text)
returns boolean immutable
return p_text ~ ('^([ -~\u00a1-\u00ac\u00ae-\u00b4\u00b6-\u024f\u02bb\u02bc\u1e00-\u1eff\u2013\u2014\u2018\u2019\u201c\u201d'
                 '\u1200-\u1248\u124a-\u124d\u1250-\u1256\u1258\u125a-\u125d\u1260-\u1288\u128a-\u128d\u1290-\u12b0'
                 '\u12b2-\u12b5\u12b8-\u12be\u12c0\u12c2-\u12c5\u12c8-\u12d6\u12d8-\u1310\u1312-\u1315\u1318-\u135a]*'
                 '|[\u0620-\u0652\u0670-\u06d3 ]*)$');

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
