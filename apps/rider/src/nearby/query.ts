import type { Category } from '@salama/domain/incidents/contract'
import { CATEGORIES, CATEGORY_CODES } from '@salama/domain/shared'

// What the list is of: a place, how far around it, and which category. It stands in the address, so that a list can be
// passed on, and it is read leniently, because people edit and cut addresses.

export type ListLocation = { lat: number; lng: number; name: string | null }
export type NearbyQuery = ListLocation & { radiusM: number; category: Category | null }

/** Nairobi's city centre: where the list begins for somebody whose place is not known. */
export const CITY_CENTRE = { lat: -1.2841, lng: 36.8251 }
export const RADII = [1_000, 2_000, 5_000, 10_000] as const
const DEFAULT_RADIUS_M = 2_000

/** What can be in the list. Those of which others learn only weekly counts are never on a list or map. */
export const LISTED = CATEGORY_CODES.filter((code) => CATEGORIES[code].visibility !== 'aggregate')

type Get = (name: string) => string | null

function coordinate(text: string | null, limit: number): number | null {
  const value = text === null || text.trim() === '' ? Number.NaN : Number(text)
  return Math.abs(value) <= limit ? value : null
}

function placeOf(get: Get): ListLocation | null {
  const lat = coordinate(get('lat'), 90)
  const lng = coordinate(get('lng'), 180)
  return lat === null || lng === null ? null : { lat, lng, name: get('place')?.slice(0, 80) || null }
}

/** Reads `?lat&lng&place&radiusM&category`; whatever is missing or unusable becomes the default, a half place is none. */
export function readQuery(get: Get, home: ListLocation): NearbyQuery {
  const radiusM = RADII.find((radius) => String(radius) === get('radiusM')) ?? DEFAULT_RADIUS_M
  const category = LISTED.find((code) => code === get('category')) ?? null
  return { ...(placeOf(get) ?? home), radiusM, category }
}

/** The query as it stands in the page's address; defaults are left out. */
export function writeQuery({ lat, lng, name, radiusM, category }: NearbyQuery): string {
  const query = new URLSearchParams({ lat: String(lat), lng: String(lng) })
  if (name !== null) query.set('place', name)
  if (radiusM !== DEFAULT_RADIUS_M) query.set('radiusM', String(radiusM))
  if (category !== null) query.set('category', category)
  return query.toString()
}

/** The query as the API takes it. */
export const apiQuery = ({ lat, lng, radiusM, category }: NearbyQuery, limit: number) => ({
  lat,
  lng,
  radiusM,
  limit,
  ...(category !== null && { category }),
})

/** Tells one list from another. */
export const listKey = (query: NearbyQuery, limit: number) =>
  String(new URLSearchParams(Object.entries(apiQuery(query, limit)).map(([name, value]) => [name, String(value)])))

/** Three decimals, about 110 m: enough for a list of what is around, and less to know about a person. */
export const roundLocation = (degrees: number) => Math.round(degrees * 1000) / 1000

const COOKIE = 'salama-rider.place'
const MAX_AGE_MS = 30 * 24 * 3600 * 1000

/** The last place that this browser chose, for its cookie: the server makes the first list from it. */
export const locationCookieValue = ({ lat, lng, name }: ListLocation) =>
  encodeURIComponent(JSON.stringify([lat, lng, name]))

/** Keeps it for a month; a browser that cannot simply begins at the city centre next time. */
export async function saveLocation(place: ListLocation): Promise<void> {
  const expires = Date.now() + MAX_AGE_MS
  await window.cookieStore?.set({ name: COOKIE, value: locationCookieValue(place), expires, sameSite: 'lax' })
}

/** Reads that cookie's value; anything odd is no place. */
export function readLocationCookie(value: string | undefined): ListLocation | null {
  try {
    const parts: unknown = JSON.parse(decodeURIComponent(value ?? ''))
    if (!Array.isArray(parts)) return null
    const texts = parts.map((part) => (part === null ? null : String(part)))
    return placeOf((name) => texts[['lat', 'lng', 'place'].indexOf(name)] ?? null)
  } catch {
    return null
  }
}

export { COOKIE as LOCATION_COOKIE }
