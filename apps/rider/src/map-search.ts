import type { PointOfInterest } from '@salama/domain/network/contract'
import { searchStages as search } from '@salama/ui/stages/search-stages.ts'

const phone = () => import('./offline/saved.ts')

/**
 * Searches stages by name, near ones first. Results are cached on this phone and searched offline.
 * @throws when the request fails and no cached stage matches
 */
export const searchStages = (q: string, signal: AbortSignal, near?: { lat: number; lng: number }) =>
  search(q, signal, {
    near,
    saved: async () => (await phone()).readSavedStages(),
    save: (found: readonly PointOfInterest[]) =>
      void phone()
        .then(({ saveStages }) => saveStages(found))
        .catch(() => null),
  })
