import { keptPages } from '@salama/ui/offline/pages.ts'

export const KEPT_PAGES = keptPages(['/outbox', '/offline'], '/offline')
