-- Public changes of incidents in order of position, from a position on (`{"v": position}`, null for the beginning).
-- Each incident appears once, in its current state, at the position of its last change; one that is gone appears as a
-- tombstone. `next` is the cursor of the next call, also when nothing is left.
--
-- Volatile: it first assigns positions to the changes that have become due.
-- Definer: the read model is not readable directly.
-- Fails with: invalid_request for a position that was purged, or that was never assigned
create function api.list_incident_changes(p_limit int default 20, p_after jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_limit int := app.page_size(p_limit);
  v_after bigint := coalesce((p_after ->> 'v')::bigint, 0);
  v_log   app.change_log;
  v_rows  jsonb;
begin
  perform app.admit_caller();
  perform app.release_changes();
  select * into v_log from app.change_log;
  if p_after is not null and v_after not between v_log.forgotten and v_log.head then
    perform app.fail('invalid_request', '{"path": "cursor", "code": "invalid_cursor"}');
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('version', c.position, 'entry', app.change_entry(c)) order by c.position), '[]')
    into v_rows
    from (select * from app.incident_changes n where n.position > v_after order by n.position limit v_limit + 1) c;
  return jsonb_build_object(
    'data', jsonb_path_query_array(v_rows - v_limit, '$[*].entry ? (@ != null)'),
    'more', jsonb_array_length(v_rows) > v_limit,
    'next', jsonb_build_object('v', coalesce((v_rows - v_limit -> -1 ->> 'version')::bigint, v_after)),
    'asOf', app.instant(app.now()));
end
$$;
grant execute on function api.list_incident_changes to authenticated, api_server;

-- One change as returned, or null where nothing is public any more.
create function app.change_entry(p_change app.incident_changes)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_entry jsonb := jsonb_build_object('version', p_change.position, 'incidentId', p_change.incident_id);
  v_state jsonb := app.public_state(p_change.incident_id);
  v_gone  jsonb := app.gone_entry(p_change.incident_id);
begin
  if v_state is not null then
    return v_entry || jsonb_build_object('change', 'upsert', 'incident', v_state);
  end if;
  return v_entry || v_gone || '{"change": "gone"}';
end
$$;
