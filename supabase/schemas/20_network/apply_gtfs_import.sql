-- Apply an open import to the network, in one transaction. Returns {report, removals, hasServiceArea}: for each kind of
-- row how many were added, changed, removed and unchanged; see app.large_removals; and whether the feed has a service
-- area to report from.
--
-- Rows that the feed lacks are retired where reports may reference them (agencies, routes, stops, corridors) and
-- deleted otherwise. Corridors, service area, points of interest and the map's lines are then rebuilt. Large removals
-- have to be confirmed. A dry run does the same and rolls back. Applying an import again returns the first result.
-- The lock: only one feed is merged at a time. The time limit: PostgREST applies it before the call.
-- Definer: no role may touch the network's tables.
-- Fails with: not_found, import_running, invalid_request, large_removal
create function api.apply_gtfs_import(
  p_id uuid, p_dry_run boolean default false, p_confirm_removals boolean default false)
returns jsonb language plpgsql security definer set search_path = ''
set statement_timeout = '10min'
as $$
declare
  v_import  app.gtfs_imports;
  v_outcome record;
begin
  if not app.lock_gtfs_import() then
    perform app.fail('import_running');
  end if;
  select * into v_import from app.gtfs_imports i where i.id = p_id for update;
  perform app.require_found(v_import.id is not null);
  if v_import.state = 'applied' then
    return app.import_outcome(v_import.report, v_import.removals);
  end if;
  if not exists (select from app.gtfs_rows r where r.import_id = p_id and r.kind = 'routes') then
    perform app.fail('invalid_request', '{"path": "rows"}'); -- an empty feed would retire the whole network
  end if;

  if p_dry_run then
    v_outcome := app.preview_feed(p_id, v_import.feed);
    delete from app.gtfs_imports i where i.id = p_id;
  else
    v_outcome := app.finish_gtfs_import(v_import, p_confirm_removals);
  end if;
  return app.import_outcome(v_outcome.report, v_outcome.removals);
end
$$;
grant execute on function api.apply_gtfs_import to operator_server;

create function app.import_outcome(p_report jsonb, p_removals jsonb)
returns jsonb language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object(
    'report', p_report, 'removals', p_removals, 'hasServiceArea', app.leaves_service_area(p_report));
end
$$;

-- Whether the feed has a service area after the changes of a report. Without one, nothing can be reported in its city.
create function app.leaves_service_area(p_report jsonb)
returns boolean language plpgsql immutable set search_path = '' as $$
declare
  v_areas jsonb := p_report -> 'service_areas';
begin
  return (v_areas ->> 'added')::int + (v_areas ->> 'changed')::int + (v_areas ->> 'unchanged')::int > 0;
end
$$;

-- A dry run: what a feed would change.
create function app.preview_feed(p_import uuid, p_feed text, out report jsonb, out removals jsonb)
language plpgsql set search_path = '' as $$
begin
  begin
    report := app.apply_feed(p_import, p_feed);
    removals := app.large_removals(p_feed, report);
    raise exception using errcode = 'UDRYR', message = 'this was a dry run';
  exception when sqlstate 'UDRYR' then
    return; -- everything since the second `begin` is undone; the variables are not
  end;
end
$$;

-- Apply an import, for any caller. Large removals need a confirmation. The staged rows are deleted.
-- Fails with: large_removal
create function app.finish_gtfs_import(
  p_import app.gtfs_imports, p_confirm_removals boolean, out report jsonb, out removals jsonb)
language plpgsql set search_path = '' as $$
declare
  v_report   jsonb := app.apply_feed(p_import.id, p_import.feed);
  v_removals jsonb := app.large_removals(p_import.feed, v_report);
begin
  if v_removals is not null and p_confirm_removals is distinct from true then
    perform app.fail('large_removal', v_removals);
  end if;
  update app.gtfs_imports i set warnings = app.staged_warnings(i.id) where i.id = p_import.id;
  delete from app.gtfs_rows r where r.import_id = p_import.id;
  update app.gtfs_imports i
     set state = 'applied', applied_at = app.now(), report = v_report, removals = v_removals, samples = null
   where i.id = p_import.id;
  report := v_report;
  removals := v_removals;
end
$$;

-- What its reader noted about the feed of an import.
create function app.staged_warnings(p_import uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (select jsonb_agg(r.row order by r.row) from app.gtfs_rows r where r.import_id = p_import and r.kind = 'warnings');
end
$$;

-- The routes or stops that an import removes, where they are more than a fifth of those that the feed had: {routes:
-- {removed, of, names}, stops: …}, the first five by name; null where neither is. Such a feed is probably another
-- city's, or incomplete. Called in the transaction that retired them, whose timestamp identifies them.
create function app.large_removals(p_feed text, p_report jsonb)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_object_agg(k.kind, jsonb_build_object('removed', k.removed, 'of', k.before, 'names', case k.kind
             when 'routes' then (
               select jsonb_agg(g.name order by g.name, g.id) from (
                 select t.id, t.short_name || ' ' || t.long_name as name from app.routes t
                  where t.feed = p_feed and t.retired_at = app.now() order by 2, 1 limit 5) g)
             else (
               select jsonb_agg(g.name order by g.name, g.id) from (
                 select s.id, s.name from app.stops s
                  where s.feed = p_feed and s.retired_at = app.now() order by 2, 1 limit 5) g) end))
      from (select r.key as kind, (r.value ->> 'removed')::int as removed,
                   (r.value ->> 'removed')::int + (r.value ->> 'changed')::int + (r.value ->> 'unchanged')::int as before
              from jsonb_each(p_report) r
             where r.key in ('routes', 'stops')) k
     where k.removed * 5 > k.before);
end
$$;

-- The work of api.apply_gtfs_import: first the feed's own rows, then the tables derived from them, each step from the
-- one before.
create function app.apply_feed(p_import uuid, p_feed text)
returns jsonb language plpgsql set search_path = '' as $$
declare
  v_report jsonb;
begin
  -- Main roads that are derived are for a feed that has none.
  delete from app.gtfs_rows r
   where r.import_id = p_import and r.kind in ('corridors', 'corridor_routes') and r.row -> 'derived' = 'true'
     and exists (select from app.corridors c where c.feed = p_feed and c.retired_at is null);
  v_report := app.sync_feed_rows(array['agencies', 'services', 'service_exceptions', 'shapes', 'stops', 'routes', 'trips',
    'stop_times', 'frequencies'], p_import, p_feed);
  v_report := v_report || app.sync_feed_rows(array['corridors', 'corridor_routes', 'service_areas'], p_import, p_feed);
  perform app.refresh_corridor_segments();
  v_report := v_report || app.sync_feed_rows(array['points_of_interest'], p_import, p_feed);
  perform app.refresh_corridor_map();
  perform app.keep_feed_credits(p_import, p_feed);
  return v_report;
end
$$;
