'use client'

import { deferredComponent } from '@salama/ui/offline/deferred-component.tsx'

/** What is new, beside the link to Today. */
export const TodayBadge = deferredComponent(() =>
  import('./changes-badge.tsx').then(({ ChangesBadge }) => ChangesBadge),
)
