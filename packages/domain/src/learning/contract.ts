import { z } from 'zod'
import { CertificateCode } from '../certificates/contract.ts'
import { EXAMPLE } from '../shared/examples.ts'
import { forLearners, operation } from '../shared/operation.ts'
import { ByIdOrSlug, Instant, Locale, orNull, Page, PageQuery, TextLocale } from '../shared/shapes.ts'

export const LocaleQuery = z.object({
  locale: Locale.optional().describe(
    'The language of the texts. Defaults to the caller’s own, else the first of the city.',
  ),
})
export const Slug = z.string().describe('Stable across versions.')
export const LearningState = z
  .enum(['not_started', 'in_progress', 'completed'])
  .meta({ id: 'LearningState', description: 'The progress state.' })

const CourseRule = z
  .object({
    lessons: z.literal('all').describe('The required share of lessons of a module: all.'),
    quizPassPercent: z.int().describe('The minimum share of correct answers in a module’s quiz.'),
  })
  .meta({
    id: 'CourseRule',
    description: 'The rules for completing a module. The course is complete when all modules are.',
  })

const Drawing = z.string().meta({ id: 'Drawing', description: 'A decorative SVG of 320 by 160.' })

const CourseView = z.object({
  id: z.uuid(),
  slug: Slug,
  version: z.int().describe('The version that the caller started, else the newest. A version never changes.'),
  newestVersion: z.int(),
  neededBy: z.enum(['surveyor']).nullable().describe('The role that requires this course.'),
  locale: TextLocale.describe('The language of its texts: the first of the city where it is not in the other.'),
  title: z.string(),
  summary: z.string(),
  cover: orNull(Drawing),
  minutes: z.int().describe('Estimated duration of its lessons and quizzes.'),
  rule: CourseRule,
})

const ModuleView = z.object({ id: z.uuid(), slug: Slug, title: z.string(), summary: z.string() })

export const Course = CourseView.extend({
  modules: z.array(
    ModuleView.extend({
      lessonCount: z.int().describe('Number of lessons.'),
      questionCount: z.int().describe('Number of quiz questions; 0 if there is no quiz.'),
      minutes: z.int(),
    }),
  ),
  progress: z.object({
    state: LearningState,
    startedAt: Instant.nullable(),
    completedAt: Instant.nullable(),
    completedModules: z.int(),
    certificateCode: orNull(CertificateCode),
  }),
}).meta({ id: 'Course', description: 'A course overview with the caller’s progress.' })

export const Lesson = z
  .object({
    slug: Slug.describe('Also its id among the completed items.'),
    minutes: z.int(),
    title: z.string(),
    text: z
      .string()
      .describe(
        'CommonMark, without HTML. A link into an app starts with the name of the app: `rider:/report`. In a situation `## What happens {#key}` begins a part, and `- [A choice](#key)` leads to a later one.',
      ),
    picture: orNull(Drawing),
  })
  .meta({ id: 'Lesson', description: 'A short text.' })

export const Question = z
  .object({
    key: z.string(),
    kind: z
      .enum(['single', 'multiple', 'order', 'picture'])
      .describe(
        '`single`: one correct option. `multiple`: one or more. `order`: all options in the correct order. `picture`: one correct option; the options are pictures.',
      ),
    text: z.string(),
    options: z.array(
      z.object({
        key: z.string(),
        text: z.string().describe('Alternative text of a picture.'),
        picture: z.string().nullable().describe('An SVG document of 160 by 120. Show it as an image, never as markup.'),
      }),
    ),
  })
  .meta({ id: 'Question', description: 'A question, without its correct answer.' })

export const CourseContent = CourseView.extend({
  modules: z.array(
    ModuleView.extend({
      lessons: z.array(Lesson),
      questions: z.array(Question).describe('The quiz; empty if there is none.'),
    }),
  ),
}).meta({ id: 'CourseContent', description: 'A complete course.' })

export const exampleCourse = {
  id: 'f7491154-7b11-561e-91a0-c25fc2a3aa35',
  slug: 'surveyor-basics',
  version: 1,
  newestVersion: 1,
  neededBy: 'surveyor',
  locale: EXAMPLE.locale,
  title: 'Surveyor basics',
  summary: 'How field work goes, from the first tap to an approved entry.',
  cover: null,
  minutes: 12,
  rule: { lessons: 'all', quizPassPercent: 80 },
}
export const exampleModule = {
  id: '4ff0bfa9-f11e-5a8e-a9a9-d3a9215c73ca',
  slug: 'before-you-start',
  title: 'Before you start',
  summary: 'Safety and facts.',
}
/** The completion in the examples: start, end and certificate. */
export const exampleCompletion = {
  startedAt: '2026-11-20T06:52:04Z',
  completedAt: '2026-11-20T07:31:40Z',
  certificateCode: '7K3M9-QXR2H-T8WBN-4CJ6E',
}
const exampleLesson = {
  slug: 'what-a-surveyor-does',
  minutes: 1,
  title: 'What a surveyor does',
  text: 'You look …',
  picture: null,
}
const option = (key: string, text: string) => ({ key, text, picture: null })
const options = [option('ask', 'Ask'), option('empty', 'Leave it empty')]
const exampleQuestion = { key: 'guess', kind: 'single', text: 'A name cannot be read. What now?', options }

export const listLearningCourses = operation({
  name: 'listLearningCourses',
  method: 'get',
  path: '/api/v1/learning/courses',
  ...forLearners,
  summary: 'List courses',
  description: 'Returns all courses with their modules, in the recommended order, with the caller’s progress.',
  query: PageQuery.extend(LocaleQuery.shape),
  reply: z.object({ locale: Locale, data: z.array(Course), page: Page }),
  cache: { maxAgeS: 0 },
  examples: {
    reply: {
      locale: EXAMPLE.locale,
      data: [
        {
          ...exampleCourse,
          modules: [{ ...exampleModule, lessonCount: 3, questionCount: 4, minutes: 4 }],
          progress: { state: 'completed', completedModules: 1, ...exampleCompletion },
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
  ...forLearners,
  summary: 'Get a course',
  description:
    'Returns lessons in Markdown and quiz questions, to read or to save for offline use. The version is the one that the caller started, else the newest; a published version never changes.',
  params: ByIdOrSlug,
  query: LocaleQuery,
  reply: CourseContent,
  errors: ['not_found'],
  cache: { maxAgeS: 300 },
  examples: {
    params: { id: 'surveyor-basics' },
    reply: {
      ...exampleCourse,
      modules: [{ ...exampleModule, lessons: [exampleLesson], questions: [exampleQuestion] }],
    },
  },
})
