/// <reference lib="webworker" />
import { afterEach, expect, test, vi } from 'vitest'
import { showMessages } from './worker.ts'

afterEach(() => vi.unstubAllGlobals())

/** What a service worker shows and sends for a message. */
async function receive(message: object) {
  const shown: unknown[] = []
  const sent: unknown[] = []
  const work: Promise<unknown>[] = []
  const registration = { showNotification: async (title: string) => shown.push(title) }
  const self = Object.assign(new EventTarget(), { registration })
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => sent.push([path, JSON.parse(body)]))
  showMessages(self as unknown as ServiceWorkerGlobalScope) // the part of it that is used
  const event = { data: { json: () => message }, waitUntil: (done: Promise<unknown>) => work.push(done) }
  self.dispatchEvent(Object.assign(new Event('push'), event))
  await Promise.all(work)
  return { shown, sent }
}

const message = { title: 'Crash', body: 'Near Koja.', url: '/en', tag: 'a' }

test('shows a message, and answers one that asks for it', async () => {
  expect(await receive(message)).toEqual({ shown: ['Crash'], sent: [] })
  const proof = '7K3M9QXR2H5V8N4P6T1W0Y3C5E'
  expect(await receive({ ...message, proof })).toEqual({ shown: ['Crash'], sent: [['/api/push/prove', { proof }]] })
  expect(await receive({ title: 'Crash', proof })).toEqual({ shown: [], sent: [] })
})
