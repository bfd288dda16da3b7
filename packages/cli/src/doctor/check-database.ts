import objects from '@salama/domain/database-objects' with { type: 'json' }
import { openPostgres, type Queryable, serverFaults } from '@salama/local-supabase/database'
import { findDemoAccounts } from '@salama/local-supabase/demo-accounts'
import { readMigrations, refuseUnknown } from '@salama/local-supabase/migrations'
import { REMOVE_DEMO } from '../../../processes/src/demo.mjs'
import { messageOf, whyNoDatabase } from '../outcome.ts'
import { type Finding, fault, ok, warning } from './finding.ts'

const MOST_DRIFT_S = 5

/** Reads only. What comes later is not asked where something before it is missing. */
export async function checkDatabase(url: string): Promise<Finding[]> {
  const { database } = openPostgres(url, 1)
  try {
    const faults = await serverFaults(database)
    if (faults.length > 0) return faults.map(({ what, mend }) => fault('database', what, mend))
    return [...(await checkSchema(database)), await checkClock(database)]
  } catch (error) {
    return [fault('database', whyNoDatabase(error) ?? messageOf(error), 'start PostgreSQL, or correct DATABASE_URL')]
  } finally {
    await database.close()
  }
}

async function checkSchema(database: Queryable): Promise<Finding[]> {
  const known = readMigrations()
  const applied = await refuseUnknown(database, known).catch((error: unknown) => messageOf(error))
  if (typeof applied === 'string') return [fault('migrations', applied, 'see above')]
  const pending = known.filter(({ version }) => !applied.some((each) => each.version === version))
  if (pending.length > 0)
    return [warning('migrations', `${pending.length} not applied yet`, 'npx salama migrate, or start the service')]
  const [row] = await database.query<{ missing: string[] }>('select to_json(api.list_missing($1)) as missing', [
    objects,
  ])
  const missing = row?.missing ?? []
  const demo = (await findDemoAccounts(database)).map(({ email }) => email)
  return [
    missing.length > 0
      ? fault('schema', `missing: ${missing.join(', ')}`, 'restore the backup again, into a new database')
      : ok('schema', 'as this release needs it'),
    demo.length > 0
      ? fault('accounts', `with the public password of the demo: ${demo.join(', ')}`, `npm start -- ${REMOVE_DEMO}`)
      : ok('accounts', 'none of the demo'),
  ]
}

async function checkClock(database: Queryable): Promise<Finding> {
  const [row] = await database.query<{ ms: number }>(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as ms',
  )
  const drift = Math.abs(Date.now() - (row?.ms ?? 0)) / 1000
  return drift > MOST_DRIFT_S
    ? fault(
        'clock',
        `${drift.toFixed(0)} s from the database's`,
        'turn on NTP on both machines: timedatectl set-ntp true',
      )
    : ok('clock', 'that of the database')
}
