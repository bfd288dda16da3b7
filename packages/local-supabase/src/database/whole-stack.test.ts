import { expect, test } from 'vitest'
import { openPglite } from './open.ts'

test('answers after more failed statements than the stack has room for', async () => {
  const { database } = await openPglite()
  let failed = 0
  while (failed < 2000) await database.query('select missing()').catch(() => (failed += 1))
  expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
  await database.close()
})
