import { randomUUID } from 'node:crypto'
import { CAST } from '@salama/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as closeAssignment from '../app/api/assignments/[id]/close/route.ts'
import * as assignments from '../app/api/assignments/route.ts'
import * as auditFile from '../app/api/audit-log/export/route.ts'
import * as applyFeed from '../app/api/feed-imports/[id]/apply/route.ts'
import * as checkFeed from '../app/api/feed-imports/[id]/check/route.ts'
import * as checkOwnFeed from '../app/api/feed-imports/[id]/check-own/route.ts'
import * as feedImport from '../app/api/feed-imports/[id]/route.ts'
import * as feedImports from '../app/api/feed-imports/route.ts'
import * as keepSaccosApart from '../app/api/saccos/[id]/apart/route.ts'
import * as mergeSaccos from '../app/api/saccos/[id]/merge/route.ts'
import * as splitSaccos from '../app/api/saccos/[id]/split/route.ts'
import * as roles from '../app/api/users/[userId]/roles/route.ts'
import * as sticker from '../app/api/vehicles/[id]/qr/route.ts'
import * as vehicle from '../app/api/vehicles/[id]/route.ts'
import * as posters from '../app/api/vehicles/posters/route.ts'
import { type Console, openConsole } from './console.ts'

const KIFARU = '0b000000-0000-4000-8000-000000000001'
const TAUSI = '0b000000-0000-4000-8000-000000000002'
const KZZ_101D = '0c000000-0000-4000-8000-000000000001'
const KZZ_102D = '0c000000-0000-4000-8000-000000000002'

let at: Console
beforeAll(async () => {
  at = await openConsole()
})
afterAll(() => at.stack.close())

const id = { id: KIFARU }
const reason = 'For the test.'
const ROUTES = [
  ['roles', roles.PUT, 'PUT', { params: { userId: CAST.baraka.id }, body: { roles: ['admin'], reason, version: 0 } }],
  ['merge', mergeSaccos.POST, 'POST', { params: id, body: { into: TAUSI, reason } }],
  ['keep apart', keepSaccosApart.PUT, 'PUT', { params: id, body: { from: TAUSI, reason } }],
  ['split', splitSaccos.POST, 'POST', { params: id, body: { reason } }],
  ['sticker', sticker.POST, 'POST', { params: { id: KZZ_101D }, body: { rotate: true, reason } }],
  ['posters', posters.POST, 'POST', { body: { ids: [KZZ_101D], sheet: 'poster' } }],
  [
    'vehicle',
    vehicle.PUT,
    'PUT',
    {
      params: { id: KZZ_101D },
      body: { plate: 'KZZ 101D', fleetName: null, saccoId: null, routeIds: [], capacity: null, reason, version: 0 },
    },
  ],
  ['close', closeAssignment.POST, 'POST', { params: { id: randomUUID() }, body: { reason } }],
  ['audit file', auditFile.GET, 'GET', {}],
  ['feeds', feedImports.GET, 'GET', {}],
  ['feed', feedImport.GET, 'GET', { params: { id: randomUUID() } }],
  ['discard', feedImport.DELETE, 'DELETE', { params: { id: randomUUID() } }],
  [
    'check',
    checkFeed.POST,
    'POST',
    { params: { id: randomUUID() }, query: '?feed=x&fileName=x', body: new Uint8Array(9) },
  ],
  ['check own', checkOwnFeed.POST, 'POST', { params: { id: randomUUID() } }],
  ['apply', applyFeed.POST, 'POST', { params: { id: randomUUID() }, body: { reason } }],
] as const

test.each(ROUTES)('%s accepts same-site requests of admins only', async (_, handler, method, ask) => {
  for (const [as, status, code] of [
    [null, 401, 'unauthenticated'],
    ['eve', 403, 'role_required'],
    ['chebet', 403, 'role_required'],
  ] as const)
    expect(await at.call(handler, method, { ...ask, as })).toMatchObject({ status, body: { code } })
  if (method !== 'GET') {
    const headers = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
    expect(await at.call(handler, method, { ...ask, headers })).toMatchObject({
      status: 403,
      body: { code: 'cross_site_request' },
    })
  }
  expect(await at.stack.query(`select from app.audit_log where reason = $1`, [reason])).toEqual([])
})

test('lets an admin assign roles, except to themselves', async () => {
  const give = (userId: string, version: number, role = 'surveyor') =>
    at.call(roles.PUT, 'PUT', { params: { userId }, body: { roles: [role], reason, version } })
  for (const _tap of ['first', 'second'])
    expect(await give(CAST.baraka.id, 0)).toMatchObject({
      status: 200,
      body: { roles: ['rider', 'surveyor'], version: 1 },
    })
  expect(await give(CAST.baraka.id, 0, 'admin')).toMatchObject({ status: 409, body: { code: 'version_conflict' } })
  expect(await give(CAST.dalmas.id, 0)).toMatchObject({ status: 403, body: { code: 'own_roles' } })
})

test('returns posters as a PDF with embedded fonts, and 404 for an unknown vehicle', async () => {
  const print = (ids: string[], sheet: string) => at.call(posters.POST, 'POST', { body: { ids, sheet } })
  for (const [sheet, pages] of [
    ['poster', 2],
    ['stickers', 1],
  ] as const) {
    const printed = await print([KZZ_101D, KZZ_102D], sheet)
    expect(printed.status).toBe(200)
    const file = Buffer.from(printed.body.pdf, 'base64').toString('latin1')
    expect(file.startsWith('%PDF-')).toBe(true)
    expect(file).toContain('AtkinsonHyperlegibleNext-Bold')
    expect(file).toContain(`/Count ${pages}`)
  }
  expect(await print([randomUUID()], 'poster')).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect(await print([], 'poster')).toMatchObject({ status: 422 })
})

test('creates one assignment for a repeated Idempotency-Key', async () => {
  const [stop] = await at.stack.query<{ id: string }>('select id from app.points_of_interest order by name limit 1')
  const ask = () =>
    at.call(assignments.POST, 'POST', {
      headers: { 'idempotency-key': 'one' },
      body: { kind: 'stage_count', title: 'Morning', titleSw: 'Asubuhi', place: { stopId: stop?.id }, slotCount: 2 },
    })
  const [first, again] = [await ask(), await ask()]
  expect(first).toMatchObject({ status: 201, body: { titleSw: 'Asubuhi' } })
  expect(again.body.id).toBe(first.body.id)
  expect(
    await at.call(closeAssignment.POST, 'POST', { params: { id: first.body.id }, body: { reason } }),
  ).toMatchObject({ status: 200, body: { closeReason: reason } })
})

test('reports the broken file of an invalid feed, cannot apply it, and returns 413 for an oversized one', async () => {
  const params = { id: randomUUID() }
  const query = '?feed=nairobi&fileName=holiday.zip'
  const broken = await at.call(checkFeed.POST, 'POST', { params, query, body: new Uint8Array(100) })
  expect(broken).toMatchObject({ status: 200, body: { state: 'broken', problems: [{ file: 'feed.zip', line: null }] } })
  expect(await at.call(applyFeed.POST, 'POST', { params, body: { reason } })).toMatchObject({
    status: 409,
    body: { code: 'invalid_transition' },
  })
  expect(
    await at.call(checkFeed.POST, 'POST', {
      params,
      query,
      headers: { 'content-length': '99000000' },
      body: new Uint8Array(33 * 1024 * 1024),
    }),
  ).toMatchObject({ status: 413, body: { code: 'body_too_large' } })
})
