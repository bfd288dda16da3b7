'use client'

import { deferredComponent } from '@salama/ui/offline/deferred-component.tsx'

/** How many items wait, beside the link to the outbox. */
export const OutboxBadge = deferredComponent(() =>
  import('./waiting-badge.tsx').then(({ WaitingBadge }) => WaitingBadge),
)
