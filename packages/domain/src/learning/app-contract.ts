import { z } from 'zod'
import { forLearners, operation } from '../shared/operation.ts'
import { FormQuery, orNull, queryNumber, Text, Version } from '../shared/shapes.ts'
import { exampleCourse, exampleModule, getLearningCourse, LocaleQuery } from './contract.ts'
import {
  CourseProgress,
  exampleResult,
  markLearningModuleProgress,
  QuestionResult,
  QuizAttempt,
} from './progress-contract.ts'

// The learning app's own routes, in addition to those of the API.

const Key = Text.min(1).max(80)
const one = (raw: unknown) => (typeof raw === 'string' ? [raw] : raw)
const Keys = z.preprocess(one, z.array(Key).max(100))

const FormFields = z.object({
  moduleId: z.uuid(),
  courseVersion: queryNumber(Version.min(1)),
  /** The page of the form, to redirect back to. */
  course: Key,
  module: Key,
  item: Key,
  completedItems: Keys.default([]),
})

/** `answer:<question>` holds chosen options; `place:<question>:<option>` the position of an option in an order. */
const ANSWER = /^(?:answer:(?<chosen>[^:]+)|place:(?<ordered>[^:]+):(?<option>[^:]+))$/

/**
 * A module's progress as a plain form: fields that are not known are answers; one with a position twice is rejected.
 */
const ProgressForm = z
  .record(z.string(), z.union([Text.max(80), z.array(Text.max(80)).max(100)]))
  .transform((sent, context) => {
    const fields = FormFields.safeParse(sent)
    for (const issue of fields.error?.issues ?? [])
      context.addIssue({ code: 'custom', path: issue.path, message: issue.message })
    const answers = new Map<string, string[]>()
    const places = new Map<string, Map<string, string>>()
    for (const [name, value] of Object.entries(sent)) {
      if (name in FormFields.shape) continue
      const { chosen, ordered, option } = ANSWER.exec(name)?.groups ?? {}
      if (chosen !== undefined) answers.set(chosen, [value].flat())
      else if (ordered !== undefined && option !== undefined)
        places.set(ordered, (places.get(ordered) ?? new Map()).set(String(value), option))
      else context.addIssue({ code: 'custom', path: [name], message: 'Unknown field.' })
    }
    for (const [question, byPlace] of places)
      answers.set(
        question,
        [...byPlace].toSorted(([a], [b]) => Number(a) - Number(b)).map(([, option]) => option),
      )
    if (!fields.success) return z.NEVER
    const { moduleId, courseVersion, completedItems } = fields.data
    return {
      moduleId,
      courseVersion,
      completedItems,
      ...(answers.size > 0 && { quizAnswers: Object.fromEntries(answers) }),
    }
  })

/** A course to save on a phone, also without an account. */
export const readLearningCourse = operation({ ...getLearningCourse, path: '/api/courses/{id}', access: 'public' })

export const submitLearningForm = operation({
  name: 'submitLearningForm',
  method: 'post',
  path: '/api/progress',
  ...forLearners,
  summary: 'Mark progress in a module with a form',
  description: 'Like `markLearningModuleProgress`, for pages without JavaScript.',
  query: FormQuery,
  body: ProgressForm,
  acceptsForm: true,
  reply: markLearningModuleProgress.reply,
  errors: markLearningModuleProgress.errors,
  examples: markLearningModuleProgress.examples,
})

const QuizParams = z.object({
  moduleId: z.uuid().describe('The id of the module, the same in every version.'),
})
const QuizState = z.object({
  answered: orNull(z.object({ courseVersion: z.int(), results: z.array(QuestionResult) })).describe(
    'An unfinished attempt with the questions answered so far.',
  ),
  attempt: orNull(QuizAttempt).describe('The last finished attempt.'),
})
const QuizAnswer = z.strictObject({
  courseVersion: Version.min(1),
  question: Key,
  answer: z.array(Key).min(1).max(20).describe('The keys of the chosen options, in order.'),
})
const quizExamples = {
  params: { moduleId: exampleModule.id },
  body: { courseVersion: 1, question: exampleResult.key, answer: exampleResult.given },
}

export const getQuizAttempt = operation({
  name: 'getQuizAttempt',
  method: 'get',
  path: '/api/quiz-attempts/{moduleId}',
  ...forLearners,
  summary: 'Get your attempts at a quiz',
  description: 'Returns the unfinished attempt and the last finished one with its result; null if there is none.',
  params: QuizParams,
  query: LocaleQuery,
  reply: QuizState,
  examples: { params: quizExamples.params, reply: { answered: null, attempt: null } },
})

export const answerQuizQuestion = operation({
  name: 'answerQuizQuestion',
  method: 'put',
  path: '/api/quiz-attempts/{moduleId}',
  ...forLearners,
  summary: 'Answer a quiz question',
  description:
    'The answer is final; the response contains the feedback. The last answer of a quiz grades the attempt. Attempts are limited to five an hour.',
  params: QuizParams,
  query: LocaleQuery,
  body: QuizAnswer,
  reply: QuizState.extend({ course: CourseProgress }),
  errors: ['not_found', 'version_conflict', 'rate_limited'],
  examples: {
    ...quizExamples,
    reply: {
      answered: { courseVersion: 1, results: [exampleResult] },
      attempt: null,
      course: markLearningModuleProgress.examples.reply.course,
    },
  },
})

export const practiceQuizQuestion = operation({
  name: 'practiceQuizQuestion',
  method: 'post',
  path: '/api/quiz-practice/{moduleId}',
  tag: 'Learning',
  summary: 'Practise a quiz question',
  description: 'Returns feedback on an answer that does not count: without an account, or after the quiz was passed.',
  access: 'public',
  params: QuizParams,
  query: LocaleQuery,
  body: QuizAnswer,
  reply: QuestionResult,
  errors: ['unauthenticated', 'not_found', 'quiz_not_passed'],
  examples: { ...quizExamples, reply: exampleResult },
})

export const beginNewestCourseVersion = operation({
  name: 'beginNewestCourseVersion',
  method: 'post',
  path: '/api/newest-version',
  ...forLearners,
  summary: 'Switch to the newest version of a course',
  description:
    'For users who started an older version. Completed items count if the newest version has an item of the same name, and a completed course stays completed.',
  query: FormQuery,
  body: z.strictObject({
    courseId: z.uuid(),
    course: Key.optional().describe('The course whose page to return to, for a form.'),
  }),
  acceptsForm: true,
  reply: CourseProgress,
  errors: ['not_found'],
  examples: {
    body: { courseId: exampleCourse.id },
    reply: markLearningModuleProgress.examples.reply.course,
  },
})
