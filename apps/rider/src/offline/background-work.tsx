'use client'

import '@/onboarding/install-event.ts'
import { deferredComponent } from '@salama/ui/offline/deferred-component.tsx'

/** On every page: sends queued items, keeps the app ready for offline use, and shows notices about either. */
export const BackgroundWork = deferredComponent(() => import('./background.tsx').then(({ Background }) => Background))
