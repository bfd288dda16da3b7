import { Link } from '@salama/ui/i18n/navigation.ts'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { DoneMark } from './state-word.tsx'

/** A lesson or a quiz in the list of its module. `done` is null where nobody is known. */
export function StepLink({ href, done, children }: { href: string; done: boolean | null; children: ReactNode }) {
  return (
    <li className="border-b-2 border-line">
      <Link href={href} className="flex min-h-14 items-center gap-3 py-2 font-semibold hover:bg-sunken">
        {done !== null && <DoneMark done={done} />}
        <span className="min-w-0 flex-1">{children}</span>
      </Link>
    </li>
  )
}

/** What a step is called: a lesson by its title, with about how long it takes; a quiz by that word. */
export function StepName({ title, minutes, questions }: { title?: string; minutes?: number; questions?: number }) {
  const t = useTranslations('courses')
  return (
    <>
      <span className="text-link underline">{title ?? t('quiz')}</span>{' '}
      <span className="font-normal whitespace-nowrap text-soft">
        {minutes !== undefined && t('minutes', { minutes })}
        {questions !== undefined && t('questions', { count: questions })}
      </span>
    </>
  )
}
