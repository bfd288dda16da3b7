import { getCurrentUser } from '@salama/domain/accounts'
import { getHealth } from '@salama/domain/health'
import { createRoute } from '@salama/http'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { appCaller } from './caller.ts'
import { readDevice, signDevice, withDevice } from './device.ts'
import { standIn } from './testing/stand-in.ts'

const NAME = 'salama-learning.device'
const DEVICE = 'q'.repeat(43)
const given = (value: string) => readDevice((name) => (name === NAME ? value : undefined))

describe('a device cookie', () => {
  test('is accepted as it was signed', () => {
    expect(given(signDevice(DEVICE))).toBe(DEVICE)
  })

  test.each([
    ['no signature', DEVICE],
    ['an empty signature', `${DEVICE}.`],
    ['a signature of another device', `${'r'.repeat(43)}.${signDevice(DEVICE).split('.')[1]}`],
    ['a changed signature', `${DEVICE}.${'A'.repeat(43)}`],
    ['a shortened signature', signDevice(DEVICE).slice(0, -1)],
    ['something after the signature', `${signDevice(DEVICE)}AAAA`],
    ['nothing', ''],
  ])('is ignored with %s', (_, value) => {
    expect(given(value)).toBeUndefined()
  })

  test('is rejected when it is another app’s', () => {
    const value = signDevice(DEVICE)
    expect(readDevice((name) => (name === 'salama-rider.device' ? value : undefined))).toBeUndefined()
  })
})

describe('a handler that needs a device', () => {
  let database: Awaited<ReturnType<typeof standIn>>
  beforeAll(async () => {
    database = await standIn(() => ({ status: 200, body: { registered: true } }))
    vi.stubEnv('SUPABASE_URL', database.url)
  })
  beforeEach(() => {
    database.state.asked = []
  })
  afterAll(() => database.close())

  const { POST } = createRoute(appCaller)({ POST: Object.assign(getHealth, {}) })
  const wants = withDevice(POST)
  const send = (headers: Record<string, string>, handler = wants) =>
    handler(new Request('http://localhost:3003/api/x', { method: 'POST', headers }), { params: Promise.resolve({}) })
  const own = { 'sec-fetch-site': 'same-origin' }

  test('creates and registers one for a new browser, in a persistent cookie', async () => {
    const response = await send(own)
    expect(response.status).toBe(200)
    const cookie = response.headers.get('set-cookie') ?? ''
    expect(cookie).toContain('; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax')
    const device = given(cookie.split(';')[0]?.slice(NAME.length + 1) ?? '')
    expect(device).toHaveLength(43)
    expect(database.state.asked).toMatchObject([{ path: '/rest/v1/rpc/register_device', body: { p_device: device } }])
  })

  test('uses the browser’s own, and registers it again if it was purged', async () => {
    const response = await send({ ...own, cookie: `other=1; ${NAME}=${signDevice(DEVICE)}` })
    expect(response.status).toBe(200)
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(database.state.asked).toMatchObject([{ path: '/rest/v1/rpc/register_device', body: { p_device: DEVICE } }])
  })

  test('creates none for a cross-site request or a rejected caller', async () => {
    const { POST: forUsers } = createRoute(appCaller)({ POST: getCurrentUser })
    const foreign = await send({ origin: 'https://eve.test' })
    const nobody = await send(own, withDevice(forUsers))
    expect([foreign.status, nobody.status]).toEqual([403, 401])
    expect([foreign, nobody].map((response) => response.headers.get('set-cookie'))).toEqual([null, null])
    expect(database.state.asked).toEqual([])
  })

  test('creates none for any other handler', async () => {
    expect((await send(own, POST)).headers.get('set-cookie')).toBeNull()
    expect(database.state.asked).toEqual([])
  })
})
