-- Create an operator group that no register has. Its name must not be that of another group, as for aliases. A retry
-- with the same Idempotency-Key creates nothing and returns the first response.
--
-- The lock: changes of group names are serialized. Definer: nobody may touch the table directly.
-- Fails with: unauthenticated, role_required, invalid_request, alias_taken, idempotency_key_reused
create function api.create_sacco(p_name text, p_idempotency_key text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin   uuid := app.require_role('admin');
  v_request jsonb := jsonb_build_array('create_sacco', p_name);
  v_answer  jsonb := app.replayed_response(v_admin, p_idempotency_key, v_request);
  v_sacco   app.saccos;
begin
  if v_answer is not null then
    return v_answer;
  end if;
  perform pg_advisory_xact_lock(hashtext('sacco_aliases'));
  perform app.check_sacco_name(btrim(p_name), null);
  insert into app.saccos (slug, name) values (app.new_sacco_slug(btrim(p_name)), btrim(p_name)) returning * into v_sacco;
  perform app.audit(v_admin, 'sacco.created', 'sacco', v_sacco.id::text, null, jsonb_build_object('name', v_sacco.name));
  return app.save_response(v_admin, p_idempotency_key, v_request, app.sacco_for_admin(v_sacco));
end
$$;
grant execute on function api.create_sacco to authenticated;

-- Rename an operator group. The earlier name stays as an alias, so that it is still found; the slug stays too, because
-- links hold it. Renaming to the current name changes nothing. Lock and definer as above.
-- Fails with: unauthenticated, role_required, not_found, invalid_request, alias_taken
create function api.rename_sacco(p_id text, p_name text, p_reason text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin uuid := app.require_role('admin');
  v_sacco app.saccos;
  v_name  text := btrim(p_name);
begin
  perform app.check_reason(p_reason);
  perform pg_advisory_xact_lock(hashtext('sacco_aliases'));
  v_sacco := app.find_sacco(p_id);
  if v_sacco.name = v_name then
    return app.sacco_for_admin(v_sacco);
  end if;
  perform app.check_sacco_name(v_name, v_sacco.id);
  delete from app.sacco_aliases a where a.alias_key = app.search_key(v_name);
  insert into app.sacco_aliases (alias_key, alias, sacco_id)
  select app.search_key(v_sacco.name), v_sacco.name, v_sacco.id
   where app.search_key(v_sacco.name) not in ('', app.search_key(v_name))
  on conflict do nothing;
  update app.saccos s set name = v_name where s.id = v_sacco.id;
  perform app.audit(v_admin, 'sacco.renamed', 'sacco', v_sacco.id::text, btrim(p_reason),
                    jsonb_build_object('before', v_sacco.name, 'after', v_name));
  return app.sacco_for_admin((select s from app.saccos s where s.id = v_sacco.id));
end
$$;
grant execute on function api.rename_sacco to authenticated;

-- A name for a group: readable, and neither the name nor an alias of another one. Fails with: invalid_request, alias_taken
create function app.check_sacco_name(p_name text, p_sacco uuid)
returns void language plpgsql stable set search_path = '' as $$
declare
  v_key   text := app.search_key(p_name);
  v_owner uuid;
begin
  if (char_length(p_name) between 2 and 120 and v_key <> '' and app.is_one_line(p_name)) is distinct from true then
    perform app.fail('invalid_request', '{"path": "name"}');
  end if;
  select n.id into v_owner
    from (select s.id from app.saccos s where s.merged_into is null and app.search_key(s.name) = v_key
          union all
          select a.sacco_id from app.sacco_aliases a where a.alias_key = v_key) n
   where n.id is distinct from p_sacco limit 1;
  if v_owner is not null then
    perform app.fail('alias_taken', jsonb_build_object('sacco', app.sacco_ref(v_owner)));
  end if;
end
$$;
