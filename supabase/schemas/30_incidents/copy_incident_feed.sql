-- For a server that holds the live feed in memory: its rows as they are visible now, and what has changed since.
--
-- Made of the feed and the positions of its public changes alone. A row that is not visible yet, such as the successor
-- of a coarse one, is never sent: the copy gets it when its change is due.

-- The position to follow the changes from, and how many rows the feed has, counted up to `p_most` + 1. Rows that are
-- read after this contain at least everything up to the position.
--
-- Definer: the feed is not readable directly.
create function api.begin_incident_feed_copy(p_most int)
returns json language plpgsql stable security definer set search_path = '' as $$
declare
  v_now timestamptz := app.now();
begin
  return json_build_object(
    'head', (select l.head from app.change_log l),
    'rows', (select count(*) from (
      select from app.incident_feed f where f.visible_from <= v_now and f.visible_until > v_now limit p_most + 1) s));
end
$$;
grant execute on function api.begin_incident_feed_copy to rider_server, api_server;

-- Up to `p_limit` visible rows of the feed, in order of id, after an id. Definer as above.
create function api.list_incident_feed_rows(p_limit int, p_after uuid default null)
returns json language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(json_agg(app.feed_copy_row(f) order by f.incident_id), '[]')
      from (select * from app.incident_feed r
             where (p_after is null or r.incident_id > p_after)
               and r.visible_from <= app.now() and r.visible_until > app.now()
             order by r.incident_id
             limit p_limit) f);
end
$$;
grant execute on function api.list_incident_feed_rows to rider_server, api_server;

-- The incidents that have changed publicly since a position, up to `p_limit` of them, and the rows that are visible of
-- them now: they replace all that the copy has of these incidents. `isKnown` is false for a position that was purged or
-- never assigned: the copy begins again. `isCurrent`: everything committed before `now` and due is in it.
--
-- Volatile: it first assigns positions to the changes that have become due. Definer as above.
create function api.follow_incident_feed(p_after bigint, p_limit int)
returns json language plpgsql security definer set search_path = '' as $$
declare
  v_now      timestamptz := app.now();
  v_released boolean := app.release_changes();
  v_log      app.change_log;
  v_head     bigint;
  v_ids      uuid[];
  v_at       timestamptz;
begin
  select * into v_log from app.change_log;
  -- A change that another transaction released since `v_now` is in the list, so its row has to be, too.
  select array_agg(c.incident_id), max(c.position), greatest(v_now, max(c.released_at)) into v_ids, v_head, v_at
    from (select * from app.incident_changes n where n.position > p_after order by n.position limit p_limit) c;
  v_head := case when cardinality(v_ids) = p_limit then v_head else greatest(v_log.head, v_head) end;
  return json_build_object(
    'now', app.microseconds(v_now),
    'head', v_head,
    'isKnown', p_after between v_log.forgotten and v_log.head,
    'hasMore', coalesce(cardinality(v_ids) = p_limit, false),
    'isCurrent', v_released,
    'network', (select app.microseconds(max(g.applied_at)) from app.gtfs_imports g),
    'changed', coalesce(v_ids, '{}'),
    'rows', (select coalesce(json_agg(app.feed_copy_row(f)), '[]')
               from app.incident_feed f
              where f.incident_id = any (v_ids) and f.visible_from <= v_at and f.visible_until > v_at));
end
$$;
grant execute on function api.follow_incident_feed to rider_server, api_server;

-- One row of the feed for a copy. Times are in microseconds, the precision that they are compared with here.
create function app.feed_copy_row(p_row app.incident_feed)
returns json language plpgsql immutable set search_path = '' as $$
begin
  return json_build_object(
    'visibleUntil', app.microseconds(p_row.visible_until),
    'lastSeenAt', app.microseconds(p_row.last_seen_at),
    'lat', p_row.lat,
    'lng', p_row.lng,
    'incident', p_row.body);
end
$$;

-- An instant in microseconds since 1970.
create function app.microseconds(p_at timestamptz)
returns bigint immutable
return (extract(epoch from p_at) * 1000000)::bigint;
