'use client'

import { later } from '@salama/ui/offline/later.tsx'

/** What is new, beside the link to Today. */
export const TodayBadge = later(() => import('./changes-badge.tsx').then(({ ChangesBadge }) => ChangesBadge))
