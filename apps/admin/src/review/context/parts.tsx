'use client'

import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'

/** A part of what stands beside a subject, under its heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <h2 className="border-b-2 border-line pb-1 font-bold">{title}</h2>
      {children}
    </section>
  )
}

type Happening = { key: string; at: string; what: string; who: string | null; more?: readonly string[] }

/** What happened, when and by whom, line by line. `more` are people's words about it. */
export function TimeLine({ happened }: { happened: readonly Happening[] }) {
  const { moment } = useTimes()
  return (
    <ol className="flex flex-col">
      {happened.map(({ key, at, what, who, more }) => (
        <li key={key} className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-2 border-b border-line py-1 last:border-0">
          <time dateTime={at} className="text-soft">
            {moment(at)}
          </time>
          <span>
            {what}
            {who && <span className="text-soft"> · {who}</span>}
            {more?.map((words) => (
              <span key={words} className="block whitespace-pre-line">
                {words}
              </span>
            ))}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** What happened to a report, a rating, a field entry or an incident, in words; what is newer than this console as its code. */
export function useEventWords() {
  const t = useTranslations('review')
  return (code: string) => {
    const key = `event.${code}` as 'event.received' // asked for with `has` first
    return t.has(key) ? t(key) : code
  }
}
