-- Retire an operator group: it is not offered or found any more. Its page, its vehicles and their history stay, and its
-- names stay taken. Idempotent.
--
-- The lock: changes of groups are serialized. Definer: nobody may touch the table directly.
-- Fails with: unauthenticated, role_required, not_found, invalid_request
create function api.retire_sacco(p_id text, p_reason text)
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  return app.set_sacco_retired(app.require_role('admin'), p_id, p_reason, true);
end
$$;
grant execute on function api.retire_sacco to authenticated;

-- Bring a retired operator group back. Lock, definer and failures as above.
-- Fails with: unauthenticated, role_required, not_found, invalid_request
create function api.restore_sacco(p_id text, p_reason text)
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  return app.set_sacco_retired(app.require_role('admin'), p_id, p_reason, false);
end
$$;
grant execute on function api.restore_sacco to authenticated;

create function app.set_sacco_retired(p_admin uuid, p_id text, p_reason text, p_retired boolean)
returns jsonb language plpgsql set search_path = '' as $$
declare
  v_sacco app.saccos;
begin
  perform app.check_reason(p_reason);
  perform pg_advisory_xact_lock(hashtext('sacco_aliases'));
  v_sacco := app.find_sacco(p_id);
  if (v_sacco.retired_at is not null) <> p_retired then
    update app.saccos s set retired_at = case when p_retired then app.now() end
     where s.id = v_sacco.id returning * into v_sacco;
    if p_retired then
      perform app.audit(p_admin, 'sacco.retired', 'sacco', v_sacco.id::text, btrim(p_reason));
    else
      perform app.audit(p_admin, 'sacco.restored', 'sacco', v_sacco.id::text, btrim(p_reason));
    end if;
  end if;
  return app.sacco_for_admin(v_sacco);
end
$$;
