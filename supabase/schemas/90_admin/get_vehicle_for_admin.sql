-- A vehicle as its page in the console shows it: with what was merged into it, newest first.
create function app.vehicle_for_admin(p_id uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (select app.edited_vehicle_view(v) from app.vehicles v where v.id = p_id) || jsonb_build_object('merges', (
    select coalesce(jsonb_agg(jsonb_build_object(
             'id', v.id, 'plate', v.plate, 'publicCode', v.public_code, 'mergedAt', app.instant(m.merged_at),
             'moved', m.moved) order by m.merged_at desc, v.id), '[]')
      from app.vehicle_merges m join app.vehicles v on v.id = m.from_id
     where m.into_id = p_id));
end
$$;

-- One vehicle for admins; for a merged one the one that it was merged into. Definer as above.
-- Fails with: unauthenticated, role_required, not_found
create function api.get_vehicle_for_admin(p_id uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_id uuid;
begin
  perform app.require_role('admin');
  select coalesce(v.merged_into, v.id) into v_id from app.vehicles v where v.id = p_id;
  perform app.require_found(v_id is not null);
  return app.vehicle_for_admin(v_id);
end
$$;
grant execute on function api.get_vehicle_for_admin to authenticated;
