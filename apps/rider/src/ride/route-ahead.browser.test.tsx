import { exampleIncident } from '@salama/domain/incidents/contract'
import { getLinePage } from '@salama/domain/network/contract'
import { page, render } from '@salama/ui/testing/browser.ts'
import type { FakeServer } from '@salama/ui/testing/fake-server.ts'
import { flushSync } from 'react-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { App, riderServer } from '@/testing.ts'
import { RidePage } from './ride-page.tsx'

const stagesOf = (...names: string[]) =>
  names.map((name) => {
    const lng = 36.8 + ['Kencom', 'GPO', 'Serena', 'Kawangware'].indexOf(name) / 100
    return { id: crypto.randomUUID(), name, isMain: true, place: { lat: -1.28, lng } }
  })
const crash = { ...exampleIncident, areaName: null, place: { lat: -1.28, lng: 36.825 }, placeName: 'Valley Road' }
const directions = [
  { stages: stagesOf('Kencom', 'GPO', 'Serena', 'Kawangware'), live: [{ after: 3, incident: crash }] },
  { stages: stagesOf('Kawangware', 'Serena', 'GPO', 'Kencom'), live: [{ after: 1, incident: crash }] },
]

let server: FakeServer
let moveTo: (lng: number, lat?: number) => void
beforeEach(() => {
  localStorage.clear()
  server = riderServer(null)
  server.answer(getLinePage, { ...getLinePage.examples.reply, directions })
  let found: PositionCallback = () => {}
  const watchPosition = (onFix: PositionCallback) => {
    found = onFix
  }
  const geolocation = { watchPosition, clearWatch: () => {} }
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: geolocation })
  const query = async () => ({ state: 'granted' })
  Object.defineProperty(navigator, 'permissions', { configurable: true, value: { query } })
  const rest = { altitude: null, altitudeAccuracy: null, heading: null, speed: null }
  moveTo = (longitude, latitude = -1.28) => {
    const coords = { latitude, longitude, accuracy: 10, ...rest, toJSON: () => null }
    flushSync(() => found({ coords, timestamp: Date.now(), toJSON: () => null }))
  }
})

const id = '5d7cbb1f-aff2-5d0e-bab0-7d258376f202'
const show = () =>
  render(
    <App path={`/ride?route=${id}&name=46K`}>
      <RidePage />
    </App>,
  )
const way = (stage: string) => page.getByRole('button', { name: `To ${stage}` })
const says = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible()

test('lists what lies ahead in the direction that the rider chooses', async () => {
  await show()
  await expect.element(page.getByRole('heading', { name: 'On this route' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Which way are you going?' })).toBeVisible()
  await way('Kawangware').click()
  await expect.element(page.getByRole('heading', { name: 'Crash' })).toBeVisible()
  moveTo(36.805)
  await says('After 2 stages')
  await expect.element(page.getByText('2.2 km away', { exact: false })).toBeVisible()
  await expect.element(page.getByRole('link', { name: /^Crash/ })).toBeVisible()
  // In order, without the stage that is behind.
  await expect
    .poll(() =>
      page
        .getByRole('listitem')
        .elements()
        .map((each) => each.textContent?.slice(0, 5)),
    )
    .toEqual(['GPO', 'Seren', 'Crash', 'Kawan'])
  await way('Kencom').click()
  await expect.element(page.getByRole('heading', { name: 'Nothing reported ahead' })).toBeVisible()
  await says('No reports does not mean that it is safe.')
})

test('takes the direction from the movement', async () => {
  await show()
  await expect.element(way('Kencom')).toBeVisible()
  moveTo(36.828)
  moveTo(36.823)
  await expect.element(way('Kencom')).toHaveAttribute('aria-pressed', 'true')
})

test('asks whether the ride goes on after ten minutes far from the route', async () => {
  const now = Date.now()
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now)
  await show()
  await way('Kawangware').click()
  moveTo(36.805, -1.4)
  clock.mockReturnValue(now + 11 * 60_000)
  moveTo(36.806, -1.4)
  await says('You’re far from the route. Are you still on this ride?')
  await page.getByRole('button', { name: 'Still on it' }).click()
  await expect.element(page.getByText('Are you still on this ride?', { exact: false })).not.toBeInTheDocument()
})
