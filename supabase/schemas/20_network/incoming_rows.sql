-- The rows of an import in the shape of their target tables: one function per kind, named after its table, so that
-- app.merge_feed_rows can treat every kind alike. Columns that the database fills itself are null here. Derived tables
-- have their functions in files of their own: build_corridors, build_service_area, points_of_interest.

-- Our id of an entity in a feed: the same on every database that loads the feed.
create function app.gtfs_id(p_feed text, p_kind text, p_id text)
returns uuid immutable strict
return extensions.uuid_generate_v5(extensions.uuid_ns_url(), 'gtfs:' || p_feed || '/' || p_kind || '/' || p_id);

create function app.incoming_agencies(p_import uuid, p_feed text)
returns setof app.agencies language plpgsql stable set search_path = '' as $$
begin
  return query
  select app.gtfs_id(p_feed, 'agencies', s.id), p_feed, s.id, s.name, s.url, s.timezone, null::timestamptz
    from app.gtfs_rows r, jsonb_to_record(r.row) s (id text, name text, url text, timezone text)
   where r.import_id = p_import and r.kind = 'agencies';
end
$$;

create function app.incoming_services(p_import uuid, p_feed text)
returns setof app.services language plpgsql stable set search_path = '' as $$
begin
  return query
  select app.gtfs_id(p_feed, 'services', s.id), p_feed, s.id, s.weekdays, s."startsOn", s."endsOn"
    from app.gtfs_rows r, jsonb_to_record(r.row) s (id text, weekdays boolean[], "startsOn" date, "endsOn" date)
   where r.import_id = p_import and r.kind = 'services';
end
$$;

create function app.incoming_service_exceptions(p_import uuid, p_feed text)
returns setof app.service_exceptions language plpgsql stable set search_path = '' as $$
begin
  return query
  select app.gtfs_id(p_feed, 'services', s."serviceId"), s."on", s.exception
    from app.gtfs_rows r, jsonb_to_record(r.row) s ("serviceId" text, "on" date, exception smallint)
   where r.import_id = p_import and r.kind = 'service_exceptions';
end
$$;

create function app.incoming_shapes(p_import uuid, p_feed text)
returns setof app.shapes language plpgsql stable set search_path = '' as $$
begin
  return query
  select app.gtfs_id(p_feed, 'shapes', s.id), p_feed, s.id,
         extensions.st_geomfromgeojson(jsonb_build_object('type', 'LineString', 'coordinates', s.line))
           ::extensions.geometry(LineString, 4326)
    from app.gtfs_rows r, jsonb_to_record(r.row) s (id text, line jsonb)
   where r.import_id = p_import and r.kind = 'shapes';
end
$$;

create function app.incoming_stops(p_import uuid, p_feed text)
returns setof app.stops language plpgsql stable set search_path = '' as $$
begin
  return query
  select app.gtfs_id(p_feed, 'stops', s.id), p_feed, s.id, app.gtfs_id(p_feed, 'stops', s."parentId"),
         s.name, app.name_key(s.name), s.kind, s.lat, s.lng, null::point, null::timestamptz
    from app.gtfs_rows r,
         jsonb_to_record(r.row) s (id text, "parentId" text, name text, kind text, lat float8, lng float8)
   where r.import_id = p_import and r.kind = 'stops';
end
$$;

-- A route keeps its first slug, because that is part of its URL. A slug that another route has gets a part of the id
-- appended.
create function app.incoming_routes(p_import uuid, p_feed text)
returns setof app.routes language plpgsql stable set search_path = '' as $$
begin
  return query
  with staged as (
    select app.gtfs_id(p_feed, 'routes', s.id) as uuid, s.*,
           replace(rtrim(left(app.name_key(s."shortName" || ' ' || s."longName"), 90)), ' ', '-') as slug
      from app.gtfs_rows r,
           jsonb_to_record(r.row) s (id text, "agencyId" text, "shortName" text, "longName" text, type smallint)
     where r.import_id = p_import and r.kind = 'routes')
  select s.uuid, p_feed, s.id, app.gtfs_id(p_feed, 'agencies', s."agencyId"),
         coalesce(known.slug, s.slug || case
           when count(*) over (partition by s.slug) > 1 or other.id is not null then '-' || left(s.uuid::text, 8)
           else '' end),
         s."shortName", s."longName", s.type, null::timestamptz
    from staged s
    left join app.routes known on known.id = s.uuid
    left join app.routes other on other.slug = s.slug and other.id <> s.uuid;
end
$$;

create function app.incoming_trips(p_import uuid, p_feed text)
returns setof app.trips language plpgsql stable set search_path = '' as $$
begin
  return query
  select app.gtfs_id(p_feed, 'trips', s.id), p_feed, s.id, app.gtfs_id(p_feed, 'routes', s."routeId"),
         app.gtfs_id(p_feed, 'services', s."serviceId"), app.gtfs_id(p_feed, 'shapes', s."shapeId"),
         s.headsign, s.direction
    from app.gtfs_rows r,
         jsonb_to_record(r.row) s (
           id text, "routeId" text, "serviceId" text, "shapeId" text, headsign text, direction smallint)
   where r.import_id = p_import and r.kind = 'trips';
end
$$;

create function app.incoming_stop_times(p_import uuid, p_feed text)
returns setof app.stop_times language plpgsql stable set search_path = '' as $$
begin
  return query
  select app.gtfs_id(p_feed, 'trips', s."tripId"), s.sequence, app.gtfs_id(p_feed, 'stops', s."stopId"),
         s."arrivalS", s."departureS"
    from app.gtfs_rows r,
         jsonb_to_record(r.row) s ("tripId" text, sequence int, "stopId" text, "arrivalS" int, "departureS" int)
   where r.import_id = p_import and r.kind = 'stop_times';
end
$$;

create function app.incoming_frequencies(p_import uuid, p_feed text)
returns setof app.frequencies language plpgsql stable set search_path = '' as $$
begin
  return query
  select app.gtfs_id(p_feed, 'trips', s."tripId"), s."startsS", s."endsS", s."headwayS"
    from app.gtfs_rows r, jsonb_to_record(r.row) s ("tripId" text, "startsS" int, "endsS" int, "headwayS" int)
   where r.import_id = p_import and r.kind = 'frequencies';
end
$$;
