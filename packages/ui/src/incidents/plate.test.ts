import { expect, test } from 'vitest'
import { canBePlate, formatPlate, inCapitals, looksLikePlate, plateKey } from './plate.ts'

test('normalizes any spelling of a plate', () => {
  for (const spelling of ['kda123a', 'KDA 123 A', 'KDA-123A', ' kda 123a '])
    expect(formatPlate(spelling)).toBe('KDA 123A')
})

test('reads O and I as digits where digits are, and takes fullwidth and invisible characters', () => {
  for (const typed of ['KDA 1O3A', 'kda io3a', 'KDA l03A', '\uff2bDA 103A', 'kda\u00a0103a', 'KDA\u200b103A'])
    expect(formatPlate(typed)).toBe('KDA 103A')
  // While a motorcycle's plate is typed, and what no pattern knows.
  for (const typed of ['KMDL', 'KMDL 12', 'KMDL12', 'KDA 104O']) expect(formatPlate(typed)).toBe(typed)
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
  // A Cyrillic Б and a Cyrillic А, a dotless ı.
  for (const typed of ['KDA\u0411 123A', 'kd\u0410 123a', 'kd\u0131 123a']) {
    expect(formatPlate(typed)).toBe(typed)
    expect([looksLikePlate(typed), canBePlate(typed)]).toEqual([false, false])
  }
  expect(inCapitals('kd\u0131\u00df 123a')).toBe('KD\u0131\u00df 123A')
})

test('takes as a plate a letter and three to eight more letters or digits, of which one is a digit', () => {
  const taken = ['KDA 123A', 'a123', 'AB12', 'kdabcdef1', 'K 1 2 3 4 5 6 7 8']
  const refused = ['a12', 'kdabcdefg1', '1234', '1KDA234', 'KDAX', 'KDA', '']
  expect(taken.filter((typed) => !canBePlate(typed))).toEqual([])
  expect(refused.filter(canBePlate)).toEqual([])
})

test('knows the usual plates of the city, and trims any other one', () => {
  expect(['kda 123a', 'KMDX456B', 'kqa321'].map(looksLikePlate)).toEqual([true, true, true])
  expect(['kda 12', 'xda 123a', 'kdaaa 123a', 'kda 1234'].map(looksLikePlate)).toEqual([false, false, false, false])
  expect(formatPlate(' uax 12 zz ')).toBe('UAX 12 ZZ')
})
