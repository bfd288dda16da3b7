import { z } from 'zod'
import { EXAMPLE } from '../shared/examples.ts'
import { forLearners, operation } from '../shared/operation.ts'
import { FormQuery, Instant, Locale, orNull, queryNumber } from '../shared/shapes.ts'
import { LocaleQuery, Slug } from './contract.ts'

// What the learning app shows a person of their own path, and an admin of all courses. Not part of the public API.

const ItemsPerWeek = z.int().min(1).max(30)

export const LearningPath = z.object({
  locale: Locale,
  itemsPerWeek: ItemsPerWeek.nullable().describe('The weekly goal in lessons and quizzes; null for none.'),
  last: orNull(z.object({ course: Slug, openQuiz: Slug.nullable() })).describe(
    'The course with the latest activity, and the module with an unfinished quiz.',
  ),
  weeks: z.array(z.object({ from: z.iso.date(), items: z.int() })).describe('By week, the current week last.'),
  recent: z.array(
    z.object({
      at: Instant,
      course: Slug,
      module: Slug,
      moduleTitle: z.string(),
      item: z.string(),
      title: z.string().nullable().describe('The slug of the lesson; null for a quiz.'),
    }),
  ),
})

export const getLearningPath = operation({
  name: 'getLearningPath',
  method: 'get',
  path: '/api/learning-path',
  ...forLearners,
  summary: 'Get your learning path',
  description: 'Returns where you stopped, your recent activity, and your weekly goal.',
  query: LocaleQuery,
  reply: LearningPath,
  examples: {
    reply: {
      locale: EXAMPLE.locale,
      itemsPerWeek: 3,
      last: { course: 'ride-safely', openQuiz: null },
      weeks: [{ from: '2026-11-16', items: 2 }],
      recent: [],
    },
  },
})

export const setLearningGoal = operation({
  name: 'setLearningGoal',
  method: 'post',
  path: '/api/learning-goal',
  ...forLearners,
  summary: 'Set your weekly goal',
  description: 'In lessons and quizzes a week. Omit it or leave it empty for no goal.',
  query: FormQuery,
  body: z.strictObject({
    itemsPerWeek: z.preprocess((raw) => (raw === '' ? undefined : raw), queryNumber(ItemsPerWeek).optional()),
  }),
  acceptsForm: true,
  reply: z.object({ itemsPerWeek: ItemsPerWeek.nullable() }),
  examples: { body: { itemsPerWeek: 3 }, reply: { itemsPerWeek: 3 } },
})

const Count = z.int().nullable().describe('Number of learners; null below the minimum group size.')

export const LearningFigures = z.object({
  asOf: Instant,
  floor: z.int().describe('The minimum group size of a figure.'),
  idleDays: z.int().describe('Days without progress after which a learner counts as stopped.'),
  courses: z.array(
    z.object({
      slug: Slug,
      title: z.string(),
      started: Count,
      completed: Count,
      modules: z.array(z.object({ slug: Slug, title: z.string(), reached: Count, stopped: Count })),
      hardest: z.array(
        z.object({
          module: Slug,
          key: z.string(),
          text: z.string(),
          learners: z.int(),
          rightPercent: z.int().describe('Share of correct first attempts.'),
        }),
      ),
    }),
  ),
})

export const getLearningFigures = operation({
  name: 'getLearningFigures',
  method: 'get',
  path: '/api/learning-figures',
  tag: 'Learning',
  summary: 'Get course statistics',
  description:
    'Returns for each course how many learners started and completed it, where they stopped, and the hardest questions.',
  access: { role: 'admin' },
  query: LocaleQuery,
  reply: LearningFigures,
  examples: { reply: { asOf: '2026-11-20T07:31:40Z', floor: 5, idleDays: 14, courses: [] } },
})
