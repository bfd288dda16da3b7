/// <reference lib="webworker" />
import { sendAll } from '@salama/outbox/send-all.ts'
import { startWorker } from '@salama/ui/offline/worker.ts'
import { KEPT_PAGES } from './offline/pages.ts'
import { accountOfOutbox, fieldOutbox } from './outbox/field-outbox.ts'

declare const self: ServiceWorkerGlobalScope

startWorker({ app: 'surveyor', pages: KEPT_PAGES, manifest: self.__SW_MANIFEST })

// Each account on a phone has an outbox of its own, so the tag says whose it is.
self.addEventListener('sync', (event) => {
  const account = accountOfOutbox(event.tag)
  if (account !== null) event.waitUntil(sendAll(fieldOutbox(account)))
})
