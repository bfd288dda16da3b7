import { expect, test } from 'vitest'
import { fromCityTime, telOf, toCityDay, toCityTime } from './city.ts'

test('reads and writes the time of the city', () => {
  expect(toCityTime('2026-11-23T22:30:00Z')).toBe('2026-11-24T01:30')
  expect(toCityDay(Date.parse('2026-11-23T22:30:00Z'))).toBe('2026-11-24')
  expect(fromCityTime('2026-11-24T01:30').toISOString()).toBe('2026-11-23T22:30:00.000Z')
  expect(fromCityTime('2026-11-24T01:30:59').toISOString()).toBe('2026-11-23T22:30:00.000Z')
  expect(fromCityTime('2026-11-24').toISOString()).toBe('2026-11-24T09:00:00.000Z')
})

test.each(['', 'soon', '2026-11', '24/11/2026'])('%j is no time', (text) => {
  expect(fromCityTime(text).getTime()).toBeNaN()
})

test('a number is dialled whole', () => {
  expect(['55 5658 1111', '*765', '#21 0'].map(telOf)).toEqual(['tel:5556581111', 'tel:*765', 'tel:%23210'])
})
