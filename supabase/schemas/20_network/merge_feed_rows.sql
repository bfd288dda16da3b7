-- Sync a table with a feed, in the same way for every kind of row.
--
-- The rows come from app.incoming_<kind>, which has the shape of app.<kind>; some read the staged rows of an import,
-- others derive theirs from tables that are already synced. Only changed rows are written, so an unchanged feed writes
-- nothing. Rows are compared byte by byte (record_image_ne), because geometry's equality does not compare exactly, and
-- text that is equal under a collation may still have changed. Keys and columns are read from the catalogue, so that
-- new columns are included automatically.

-- Sync several tables with a feed. Parents are written before children, and removed after them. Returns {kind: {added,
-- changed, removed, unchanged}}.
create function app.sync_feed_rows(p_kinds text[], p_import uuid, p_feed text)
returns jsonb language plpgsql set search_path = '' as $$
declare
  v_report jsonb := '{}';
begin
  for v_at in 1 .. cardinality(p_kinds) loop
    v_report := v_report || jsonb_build_object(p_kinds[v_at], app.merge_feed_rows(p_kinds[v_at], p_import, p_feed));
  end loop;
  for v_at in reverse cardinality(p_kinds) .. 1 loop
    v_report := jsonb_set(v_report, array[p_kinds[v_at], 'removed'],
      to_jsonb(app.remove_vanished_rows(p_kinds[v_at], p_import, p_feed)));
  end loop;
  return v_report;
end
$$;

-- Metadata of a table for the two functions below: its key, its writable columns, whether it retires its rows, and
-- which of its rows a feed owns ($2): by its own column `feed`, or by its parent's.
create function app.feed_table(
  p_kind text, out v_key text[], out v_columns text[], out v_retires boolean, out v_owned text)
language plpgsql stable set search_path = '' as $$
declare
  v_table constant regclass := format('app.%I', p_kind)::regclass;
begin
  select array_agg(a.attname::text order by array_position(i.indkey::int2[], a.attnum)) into v_key
    from pg_catalog.pg_index i
    join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey::int2[])
   where i.indrelid = v_table and i.indisprimary;
  select array_agg(a.attname::text order by a.attnum), bool_or(a.attname = 'retired_at') into v_columns, v_retires
    from pg_catalog.pg_attribute a
   where a.attrelid = v_table and a.attnum > 0 and not a.attisdropped and a.attgenerated = '';
  v_owned := case
    when 'feed' = any (v_columns) then 't.feed = $2'
    -- trip_id → app.trips
    else format('t.%I in (select o.id from app.%I o where o.feed = $2)', v_key[1], left(v_key[1], -3) || 's') end;
end
$$;

-- Write new and changed rows. A retired row that is back counts as added. Returns {added, changed, unchanged}. Analyze:
-- the next steps are a hundred times slower when PostgreSQL assumes an empty table, and the embedded database has no
-- autovacuum to update its statistics.
create function app.merge_feed_rows(p_kind text, p_import uuid, p_feed text)
returns jsonb language plpgsql set search_path = '' as $$
declare
  v_table  record := app.feed_table(p_kind);
  v_report jsonb;
begin
  execute format($sql$
    with incoming as materialized (select * from app.incoming_%1$I($1, $2)),
         due as materialized (
           select i.*, %2$s as is_new
             from incoming i left join app.%1$I t using (%3$s)
            where t.%4$I is null or record_image_ne(row(%5$s), row(%6$s))),
         written as (
           insert into app.%1$I (%7$s) select %7$s from due on conflict (%3$s) do %8$s)
    select jsonb_build_object(
      'added', (select count(*) from due where is_new),
      'changed', (select count(*) from due where not is_new),
      'unchanged', (select count(*) from incoming) - (select count(*) from due)) $sql$,
    p_kind,
    case when v_table.v_retires then format('(t.%I is null or t.retired_at is not null)', v_table.v_key[1])
         else format('(t.%I is null)', v_table.v_key[1]) end,
    (select string_agg(quote_ident(c), ', ') from unnest(v_table.v_key) c),
    v_table.v_key[1],
    (select string_agg('t.' || quote_ident(c), ', ') from unnest(v_table.v_columns) c),
    (select string_agg('i.' || quote_ident(c), ', ') from unnest(v_table.v_columns) c),
    (select string_agg(quote_ident(c), ', ') from unnest(v_table.v_columns) c),
    coalesce('update set ' || (
      select string_agg(format('%1$I = excluded.%1$I', c), ', ')
        from unnest(v_table.v_columns) c where c <> all (v_table.v_key)), 'nothing'))
  into v_report using p_import, p_feed;
  if (v_report ->> 'added')::int + (v_report ->> 'changed')::int > 0 then
    execute format('analyze app.%I', p_kind);
  end if;
  return v_report;
end
$$;

-- Retire or delete the feed's rows that are not in the import. Returns how many.
create function app.remove_vanished_rows(p_kind text, p_import uuid, p_feed text)
returns int language plpgsql set search_path = '' as $$
declare
  v_table record := app.feed_table(p_kind);
  v_count int;
begin
  execute format(
    case when v_table.v_retires then 'update app.%1$I t set retired_at = app.now() where t.retired_at is null and '
         else 'delete from app.%1$I t where ' end
      || '%2$s and not exists (select from app.incoming_%1$I($1, $2) i where (%3$s) = (%4$s))',
    p_kind,
    v_table.v_owned,
    (select string_agg('i.' || quote_ident(c), ', ') from unnest(v_table.v_key) c),
    (select string_agg('t.' || quote_ident(c), ', ') from unnest(v_table.v_key) c))
  using p_import, p_feed;
  get diagnostics v_count = row_count;
  return v_count;
end
$$;
