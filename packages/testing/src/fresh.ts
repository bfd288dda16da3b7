import type { Queryable } from '@salama/local-supabase/database'

// Every journey has a database of its own: the rows of all tables as they were when the stack started. A copy of each
// table is kept in a schema beside the others, and what has changed since is put back from it in one transaction. That
// takes 15 to 200 ms on PostgreSQL and 30 to 300 ms of a core on PGlite, for which a new copy of the database takes seconds.

/** The tables and sequences of the application, of Auth and of Storage. */
const NAMES = `select c.oid::regclass::text as name, c.relkind as kind from pg_class c
                where c.relnamespace::regnamespace::text in ('app', 'auth', 'storage') and c.relkind in ('r', 'S')
                order by 1`

/** Keeps the rows as they are now. The returned function restores them. */
export async function keepRows(database: Queryable): Promise<() => Promise<void>> {
  const found = await database.query<{ name: string; kind: 'r' | 'S' }>(NAMES)
  const [tables, sequences] = ['r', 'S'].map((kind) => found.filter((each) => each.kind === kind))
  await database.exec(
    [
      'drop schema if exists kept cascade; create schema kept',
      'create table kept.tables (name text primary key, copy text, columns text, rows bigint)',
      'create table kept.sequences (name text, last_value bigint, is_called boolean)',
      'create table kept.since (xid bigint)',
      'insert into kept.since values (0)',
      ...(sequences ?? []).map(
        ({ name }) => `insert into kept.sequences select '${name}', last_value, is_called from ${name}`,
      ),
      ...(tables ?? []).map(({ name }) => `create table ${copyOf(name)} as table ${name}`),
      ...(tables ?? []).map(
        ({ name }) => `insert into kept.tables
          select '${name}', '${copyOf(name)}', string_agg(quote_ident(attname), ', '), (select count(*) from ${name})
            from pg_attribute where attrelid = '${name}'::regclass and attnum > 0 and not attisdropped
             and attgenerated = ''`,
      ),
      RESTORE,
      REMEMBER,
    ].join(';\n'),
  )
  return async () => {
    await database.exec('select kept.restore()')
    await database.exec(REMEMBER)
  }
}

const copyOf = (name: string) => `kept."${name.replaceAll('"', '')}"`

/** What later transactions write has this number or a higher one. */
const REMEMBER = 'update kept.since set xid = pg_snapshot_xmin(pg_current_snapshot())::text::bigint'

/**
 * A changed table has another number of rows, or a row of a transaction since. No trigger runs and no foreign key is
 * checked: the rows fitted together when they were kept. The lock waits for writes that are still in progress.
 */
const RESTORE = `
create function kept.restore() returns void language plpgsql set session_replication_role = replica as $$
declare
  v_table kept.tables;
  v_is_changed boolean;
begin
  execute (select 'lock table ' || string_agg(name, ', ' order by name) || ' in exclusive mode' from kept.tables);
  for v_table in select * from kept.tables loop
    execute format('select count(*) <> %s or bool_or(xmin::text::bigint >= %s) from %s',
                   v_table.rows, (select xid from kept.since), v_table.name) into v_is_changed;
    continue when v_is_changed is not true;
    execute format('delete from %s', v_table.name);
    execute format('insert into %s (%s) overriding system value select %2$s from %s',
                   v_table.name, v_table.columns, v_table.copy);
  end loop;
  perform setval(name::regclass, last_value, is_called) from kept.sequences;
end $$`
