import { z } from 'zod'
import { neededCityFile } from '../../machinery/city-files.ts'
import type { Rpc } from '../../machinery/server-rpc.ts'
import { readCourses } from './read-courses.ts'

export { ContentError } from '../../machinery/markdown-file.ts'
export { type CourseToLoad, readCourse, readCourses } from './read-courses.ts'

/** The courses of the city. */
export const coursesFolder = () => neededCityFile('courses')

const Loaded = z.object({ slug: z.string(), version: z.int(), changed: z.boolean() })

/**
 * Publishes the courses of a folder; a course that differs from its newest version becomes a new one. All files are
 * checked before the first is loaded.
 *
 * @throws {ContentError} when a file is invalid
 */
export async function loadCourses({ rpc, folder = coursesFolder() }: { rpc: Rpc; folder?: string }) {
  const loaded: z.infer<typeof Loaded>[] = []
  for (const course of readCourses(folder)) loaded.push(Loaded.parse(await rpc('load_course', { p_course: course })))
  return loaded
}
