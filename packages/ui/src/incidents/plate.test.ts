import { expect, test } from 'vitest'
import { canBePlate, formatPlate, inCapitals, looksLikePlate, plateKey } from './plate.ts'

test('any spelling of a plate becomes the same one', () => {
  for (const spelling of ['kda123a', 'KDA 123 A', 'KDA-123A', ' kda 123a '])
    expect(formatPlate(spelling)).toBe('KDA 123A')
})

test('one plate in two spellings is one', () => {
  expect(plateKey('kda-123 a')).toBe(plateKey('KDA 123A'))
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

test('a letter from elsewhere is neither dropped nor turned into one of ours', () => {
  // A Cyrillic Б and a Cyrillic А, a dotless ı, a fullwidth K, a no-break space.
  for (const typed of ['KDA\u0411 123A', 'kd\u0410 123a', 'kd\u0131 123a', '\uff2bDA 123A', 'kda\u00a0123a']) {
    expect(formatPlate(typed)).toBe(typed)
    expect([looksLikePlate(typed), canBePlate(typed)]).toEqual([false, false])
  }
  expect(inCapitals('kd\u0131\u00df 123a')).toBe('KD\u0131\u00df 123A')
})
