import type { Incident } from '@salama/domain/incidents/contract'
import { CATEGORIES } from '@salama/domain/shared'

export const SEVERITIES = ['serious', 'caution', 'minor'] as const
export type Severity = (typeof SEVERITIES)[number]

/** How bad it is, by its category. */
export function severityOf({ category }: Pick<Incident, 'category'>): Severity {
  const { severity } = CATEGORIES[category]
  if (severity === 4) return 'serious'
  return severity === 1 ? 'minor' : 'caution'
}

const HOUR_MS = 3_600_000
export const ageOf = ({ lastSeenAt }: Pick<Incident, 'lastSeenAt'>, nowMs: number): Age => {
  const hours = (nowMs - Date.parse(lastSeenAt)) / HOUR_MS
  if (hours < 1) return 'fresh'
  if (hours < 4) return 'aging'
  return hours < 24 ? 'old' : 'past'
}
export type Age = 'fresh' | 'aging' | 'old' | 'past'
export const isOld = (age: Age | undefined) => age === 'old' || age === 'past'
