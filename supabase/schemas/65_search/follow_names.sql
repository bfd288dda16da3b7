-- Rewrite the names of some entities of one kind (null: of all of that kind).
--
-- The lock: two transactions that change the aliases of one group at once would each write only the names that they
-- see. The second waits here, and then sees the changes of the first. A vehicle's names are all in its own row, which
-- its writer locks; the network has one writer at a time.
create function app.index_names(p_kind text, p_ids uuid[])
returns void language plpgsql set search_path = '' as $$
begin
  if p_kind = 'sacco' then
    perform from app.saccos s where s.id = any (p_ids) order by s.id for no key update;
  end if;
  delete from app.search_documents d where d.kind = p_kind and (p_ids is null or d.subject_id = any (p_ids));
  insert into app.search_documents (kind, subject_id, name, name_key, is_title, weight, geom)
  select distinct on (k.subject_id, k.name_key) p_kind, k.subject_id, k.name, k.name_key, k.is_title, k.weight, k.geom
    from (select n.*, app.search_key(n.name) as name_key from app.names_of(p_kind, p_ids) n) k
   where k.name_key <> ''
   order by k.subject_id, k.name_key, k.is_title desc, k.name;
  insert into app.search_words (word)
  select distinct w.word
    from app.search_documents d, unnest(string_to_array(d.name_key, ' ')) w (word)
   where d.kind = p_kind and (p_ids is null or d.subject_id = any (p_ids))
     and char_length(w.word) between 3 and 100 and w.word !~ '[0-9]'
   order by w.word
  on conflict do nothing;
end
$$;

-- Statement trigger on a source table: rewrites the names of the affected entities. The trigger's arguments are the
-- kind, and a query for the ids over the old and new rows.
create function app.follow_names()
returns trigger language plpgsql set search_path = '' as $$
declare
  v_ids uuid[];
begin
  if tg_op = 'TRUNCATE' then
    perform app.index_names(tg_argv[0], null);
    return null;
  end if;
  execute format(
    'select array_agg(distinct q.id) from (%s) q (id) where q.id is not null',
    case tg_op
      when 'INSERT' then format(tg_argv[1], 'rows_now')
      when 'DELETE' then format(tg_argv[1], 'rows_before')
      else format(tg_argv[1], 'rows_before') || ' union ' || format(tg_argv[1], 'rows_now') end) into v_ids;
  if v_ids is not null then
    perform app.index_names(tg_argv[0], v_ids);
  end if;
  return null;
end
$$;

-- The source tables of names. A trigger with transition tables can have one event only, so each source has four.
do $$
declare
  v_source record;
  v_event  record;
begin
  for v_source in
    select * from (values
      ('vehicles',           'vehicle',  'select c.id from %I c'),
      ('saccos',             'sacco',    'select c.id from %I c'),
      ('sacco_aliases',      'sacco',    'select c.sacco_id from %I c'),
      ('routes',             'route',    'select c.id from %I c'),
      ('trips',              'route',    'select c.route_id from %I c'),
      ('shapes',             'route',    'select t.route_id from %I c join app.trips t on t.shape_id = c.id'),
      ('corridors',          'corridor', 'select c.id from %I c'),
      ('points_of_interest', 'stop',     'select c.id from %I c')
    ) s (name, kind, ids)
  loop
    for v_event in
      select * from (values
        ('insert',   'referencing new table as rows_now'),
        ('update',   'referencing old table as rows_before new table as rows_now'),
        ('delete',   'referencing old table as rows_before'),
        ('truncate', '')
      ) e (name, referencing)
    loop
      execute format('create trigger search_follows_%s after %s on app.%I %s for each statement execute function app.follow_names(%L, %L)',
        v_event.name, v_event.name, v_source.name, v_event.referencing, v_source.kind, v_source.ids);
    end loop;
  end loop;
end
$$;
