import { expect, test } from 'vitest'
import { ChosenLocale } from './shapes.ts'

test('who chose a language that the city no longer has is told in its first one', () => {
  expect(['sw', 'en', 'fr', null].map((each) => ChosenLocale.parse(each))).toEqual(['sw', 'en', 'en', 'en'])
})
