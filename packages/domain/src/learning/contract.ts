import { z } from 'zod'
import { CertificateCode } from '../certificates/contract.ts'
import { operation } from '../shared/operation.ts'
import { Instant, Locale, orNull, Page, PageQuery, Text, Version } from '../shared/shapes.ts'

const locale = Locale.optional().meta({
  description: 'Language of the texts. Left out: the caller’s own, else English.',
})
const LocaleQuery = z.object({ locale })
const Slug = z.string().meta({ description: 'Stable from version to version.' })
const State = z
  .enum(['not_started', 'in_progress', 'completed'])
  .meta({ id: 'LearningState', description: 'How far somebody is.' })

const CourseRule = z
  .object({
    lessons: z.literal('all').meta({ description: 'All lessons of a module must be read.' }),
    quizPassPercent: z.int().meta({ description: 'What of a module’s quiz must be right, at least.' }),
  })
  .meta({ id: 'CourseRule', description: 'What completes a module. All modules complete the course.' })

const CourseFace = z.object({
  id: z.uuid(),
  slug: Slug,
  version: z.int().meta({ description: 'The version that the caller began, else the newest. It never changes.' }),
  newestVersion: z.int(),
  title: z.string(),
  summary: z.string(),
  minutes: z.int().meta({ description: 'About how long reading takes.' }),
  rule: CourseRule,
})

const ModuleFace = z.object({ id: z.uuid(), slug: Slug, title: z.string(), summary: z.string() })

export const Course = CourseFace.extend({
  modules: z.array(
    ModuleFace.extend({
      lessonCount: z.int().meta({ description: 'How many lessons it has.' }),
      questionCount: z.int().meta({ description: 'How many questions its quiz has; 0 where there is none.' }),
      minutes: z.int(),
    }),
  ),
  progress: z.object({
    state: State,
    startedAt: Instant.nullable(),
    completedAt: Instant.nullable(),
    completedModules: z.int(),
    certificateCode: orNull(CertificateCode),
  }),
}).meta({ id: 'Course', description: 'A course from outside, and how far the caller is in it.' })

export const Lesson = z
  .object({
    slug: Slug.meta({ description: 'Also its name among the completed items.' }),
    minutes: z.int(),
    title: z.string(),
    text: z.string().meta({ description: 'CommonMark, without HTML.' }),
  })
  .meta({ id: 'Lesson', description: 'Something to read in a few minutes.' })

export const Question = z
  .object({
    key: z.string(),
    kind: z.enum(['single', 'multiple', 'order']).meta({
      description: '`single`: one option is right. `multiple`: one or more. `order`: all, put into the right order.',
    }),
    text: z.string(),
    options: z.array(z.object({ key: z.string(), text: z.string() })),
  })
  .meta({ id: 'Question', description: 'What is right stays on the server.' })

export const CourseContent = CourseFace.extend({
  locale: Locale,
  modules: z.array(
    ModuleFace.extend({
      lessons: z.array(Lesson),
      questions: z.array(Question).meta({ description: 'The quiz. Empty where there is none.' }),
    }),
  ),
}).meta({ id: 'CourseContent', description: 'A course to read, whole.' })

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
    state: State,
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
    state: State,
    startedAt: Instant,
    completedAt: Instant.nullable(),
    modules: z.array(ModuleProgress),
    certificate: orNull(z.object({ code: CertificateCode, issuedAt: Instant })),
  })
  .meta({ id: 'CourseProgress', description: 'How far the caller is in a course that they began.' })

