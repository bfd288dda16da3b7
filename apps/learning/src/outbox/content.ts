import type { markLearningModuleProgress } from '@salama/domain/learning'
import type { Locale } from '@salama/ui/i18n/locales.ts'

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

type Course = { slug: string; version: number }
type Module = { id: string; slug: string }

/** What every mark says of an item: which it is, and in which version it was read. */
export const completionOf = (course: Course, module: Module, item: string): Omit<Mark, 'quizAnswers'> => ({
  moduleId: module.id,
  courseVersion: course.version,
  course: course.slug,
  module: module.slug,
  item,
})

/** A mark in the outbox. */
export type CompletionContent = Mark & {
  /** What to call it in the list: the lesson's or the module's title. */
  title: string
  locale: Locale
  isQuiz: boolean
  /** Who did it: see packages/outbox/src/account.ts. */
  account: string
}

/** The server's word: how far the module and the course are now, and how a try at the quiz was graded. */
export type CompletionReply = Awaited<ReturnType<typeof markLearningModuleProgress>>
export type Attempt = NonNullable<CompletionReply['attempt']>

/** What stays on this phone of a mark that has arrived: not what was answered. */
export const afterArrival = (content: CompletionContent): CompletionContent => ({ ...content, quizAnswers: null })
