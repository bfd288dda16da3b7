import { createHmac } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { beforeAll, expect, test, vi } from 'vitest'
import { makeApiKey, parseApiKey } from './api-key-hash.ts'

const PEPPER = 'a-pepper-that-only-these-tests-know-0123456789'
beforeAll(() => {
  vi.stubEnv('API_KEY_PEPPER', PEPPER)
})

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const numberOf = (digits: string) => [...digits].reduce((n, digit) => n * 62 + ALPHABET.indexOf(digit), 0)

test('a key is svc_live_, ten characters, forty more and the CRC-32 of all before it', () => {
  for (let i = 0; i < 200; i++) {
    const { key, prefix } = makeApiKey()
    expect(key).toMatch(/^svc_live_[0-9A-Za-z]{10}_[0-9A-Za-z]{46}$/)
    expect(key.slice(9, 19)).toBe(prefix)
    expect(numberOf(key.slice(-6))).toBe(crc32(key.slice(0, -6)))
  }
})

test('a key is looked up by its prefix and the HMAC of the whole key', () => {
  const { key, prefix, hash } = makeApiKey()
  expect(parseApiKey(key)).toEqual({ prefix, hash })
  expect(hash).toBe(createHmac('sha256', PEPPER).update(key).digest('hex'))
})

test('no two keys share a prefix, a secret or a hash', () => {
  const made = Array.from({ length: 500 }, () => makeApiKey())
  for (const part of [
    (k: (typeof made)[0]) => k.key.slice(20),
    (k: (typeof made)[0]) => k.prefix,
    (k: (typeof made)[0]) => k.hash,
  ])
    expect(new Set(made.map(part)).size).toBe(500)
})

test('characters of the alphabet are evenly distributed', () => {
  const counts = new Map<string, number>()
  for (let i = 0; i < 2_000; i++)
    for (const character of makeApiKey().key.slice(20, 60)) counts.set(character, (counts.get(character) ?? 0) + 1)
  // 80,000 draws, 1,290 of each expected. A byte modulo 62 gives the first eight characters a quarter more: 1,563.
  expect(counts.size).toBe(62)
  for (const count of counts.values()) expect(Math.abs(count - 80_000 / 62)).toBeLessThan(200)
})

test('detects one changed character at any position', () => {
  const { key } = makeApiKey()
  for (let i = 9; i < key.length; i++) {
    const other = key[i] === 'x' ? 'y' : 'x'
    expect(parseApiKey(key.slice(0, i) + other + key.slice(i + 1))).toBeNull()
  }
})

test.each([
  ['nothing', () => ''],
  ['a key of another kind', () => makeApiKey().key.replace('live', 'test')],
  ['a key with a space before it', () => ` ${makeApiKey().key}`],
  ['a key with a trailing newline', () => `${makeApiKey().key}\n`],
  ['a key cut short', () => makeApiKey().key.slice(0, -1)],
  ['two keys', () => `${makeApiKey().key}, ${makeApiKey().key}`],
  ['a very long text', () => `svc_live_${'a'.repeat(100_000)}`],
])('rejects %s', (_, make) => {
  expect(parseApiKey(make())).toBeNull()
})
