import { expect, test } from 'vitest'
import type { Question } from './answers.ts'
import type { Result } from './feedback.tsx'
import { practised } from './practised.ts'

const question = (key: string): Question => ({ key, kind: 'single', text: key, options: [] })
const result = (key: string, right: boolean): Result => ({
  key,
  given: ['a'],
  right,
  rightOptions: ['a'],
  explanation: 'Because.',
  lesson: null,
})
const three = ['one', 'two', 'three'].map(question)

test('a practice is passed from the percentage on that its quiz needs, rounded down', () => {
  const answered = { one: result('one', true), two: result('two', true), three: result('three', false) }
  expect(practised(three, answered, 66)).toMatchObject({ percent: 66, passed: true, rightCount: 2, questionCount: 3 })
  expect(practised(three, answered, 67)).toMatchObject({ percent: 66, passed: false })
  expect(practised(three, answered, 67)?.results.map(({ key }) => key)).toEqual(['one', 'two', 'three'])
})

test('an answer without feedback leaves the practice without a result', () => {
  expect(practised(three, { one: result('one', true), two: null, three: result('three', true) }, 0)).toBeNull()
})
