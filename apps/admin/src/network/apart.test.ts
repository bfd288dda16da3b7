import { expect, test } from 'vitest'
import { apart } from './apart.ts'

const at = (id: string, x: number, y: number) => ({ id, x, y })
const shown = (...marks: ReturnType<typeof at>[]) =>
  apart(marks, ({ x, y }) => ({ x, y }), { width: 300, height: 300 }).map(({ id }) => id)

test('shows marks with room between them', () => {
  expect(shown(at('a', 10, 10), at('b', 106, 10), at('c', 10, 74))).toEqual(['a', 'b', 'c'])
})

test('keeps the earlier of two that would cover each other', () => {
  expect(shown(at('a', 100, 100), at('b', 150, 120))).toEqual(['a'])
})

test('shows a mark that is listed twice once', () => {
  expect(shown(at('a', 100, 100), at('a', 100, 100))).toEqual(['a'])
})

test('leaves out what is not in view, without taking its room', () => {
  expect(shown(at('a', -5, 10), at('b', 5, 10), at('c', 10, 301))).toEqual(['b'])
})
