import { Link } from '@salama/ui/i18n/navigation.ts'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import type { ComponentProps, ReactNode } from 'react'

export function Facts({ facts }: { facts: readonly { label: string; value: ReactNode }[] }) {
  return (
    <dl className="grid max-w-3xl grid-cols-[fit-content(45%)_minmax(0,1fr)] gap-x-4 gap-y-1 border-y border-line py-3">
      {facts.map(({ label, value }) => (
        <div key={label} className="contents">
          <dt className="text-soft">{label}</dt>
          <dd className="min-w-0 wrap-break-word *:whitespace-normal">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A section with a heading. */
export function Part({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2 pt-6">
      <h2 className="font-semibold">{title}</h2>
      {lead && <p className="max-w-prose text-soft">{lead}</p>}
      {children}
    </section>
  )
}

/** A link to the page of a record. */
export const TextLink = (props: ComponentProps<typeof Link>) => <Link {...props} className="touch-link" />

/** A short date and time; the full date with its year is in the tooltip and for screen readers. */
export function Moment({ at }: { at: string }) {
  const times = useTimes()
  return (
    <time dateTime={at} title={times.day(at)} className="whitespace-nowrap">
      {times.moment(at)}
    </time>
  )
}

/** A date with its year. */
export function DayOf({ at }: { at: string }) {
  const times = useTimes()
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {times.day(at)}
    </time>
  )
}

type Person = { id: string; email: string | null; displayName: string | null }

/** The display name of a person: the e-mail, the name, or else a short id. */
export const nameOf = ({ id, email, displayName }: Person) => email ?? displayName ?? shortId(id)

/** A short id: its end, because sequential ids start alike. Does not wrap. */
export const shortId = (id: string) => `…\u2060${id.slice(-12)}`
