import { expect, test } from 'vitest'
import { shuffleOptions } from './shuffle.ts'

const questions = [{ key: 'plate', options: ['a', 'b', 'c', 'd'] }]
const order = (attempt: number) => shuffleOptions(questions, attempt)[0]?.options.join('')

test('keeps the order of the author in the first attempt, and changes it at every retry', () => {
  expect(order(0)).toBe('abcd')
  for (let attempt = 1; attempt < 9; attempt++) {
    expect(order(attempt)).not.toBe(order(attempt + 1))
    expect([...(order(attempt) ?? '')].toSorted().join('')).toBe('abcd')
  }
})

test('gives the same order again for the same attempt', () => {
  expect(order(3)).toBe(order(3))
})
