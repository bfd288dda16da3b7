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

/** The list of what was decided in the days of the figures. */
const decidedOf = ({ from, to }: { from: string; to: string }, more: Record<string, string> = {}) =>
  `/review?${new URLSearchParams({ state: 'closed', from, to, ...more })}`

/** A figure, and the list that has exactly that many. */
type Counted = { count: number; href: string }

/**
 * What the dashboard counts and has a list of. Late ones are by class of urgency: a share over all hides those where
 * hours matter. Reports have no list of their own: most are never reviewed alone.
 */
export function listsOf(figures: Dashboard) {
  const { totals, response, queue, incidents, categories, corridors, heat, surveyors } = figures
  const published = incidentsOf(figures)
  const within = (week: string) => ({
    from: week > figures.from ? week : figures.from,
    to: plusDays(week, 6) < figures.to ? plusDays(week, 6) : figures.to,
  })
  const cells = (of: Dashboard['heat']['cells'], period: { from: string; to: string }) =>
    of.map(({ centre, incidents: count }) => ({
      centre,
      count,
      href: `${incidentsOf(period)}&bbox=${boxOf(centre, heat.cellDeg)}`,
    }))
  return {
    incidents: { count: totals.incidents, href: published },
    decided: { count: totals.decided, href: decidedOf(figures) },
    entries: {
      count: totals.entries,
      href: decidedOf(figures, { kind: 'collection_entry', state: 'accepted' }),
    },
    late: response
      .filter(({ decided }) => decided > 0)
      .map(({ targetS, decided, onTime }) => ({
        hours: Math.round(targetS / 3600),
        decided,
        count: decided - onTime,
        href: decidedOf(figures, { late: 'true', targetS: String(targetS) }),
      })),
    overdue: response.map(({ targetS, overdue: count }) => ({
      hours: Math.round(targetS / 3600),
      count,
      href: `/review?overdue=true&targetS=${targetS}`,
    })),
    open: queue.now.map(({ kind, open: count }) => ({ kind, count, href: `/review?kind=${kind}` })),
    confidence: SURE.map((sure) => ({
      sure,
      count: incidents.corroboration[sure],
      href: `${published}&corroboration=${sure}`,
    })),
    byReports: incidents.byReports.map(({ least, most, incidents: count }) => ({
      least,
      most,
      count,
      href: `${published}&least=${least}${most === null ? '' : `&most=${most}`}`,
    })),
    categories: categories.map(({ week, category, reports, incidents: count }) => ({
      week,
      category,
      reports,
      count,
      href: `${incidentsOf(within(week))}&category=${category}`,
    })),
    corridors: corridors.map(({ id, incidents: count }) => ({
      id,
      count,
      href: `${published}&corridorId=${id}&leastSeverity=3`,
    })),
    cells: cells(heat.cells, figures),
    cellsByWeek: heat.weeks.map(({ week, cells: of }) => ({ week, cells: cells(of, within(week)) })),
    surveyors: surveyors.map(({ surveyor: { id }, decided: count }) => ({
      id,
      count,
      href: decidedOf(figures, { surveyorId: id }),
    })),
  } satisfies Record<string, Counted | readonly (Counted | { cells: readonly Counted[] })[]>
}

const SURE = ['verified', 'corroborated', 'unverified', 'disputed'] as const

/** A cell without its upper sides, which belong to the next ones. */
function boxOf({ lat, lng }: { lat: number; lng: number }, cellDeg: number) {
  const half = cellDeg / 2
  const upper = half - 0.000001
  return [lng - half, lat - half, lng + upper, lat + upper].map((side) => side.toFixed(6)).join(',')
}

/** Reports and incidents by category and week, largest category first; a week without any is 0. */
export function categoriesByWeek({ categories }: Pick<Dashboard, 'categories'>) {
  const weeks = [...new Set(categories.map(({ week }) => week))].toSorted()
  const rows = [...Map.groupBy(categories, ({ category }) => category)].map(([category, found]) => ({
    category,
    values: weeks.map((week) => found.find((each) => each.week === week)?.reports ?? 0),
    incidents: weeks.map((week) => found.find((each) => each.week === week)?.incidents ?? 0),
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
