import { openDatabase, type PersonName, type TestDatabase, type Who } from '@salama/testing'
import type { z } from 'zod'
import type { Course, CourseContent } from '../contract.ts'
import { type CourseToLoad, coursesFolder, readCourses } from '../files/index.ts'
import type { CourseProgress, ModuleProgress, QuizAttempt } from '../progress-contract.ts'

const FILES = readCourses(coursesFolder())

type Marked = {
  attempt: z.infer<typeof QuizAttempt> | null
  module: z.infer<typeof ModuleProgress>
  course: z.infer<typeof CourseProgress>
}
type Content = z.infer<typeof CourseContent>

/** A copy of the course from the files, for a test to change. */
export function courseFile(slug: string): CourseToLoad {
  const found = FILES.find((course) => course.slug === slug)
  if (!found) throw new Error(`No course ${slug}`)
  return structuredClone(found)
}

/** A database with the three courses, and helpers to complete them. */
export async function openSchool() {
  const db = await openDatabase()
  const load = (course: CourseToLoad) => db.as('operator_server').rpc('load_course', { p_course: course })
  const fill = async () => {
    for (const course of FILES) await load(course)
  }
  const read = async (who: Who, id: string, p_locale = 'en') =>
    (await db.as(who).rpc('get_learning_course', { p_id: id, p_locale })) as Content
  /** The same two calls as the use case: stores the progress, then reads the result. */
  const mark = async (who: PersonName, p_module_id: string, args: Record<string, unknown> = {}) => {
    const { courseVersion } = (await db.as(who).rpc('mark_learning_module_progress', { p_module_id, ...args })) as {
      courseVersion: number
    }
    return (await db.as(who).rpc('get_learning_module_progress', {
      p_module_id,
      p_course_version: courseVersion,
      p_quiz_answers: args.p_quiz_answers,
      p_locale: 'en',
    })) as Marked
  }
  const progress = async (who: PersonName) =>
    ((await db.as(who).rpc('get_learning_progress', { p_locale: 'en' })) as { data: z.infer<typeof CourseProgress>[] })
      .data
  const list = async (who: Who) =>
    ((await db.as(who).rpc('list_learning_courses', { p_locale: 'en' })) as { data: z.infer<typeof Course>[] }).data

  /** Completes a course, or its first modules, with right answers. */
  const pass = async (who: PersonName, slug: string, modules = 99) => {
    for (const module of (await read(who, slug)).modules.slice(0, modules))
      await mark(who, module.id, {
        p_completed_items: module.lessons.map((lesson) => lesson.slug),
        p_quiz_answers: rightAnswers(slug, module.slug),
      })
  }
  return { db, load, fill, read, mark, progress, list, pass }
}

export type School = Awaited<ReturnType<typeof openSchool>> & { db: TestDatabase }

/** The right answers of a module, from the files; `wrong` is the number of wrong answers. */
export function rightAnswers(slug: string, module: string, wrong = 0): Record<string, string[]> {
  const found = courseFile(slug).modules.find((each) => each.slug === module)
  const all = Object.entries(found?.answers ?? {}).map(([key, { right }]) => [key, right] as const)
  return Object.fromEntries(
    all.map(([key, right], index) => {
      const question = found?.questions.find((each) => each.key === key)
      const others = question?.options.map((option) => option.key).filter((option) => option !== right[0]) ?? []
      return [key, index >= wrong ? right : question?.kind === 'order' ? right.toReversed() : others.slice(0, 1)]
    }),
  )
}
