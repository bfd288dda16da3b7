import { nameKey } from '@salama/domain/shared'
import type { Choice } from '@/field-state/draft.ts'
import type { Names } from '@/field-state/field-cache.ts'

// Searches the saved saccos and routes while typing.

const MAX_RESULTS = 6

export type Hit = Choice & { hint: string | null }

type Named = { id: string; name: string; others: readonly string[] }

/** Ranks names that start with the query first, then those with a word that does, then those that contain it. */
function find(named: readonly Named[], typed: string): Hit[] {
  const q = nameKey(typed)
  if (q === '') return []
  const rankOf = (name: string) => {
    const text = nameKey(name)
    if (text.startsWith(q)) return 0
    if (text.split(' ').some((word) => word.startsWith(q))) return 1
    return text.includes(q) ? 2 : null
  }
  return named
    .flatMap((each) => {
      const ranked = [each.name, ...each.others].flatMap((name) => {
        const rank = rankOf(name)
        return rank === null ? [] : [{ name, rank }]
      })
      const [best] = ranked.toSorted((a, b) => a.rank - b.rank)
      return best
        ? [{ id: each.id, name: each.name, hint: best.name === each.name ? null : best.name, rank: best.rank }]
        : []
    })
    .toSorted((a, b) => a.rank - b.rank || a.name.length - b.name.length || a.name.localeCompare(b.name))
    .slice(0, MAX_RESULTS)
    .map(({ id, name, hint }) => ({ id, name, hint }))
}

/** Also searches aliases, such as an abbreviation on the vehicles. */
export const findSaccos = ({ saccos }: Names, typed: string) =>
  find(
    saccos.map(({ id, name, aliases }) => ({ id, name, others: aliases })),
    typed,
  )

export const routeLabel = ({ shortName, longName }: Pick<Names['routes'][number], 'shortName' | 'longName'>) =>
  `${shortName} · ${longName}`

export const findRoutes = ({ routes }: Names, typed: string) =>
  find(
    routes.map((route) => ({ id: route.id, name: routeLabel(route), others: [] })),
    typed,
  )
