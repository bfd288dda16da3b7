-- Possible duplicates among operator groups, likeliest first: pairs with similar names, ignoring generic words (sacco,
-- limited, travellers …); a name of one is compared with each name and alias of the other. `score` is 1 for equal
-- names. The group with more vehicles is first, because merging keeps it. Only a suggestion: numbers (route 105, route
-- 106) distinguish groups of otherwise equal words, and pairs that an admin marked as different (api.keep_saccos_apart)
-- are not suggested again.
--
-- Definer: the tables are not readable directly.
-- Fails with: unauthenticated, role_required
create function api.list_sacco_duplicates(p_limit int default 50)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_role('admin');
  return (
    with names as materialized (
      select s.id, app.sacco_core(n.name) as core
        from app.saccos s,
             lateral (select s.name union select a.alias from app.sacco_aliases a where a.sacco_id = s.id) n (name)
       where s.merged_into is null and s.retired_at is null),
    pairs as (
      select a.id as a, b.id as b, max(extensions.similarity(a.core, b.core)) as score
        from names a join names b on a.id < b.id
       where a.core <> '' and b.core <> ''
         and app.digits_of(a.core) = app.digits_of(b.core)
         and extensions.similarity(a.core, b.core) >= 0.6
         and not exists (select from app.saccos_apart x where x.sacco_id = a.id and x.other_id = b.id)
       group by a.id, b.id
       order by 3 desc, 1, 2
       limit app.page_size(p_limit))
    select jsonb_build_object('data', coalesce(jsonb_agg(
             jsonb_build_object('score', round(p.score::numeric, 2), 'groups', (
               select jsonb_agg(app.sacco_for_admin(s) order by v.n desc, s.name, s.id)
                 from app.saccos s,
                      lateral (select count(*) as n from app.vehicles v where v.sacco_id = s.id) v
                where s.id in (p.a, p.b)))
             order by p.score desc, p.a, p.b), '[]'))
      from pairs p);
end
$$;
grant execute on function api.list_sacco_duplicates to authenticated;

-- The distinctive part of a group's name, without the generic words.
create function app.sacco_core(p_name text)
returns text language plpgsql stable set search_path = '' as $$
declare
  v_common text[] := coalesce((select c.company_words from app.city c), '{}');
begin
  return coalesce((
    select string_agg(w.word, ' ' order by w.n)
      from regexp_split_to_table(app.search_key(p_name), '\s+') with ordinality w (word, n)
     where w.word <> all (v_common)), '');
end
$$;

create function app.digits_of(p_text text)
returns text immutable
return regexp_replace(p_text, '[^0-9]+', ' ', 'g');

-- An operator group as admins see it. `merges` are the groups merged into it that can still be restored.
create function app.sacco_for_admin(p_sacco app.saccos)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return app.sacco_ref(p_sacco.id) || jsonb_build_object(
    'aliases', app.aliases_of(p_sacco) -> 'aliases',
    'vehicles', (select count(*) from app.vehicles v where v.sacco_id = p_sacco.id),
    'retiredAt', app.instant(p_sacco.retired_at),
    'registerNos', (
      select coalesce(jsonb_agg(r.register_no order by r.register_no), '[]')
        from app.sacco_register r where r.sacco_id = p_sacco.id),
    'merges', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'from', app.sacco_ref(m.from_id), 'mergedAt', app.instant(m.merged_at),
               'undoUntil', app.instant(m.merged_at + interval '7 days'), 'vehicles', cardinality(m.vehicle_ids))
               order by m.merged_at desc), '[]')
        from app.sacco_merges m
       where m.into_id = p_sacco.id and m.undone_at is null and m.merged_at > app.now() - interval '7 days'));
end
$$;

-- One operator group with its names, numbers and merges. Definer as above.
-- Fails with: unauthenticated, role_required, not_found
create function api.get_sacco_for_admin(p_id text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_role('admin');
  return app.sacco_for_admin(app.find_sacco(p_id));
end
$$;
grant execute on function api.get_sacco_for_admin to authenticated;

-- Mark two operator groups as different: they are not suggested as duplicates any more, and can still be merged.
-- Returns the first. Idempotent, in either order.
-- Definer: nobody may touch the tables directly.
-- Fails with: unauthenticated, role_required, invalid_request, not_found
create function api.keep_saccos_apart(p_id text, p_from uuid, p_reason text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin uuid := app.require_role('admin');
  v_sacco app.saccos;
  v_other app.saccos;
begin
  perform app.check_reason(p_reason);
  v_sacco := app.find_sacco(p_id);
  if not exists (select from app.saccos s where s.id = p_from) then
    perform app.fail('invalid_request', '{"path": "from", "code": "unknown_reference"}');
  end if;
  v_other := app.find_sacco(p_from::text);
  if v_other.id = v_sacco.id then -- merged by now
    perform app.fail('invalid_request', '{"path": "from", "code": "not_allowed_here"}');
  end if;
  insert into app.saccos_apart (sacco_id, other_id)
  values (least(v_sacco.id, v_other.id), greatest(v_sacco.id, v_other.id))
  on conflict do nothing;
  if found then
    perform app.audit(v_admin, 'sacco.kept_apart', 'sacco', v_sacco.id::text, btrim(p_reason),
                      jsonb_build_object('from', v_other.id, 'name', v_other.name));
  end if;
  return app.sacco_for_admin(v_sacco);
end
$$;
grant execute on function api.keep_saccos_apart to authenticated;
