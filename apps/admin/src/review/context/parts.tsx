import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'

/** A section of the context, with a heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <h2 className="border-b border-line pb-1 font-semibold">{title}</h2>
      {children}
    </section>
  )
}

type Happening = { key: string; at: string; what: string; who: string | null; more?: readonly string[] }

/** A timeline: what happened, when and by whom. `more` is text that people wrote about it. */
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

/** The label of an event in a history; an unknown event is shown as its code. */
export function useEventWords() {
  const t = useTranslations('review')
  return (code: string) => {
    const key = `event.${code}` as 'event.received' // checked with `has` before use
    return t.has(key) ? t(key) : code
  }
}
