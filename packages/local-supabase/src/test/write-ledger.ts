/** Inserts rows until it is killed, each in its own transaction, and sends the id of each after the commit. */
import { maintain } from '../maintenance.ts'
import { openStorage } from '../storage.ts'

const dataDir = process.argv[2] ?? ''
const { database } = await openStorage({ dataDir, demo: false, log: () => {} })
await database.exec('create table ledger (id int primary key, text text, n int default 0)')
for (let id = 1; ; id++) {
  await database.query(`insert into ledger values ($1, repeat('x', 500))`, [id])
  await database.query('update ledger set n = n + 1 where id % 100 = $1 % 100', [id])
  process.send?.(id)
  // Far more often than in the service, so that the end meets it.
  if (id % 50 === 0) await maintain(database, 100_000)
  // PGlite resolves within the same turn of the event loop: without a pause nothing else would run.
  await new Promise((resolve) => setImmediate(resolve))
}
