import type { Incident } from '@salama/domain/incidents/contract'
import { type Age, isOld } from '../incidents/severity.ts'
import { METRES_PER_DEGREE } from './degrees.ts'
import type { Place } from './use-map.ts'

// A place that is known only to an extent is a circle without an edge, of its true size: a coarse incident's area, and how
// exactly the phone knows where it is. Nothing of it suggests a point, and nothing old or unsure is the first thing seen.

/** Of a coarse cell, whose grid has steps of 0.01 degrees. */
export const AREA_RADIUS_M = 0.005 * METRES_PER_DEGREE

type Known = { corroboration: Incident['corroboration']; age?: Age }
const isFirm = ({ corroboration }: Known) => corroboration === 'corroborated' || corroboration === 'verified'

/** How dense the haze of an incident's area is: of what one person said a day ago only the words are left. */
const HAZE: Record<Age, { firm: number; unsure: number }> = {
  fresh: { firm: 0.22, unsure: 0.15 },
  aging: { firm: 0.22, unsure: 0.15 },
  old: { firm: 0.1, unsure: 0.08 },
  past: { firm: 0.05, unsure: 0 },
}
export const hazeOpacity = (incident: Known) => HAZE[incident.age ?? 'fresh'][isFirm(incident) ? 'firm' : 'unsure']

/** The pixels of a sign on the map; what can be pressed is always 48. */
export function signSize(incident: Known, isChosen: boolean): 24 | 30 | 40 | 56 {
  if (isChosen) return 56
  if (isOld(incident.age)) return 24
  return isFirm(incident) && (incident.age ?? 'fresh') === 'fresh' ? 40 : 30
}

/** Metres of a pixel at zoom 0 (web Mercator, tiles of 512 px). */
const metresPerPixel = (lat: number) => 78_271.5 * Math.cos((lat * Math.PI) / 180)

/** The zoom from which a haze would fill more than two thirds of a map: nearer, only its words are shown. */
export const nearestHazeZoom = ({ width, height }: { width: number; height: number }, lat: number) =>
  Math.log2((Math.sqrt((width * height * 2) / (3 * Math.PI)) * metresPerPixel(lat)) / AREA_RADIUS_M)

/** Whether a place is in an area. */
export const isInArea = (centre: Place, { lat, lng }: Place) =>
  Math.max(Math.abs(centre.lat - lat), Math.abs(centre.lng - lng)) < 0.005

export type Round = { kind: 'area' | 'you'; place: Place; radiusM: number; opacity: number }

/** As GeoJSON; `px` is the radius at zoom 0. */
export const roundPoints = (rounds: readonly Round[]) => ({
  type: 'FeatureCollection' as const,
  features: rounds.map(({ kind, place, radiusM, opacity }) => ({
    type: 'Feature' as const,
    properties: { kind, opacity, px: radiusM / metresPerPixel(place.lat) },
    geometry: { type: 'Point' as const, coordinates: [place.lng, place.lat] },
  })),
})
