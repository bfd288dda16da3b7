import type { LearningPath } from '@salama/domain/learning'
import { LinkButton } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import type { Locale } from '@salama/ui/i18n/routing.ts'
import { ArrowRight } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import type { z } from 'zod'
import { itemsIn } from '@/courses/course-row.tsx'
import { findCourse, type Progress } from '@/courses/find-course.ts'
import { isDoneIn, nextStep, pathOf, QUIZ } from '@/courses/steps.ts'
import { Picture } from '@/pictures/picture.tsx'
import { ProgressRing } from '@/pictures/progress-ring.tsx'

type Props = { path: z.output<typeof LearningPath>; courses: readonly Progress[]; locale: Locale }

/** The way on from where the person stopped, on whichever device that was. Nothing where no course is in progress. */
export async function ContinueCard({ path, courses, locale }: Props) {
  const progress = courses.find(({ slug }) => slug === path.last?.course)
  if (!progress || !path.last) return null
  const [t, names, course] = await Promise.all([
    getTranslations('path'),
    getTranslations('courses'),
    findCourse(progress.slug, locale),
  ])
  const next = path.last.openQuiz
    ? { module: path.last.openQuiz, item: QUIZ, title: null }
    : nextStep(course, isDoneIn(progress))
  const module = course.modules.find(({ slug }) => slug === next?.module)
  if (!next || !module) return null
  return (
    <section
      aria-labelledby="continue"
      className="grid grid-cols-[minmax(0,1fr)] items-center overflow-hidden rounded-control bg-raised md:grid-cols-[2fr_3fr]"
    >
      <Picture svg={module.lessons.find(({ slug }) => slug === next.item)?.picture ?? course.cover} />
      <div className="flex flex-col items-start gap-3 p-4">
        <h2 id="continue" className="font-semibold">
          {t('continueTitle')}
        </h2>
        <p>
          {course.title}: <strong>{next.title ?? names('quizOf', { title: module.title })}</strong>
        </p>
        <p className="flex flex-wrap items-center gap-3">
          <ProgressRing {...itemsIn(progress)} />
          {t('minutesLeft', { minutes: progress.minutesLeft })}
        </p>
        <LinkButton variant="main" size="large" href={pathOf(course.slug, next.module, next.item)}>
          {t('continue')}
          <Icon as={ArrowRight} />
        </LinkButton>
      </div>
    </section>
  )
}
