import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, openPostgres } from '@salama/local-supabase/database'
import { type Migration, migrate, readMigrations } from '@salama/local-supabase/migrations'
import type { Cluster } from './cluster.ts'
import { atMost, digits, once, type Part } from './results.ts'

const REPORTS = 1_000_000

/** As `npm run db:check` lets a migration do it, and beside it what it refuses. */
const STEPS: [what: string, sql: string, isRefused?: true][] = [
  ['a column with a default', `alter table app.reports add column made_up text not null default 'unknown';`],
  ['a function', 'create or replace function app.made_up() returns int language sql as $$select 1$$;'],
  [
    'a rule, not valid yet',
    'alter table app.reports add constraint made_up check (char_length(made_up) < 20) not valid;',
  ],
  ['the rule made valid', 'alter table app.reports validate constraint made_up;'],
  [
    'an index, concurrently',
    'drop index concurrently if exists app.made_up_index;\ncreate index concurrently made_up_index on app.reports (made_up, received_at);',
  ],
  ['refused: an index', 'create index made_up_slow on app.reports (made_up, received_at);', true],
  ['refused: another type', 'alter table app.reports alter column accuracy_m type numeric;', true],
]

/** How long reads and writes of a million reports wait while a migration is applied. */
export async function migrations(cluster: Cluster): Promise<Part> {
  const url = await cluster.keep('reports', { version: 1, rows: REPORTS }, cluster.template, fill)
  const { database } = openPostgres(url)
  const applied: Migration[] = []
  const rows: string[][] = []
  let longest = 0
  try {
    for (const [index, [what, sql, isRefused]] of STEPS.entries()) {
      applied.push({ version: String(29_990_101_000_000 + index), name: 'made_up', sql, checksum: sql })
      const { tookMs, readMs, writeMs } = await whileOthersWork(url, () =>
        migrate(database, [...readMigrations(), ...applied]),
      )
      if (!isRefused) longest = Math.max(longest, readMs, writeMs)
      rows.push([what, ...[tookMs, readMs, writeMs].map((ms) => digits(ms / 1000))])
    }
  } finally {
    await database.exec(UNDO)
    await database.close()
  }
  return {
    goals: [
      atMost(`the longest wait for a migration, ${REPORTS.toLocaleString('en')} reports`, once(longest / 1000), 1, 's'),
    ],
    tables: [
      {
        title: `Migrations at ${REPORTS.toLocaleString('en')} reports`,
        columns: ['', 's', 'longest read, s', 'longest write, s'],
        rows,
      },
    ],
  }
}

const UNDO = `
  drop index if exists app.made_up_index, app.made_up_slow; drop function if exists app.made_up();
  alter table app.reports drop constraint if exists made_up, drop column if exists made_up;
  alter table app.reports alter column accuracy_m type float8;
  delete from supabase_migrations.schema_migrations where name = 'made_up';
  delete from supabase_migrations.applied where version like '2999%';`

async function whileOthersWork(url: string, work: () => Promise<unknown>) {
  const others = openPostgres(url, 2).database
  const [report] = await others.query<{ id: string }>('select id from app.reports limit 1')
  let isOver = false
  const slowest = async (sql: string) => {
    let most = 0
    while (!isOver) {
      const startedMs = performance.now()
      await others.query(sql, [report?.id])
      most = Math.max(most, performance.now() - startedMs)
      await sleep(2)
    }
    return most
  }
  const waits = Promise.all([
    slowest('select state from app.reports where id = $1'),
    slowest('update app.reports set closed_at = closed_at where id = $1'),
  ])
  const startedMs = performance.now()
  await work().finally(() => {
    isOver = true
  })
  const tookMs = performance.now() - startedMs
  const [readMs, writeMs] = await waits
  await others.close()
  return { tookMs, readMs, writeMs }
}

/** Reports alone, without what each of them would set off. */
async function fill(database: Database): Promise<void> {
  await database.exec(`
    set session_replication_role = replica;
    insert into app.reports (id, content_hash, category, visibility, occurred_at, received_at, lat, lng, accuracy_m, note, state)
    select gen_random_uuid(), decode(md5(i::text), 'hex'), 'crash', 'public', now() - i * interval '1 minute',
           now() - i * interval '1 minute', -1.28 + i % 1000 / 1e4, 36.82 + i % 997 / 1e4, 20, 'A report of ' || i, 'published'
      from generate_series(1, ${REPORTS}) i;
    set session_replication_role = origin;
    analyze app.reports;`)
}
