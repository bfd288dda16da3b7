import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'
import { neededCityFile } from '../../machinery/city-files.ts'
import type { Rpc } from '../../machinery/server-rpc.ts'

/** Larger ones distinguish nothing: most stages are in the same one. */
const TOO_LARGE = ['city']

const Places = z.object({
  features: z.array(
    z.object({
      properties: z.object({ name: z.string().trim().min(1).max(80), class: z.string() }),
      geometry: z.object({ type: z.literal('Point'), coordinates: z.tuple([z.number(), z.number()]) }),
    }),
  ),
})

/** Loads the named parts of a city from points in GeoJSON, gzipped or not, in place of those before. */
export async function loadAreas({
  rpc,
  file = neededCityFile('areas'),
}: {
  rpc: Rpc
  file?: string
}): Promise<{ loaded: number }> {
  const bytes = await readFile(file)
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  const areas = Places.parse(JSON.parse(text))
    .features.filter(({ properties }) => !TOO_LARGE.includes(properties.class))
    .map(({ properties, geometry: { coordinates } }) => ({
      name: properties.name,
      lat: coordinates[1],
      lng: coordinates[0],
    }))
  return z.object({ loaded: z.int() }).parse(await rpc('load_areas', { p_areas: areas }))
}
