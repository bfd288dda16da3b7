import { expect, test } from 'vitest'
import { languagesFor, mergeTexts } from './city-words.ts'

test('a text that a language lacks is of the next language of the city, else English', () => {
  expect(languagesFor('sw')).toEqual(['sw', 'en'])
  const texts = mergeTexts([
    ['fr', { a: { one: 'un' }, compiled: [['n'], ' lieux'] }],
    ['sw', { a: { one: 'moja', two: 'mbili' } }],
    ['en', { a: { one: 'one', two: 'two', three: 'three' }, b: '%stops%', compiled: [['n'], ' stops'] }],
  ])
  expect(texts).toEqual({
    a: { one: 'un', two: 'mbili', three: 'three' },
    b: 'stages',
    compiled: [['n'], ' lieux'],
  })
})
