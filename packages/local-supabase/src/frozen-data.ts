import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { type Database, openPglite, prepare } from './database/index.ts'
import { type Migration, migrate } from './migrations.ts'
import { MIGRATIONS } from './paths.ts'
import { demoSnapshot, seedDemo } from './seed/index.ts'
import { seedRatings } from './seed/ratings.ts'
import { seedStory } from './seed/story.ts'
import { seedWaiting } from './seed/waiting.ts'
import { readSeededRows, rowsToWrite } from './seeded-rows.ts'

/**
 * The rows of the demo when the migrations were first frozen, in a file beside them. Today's seed calls today's
 * functions, which an older database does not have.
 */
const FILE = /^frozen-data-(\d{14})\.sql\.gz$/

export type UsedDatabase = { database: Database /** Its last migration. */; version: string }

/** An in-memory database with the demo as it was then; before any freeze, after the first migration. */
export async function openUsedDatabase(migrations: Migration[]): Promise<UsedDatabase> {
  const file = readdirSync(MIGRATIONS).find((name) => FILE.test(name))
  const version = FILE.exec(file ?? '')?.[1] ?? migrations[0]?.version ?? ''
  if (!file && migrations.length === 1) return { database: await openDemo(), version }
  const { database } = await openPglite()
  await prepare(database)
  const then = migrations.filter((each) => each.version <= version)
  await migrate(database, then)
  if (file) {
    await database.exec(gunzipSync(readFileSync(`${MIGRATIONS}/${file}`)).toString())
  } else {
    await seedDemo(database)
    await tell(database)
  }
  return { database, version }
}

/** Writes today's demo to that file, unless it exists. */
export async function saveUsedDatabase(migrations: Migration[]): Promise<void> {
  const version = migrations.at(-1)?.version
  if (!version || readdirSync(MIGRATIONS).some((name) => FILE.test(name))) return
  const database = await openDemo()
  const rows = await readSeededRows(database).finally(() => database.close())
  const script = [
    'set session_replication_role = replica;',
    `truncate ${[...rows.keys()].join(', ')} cascade;`,
    ...rowsToWrite(new Map(), rows).map(({ sql }) => sql),
    'set session_replication_role = origin;',
    COUNT_ON,
  ]
  writeFileSync(`${MIGRATIONS}/frozen-data-${version}.sql.gz`, gzipSync(script.join('\n'), { level: 9 }))
}

async function openDemo(): Promise<Database> {
  const { database } = await openPglite({ dump: await demoSnapshot() })
  await tell(database)
  return database
}

async function tell(database: Database): Promise<void> {
  await seedRatings(database)
  await seedStory(database)
  await seedWaiting(database)
}

/** Sequences continue after the restored values. */
const COUNT_ON = `
  do $$
  declare
    v_column record;
  begin
    for v_column in
      select a.attrelid::regclass as relation, a.attname as name
        from pg_attribute a join pg_class c on c.oid = a.attrelid
       where c.relnamespace = 'app'::regnamespace and c.relkind = 'r' and a.attidentity <> '' and not a.attisdropped
    loop
      execute format('select setval(pg_get_serial_sequence(%L, %L), coalesce(max(%I), 1), max(%I) is not null) from %s',
        v_column.relation, v_column.name, v_column.name, v_column.name, v_column.relation);
    end loop;
  end
  $$;`
