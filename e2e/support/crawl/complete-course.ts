import { coursesFolder, readCourses } from '@salama/domain/learning/files'
import { api, type Person } from '../attack/service.ts'

/** Completes the first course of the city, so that its learner has a certificate. */
export async function completeCourse(as: Person) {
  const [file] = readCourses(coursesFolder())
  const reply = await api.call('GET', `/api/v1/learning/courses/${file?.slug}`, { as })
  const course: { modules: { id: string; slug: string; lessons: { slug: string }[] }[] } = await reply.json()
  for (const { id, slug, lessons } of course.modules) {
    const answers = file?.modules.find((module) => module.slug === slug)?.answers ?? {}
    const body = {
      completedItems: lessons.map((lesson) => lesson.slug),
      quizAnswers: Object.fromEntries(Object.entries(answers).map(([key, { right }]) => [key, right])),
    }
    await api.call('PUT', `/api/v1/learning/progress/${id}`, { as, body })
  }
}
