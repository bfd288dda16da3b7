import { CITY, toCityDay } from '@salama/domain/shared'
import type { Locale } from './routing.ts'
import { timesIn } from './times.ts'

const DAY_MS = 86_400_000

/** A day as somebody says it then: yesterday, tomorrow, 20 Nov; nothing today. */
export function dayFrom(nowMs: number, at: string, language: Locale): string | undefined {
  const days = (Date.parse(toCityDay(at)) - Date.parse(toCityDay(nowMs))) / DAY_MS
  if (days === 0) return undefined
  if (Math.abs(days) > 1) return timesIn(language).shortDay(at)
  return new Intl.RelativeTimeFormat(CITY.formats[language] ?? language, { numeric: 'auto' }).format(days, 'day')
}
