import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Rpc } from '../../machinery/server-rpc.ts'
import { readCourses } from './read-courses.ts'

export { ContentError } from '../../machinery/markdown-file.ts'
export { type CourseToLoad, readCourse, readCourses } from './read-courses.ts'

/** The courses that come with the project. */
export const COURSES = fileURLToPath(new URL('../../../../../data/courses', import.meta.url))

const Loaded = z.object({ slug: z.string(), version: z.int(), changed: z.boolean() })

/**
 * Publishes the courses of a folder; a course that differs from its newest version becomes a new one. All files are
 * checked before the first is loaded.
 *
 * @throws {ContentError} when a file is invalid
 */
export async function loadCourses({ rpc, folder = COURSES }: { rpc: Rpc; folder?: string }) {
  const loaded: z.infer<typeof Loaded>[] = []
  for (const course of readCourses(folder)) loaded.push(Loaded.parse(await rpc('load_course', { p_course: course })))
  return loaded
}
