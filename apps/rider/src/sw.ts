/// <reference lib="webworker" />
import { sendAll } from '@salama/outbox/outbox.ts'
import { showMessages } from '@salama/push/worker.ts'
import { startWorker } from '@salama/ui/offline/worker.ts'
import { CACHED_PAGES } from './offline/pages.ts'
import { reportOutbox } from './outbox/report-outbox.ts'

declare const self: ServiceWorkerGlobalScope

startWorker({
  app: 'rider',
  pages: CACHED_PAGES,
  manifest: self.__SW_MANIFEST,
  send: (outbox) => (outbox === reportOutbox.name ? sendAll(reportOutbox) : null),
})

showMessages(self)
