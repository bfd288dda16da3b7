import { CATEGORY_CODES } from '@salama/domain/shared'
import { expect, test } from 'vitest'
import en from '../../messages/en.json' with { type: 'json' }
import sw from '../../messages/sw.json' with { type: 'json' }
import { topicsOf } from './topics.ts'

const topics = (q: string) => topicsOf(q, (category) => en.search.terms[category])

test('has words for every category, the same in both languages of the page', () => {
  expect(Object.keys(en.search.terms)).toEqual(CATEGORY_CODES)
  expect(sw.search.terms).toEqual(en.search.terms)
})

test.each([
  ['ajali', ['crash']],
  ['AJALI ', ['crash']],
  ['crash near koja', ['crash']],
  ['accid', ['crash']],
  ['foleni', ['road_block']],
  ['nauli', ['fare_dispute']],
  ['wizi', ['theft']],
])('"%s" means %j', (q, categories) => {
  expect(topics(q)).toEqual(categories)
})

test.each(['', 'aj', 'koja', 'thika road', 'kituo cha basi', 'super metro'])('"%s" means no category', (q) => {
  expect(topics(q)).toEqual([])
})
