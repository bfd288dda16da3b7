-- So many random letters and digits of Crockford's base 32, which has no letter that looks like a digit: five random bits
-- each. For codes that people read and type. Two version 4 UUIDs hold 244 random bits; hashing spreads them evenly.
create function app.random_code(p_length int)
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_random bytea := sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
begin
  return (
    select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', get_byte(v_random, i) % 32 + 1, 1), '' order by i)
      from generate_series(0, p_length - 1) i);
end
$$;
