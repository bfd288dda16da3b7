import type { Result } from './feedback.tsx'

// The feedback that this tab has shown in attempts that are not finished. The Back button shows a page as it was first
// loaded: without this, somebody who looks into a lesson would come back to the first question. A reload asks the server.

type Quiz = { moduleId: string; courseVersion: number; mode: string; attempts: number }

const shown = new Map<string, readonly Result[]>()
const keyOf = ({ moduleId, courseVersion, mode, attempts }: Quiz) => [moduleId, courseVersion, mode, attempts].join('/')

/** The feedback from the server, with what came since. */
export const resumeFeedback = (quiz: Quiz, answered: readonly Result[]): readonly Result[] => {
  const known = shown.get(keyOf(quiz)) ?? []
  return [...answered, ...known.filter(({ key }) => !answered.some((each) => each.key === key))]
}

export const keepFeedback = (quiz: Quiz, results: readonly Result[]): void => {
  shown.set(keyOf(quiz), resumeFeedback(quiz, results))
}

export const dropFeedback = (quiz: Quiz): void => {
  shown.delete(keyOf(quiz))
}
