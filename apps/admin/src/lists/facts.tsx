import { useTimes } from '@salama/ui/i18n/use-times.ts'
import type { ReactNode } from 'react'

/** What is known of one thing, word by word. */
export function Facts({ facts }: { facts: readonly { label: string; value: ReactNode }[] }) {
  return (
    <dl className="grid max-w-3xl grid-cols-[fit-content(45%)_minmax(0,1fr)] gap-x-4 gap-y-1 border-y-2 border-line py-3">
      {facts.map(({ label, value }) => (
        <div key={label} className="contents">
          <dt className="text-soft">{label}</dt>
          <dd className="min-w-0 wrap-break-word *:whitespace-normal">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A part of a page under its own heading. */
export function Part({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2 pt-6">
      <h2 className="text-xl font-bold">{title}</h2>
      {lead && <p className="max-w-prose text-soft">{lead}</p>}
      {children}
    </section>
  )
}

/** A moment; in a dense table of long ago the year matters, so the full day is what a mouse or screen reader gets. */
export function Moment({ at }: { at: string }) {
  const times = useTimes()
  return (
    <time dateTime={at} title={times.day(at)} className="whitespace-nowrap">
      {times.moment(at)}
    </time>
  )
}

/** A day with its year. */
export function DayOf({ at }: { at: string }) {
  const times = useTimes()
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {times.day(at)}
    </time>
  )
}

type Person = { id: string; email: string | null; displayName: string | null }

/** What a person is called in the console: an e-mail, a name, or else the id in short. */
export const nameOf = ({ id, email, displayName }: Person) => email ?? displayName ?? shortId(id)

/** As much of an id as tells one from another: its end, as ids that are made in a row begin alike. Stays on one line. */
export const shortId = (id: string) => `…\u2060${id.slice(-12)}`
