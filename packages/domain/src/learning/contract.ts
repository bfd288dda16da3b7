import { z } from 'zod'
import { CertificateCode } from '../certificates/contract.ts'
import { operation } from '../shared/operation.ts'
import { ByIdOrSlug, Instant, Locale, orNull, Page, PageQuery } from '../shared/shapes.ts'

export const LocaleQuery = z.object({
  locale: Locale.optional().meta({ description: 'Language of the texts. Left out: the caller’s own, else English.' }),
})
export const Slug = z.string().meta({ description: 'Stable from version to version.' })
export const LearningState = z
  .enum(['not_started', 'in_progress', 'completed'])
  .meta({ id: 'LearningState', description: 'How far somebody is.' })

const CourseRule = z
  .object({
    lessons: z.literal('all').meta({ description: 'All lessons of a module must be read.' }),
    quizPassPercent: z.int().meta({ description: 'What of a module’s quiz must be right, at least.' }),
  })
  .meta({ id: 'CourseRule', description: 'What completes a module. All modules complete the course.' })

const Drawing = z.string().meta({ id: 'Drawing', description: 'SVG of 320 by 160 that adds nothing to the text.' })

const CourseView = z.object({
  id: z.uuid(),
  slug: Slug,
  version: z.int().meta({ description: 'The version that the caller began, else the newest. It never changes.' }),
  newestVersion: z.int(),
  neededBy: z.enum(['surveyor']).nullable().meta({ description: 'The role that must have passed it before its work.' }),
  title: z.string(),
  summary: z.string(),
  cover: orNull(Drawing),
  minutes: z.int().meta({ description: 'About how long its lessons and quizzes take.' }),
  rule: CourseRule,
})

const ModuleView = z.object({ id: z.uuid(), slug: Slug, title: z.string(), summary: z.string() })

export const Course = CourseView.extend({
  modules: z.array(
    ModuleView.extend({
      lessonCount: z.int().meta({ description: 'How many lessons it has.' }),
      questionCount: z.int().meta({ description: 'How many questions its quiz has; 0 where there is none.' }),
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
}).meta({ id: 'Course', description: 'A course from outside, and how far the caller is in it.' })

export const Lesson = z
  .object({
    slug: Slug.meta({ description: 'Also its name among the completed items.' }),
    minutes: z.int(),
    title: z.string(),
    text: z.string().meta({
      description:
        'CommonMark, without HTML. A link into an app names the app instead of its address: `rider:/report`.',
    }),
    picture: orNull(Drawing),
  })
  .meta({ id: 'Lesson', description: 'Something to read in a few minutes.' })

export const Question = z
  .object({
    key: z.string(),
    kind: z.enum(['single', 'multiple', 'order', 'picture']).meta({
      description:
        '`single`: one option is right. `multiple`: one or more. `order`: all, put into the right order. `picture`: one, and the options are pictures.',
    }),
    text: z.string(),
    options: z.array(
      z.object({
        key: z.string(),
        text: z.string().meta({ description: 'Of a picture: what is to be seen, for who cannot see it.' }),
        picture: z.string().nullable().meta({
          description: 'A drawing of 160 by 120 as an SVG document. Show it as an image, never as markup.',
        }),
      }),
    ),
  })
  .meta({ id: 'Question', description: 'What is right stays on the server.' })

export const CourseContent = CourseView.extend({
  locale: Locale,
  modules: z.array(
    ModuleView.extend({
      lessons: z.array(Lesson),
      questions: z.array(Question).meta({ description: 'The quiz. Empty where there is none.' }),
    }),
  ),
}).meta({ id: 'CourseContent', description: 'A course to read, whole.' })

export const exampleCourse = {
  id: 'f7491154-7b11-561e-91a0-c25fc2a3aa35',
  slug: 'surveyor-basics',
  version: 1,
  newestVersion: 1,
  neededBy: 'surveyor',
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
  rpc: 'list_learning_courses',
  tag: 'Learning',
  summary: 'Courses',
  description:
    'All courses with their modules, in the order in which they are best taken, and how far the caller is in each.',
  access: 'user',
  query: PageQuery.extend(LocaleQuery.shape),
  reply: z.object({ locale: Locale, data: z.array(Course), page: Page }),
  errors: [],
  cache: { maxAgeS: 0 },
  examples: {
    reply: {
      locale: 'en',
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
  rpc: 'get_learning_course',
  tag: 'Learning',
  summary: 'One course, whole',
  description:
    'Lessons in Markdown and quiz questions, to read or to keep for offline. It is the version that the caller began, else the newest; a published version never changes.',
  access: 'user',
  params: ByIdOrSlug,
  query: LocaleQuery,
  reply: CourseContent,
  errors: ['not_found'],
  cache: { maxAgeS: 300 },
  examples: {
    params: { id: 'surveyor-basics' },
    reply: {
      ...exampleCourse,
      locale: 'en',
      modules: [{ ...exampleModule, lessons: [exampleLesson], questions: [exampleQuestion] }],
    },
  },
})
