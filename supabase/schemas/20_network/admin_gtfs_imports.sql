-- An admin's import of a feed, which shows its changes before it is applied. The file is parsed by our own server with
-- its own token, like the operator's import; the admin's role is checked in the database at the start, and again
-- when it is applied.

-- Open an import. Rules and errors as for api.begin_gtfs_import, except that an import that is still being read is not
-- restarted: a retry would mix its rows with those of the first request.
--
-- Definer: no role may touch the network's tables.
-- Fails with: unauthenticated, role_required, invalid_request, import_running, id_reused
create function api.open_gtfs_import(p_id uuid, p_feed text, p_file_name text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin uuid := app.require_role('admin');
begin
  if p_file_name is not null and (char_length(p_file_name) between 1 and 200) is distinct from true then
    perform app.fail('invalid_request', '{"path": "fileName"}');
  end if;
  perform app.open_gtfs_import(p_id, p_feed, false);
  update app.gtfs_imports i set by_admin = true, file_name = p_file_name where i.id = p_id;
  perform app.audit(v_admin, 'feed.import_begun', 'gtfs_import', p_id::text, null, jsonb_build_object('feed', p_feed));
  return (select app.gtfs_import_view(i) from app.gtfs_imports i where i.id = p_id);
end
$$;
grant execute on function api.open_gtfs_import to authenticated;

-- The feed is complete: apply it in a dry run, and store its changes beside its rows. A second call returns the same.
--
-- The time limit: PostgREST applies it before the call.
-- Definer as above.
-- Fails with: not_found, import_running, invalid_request
create function api.preview_gtfs_import(p_id uuid)
returns jsonb language plpgsql security definer set search_path = ''
set statement_timeout = '10min'
as $$
declare
  v_import  app.gtfs_imports;
  v_samples jsonb;
  v_outcome record;
begin
  if not app.lock_gtfs_import() then
    perform app.fail('import_running');
  end if;
  select * into v_import from app.gtfs_imports i where i.id = p_id for update;
  if v_import.id is null then
    perform app.fail('not_found');
  elsif v_import.state = 'staging' then
    if not exists (select from app.gtfs_rows r where r.import_id = p_id and r.kind = 'routes') then
      perform app.fail('invalid_request', '{"path": "rows"}');
    end if;
    v_samples := jsonb_build_object('border', app.border_view(p_id, v_import.feed), 'routes', app.sample_routes(p_id, v_import.feed), 'stops', app.sample_stops(p_id, v_import.feed));
    v_outcome := app.preview_feed(p_id, v_import.feed);
    update app.gtfs_imports i
       set state = 'checked', touched_at = app.now(), report = v_outcome.report, removals = v_outcome.removals,
           samples = v_samples, warnings = app.staged_warnings(p_id) where i.id = p_id;
  end if;
  return (select app.gtfs_import_view(i) from app.gtfs_imports i where i.id = p_id);
end
$$;
grant execute on function api.preview_gtfs_import to admin_server;

-- The feed is invalid: store its errors, [{file, line, column, reason, count, done}], and none of its rows. Definer as above.
-- Fails with: not_found
create function api.refuse_gtfs_import(p_id uuid, p_problems jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  update app.gtfs_imports i set state = 'broken', touched_at = app.now(), problems = p_problems
   where i.id = p_id and i.state = 'staging';
  perform app.require_found(found);
  delete from app.gtfs_rows r where r.import_id = p_id;
  return (select app.gtfs_import_view(i) from app.gtfs_imports i where i.id = p_id);
end
$$;
grant execute on function api.refuse_gtfs_import to admin_server;

-- Apply a checked import to the network, in one transaction. Rejected when another import of the feed was applied since
-- the check, because the changes that the admin saw are outdated. Large removals have to be confirmed. Applying again
-- returns the first result.
--
-- Lock, time limit and definer as above.
-- Fails with: unauthenticated, role_required, not_found, import_running, invalid_transition, version_conflict,
-- large_removal
create function api.apply_checked_gtfs_import(p_id uuid, p_reason text, p_confirm_removals boolean default false)
returns jsonb language plpgsql security definer set search_path = ''
set statement_timeout = '10min'
as $$
declare
  v_admin  uuid := app.require_role('admin');
  v_import app.gtfs_imports;
begin
  perform app.check_reason(p_reason);
  if not app.lock_gtfs_import() then
    perform app.fail('import_running');
  end if;
  select * into v_import from app.gtfs_imports i where i.id = p_id and i.by_admin for update;
  if v_import.id is null then
    perform app.fail('not_found');
  elsif v_import.state = 'checked' then
    if exists (select from app.gtfs_imports i where i.feed = v_import.feed and i.applied_at > v_import.touched_at) then
      perform app.fail('version_conflict');
    end if;
    perform app.finish_gtfs_import(v_import, p_confirm_removals);
    perform app.audit(v_admin, 'feed.import_applied', 'gtfs_import', p_id::text, btrim(p_reason),
                      jsonb_build_object('feed', v_import.feed, 'fileName', v_import.file_name));
  elsif v_import.state <> 'applied' then
    perform app.refuse_move(v_import.state, '{}');
  end if;
  return (select app.gtfs_import_view(i) from app.gtfs_imports i where i.id = p_id);
end
$$;
grant execute on function api.apply_checked_gtfs_import to authenticated;

-- Discard an import that will not be applied. Idempotent. Definer as above.
-- Fails with: unauthenticated, role_required, invalid_transition
create function api.discard_gtfs_import(p_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin  uuid := app.require_role('admin');
  v_import app.gtfs_imports;
begin
  select * into v_import from app.gtfs_imports i where i.id = p_id and i.by_admin for update;
  if v_import.state = 'applied' then
    perform app.refuse_move('applied', '{}');
  elsif v_import.id is not null then
    delete from app.gtfs_imports i where i.id = p_id;
    perform app.audit(v_admin, 'feed.import_discarded', 'gtfs_import', p_id::text, null,
                      jsonb_build_object('feed', v_import.feed));
  end if;
  return 'null'::jsonb;
end
$$;
grant execute on function api.discard_gtfs_import to authenticated;

-- One import, and the latest ones. Definer as above.
-- Fails with: unauthenticated, role_required, not_found
create function api.get_gtfs_import(p_id uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_import app.gtfs_imports;
begin
  perform app.require_role('admin');
  select * into v_import from app.gtfs_imports i where i.id = p_id;
  perform app.require_found(v_import.id is not null);
  return app.gtfs_import_view(v_import);
end
$$;
grant execute on function api.get_gtfs_import to authenticated;

-- … and the feeds that can be replaced by newer versions.
create function api.list_gtfs_imports()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_role('admin');
  return jsonb_build_object('data', (
    select coalesce(jsonb_agg(app.gtfs_import_view(i) order by i.started_at desc, i.id), '[]')
      from (select * from app.gtfs_imports order by started_at desc, id limit 20) i),
    'feeds', app.known_feeds());
end
$$;
grant execute on function api.list_gtfs_imports to authenticated;

-- The feeds that have live routes, for the operator on the server. Definer: no role may touch the network's tables.
create function api.list_feeds()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  return app.known_feeds();
end
$$;
grant execute on function api.list_feeds to operator_server;

create function app.known_feeds()
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
             'feed', f.feed, 'routes', f.routes,
             'stops', (select count(*) from app.stops s where s.feed = f.feed and s.retired_at is null),
             'hasServiceArea', exists (select from app.service_areas a where a.feed = f.feed)) order by f.feed), '[]')
      from (select t.feed, count(*) as routes from app.routes t where t.retired_at is null group by 1) f);
end
$$;

create function app.gtfs_import_view(p_import app.gtfs_imports)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'id', p_import.id, 'feed', p_import.feed, 'fileName', p_import.file_name, 'byAdmin', p_import.by_admin,
    'state', case when p_import.state = 'staging' and not app.is_being_read(p_import) then 'interrupted'
                  else p_import.state end,
    'startedAt', app.instant(p_import.started_at), 'appliedAt', app.instant(p_import.applied_at), 'rows', p_import.rows,
    'report', p_import.report, 'removals', p_import.removals,
    'hasServiceArea', app.leaves_service_area(p_import.report), 'samples', p_import.samples, 'problems', coalesce(p_import.problems, '[]'),
    'warnings', coalesce(p_import.warnings, '[]'), 'credits', app.credits_of(p_import));
end
$$;
