import { listNearbyIncidents } from '@salama/domain/incidents/contract'
import { page, render } from '@salama/ui/testing/browser.ts'
import type { FakeServer } from '@salama/ui/testing/fake-server.ts'
import { locationIs } from '@salama/ui/testing/phone.ts'
import { beforeEach, expect, test } from 'vitest'
import '../../instrumentation-client.ts'
import { readSavedList } from '@/offline/saved.ts'
import { App, riderServer } from '@/testing.ts'
import { Nearby } from './nearby.tsx'
import { readHome } from './query.ts'

const [example] = listNearbyIncidents.examples.reply.data
if (!example) throw new Error('The example of the list is empty')
const NOW = '2026-11-20T07:00:00Z'
const crash = { ...example, lastSeenAt: '2026-11-20T06:52:00Z' }
const theft = {
  ...example,
  id: '0b6f2c1e-7c1d-4a61-9d0e-2f3b8f0a9c57',
  category: 'theft' as const,
  corroboration: 'unverified' as const,
  precision: 'coarse' as const,
  place: { lat: -1.285, lng: 36.835 },
  placeName: null,
  areaName: 'CBD',
  confirms: null,
}
const reply = { ...listNearbyIncidents.examples.reply, asOf: NOW, data: [crash, theft] }

let server: FakeServer
beforeEach(() => {
  server = riderServer(null)
  server.answer(listNearbyIncidents, reply)
  server.serve('get', '/api/incident-votes', () => Response.json({ data: [] }))
})
const open = (path = '/', isFirstVisit = false) =>
  render(
    <App path={path}>
      <Nearby home={readHome(() => undefined)} reply={reply} renderedMs={Date.parse(NOW)} isFirstVisit={isFirstVisit} />
    </App>,
  )
const rect = (css: string) => document.querySelector(css)?.getBoundingClientRect() ?? new DOMRect()
const sign = page.getByRole('button', { name: /^Crash\. / })
const area = page.getByRole('button', { name: /^Theft\. / })
const list = page.getByRole('listitem')

