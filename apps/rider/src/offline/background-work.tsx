'use client'

import { later } from '@salama/ui/offline/later.tsx'

/**
 * On every page: sends what waits on this phone, keeps the app ready for offline use, and says what the
 * person should know of either.
 */
export const BackgroundWork = later(() => import('./background.tsx').then(({ Background }) => Background))
