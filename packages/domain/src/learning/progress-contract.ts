import { z } from 'zod'
import { CertificateCode } from '../certificates/contract.ts'
import { EXAMPLE } from '../shared/examples.ts'
import { forLearners, operation } from '../shared/operation.ts'
import { Instant, Locale, orNull, Page, PageQuery, Text, Version } from '../shared/shapes.ts'
import { exampleCompletion, exampleCourse, exampleModule, LearningState, LocaleQuery, Slug } from './contract.ts'

const QuizProgress = z
  .object({
    passed: z.boolean(),
    attempts: z.int().describe('Number of distinct attempts.'),
    bestPercent: z.int().nullable(),
  })
  .meta({ id: 'QuizProgress', description: 'The caller’s results in a quiz.' })

export const ModuleProgress = z
  .object({
    moduleId: z.uuid(),
    slug: Slug,
    title: z.string(),
    state: LearningState,
    completedItems: z.array(z.string()).describe('Slugs of completed lessons, and `quiz` once it is passed.'),
    remainingItems: z.array(z.string()).describe('Items left to complete the module.'),
    quiz: orNull(QuizProgress),
  })
  .meta({ id: 'ModuleProgress', description: 'Completed and remaining items of a module.' })

export const CourseProgress = z
  .object({
    courseId: z.uuid(),
    slug: Slug,
    title: z.string(),
    version: z.int().describe('The version that the caller started; it stays the same until the end.'),
    state: LearningState,
    startedAt: Instant,
    completedAt: Instant.nullable(),
    minutesLeft: z.int().describe('Estimated time left.'),
    modules: z.array(ModuleProgress),
    certificate: orNull(z.object({ code: CertificateCode, issuedAt: Instant })),
  })
  .meta({ id: 'CourseProgress', description: 'The caller’s progress in a course.' })

export const QuestionResult = z
  .object({
    key: z.string(),
    right: z.boolean(),
    given: z.array(z.string()),
    rightOptions: z.array(z.string()),
    explanation: z.string(),
    lesson: Slug.nullable().describe('The lesson that explains it.'),
  })
  .meta({ id: 'QuestionResult', description: 'Feedback on one answer.' })

export const QuizAttempt = z
  .object({
    at: Instant,
    percent: z.int(),
    passed: z.boolean(),
    rightCount: z.int(),
    questionCount: z.int(),
    results: z.array(QuestionResult),
  })
  .meta({ id: 'QuizAttempt', description: 'The result of a quiz attempt.' })

export const ModuleProgressBody = z
  .strictObject({
    completedItems: z
      .array(Text.max(80))
      .max(100)
      .default([])
      .describe('Slugs of completed lessons. May include `quiz` once it is passed.'),
    quizAnswers: z
      .record(Text.max(80), z.array(Text.max(80)).max(20))
      .optional()
      .describe('A quiz attempt: for each question’s key the keys of the chosen options, in order.'),
    courseVersion: Version.min(1)
      .optional()
      .describe('The version that was read. The caller starts this version if they have not started the course.'),
  })
  .meta({ id: 'ModuleProgressBody', description: 'Items completed in a module since the last request.' })

export const exampleResult = {
  key: 'power',
  right: true,
  given: ['see'],
  rightOptions: ['see'],
  explanation: 'You look and write down; you do not give orders.',
  lesson: 'what-a-surveyor-does',
}
const exampleModuleProgress = {
  moduleId: exampleModule.id,
  slug: exampleModule.slug,
  title: exampleModule.title,
  state: 'completed',
  completedItems: ['what-a-surveyor-does', 'quiz'],
  remainingItems: [],
  quiz: { passed: true, attempts: 2, bestPercent: 100 },
}
const { startedAt, completedAt, certificateCode } = exampleCompletion
const exampleProgress = {
  courseId: exampleCourse.id,
  slug: exampleCourse.slug,
  title: exampleCourse.title,
  version: 1,
  state: 'completed',
  startedAt,
  completedAt,
  minutesLeft: 0,
  modules: [exampleModuleProgress],
  certificate: { code: certificateCode, issuedAt: completedAt },
}

export const getLearningProgress = operation({
  name: 'getLearningProgress',
  method: 'get',
  path: '/api/v1/learning/progress',
  ...forLearners,
  summary: 'Get your progress',
  description:
    'Returns every course that the caller has started, newest first: completed and remaining items by module, and the certificate of a completed course.',
  query: PageQuery.extend(LocaleQuery.shape),
  reply: z.object({ locale: Locale, data: z.array(CourseProgress), page: Page }),
  cache: { maxAgeS: 0 },
  examples: {
    query: { locale: EXAMPLE.locale },
    reply: { locale: EXAMPLE.locale, data: [exampleProgress], page: { nextCursor: null } },
  },
})

export const markLearningModuleProgress = operation({
  name: 'markLearningModuleProgress',
  method: 'put',
  path: '/api/v1/learning/progress/{moduleId}',
  ...forLearners,
  summary: 'Mark progress in a module',
  description:
    'Adds completed items and grades a quiz attempt. Items are only added, so devices merge and a repeat changes nothing. The first request for a course starts it, even without items. Repeating the same answers is the same attempt; different answers are limited to five attempts an hour for each quiz. When the last module is completed the response contains a certificate. `version_conflict` means that the caller started another version (`currentVersion`): read the course again, then send the items that still apply.',
  params: z.object({ moduleId: z.uuid().describe('The id of the module, the same in every version.') }),
  query: LocaleQuery,
  body: ModuleProgressBody,
  reply: z.object({
    attempt: orNull(QuizAttempt).describe('The result, if answers were sent.'),
    module: ModuleProgress,
    course: CourseProgress,
  }),
  errors: ['not_found', 'version_conflict', 'quiz_not_passed', 'rate_limited'],
  examples: {
    params: { moduleId: exampleModule.id },
    body: {
      completedItems: ['what-a-surveyor-does'],
      quizAnswers: {
        power: ['see'],
        unsafe: ['back'],
        'not-collect': ['faces', 'names'],
        'own-entry': ['reviewer'],
        passenger: ['show'],
      },
      courseVersion: 1,
    },
    reply: {
      attempt: {
        at: completedAt,
        percent: 80,
        passed: true,
        rightCount: 4,
        questionCount: 5,
        results: [exampleResult],
      },
      module: exampleModuleProgress,
      course: exampleProgress,
    },
  },
})
