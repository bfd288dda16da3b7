import { CITY, toCityOffsetTime } from './city.ts'
import { nameKey } from './spelling.ts'

const NAME = CITY.name.en ?? CITY.name[CITY.languages[0] ?? ''] ?? ''
const slugOf = (name: string) => nameKey(name).replaceAll(' ', '-')
const [plate = '', otherPlate = ''] = CITY.plates.invented
const [, first = plate, last = ''] = new RegExp(CITY.plates.usual).exec(plate.replace(/[^A-Z0-9]/g, '')) ?? []
const { lat, lng } = CITY.centre
const box = { west: lng - 0.02, south: lat - 0.02, east: lng + 0.02, north: lat + 0.02 }

/** What examples of the contract name: places of the city, and plates that no vehicle has. */
export const EXAMPLE = {
  city: NAME,
  locale: CITY.languages[0],
  feed: slugOf(NAME),
  stop: CITY.examples.stops[0] ?? '',
  road: CITY.examples.road,
  roadSlug: slugOf(CITY.examples.road),
  plate,
  otherPlate,
  plateKey: first + last,
  /** The plate in two, as on screen. */
  plateParts: [first, last],
  place: CITY.centre,
  box,
  bbox: [box.west, box.south, box.east, box.north].map((degrees) => degrees.toFixed(4)).join(),
  rodeAt: toCityOffsetTime('2026-11-20T09:10'),
} as const
