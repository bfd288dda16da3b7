import type { PointOfInterest } from '@salama/domain/network/contract'
import { searchStages as search } from '@salama/ui/stops/search-stages.ts'

const phone = () => import('./offline/kept.ts')

/**
 * Stages by name, near ones first. Those that were found are kept on this phone, and searched when there is no line.
 *
 * @throws when there is no answer, and nothing kept that fits
 */
export const searchStages = (q: string, signal: AbortSignal, near?: { lat: number; lng: number }) =>
  search(q, signal, {
    near,
    kept: async () => (await phone()).readKeptStages(),
    keep: (found: readonly PointOfInterest[]) =>
      void phone()
        .then(({ keepStages }) => keepStages(found))
        .catch(() => null),
  })
