/// <reference lib="webworker" />
import { sendAll } from '@salama/outbox/send-all.ts'
import { startWorker } from '@salama/ui/offline/worker.ts'
import { KEPT_PAGES } from './offline/pages.ts'
import { OUTBOX_NAME, reportOutbox } from './outbox/report-outbox.ts'

declare const self: ServiceWorkerGlobalScope

startWorker({
  app: 'rider',
  pages: KEPT_PAGES,
  manifest: self.__SW_MANIFEST,
  sync: { tag: OUTBOX_NAME, send: () => sendAll(reportOutbox) },
})
