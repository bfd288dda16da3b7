import { openPglite, prepare } from '../database/index.ts'
import { testCalls } from './calls.fixture.ts'

testCalls(async () => {
  const { database } = await openPglite()
  await prepare(database)
  return database
})
