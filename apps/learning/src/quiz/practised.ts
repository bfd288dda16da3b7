import type { Question } from './answers.ts'
import type { Result } from './feedback.tsx'
import type { Ended } from './quiz-end.tsx'

/** The result of a practice, counted here because no server keeps it; null where an answer has no feedback. */
export function practised(
  questions: readonly Question[],
  answered: Partial<Record<string, Result | null>>,
  percentNeeded: number,
): Ended['attempt'] {
  const results = questions.flatMap(({ key }) => answered[key] ?? [])
  if (results.length < questions.length) return null
  const rightCount = results.filter(({ right }) => right).length
  const percent = Math.floor((rightCount * 100) / questions.length)
  return { percent, passed: percent >= percentNeeded, rightCount, questionCount: questions.length, results }
}
