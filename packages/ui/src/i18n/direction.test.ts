import { expect, test } from 'vitest'
import { directionOf } from './direction.ts'

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
