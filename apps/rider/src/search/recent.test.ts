import { expect, test } from 'vitest'
import { readRecent, saveRecent, withRecent } from './recent.ts'

function store(before?: string) {
  const saved = new Map(before === undefined ? [] : [['salama-rider.recent-searches', before]])
  return {
    getItem: (key: string) => saved.get(key) ?? null,
    setItem: (key: string, value: string) => saved.set(key, value).has(key),
    removeItem: (key: string) => void saved.delete(key),
    saved,
  }
}

test('saves recent searches only after consent, and clears them completely', () => {
  const phone = store()
  expect(readRecent(phone)).toBeNull()
  saveRecent(phone, ['thika'])
  expect(readRecent(phone)).toEqual(['thika'])
  saveRecent(phone, null)
  expect(phone.saved.size).toBe(0)
})

test('ignores unreadable data', () => {
  for (const odd of ['{', '"x"', '{}']) expect(readRecent(store(odd))).toBeNull()
  expect(readRecent(store('["a", 1]'))).toEqual(['a'])
})

test('moves a repeated search to the front and drops the oldest', () => {
  expect(withRecent(['a', 'Thika', 'b'], 'thika')).toEqual(['thika', 'a', 'b'])
  expect(withRecent(['1', '2', '3', '4', '5', '6', '7', '8'], '9')).toHaveLength(8)
})

test('says that nothing was saved when storage is full', () => {
  expect(saveRecent({ ...store(), setItem: () => false }, ['a'])).toBe(false)
  expect(saveRecent(store(), ['a'])).toBe(true)
})
