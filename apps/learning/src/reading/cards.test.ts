import { expect, test } from 'vitest'
import { cardsOf } from './cards.ts'

test('makes a card of each paragraph with its list, and of a heading with what follows', () => {
  const text = 'One.\n\nTwo:\n\n- a\n- b\n\n## Part\n\nThree.\n\n> Said\n\nFour.'
  expect(cardsOf(text)).toEqual({
    cards: ['One.', 'Two:\n\n- a\n- b', '## Part\n\nThree.\n\n> Said', 'Four.'],
    sources: null,
  })
})

const LINK = '- [A](https://a.example), 2023'

test('keeps the sources apart, in any language', () => {
  expect(cardsOf(`One.\n\n## Sources\n\n${LINK}`)).toEqual({ cards: ['One.'], sources: `## Sources\n\n${LINK}` })
  expect(cardsOf(`Uno.\n\n## Fuentes\n\n- B\n${LINK}`).sources).toBe(`## Fuentes\n\n- B\n${LINK}`)
})

test('a list belongs to what is above it, numbered or not, but not a sentence that begins like one', () => {
  expect(cardsOf('Two:\n\n10. a\n11. b\n\n* c').cards).toEqual(['Two:\n\n10. a\n11. b\n\n* c'])
  expect(cardsOf('One.\n\n-5 degrees\n\n1.5 km\n\nA - b').cards).toEqual(['One.', '-5 degrees', '1.5 km', 'A - b'])
})

test('a lesson may begin with a list or a heading, and what is empty is no card', () => {
  expect(cardsOf('- a\n\n## Part\n\nOne #1.\n\nTwo.').cards).toEqual(['- a', '## Part\n\nOne #1.', 'Two.'])
  expect(cardsOf('\n\n One. \n\n\n\n Two.\n').cards).toEqual(['One.', 'Two.'])
  expect(cardsOf('')).toEqual({ cards: [], sources: null })
})

test('only the last heading begins the sources, and only above a link to another site', () => {
  expect(cardsOf(`See ${LINK}\n\n## Next\n\nA [page](rider:/report).`).sources).toBeNull()
  expect(cardsOf(`## Part\n\nA.\n\n## Sources\n\n${LINK}`).cards).toEqual(['## Part\n\nA.'])
  expect(cardsOf(`## Sources\n\n${LINK}`)).toEqual({ cards: [], sources: `## Sources\n\n${LINK}` })
})
