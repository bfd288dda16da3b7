-- One incident, live or over, as far as it is public; for a user also their own vote on it.
--
-- An id that was public always resolves: withdrawn and merged incidents return the reason or the id that they were
-- merged into. An id that was never public does not exist for the caller. Callers without a user (API keys) get no
-- vote.
-- Definer: the read model is not readable directly.
-- Fails with: not_found, incident_gone
create function api.get_incident_feed_detail(p_id uuid)
returns json language plpgsql stable security definer set search_path = '' as $$
declare
  v_user uuid := app.user_id();
  v_body json := app.public_state(p_id);
begin
  if v_body is null then
    perform app.fail_if_gone(p_id);
    perform app.fail('not_found');
  end if;
  if v_user is null then
    return v_body;
  end if;
  return (v_body::jsonb || jsonb_build_object('myVote', (
    select v.vote from app.incident_votes v where v.incident_id = p_id and v.user_id = v_user)))::json;
end
$$;
grant execute on function api.get_incident_feed_detail to authenticated, rider_server, api_server;

-- The public state of an incident now: its history row, else its live row, also when that has ended and was not swept
-- yet. Null for an incident that is not public, not yet, or not any more.
create function app.public_state(p_incident uuid)
returns json language plpgsql stable set search_path = '' as $$
declare
  v_now  timestamptz := app.now();
  v_row  app.incident_feed;
  v_body json;
begin
  if not exists (select from app.incidents i
                  where i.id = p_incident and i.published_at <= v_now and not app.is_gone(i)) then
    return null;
  end if;
  select h.body into v_body from app.incident_history h
   where h.incident_id = p_incident and h.visible_from <= v_now and h.visible_until > v_now;
  if found then
    return v_body;
  end if;
  select * into v_row from app.incident_feed f
   where f.incident_id = p_incident and f.visible_from <= v_now
   order by f.visible_from desc
   limit 1;
  return case when v_row.visible_until <= v_now then (v_row.body::jsonb || '{"lifecycle": "expired"}')::json
              else v_row.body end;
end
$$;

-- Fails with: incident_gone, with the reason or the id that it was merged into, if it was public before.
create function app.fail_if_gone(p_incident uuid)
returns void language plpgsql stable set search_path = '' as $$
declare
  v_gone jsonb := app.gone_entry(p_incident);
begin
  if v_gone is not null then
    perform app.fail('incident_gone', v_gone);
  end if;
end
$$;
