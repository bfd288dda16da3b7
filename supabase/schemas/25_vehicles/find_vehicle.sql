-- A normalized plate: capitals and digits only. `kda 123a`, `KDA-123A` and `KDA123A` are one plate. Null if it contains
-- any other letter: dropping a Cyrillic A could result in another vehicle's plate.
create function app.plate_key(p_text text)
returns text immutable
return case when p_text ~ '^[ -~]*$' then upper(regexp_replace(p_text, '[^A-Za-z0-9]', '', 'g')) end;

-- Whether a key can be a number plate: letters and digits, four to nine. Deliberately wide: besides KDA 123A there are
-- motorcycles (KMDA 123A), trailers, government, diplomats and neighbouring countries, and a strict pattern would
-- reject valid reports.
create function app.can_be_plate(p_key text)
returns boolean immutable
return p_key ~ '^(?=.*[0-9])[A-Z][A-Z0-9]{3,8}$';

-- Whether a key has the form of the city's plates: KDA 123A, KMDA 123A on motorcycles and three-wheelers, KQA 321 from
-- before 1989. Other plates are accepted too; this only flags those to check again. The apps have the same rule in
-- packages/ui/src/incidents/plate.ts; a test compares the two.
create function app.is_usual_plate(p_key text)
returns boolean immutable
return p_key ~ '^K[A-Z]{2,3}[0-9]{3}[A-Z]?$';

-- A plate formatted for display: KDA 123A.
create function app.plate_text(p_key text)
returns text immutable
return regexp_replace(p_key, '^([A-Z]+)([0-9].*)$', '\1 \2');

-- A public code normalized from any spelling: `v7k3m9qxr` is V-7K3M9QXR, and letters that Crockford's base 32 excludes
-- are read as the digits that they resemble. Null if invalid.
create function app.public_code(p_text text)
returns text immutable
return 'V-' || translate((regexp_match(app.plate_key(p_text), '^V([0-9A-Z]{8})$'))[1], 'OIL', '011');

-- The vehicle with an identifier: its UUID, else its public code, else its plate in any spelling. Null if none. What
-- identified a merged vehicle identifies the one that it was merged into.
create function app.find_vehicle(p_identifier text)
returns app.vehicles language plpgsql stable set search_path = '' as $$
declare
  v_vehicle app.vehicles;
begin
  select * into v_vehicle from app.vehicles v where v.id = app.uuid_or_null(p_identifier);
  if v_vehicle.id is null then
    select * into v_vehicle from app.vehicles v where v.public_code = app.public_code(p_identifier);
  end if;
  if v_vehicle.id is null then
    select * into v_vehicle from app.vehicles v where v.plate_key = app.plate_key(p_identifier);
  end if;
  if v_vehicle.merged_into is not null then
    select * into v_vehicle from app.vehicles v where v.id = v_vehicle.merged_into;
  end if;
  return v_vehicle;
end
$$;

-- The vehicle that a plate belongs to, also after a merge; null if none.
create function app.vehicle_of_plate(p_plate_key text)
returns uuid language plpgsql stable set search_path = '' as $$
begin
  return (select coalesce(v.merged_into, v.id) from app.vehicles v where v.plate_key = p_plate_key);
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
