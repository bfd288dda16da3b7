import { expect, test } from 'vitest'
import en from '../../messages/en.json' with { type: 'json' }
import { goneWords } from './gone.ts'

test.each([
  ['refuted', null, 'Riders said this was wrong, and our reviewers agreed.'],
  ['retracted', null, 'Our reviewers took it back. That says nothing about the people who reported it.'],
  ['withdrawn', null, 'It was not correct, or the people who reported it withdrew it.'],
  ['merged', 'f3', 'Several people reported the same thing, so the reports were merged.'],
])('says what became of an incident that is gone: %s', (reason, mergedInto, words) => {
  expect(en.incident[goneWords(reason, mergedInto)]).toBe(words)
})
