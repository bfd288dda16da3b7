import { createTranslator } from 'next-intl'
import { expect, test } from 'vitest'
import en from '../messages/en.json' with { type: 'json' }
import sw from '../messages/sw.json' with { type: 'json' }

test('uses the singular for one rider in both languages', () => {
  const english = createTranslator({ locale: 'en', messages: en, namespace: 'vehicle' })
  const swahili = createTranslator({ locale: 'sw', messages: sw, namespace: 'vehicle' })
  const one = { positive: 1, neutral: 1, negative: 1, days: 90 }
  expect(english('praise', { count: 1, riders: 5 })).toBe('1 of 5 riders was satisfied')
  expect(swahili('praise', { count: 1, riders: 5 })).toBe('Abiria 1 kati ya 5 aliridhika')
  expect(english('sentiment', one)).toMatch(/^1 satisfied, 1 neutral, 1 not satisfied\./)
  expect(swahili('sentiment', one)).toMatch(/^1 aliridhika, 1 kawaida, 1 hakuridhika\./)
})
