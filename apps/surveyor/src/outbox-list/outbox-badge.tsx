'use client'

import { later } from '@salama/ui/offline/later.tsx'

/** How many items wait, beside the link to the outbox. */
export const OutboxBadge = later(() => import('./waiting-badge.tsx').then(({ WaitingBadge }) => WaitingBadge))
