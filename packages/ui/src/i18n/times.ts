import { CITY } from '@salama/domain/shared'
import type { Locale } from './routing.ts'

/**
 * Times in the format and the time zone of the city: `clock` 17:56, `moment` 20 November, 17:56, `weekday` Friday
 * 20 November, 17:56, `day` 20 November 2026, `shortDay` 20 Nov. In Swahili do not put "saa" before them: its hours are
 * counted from six in the morning, and 07:30 would be half past one.
 */
export function timesIn(language: Locale) {
  const locale = CITY.formats[language] ?? language
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: CITY.timeZone } as const
  const day = { day: 'numeric', month: 'long', timeZone: CITY.timeZone } as const
  const format = (at: Date, how: Intl.DateTimeFormatOptions) => formatter(locale, how).format(at)
  return {
    day: (at: Date | string) => format(new Date(at), { ...day, ...ofDay(at), year: 'numeric' }),
    shortDay: (at: Date | string) => format(new Date(at), { ...day, ...ofDay(at), month: 'short' }),
    clock: (at: Date | string) => format(new Date(at), clock),
    moment: (at: Date | string) => `${format(new Date(at), day)}, ${format(new Date(at), clock)}`,
    weekday: (at: Date | string) =>
      `${format(new Date(at), { weekday: 'long', timeZone: CITY.timeZone })} ${format(new Date(at), day)}, ${format(new Date(at), clock)}`,
  }
}

/** A day as YYYY-MM-DD is that day in every zone; as an instant it would be midnight UTC, the day before in America. */
const ofDay = (at: Date | string) => (typeof at === 'string' && at.length === 10 ? { timeZone: 'UTC' } : {})

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Formatters are reused: a list formats hundreds of times, and to make one takes longer than all of them. */
function formatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  const made = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formatters.set(key, made)
  return made
}
