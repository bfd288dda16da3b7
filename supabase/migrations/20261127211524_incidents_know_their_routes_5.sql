-- Live incidents get what new ones get when they are opened: at most the 2,000 that were seen last, so that no report
-- that joins one of them waits for long.
with live as (
  select i.id, app.transit_at(i.lat, i.lng, coalesce(r.accuracy_m, 50), i.visibility = 'coarse') as transit
    from (select * from app.incidents a where a.lifecycle = 'active' order by a.last_seen_at desc limit 2000) i
    left join lateral (
      select p.accuracy_m from app.reports p
       where p.incident_id = i.id
       order by app.counts(p.state) desc, p.received_at, p.id
       limit 1) r on true)
update app.incidents i
   set stops = (l.transit).stops, routes = (l.transit).routes
  from live l
 where i.id = l.id;
update app.incident_feed f
   set body = (f.body::jsonb || jsonb_build_object('stops', i.stops, 'routes', i.routes))::json,
       stop_ids = app.ids_in(i.stops), route_ids = app.ids_in(i.routes)
  from app.incidents i
 where i.id = f.incident_id and i.lifecycle = 'active' and (i.stops <> '[]' or i.routes <> '[]');
