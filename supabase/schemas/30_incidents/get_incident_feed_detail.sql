-- One incident, live or over, as far as it is public.
--
-- An id that was public is never forgotten: withdrawn and merged incidents say so, with the reason or the id that they
-- went into. An id that never was public does not exist for the caller.
-- Definer: the read model is not readable directly.
-- Fails with: not_found, incident_gone
create function api.get_incident_feed_detail(p_id uuid)
returns json
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_now      timestamptz := app.now();
  v_incident app.incidents;
  v_row      app.incident_feed;
  v_body     json;
begin
  select * into v_incident from app.incidents i where i.id = p_id;
  if v_incident.id is null or (v_incident.published_at <= v_now) is distinct from true then
    perform app.fail('not_found');
  end if;
  if v_incident.lifecycle in ('merged', 'retracted') then
    perform app.fail('incident_gone', jsonb_build_object('reason', coalesce(v_incident.gone_reason, v_incident.lifecycle),
                                                         'mergedInto', v_incident.merged_into));
  end if;
  select * into v_row from app.incident_feed f
   where f.incident_id = p_id and f.visible_from <= v_now
   order by f.visible_from desc
   limit 1;
  if v_row.incident_id is null then
    select h.body into v_body from app.incident_history h where h.incident_id = p_id and h.visible_from <= v_now;
    if not found then
      perform app.fail('not_found');
    end if;
    return v_body;
  end if;
  if v_row.visible_until <= v_now then
    return (v_row.body::jsonb || '{"lifecycle": "expired"}')::json;
  end if;
  return v_row.body;
end
$$;
grant execute on function api.get_incident_feed_detail to authenticated, service_role;
