import { FeedbackTag } from '@salama/domain/feedback/contract'
import { expect, test } from 'vitest'
import en from '../../messages/en.json' with { type: 'json' }
import { BAD_TAGS, GOOD_TAGS, STARS } from './choices.ts'

test('every tag of the contract can be chosen, once, and has words', () => {
  expect([...GOOD_TAGS, ...BAD_TAGS].toSorted()).toEqual(FeedbackTag.options.toSorted())
  expect(Object.keys(en.rate.tag).toSorted()).toEqual(FeedbackTag.options.toSorted())
  expect(Object.keys(en.rate.star).toSorted()).toEqual(STARS.toSorted())
})
