'use client'

import { deferredComponent } from '@salama/ui/offline/deferred-component.tsx'

/** On every page: sends queued items, refreshes the cached state, and shows notices about either. */
export const BackgroundWork = deferredComponent(() => import('./background.tsx').then(({ Background }) => Background))
