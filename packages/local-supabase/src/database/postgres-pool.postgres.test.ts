import { afterAll, beforeAll, expect, it } from 'vitest'
import { findPostgres, startCluster } from '../../../processes/src/postgres.mjs'
import { type Database, openPostgres } from './index.ts'

let cluster: { url: string; stop: () => void }
let database: Database
beforeAll(async () => {
  cluster = await startCluster(findPostgres() ?? '')
  database = openPostgres(cluster.url, 1).database
})
afterAll(async () => {
  await database.close()
  cluster.stop()
})

it('leaves the connection usable after a failed statement', async () => {
  const [first] = await database.query('select pg_backend_pid() as pid')
  for (let i = 0; i < 300; i++) {
    await expect(database.query('select 1 / 0')).rejects.toMatchObject({ code: '22012' })
    expect(await database.query('select pg_backend_pid() as pid')).toEqual([first])
  }
})
