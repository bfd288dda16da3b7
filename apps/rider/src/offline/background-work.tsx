'use client'

import '@/arriving/install-event.ts'
import { later } from '@salama/ui/offline/later.tsx'

/** On every page: sends queued items, keeps the app ready for offline use, and shows notices about either. */
export const BackgroundWork = later(() => import('./background.tsx').then(({ Background }) => Background))
