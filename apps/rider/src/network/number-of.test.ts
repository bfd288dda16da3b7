import { expect, test } from 'vitest'
import { numberOf } from './number-of.ts'

test.each([
  ['46K', '46K Kencom – Kawangware', '46K'],
  ['0027', '27 Ngara – Karen', '27'],
  ['17B_2', '17B Roysambu – Mwiki', '17B'],
  ['Ruta 1', 'Ruta 1 Pantitlán – Tacubaya', 'Ruta 1'],
  ['70/71', '70/71', '70/71'],
  ['', 'Muthurwa', ''],
])('the number of route %j, called %j, is %j', (shortName, name, number) => {
  expect(numberOf({ shortName, name })).toBe(number)
})
