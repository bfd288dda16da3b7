import { expect, test } from 'vitest'
import { formatPlate, looksLikePlate, normalisePlate } from './plate.ts'

test('any spelling of a plate becomes the same one', () => {
  for (const spelling of ['kda123a', 'KDA 123 A', 'KDA-123A', ' kda 123a '])
    expect([normalisePlate(spelling), formatPlate(spelling)]).toEqual(['KDA123A', 'KDA 123A'])
})

test('motorcycles and plates from before 1989 have their gap too', () => {
  expect(['kmdx456b', 'kqa321'].map(formatPlate)).toEqual(['KMDX 456B', 'KQA 321'])
})

test('a form that we do not know is kept as it was typed, in capitals', () => {
  expect(formatPlate('uax 12 zz')).toBe('UAX 12 ZZ')
  expect(looksLikePlate('uax 12 zz')).toBe(false)
})

test('a half-typed plate is not formatted yet', () => {
  expect(formatPlate('kda 12')).toBe('KDA 12')
})
