import { findPostgres, startCluster } from '../../../processes/src/postgres.mjs'
import { openPostgres, prepare } from '../database/index.ts'
import { testCalls } from './test/calls.ts'

testCalls(async () => {
  const cluster = await startCluster(findPostgres() ?? '')
  const { database } = openPostgres(cluster.url, 1)
  await prepare(database)
  return { ...database, close: () => database.close().finally(cluster.stop) }
})
