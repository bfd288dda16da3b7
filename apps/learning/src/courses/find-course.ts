import {
  type CourseContent,
  type CourseProgress,
  getLearningCourse,
  getLearningPath,
  getLearningProgress,
  listLearningCourses,
} from '@salama/domain/learning'
import { getCaller, getSignedIn } from '@salama/session'
import { orNotFound } from '@salama/ui/apps/or-not-found.ts'
import type { Locale } from '@salama/ui/i18n/routing.ts'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import type { z } from 'zod'

// Data for the pages, each loaded once per request, however many components use it.

export type Content = z.output<typeof CourseContent>
export type Progress = z.output<typeof CourseProgress>
export type Module = Content['modules'][number]

/** There are few courses, so one page of the maximum size has all of them. */
const MAX_COURSES = 100

export const listCourses = cache(
  async (locale: Locale) => (await listLearningCourses(await getCaller(), { locale, limit: MAX_COURSES })).data,
)

/** A course in the version that the caller began, else the newest; 404 without one. */
export const findCourse = cache(async (course: string, locale: Locale): Promise<Content> => {
  const id = getLearningCourse.operation.params.safeParse({ id: course }).data?.id
  if (id === undefined) notFound()
  return orNotFound(getLearningCourse(await getCaller(), { id, locale }))
})

/** The caller's progress. `visitor`: nobody is signed in; `unknown`: somebody is, but progress could not be loaded. */
export type Learner = { is: 'visitor' | 'unknown' } | { is: 'known'; courses: Progress[] }

export const findLearner = cache(async (locale: Locale): Promise<Learner> => {
  const caller = await getCaller()
  if (caller.kind !== 'user') return { is: (await getSignedIn()) === null ? 'visitor' : 'unknown' }
  return { is: 'known', courses: (await getLearningProgress(caller, { locale, limit: MAX_COURSES })).data }
})

/** The caller's path; null without an account. */
export const findPath = cache(async (locale: Locale) => {
  const caller = await getCaller()
  return caller.kind === 'user' ? getLearningPath(caller, { locale }) : null
})

/** The progress in one course; null if it was not begun or is unknown. */
export async function findProgress(course: Content, locale: Locale): Promise<Progress | null> {
  const learner = await findLearner(locale)
  return learner.is === 'known' ? (learner.courses.find(({ courseId }) => courseId === course.id) ?? null) : null
}

/** A module by its slug; 404 without one. */
export function moduleOf(course: Content, slug: string): Module {
  return course.modules.find((each) => each.slug === slug) ?? notFound()
}
