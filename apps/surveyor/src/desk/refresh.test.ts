import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let asked: string[]
let answers: Record<string, () => Response>
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  asked = []
  const page = { data: [], page: { nextCursor: null } }
  answers = {
    '/api/me': () => Response.json({ roles: ['surveyor'] }),
    '/api/session': () => Response.json({ session: null }),
    '/api/field-names': () => Response.json({ saccos: [], routes: [] }),
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

/** The app as it is opened: nothing is in its memory. */
async function opened() {
  vi.resetModules()
  return import('./refresh.ts')
}
const names = () => asked.filter((path) => path === '/api/field-names' || path === '/api/main-stages')

test('names and stages are fetched once a day, however often the app is opened', async () => {
  expect(await (await opened()).refresh('chebet')).toBeNull()
  expect(await (await opened()).refresh('chebet')).toBeNull()
  expect(names()).toEqual(['/api/main-stages', '/api/field-names'])
  vi.setSystemTime(Date.now() + 25 * 3600 * 1000)
  await (await opened()).refresh('chebet')
  expect(names()).toHaveLength(4)
})

test('names that did not arrive are asked for the next time, and why is said', async () => {
  answers['/api/field-names'] = () => Response.json({ code: 'rate_limited' }, { status: 429 })
  const { refresh } = await opened()
  expect(await refresh('baraka')).toBe('rate_limited')
  delete answers['/api/field-names']
  expect(await refresh('baraka')).toBeNull()
  expect(names()).toHaveLength(4)
})

test('whoever asks while it is being fetched gets what is fetched after, and two such share one', async () => {
  const { refresh } = await opened()
  await Promise.all([refresh('dalmas'), refresh('dalmas'), refresh('dalmas')])
  expect(asked.filter((path) => path === '/api/me')).toHaveLength(2)
})

test('a phone that keeps nothing is said so, instead of being waited for', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('', 'SecurityError')
    },
  })
  expect(await (await opened()).refresh('eve')).toBe('not_kept')
})
