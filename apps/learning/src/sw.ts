/// <reference lib="webworker" />
import { sendAll } from '@salama/outbox/outbox.ts'
import { startWorker } from '@salama/ui/offline/worker.ts'
import { CACHED_PAGES } from './offline/pages.ts'
import { completionOutbox } from './outbox/completion-outbox.ts'

declare const self: ServiceWorkerGlobalScope

startWorker({
  app: 'learning',
  pages: CACHED_PAGES,
  manifest: self.__SW_MANIFEST,
  send: (outbox) => (outbox === completionOutbox.name ? sendAll(completionOutbox) : null),
})
