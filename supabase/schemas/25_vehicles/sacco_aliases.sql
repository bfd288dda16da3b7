-- Add an alias to an operator group, by which search and the list of groups then find it. Each alias belongs to one
-- group only, and none is another group's own name. Idempotent. The audit event includes the alias itself: it is a
-- public name, and after its removal the log is the only record of it.
--
-- The lock: changes of aliases are serialized, because the check covers groups' names besides the aliases; the group is
-- looked up under the lock, as a concurrent merge may have redirected it.
-- Definer: nobody may touch the table directly.
-- Fails with: unauthenticated, role_required, not_found, invalid_request, alias_taken
create function api.add_sacco_alias(p_id text, p_alias text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user  uuid := app.require_role('admin');
  v_sacco app.saccos;
  v_alias text := btrim(p_alias);
  v_key   text := app.search_key(v_alias);
  v_owner uuid;
begin
  perform pg_advisory_xact_lock(hashtext('sacco_aliases'));
  v_sacco := app.find_sacco(p_id);
  if (char_length(v_alias) between 2 and 120) is distinct from true or v_key = '' then
    perform app.fail('invalid_request', '{"path": "alias"}');
  end if;
  select coalesce(
    (select s.id from app.saccos s
      where s.id <> v_sacco.id and s.merged_into is null and app.search_key(s.name) = v_key limit 1),
    (select a.sacco_id from app.sacco_aliases a where a.alias_key = v_key)) into v_owner;
  if v_owner <> v_sacco.id then
    perform app.fail('alias_taken', jsonb_build_object('sacco', app.sacco_ref(v_owner)));
  end if;
  if v_owner is null then
    insert into app.sacco_aliases (alias_key, alias, sacco_id) values (v_key, v_alias, v_sacco.id);
    perform app.audit(v_user, 'sacco.alias_added', 'sacco', v_sacco.id::text, null, jsonb_build_object('alias', v_alias));
  end if;
  return app.aliases_of(v_sacco);
end
$$;
grant execute on function api.add_sacco_alias to authenticated;

-- Remove an alias from an operator group, in any spelling. Idempotent. Lock, definer and audit as above.
-- Fails with: unauthenticated, role_required, not_found
create function api.remove_sacco_alias(p_id text, p_alias text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user  uuid := app.require_role('admin');
  v_sacco app.saccos;
  v_alias text;
begin
  perform pg_advisory_xact_lock(hashtext('sacco_aliases'));
  v_sacco := app.find_sacco(p_id);
  delete from app.sacco_aliases a where a.sacco_id = v_sacco.id and a.alias_key = app.search_key(p_alias)
  returning a.alias into v_alias;
  if found then
    perform app.audit(v_user, 'sacco.alias_removed', 'sacco', v_sacco.id::text, null, jsonb_build_object('alias', v_alias));
  end if;
  return app.aliases_of(v_sacco);
end
$$;
grant execute on function api.remove_sacco_alias to authenticated;

-- The aliases of an operator group. Definer as above.
-- Fails with: unauthenticated, role_required, not_found
create function api.list_sacco_aliases(p_id text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_role('admin');
  return app.aliases_of(app.find_sacco(p_id));
end
$$;
grant execute on function api.list_sacco_aliases to authenticated;

-- The operator group with an id or slug. Fails with: not_found
create function app.find_sacco(p_sacco text)
returns app.saccos language plpgsql stable set search_path = '' as $$
declare
  v_sacco app.saccos := app.sacco_at(p_sacco);
begin
  perform app.require_found(v_sacco.id is not null);
  return v_sacco;
end
$$;

-- The same, or null; for a merged group the one that it was merged into, so that old URLs still lead to the group.
create function app.sacco_at(p_sacco text)
returns app.saccos language plpgsql stable set search_path = '' as $$
declare
  v_sacco app.saccos;
begin
  v_sacco.merged_into := app.sacco_id_at(p_sacco);
  while v_sacco.merged_into is not null loop
    select * into v_sacco from app.saccos s where s.id = v_sacco.merged_into;
  end loop;
  return v_sacco;
end
$$;

-- The operator group of an id or slug, even if it was merged; null if there is none.
create function app.sacco_id_at(p_sacco text)
returns uuid language plpgsql stable set search_path = '' as $$
begin
  return (select s.id from app.saccos s where s.slug = lower(p_sacco) or s.id::text = lower(p_sacco) limit 1);
end
$$;

-- As app.sacco_at, for adding a vehicle to a group: locks the group against being merged until the transaction ends.
-- Call it before the vehicle is locked, as a merge locks the group before its vehicles. Null for null.
create function app.held_sacco(p_sacco uuid)
returns uuid language plpgsql set search_path = '' as $$
declare
  v_sacco app.saccos;
begin
  v_sacco.merged_into := p_sacco;
  while v_sacco.merged_into is not null loop
    select * into v_sacco from app.saccos s where s.id = v_sacco.merged_into for share;
  end loop;
  return v_sacco.id;
end
$$;

-- An operator group with all its other names, A to Z.
create function app.aliases_of(p_sacco app.saccos)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'sacco', app.sacco_ref(p_sacco.id),
    'aliases', (select coalesce(jsonb_agg(a.alias order by a.alias), '[]')
                  from app.sacco_aliases a where a.sacco_id = p_sacco.id));
end
$$;
