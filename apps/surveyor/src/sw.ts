/// <reference lib="webworker" />
import { sendAll } from '@salama/outbox/outbox.ts'
import { showMessages } from '@salama/push/worker.ts'
import { startWorker } from '@salama/ui/offline/worker.ts'
import { CACHED_PAGES } from './offline/pages.ts'
import { accountOfOutbox, fieldOutbox } from './outbox/field-outbox.ts'

declare const self: ServiceWorkerGlobalScope

startWorker({
  app: 'surveyor',
  pages: CACHED_PAGES,
  manifest: self.__SW_MANIFEST,
  // Each account on a phone has its own outbox.
  send: (outbox) => {
    const account = accountOfOutbox(outbox)
    return account === null ? null : sendAll(fieldOutbox(account))
  },
})

showMessages(self)
