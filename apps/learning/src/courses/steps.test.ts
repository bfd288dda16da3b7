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

test('the way goes through the lessons of a module, its quiz if it has one, then the next module', () => {
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

test('the next step is the first that is not done, also when later ones are', () => {
  expect(nextStep(course, isDoneIn(null))).toMatchObject({ item: 'a' })
  expect(nextStep(course, isDoneIn(progress(['b', 'quiz'])))).toMatchObject({ item: 'a' })
  expect(nextStep(course, isDoneIn(progress(['a', 'b', 'quiz'])))).toMatchObject({ module: 'two', item: 'c' })
  expect(nextStep(course, () => true)).toBeNull()
})

test('a lesson of the same name in another module is not done', () => {
  const same = { slug: 'x', modules: course.modules.map((module) => ({ ...module, lessons: [lesson('a')] })) }
  expect(nextStep(same, isDoneIn(progress(['a', 'quiz'])))).toMatchObject({ module: 'two', item: 'a' })
})

test('every page has its address', () => {
  expect([pathOf('doors'), pathOf('doors', 'one'), pathOf('doors', 'one', 'quiz')]).toEqual([
    '/courses/doors',
    '/courses/doors/one',
    '/courses/doors/one/quiz',
  ])
})
