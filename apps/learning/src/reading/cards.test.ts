import { expect, test } from 'vitest'
import { cardsOf } from './cards.ts'

test('makes a card of each paragraph with its list, and of a heading with what follows', () => {
  const text = 'One.\n\nTwo:\n\n- a\n- b\n\n## Part\n\nThree.\n\n> Said\n\nFour.'
  expect(cardsOf(text)).toEqual({
    cards: ['One.', 'Two:\n\n- a\n- b', '## Part\n\nThree.\n\n> Said', 'Four.'],
    sources: null,
  })
})

test('keeps the sources apart, in either language', () => {
  expect(cardsOf('One.\n\n## Sources\n\n- A, 2023')).toEqual({ cards: ['One.'], sources: '## Sources\n\n- A, 2023' })
  expect(cardsOf('Moja.\n\n## Vyanzo\n\n- A, 2023').sources).toBe('## Vyanzo\n\n- A, 2023')
})
