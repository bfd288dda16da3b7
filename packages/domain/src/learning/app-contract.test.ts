import { expect, test } from 'vitest'
import { submitLearningForm } from './app-contract.ts'

const fields = {
  moduleId: '4ff0bfa9-f11e-5a8e-a9a9-d3a9215c73ca',
  courseVersion: '2',
  course: 'ride-safely',
  module: 'on-the-way',
  item: 'quiz',
}
const read = (more: Record<string, string | string[]>) => submitLearningForm.body.safeParse({ ...fields, ...more })
const known = { moduleId: fields.moduleId, courseVersion: 2 }

test('parses a completed lesson from a form', () => {
  expect(read({ completedItems: 'sit-safely' }).data).toEqual({ ...known, completedItems: ['sit-safely'] })
  expect(read({}).data).toEqual({ ...known, completedItems: [] })
})

test('parses quiz answers from a form: one option, several options, and positions of an order', () => {
  const sent = {
    'answer:plate': 'later',
    'answer:habits': ['fare', 'tell'],
    'place:steps:c': '2',
    'place:steps:a': '3',
    'place:steps:b': '1',
  }
  expect(read(sent).data).toEqual({
    ...known,
    completedItems: [],
    quizAnswers: { plate: ['later'], habits: ['fare', 'tell'], steps: ['b', 'c', 'a'] },
  })
})

test('drops an option when two share a position, so that grading rejects the incomplete order', () => {
  expect(read({ 'place:steps:a': '1', 'place:steps:b': '1' }).data?.quizAnswers).toEqual({ steps: ['b'] })
})

test.each([
  ['a field that nobody knows', { colour: 'red' }],
  ['no module', { moduleId: 'x' }],
  ['a version that is no number', { courseVersion: 'two' }],
  ['an answer to no question', { 'answer:': 'a' }],
])('rejects %s', (_, more) => {
  expect(read(more).success).toBe(false)
})
