import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ERRORS } from '@salama/domain/shared'
import { expect, test } from 'vitest'
import en from '../messages/en.json' with { type: 'json' }
import { assertSameMessages, leavesOf } from './testing/messages.ts'

test('reports a message that is missing or has other arguments in one language', () => {
  expect(() => assertSameMessages({ a: 'x' }, { b: 'x' })).toThrow()
  expect(() => assertSameMessages({ a: 'x {n}' }, { a: 'x {m}' })).toThrow()
  expect(() =>
    assertSameMessages({ a: '{n, plural, other {# x}}' }, { a: '{n, plural, one {y #} other {z #}}' }),
  ).not.toThrow()
})

// It would be read as a Swahili hour, which is counted from six in the morning (use-times.ts). A duration in hours may
// follow it.
const HOUR_BEFORE_TIME = /\bsaa \{(?!(hours|count)[,}])/i

test('has no "saa" before a clock time in any app', () => {
  expect('Ilitokea saa {time}.').toMatch(HOUR_BEFORE_TIME)
  expect('Yako kwa saa {hours} dak {minutes}').not.toMatch(HOUR_BEFORE_TIME)
  const root = join(import.meta.dirname, '../../..')
  const files = globSync('{apps,packages}/*/messages/sw.json', { cwd: root })
  expect(files.length).toBeGreaterThan(5)
  const said = files.flatMap((file) => leavesOf(JSON.parse(readFileSync(join(root, file), 'utf8'))))
  expect(said.filter(([, words]) => HOUR_BEFORE_TIME.test(words))).toEqual([])
})

test('has a message for every error code in both languages', () => {
  const said = new Set(leavesOf(en).map(([path]) => path))
  expect(Object.keys(ERRORS).filter((slug) => !said.has(`errors.${slug}`))).toEqual([])
})
