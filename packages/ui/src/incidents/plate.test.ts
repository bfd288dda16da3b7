import { expect, test } from 'vitest'
import { canBePlate, formatPlate, inCapitals, looksLikePlate, plateKey } from './plate.ts'

test('normalizes any spelling of a plate', () => {
  for (const spelling of ['kda123a', 'KDA 123 A', 'KDA-123A', ' kda 123a '])
    expect(formatPlate(spelling)).toBe('KDA 123A')
})

test('treats two spellings of a plate as equal', () => {
  expect(plateKey('kda-123 a')).toBe(plateKey('KDA 123A'))
})

test('formats plates of motorcycles and from before 1989', () => {
  expect(['kmdx456b', 'kqa321'].map(formatPlate)).toEqual(['KMDX 456B', 'KQA 321'])
})

test('keeps an unknown format as typed, in capitals', () => {
  expect(formatPlate('uax 12 zz')).toBe('UAX 12 ZZ')
  expect(looksLikePlate('uax 12 zz')).toBe(false)
})

test('does not format an incomplete plate', () => {
  expect(formatPlate('kda 12')).toBe('KDA 12')
})

test('preserves letters of other scripts', () => {
  // A Cyrillic Б and a Cyrillic А, a dotless ı, a fullwidth K, a no-break space.
  for (const typed of ['KDA\u0411 123A', 'kd\u0410 123a', 'kd\u0131 123a', '\uff2bDA 123A', 'kda\u00a0123a']) {
    expect(formatPlate(typed)).toBe(typed)
    expect([looksLikePlate(typed), canBePlate(typed)]).toEqual([false, false])
  }
  expect(inCapitals('kd\u0131\u00df 123a')).toBe('KD\u0131\u00df 123A')
})
