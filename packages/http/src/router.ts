import { addRoute, createRouter, findRoute } from 'rou3'

/**
 * Creates the function that finds what is at a path, for example `/api/v1/incidents/7` at `/api/v1/incidents/{id}`. A
 * literal segment takes precedence over a parameter, as in Next. Values of parameters stay percent-encoded.
 */
export function createMatcher<Found>(routes: Iterable<readonly [template: string, found: Found]>) {
  const router = createRouter<Found>()
  for (const [template, found] of routes) addRoute(router, '', template.replace(/\{(\w+)\}/g, ':$1'), found)
  return (path: string): { found: Found; params: Record<string, string> } | undefined => {
    const match = findRoute(router, '', path)
    return match && { found: match.data, params: match.params ?? {} }
  }
}
