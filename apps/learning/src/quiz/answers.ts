import type { Module } from '@/courses/find-course.ts'

export type Question = Module['questions'][number]
type Answers = Record<string, string[]>

// The names of a quiz's fields, as the operation `submitLearningForm` reads them: a chosen option, or the place that an
// option of an order was given.

export const answerName = (question: string) => `answer:${question}`
export const placeName = (question: string, option: string) => `place:${question}:${option}`
/** What all of them look like. */
export const ANSWER_FIELD = /^(answer|place):/

/** What was filled in; null for a question that is not answered yet, or whose places are not each given once. */
function answerOf({ key, kind, options }: Question, field: (name: string) => string[]): string[] | null {
  if (kind !== 'order') {
    const chosen = field(answerName(key))
    return chosen.length > 0 ? chosen : null
  }
  const placed = options.map((option) => ({ option: option.key, place: Number(field(placeName(key, option.key))[0]) }))
  const ordered = placed.toSorted((a, b) => a.place - b.place)
  return ordered.every(({ place }, index) => place === index + 1) ? ordered.map(({ option }) => option) : null
}

/** All answers, and the keys of the questions that have none. */
export function readAnswers(questions: readonly Question[], field: (name: string) => string[]) {
  const answers: Answers = {}
  const missing: string[] = []
  for (const question of questions) {
    const answer = answerOf(question, field)
    if (answer) answers[question.key] = answer
    else missing.push(question.key)
  }
  return { answers, missing }
}
