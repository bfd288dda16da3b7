import { openPglite, prepare } from '../database/index.ts'
import { testCalls } from './test/calls.ts'

testCalls(async () => {
  const { database } = await openPglite()
  await prepare(database)
  return database
})
