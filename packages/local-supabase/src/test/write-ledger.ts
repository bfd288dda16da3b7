/** Inserts rows until it is killed, each in its own transaction, and sends the id of each after the commit. */
import { createBackup } from '../base-backup.ts'
import { vacuum } from '../maintenance.ts'
import { openStorage } from '../storage.ts'

const dataDir = process.argv[2] ?? ''
const { database } = await openStorage({ dataDir, demo: false, log: () => {} })
const [last] = await database.query<{ id: number }>('select coalesce(max(id), 0)::int as id from ledger')
// Far more often than in the service, so that copies overlap with it.
const maintain = async () => {
  for (;;) {
    await vacuum(database)
    await createBackup(database, dataDir)
    await new Promise((resolve) => setTimeout(resolve, 3000))
  }
}
maintain().catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})
for (let id = (last?.id ?? 0) + 1; ; id++) {
  await database.query(`insert into ledger values ($1, repeat('x', 500))`, [id])
  await database.query('update ledger set n = n + 1 where id % 100 = $1 % 100', [id])
  process.send?.(id)
  // PGlite resolves within the same turn of the event loop: without a pause nothing else would run.
  await new Promise((resolve) => setImmediate(resolve))
}
