import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newDraft } from './draft.ts'
import { fieldCacheOf } from './field-cache.ts'

let values: Map<string, string>
beforeEach(() => {
  values = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

let accounts = 0
const newAccount = () => `account-${accounts++}`
const journalOf = (account: string) => `salama-surveyor.draft.${account}`

test('a draft is in the journal before the page goes on, and leaves it once it is stored', async () => {
  const account = newAccount()
  const cache = fieldCacheOf(account)
  const draft = { ...newDraft(null), plate: 'KDA 123A' }
  const saving = cache.put('draft', draft)
  expect(values.get(journalOf(account))).toContain('KDA 123A')
  expect(await saving).toBe(true)
  expect(values.size).toBe(0)
  expect(await cache.get('draft')).toEqual(draft)
})

test('what was typed last is restored when its write was aborted', async () => {
  const account = newAccount()
  const cache = fieldCacheOf(account)
  const draft = newDraft(null)
  await cache.put('draft', { ...draft, plate: 'KDA 123A' })
  const last = { version: Date.now() + 1_000, value: { ...draft, plate: 'KDA 123A', capacity: '33' } }
  values.set(journalOf(account), JSON.stringify(last))
  expect(await cache.get('draft')).toMatchObject({ plate: 'KDA 123A', capacity: '33' })
})

test('an old journal brings back neither an older draft nor one that was removed', async () => {
  const account = newAccount()
  const cache = fieldCacheOf(account)
  const draft = newDraft(null)
  const saving = cache.put('draft', draft)
  const old = values.get(journalOf(account)) ?? ''
  await saving
  await cache.put('draft', { ...draft, plate: 'KDA 123A' })
  values.set(journalOf(account), old)
  expect(await cache.get('draft')).toMatchObject({ plate: 'KDA 123A' })
  await cache.remove('draft')
  values.set(journalOf(account), old)
  expect(await cache.get('draft')).toBeNull()
})

test('a write is later than the one before it, also when the clock was set back', async () => {
  const account = newAccount()
  const cache = fieldCacheOf(account)
  const draft = newDraft(null)
  await cache.put('draft', { ...draft, plate: 'KDA 1' })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3600_000 })
  cache.put('draft', { ...draft, plate: 'KDA 12' })
  expect(await cache.get('draft')).toMatchObject({ plate: 'KDA 12' })
})

test('without localStorage a draft is stored, and without IndexedDB it is said that it is not', async () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('blocked')
    },
    setItem: () => {
      throw new Error('blocked')
    },
  })
  const cache = fieldCacheOf(newAccount())
  expect(await cache.put('draft', newDraft(null))).toBe(true)
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new Error('blocked')
    },
  })
  expect(await fieldCacheOf(newAccount()).put('draft', newDraft(null))).toBe(false)
})

test('other accounts on the phone do not read it', async () => {
  const mine = newAccount()
  fieldCacheOf(mine).put('draft', { ...newDraft(null), plate: 'KDA 123A' })
  expect(await fieldCacheOf(newAccount()).get('draft')).toBeNull()
})
