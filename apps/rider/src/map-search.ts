import type { PointOfInterest } from '@salama/domain/network/contract'
import { searchStages as search } from '@salama/ui/stops/search-stages.ts'

const phone = () => import('./offline/saved.ts')

/**
 * Stages by name, near ones first. Those that were found are kept on this phone, and searched when offline.
 *
 * @throws when there is no answer, and nothing kept that fits
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
