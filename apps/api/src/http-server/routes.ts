import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoints } from '@salama/http'

// The table of the API's routes, derived from the same files that Next serves, so that there is no second list.

const APP = join(import.meta.dirname, '../../app')

/** Every route file under /api/v1, by its path: `{id}` where the folder is `[id]`. */
export const routeFiles = (): [path: string, file: string][] =>
  globSync('api/v1/**/route.ts', { cwd: APP }).map((file) => [
    `/${file.replace('/route.ts', '').replace(/\[(\w+)\]/g, '{$1}')}`,
    join(APP, file),
  ])

export type Route = readonly [path: string, endpoints: Endpoints]

export const loadRoutes = (): Promise<Route[]> =>
  Promise.all(routeFiles().map(async ([path, file]): Promise<Route> => [path, await import(file)]))
