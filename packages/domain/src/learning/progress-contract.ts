import { z } from 'zod'
import { CertificateCode } from '../certificates/contract.ts'
import { operation } from '../shared/operation.ts'
import { Instant, Locale, orNull, Page, PageQuery, Text, Version } from '../shared/shapes.ts'
import { exampleCompletion, exampleCourse, exampleModule, LearningState, LocaleQuery, Slug } from './contract.ts'

const QuizProgress = z
  .object({
    passed: z.boolean(),
    attempts: z.int().meta({ description: 'Different tries so far.' }),
    bestPercent: z.int().nullable(),
  })
  .meta({ id: 'QuizProgress', description: 'How a quiz went so far.' })

export const ModuleProgress = z
  .object({
    moduleId: z.uuid(),
    slug: Slug,
    title: z.string(),
    state: LearningState,
    completedItems: z.array(z.string()).meta({ description: 'Lessons by their slugs, and `quiz` once it is passed.' }),
    remainingItems: z.array(z.string()).meta({ description: 'What is left to do for the module to be completed.' }),
    quiz: orNull(QuizProgress),
  })
  .meta({ id: 'ModuleProgress', description: 'What of a module is completed, and what is left.' })

export const CourseProgress = z
  .object({
    courseId: z.uuid(),
    slug: Slug,
    title: z.string(),
    version: z.int().meta({ description: 'The version that the caller began; it holds until the end.' }),
    state: LearningState,
    startedAt: Instant,
    completedAt: Instant.nullable(),
    minutesLeft: z.int().meta({ description: 'About how long the rest takes.' }),
    modules: z.array(ModuleProgress),
    certificate: orNull(z.object({ code: CertificateCode, issuedAt: Instant })),
  })
  .meta({ id: 'CourseProgress', description: 'How far the caller is in a course that they began.' })

export const QuestionResult = z
  .object({
    key: z.string(),
    right: z.boolean(),
    given: z.array(z.string()),
    rightOptions: z.array(z.string()),
    explanation: z.string(),
    lesson: Slug.nullable().meta({ description: 'The lesson of the module that explains it.' }),
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
  .meta({ id: 'QuizAttempt', description: 'How a try at a quiz was graded.' })

export const ModuleProgressBody = z
  .strictObject({
    completedItems: z
      .array(Text.max(80))
      .max(100)
      .default([])
      .meta({ description: 'Slugs of lessons that were read. `quiz` may be among them once it is passed.' }),
    quizAnswers: z
      .record(Text.max(80), z.array(Text.max(80)).max(20))
      .optional()
      .meta({ description: 'A try at the quiz: for every question’s key the keys of the options, in order.' }),
    courseVersion: Version.min(1).optional().meta({
      description: 'The version that was read. It is the one that the caller begins, if they have not yet.',
    }),
  })
  .meta({ id: 'ModuleProgressBody', description: 'What was completed in a module since it was last sent.' })

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
  rpc: 'get_learning_progress',
  tag: 'Learning',
  summary: 'How far you are',
  description:
    'Every course that the caller has begun, the newest first: module by module what is completed and what is left, and the certificate of a completed course.',
  access: 'user',
  query: PageQuery.extend(LocaleQuery.shape),
  reply: z.object({ locale: Locale, data: z.array(CourseProgress), page: Page }),
  errors: [],
  cache: { maxAgeS: 0 },
  examples: { query: { locale: 'en' }, reply: { locale: 'en', data: [exampleProgress], page: { nextCursor: null } } },
})

export const markLearningModuleProgress = operation({
  name: 'markLearningModuleProgress',
  method: 'put',
  path: '/api/v1/learning/progress/{moduleId}',
  tag: 'Learning',
  summary: 'Mark progress in a module',
  description:
    'Adds what was completed to what is there, and grades a try at the quiz. Completed items only grow, so two devices merge and a repeat changes nothing. The first mark in a course begins it, an empty one too. The same answers again are the same try; other answers at most five times an hour for each quiz. When the last module is completed the answer carries a certificate. `version_conflict` says that the caller began another version (`currentVersion`): read the course again, then send what applies.',
  access: 'user',
  params: z.object({ moduleId: z.uuid().meta({ description: 'The id of the module, the same in every version.' }) }),
  query: LocaleQuery,
  body: ModuleProgressBody,
  reply: z.object({
    attempt: orNull(QuizAttempt).meta({ description: 'Where answers were sent: how they were graded.' }),
    module: ModuleProgress,
    course: CourseProgress,
  }),
  errors: ['not_found', 'version_conflict', 'quiz_not_passed', 'rate_limited'],
  cache: 'no-store',
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
