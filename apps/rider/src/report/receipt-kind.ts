import type { Category } from '@salama/domain/incidents/contract'
import type { Received } from './send-report.ts'

/**
 * What may honestly be said about a report that has arrived. `live`: others see it; `liveUnchecked`: others see that
 * something happened, the rest waits for a person; `rough`: others see it to about a kilometre and an hour; `private`:
 * it is only ever counted; `review`: a person looks first; `kept`: it is stored and not shown.
 */
export type ReceiptKind = 'live' | 'liveUnchecked' | 'rough' | 'private' | 'review' | 'kept'

export function receiptKind({ state, incidentId }: Received, category: Category): ReceiptKind {
  if (category === 'harassment' || category === 'assault') return 'private'
  const waits = state === 'in_review' || state === 'held' || state === 'needs_info'
  if (incidentId !== null) return waits ? 'liveUnchecked' : 'live'
  if (waits) return 'review'
  return category === 'theft' && state === 'linked' ? 'rough' : 'kept'
}
