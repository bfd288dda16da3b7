import { expect, test } from 'vitest'
import { safeCallbackUrl } from './callback-url.ts'

test.each([
  ['/', '/'],
  ['/en/account', '/en/account'],
  ['/sw/report?category=crash#place', '/sw/report?category=crash#place'],
  ['/en/..//eve.test', '/fallback'],
  ['//eve.test', '/fallback'],
  ['/\\eve.test', '/fallback'],
  ['/\t/eve.test', '/fallback'],
  ['https://eve.test/en', '/fallback'],
  ['javascript:alert(1)', '/fallback'],
  ['en/account', '/fallback'],
  ['', '/fallback'],
  [undefined, '/fallback'],
  [['/en', '//eve.test'], '/fallback'],
])('resolves %j to %s', (wanted, target) => {
  expect(safeCallbackUrl(wanted, '/fallback')).toBe(target)
})
