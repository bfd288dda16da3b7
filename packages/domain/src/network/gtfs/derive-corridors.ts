import type { LatLng } from './where.ts'

// Main roads of a feed that names none: long stretches that several routes share, named by the stages at their ends.

type Xy = readonly [x: number, y: number]
export type RouteLine = { id: string; line: readonly (readonly [lng: number, lat: number])[] }
export type Corridor = { name: string; from: LatLng; to: LatLng; routes: string[] }

const METRES_PER_DEGREE = 111_195
const CELL_M = 150
const STEP_M = 75
const LEAST_M = 3_000
/** Routes that share a main road: this many, and this share of all. */
const LEAST_ROUTES = 3
const SHARE = 0.04
const MOST = 12
/** How many steps in a row may be off the road, where lines were drawn apart. */
const GAP = 4

/** Up to twelve roads, the one that carries the most first. */
export function deriveCorridors(
  lines: readonly RouteLine[],
  stops: readonly (LatLng & { name: string })[],
): Corridor[] {
  const [origin] = lines.flatMap(({ line }) => line.slice(0, 1))
  if (!origin) return []
  const narrow = Math.cos((origin[1] * Math.PI) / 180)
  const planeOf = (lng: number, lat: number): Xy => [
    (((lng - origin[0] + 540) % 360) - 180) * narrow * METRES_PER_DEGREE,
    lat * METRES_PER_DEGREE,
  ]
  const placeOf = ([x, y]: Xy): LatLng => ({
    lat: y / METRES_PER_DEGREE,
    lng: ((x / METRES_PER_DEGREE / narrow + origin[0] + 540) % 360) - 180,
  })
  const paths = lines.map(({ id, line }) => ({ id, steps: walk(line.map(([lng, lat]) => planeOf(lng, lat))) }))
  const own = new Map<string, Set<string>>()
  for (const { id, steps } of paths)
    for (const step of steps) {
      const key = cellOf(step)
      const routes = own.get(key) ?? new Set()
      own.set(key, routes.add(id))
    }
  /** The routes that pass a cell or one beside it. */
  const passing = new Map(
    [...own.keys()].map((key) => [key, new Set(around(key).flatMap((k) => [...(own.get(k) ?? [])]))]),
  )
  const least = Math.max(LEAST_ROUTES, Math.ceil(lines.length * SHARE))
  const taken = new Set<string>()
  const isShared = (step: Xy) => !taken.has(cellOf(step)) && (passing.get(cellOf(step))?.size ?? 0) >= least

  const found: Corridor[] = []
  const names = new Set<string>()
  while (found.length < MOST) {
    const runs = paths.flatMap(({ steps }) => runsOf(steps, isShared))
    const weightOf = (run: readonly Xy[]) => run.reduce((sum, step) => sum + (passing.get(cellOf(step))?.size ?? 0), 0)
    const best = runs
      .map((run) => ({ run, weight: weightOf(run) }))
      .reduce<{ run: Xy[]; weight: number } | undefined>((a, b) => (a && a.weight >= b.weight ? a : b), undefined)
    const [start, end] = [best?.run[0], best?.run.at(-1)]
    if (!best || !start || !end) break
    const cells = new Set(best.run.map(cellOf))
    for (const key of cells) for (const near of around(key)) taken.add(near)
    const routes = lines
      .filter(({ id }) => [...cells].filter((key) => passing.get(key)?.has(id)).length > cells.size / 2)
      .map(({ id }) => id)
    const [from, to] = [placeOf(start), placeOf(end)]
    const name = `${nameAt(from, stops)} – ${nameAt(to, stops)}`
    const back = name.split(' – ').reverse().join(' – ')
    if (name === back || names.has(name) || names.has(back)) continue
    names.add(name)
    found.push({ name, from, to, routes })
  }
  return found
}

const cellOf = ([x, y]: Xy) => `${Math.floor(x / CELL_M)},${Math.floor(y / CELL_M)}`

function around(key: string): string[] {
  const [x = 0, y = 0] = key.split(',').map(Number)
  return [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => `${x + dx},${y + dy}`))
}

/** The points of a line at equal steps. */
function walk(line: readonly Xy[]): Xy[] {
  return line.flatMap((to, n) => {
    const from = line[n - 1]
    if (!from) return [to]
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
    const parts = Math.max(1, Math.ceil(Math.hypot(dx, dy) / STEP_M))
    return Array.from(
      { length: parts },
      (_, k): Xy => [from[0] + (dx * (k + 1)) / parts, from[1] + (dy * (k + 1)) / parts],
    )
  })
}

/** The parts of a path that are shared, and long enough from end to end. */
function runsOf(steps: readonly Xy[], isShared: (step: Xy) => boolean): Xy[][] {
  const runs: Xy[][] = []
  let run: Xy[] = []
  let off = 0
  const close = () => {
    const [a, b] = [run[0], run.at(-1)]
    if (a && b && Math.hypot(a[0] - b[0], a[1] - b[1]) >= LEAST_M) runs.push(run)
    run = []
  }
  for (const step of steps) {
    if (isShared(step)) {
      run.push(step)
      off = 0
    } else {
      off += 1
      if (off > GAP) close()
    }
  }
  close()
  return runs
}

function nameAt({ lat, lng }: LatLng, stops: readonly (LatLng & { name: string })[]): string {
  const narrow = Math.cos((lat * Math.PI) / 180)
  const far = (stop: LatLng) => Math.hypot(stop.lat - lat, (((stop.lng - lng + 540) % 360) - 180) * narrow)
  return stops.reduce((a, b) => (far(b) < far(a) ? b : a), stops[0] ?? { lat, lng, name: '' }).name
}
