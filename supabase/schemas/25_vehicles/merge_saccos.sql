-- Merge two operator groups: the vehicles, aliases and register numbers of `p_from` (its id or slug) move to `p_into`,
-- and its name becomes an alias there. Its id and slug redirect to the other group from then on. Past versions of a
-- vehicle's facts keep the name that they had. Idempotent.
--
-- The locks: changes of group names are serialized, so two merges cannot merge two groups into each other. A
-- transaction that is adding a vehicle to either group (app.held_sacco) ends first; otherwise that vehicle would be
-- left behind, or the two would deadlock, because a new name updates the remaining group after its vehicles. The group
-- that is merged away is locked first, as there.
-- Definer: nobody may touch the tables directly.
-- Fails with: unauthenticated, role_required, invalid_request, not_found
create function api.merge_saccos(p_id text, p_into uuid, p_reason text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin uuid := app.require_role('admin');
  v_from  app.saccos;
  v_into  app.saccos;
begin
  perform app.check_reason(p_reason);
  perform pg_advisory_xact_lock(hashtext('sacco_aliases'));
  select * into v_from from app.saccos s where s.id = (select app.sacco_id_at(p_id)) for no key update;
  if v_from.id is null then
    perform app.fail('not_found');
  elsif not exists (select from app.saccos s where s.id = p_into) then
    perform app.fail('invalid_request', '{"path": "into", "code": "unknown_reference"}');
  end if;
  v_into := app.find_sacco(p_into::text);
  if (app.find_sacco(p_id)).id = v_into.id and v_from.id <> v_into.id then
    return app.sacco_for_admin(v_into); -- a repeat
  elsif v_from.merged_into is not null then
    perform app.fail('not_found');
  elsif v_from.id = v_into.id then
    perform app.fail('invalid_request', '{"path": "into", "code": "not_allowed_here"}');
  end if;
  perform from app.saccos s where s.id = v_into.id for no key update;
  perform app.move_sacco(v_from, v_into);
  perform app.audit(v_admin, 'sacco.merged', 'sacco', v_from.id::text, btrim(p_reason),
                    jsonb_build_object('into', v_into.id, 'from', v_from.name, 'name', v_into.name));
  return app.sacco_for_admin(v_into);
end
$$;
grant execute on function api.merge_saccos to authenticated;

-- Perform a merge, and record what it moved, so that it can be undone.
create function app.move_sacco(p_from app.saccos, p_into app.saccos)
returns void language plpgsql set search_path = '' as $$
declare
  v_merge app.sacco_merges;
  v_key   text := app.search_key(p_from.name);
begin
  with moved as (update app.vehicles v set sacco_id = p_into.id where v.sacco_id = p_from.id returning v.id)
  select coalesce(array_agg(m.id), '{}') into v_merge.vehicle_ids from moved m;
  with moved as (update app.sacco_aliases a set sacco_id = p_into.id where a.sacco_id = p_from.id returning a.alias_key)
  select coalesce(array_agg(m.alias_key), '{}') into v_merge.alias_keys from moved m;
  with moved as (update app.sacco_register r set sacco_id = p_into.id where r.sacco_id = p_from.id returning r.register_no)
  select coalesce(array_agg(m.register_no), '{}') into v_merge.register_nos from moved m;
  update app.saccos s set merged_into = p_into.id where s.id = p_from.id;
  v_merge.named := false;
  if v_key <> app.search_key(p_into.name) then
    insert into app.sacco_aliases (alias_key, alias, sacco_id) values (v_key, p_from.name, p_into.id)
    on conflict do nothing;
    v_merge.named := found;
  end if;
  insert into app.sacco_merges (from_id, into_id, merged_at, vehicle_ids, alias_keys, register_nos, named)
  values (p_from.id, p_into.id, app.now(), v_merge.vehicle_ids, v_merge.alias_keys, v_merge.register_nos, v_merge.named);
end
$$;

-- Undo a merge within seven days: the group is restored, with those of its vehicles, aliases and numbers that are still
-- where the merge put them. Returns it.
--
-- Locks and definer as above.
-- Fails with: unauthenticated, role_required, invalid_request, not_found, invalid_transition
create function api.undo_sacco_merge(p_id text, p_reason text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin uuid := app.require_role('admin');
  v_from  app.saccos;
  v_merge app.sacco_merges;
begin
  perform app.check_reason(p_reason);
  perform pg_advisory_xact_lock(hashtext('sacco_aliases'));
  select * into v_from from app.saccos s where s.id = (select app.sacco_id_at(p_id)) for no key update;
  perform app.require_found(v_from.id is not null);
  select * into v_merge from app.sacco_merges m
   where m.from_id = v_from.id and m.undone_at is null order by m.merged_at desc limit 1;
  if v_from.merged_into is null or (v_merge.merged_at > app.now() - interval '7 days') is distinct from true
     -- The group it was merged into was itself merged since, with everything moved: that merge has to be undone first.
     or exists (select from app.saccos s where s.id = v_merge.into_id and s.merged_into is not null)
  then
    perform app.refuse_move(case when v_from.merged_into is null then 'active' else 'merged' end, '{}');
  end if;
  perform from app.saccos s where s.id = v_merge.into_id for no key update;
  if v_merge.named then
    delete from app.sacco_aliases a where a.sacco_id = v_merge.into_id and a.alias_key = app.search_key(v_from.name);
  end if;
  update app.saccos s set merged_into = null where s.id = v_from.id returning * into v_from;
  update app.vehicles v set sacco_id = v_from.id where v.sacco_id = v_merge.into_id and v.id = any (v_merge.vehicle_ids);
  update app.sacco_aliases a set sacco_id = v_from.id
   where a.sacco_id = v_merge.into_id and a.alias_key = any (v_merge.alias_keys);
  update app.sacco_register r set sacco_id = v_from.id
   where r.sacco_id = v_merge.into_id and r.register_no = any (v_merge.register_nos);
  update app.sacco_merges m set undone_at = app.now() where m.id = v_merge.id;
  perform app.audit(v_admin, 'sacco.merge_undone', 'sacco', v_from.id::text, btrim(p_reason),
                    jsonb_build_object('into', v_merge.into_id, 'from', v_from.name));
  return app.sacco_for_admin(v_from);
end
$$;
grant execute on function api.undo_sacco_merge to authenticated;
