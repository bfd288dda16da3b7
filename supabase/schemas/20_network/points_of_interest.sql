-- The key that search compares: lower case, without accents and punctuation, single spaces. An apostrophe of any form
-- separates nothing: Lang'ata, Lang’ata and Langata are one name. The pickers of the apps have the same rule for what is
-- saved on a phone, `nameKey` in packages/domain/src/shared/spelling.ts; a test compares the two.
create function app.name_key(p_name text)
returns text stable strict
return trim(regexp_replace(
  translate(lower(extensions.unaccent(app.plain_text(translate(p_name, '´', '''')))), '''`', ''),
  '[[:space:]!-/:-@\[-`{-~]+', ' ', 'g'));

-- The live stops of a feed grouped as riders name them: stops of one name with at most 150 m between neighbours are one
-- place. A station represents its place, else the stop nearest to the centre. Metres are computed on a projection local
-- to the feed, so this works for any city; means are exact (numeric), so they do not depend on the order of rows.
create function app.incoming_points_of_interest(p_import uuid, p_feed text)
returns setof app.points_of_interest language plpgsql stable set search_path = '' as $$
begin
  return query
  with live as (
    select s.*, s.pt[0] * cos(radians(avg(s.lat::numeric) over ())) * 111320 as x, s.lat * 110574 as y
      from app.stops s
     where s.feed = p_feed and s.retired_at is null),
  grouped as (
    select l.*,
           extensions.st_clusterdbscan(extensions.st_makepoint(l.x, l.y), 150, 1) over (partition by l.name_key) as spot
      from live l),
  centred as (
    select g.*, point(g.x, g.y) <-> point(avg(g.x::numeric) over w, avg(g.y::numeric) over w) as off_centre
      from grouped g window w as (partition by g.name_key, g.spot)),
  members as (
    select c.id as stop_id, first_value(c.id) over (
             partition by c.name_key, c.spot
             order by c.kind <> 'station', c.off_centre, c.id
           ) as id
      from centred c),
  served as (
    select m.id, r.short_name, nullif(substring(r.short_name from '^\d{1,9}'), '')::int as number
      from members m
      join app.stop_times st on st.stop_id = m.stop_id
      join app.trips t on t.id = st.trip_id
      join app.routes r on r.id = t.route_id
     group by 1, 2),
  routed as (
    select v.id, array_agg(v.short_name order by v.number nulls last, v.short_name) as routes from served v group by 1)
  select s.id, p_feed, s.name, s.name_key, s.kind, s.lat, s.lng, null::point,
         (app.corridor_at(s.lat, s.lng)).corridor_id, coalesce(r.routes, '{}')
    from app.stops s
    left join routed r on r.id = s.id
   where s.id in (select m.id from members m);
end
$$;