export const QuizAttempt = z
  .object({
    percent: z.int(),
    passed: z.boolean(),
    rightCount: z.int(),
    questionCount: z.int(),
    results: z.array(z.object({ key: z.string(), right: z.boolean(), explanation: z.string() })),
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

const face = {
  id: 'f7491154-7b11-561e-91a0-c25fc2a3aa35',
  slug: 'surveyor-basics',
  version: 1,
  newestVersion: 1,
  title: 'Surveyor basics',
  summary: 'How field work goes, from the first tap to an approved entry.',
  minutes: 12,
  rule: { lessons: 'all', quizPassPercent: 80 },
}
const moduleId = '4ff0bfa9-f11e-5a8e-a9a9-d3a9215c73ca'
const moduleFace = { id: moduleId, slug: 'before-you-start', title: 'Before you start', summary: 'Safety and facts.' }
const exampleLesson = { slug: 'what-a-surveyor-does', minutes: 1, title: 'What a surveyor does', text: 'You look …' }
const option = (key: string, text: string) => ({ key, text })
const options = [option('ask', 'Ask'), option('empty', 'Leave it empty')]
const exampleQuestion = { key: 'guess', kind: 'single', text: 'A name cannot be read. What now?', options }
const exampleModule = {
  moduleId,
  slug: moduleFace.slug,
  title: moduleFace.title,
  state: 'completed',
  completedItems: ['what-a-surveyor-does', 'quiz'],
  remainingItems: [],
  quiz: { passed: true, attempts: 2, bestPercent: 100 },
}
const exampleProgress = {
  courseId: face.id,
  slug: face.slug,
  title: face.title,
  version: 1,
  state: 'completed',
  startedAt: '2026-11-20T06:52:04Z',
  completedAt: '2026-11-20T07:31:40Z',
  modules: [exampleModule],
  certificate: { code: '7K3M9-QXR2H-T8WBN-4CJ6E', issuedAt: '2026-11-20T07:31:40Z' },
}

export const listLearningCourses = operation({
  name: 'listLearningCourses',
  method: 'get',
  path: '/api/v1/learning/courses',
  tag: 'Learning',
  summary: 'Courses',
  description:
    'All courses with their modules, in the order in which they are best taken, and how far the caller is in each.',
  access: 'user',
  query: PageQuery.extend({ locale }),
  reply: z.object({ locale: Locale, data: z.array(Course), page: Page }),
  errors: [],
  cache: { maxAgeS: 0 },
  examples: {
    reply: {
      locale: 'en',
      data: [
        {
          ...face,
          modules: [{ ...moduleFace, lessonCount: 3, questionCount: 4, minutes: 4 }],
          progress: {
            state: 'completed',
            startedAt: exampleProgress.startedAt,
            completedAt: exampleProgress.completedAt,
            completedModules: 1,
            certificateCode: exampleProgress.certificate.code,
          },
        },
      ],
      page: { nextCursor: null },
    },
  },
})

export const getLearningCourse = operation({
  name: 'getLearningCourse',
  method: 'get',
  path: '/api/v1/learning/courses/{id}',
  tag: 'Learning',
  summary: 'One course, whole',
  description:
    'Lessons in Markdown and quiz questions, to read or to keep for offline. It is the version that the caller began, else the newest; a published version never changes.',
  access: 'user',
  params: z.object({ id: Text.min(1).max(80).meta({ description: 'The id or the slug.' }) }),
  query: LocaleQuery,
  reply: CourseContent,
  errors: ['not_found'],
  cache: { maxAgeS: 300 },
  examples: {
    params: { id: 'surveyor-basics' },
    reply: {
      ...face,
      locale: 'en',
      modules: [{ ...moduleFace, lessons: [exampleLesson], questions: [exampleQuestion] }],
    },
  },
})

export const getLearningProgress = operation({
  name: 'getLearningProgress',
  method: 'get',
  path: '/api/v1/learning/progress',
  tag: 'Learning',
  summary: 'How far you are',
  description:
    'Every course that the caller has begun, the newest first: module by module what is completed and what is left, and the certificate of a completed course.',
  access: 'user',
  query: PageQuery.extend({ locale }),
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
  params: z.object({ moduleId: z.uuid() }),
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
    params: { moduleId },
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
        percent: 80,
        passed: true,
        rightCount: 4,
        questionCount: 5,
        results: [{ key: 'power', right: true, explanation: 'You look and write down; you do not give orders.' }],
      },
      module: exampleModule,
      course: exampleProgress,
    },
  },
})
