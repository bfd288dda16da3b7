-- The routes from one place to another, for a text like "karen to cbd" (as a key, see app.search_key) in the words of the
-- city; nothing for any other text. A route is found where one of its trips serves both in that order, or in either where
-- the feed does not tell the trip's direction. Those with the fewest stops between come first.
create function app.routes_between(p_key text, p_limit int)
returns setof app.search_hit language plpgsql stable rows 20 set search_path = ''
set jit = off
as $$
declare
  v_ends text[] := app.ends_of_journey(p_key);
begin
  if v_ends is null then
    return;
  end if;
  return query
  with legs as (
    select t.route_id, min(abs(b.sequence - a.sequence)) as stops
      from app.stop_times a
      join app.stop_times b on b.trip_id = a.trip_id
      join app.trips t on t.id = a.trip_id
     where a.stop_id = any (app.stops_called(v_ends[1])) and b.stop_id = any (app.stops_called(v_ends[2]))
       and (b.sequence > a.sequence or (t.direction is null and b.sequence < a.sequence))
     group by t.route_id)
  select 'route', r.id, r.long_name, string_to_array(v_ends[1] || ' ' || v_ends[2], ' '),
         0.9::float8 - 0.1 * least(l.stops, 200) / 200
    from legs l join app.routes r on r.id = l.route_id
   where r.retired_at is null
   order by l.stops, r.short_name, r.id
   limit p_limit;
end
$$;

-- The two places of a text like "karen to cbd", of two letters or more; null for any other.
create function app.ends_of_journey(p_key text)
returns text[] language plpgsql stable set search_path = '' as $$
begin
  return regexp_match(p_key, '^(\S.+?) (?:' || nullif(array_to_string((select c.towards_words from app.city c), '|'), '') || ') (.+\S)$');
end
$$;

-- The live stops that people may mean by a name: those with the name, or with names that begin with it or have its words;
-- and those within 1.5 km of a part of the city with that name, or of the city's centre.
create function app.stops_called(p_key text)
returns uuid[] language plpgsql stable set search_path = '' as $$
declare
  v_around point[] := array(select a.pt from app.areas a where app.search_key(a.name) = p_key)
                      || array(select c.centre from app.city c where p_key = any (c.centre_words));
  v_names  text[] := array(select p.name_key from app.found_by_name(p_key, '{stop}', null, null, 40, false) h
                             join app.points_of_interest p on p.id = h.subject_id);
begin
  return array(
    select s.id from app.stops s
     where s.retired_at is null
       and (s.name_key = any (v_names)
            or exists (select from unnest(v_around) a (pt)
                        where app.distance_m(s.lat, s.lng, a.pt[1], a.pt[0]) <= 1500))
     limit 400);
end
$$;
