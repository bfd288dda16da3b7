import type { Category } from '@salama/domain/incidents/contract'
import { CATEGORIES, CATEGORY_CODES, CITY, RADIUS_M } from '@salama/domain/shared'
import { setCookie } from '@salama/ui/set-cookie.ts'

// The query of the list, and what the map shows of it. Both are in the URL, so that they can be shared and the Back
// button returns to them. It is parsed leniently, because people edit and truncate URLs.

export type ListLocation = { lat: number; lng: number; name: string | null }
/** `both`: a map and its list; `list` loads no map. */
export type View = 'both' | 'list'
/** What the page starts with, without a query in its URL. */
export type Home = ListLocation & { view: View }
type Camera = { lat: number; lng: number; zoom: number }
export type NearbyQuery = Home & {
  radiusM: number
  category: Category | null
  /** Where the user moved the map to; null shows the whole circle of the list. */
  camera: Camera | null
  /** The id of the incident that was selected on the map. */
  chosen: string | null
}

export const RADII = [1_000, 2_000, 5_000, 10_000] as const
/** The page never lists less than this, so that a circle is more than one crossing. */
const MIN_RADIUS_M = 200

/** The categories that can be listed. Those with weekly counts only are never on a list or map. */
export const LISTED = CATEGORY_CODES.filter((code) => CATEGORIES[code].visibility !== 'aggregate')

type Get = (name: string) => string | null

function numberIn(text: string | null | undefined, min: number, max: number): number | null {
  const value = text === null || text === undefined || text.trim() === '' ? Number.NaN : Number(text)
  return value >= min && value <= max ? value : null
}

export function placeOf(get: Get): ListLocation | null {
  const lat = numberIn(get('lat'), -90, 90)
  const lng = numberIn(get('lng'), -180, 180)
  return lat === null || lng === null ? null : { lat, lng, name: get('place')?.slice(0, 80) || null }
}

/** `14.2/-1.2841/36.8251`: zoom, latitude, longitude, as in the URLs of OpenStreetMap. */
function cameraOf(text: string | null): Camera | null {
  const [zoom, lat, lng] = text?.split('/') ?? []
  const camera = { zoom: numberIn(zoom, 0, 24), lat: numberIn(lat, -90, 90), lng: numberIn(lng, -180, 180) }
  return camera.zoom === null || camera.lat === null || camera.lng === null
    ? null
    : { zoom: camera.zoom, lat: camera.lat, lng: camera.lng }
}

const viewOf = (text: string | null | undefined): View | null => (text === 'both' || text === 'list' ? text : null)

/** Whole hundreds of metres, within what the API accepts. */
export const roundRadius = (metres: number) =>
  Math.min(RADIUS_M.most, Math.max(MIN_RADIUS_M, Math.round(metres / 100) * 100))

/** Parses `?lat&lng&place&radiusM&category&view&map&incident`. Missing or invalid values become defaults; half a place is none. */
export function readQuery(get: Get, home: Home): NearbyQuery {
  const radiusM = numberIn(get('radiusM'), MIN_RADIUS_M, RADIUS_M.most)
  return {
    ...(placeOf(get) ?? { lat: home.lat, lng: home.lng, name: home.name }),
    radiusM: radiusM === null ? RADIUS_M.usual : Math.round(radiusM),
    category: LISTED.find((code) => code === get('category')) ?? null,
    view: viewOf(get('view')) ?? home.view,
    camera: cameraOf(get('map')),
    chosen: get('incident'),
  }
}

/** The query for the page's URL, without defaults. */
export function writeQuery({ lat, lng, name, radiusM, category, view, camera, chosen }: NearbyQuery): string {
  const query = new URLSearchParams({ lat: String(lat), lng: String(lng) })
  if (name !== null) query.set('place', name)
  if (radiusM !== RADIUS_M.usual) query.set('radiusM', String(radiusM))
  if (category !== null) query.set('category', category)
  query.set('view', view) // the default is not the same for everybody
  if (camera) query.set('map', `${camera.zoom}/${camera.lat}/${camera.lng}`)
  if (chosen !== null) query.set('incident', chosen)
  return query.toString().replaceAll('%2F', '/')
}

export const apiQuery = (
  { lat, lng, radiusM, category }: Omit<NearbyQuery, 'view' | 'camera' | 'chosen'>,
  limit: number,
) => ({
  lat,
  lng,
  radiusM,
  limit,
  ...(category !== null && { category }),
})

export const listKey = (query: NearbyQuery, limit: number) =>
  String(new URLSearchParams(Object.entries(apiQuery(query, limit)).map(([name, value]) => [name, String(value)])))

const COOKIE = 'salama-rider.place'
const MONTH_S = 30 * 24 * 3600

/** The last place that was chosen in this browser, as a cookie: the server renders the first list for it. */
export const locationCookieValue = ({ lat, lng, name }: ListLocation) =>
  encodeURIComponent(JSON.stringify([lat, lng, name]))

/** Saves it for a month; without cookies the next visit starts at the city centre. */
export const saveLocation = (place: ListLocation) => setCookie(COOKIE, locationCookieValue(place), MONTH_S)

const VIEW_COOKIE = 'salama-rider.view'
const YEAR_S = 365 * 24 * 3600

/** Whoever prefers the list alone gets it again on the next visit. */
export const saveView = (view: View) =>
  setCookie(VIEW_COOKIE, view === 'list' ? view : '', view === 'list' ? YEAR_S : 0)

/** The page's defaults, from the cookies of this browser. */
export const readHome = (cookie: (name: string) => string | undefined): Home => ({
  ...(readLocationCookie(cookie(COOKIE)) ?? { ...CITY.centre, name: null }),
  view: viewOf(cookie(VIEW_COOKIE)) ?? 'both',
})

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
