import { METRES_PER_DEGREE } from '@salama/ui/map/degrees.ts'

type Area = { lat: number; lng: number; radiusM: number }

/** How far the middle may move, as a part of the radius, until another list is wanted. */
const MOVED = 0.25

const apartM = (a: Area, b: Area) =>
  Math.hypot(a.lat - b.lat, (a.lng - b.lng) * Math.cos((a.lat * Math.PI) / 180)) * METRES_PER_DEGREE

/** Whether what the map shows is no longer what the list is of: it was moved, or shows much more or much less. */
export const isElsewhere = (shown: Area, listed: Area) =>
  apartM(shown, listed) > Math.min(shown.radiusM, listed.radiusM) * MOVED ||
  shown.radiusM > listed.radiusM * 2 ||
  shown.radiusM < listed.radiusM / 2
