import { expect, test } from 'vitest'
import { answerName, placeName, type Question, readAnswers } from './answers.ts'

const question = (key: string, kind: Question['kind']): Question => ({
  key,
  kind,
  text: key,
  options: ['a', 'b', 'c'].map((option) => ({ key: option, text: option, picture: null })),
})
const questions = [question('one', 'single'), question('many', 'multiple'), question('order', 'order')]
const filled = (fields: Record<string, string[]>) => readAnswers(questions, (name) => fields[name] ?? [])
const places = (a: string, b: string, c: string) => ({
  [placeName('order', 'a')]: [a],
  [placeName('order', 'b')]: [b],
  [placeName('order', 'c')]: [c],
})

test('parses the answer to every kind of question', () => {
  const fields = { [answerName('one')]: ['b'], [answerName('many')]: ['a', 'c'], ...places('2', '3', '1') }
  expect(filled(fields)).toEqual({ answers: { one: ['b'], many: ['a', 'c'], order: ['c', 'a', 'b'] }, missing: [] })
})

test('lists unanswered questions, including an order with a repeated position', () => {
  expect(filled({}).missing).toEqual(['one', 'many', 'order'])
  expect(filled(places('1', '1', '2')).missing).toContain('order')
  expect(filled(places('1', '2', '')).missing).toContain('order')
  expect(filled(places('1', '2', '4')).missing).toContain('order')
})
