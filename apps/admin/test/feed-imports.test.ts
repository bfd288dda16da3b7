import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as check from '../app/api/feed-imports/[id]/check/route.ts'
import { type Console, openConsole } from './console.ts'

let console: Console
beforeAll(async () => {
  console = await openConsole()
})
afterAll(() => console.stack.close())

test('reads a file in a process of its own, and says what is wrong with one that is no feed', async () => {
  const params = { id: randomUUID() }
  const query = '?feed=small&fileName=feed.zip'
  const body = new Uint8Array(Buffer.from('not a zip file'))
  expect(await console.call(check.POST, 'POST', { params, query, body })).toMatchObject({
    status: 200,
    body: { state: 'broken', problems: [{ file: 'feed.zip', line: null }] },
  })
  expect((await console.call(check.POST, 'POST', { as: 'eve', params, query, body })).status).toBe(403)
})
