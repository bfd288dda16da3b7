-- Whether a name is one line of signs that can be seen: no control character, no break of a line, and nothing that turns
-- the direction of what stands around it, so that it reads the same wherever it is shown; and none of private use, which
-- each device draws as it likes. `OneLine` in packages/domain/src/shared/shapes.ts says the same and refuses besides what
-- Unicode has given to no sign yet, which a database does not know.
create function app.is_one_line(p_text text)
returns boolean language plpgsql immutable set search_path = '' as $$
begin
  return p_text !~ (
    '[\u0001-\u001f\u007f-\u009f\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f\u2028-\u202e'
    '\u2060-\u206f\ue000-\uf8ff\ufeff\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3'
    '\U0001d173-\U0001d17a\U000e0000-\U000e00ff\U000e01f0-\U0010ffff]');
end
$$;

-- So many random letters and digits of Crockford's base 32, which has no letter that looks like a digit: five random bits
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
