/// <reference lib="webworker" />
import { sendAll } from '@salama/outbox/send-all.ts'
import { startWorker } from '@salama/ui/offline/worker.ts'
import { KEPT_PAGES } from './offline/pages.ts'
import { markOutbox } from './outbox/mark-outbox.ts'

declare const self: ServiceWorkerGlobalScope

startWorker({
  app: 'learning',
  pages: KEPT_PAGES,
  manifest: self.__SW_MANIFEST,
  send: (outbox) => (outbox === markOutbox.name ? sendAll(markOutbox) : null),
})
