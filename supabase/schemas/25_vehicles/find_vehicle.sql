-- A normalized plate: capitals and digits only. `kda 123a`, `KDA-123A`, `KDA·I23A` and `KDA123A` are one plate, and so
-- are full-width letters and what hides invisible characters. Null if it contains any other letter: dropping a Cyrillic
-- A could result in another vehicle's plate.
--
-- Where the plates of the city have digits only, O is 0, and I and L are 1 (app.city.digits): KZZ 1O3D is KZZ 103D in a
-- city whose plates never have the letter O. Everything else stays as it is, because B and 8 or S and 5 distinguish
-- vehicles: see app.did_you_mean. The apps have the same rule in packages/ui/src/incidents/plate.ts; a test compares
-- the two.
create function app.plate_key(p_text text)
returns text language plpgsql stable set search_path = '' as $$
declare
  v_text text := app.plain_text(p_text);
  v_city app.city;
begin
  if v_text !~ '^[ -~\t\n\r\u00B7\u2010-\u2015\u2022\u2212]*$' then
    return null;
  end if;
  select * into v_city from app.city;
  v_text := upper(btrim(regexp_replace(v_text, '[^A-Za-z0-9]+', ' ', 'g')));
  v_text := replace(app.with_digits(v_text, v_city.spaced_digits), ' ', '');
  return case when v_text ~ '[0-9]' then app.with_digits(v_text, v_city.digits) else v_text end;
end
$$;

-- The text with digits for the letters in the second of three groups of each pattern that it has.
create function app.with_digits(p_text text, p_patterns text[])
returns text language plpgsql immutable set search_path = '' as $$
declare
  v_pattern text;
  v_parts   text[];
begin
  foreach v_pattern in array coalesce(p_patterns, '{}') loop
    v_parts := regexp_match(p_text, v_pattern);
    p_text := coalesce(v_parts[1] || translate(v_parts[2], 'OIL', '011') || v_parts[3], p_text);
  end loop;
  return p_text;
end
$$;

-- Whether a key can be a number plate: letters and digits, four to nine. Deliberately wide: besides KDA 123A there are
-- motorcycles (KMDA 123A), trailers, government, diplomats and neighbouring countries, and a strict pattern would
-- reject valid reports.
create function app.can_be_plate(p_key text)
returns boolean immutable
return p_key ~ '^(?=.*[0-9])[A-Z][A-Z0-9]{3,8}$';

-- Whether a key has the form of the city's plates. Other plates are accepted too; this only flags those to check again.
-- The apps have the same rule in packages/ui/src/incidents/plate.ts; a test compares the two.
create function app.is_usual_plate(p_key text)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return p_key ~ coalesce((select c.usual_plate from app.city c), '');
end
$$;

-- A plate formatted for display: KDA 123A. One that is not of the city's form has a space before its first digit.
create function app.plate_text(p_key text)
returns text language plpgsql stable set search_path = '' as $$
declare
  v_parts text[] := regexp_match(p_key, (select c.usual_plate from app.city c));
begin
  return coalesce(v_parts[1] || ' ' || v_parts[2], regexp_replace(p_key, '^([A-Z]+)([0-9].*)$', '\1 \2'));
end
$$;

-- A public code normalized from any spelling: `v7k3m9qxr` is V-7K3M9QXR, and letters that Crockford's base 32 excludes
-- are read as the digits that they resemble. Null if invalid.
create function app.public_code(p_text text)
returns text stable
return 'V-' || translate((regexp_match(app.plate_key(p_text), '^V([0-9A-Z]{8})$'))[1], 'OIL', '011');

-- The vehicle with an identifier: its UUID, else its public code, else its plate in any spelling, else its code without
-- "V-". Null if none, and for one that was only mentioned. What identified a merged vehicle identifies the one that it
-- was merged into.
create function app.find_vehicle(p_identifier text)
returns app.vehicles language plpgsql stable set search_path = '' as $$
declare
  v_vehicle app.vehicles;
begin
  select * into v_vehicle from app.vehicles v where v.id = app.uuid_or_null(p_identifier) and v.state = 'known';
  if v_vehicle.id is null then
    select * into v_vehicle from app.vehicles v where v.public_code = app.public_code(p_identifier) and v.state = 'known';
  end if;
  if v_vehicle.id is null then
    select * into v_vehicle from app.vehicles v where v.plate_key = app.plate_key(p_identifier) and v.state = 'known';
  end if;
  if v_vehicle.id is null then
    select * into v_vehicle from app.vehicles v
     where v.public_code = app.public_code('V' || p_identifier) and v.state = 'known';
  end if;
  if v_vehicle.merged_into is not null then
    select * into v_vehicle from app.vehicles v where v.id = v_vehicle.merged_into;
  end if;
  return v_vehicle;
end
$$;

-- Plates that look alike have one such key. Never an identity: it only finds what to ask about.
create function app.plate_look(p_key text)
returns text immutable
return translate(p_key, 'OQDILBSZG', '000118526');
create index vehicles_plate_look on app.vehicles (app.plate_look(plate_key));

-- For the problem of an unknown vehicle: the plates of up to three known ones that look like it, as KZZ 183D looks like
-- KZZ 1B3D. Nothing where there are none.
create function app.did_you_mean(p_identifier text)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_key    text := app.plate_key(p_identifier);
  v_plates text[] := array(
    select v.plate from app.vehicles v
     where app.can_be_plate(v_key) and app.plate_look(v.plate_key) = app.plate_look(v_key)
       and v.merged_into is null and v.retired_at is null and v.state = 'known'
     order by v.plate_key limit 3);
begin
  return case when v_plates = '{}' then '{}' else jsonb_build_object('didYouMean', v_plates) end;
end
$$;

-- As app.require_found, with the known plates that look like the unknown one. Fails with: not_found
create function app.require_vehicle(p_vehicle uuid, p_identifier text)
returns void language plpgsql stable set search_path = '' as $$
begin
  if p_vehicle is null then
    perform app.fail('not_found', app.did_you_mean(p_identifier));
  end if;
end
$$;

-- The known vehicle that a plate belongs to, also after a merge; null if none.
create function app.vehicle_of_plate(p_plate_key text)
returns uuid language plpgsql stable set search_path = '' as $$
begin
  return (select coalesce(v.merged_into, v.id) from app.vehicles v
           where v.plate_key = p_plate_key and v.state = 'known');
end
$$;

-- The vehicle of an id, or the one that it was merged into, held against being merged until the transaction ends.
create function app.held_vehicle(p_vehicle uuid)
returns uuid language plpgsql set search_path = '' as $$
declare
  v_vehicle app.vehicles;
begin
  v_vehicle.merged_into := p_vehicle;
  while v_vehicle.merged_into is not null loop
    select * into v_vehicle from app.vehicles v where v.id = v_vehicle.merged_into for key share;
  end loop;
  return v_vehicle.id;
end
$$;

-- A new public code, never used by any vehicle.
create function app.new_public_code()
returns text language plpgsql volatile set search_path = '' as $$
declare
  v_code text;
begin
  loop
    v_code := 'V-' || app.random_code(8);
    exit when not exists (select from app.vehicles v where v.public_code = v_code)
          and not exists (select from app.retired_codes c where c.public_code = v_code);
  end loop;
  return v_code;
end
$$;
