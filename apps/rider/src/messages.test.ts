import { createTranslator } from 'next-intl'
import { expect, test } from 'vitest'
import en from '../messages/en.json' with { type: 'json' }
import sw from '../messages/sw.json' with { type: 'json' }

test('uses the singular for one rider in both languages', () => {
  const english = createTranslator({ locale: 'en', messages: en })
  const swahili = createTranslator({ locale: 'sw', messages: sw })
  const one = { positive: 1, neutral: 1, negative: 1, days: 90 }
  expect(english('figures.of', { count: 1, riders: 5 })).toBe('1 of 5 riders was happy')
  expect(swahili('figures.of', { count: 1, riders: 5 })).toBe('Abiria 1 kati ya 5 alifurahi')
  expect(english('vehicle.sentiment', one)).toMatch(/^1 happy, 1 neutral, 1 not happy\./)
  expect(swahili('vehicle.sentiment', one)).toMatch(/^1 alifurahi, 1 kawaida, 1 hakufurahi\./)
})
