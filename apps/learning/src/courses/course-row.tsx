import type { Course } from '@salama/domain/learning'
import { LinkButton } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { ClipboardCheck } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { z } from 'zod'
import { GuestProgress } from '@/guest/guest-progress.tsx'
import { Picture } from '@/pictures/picture.tsx'
import { ProgressRing } from '@/pictures/progress-ring.tsx'
import type { Progress } from './find-course.ts'
import { StateWord } from './step-link.tsx'
import { pathOf } from './steps.ts'

type CourseView = z.output<typeof Course>

/** How many items of a course are done, and how many it has. */
export function itemsIn(course: Progress) {
  const done = course.modules.flatMap(({ completedItems }) => completedItems).length
  return { done, of: done + course.modules.flatMap(({ remainingItems }) => remainingItems).length }
}

/** A course's modules with the number of their items, for what a phone knows of a visitor. */
export const guestModulesOf = ({ modules }: CourseView) =>
  modules.map(({ id, lessonCount, questionCount }) => ({ id, items: lessonCount + (questionCount > 0 ? 1 : 0) }))

/** A course in a list: cover, description, duration and progress. `begun`: the person's courses; null of a visitor. */
export function CourseCard({ course, begun }: { course: CourseView; begun: readonly Progress[] | null }) {
  const t = useTranslations('courses')
  const words = useTranslations('progress')
  const progress = begun?.find(({ courseId }) => courseId === course.id)
  return (
    <li className="relative flex flex-col overflow-hidden rounded-control bg-raised">
      <Picture svg={course.cover} />
      <div className="flex flex-1 flex-col gap-2 p-4">
        {course.neededBy && (
          <p className="inline-flex items-center gap-2 self-start rounded-full bg-raised px-3 text-sm font-semibold">
            <Icon as={ClipboardCheck} />
            {t(`neededBy.${course.neededBy}`)}
          </p>
        )}
        <h2 lang={course.locale} className="font-semibold">
          <Link href={pathOf(course.slug)} className="touch-link after:absolute after:inset-0">
            {course.title}
          </Link>
        </h2>
        <p lang={course.locale}>{course.summary}</p>
        <p className="text-soft">{t('size', { modules: course.modules.length, minutes: course.minutes })}</p>
        {begun === null && <GuestProgress modules={guestModulesOf(course)} />}
        {progress && (
          <div className="mt-auto flex flex-wrap items-center gap-3">
            <ProgressRing {...itemsIn(progress)} />
            <StateWord state={progress.state}>
              {progress.state === 'in_progress' ? words('itemsDone', itemsIn(progress)) : null}
            </StateWord>
          </div>
        )}
      </div>
    </li>
  )
}

/** A course that the person has begun. */
export function MyCourse({ course }: { course: Progress }) {
  const t = useTranslations('courses')
  const words = useTranslations('progress')
  const { day } = useTimes()
  const { done, of } = itemsIn(course)
  const module = course.modules.find(({ remainingItems }) => remainingItems.length > 0)
  const item = module?.remainingItems[0]
  return (
    <li className="flex flex-col items-start gap-3 border-b border-line py-5">
      <h3 className="font-semibold">
        <Link href={pathOf(course.slug)} className="touch-link">
          {course.title}
        </Link>
      </h3>
      <StateWord state={course.state}>
        {course.completedAt ? t('completedOn', { day: day(course.completedAt) }) : words('itemsDone', { done, of })}
      </StateWord>
      {!course.completedAt && <p className="text-soft">{t('minutesLeft', { minutes: course.minutesLeft })}</p>}
      <progress
        value={done}
        max={of}
        aria-label={words('itemsDone', { done, of })}
        className="h-3 w-full max-w-md appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-link [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-link"
      />
      <div className="flex flex-wrap gap-3">
        {module && item && (
          <LinkButton variant={course.completedAt ? 'second' : 'main'} href={pathOf(course.slug, module.slug, item)}>
            {words('goOn')}
          </LinkButton>
        )}
        {course.certificate && (
          <LinkButton href={`/certificates/${course.certificate.code}`}>{t('certificate')}</LinkButton>
        )}
      </div>
    </li>
  )
}
