import type { markLearningModuleProgress } from '@salama/domain/learning'
import type { Locale } from '@salama/ui/i18n/locales.ts'

/** A completion in a module: an item, or (with answers) an attempt at its quiz. */
export type Mark = {
  moduleId: string
  courseVersion: number
  course: string
  module: string
  item: string
  /** Null for a lesson. */
  quizAnswers: Record<string, string[]> | null
}

type Course = { slug: string; version: number }
type Module = { id: string; slug: string }

/** The item of a completion, and the version in which it was read. */
export const completionOf = (course: Course, module: Module, item: string): Omit<Mark, 'quizAnswers'> => ({
  moduleId: module.id,
  courseVersion: course.version,
  course: course.slug,
  module: module.slug,
  item,
})

export type CompletionContent = Mark & {
  /** The title in the list: the lesson's or the module's. */
  title: string
  locale: Locale
  isQuiz: boolean
  /** The author's account key: see packages/outbox/src/account.ts. */
  account: string
}

/** The server's reply: progress in module and course, and the result of a quiz attempt. */
export type CompletionReply = Awaited<ReturnType<typeof markLearningModuleProgress>>
export type Attempt = NonNullable<CompletionReply['attempt']>

/** What this phone keeps of a received completion: not the answers. */
export const afterArrival = (content: CompletionContent): CompletionContent => ({ ...content, quizAnswers: null })
