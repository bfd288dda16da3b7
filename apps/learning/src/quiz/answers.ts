import type { Module } from '@/courses/find-course.ts'

export type Question = Module['questions'][number]
type Answers = Record<string, string[]>

// The field names of a quiz, as `submitLearningForm` parses them: a selected option, or its position in an order.

export const answerName = (question: string) => `answer:${question}`
export const placeName = (question: string, option: string) => `place:${question}:${option}`
/** The pattern of all field names. */
export const ANSWER_FIELD = /^(answer|place):/

/** The answer to a question; null when it is missing, or when an order repeats a position. */
function answerOf({ key, kind, options }: Question, field: (name: string) => string[]): string[] | null {
  if (kind !== 'order') {
    const chosen = field(answerName(key))
    return chosen.length > 0 ? chosen : null
  }
  const placed = options.map((option) => ({ option: option.key, place: Number(field(placeName(key, option.key))[0]) }))
  const ordered = placed.toSorted((a, b) => a.place - b.place)
  return ordered.every(({ place }, index) => place === index + 1) ? ordered.map(({ option }) => option) : null
}

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
