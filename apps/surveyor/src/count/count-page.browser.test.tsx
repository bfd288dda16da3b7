import { submitStageCount } from '@salama/domain/stage-counts/contract'
import { page, pressTwice, render } from '@salama/ui/testing/browser.ts'
import type { FakeServer } from '@salama/ui/testing/fake-server.ts'
import { beforeEach, expect, test } from 'vitest'
import { App, fieldServer, heldAssignment, NAMES } from '@/testing.ts'
import { CountPage } from './count-page.tsx'

const [route23, route44] = NAMES.routes

let server: FakeServer
beforeEach(() => {
  const held = heldAssignment({ title: 'Morning peak at Odeon', route: route44 ?? null })
  server = fieldServer({ mine: [held] })
  server.answer(submitStageCount, submitStageCount.examples.reply)
})

const open = () =>
  render(
    <App path="/count">
      <main className="px-4">
        <CountPage />
      </main>
    </App>,
  )
const button = (name: string | RegExp) => page.getByRole('button', { name })
const kahawa = page.getByRole('list', { name: 'Routes' }).getByRole('button', { name: /^44/ })
const other = button(/^Other/)
const total = page.getByTestId('total')
const counts = () => server.sent(submitStageCount).map(({ body }) => submitStageCount.body.parse(body))

async function begin() {
  const opened = await open()
  await button('Start counting').click()
  await expect.element(total).toHaveTextContent('0')
  return opened
}

test('begins with the route of the assignment, for which it counts', async () => {
  await open()
  await expect.element(page.getByText('Counts for Morning peak at Odeon')).toBeVisible()
  await button('Start counting').click()
  await expect.element(kahawa).toBeVisible()
})

test('counts every press, also quick ones, and takes the last one back', async () => {
  await begin()
  await kahawa.dblClick()
  await other.click()
  await expect.element(total).toHaveTextContent('3')
  await button('Undo Other').click()
  await expect.element(total).toHaveTextContent('2')
  await button('Undo 44').click()
  await button('Undo 44').click()
  await expect.element(total).toHaveTextContent('0')
  await expect.element(button('Undo')).toBeDisabled()
})

test('the count is there again after the page was closed', async () => {
  const first = await begin()
  await kahawa.click()
  await other.click()
  await first.unmount()
  await open()
  await expect.element(total).toHaveTextContent('2')
  await expect.element(button('Undo Other')).toBeEnabled()
})

test('nothing is counted during a pause', async () => {
  await begin()
  await button('Pause').click()
  await expect.element(page.getByText(/Paused$/)).toBeVisible()
  await expect.element(kahawa).toBeDisabled()
  await expect.element(button('Undo')).toBeDisabled()
  await button('Continue').click()
  await kahawa.click()
  await expect.element(total).toHaveTextContent('1')
})

test('finishing says what is missing, asks, and sends the presses once', async () => {
  await begin()
  await kahawa.click()
  await other.click()
  await button('Finish count').click()
  const question = page.getByRole('alert')
  await expect.element(question).toHaveFocus()
  await expect.element(question.getByText(/120 minutes are still missing/)).toBeVisible()
  await button('Keep counting').click()
  await expect.element(total).toHaveTextContent('2')
  await button('Finish count').click()
  await pressTwice(button('Yes, finish'))
  await expect.element(page.getByText('2 vehicles in 0 minutes saved on this phone')).toBeVisible()
  await expect
    .poll(() => counts().map(({ claimToken, taps }) => [claimToken, taps.map(({ routeId }) => routeId)]))
    .toEqual([[412, [route44?.id, null]]])
})

test('a count without a vehicle and a minute is not sent', async () => {
  await begin()
  await button('Finish count').click()
  await button('Yes, finish').click()
  await expect.element(button('Start counting')).toBeVisible()
  await expect.element(page.getByText(/saved on this phone$/)).not.toBeInTheDocument()
  expect(counts()).toEqual([])
})

test('a route is added while counting, and one that was counted stays', async () => {
  await begin()
  await kahawa.click()
  await page.getByText('Change routes').click()
  await button('Remove 44').click()
  await expect.element(kahawa).toBeVisible()
  await button('Add').click()
  await page.getByRole('combobox', { name: 'Routes' }).fill('kangemi')
  await page.getByRole('option').click()
  await page
    .getByRole('list', { name: 'Routes' })
    .getByRole('button', { name: new RegExp(`^${route23?.shortName}`) })
    .click()
  await expect.element(total).toHaveTextContent('2')
})

test('a second tab does not count beside the first', async () => {
  await begin()
  const second = await render(
    <App path="/count">
      <CountPage />
    </App>,
  )
  await expect.element(second.getByText('The counter is open in another tab')).toBeVisible()
})
