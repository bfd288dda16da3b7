import { getIncident } from '@salama/domain/incidents'
import type { Incident } from '@salama/domain/incidents/contract'
import { getCorridorMap, getLinePage, listMainStages } from '@salama/domain/network'
import type { Caller } from '@salama/domain/shared'
import { z } from 'zod'
import { corridorOf, routeOf } from '@/network/find.ts'
import { type Scene, sceneOf } from './map-svg.ts'

/** The still maps of pages, in their own pixels: a page scales them. A line's is lower. */
const PAGE = { width: 720, height: 544 }
const LINE = { width: 720, height: 416 }

/** A coarse incident has the whole of its cell on the map. */
export const incidentScene = ({ place, precision }: Pick<Incident, 'place' | 'precision'>, size = PAGE): Scene => ({
  centre: place,
  zoom: precision === 'coarse' ? 13.2 : 15,
  isCoarse: precision === 'coarse',
  isSpot: precision === 'point',
  ...size,
})

/** The line of a corridor or route as the map has it; null if it is on no map. */
export async function lineScene(id: string, caller: Caller, { width, height } = LINE): Promise<Scene | null> {
  const { features } = await getCorridorMap(caller, {})
  const geometry = features.find(({ properties }) => properties.id === id)?.geometry
  const points = (geometry?.type === 'LineString' ? [geometry.coordinates] : (geometry?.coordinates ?? [])).flat()
  if (points.length < 2) return null
  return sceneOf(
    points.map(([lng = 0, lat = 0]) => ({ lat, lng })),
    width,
    height,
  )
}

export async function incidentMap(id: string, caller: Caller): Promise<Scene | null> {
  if (!z.uuid().safeParse(id).success) return null
  const [incident, { data }] = await Promise.all([getIncident(caller, { id }), listMainStages(caller, {})])
  return { ...incidentScene(incident), stages: data.map(({ name, place }) => ({ name, place })) }
}

export async function routeMap(name: string, caller: Caller) {
  const route = await routeOf(caller, name)
  return route && withStages('route', route.id, caller)
}

export async function corridorMap(name: string, caller: Caller) {
  const corridor = await corridorOf(caller, name)
  return corridor && withStages('corridor', corridor.id, caller)
}

/** The line with its stages: the ends are named first, then those where most routes stop. */
async function withStages(kind: 'route' | 'corridor', id: string, caller: Caller): Promise<Scene | null> {
  const [scene, { directions }] = await Promise.all([lineScene(id, caller), getLinePage(caller, { kind, id })])
  const stages = directions[0]?.stages ?? []
  const ends = stages.filter((_, at) => at === 0 || at === stages.length - 1)
  const between = stages.slice(1, -1).toSorted((a, b) => Number(b.isMain) - Number(a.isMain))
  return scene && { ...scene, stages: [...ends, ...between].map(({ name, place }) => ({ name, place })) }
}
