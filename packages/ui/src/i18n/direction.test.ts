import { expect, test } from 'vitest'
import { apart, directionOf } from './direction.ts'

test.each([
  ['en', 'ltr'],
  ['sw', 'ltr'],
  ['ar', 'rtl'],
  ['he', 'rtl'],
  ['ur', 'rtl'],
  ['pa', 'ltr'],
  ['pa-Arab', 'rtl'],
  ['uz-Latn', 'ltr'],
])('a document in %s is written %s', (language, direction) => expect(directionOf(language)).toBe(direction))

test('a text of the other direction is set apart, whole, also where it is compiled', () => {
  expect(apart({ a: { b: 'Works offline.' }, c: [['n'], ' min.'] }, 'ltr')).toEqual({
    a: { b: '\u2066Works offline.\u2069' },
    c: ['\u2066', ['n'], ' min.', '\u2069'],
  })
})
