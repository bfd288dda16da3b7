import { search } from '@salama/domain/search/contract'
import { endSharedTrip, shareTrip, updateSharedTrip } from '@salama/domain/shared-trips/contract'
import { scanVehicleQr } from '@salama/domain/vehicles/contract'
import { deviceStore } from '@salama/http/device-storage'
import { page, pressTwice, render } from '@salama/ui/testing/browser.ts'
import type { FakeServer } from '@salama/ui/testing/fake-server.ts'
import { locationIs } from '@salama/ui/testing/phone.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { App, riderServer } from '@/testing.ts'
import { rememberVehicle } from '@/vehicle/last-vehicle.ts'
import { HelpPage } from './help-page.tsx'
import { RidePage } from './ride-page.tsx'
import { open } from './seal.ts'
import { UNDO_MS } from './use-sharing.ts'

const HERE = { lat: -1.2812, lng: 36.8226 }
let server: FakeServer
let links: string[]
beforeEach(() => {
  localStorage.clear()
  server = riderServer(null)
  server.refuse(scanVehicleQr, 'not_found', { status: 404 })
  for (const op of [shareTrip, updateSharedTrip, endSharedTrip]) server.answer(op, op.examples.reply)
  links = []
  const share = async ({ url = '' }: ShareData = {}) => void links.push(url)
  vi.stubGlobal('navigator', Object.assign(navigator, { share }))
  locationIs({ ...HERE, asked: true })
})

const show = (path = '/ride?vehicle=KZZ101D') =>
  render(
    <App path={path}>
      <RidePage />
    </App>,
  )
const press = (name: string) => page.getByRole('button', { name, exact: true })
const sent = () => server.sent(updateSharedTrip).map(({ body }) => updateSharedTrip.body.parse(body))
/** Holds the time in which an end can be taken back. */
const holdUndo = () => {
  const begin = setTimeout
  vi.stubGlobal('setTimeout', (run: () => void, ms?: number) => (ms === UNDO_MS ? 0 : begin(run, ms)))
}
/** The phone is put away. */
const hide = () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValueOnce('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
}
/** Everything that left the phone. */
const everything = () =>
  [shareTrip, updateSharedTrip, endSharedTrip].flatMap((op) =>
    server.sent(op).map(({ url, body, headers }) => JSON.stringify([url.href, body, [...headers]])),
  )

test('a link with a plate begins the ride, which a reload keeps, and an end forgets', async () => {
  rememberVehicle(deviceStore, 'KZZ 101D')
  const before = await show()
  await expect.element(page.getByText('KZZ 101D')).toBeVisible()
  expect(window.location.search).toBe('')
  await expect
    .element(page.getByRole('link', { name: 'Report' }))
    .toHaveAttribute('href', expect.stringMatching(/vehicle=KZZ101D/))
  await expect
    .element(page.getByRole('link', { name: 'Rate' }))
    .toHaveAttribute('href', expect.stringMatching(/rate\/KZZ101D/))
  await before.unmount()
  const again = await show('/ride')
  await expect.element(again.getByText('KZZ 101D')).toBeVisible()
  await again.getByRole('button', { name: 'End ride' }).click()
  await expect.element(again.getByLabelText('Number plate')).toHaveValue('')
  expect(localStorage.getItem('salama-rider.ride')).toBeNull()
  expect(localStorage.getItem('salama-rider.last-vehicle')).toBeNull()
})

test('two presses share one trip: its link has the key, and what leaves the phone has neither key nor place', async () => {
  await show()
  await pressTwice(press('Share my trip'))
  await expect.poll(sent).toHaveLength(1)
  const link = new URL(links[0] ?? '')
  const [key, id] = [link.hash.slice(1), link.pathname.split('/').at(-1) ?? '']
  expect(new Set(links).size).toBe(1)
  expect(server.sent(shareTrip)).toHaveLength(1)
  const [{ counter, sealed, secret } = { counter: 0, sealed: '', secret: '' }] = sent()
  expect(await open(key, id, counter, sealed)).toMatchObject({ plate: 'KZZ101D', ...HERE })
  expect(link.href).not.toContain(secret)
  for (const request of everything()) {
    for (const never of [key, '36.8226', 'KZZ101D']) expect(request).not.toContain(never)
  }
})

test('without a dialog to share with, the link is copied, or there to be copied', async () => {
  vi.stubGlobal('navigator', Object.assign(navigator, { share: undefined }))
  const copied: string[] = []
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text))
  await show()
  await press('Share my trip').click()
  await expect.element(press('Link copied')).toBeVisible()
  expect(copied[0]).toMatch(/\/en\/trip\/.+#.{43}$/)
  copy.mockRejectedValue(new Error('refused'))
  const selection = vi.spyOn(document, 'execCommand').mockReturnValue(false)
  await page.getByRole('button', { name: /^(Link copied|Send the link)$/ }).click()
  await expect.element(page.getByLabelText('Copy this link:')).toHaveValue(copied[0])
  selection.mockReturnValue(true)
  await press('Send the link').click()
  await expect.element(press('Link copied')).toBeVisible()
})

