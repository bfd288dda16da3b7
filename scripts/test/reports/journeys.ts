import { expect, test } from '@playwright/test'

test('passes', () => expect(1).toBe(1))
test.describe('more', () => {
  test('fails', () => expect(1).toBe(2))
  test('passes when it is tried again', ({ browserName: _ }, { retry }) => expect(retry).toBe(1))
})
// biome-ignore lint/suspicious/noSkippedTests: how one is reported is what the test is about
test.fixme('does not run', () => {})
