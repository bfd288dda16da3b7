-- Samples of a feed, shown to an admin before it is applied.

-- The effect of a feed on one entity.
create type app.gtfs_fate as (
  fate   text,
  name   text,
  before text
);

-- Up to ten routes that a feed adds, changes and removes, by number, as {added, changed, removed}; for changed ones
-- with the previous name.
create function app.sample_routes(p_import uuid, p_feed text)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    with incoming as materialized (select * from app.incoming_routes(p_import, p_feed)),
    fates as (
      select i.id, i.short_name || ' ' || i.long_name as name, t.short_name || ' ' || t.long_name as before,
             case when t.id is null or t.retired_at is not null then 'added' else 'changed' end as fate
        from incoming i left join app.routes t on t.id = i.id
       where t.id is null or record_image_ne(row(t.*), row(i.*))
      union all
      select t.id, t.short_name || ' ' || t.long_name, null, 'removed'
        from app.routes t
       where t.feed = p_feed and t.retired_at is null and not exists (select from incoming i where i.id = t.id))
    select app.samples_of(array_agg(row(f.fate, f.name, f.before)::app.gtfs_fate order by f.name, f.id)) from fates f);
end
$$;

create function app.sample_stops(p_import uuid, p_feed text)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    with incoming as materialized (select * from app.incoming_stops(p_import, p_feed)),
    fates as (
      select i.id, i.name, t.name as before,
             case when t.id is null or t.retired_at is not null then 'added' else 'changed' end as fate
        from incoming i left join app.stops t on t.id = i.id
       where t.id is null or (t.name, t.lat, t.lng, t.kind, t.parent_id, t.retired_at)
             is distinct from (i.name, i.lat, i.lng, i.kind, i.parent_id, i.retired_at)
      union all
      select t.id, t.name, null, 'removed'
        from app.stops t
       where t.feed = p_feed and t.retired_at is null and not exists (select from incoming i where i.id = t.id))
    select app.samples_of(array_agg(row(f.fate, f.name, f.before)::app.gtfs_fate order by f.name, f.id)) from fates f);
end
$$;

create function app.samples_of(p_fates app.gtfs_fate[])
returns jsonb language plpgsql immutable set search_path = '' as $$
begin
  return (
    select jsonb_object_agg(k.fate, (
             select coalesce(jsonb_agg(jsonb_build_object('name', f.name, 'before', f.before) order by f.n), '[]')
               from (select u.*, row_number() over () as n
                       from unnest(p_fates) u where u.fate = k.fate limit 10) f))
      from unnest(array['added', 'changed', 'removed']) k (fate));
end
$$;
