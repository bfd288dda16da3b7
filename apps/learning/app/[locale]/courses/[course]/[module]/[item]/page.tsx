import { dataMetadata, dataPage } from '@salama/ui/apps/data-page.tsx'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import { findCourse, moduleOf } from '@/courses/find-course.ts'
import { LessonPage } from '@/courses/lesson-page.tsx'
import { pathOf, QUIZ } from '@/courses/steps.ts'
import { pageMetadata } from '@/page-metadata.ts'
import { QuizPage } from '@/quiz/quiz-page.tsx'

type Props = PageProps<'/[locale]/courses/[course]/[module]/[item]'>

async function find(params: Props['params']) {
  const [{ course: slug, module: name, item }, locale] = await Promise.all([params, getLocale()])
  const course = await findCourse(slug, locale)
  const module = moduleOf(course, name)
  const lesson = module.lessons.find((each) => each.slug === item)
  if (!lesson && !(item === QUIZ && module.questions.length > 0)) notFound()
  return { course, module, lesson: lesson ?? null, locale }
}

export const generateMetadata = dataMetadata(async ({ params }: Props): Promise<Metadata> => {
  const [{ course, module, lesson }, t] = await Promise.all([find(params), getTranslations('courses')])
  const name = lesson?.title ?? t('quizOf', { title: module.title })
  const words = { title: `${name} · ${course.title}`, description: module.summary }
  return pageMetadata(pathOf(course.slug, module.slug, lesson?.slug ?? QUIZ), words, { listed: lesson !== null })
})

/** One step of a course: a lesson, or the quiz of a module. */
export default dataPage(async function StepPage({ params, searchParams }: Props) {
  const [{ lesson, ...found }, { again, done }] = await Promise.all([find(params), searchParams])
  // Called as functions, not rendered, so that their data is loaded before the page streams.
  return lesson ? LessonPage({ ...found, lesson, again }) : QuizPage({ ...found, again, isSent: done !== undefined })
})
