import { useTimes } from '@salama/ui/i18n/use-times.ts'

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
