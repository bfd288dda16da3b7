import type { getDashboard } from '@salama/domain/dashboard'
import { scaleLinear } from 'd3-scale'

export type Dashboard = Awaited<ReturnType<typeof getDashboard>>
type QueueDay = Dashboard['queue']['days'][number]

/** Hours to one decimal; null stays null. */
export const hours = (seconds: number | null) => (seconds === null ? null : Math.round(seconds / 360) / 10)

/** A whole percentage; null of nothing. */
export const percent = (part: number, of: number) => (of === 0 ? null : Math.round((part / of) * 100))

export const plusDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** The list of the incidents that the figures of a period count. */
export const incidentsOf = ({ from, to }: { from: string; to: string }) =>
  `/incidents?state=standing&from=${from}&to=${to}`

const sum = (days: readonly QueueDay[], of: (day: QueueDay) => number) => days.reduce((all, day) => all + of(day), 0)
const longest = (days: readonly QueueDay[], of: (day: QueueDay) => number | null) => {
  const known = days.map(of).filter((value) => value !== null)
  return known.length === 0 ? null : Math.max(...known)
}

/** The queue by day, summed over all kinds. The waiting time is that of the slowest kind. */
export function queueByDay({ queue }: Pick<Dashboard, 'queue'>) {
  const byDate = Map.groupBy(queue.days, ({ date }) => date)
  return [...byDate].map(([date, days]) => ({
    date,
    arrived: sum(days, (day) => day.arrived),
    decided: sum(days, (day) => day.decided),
    open: sum(days, (day) => day.open),
    oldestH: hours(longest(days, (day) => day.oldestS)),
    medianH: hours(longest(days, (day) => day.medianWaitS)),
  }))
}

/** What came into the queue and was decided in the period, by kind: most of it is not reports. */
export function queueByKind({ queue }: Pick<Dashboard, 'queue'>) {
  const byKind = Map.groupBy(queue.days, ({ kind }) => kind)
  return [...byKind].map(([kind, days]) => ({
    kind,
    arrived: sum(days, (day) => day.arrived),
    decided: sum(days, (day) => day.decided),
  }))
}

/** Late decisions by class of urgency: a share over all hides those where hours matter. */
export const lateByClass = ({ response }: Pick<Dashboard, 'response'>) =>
  response
    .filter(({ decided }) => decided > 0)
    .map(({ targetS, decided, onTime }) => ({ hours: Math.round(targetS / 3600), late: decided - onTime, decided }))

/** Reports by category and week, largest category first; a week without reports is 0. */
export function categoriesByWeek({ categories }: Pick<Dashboard, 'categories'>) {
  const weeks = [...new Set(categories.map(({ week }) => week))].toSorted()
  const rows = [...Map.groupBy(categories, ({ category }) => category)].map(([category, found]) => ({
    category,
    values: weeks.map((week) => found.find((each) => each.week === week)?.reports ?? 0),
    reports: found.reduce((all, { reports }) => all + reports, 0),
  }))
  return { weeks, rows: rows.toSorted((a, b) => b.reports - a.reports) }
}

/** The end and the ticks of a plot's axis: up to the maximum, in integers, because most plots show counts. */
export function axisTo(most: number): { end: number; ticks: number[] } {
  if (most > 4) {
    const scale = scaleLinear([0, most], [0, 1]).nice(4)
    return { end: scale.domain()[1] ?? most, ticks: scale.ticks(4) }
  }
  const end = Math.max(1, Math.ceil(most))
  return { end, ticks: Array.from({ length: end + 1 }, (_, tick) => tick) }
}
