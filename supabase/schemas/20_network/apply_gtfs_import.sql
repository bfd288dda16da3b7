-- Make the network what an open import says, in one transaction: all of it or nothing. Answers, for each kind of row,
-- how many were added, changed, removed and unchanged.
--
-- What the feed no longer has is retired where reports may point at it (agencies, routes, stops, corridors) and deleted
-- otherwise. Corridors, service area, points of interest and the map's lines are then made anew from what is there.
-- A dry run does all the same and takes it back. Applying an import again answers as it did the first time.
-- The lock: no two feeds are merged at once. The time limit: PostgREST puts it in force before the call.
-- Definer: no role may touch the network's tables.
-- Fails with: not_found, import_running, invalid_request
create function api.apply_gtfs_import(p_id uuid, p_dry_run boolean default false)
returns jsonb
language plpgsql
security definer
set search_path = ''
set statement_timeout = '10min'
as $$
declare
  v_import app.gtfs_imports;
  v_report jsonb;
begin
  if not app.lock_gtfs_import() then
    perform app.fail('import_running');
  end if;
  select * into v_import from app.gtfs_imports i where i.id = p_id for update;
  if v_import.id is null then
    perform app.fail('not_found');
  end if;
  if v_import.state = 'applied' then
    return v_import.report;
  end if;
  if not exists (select from app.gtfs_rows r where r.import_id = p_id and r.kind = 'routes') then
    perform app.fail('invalid_request', '{"path": "rows"}'); -- an empty feed would retire the whole network
  end if;

  if p_dry_run then
    v_report := app.try_feed(p_id, v_import.feed);
    delete from app.gtfs_imports i where i.id = p_id;
    return v_report;
  end if;
  return app.finish_gtfs_import(v_import);
end
$$;
grant execute on function api.apply_gtfs_import to service_role;

-- What a feed would change, without changing it.
create function app.try_feed(p_import uuid, p_feed text)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_report jsonb;
begin
  begin
    v_report := app.apply_feed(p_import, p_feed);
    raise exception using errcode = 'UDRYR', message = 'this was a dry run';
  exception when sqlstate 'UDRYR' then
    return v_report; -- everything since the second `begin` is undone; v_report is not
  end;
end
$$;

-- Apply an import for good. The rows that waited go.
create function app.finish_gtfs_import(p_import app.gtfs_imports)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_report jsonb := app.apply_feed(p_import.id, p_import.feed);
begin
  delete from app.gtfs_rows r where r.import_id = p_import.id;
  update app.gtfs_imports i
     set state = 'applied', applied_at = app.now(), report = v_report, samples = null where i.id = p_import.id;
  return v_report;
end
$$;

-- The work of api.apply_gtfs_import: first what the feed says, then what is made from it, each step from the one
-- before.
create function app.apply_feed(p_import uuid, p_feed text)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_report jsonb;
begin
  v_report := app.sync_feed_rows(array['agencies', 'services', 'service_exceptions', 'shapes', 'stops', 'routes', 'trips',
    'stop_times', 'frequencies'], p_import, p_feed);
  v_report := v_report || app.sync_feed_rows(array['corridors', 'corridor_routes', 'service_areas'], p_import, p_feed);
  perform app.refresh_corridor_segments();
  v_report := v_report || app.sync_feed_rows(array['points_of_interest'], p_import, p_feed);
  perform app.refresh_corridor_map();
  return v_report;
end
$$;
