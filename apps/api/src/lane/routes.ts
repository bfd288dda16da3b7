import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { RouteHandlers } from '@salama/http'

// The table of the API's routes, derived from the same files that Next serves, so that there is no second list.

const APP = join(import.meta.dirname, '../../app')

/** Every route file under /api/v1, by its path: `{id}` where the folder is `[id]`. */
export const routeFiles = (): [path: string, file: string][] =>
  globSync('api/v1/**/route.ts', { cwd: APP }).map((file) => [
    `/${file.replace('/route.ts', '').replace(/\[(\w+)\]/g, '{$1}')}`,
    join(APP, file),
  ])

export type Route = { path: string; handlers: RouteHandlers }

export const loadRoutes = (): Promise<Route[]> =>
  Promise.all(routeFiles().map(async ([path, file]) => ({ path, handlers: await import(file) })))

type Match = { handlers: RouteHandlers; params: Record<string, string> }
type Branch = { literals: Map<string, Branch>; param?: { name: string; branch: Branch }; handlers?: RouteHandlers }

/**
 * Creates the function that finds the route of a path, for example `/api/v1/incidents/7`. A literal segment takes
 * precedence over a parameter, as in Next. Values of parameters stay percent-encoded.
 */
export function createMatcher(routes: readonly Route[]): (path: string) => Match | undefined {
  const root: Branch = { literals: new Map() }
  for (const { path, handlers } of routes) {
    let branch = root
    for (const segment of path.split('/')) branch = branchOf(branch, segment)
    branch.handlers = handlers
  }
  return (path) => find(root, path.split('/'), 0, {})
}

function branchOf(parent: Branch, segment: string): Branch {
  const name = /^\{(\w+)\}$/.exec(segment)?.[1]
  if (name !== undefined) {
    parent.param ??= { name, branch: { literals: new Map() } }
    return parent.param.branch
  }
  const known = parent.literals.get(segment) ?? { literals: new Map() }
  parent.literals.set(segment, known)
  return known
}

function find(branch: Branch, segments: string[], at: number, params: Record<string, string>): Match | undefined {
  const segment = segments[at]
  if (segment === undefined) return branch.handlers && { handlers: branch.handlers, params }
  const literal = branch.literals.get(segment)
  const found = literal && find(literal, segments, at + 1, params)
  if (found || branch.param === undefined) return found
  const { name, branch: next } = branch.param
  return find(next, segments, at + 1, { ...params, [name]: segment })
}