test('an end can be taken back until the server hears of it', async () => {
  holdUndo()
  await show()
  await press('Share my trip').click()
  await expect.poll(sent).toHaveLength(1)
  for (const end of ['Stop sharing', 'End ride']) {
    await press(end).click()
    await press('Undo').click()
    await expect.element(press('Stop sharing')).toBeVisible()
    await expect.element(page.getByText('KZZ 101D')).toBeVisible()
  }
  expect(server.sent(endSharedTrip)).toEqual([])
  expect(localStorage.getItem('salama-rider.ride-ending')).toBeNull()
})

test('what was ended comes back without what was shared once the server has heard of it', async () => {
  await show()
  await press('Share my trip').click()
  await expect.poll(sent).toHaveLength(1)
  await press('End ride').click()
  hide()
  await expect.poll(() => server.sent(endSharedTrip).length).toBe(1)
  await press('Undo').click()
  await expect.element(page.getByText('KZZ 101D')).toBeVisible()
  await expect.element(press('Share my trip')).toBeVisible()
})

test('one press ends what is shared, on the server and on the phone', async () => {
  const shown = await show()
  await press('Share my trip').click()
  await expect.poll(sent).toHaveLength(1)
  await press('Stop sharing').click()
  await expect.element(press('Share my trip')).toBeVisible()
  await shown.unmount()
  await expect.poll(() => server.sent(endSharedTrip).length).toBe(1)
  await expect.poll(() => Object.keys(localStorage)).not.toContain('salama-rider.ride-ending')
  expect(localStorage.getItem('salama-rider.ride')).not.toContain(new URL(links[0] ?? '').hash.slice(1))
})

test('without a connection the end waits on the phone, without the key, and is told when there is one', async () => {
  await show()
  await press('Share my trip').click()
  await expect.poll(sent).toHaveLength(1)
  server.isOffline = true
  await press('End ride').click()
  await expect.element(page.getByLabelText('Number plate')).toBeVisible()
  hide()
  expect(Object.values(localStorage).join()).not.toContain(new URL(links[0] ?? '').hash.slice(1))
  server.isOffline = false
  window.dispatchEvent(new Event('online'))
  await expect.poll(() => server.sent(endSharedTrip).length).toBe(1)
})

test('says that a trip is over that the server no longer has', async () => {
  server.refuse(updateSharedTrip, 'not_found', { status: 404 })
  await show()
  await press('Share my trip').click()
  await expect.poll(sent).toHaveLength(1)
  await expect.element(press('Share my trip')).toBeVisible()
})

test('asks before another vehicle takes the place of the ride', async () => {
  await show()
  await expect.element(page.getByText('KZZ 101D')).toBeVisible()
  const other = await show('/ride?vehicle=KDA123A')
  await other.getByRole('button', { name: 'Change', exact: true }).click()
  await expect.element(other.getByText('KDA 123A').first()).toBeVisible()
})

test('a route is found by a part of its name', async () => {
  const [hit] = search.examples.reply.data
  const found = {
    ...hit,
    type: 'route' as const,
    title: '46K',
    subtitle: 'Kencom – Kawangware',
    label: '46K Kencom – Kawangware',
  }
  server.answer(search, { data: [found], page: { nextCursor: null } })
  await show()
  await page.getByLabelText('Route').fill('46')
  await page.getByRole('button', { name: '46K Kencom – Kawangware' }).click()
  await expect.element(page.getByText('46K Kencom – Kawangware KZZ 101D')).toBeVisible()
})

test('help is written with plate, place and time, to a number that stays on the phone, also offline', async () => {
  localStorage.clear()
  await show()
  await expect.element(page.getByText('KZZ 101D')).toBeVisible()
  server.isOffline = true
  const help = await render(
    <App path="/ride/help">
      <HelpPage />
    </App>,
  )
  await help.getByRole('button', { name: 'Add where I am' }).click()
  await help.getByLabelText('Phone number').fill('+254 700 000 001')
  const link = help.getByRole('link', { name: 'Write SMS' })
  await expect
    .element(link)
    .toHaveAttribute('href', expect.stringMatching(/^sms:\+254700000001\?&body=I%20need%20help.*KZZ%20101D.*-1\.28120/))
  await expect.element(help.getByRole('link', { name: /999/ }).first()).toBeVisible()
  expect(JSON.parse(localStorage.getItem('salama-rider.help-number') ?? '')).toBe('+254 700 000 001')
})
