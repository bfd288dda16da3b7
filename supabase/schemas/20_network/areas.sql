-- Replace the named parts of the city with these: `[{"name", "lat", "lng"}]`. Idempotent; the operator loads them from a
-- file.
--
-- Definer: nobody may touch this table directly.
-- Fails with: invalid_request
create function api.load_areas(p_areas jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_count int;
begin
  if jsonb_typeof(p_areas) is distinct from 'array' then
    perform app.fail('invalid_request', '{"path": "areas"}');
  end if;
  delete from app.areas a where a.name is not null;
  begin
    insert into app.areas (name, lat, lng)
    select a.name, a.lat, a.lng from jsonb_to_recordset(p_areas) a (name text, lat float8, lng float8)
    on conflict do nothing;
  exception
    when check_violation or not_null_violation or invalid_text_representation then
      perform app.fail('invalid_request', '{"path": "areas"}');
  end;
  get diagnostics v_count = row_count;
  return jsonb_build_object('loaded', v_count);
end
$$;
grant execute on function api.load_areas to operator_server;

-- The name of the nearest part of the city within 3 km, whose search key is not `p_but`; else null.
create function app.area_near(p_lat double precision, p_lng double precision, p_but text default null)
returns text language plpgsql stable set search_path = '' as $$
declare
  v_pt point := app.plane_point(p_lat, p_lng);
begin
  return (
    select n.name
      from (select a.* from app.areas a
             order by a.pt operator(pg_catalog.<->) v_pt, a.name
             limit 3) n
     where app.search_key(n.name) is distinct from p_but
       and app.distance_m(n.lat, n.lng, p_lat, p_lng) <= 3000
     order by n.pt operator(pg_catalog.<->) v_pt, n.name
     limit 1);
end
$$;

-- The area of a stage, where its corridor does not tell it from another stage of its name; else null. It is the nearest
-- part of the city within 3 km whose name is not the stage's own; without one the next main stage of another name, which
-- has ten routes or more.
create function app.stage_area(p_stage app.points_of_interest)
returns text language plpgsql stable set search_path = '' as $$
begin
  if not exists (select from app.points_of_interest o
                  where o.name_key = p_stage.name_key and o.id <> p_stage.id
                    and o.corridor_id is not distinct from p_stage.corridor_id) then
    return null;
  end if;
  return coalesce(
    app.area_near(p_stage.lat, p_stage.lng, p_stage.name_key),
    (select m.name from app.points_of_interest m
      where cardinality(m.routes) >= 10 and m.name_key <> p_stage.name_key
      order by m.pt operator(pg_catalog.<->) p_stage.pt, m.id
      limit 1));
end
$$;
