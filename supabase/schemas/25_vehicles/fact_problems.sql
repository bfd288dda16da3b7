-- The names of invalid facts; empty if all are valid. Facts are an object of the shape that the contract of collection
-- entries describes; only the plate is required. A missing fact is valid, an unknown name is a problem.
create function app.fact_problems(p_facts jsonb)
returns text[] language plpgsql stable set search_path = '' as $$
declare
  v_known text[] := array['plate', 'fleetName', 'sacco', 'routeIds', 'capacity', 'sticker', 'checks', 'notSeen'];
begin
  if jsonb_typeof(p_facts) is distinct from 'object' then
    return array['plate'];
  end if;
  return array(
    select c.fact
      from (values
        ('plate', app.is_text(p_facts -> 'plate', 1, 20) and app.can_be_plate(app.plate_key(p_facts ->> 'plate'))),
        ('fleetName', not p_facts ? 'fleetName' or app.is_text(p_facts -> 'fleetName', 1, 80)),
        ('sacco', not p_facts ? 'sacco' or app.is_sacco_fact(p_facts -> 'sacco')),
        ('routeIds', not p_facts ? 'routeIds' or app.are_routes(p_facts -> 'routeIds')),
        ('capacity', not p_facts ? 'capacity'
                     or case jsonb_typeof(p_facts -> 'capacity') when 'number'
                          then (p_facts ->> 'capacity')::numeric = any (array(select generate_series(1, 200))) end),
        ('sticker', not p_facts ? 'sticker' or app.is_sticker_fact(p_facts -> 'sticker')),
        ('checks', not p_facts ? 'checks' or app.are_checks(p_facts -> 'checks')),
        ('notSeen', not p_facts ? 'notSeen' or app.are_asked_facts(p_facts -> 'notSeen'))
      ) c (fact, fits)
     where c.fits is distinct from true
    union all
    select k from jsonb_object_keys(p_facts) k where k <> all (v_known));
end
$$;

-- What was asked for and could not be seen or done: an answer, too.
create function app.are_asked_facts(p_value jsonb)
returns boolean language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(p_value) is distinct from 'array' then
    return false;
  end if;
  return p_value <@ '["sacco", "routeIds", "fleetName", "capacity", "sticker", "checks", "note", "place", "photo"]'
    and jsonb_array_length(p_value) <= 9;
end
$$;

create function app.is_text(p_value jsonb, p_min int, p_max int)
returns boolean immutable
return jsonb_typeof(p_value) = 'string' and char_length(btrim(p_value #>> '{}')) >= p_min
  and char_length(p_value #>> '{}') <= p_max;

-- A known operator group by id, or one by the name that is written on the vehicle.
create function app.is_sacco_fact(p_value jsonb)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return case
    when jsonb_typeof(p_value) is distinct from 'object' then false
    when p_value ? 'id' then p_value - 'id' = '{}'
      and exists (select from app.saccos s where s.id::text = lower(p_value ->> 'id'))
    else p_value - 'name' = '{}' and app.is_text(p_value -> 'name', 2, 120) end;
end
$$;

-- Up to twenty known routes, including retired ones.
create function app.are_routes(p_value jsonb)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  if jsonb_typeof(p_value) is distinct from 'array' then
    return false;
  end if;
  return jsonb_array_length(p_value) <= 20 and not exists (
    select from jsonb_array_elements_text(p_value) told (id)
     where not exists (select from app.routes r where r.id::text = lower(told.id)));
end
$$;

create function app.is_sticker_fact(p_value jsonb)
returns boolean language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(p_value) is distinct from 'object' then
    return false;
  end if;
  return p_value - 'status' - 'code' = '{}' and p_value ->> 'status' in ('seen', 'placed', 'missing')
    and (not p_value ? 'code'
         or (app.is_text(p_value -> 'code', 1, 20) and app.public_code(p_value ->> 'code') is not null));
end
$$;

-- The fixed checklist of a surveyor, each item with its finding.
create function app.are_checks(p_value jsonb)
returns boolean language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(p_value) is distinct from 'object' then
    return false;
  end if;
  return not exists (
    select from jsonb_each_text(p_value) c (item, found)
     where c.item <> all (array['tyres', 'lights', 'mirrors', 'doors', 'windows', 'seats', 'seatBelts',
                                'fireExtinguisher', 'firstAidKit', 'speedGovernor', 'emergencyExit', 'routeSign'])
        or coalesce(c.found not in ('ok', 'faulty', 'missing', 'not_checked'), true));
end
$$;
