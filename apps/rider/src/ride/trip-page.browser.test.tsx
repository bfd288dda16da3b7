import { getSharedTrip, shareTrip } from '@salama/domain/shared-trips/contract'
import { tryCall } from '@salama/http/call'
import { page, render } from '@salama/ui/testing/browser.ts'
import type { FakeServer } from '@salama/ui/testing/fake-server.ts'
import { beforeEach, expect, test } from 'vitest'
import { App, riderServer } from '@/testing.ts'
import { newShared, tripPath } from './ride.ts'
import { seal } from './seal.ts'
import { TripPage } from './trip-page.tsx'

const HERE = { plate: 'KZZ101D', route: '46K', lat: -1.2812, lng: 36.8226, accuracyM: 12, agoS: 0 }
let server: FakeServer
let trip: Awaited<ReturnType<typeof newShared>>
beforeEach(async () => {
  sessionStorage.clear()
  server = riderServer(null)
  trip = await newShared()
})

const answer = (counter: number, sealed: string | null, ageS = 0) =>
  server.answer(getSharedTrip, { trip: { ...shareTrip.examples.reply, id: trip.id, counter, sealed, ageS } })
const end = () => server.answer(getSharedTrip, { trip: null })
const sealedOf = (counter: number, plate = HERE.plate) =>
  seal(trip.key, trip.id, counter, { ...HERE, plate, at: '2026-11-20T14:22:00.000Z' })
const show = (link = tripPath('en', trip)) =>
  render(
    <App path={link.replace(/^\/en/, '')}>
      <TripPage id={trip.id} />
    </App>,
  )
/** What the page does every few seconds while somebody looks at it. */
const later = () => document.dispatchEvent(new Event('visibilitychange'))
const says = (text: string) => expect.element(page.getByText(text)).toBeVisible()

test('shows the vehicle, where it was and how long ago, and sends nothing of the key', async () => {
  answer(3, await sealedOf(3), 65)
  await show()
  await says('KZZ 101D')
  await says('Seen 1 minute ago, 17:22 on their phone')
  const [request] = server.sent(getSharedTrip)
  expect([request?.url.search, request?.url.hash, request?.body]).toEqual(['', '', null])
  expect(JSON.stringify([...(request?.headers ?? [])])).not.toContain(trip.key)
})

test('counts in hours what is older than one', async () => {
  answer(3, await sealedOf(3), 230 * 60)
  await show()
  await says('Seen 3 hours ago, 17:22 on their phone')
})

test('says when there is no news, and when the trip has ended, with the last place', async () => {
  answer(3, await sealedOf(3), 400)
  await show()
  await says('No news since then. The phone may have no network, or the page is closed. If you worry, call them.')
  end()
  later()
  await expect.element(page.getByRole('heading', { name: 'The trip has ended' })).toBeVisible()
  await says('Last seen at 17:22 on their phone')
  await says('KZZ 101D')
  expect(page.getByText('minute', { exact: false }).elements()).toEqual([])
  expect(Object.keys(sessionStorage)).toEqual([])
})

test('asks no more once the trip has ended, whatever the server would say', async () => {
  answer(3, await sealedOf(3))
  await show()
  await says('KZZ 101D')
  end()
  later()
  await expect.element(page.getByRole('heading', { name: 'The trip has ended' })).toBeVisible()
  answer(99_999, await sealedOf(99_999, 'KAA000A'))
  later()
  // What the page asked is there before what is asked after it.
  await tryCall<typeof getSharedTrip>('GET /api/shared-trips/{id}', { params: { id: trip.id } })
  expect(server.sent(getSharedTrip)).toHaveLength(3)
})

test('does not show an older position again, one with another counter, or one that was changed', async () => {
  answer(5, await sealedOf(5))
  await show()
  await says('KZZ 101D')
  for (const [counter, sealed] of [
    [4, await sealedOf(4, 'KAA000A')],
    [6, await sealedOf(4, 'KAA000A')],
    [6, `A${(await sealedOf(6, 'KAA000A')).slice(1)}B`],
  ] as const) {
    answer(counter, sealed)
    later()
    await says('What arrived cannot be verified, so it is not shown. Check that you have the whole link.')
    await says('KZZ 101D')
    expect(page.getByText('KAA 000A').elements()).toEqual([])
  }
})

test('a reload and another language keep the key and refuse what is older, in this tab', async () => {
  answer(5, await sealedOf(5))
  await show()
  await says('KZZ 101D')
  const again = await show(`/en/trip/${trip.id}`)
  await expect.element(again.getByText('KZZ 101D').first()).toBeVisible()
  answer(4, await sealedOf(4, 'KAA000A'))
  later()
  await expect.element(page.getByText('What arrived cannot be verified', { exact: false }).first()).toBeVisible()
})

test.each([
  ['without the end of its link', 'The end of the link is missing. Ask for the whole link.', ''],
  [
    'with another key',
    'What arrived cannot be verified, so it is not shown. Check that you have the whole link.',
    '#A',
  ],
])('says what is wrong %s', async (_, words, hash) => {
  answer(1, await sealedOf(1))
  await show(`/en/trip/${trip.id}${hash}`)
  await says(words)
})

test('says that a trip has ended or never was, and that one has no place yet', async () => {
  end()
  await show()
  await says('This trip has ended, or the link is wrong.')
  answer(0, null)
  later()
  await says('The trip is shared. There is no place yet.')
})
