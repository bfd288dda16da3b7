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

test('server and browser agree: the order of a question does not change with the program', () => {
  const key = (name: string) => ({ key: name, options: ['a', 'b', 'c', 'd', 'e'] })
  const orders = shuffleOptions(['plate', 'belt', 'Kiswahili ✓'].map(key), 1).map(({ options }) => options.join(''))
  expect(orders).toEqual(['cadeb', 'bdeac', 'ecbda'])
})
