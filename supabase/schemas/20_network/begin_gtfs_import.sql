-- Open an import of a feed, so that its rows can be staged in batches and applied in one step.
--
-- One import at a time: two that are applied in turn would each retire what the other has just added. An import whose
-- last batch is two minutes old no longer counts (its program died), and one from yesterday is deleted here. Beginning
-- an import again, applied or not, restarts it, so a program that reuses its import's id never locks itself out.
-- The lock: against an import that begins at the same moment, or one that is being applied.
-- Definer: no role may touch the network's tables.
-- Fails with: invalid_request, import_running, id_reused
create function api.begin_gtfs_import(p_id uuid, p_feed text)
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  return app.open_gtfs_import(p_id, p_feed, true);
end
$$;
grant execute on function api.begin_gtfs_import to operator_server;

-- `p_again`: whether to restart an import that was applied, or is still being read.
create function app.open_gtfs_import(p_id uuid, p_feed text, p_again boolean)
returns jsonb language plpgsql set search_path = '' as $$
declare
  v_own   app.gtfs_imports;
  v_other app.gtfs_imports;
begin
  if p_id is null or (p_feed ~ '^[a-z0-9][a-z0-9-]{0,39}$') is distinct from true then
    perform app.fail('invalid_request', '{"path": "feed"}');
  end if;
  if not app.lock_gtfs_import() then
    perform app.fail('import_running');
  end if;

  delete from app.gtfs_imports i
   where i.state in ('staging', 'checked', 'broken') and i.started_at < app.now() - interval '1 day';

  select * into v_own from app.gtfs_imports i where i.id = p_id;
  if v_own.feed <> p_feed or (v_own.state = 'applied' and not p_again) then
    perform app.fail('id_reused');
  end if;
  delete from app.gtfs_imports i where i.id = p_id and (p_again or not app.is_being_read(i));

  select * into v_other from app.gtfs_imports i where app.is_being_read(i) limit 1;
  if v_other.id is not null then
    perform app.fail('import_running', jsonb_build_object('feed', v_other.feed, 'retryAfterS', 120));
  end if;

  insert into app.gtfs_imports (id, feed, started_at, touched_at) values (p_id, p_feed, app.now(), app.now());
  return jsonb_build_object('id', p_id, 'feed', p_feed);
end
$$;

-- Whether a feed is being read into an import. A reader that sends nothing for two minutes counts as dead.
create function app.is_being_read(p_import app.gtfs_imports)
returns boolean stable
return p_import.state = 'staging' and p_import.touched_at > app.now() - interval '2 minutes';

-- The one lock of all imports, held until the transaction ends; false when another transaction holds it.
create function app.lock_gtfs_import()
returns boolean
return pg_try_advisory_xact_lock(hashtext('gtfs_import'));

-- Add a batch of rows of one kind to an open import. Nothing is validated here: the importer has validated the rows,
-- and the tables' constraints check them again when they are applied.
--
-- Definer: no role may touch the network's tables.
-- Fails with: invalid_request, not_found
create function api.stage_gtfs_rows(p_id uuid, p_kind text, p_rows jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_kinds constant text[] := array['agencies', 'services', 'service_exceptions', 'shapes', 'stops', 'routes', 'trips',
    'stop_times', 'frequencies', 'corridors', 'corridor_routes', 'service_areas', 'warnings', 'credits'];
begin
  if (p_kind = any (v_kinds)) is distinct from true then
    perform app.fail('invalid_request', '{"path": "kind"}');
  end if;
  if jsonb_typeof(p_rows) is distinct from 'array' or jsonb_array_length(p_rows) > 5000 then
    perform app.fail('invalid_request', '{"path": "rows"}');
  end if;
  update app.gtfs_imports i set touched_at = app.now(), rows = i.rows + jsonb_array_length(p_rows)
   where i.id = p_id and i.state = 'staging';
  perform app.require_found(found);

  insert into app.gtfs_rows (import_id, kind, row) select p_id, p_kind, e from jsonb_array_elements(p_rows) e;
  return jsonb_build_object('staged', jsonb_array_length(p_rows));
end
$$;
grant execute on function api.stage_gtfs_rows to admin_server, operator_server;

-- Discard an import that will not be applied, with its rows. Idempotent; discarding an applied one changes nothing.
--
-- Definer: no role may touch the network's tables.
create function api.abandon_gtfs_import(p_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  delete from app.gtfs_imports i where i.id = p_id and i.state = 'staging';
  return jsonb_build_object('abandoned', found);
end
$$;
grant execute on function api.abandon_gtfs_import to admin_server, operator_server;
