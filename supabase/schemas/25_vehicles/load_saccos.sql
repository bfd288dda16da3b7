-- Import a register of operators: [{registerNo, name}]. Existing entries are unchanged, so loading it again adds
-- nothing. A new number is added to the group that has that name or alias and no number yet, else to a new group; two
-- entries of one name remain two groups until an admin merges them. A name that changed in the register renames the
-- group, unless it was renamed manually since. A group has its name as riders write it, the register as it is filed.
--
-- The lock: changes of group names are serialized.
-- Definer: nobody may touch the tables directly.
-- Fails with: invalid_request
create function api.load_saccos(p_rows jsonb)
returns jsonb language plpgsql security definer set search_path = ''
set statement_timeout = '2min'
as $$
declare
  v_row    record;
  v_done   text;
  v_report jsonb := '{"added": 0, "matched": 0, "renamed": 0, "unchanged": 0}';
begin
  if jsonb_typeof(p_rows) is distinct from 'array' then
    perform app.fail('invalid_request', '{"path": "rows"}');
  end if;
  perform pg_advisory_xact_lock(hashtext('sacco_aliases'));
  for v_row in
    select r.row ->> 'registerNo' as register_no, r.row ->> 'name' as name, r.n
      from jsonb_array_elements(p_rows) with ordinality r (row, n) order by r.n
  loop
    if not coalesce(char_length(v_row.register_no) between 1 and 40 and char_length(v_row.name) between 2 and 120
                    and app.search_key(v_row.name) <> '', false) then
      perform app.fail('invalid_request', jsonb_build_object('path', 'rows.' || v_row.n - 1));
    end if;
    v_done := app.load_registered_sacco(v_row.register_no, v_row.name);
    v_report := jsonb_set(v_report, array[v_done], to_jsonb((v_report ->> v_done)::int + 1));
  end loop;
  return v_report;
end
$$;
grant execute on function api.load_saccos to operator_server;

create function app.load_registered_sacco(p_register_no text, p_name text)
returns text language plpgsql set search_path = '' as $$
declare
  v_known app.sacco_register;
  v_sacco uuid;
begin
  select * into v_known from app.sacco_register r where r.register_no = p_register_no;
  if v_known.name = p_name then
    return 'unchanged';
  elsif v_known.register_no is not null then
    update app.sacco_register r set name = p_name where r.register_no = p_register_no;
    update app.saccos s set name = app.sacco_name(p_name)
     where s.id = v_known.sacco_id and s.name = app.sacco_name(v_known.name);
    return 'renamed';
  end if;
  v_sacco := (
    select n.id
      from (select s.id from app.saccos s
             where s.merged_into is null and app.search_key(s.name) = app.search_key(p_name)
            union all
            select a.sacco_id from app.sacco_aliases a where a.alias_key = app.search_key(p_name)) n
     where not exists (select from app.sacco_register r where r.sacco_id = n.id)
     limit 1);
  if v_sacco is not null then
    insert into app.sacco_register (register_no, name, sacco_id) values (p_register_no, p_name, v_sacco);
    return 'matched';
  end if;
  insert into app.saccos (slug, name) values (app.new_sacco_slug(p_name), app.sacco_name(p_name))
  returning id into v_sacco;
  insert into app.sacco_register (register_no, name, sacco_id) values (p_register_no, p_name, v_sacco);
  return 'added';
end
$$;

-- A unique slug: the name in lower case, with a number appended where that is taken.
create function app.new_sacco_slug(p_name text)
returns text language plpgsql stable set search_path = '' as $$
declare
  v_slug text := trim(both '-' from left(regexp_replace(app.name_key(p_name), '[^a-z0-9]+', '-', 'g'), 70));
begin
  return (
    select c.slug
      from (select coalesce(nullif(v_slug, ''), 'group') || case when n > 1 then '-' || n else '' end as slug, n
              from generate_series(1, 10000) n) c
     where not exists (select from app.saccos s where s.slug = c.slug)
     order by c.n limit 1);
end
$$;
