import type { listUsers } from '@salama/domain/admin/contract'
import type { listRoutes } from '@salama/domain/network/resources-contract'
import type { listSaccos } from '@salama/domain/saccos/contract'
import { call } from '@salama/http/call'
import type { Named } from '@/parts/pick-some.tsx'
import { nameOf } from './facts.tsx'

type Route = { id: string; shortName: string; longName: string }

export const routeNamed = ({ id, shortName, longName }: Route): Named => ({ id, name: `${shortName} ${longName}` })

/** Searches routes by number or name. */
export const findRoutes = async (q: string, signal: AbortSignal): Promise<Named[]> =>
  (await call<typeof listRoutes>('GET /api/routes', { query: { q }, signal })).data.map(routeNamed)

/** Searches saccos by name or alias. */
export const findGroups = async (q: string, signal: AbortSignal): Promise<Named[]> =>
  (await call<typeof listSaccos>('GET /api/saccos', { query: { q }, signal })).data

/** Searches surveyors by name or e-mail; a suspended one cannot work. */
export const findSurveyors = async (q: string, signal: AbortSignal): Promise<Named[]> =>
  (await call<typeof listUsers>('GET /api/users', { query: { q, role: 'surveyor' }, signal })).data
    .filter(({ suspendedAt }) => suspendedAt === null)
    .map((user) => ({ id: user.id, name: [user.displayName, user.email].filter(Boolean).join(', ') || nameOf(user) }))
