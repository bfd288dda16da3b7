-- Vehicles by number plate or public code. Retired ones are not found; the plate and the code of a merged one find the
-- vehicle that it was merged into.
--
-- An exact match, in any spelling and of a code also without "V-": score 1, always first. Else, from four characters with
-- a digit on, plates with that prefix; from three digits on, five plates whose number begins so, as riders remember "123A".
-- Else, if guessing is wanted and the text is as long as a whole plate, plates that look alike, then those with
-- one character wrong, missing or extra, or two swapped; at most five. Nothing shorter or more different matches, so that plates cannot be
-- enumerated from a few letters. A public code is random and never guessed.
create function app.found_by_plate(p_q text, p_guess boolean, p_limit int)
returns setof app.search_hit language plpgsql stable rows 20 set search_path = ''
set jit = off
set plan_cache_mode = force_generic_plan
as $$
declare
  v_key  text := app.plate_key(p_q);
  v_code text := coalesce(app.public_code(p_q), app.public_code('V' || p_q));
begin
  if v_key is null or char_length(v_key) not between 3 and 10 then
    return;
  end if;
  return query
  select 'vehicle', s.id, case when v.plate_key = v_key then v.plate else v.public_code end, array[lower(v_key)], 1::float8
    from app.vehicles v, app.vehicles s
   where (v.plate_key = v_key or v.public_code = v_code)
     and s.id = coalesce(v.merged_into, v.id) and s.retired_at is null and s.state = 'known';
  if found or v_key !~ '[0-9]' then
    return;
  end if;
  if v_key ~ '^[0-9]{3}[0-9A-Z]*$' then
    return query
    select 'vehicle', v.id, v.plate, array[lower(v_key)], 0.5::float8
      from app.vehicles v
     where app.plate_number(v.plate_key) operator(pg_catalog.~>=~) v_key
       and app.plate_number(v.plate_key) operator(pg_catalog.~<~) (v_key || '~')
       and v.retired_at is null and v.merged_into is null and v.state = 'known'
     order by app.plate_number(v.plate_key) using operator(pg_catalog.~<~), v.plate_key
     limit least(p_limit, 5);
  end if;
  if char_length(v_key) < 4 then
    return;
  end if;

  return query
  select 'vehicle', v.id, v.plate, array[lower(v_key)],
         0.58 + 0.2::float8 * char_length(v_key) / char_length(v.plate_key)
    from app.vehicles v
   where v.plate_key operator(pg_catalog.~>=~) v_key and v.plate_key operator(pg_catalog.~<~) (v_key || '~')
     and v.retired_at is null and v.merged_into is null and v.state = 'known'
   order by v.plate_key using operator(pg_catalog.~<~)
   limit p_limit;
  if found or not p_guess or char_length(v_key) < 6 or not app.can_be_plate(v_key) then
    return;
  end if;

  return query
  select 'vehicle', v.id, v.plate, array[lower(v.plate_key)], 0.3::float8
    from app.vehicles v
   where (v.plate_key = any (app.one_edit_away(v_key, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'))
          or app.plate_look(v.plate_key) = app.plate_look(v_key))
     and v.retired_at is null and v.merged_into is null and v.state = 'known'
   order by app.plate_look(v.plate_key) = app.plate_look(v_key) desc, v.plate_key
   limit 5;
end
$$;

-- The patterns of every text at edit distance one: a character wrong, missing or extra, or two swapped.
create function app.one_edit_away(p_text text, p_alphabet text)
returns text[] language plpgsql immutable set search_path = '' as $$
begin
  return array(
    select overlay(p_text placing a.letter from i for n)
      from generate_series(1, char_length(p_text) + 1) i, string_to_table(p_alphabet, null) a (letter), (values (0), (1)) l (n)
    union all
    select overlay(p_text placing '' from i for 1) from generate_series(1, char_length(p_text)) i
    union all
    select overlay(p_text placing reverse(substr(p_text, i, 2)) from i for 2) from generate_series(1, char_length(p_text) - 1) i);
end
$$;
