-- The versions of a vehicle's facts, newest first, with who saw it, when, in which session, and who approved it. The
-- current one is the newest of those seen when the vehicle was last checked.
--
-- Definer: no role may read facts.
-- Fails with: unauthenticated, role_required, not_found
create function api.list_vehicle_facts(p_id uuid, p_limit int default 20, p_after jsonb default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_limit   int := app.page_size(p_limit);
  v_vehicle app.vehicles;
  v_present int;
begin
  perform app.require_role('admin');
  select * into v_vehicle from app.vehicles v where v.id = p_id;
  perform app.require_found(found);
  v_present := app.version_in_force(v_vehicle);
  return app.page(array(
    select jsonb_build_object(
             'row', app.facts_for_admins(f) || jsonb_build_object('inForce', (f.version = v_present) is true),
             'key', jsonb_build_object('version', f.version))
      from app.vehicle_facts f
     where f.vehicle_id = p_id and (p_after is null or f.version < (p_after ->> 'version')::int)
     order by f.version desc
     limit v_limit + 1), v_limit);
end
$$;
grant execute on function api.list_vehicle_facts to authenticated;

create function app.facts_for_admins(p_facts app.vehicle_facts)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'version', p_facts.version,
    'plate', p_facts.plate,
    'fleetName', p_facts.fleet_name,
    'sacco', app.sacco_ref(p_facts.sacco_id),
    'saccoName', p_facts.sacco_name,
    'routes', (select coalesce(jsonb_agg(app.route_ref(r) order by r.short_name, r.slug), '[]')
                 from app.routes r where r.id = any (p_facts.route_ids)),
    'capacity', p_facts.capacity,
    'sticker', p_facts.sticker,
    'checks', p_facts.checks,
    'observedAt', app.instant(p_facts.observed_at),
    'surveyor', app.person_ref(p_facts.surveyor_id),
    'sessionId', p_facts.session_id,
    'entryId', p_facts.entry_id,
    'approvedAt', app.instant(p_facts.approved_at),
    'approvedBy', app.person_ref(p_facts.approved_by),
    'reason', p_facts.reason);
end
$$;
