import { reportIncident } from '@salama/domain/reports/contract'
import { page, render, userEvent } from '@salama/ui/testing/browser.ts'
import type { FakeServer } from '@salama/ui/testing/fake-server.ts'
import { locationIs } from '@salama/ui/testing/phone.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { App, KOJA, riderServer } from '@/testing.ts'
import { ReportFlow } from './report-flow.tsx'

let server: FakeServer
beforeEach(() => {
  server = riderServer()
  server.answer(reportIncident, reportIncident.examples.reply)
})

const button = (name: string) => page.getByRole('button', { name })
const use = button('Use this location')
const send = button('Send report')
const canvas = () => document.querySelector('canvas')
const sent = () => server.sent(reportIncident).map(({ body }) => reportIncident.body.parse(body).place)

async function openPicker() {
  await render(
    <App path="/report">
      <main className="px-4">
        <ReportFlow />
      </main>
    </App>,
  )
  await button('Road hazard').click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Where did it happen?' })).toBeVisible()
}

test('a phone that knows its place to 3000 m begins there, and only a moved map is a place', async () => {
  locationIs({ lat: -1.2841, lng: 36.8251, accuracyM: 3000, asked: true })
  await openPicker()
  await button('Use my location').click()
  await expect.element(page.getByText(/only to about 3000 m/)).toBeVisible()
  await expect.element(use).toBeDisabled()
  const named = () => document.querySelector('[role=status] p:last-child')?.textContent
  expect(named()).toBe('')
  await expect.poll(canvas).not.toBeNull()
  canvas()?.focus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(use).toBeEnabled()
  await expect.poll(named).not.toBe('')
  await use.click()
  await send.click()
  await expect.poll(sent).toMatchObject([{ accuracyM: 30 }])
})

test('the nearest stages are one tap each; what is chosen is marked, and is the place', async () => {
  await openPicker()
  await expect.poll(canvas).not.toBeNull()
  await expect.element(use).toBeDisabled()
  await button('Koja').click()
  await expect.element(button('Koja')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(page.getByText('Koja', { exact: true }).first()).toBeVisible()
  await use.click()
  await send.click()
  await expect.poll(sent).toMatchObject([{ stopId: KOJA.id }])
})

test('without a map a stage is chosen with one tap', async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  await openPicker()
  await button('Koja').click()
  await send.click()
  await expect.poll(sent).toMatchObject([{ stopId: KOJA.id }])
})

test('the pin stays in the middle of the map, and Back keeps what was begun', async () => {
  await openPicker()
  const pin = page.getByRole('img', { name: 'The place in the middle of the map' })
  await expect.element(pin).toBeVisible()
  const off = () => {
    const [at, map] = [pin.element().getBoundingClientRect(), canvas()?.getBoundingClientRect() ?? new DOMRect()]
    return Math.hypot(at.bottom - map.top - map.height / 2, at.left + at.width / 2 - map.left - map.width / 2)
  }
  await expect.poll(off).toBeLessThan(1)
  await button('Back').click()
  await expect.element(button('Road hazard')).toHaveAttribute('aria-pressed', 'true')
})
