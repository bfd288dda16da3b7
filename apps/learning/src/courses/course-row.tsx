import type { Course } from '@salama/domain/learning'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { ClipboardCheck } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { z } from 'zod'
import { StateWord } from './state-word.tsx'
import { pathOf } from './steps.ts'

type CourseFace = z.output<typeof Course>

/** A course in a list: what it is about, how long it takes, and where the person is in it. */
export function CourseRow({ course, isKnown }: { course: CourseFace; isKnown: boolean }) {
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
