import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as auditFile from '../app/api/audit-log/export/route.ts'
import * as applyFeed from '../app/api/feed-imports/[id]/apply/route.ts'
import * as checkOwnFeed from '../app/api/feed-imports/[id]/check-own/route.ts'
import * as feedImports from '../app/api/feed-imports/route.ts'
import { type Console, openConsole } from './console.ts'

let at: Console
beforeAll(async () => {
  at = await openConsole()
})
afterAll(() => at.stack.close())

const reason = 'For the test.'

test('finds no changes when the bundled feed is imported again, and applies and logs it', async () => {
  const params = { id: randomUUID() }
  const checked = await at.call(checkOwnFeed.POST, 'POST', { params })
  expect(checked).toMatchObject({
    status: 200,
    body: { state: 'checked', report: { routes: { added: 0, changed: 0, removed: 0, unchanged: 136 } } },
  })
  expect(await at.call(applyFeed.POST, 'POST', { params, body: { reason } })).toMatchObject({
    status: 200,
    body: { state: 'applied' },
  })
  expect((await at.call(feedImports.GET, 'GET')).body.data[0]).toMatchObject({ id: params.id, state: 'applied' })
  const file = await at.call(auditFile.GET, 'GET', { query: '?action=feed.import_applied' })
  expect(file.headers.get('content-type')).toContain('text/csv')
  expect(file.body).toContain('feed.import_applied')
})
