import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { type Draft, newDraft, withCategory } from '@/report/draft.ts'
import { contentOf } from './content.ts'
import { addToReport, reportOutbox } from './report-outbox.ts'

afterEach(() => vi.unstubAllGlobals())

const draft = (id: string): Draft => ({
  ...withCategory({ ...newDraft(), id }, 'hazard'),
  place: { kind: 'gps', lat: -1.2812, lng: 36.8226, accuracyM: 20 },
})
const stateOf = async (id: string) => {
  const { item, files } = (await reportOutbox.list()).find((each) => each.item.id === id) ?? {}
  return [item, ...(files ?? [])].map((each) => [each?.state, each?.problem?.code])
}
const WAITS = ['waiting', 'network']
const RECEIVED = ['received', undefined]

/** Whatever is between the phone and the server; `echoes`: answers that name the id of the request. */
const answers = (echoes: boolean, other: () => Response = () => Response.json({ id: crypto.randomUUID() })) =>
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    const photo = new URL(url, 'http://app.test').searchParams.get('photoId')
    return echoes ? Response.json({ id: photo ?? JSON.parse(String(body)).id }) : other()
  })

test.each([
  ['the answer to another report', () => Response.json({ id: crypto.randomUUID(), state: 'linked' })],
  ['the page of a captive portal', () => new Response('<html>Sign in to this network</html>')],
  ['its JSON', () => Response.json({ status: 'ok' })],
  ['nothing', () => new Response(null, { status: 200 })],
  ['204', () => new Response(null, { status: 204 })],
])('keeps a report, its photo and an addition after %s, and sends them again', async (_, other) => {
  const id = crypto.randomUUID()
  await reportOutbox.put(id, contentOf(draft(id), null))
  await reportOutbox.addFile(id, new Blob(['photo'], { type: 'image/webp' }))
  answers(false, other)
  await reportOutbox.flush({ eager: true })
  expect(await stateOf(id)).toEqual([WAITS, ['waiting', undefined]])
  expect((await reportOutbox.list()).at(-1)?.item.content.draft).toMatchObject({ id })

  answers(true)
  await reportOutbox.flush({ eager: true })
  expect(await stateOf(id)).toEqual([RECEIVED, RECEIVED])

  answers(false, other)
  await addToReport(id, { words: 'There were two of them.' })
  await reportOutbox.flush({ eager: true })
  expect(await stateOf(id)).toEqual([RECEIVED, RECEIVED, WAITS])
  answers(true)
  await reportOutbox.flush({ eager: true })
  expect(await stateOf(id)).toEqual([RECEIVED, RECEIVED, RECEIVED])
})
