import { assertSameMessages } from '@salama/ui/i18n/compare.ts'
import { test } from 'vitest'
import en from '../messages/en.json' with { type: 'json' }
import sw from '../messages/sw.json' with { type: 'json' }

test('has all messages with the same arguments in both languages', () => {
  assertSameMessages(en, sw)
})
