import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { cityFeed, cityFile, readCity } from '@salama/domain/city-files'
import { loadAreas } from '@salama/domain/network/area-files'
import { importGtfs } from '@salama/domain/network/gtfs'
import type { Database } from '../database/index.ts'
import { operatorRpc } from '../operator-rpc.ts'
import { ROOT } from '../paths.ts'

/**
 * A fixed import id: if this process dies in the middle, the next one restarts the import instead of waiting for it.
 */
const IMPORT_ID = '6f1d3c52-8a0e-4b7c-9d24-3f5b7e9a1c60'

/** The demo network: the feed, corridors, border and areas of the city, as far as it has them; others are derived. */
export async function seedNetwork(database: Database, log: (line: string) => void): Promise<void> {
  const feed = cityFeed()
  const { name, languages } = readCity()
  if (feed) log(`Loading the network of ${feed.feed}`)
  const rpc = operatorRpc(database)
  if (feed) await importGtfs({ ...feed, areaName: name[languages[0]], importId: IMPORT_ID, rpc })
  if (cityFile('areas')) await loadAreas({ rpc })
}

/** Changes with the data of the demo and with the code that reads and writes it. */
export function seedVersion(): string {
  const hash = createHash('sha256')
  const code = [IMPORTER, import.meta.dirname].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .sort()
      .map((name) => `${folder}/${name}`),
  )
  const files = (['feed', 'corridors', 'routeCorridors', 'border', 'areas', 'demo'] as const).flatMap(
    (part) => cityFile(part) ?? [],
  )
  for (const file of [...code, ...files]) hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

const IMPORTER = `${ROOT}packages/domain/src/network/gtfs`
