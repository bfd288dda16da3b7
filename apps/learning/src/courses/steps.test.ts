import { expect, test } from 'vitest'
import { around, isDoneIn, nextStep, pathOf, stepsOf } from './steps.ts'

const lesson = (slug: string) => ({ slug, title: slug.toUpperCase() })
const course = {
  slug: 'doors',
  modules: [
    { slug: 'one', lessons: [lesson('a'), lesson('b')], questions: [1] },
    { slug: 'two', lessons: [lesson('c')], questions: [] },
  ],
}
const progress = (completedItems: string[]) => ({ modules: [{ slug: 'one', completedItems }] })

test('orders steps by lessons, quiz, then the next module', () => {
  expect(stepsOf(course).map(({ module, item }) => `${module}/${item}`)).toEqual([
    'one/a',
    'one/b',
    'one/quiz',
    'two/c',
  ])
  expect(around(course, 'one', 'quiz')).toMatchObject({ before: { item: 'b' }, after: { module: 'two', item: 'c' } })
  expect(around(course, 'one', 'a').before).toBeNull()
  expect(around(course, 'two', 'c').after).toBeNull()
  expect(around(course, 'two', 'nothing')).toMatchObject({ after: null })
})

test('returns the first incomplete step, also when later ones are complete', () => {
  expect(nextStep(course, isDoneIn(null))).toMatchObject({ item: 'a' })
  expect(nextStep(course, isDoneIn(progress(['b', 'quiz'])))).toMatchObject({ item: 'a' })
  expect(nextStep(course, isDoneIn(progress(['a', 'b', 'quiz'])))).toMatchObject({ module: 'two', item: 'c' })
  expect(nextStep(course, () => true)).toBeNull()
})

test('does not count a lesson with the same slug in another module', () => {
  const same = { slug: 'x', modules: course.modules.map((module) => ({ ...module, lessons: [lesson('a')] })) }
  expect(nextStep(same, isDoneIn(progress(['a', 'quiz'])))).toMatchObject({ module: 'two', item: 'a' })
})

test('returns the URL of every step', () => {
  expect([pathOf('doors'), pathOf('doors', 'one'), pathOf('doors', 'one', 'quiz')]).toEqual([
    '/courses/doors',
    '/courses/doors/one',
    '/courses/doors/one/quiz',
  ])
})
