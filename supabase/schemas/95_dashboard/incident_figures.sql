-- The incidents that became public in a period and are still valid: withdrawn and merged ones are excluded. Private and
-- aggregate reports never open one.
create function app.incidents_published(p_from date, p_to date)
returns setof app.incidents language plpgsql stable set search_path = '' as $$
begin
  return query
    select i.* from app.incidents i
     where i.published_at >= app.city_midnight(p_from)
       and i.published_at < least(app.city_midnight(p_to + 1), app.now())
       and i.lifecycle not in ('retracted', 'merged');
end
$$;

-- How many incidents became public, their confidence, and how many reports each has.
create function app.incident_figures(p_from date, p_to date)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    with found as materialized (
      select i.corroboration, app.reports_in(i.id) as reports
        from app.incidents_published(p_from, p_to) i
    )
    select jsonb_build_object(
             'published', count(*),
             'retracted', (select count(*) from app.incidents i
                            where i.lifecycle = 'retracted'
                              and i.published_at >= app.city_midnight(p_from)
                              and i.published_at < app.city_midnight(p_to + 1)),
             'corroboration', jsonb_build_object(
               'unverified', count(*) filter (where f.corroboration = 'unverified'),
               'corroborated', count(*) filter (where f.corroboration = 'corroborated'),
               'verified', count(*) filter (where f.corroboration = 'verified'),
               'disputed', count(*) filter (where f.corroboration = 'disputed')),
             'corroboratedShare', round(
               count(*) filter (where f.corroboration in ('corroborated', 'verified'))::numeric / nullif(count(*), 0), 3),
             'byReports', (
               select jsonb_agg(jsonb_build_object('least', b.least, 'most', b.most, 'incidents', (
                        select count(*) from found n where n.reports >= b.least and (b.most is null or n.reports <= b.most)))
                        order by b.least)
                 from (values (1, 1), (2, 2), (3, 3), (4, 4), (5, 9), (10, null)) b (least, most)))
      from found f);
end
$$;

-- Reports received, and incidents that became public, by week and category, where there are any.
create function app.categories_by_week(p_from date, p_to date)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    with counted as (
      select app.week_of(r.received_at) as week, r.category, 1 as reports, 0 as incidents
        from app.reports r
       where r.received_at >= app.city_midnight(p_from) and r.received_at < app.city_midnight(p_to + 1)
      union all
      select app.week_of(i.published_at), i.category, 0, 1 from app.incidents_published(p_from, p_to) i
    )
    select coalesce(jsonb_agg(jsonb_build_object(
             'week', w.week, 'category', w.category, 'reports', w.reports, 'incidents', w.incidents)
             order by w.week, c.position), '[]')
      from (select o.week, o.category, sum(o.reports) as reports, sum(o.incidents) as incidents
              from counted o group by 1, 2) w
      join app.incident_categories c on c.code = w.category);
end
$$;

-- How many incidents became public in each cell, busiest first. A coarse incident has only its cell; for the others a
-- cell is precise enough for a map of the city.
create function app.incident_cells(p_from date, p_to date)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
             'centre', jsonb_build_object('lat', c.lat, 'lng', c.lng), 'incidents', c.n) order by c.n desc, c.lat, c.lng), '[]')
      from (select app.coarse(i.lat) as lat, app.coarse(i.lng) as lng, count(*) as n
              from app.incidents_published(p_from, p_to) i
             group by 1, 2
             order by n desc, lat, lng
             limit 1000) c);
end
$$;

-- The same week by week, oldest first.
create function app.incident_cells_by_week(p_from date, p_to date)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
             'week', w.week, 'cells', app.incident_cells(greatest(w.week, p_from), least(w.week + 6, p_to))) order by w.week), '[]')
      from (select generate_series(app.week_begin(p_from)::timestamp, p_to::timestamp, interval '7 days')::date as week) w);
end
$$;