test('the map is the screen, two rows of the list lie over it, and the welcome hides neither', async () => {
  await open('/', true)
  await expect.element(sign).toBeVisible()
  expect(rect('[data-map]')).toMatchObject({ top: 0, width: 360 })
  expect(rect('[data-map]').height).toBeGreaterThan(600)
  for (const row of await list.all()) expect(row.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(740 - 64)
  const [welcome, sheet] = [rect('section[aria-label="About Salama"]'), rect('[data-sheet]')]
  expect(welcome.bottom).toBeLessThan(sheet.top)
  await expect.element(page.getByRole('link', { name: 'Route, stage or plate' })).toBeVisible()
})

test('the handle raises the sheet in two steps and lowers it again', async () => {
  await open()
  const rest = rect('[data-sheet]').top
  await page.getByRole('button', { name: 'Enlarge list' }).click()
  await expect.poll(() => rect('[data-sheet]').top).toBeLessThan(rest / 2 + 10)
  await page.getByRole('button', { name: 'Enlarge list' }).click()
  await page.getByRole('button', { name: 'Enlarge map' }).click()
  await expect.poll(() => rect('[data-sheet]').top).toBe(rest)
})

test('a card takes the list’s place, its marker stays in view above it, and closing returns to the list', async () => {
  await open()
  await sign.click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Crash' })).toBeVisible()
  await expect.element(list.first()).not.toBeInTheDocument()
  await expect.poll(() => sign.element().getBoundingClientRect().bottom).toBeLessThan(rect('[data-sheet]').top)
  expect(window.location.search).toContain(`incident=${crash.id}`)
  await page.getByRole('button', { name: 'Close details' }).click()
  await expect.element(list.first()).toBeVisible()
  expect(window.location.search).not.toContain('incident=')
})

test('a coarse incident is words in a haze, neither a sign on the map nor in the list', async () => {
  await open()
  await expect.element(area).toHaveTextContent('TheftSomewhere around CBD')
  expect(area.element().querySelector('svg')).toBeNull()
  const row = list.filter({ hasText: 'Theft' })
  await expect.element(row.getByText(/^Somewhere around CBD/)).toBeVisible()
  expect(row.element().querySelector('svg')).toBeNull()
})

test('a move lists what the map then shows, without a press, and its address says where', async () => {
  await open()
  await expect.element(sign).toBeVisible()
  const before = server.sent(listNearbyIncidents).length
  const canvas = document.querySelector('canvas')
  canvas?.focus()
  for (let n = 0; n < 4; n++)
    canvas?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', keyCode: 38, bubbles: true }))
  await expect.poll(() => server.sent(listNearbyIncidents).length).toBeGreaterThan(before)
  expect(window.location.search).toMatch(/map=\d/)
  await expect.element(list.first()).toBeVisible()
})

/** The sign that covers the map until it is there. */
const cover = () => document.querySelector('[data-map] div[aria-busy="true"]')
/** Of a finger: `buttons` 0 lets go; another one than the first is not primary. */
function drag(on: Element | null, type: string, clientY: number, { buttons = 1, pointerId = 1 } = {}) {
  const isPrimary = pointerId === 1
  on?.dispatchEvent(new PointerEvent(type, { clientX: 180, clientY, buttons, pointerId, isPrimary, bubbles: true }))
}
const north = () => Number(/map=[\d.]+\/(-?[\d.]+)/.exec(window.location.search)?.[1])

test('what a finger drags before there is a map moves the map once it is there, also by the last bit', async () => {
  await open()
  expect(document.querySelector('canvas')).toBeNull()
  drag(cover(), 'pointerdown', 200)
  drag(cover(), 'pointerup', 300, { buttons: 0 })
  await expect.element(sign).toBeVisible()
  await expect.poll(north).toBeGreaterThan(-1.2841) // down with the finger: what is farther north
})

test('a drag on a map that is drawn but still covered is not lost', async () => {
  const drawn = new Promise((resolve) => {
    const seen = new MutationObserver(() => document.querySelector('canvas') && resolve(seen.disconnect()))
    seen.observe(document.body, { childList: true, subtree: true })
  })
  await open()
  await drawn
  expect(cover()).not.toBeNull()
  drag(cover(), 'pointerdown', 200)
  drag(cover(), 'pointermove', 300)
  drag(cover(), 'pointerup', 300, { buttons: 0 })
  await expect.element(sign).toBeVisible()
  await expect.poll(north).toBeGreaterThan(-1.2841)
})

test('a finger that is still there when the map comes moves it on, and no second finger does', async () => {
  await open()
  drag(cover(), 'pointerdown', 200)
  drag(cover(), 'pointermove', 220)
  await expect.element(sign).toBeVisible()
  const top = () => Math.round(sign.element().getBoundingClientRect().top)
  const before = top()
  drag(document.body, 'pointerdown', 400, { pointerId: 2 })
  drag(document.body, 'pointermove', 600, { pointerId: 2 })
  drag(document.body, 'pointermove', 260)
  await expect.poll(top).toBe(before + 40)
  expect(window.location.search).not.toContain('map=')
  drag(document.body, 'pointerup', 270, { buttons: 0 })
  await expect.poll(top).toBe(before + 50)
  await expect.poll(north).toBeGreaterThan(-1.2841)
  drag(document.body, 'pointermove', 500)
  expect(top()).toBe(before + 50)
})

test('the list of a first visit is kept for offline before anything is touched', async () => {
  await open()
  await expect.poll(async () => (await readSavedList())?.loaded.reply.data.length).toBe(2)
})

test('the own place is a dot', async () => {
  locationIs({ lat: -1.2841, lng: 36.8251, accuracyM: 40, asked: true })
  await open()
  await expect.element(sign).toBeVisible()
  await page.getByRole('button', { name: 'Use my location' }).click()
  await expect.element(page.getByRole('img', { name: 'You are here' })).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Around you' })).toBeVisible()
})
