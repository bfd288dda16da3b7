import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let asked: string[]
let answers: Record<string, () => Response>
const none = { data: [], page: { nextCursor: null } }
const entries = (from: number, to: number, nextCursor: string | null) => ({
  data: Array.from({ length: to - from }, (_, n) => ({ id: String(from + n) })),
  page: { nextCursor },
})
const fieldState = (work: object = {}) => ({
  isSurveyor: true,
  isEligible: true,
  work: { session: null, mine: none, open: none, returned: none, recent: none, stats: {}, ...work },
})
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  vi.stubGlobal('document', { visibilityState: 'visible' })
  asked = []
  const page = { data: [], page: { nextCursor: null } }
  answers = {
    '/api/field-state': () => Response.json(fieldState()),
    '/api/field-names': () => Response.json({ saccos: [], routes: [] }),
    '/api/known-vehicles': () => Response.json({ saccos: [], routes: [], vehicles: {} }),
  }
  vi.stubGlobal('fetch', async (url: string) => {
    const [path = ''] = url.split('?')
    asked.push(path)
    return answers[path]?.() ?? Response.json(page)
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Loads the app fresh, with nothing in memory. */
async function opened() {
  vi.resetModules()
  return import('./refresh.ts')
}
const names = () => asked.filter((path) => path === '/api/field-names' || path === '/api/main-stages')

test('fetches names and stages once a day, however often the app is opened', async () => {
  expect(await (await opened()).refresh('chebet')).toBeNull()
  expect(await (await opened()).refresh('chebet')).toBeNull()
  expect(names()).toEqual(['/api/main-stages', '/api/field-names'])
  vi.setSystemTime(Date.now() + 25 * 3600 * 1000)
  await (await opened()).refresh('chebet')
  expect(names()).toHaveLength(4)
})

test('retries names after a failed request, and returns the reason', async () => {
  answers['/api/field-names'] = () => Response.json({ code: 'rate_limited' }, { status: 429 })
  const { refresh } = await opened()
  expect(await refresh('baraka')).toBe('rate_limited')
  delete answers['/api/field-names']
  expect(await refresh('baraka')).toBeNull()
  expect(names()).toHaveLength(4)
})

test('queues one refresh while another runs, shared by all callers', async () => {
  const { refresh } = await opened()
  await Promise.all([refresh('dalmas'), refresh('dalmas'), refresh('dalmas')])
  expect(asked.filter((path) => path === '/api/field-state')).toHaveLength(2)
})

test('fetches the remaining pages of a session', async () => {
  answers['/api/field-state'] = () =>
    Response.json(fieldState({ session: { id: 's' }, recent: entries(0, 100, 'rest') }))
  answers['/api/collection-entries'] = () => Response.json(entries(100, 130, null))
  expect(await (await opened()).refresh('fatuma')).toBeNull()
  const { fieldCacheOf } = await import('./field-cache.ts')
  expect((await fieldCacheOf('fatuma').get('server'))?.entries).toHaveLength(130)
  expect(asked.slice(0, 4)).toEqual([
    '/api/field-state',
    '/api/collection-entries',
    '/api/main-stages',
    '/api/field-names',
  ])
})

test('retries a busy server with backoff until it responds', async () => {
  answers['/api/field-state'] = () => Response.json({ code: 'rate_limited' }, { status: 429 })
  const { refresh, subscribeFailure, failureOf } = await opened()
  const times = () => asked.filter((path) => path === '/api/field-state').length
  expect(await refresh('gitau')).toBe('rate_limited')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(times()).toBe(1)
  await vi.advanceTimersByTimeAsync(5_500)
  await expect.poll(times).toBe(2)
  const heard = vi.fn()
  subscribeFailure(heard)
  expect(failureOf('gitau')).toBe('rate_limited')
  answers['/api/field-state'] = () => Response.json(fieldState())
  await vi.advanceTimersByTimeAsync(21_000)
  await expect.poll(() => heard.mock.calls.length).toBe(1)
  expect([times(), failureOf('gitau')]).toEqual([3, null])
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(times()).toBe(3)
})

test('does not retry while the page is hidden or the user is signed out', async () => {
  answers['/api/field-state'] = () => Response.json({ code: 'unavailable' }, { status: 503 })
  const { refresh } = await opened()
  await refresh('hassan')
  vi.stubGlobal('document', { visibilityState: 'hidden' })
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(asked).toHaveLength(1)
  vi.stubGlobal('document', { visibilityState: 'visible' })
  answers['/api/field-state'] = () => Response.json({ code: 'unauthenticated' }, { status: 401 })
  expect(await refresh('hassan')).toBe('unauthenticated')
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(asked).toHaveLength(2)
})

test('knows the state as long as the page is open when storage is unavailable', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('', 'SecurityError')
    },
  })
  const { refresh } = await opened()
  const { fieldCacheOf } = await import('./field-cache.ts')
  expect(await refresh('eve')).toBeNull()
  expect(await fieldCacheOf('eve').get('server')).toMatchObject({ isSurveyor: true })
})
