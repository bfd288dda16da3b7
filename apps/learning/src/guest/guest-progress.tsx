'use client'

import { LinkButton } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { Circle, CircleCheck } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, useSyncExternalStore } from 'react'
import { NothingBegun } from '@/courses/nothing-begun.tsx'
import { ProgressRing } from '@/pictures/progress-ring.tsx'
import { readWork } from './guest-work.ts'

// What a visitor did on this phone without an account, in the lists of courses. The server does not know it.

type Item = { moduleId: string; item: string }

const never = () => () => undefined

/** What is done, as `moduleId/item`: lessons that were read, quizzes whose last practice passed. Empty until scripts run. */
function useDone(): ReadonlySet<string> {
  const all = useSyncExternalStore(
    never,
    () =>
      readWork()
        .filter(({ quizAnswers, passed }) => quizAnswers === null || passed === true)
        .map(({ moduleId, item }) => `${moduleId}/${item}`)
        .join(),
    () => '',
  )
  return new Set(all === '' ? [] : all.split(','))
}

const isIn =
  (done: ReadonlySet<string>) =>
  ({ moduleId, item }: Item) =>
    done.has(`${moduleId}/${item}`)

/** Marks whether an item was done. */
export function GuestMark({ done, notDone, ...item }: Item & { done: string; notDone: string }) {
  return isIn(useDone())(item) ? (
    <Icon as={CircleCheck} label={done} className="text-ok" />
  ) : (
    <Icon as={Circle} label={notDone} className="text-soft" />
  )
}

/** Its children once an item was done, before that what else there is. */
export function GuestSwitch({ done, children, ...item }: Item & { done: ReactNode; children: ReactNode }) {
  return isIn(useDone())(item) ? done : children
}

type Step = Item & { href: string; label: string }

/** Leads to the first step that was not done; to the first of all where all were done. */
export function GuestNext({ steps }: { steps: readonly Step[] }) {
  const isDone = isIn(useDone())
  const step = steps.find((each) => !isDone(each)) ?? steps[0]
  return (
    step && (
      <LinkButton variant="main" size="large" href={step.href}>
        {step.label}
      </LinkButton>
    )
  )
}

/** Modules with their number of items. */
type Modules = readonly { id: string; items: number }[]

const countIn = (done: ReadonlySet<string>, modules: Modules) => ({
  done: [...done].filter((key) => modules.some(({ id }) => key.startsWith(`${id}/`))).length,
  of: modules.reduce((sum, { items }) => sum + items, 0),
})

/** How many steps of these modules are done, as a ring and in words; nothing before the first. */
export function GuestProgress({ modules }: { modules: Modules }) {
  const t = useTranslations('progress')
  const count = countIn(useDone(), modules)
  return (
    count.done > 0 && (
      <p className="flex flex-wrap items-center gap-3 font-semibold">
        <ProgressRing {...count} />
        {t('itemsDone', count)}
      </p>
    )
  )
}

type GuestCourse = { href: string; title: string; locale: string; modules: Modules }

/** The courses that were begun on this phone. */
export function GuestCourses({ courses }: { courses: readonly GuestCourse[] }) {
  const t = useTranslations('progress')
  const done = useDone()
  const begun = courses.filter(({ modules }) => countIn(done, modules).done > 0)
  if (begun.length === 0) return <NothingBegun />
  return (
    <ul className="border-t border-line">
      {begun.map(({ href, title, locale, modules }) => (
        <li key={href} className="flex flex-col items-start gap-3 border-b border-line py-5">
          <h2 lang={locale} className="font-semibold">
            <Link href={href} className="touch-link">
              {title}
            </Link>
          </h2>
          <GuestProgress modules={modules} />
          <LinkButton variant="main" href={href}>
            {t('goOn')}
          </LinkButton>
        </li>
      ))}
    </ul>
  )
}
