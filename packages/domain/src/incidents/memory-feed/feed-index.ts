import type { FeedRow } from './feed-rows.ts'
import { type Box, boxAround, isInside, METRES_PER_DEGREE, metresBetween, onPlane, type Place } from './geometry.ts'
import { type Pile, Piles, positionAfter, rowsOfPile } from './piles.ts'
import { SortedList } from './sorted-list.ts'

// The rows of the live feed, indexed as the lists need them.

/** The keysets of the lists, as SQL makes them: degrees and id, time and id. */
export type NearbyKey = { d: number; id: string }
export type LatestKey = { at: number; id: string }

type Filter = { category?: string | undefined; limit: number }
export type NearbyQuery = Filter & Place & { radiusM: number; after: NearbyKey | null }
export type LatestQuery = Filter & { box?: Box | undefined; after: LatestKey | null }
/** `next`: the last row of the page, if there is more. */
export type FeedPage<Row, Key> = { rows: Row[]; next: Key | null }

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const byId = (a: FeedRow, b: FeedRow) => compareText(a.id, b.id)
const byLatest = (a: FeedRow, b: FeedRow) => b.lastSeenAt - a.lastSeenAt || byId(b, a)
/** In strips of a hundred metres: what is near in the city is then near in memory, which the processor reads faster. */
const byPlace = (a: FeedRow, b: FeedRow) => Math.floor(a.lat * 1_000) - Math.floor(b.lat * 1_000) || a.lng - b.lng
const byEnd = (a: FeedRow, b: FeedRow) => a.visibleUntil - b.visibleUntil || byId(a, b)

/** A box that is rarer than this in the latest rows is searched by place. */
const MAX_WALK = 4_000

let generations = 0

export class FeedIndex {
  readonly #byId = new Map<string, FeedRow>()
  readonly #piles = new Piles()
  readonly #latest = new SortedList<FeedRow>(byLatest)
  readonly #latestOf = new Map<string, SortedList<FeedRow>>()
  readonly #ending = new SortedList(byEnd)
  /** Differs after every change of the content, and from that of any other index. */
  generation = ++generations

  constructor(rows: readonly FeedRow[] = []) {
    for (const row of rows) this.#byId.set(row.id, row)
    const all = [...this.#byId.values()]
    this.#latest.load(all)
    this.#ending.load(all)
    for (const [category, some] of Map.groupBy(all, (row) => row.category)) this.#listOf(category).load(some)
    const places = Map.groupBy(all.toSorted(byPlace), ({ lat, lng }) => `${lat},${lng}`).values()
    this.#piles.load(
      [...places].flatMap(([first, ...others]) =>
        first ? [{ ...onPlane(first), rows: [first, ...others].toSorted(byId) }] : [],
      ),
    )
  }

  get size(): number {
    return this.#byId.size
  }

  /** All, the latest first. */
  rows(): readonly FeedRow[] {
    return this.#latest.items
  }

  get(id: string): FeedRow | undefined {
    return this.#byId.get(id)
  }

  /** Puts `rows` in the place of all that is held of these incidents. */
  replace(ids: readonly string[], rows: readonly FeedRow[]): void {
    if (ids.length > 0) this.generation = ++generations
    for (const id of ids) {
      const row = this.#byId.get(id)
      if (row === undefined) continue
      this.#ending.remove(row)
      this.#remove(row)
    }
    for (const row of rows) this.#add(row)
  }

  /** Removes what is not visible any more at an instant. */
  expire(now: number): void {
    const ended = this.#ending.takeWhile((row) => row.visibleUntil <= now)
    if (ended.length > 0) this.generation = ++generations
    for (const row of ended) this.#remove(row)
  }

