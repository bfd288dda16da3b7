// Where the places of a feed are, and which of them cannot be: found from the feed itself.

export const SWAPPED = ': latitude and longitude are swapped'

export type LatLng = { lat: number; lng: number }

/** The side of a cell, in degrees: about 220 km. Places in cells that touch belong together. */
const CELL = 2
const COLUMNS = 360 / CELL

const cellOf = ({ lat, lng }: LatLng) =>
  [Math.floor((lat + 90) / CELL), Math.floor((lng + 180) / CELL) % COLUMNS] as const

/** The region in which most of the places are, however wide, and whether a place is in it. */
export class Region {
  readonly #cells = new Set<string>()
  readonly #middle: LatLng | undefined

  constructor(places: readonly LatLng[]) {
    const byCell = Map.groupBy(places, (place) => cellOf(place).join())
    let most = 0
    while (byCell.size > 0) {
      const cells = this.#takeRegion(byCell)
      const count = [...cells.values()].reduce((sum, some) => sum + some.length, 0)
      if (count <= most) continue
      most = count
      this.#cells.clear()
      for (const cell of cells.keys()) this.#cells.add(cell)
      this.#middle = [...cells.values()].sort((a, b) => b.length - a.length)[0]?.[0]
    }
  }

  get middle(): LatLng | undefined {
    return this.#middle
  }

  has(place: LatLng): boolean {
    return around(place).some((cell) => this.#cells.has(cell))
  }

  /** What is wrong with a place outside. */
  describe({ lat, lng }: LatLng, others: string): string {
    return `is far from ${others}${this.has({ lat: lng, lng: lat }) ? SWAPPED : ''}`
  }

  /** Moves one set of cells that touch out of the map. */
  #takeRegion(byCell: Map<string, LatLng[]>): Map<string, LatLng[]> {
    const region = new Map<string, LatLng[]>()
    const next = [...byCell.keys()].slice(0, 1)
    for (let cell = next.pop(); cell !== undefined; cell = next.pop()) {
      const places = byCell.get(cell)
      if (!places?.[0]) continue
      byCell.delete(cell)
      region.set(cell, places)
      next.push(...around(places[0]))
    }
    return region
  }
}

function around(place: LatLng): string[] {
  const [row, column] = cellOf(place)
  return [-1, 0, 1].flatMap((up) => [-1, 0, 1].map((right) => [row + up, (column + right + COLUMNS) % COLUMNS].join()))
}

/** How far a clock may be from the sun's, in degrees of longitude: that of western China is 44. */
const MOST_OFF = 45

/** Whether a place fits the clock of its agency only with latitude and longitude the other way round. */
export function isSwappedByClock({ lat, lng }: LatLng, timeZone: string): boolean {
  if (!timeZone.includes('/') || timeZone.startsWith('Etc/')) return false // of no city
  let offset: string
  try {
    const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(0)
    offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  } catch {
    return false // no time zone
  }
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d+):(\d+)/.exec(offset) ?? []
  const noonAt = (Number(hours) + Number(minutes) / 60) * (sign === '-' ? -15 : 15)
  const isOff = (degrees: number) => Math.abs(((degrees - noonAt + 540) % 360) - 180) > MOST_OFF
  return isOff(lng) && !isOff(lat)
}
