import { ERRORS } from '@salama/domain/shared'
import { expect, test } from 'vitest'
import en from '../messages/en.json' with { type: 'json' }
import sw from '../messages/sw.json' with { type: 'json' }
import { leavesOf, sayTheSame } from './i18n/compare.ts'

test('everything is said in both languages, with the same arguments', () => {
  sayTheSame(en, sw)
})

test('a message that only one language has, or with another argument, is found', () => {
  expect(() => sayTheSame({ a: 'x' }, { b: 'x' })).toThrow()
  expect(() => sayTheSame({ a: 'x {n}' }, { a: 'x {m}' })).toThrow()
  expect(() => sayTheSame({ a: '{n, plural, other {# x}}' }, { a: '{n, plural, one {y #} other {z #}}' })).not.toThrow()
})

test('every way to fail has words in both languages', () => {
  const said = new Set(leavesOf(en).map(([path]) => path))
  expect(Object.keys(ERRORS).filter((slug) => !said.has(`errors.${slug}`))).toEqual([])
})