  /** The next rows around a place by degrees and id, and within the page by metres and id. */
  nearby({ limit, after, category, ...query }: NearbyQuery): FeedPage<{ row: FeedRow; metres: number }, NearbyKey> {
    /** The first rows that were found, in order: those of the page, and one more. */
    const first: { row: FeedRow; d: number }[] = []
    const isFull = () => first.length > limit
    const here = onPlane(query)
    const box = boxAround(query, query.radiusM)
    const furthest = Math.max(box.maxX - here.lng, box.maxY - here.lat, here.lat - box.minY)
    const metresTo = ({ rows: [row] }: Pile) => (row ? metresBetween(query, row) : 0)
    const reach = () => (isFull() ? (first.at(-1)?.d ?? 0) : furthest)
    this.#piles.nearest(here, box, reach, (pile, d) => {
      if (after !== null && d < after.d) return
      if (d * METRES_PER_DEGREE > query.radiusM && metresTo(pile) > query.radiusM) return
      const past = after !== null && d === after.d ? after.id : ''
      for (const row of rowsOfPile(pile, category, past, limit + 1)) {
        const at = first.findLastIndex((other) => other.d < d || (other.d === d && other.row.id < row.id)) + 1
        if (at > limit) return
        first.splice(at, 0, { row, d })
        if (first.length > limit + 1) first.pop()
      }
    })
    const page = first.slice(0, limit)
    const last = page.at(-1)
    const rows = page.map(({ row }) => ({ row, metres: metresBetween(query, row) }))
    return {
      rows: rows.sort((a, b) => a.metres - b.metres || byId(a.row, b.row)),
      next: last && isFull() ? { d: last.d, id: last.row.id } : null,
    }
  }

  /** The next rows by the time of the last report, everywhere or inside a box of the plane. */
  latest({ category, box, limit, after }: LatestQuery): FeedPage<FeedRow, LatestKey> {
    const list = category === undefined ? this.#latest : this.#listOf(category)
    const isDone = (row: FeedRow) =>
      after !== null && (row.lastSeenAt > after.at || (row.lastSeenAt === after.at && row.id >= after.id))
    const rows: FeedRow[] = []
    const start = list.find(isDone)
    let at = start
    for (; at < list.items.length && rows.length <= limit && (box === undefined || at < start + MAX_WALK); at += 1) {
      const row = list.items[at]
      if (row && (box === undefined || isInside(onPlane(row), box))) rows.push(row)
    }
    const isRare = box !== undefined && at < list.items.length && rows.length <= limit
    const all = isRare ? this.#insideBox(box, category, isDone) : rows
    const page = all.slice(0, limit)
    const last = page.at(-1)
    return { rows: page, next: last && all.length > limit ? { at: last.lastSeenAt, id: last.id } : null }
  }

  #insideBox(box: Box, category: string | undefined, isDone: (row: FeedRow) => boolean): FeedRow[] {
    return this.#piles
      .search(box)
      .flatMap(({ rows }) =>
        rows.filter((row) => (category === undefined || row.category === category) && !isDone(row)),
      )
      .sort(byLatest)
  }

  #listOf(category: string): SortedList<FeedRow> {
    const known = this.#latestOf.get(category)
    if (known) return known
    const list = new SortedList<FeedRow>(byLatest)
    this.#latestOf.set(category, list)
    return list
  }

  #pileAt(place: Place): Pile | undefined {
    const { lat, lng } = onPlane(place)
    return this.#piles.search({ minX: lng, minY: lat, maxX: lng, maxY: lat })[0]
  }

  #add(row: FeedRow): void {
    this.#byId.set(row.id, row)
    this.#latest.add(row)
    this.#listOf(row.category).add(row)
    this.#ending.add(row)
    const pile = this.#pileAt(row)
    if (pile === undefined) this.#piles.insert({ ...onPlane(row), rows: [row] })
    else pile.rows.splice(positionAfter(pile, row.id), 0, row)
  }

  #remove(row: FeedRow): void {
    this.#byId.delete(row.id)
    this.#latest.remove(row)
    this.#listOf(row.category).remove(row)
    const pile = this.#pileAt(row)
    if (pile === undefined) return
    pile.rows.splice(pile.rows.indexOf(row), 1)
    if (pile.rows.length === 0) this.#piles.remove(pile)
  }
}
