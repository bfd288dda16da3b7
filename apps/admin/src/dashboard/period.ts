import { getDashboard } from '@salama/domain/dashboard'
import { toCityDay } from '@salama/domain/shared'
import { z } from 'zod'

export const PRESETS = ['1', '7', '28', '91'] as const

/** The page's query: days, or a preset that ends today. */
export const DashboardQuery = getDashboard.operation.query.extend({ days: z.enum(PRESETS).optional() })

const DAY_MS = 86_400_000

/** The first and last day that were asked for; a preset ends with today, so that a bookmark stays current. */
export function periodOf({ days, ...period }: z.output<typeof DashboardQuery>, now = new Date()) {
  if (days === undefined) return period
  return { from: toCityDay(now.getTime() - (Number(days) - 1) * DAY_MS), to: toCityDay(now) }
}
