import { describe, expect, test } from 'vitest'

test('passes', () => expect(1).toBe(1))
describe('more', () => {
  test('fails', () => expect(1).toBe(2))
})
test.todo('is only planned')
