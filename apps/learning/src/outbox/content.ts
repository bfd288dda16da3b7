/** What somebody did in a module: an item that is completed, or (with answers) a try at its quiz. */
export type Mark = {
  moduleId: string
  /** The version that was read. */
  courseVersion: number
  course: string
  module: string
  item: string
  /** Null for a lesson that was read. */
  quizAnswers: Record<string, string[]> | null
}

/** A mark in the outbox. */
export type MarkContent = Mark & {
  /** What to call it in the list: the lesson's or the module's title. */
  title: string
  locale: string
  isQuiz: boolean
  /** Who did it: see packages/outbox/src/account.ts. */
  account: string
}

/** How a try at a quiz was graded. */
export type Attempt = {
  at: string
  percent: number
  passed: boolean
  rightCount: number
  questionCount: number
  results: { key: string; right: boolean; explanation: string }[]
}

export type MarkReply = {
  attempt: Attempt | null
  course: { state: string; certificate: { code: string } | null }
  module: { state: string; completedItems: string[] }
}

/** What stays on this phone of a mark that has arrived: not what was answered. */
export const afterArrival = (content: MarkContent): MarkContent => ({ ...content, quizAnswers: null })
