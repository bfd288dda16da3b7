import type { Course } from '@salama/domain/learning'
import { LinkButton } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { ClipboardCheck } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { z } from 'zod'
import type { Progress } from './find-course.ts'
import { StateWord } from './step-link.tsx'
import { pathOf } from './steps.ts'

type CourseView = z.output<typeof Course>

/** A course in a list: description, duration and progress. */
export function CourseRow({ course, isKnown }: { course: CourseView; isKnown: boolean }) {
  const t = useTranslations('courses')
  const { progress, modules } = course
  return (
    <li className="flex flex-col items-start gap-2 border-b-2 border-line py-5">
      {course.neededBy && (
        <p className="inline-flex items-center gap-2 rounded-full border-2 border-edge px-3 text-sm font-semibold">
          <Icon as={ClipboardCheck} />
          {t(`neededBy.${course.neededBy}`)}
        </p>
      )}
      <h2 className="text-xl font-bold">
        <Link href={pathOf(course.slug)} className="inline-flex min-h-touch items-center text-link underline">
          {course.title}
        </Link>
      </h2>
      <p className="max-w-prose">{course.summary}</p>
      <p className="text-soft">{t('size', { modules: modules.length, minutes: course.minutes })}</p>
      {isKnown && (
        <StateWord state={progress.state}>
          {progress.state === 'in_progress'
            ? t('modulesDone', { done: progress.completedModules, of: modules.length })
            : null}
        </StateWord>
      )}
    </li>
  )
}

/** A course that the person has begun. */
export function MyCourse({ course }: { course: Progress }) {
  const t = useTranslations('courses')
  const { day } = useTimes()
  const done = course.modules.flatMap(({ completedItems }) => completedItems).length
  const of = done + course.modules.flatMap(({ remainingItems }) => remainingItems).length
  const module = course.modules.find(({ remainingItems }) => remainingItems.length > 0)
  const item = module?.remainingItems[0]
  return (
    <li className="flex flex-col items-start gap-3 border-b-2 border-line py-5">
      <h2 className="text-xl font-bold">
        <Link href={pathOf(course.slug)} className="inline-flex min-h-touch items-center text-link underline">
          {course.title}
        </Link>
      </h2>
      <StateWord state={course.state}>
        {course.completedAt ? t('completedOn', { day: day(course.completedAt) }) : t('itemsDone', { done, of })}
      </StateWord>
      <progress
        value={done}
        max={of}
        aria-label={t('itemsDone', { done, of })}
        className="h-3 w-full max-w-md appearance-none overflow-hidden rounded-full border-2 border-edge bg-sunken [&::-moz-progress-bar]:bg-link [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-link"
      />
      <div className="flex flex-wrap gap-3">
        {module && item && (
          <LinkButton variant={course.completedAt ? 'second' : 'main'} href={pathOf(course.slug, module.slug, item)}>
            {t('goOnShort')}
          </LinkButton>
        )}
        {course.certificate && (
          <LinkButton href={`/certificates/${course.certificate.code}`}>{t('certificate')}</LinkButton>
        )}
      </div>
    </li>
  )
}
