import 'fake-indexeddb/auto'
import { currentAccount, remembered } from '@salama/outbox/account.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { deleteAccount, signOut, signOutEverywhere } from './requests.ts'

type Answers = Record<string, () => Response>

/** A browser in which Chebet is signed in, according to its pages. */
let answers: Answers
beforeEach(async () => {
  const saved = new Map<string, string>()
  vi.stubGlobal('window', { location: { origin: 'https://app.test' } })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => saved.get(key) ?? null,
    setItem: (key: string, value: string) => void saved.set(key, value),
    removeItem: (key: string) => void saved.delete(key),
  })
  answers = {
    '/api/auth/session': () => Response.json({ user: { email: 'chebet@example.test' } }),
    '/api/auth/csrf': () => Response.json({ csrfToken: 'token' }),
    '/api/auth/signout': () => Response.json({ url: 'https://app.test/' }),
    '/api/me?confirm=chebet': () => new Response(null, { status: 204 }),
  }
  vi.stubGlobal('fetch', async (path: string) => {
    const answer = answers[path]
    if (!answer) throw new TypeError('Failed to fetch')
    return answer()
  })
  await currentAccount()
  expect(remembered()).not.toBeNull()
})

test('removes a person’s cached pages on sign-out, even when the connection breaks then', async () => {
  expect(await signOut()).toBeNull()
  answers = {}
  expect([remembered(), await currentAccount()]).toEqual([null, null])
})

test('returns where the issuer ends its session, and removes the pages before that', async () => {
  const url = 'https://id.example.test/session/end?id_token_hint=x'
  answers['/api/auth/signout'] = () => Response.json({ url })
  expect(await signOut()).toBe(url)
  expect(remembered()).toBeNull()
  answers['/api/account/sign-out-everywhere'] = () => Response.json({ done: true })
  expect(await signOutEverywhere()).toBe(url)
})

test('keeps the account when sign-out fails', async () => {
  delete answers['/api/auth/signout']
  expect(await signOut()).toEqual({ code: 'network', retryAfterS: null })
  answers = {}
  expect(await currentAccount()).toBe(remembered())
  expect(remembered()).not.toBeNull()
})

test('removes a person’s cached pages on sign-out everywhere, even when the rest fails', async () => {
  answers['/api/account/sign-out-everywhere'] = () => Response.json({ done: true })
  delete answers['/api/auth/signout']
  expect(await signOutEverywhere()).toBeNull()
  answers = {}
  expect([remembered(), await currentAccount()]).toEqual([null, null])
})

test('keeps the session when sign-out everywhere fails', async () => {
  answers['/api/account/sign-out-everywhere'] = () => Response.json({ code: 'unavailable' }, { status: 503 })
  expect(await signOutEverywhere()).toMatchObject({ code: 'unavailable' })
  expect(remembered()).not.toBeNull()
})

test('erases a deleted account’s data on this phone, even when sign-out fails, and no one else’s', async () => {
  const names = [`salama.kept.${remembered()}`, 'salama.kept.somebody-else', 'salama.shared']
  for (const name of names)
    await new Promise((resolve) => {
      const opening = indexedDB.open(name)
      opening.onsuccess = () => resolve(opening.result.close())
    })
  localStorage.setItem('salama.account', 'somebody-else') // the last known account
  expect(await deleteAccount('chebet')).toBeNull()
  expect(remembered()).toBeNull()
  expect((await indexedDB.databases()).map(({ name }) => name)).toEqual(names.slice(1))
})
