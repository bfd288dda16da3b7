import { createTranslator } from 'next-intl'
import { expect, test } from 'vitest'
import en from '../../messages/en.json' with { type: 'json' }
import es from '../../messages/es.json' with { type: 'json' }
import sw from '../../messages/sw.json' with { type: 'json' }

test.each([
  ['en', en, ['Nothing reported as of 20 November, 17:56', '3 reports as of 20 November, 17:56']],
  ['es', es, ['Nada reportado al 20 November, 17:56', '3 reportes al 20 November, 17:56']],
  ['sw', sw, ['Hakuna kilichoripotiwa kufikia 20 November, 17:56', 'Ripoti 3 kufikia 20 November, 17:56']],
] as const)('the picture of a main road says when its count was true, in %s', (locale, messages, words) => {
  const t = createTranslator({ locale, messages, namespace: 'picture' })
  expect([0, 3].map((count) => t('live', { count, time: '20 November, 17:56' }))).toEqual(words)
})
