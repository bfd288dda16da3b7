import { FeedbackTag } from '@salama/domain/feedback/contract'
import words from '@salama/ui/messages/en.json' with { type: 'json' }
import { expect, test } from 'vitest'
import en from '../../messages/en.json' with { type: 'json' }
import { STARS } from './rate-form.tsx'

test('has a message for every tag and number of stars', () => {
  expect(Object.keys(words.tags).toSorted()).toEqual(FeedbackTag.options.toSorted())
  expect(Object.keys(en.rate.star).toSorted()).toEqual(STARS.toSorted())
})
