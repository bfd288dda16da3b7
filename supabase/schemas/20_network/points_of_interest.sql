-- What search compares: lower case, without accents and punctuation, single spaces.
create function app.name_key(p_name text)
returns text
language plpgsql
stable
strict
set search_path = ''
as $$
begin
  return trim(regexp_replace(lower(extensions.unaccent(p_name)), '[[:space:]!-/:-@\[-`{-~]+', ' ', 'g'));
end
$$;

-- The live stops of a feed as riders speak of them: stops of one name with at most 150 m between neighbours are one place.
-- A station stands for its place, else the stop nearest to the middle.
create function app.incoming_points_of_interest(p_import uuid, p_feed text)
returns setof app.points_of_interest
language plpgsql
stable
set search_path = ''
as $$
begin
  return query
  with placed as (
    select s.*, app.to_metric(extensions.st_setsrid(extensions.st_makepoint(s.lng, s.lat), 4326)) as place
      from app.stops s
     where s.feed = p_feed and s.retired_at is null),
  grouped as (
    select p.*, extensions.st_clusterdbscan(p.place, 150, 1) over (partition by p.name_key) as spot from placed p),
  ranked as (
    select g.*, row_number() over (
             partition by g.name_key, g.spot
             order by g.kind <> 'station', extensions.st_distance(g.place, c.middle), g.id) as n
      from grouped g
      join (select h.name_key, h.spot, extensions.st_centroid(extensions.st_collect(h.place)) as middle
              from grouped h group by 1, 2) c using (name_key, spot)),
  served as (
    select distinct g.name_key, g.spot, r.short_name
      from grouped g
      join app.stop_times st on st.stop_id = g.id
      join app.trips t on t.id = st.trip_id
      join app.routes r on r.id = t.route_id)
  select r.id, p_feed, r.name, r.name_key, r.kind, r.lat, r.lng, (app.corridor_at(r.lat, r.lng)).corridor_id,
         array(select v.short_name from served v
                where v.name_key = r.name_key and v.spot = r.spot
                order by nullif(substring(v.short_name from '^\d{1,9}'), '')::int nulls last, v.short_name)
    from ranked r
   where r.n = 1;
end
$$;
