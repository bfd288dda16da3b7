import type { Category } from '@salama/domain/incidents/contract'
import { CATEGORIES, CATEGORY_CODES } from '@salama/domain/shared'

// The query of the list: place, radius and category. It is in the URL, so that a list can be shared, and is parsed
// leniently, because people edit and truncate URLs.

export type ListLocation = { lat: number; lng: number; name: string | null }
export type NearbyQuery = ListLocation & { radiusM: number; category: Category | null }

/** Nairobi's city centre, the default without a known place. */
export const CITY_CENTRE = { lat: -1.2841, lng: 36.8251 }
export const RADII = [1_000, 2_000, 5_000, 10_000] as const
const DEFAULT_RADIUS_M = 2_000

/** The categories that can be listed. Those with weekly counts only are never on a list or map. */
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

/** Parses `?lat&lng&place&radiusM&category`. Missing or invalid values become defaults; half a place is none. */
export function readQuery(get: Get, home: ListLocation): NearbyQuery {
  const radiusM = RADII.find((radius) => String(radius) === get('radiusM')) ?? DEFAULT_RADIUS_M
  const category = LISTED.find((code) => code === get('category')) ?? null
  return { ...(placeOf(get) ?? home), radiusM, category }
}

/** The query for the page's URL, without defaults. */
export function writeQuery({ lat, lng, name, radiusM, category }: NearbyQuery): string {
  const query = new URLSearchParams({ lat: String(lat), lng: String(lng) })
  if (name !== null) query.set('place', name)
  if (radiusM !== DEFAULT_RADIUS_M) query.set('radiusM', String(radiusM))
  if (category !== null) query.set('category', category)
  return query.toString()
}

/** The query for the API. */
export const apiQuery = ({ lat, lng, radiusM, category }: NearbyQuery, limit: number) => ({
  lat,
  lng,
  radiusM,
  limit,
  ...(category !== null && { category }),
})

/** The cache key of a list. */
export const listKey = (query: NearbyQuery, limit: number) =>
  String(new URLSearchParams(Object.entries(apiQuery(query, limit)).map(([name, value]) => [name, String(value)])))

/** Three decimals, about 110 m: precise enough for a nearby list, and better for privacy. */
export const roundLocation = (degrees: number) => Math.round(degrees * 1000) / 1000

const COOKIE = 'salama-rider.place'
const MAX_AGE_MS = 30 * 24 * 3600 * 1000

/** The last place that was chosen in this browser, as a cookie: the server renders the first list for it. */
export const locationCookieValue = ({ lat, lng, name }: ListLocation) =>
  encodeURIComponent(JSON.stringify([lat, lng, name]))

/** Saves it for a month; without cookies the next visit starts at the city centre. */
export async function saveLocation(place: ListLocation): Promise<void> {
  const expires = Date.now() + MAX_AGE_MS
  await window.cookieStore?.set({ name: COOKIE, value: locationCookieValue(place), expires, sameSite: 'lax' })
}

/** Parses the cookie's value; null when it is invalid. */
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
