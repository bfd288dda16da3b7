'use client'

import { later } from '@salama/ui/offline/later.tsx'

/** On every page: sends queued items, refreshes the cached state, and shows notices about either. */
export const BackgroundWork = later(() => import('./background.tsx').then(({ Background }) => Background))
