import { ask } from '@salama/ui/ask.ts'
import type { Named } from '@/parts/pick-some.tsx'

type Route = { id: string; shortName: string; longName: string }

export const routeNamed = ({ id, shortName, longName }: Route): Named => ({ id, name: `${shortName} ${longName}` })

/** Routes by number or name. */
export const findRoutes = async (q: string, signal: AbortSignal): Promise<Named[]> =>
  (await ask<{ data: Route[] }>(`/api/routes?q=${encodeURIComponent(q)}`, { signal })).data.map(routeNamed)

/** Operator groups by name or alias. */
export const findGroups = async (q: string, signal: AbortSignal): Promise<Named[]> =>
  (await ask<{ data: Named[] }>(`/api/saccos?q=${encodeURIComponent(q)}`, { signal })).data
