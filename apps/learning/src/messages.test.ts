import { assertSameMessages } from '@salama/ui/i18n/compare.ts'
import { test } from 'vitest'
import en from '../messages/en.json' with { type: 'json' }
import sw from '../messages/sw.json' with { type: 'json' }

test('everything is said in both languages, with the same arguments', () => {
  assertSameMessages(en, sw)
})
