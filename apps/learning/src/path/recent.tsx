import type { LearningPath } from '@salama/domain/learning'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { CircleCheck } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { z } from 'zod'
import { pathOf } from '@/courses/steps.ts'

/** What the person completed lately. Nothing where that is nothing. */
export function Recent({ items }: { items: z.output<typeof LearningPath>['recent'] }) {
  const t = useTranslations('path')
  const names = useTranslations('courses')
  const { moment } = useTimes()
  if (items.length === 0) return null
  return (
    <section aria-labelledby="recent">
      <h2 id="recent" className="pb-2 font-semibold">
        {t('recent')}
      </h2>
      <ul className="border-t border-line">
        {items.map(({ at, course, module, moduleTitle, item, title }) => (
          <li key={`${course}/${module}/${item}`} className="border-b border-line">
            <Link
              href={pathOf(course, module, item)}
              className="flex min-h-touch items-center gap-3 py-2 hover:bg-sunken"
            >
              <Icon as={CircleCheck} className="text-ok" />
              <span className="min-w-0 flex-1">
                <span className="font-semibold text-link underline">
                  {title ?? names('quizOf', { title: moduleTitle })}
                </span>{' '}
                <span className="text-soft">{moment(at)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
