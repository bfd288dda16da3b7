import { follow } from '@salama/domain/alerts/contract'
import { page, render } from '@salama/ui/testing/browser.ts'
import type { FakeServer } from '@salama/ui/testing/fake-server.ts'
import { beforeEach, expect, test } from 'vitest'
import { App, KOJA, riderServer } from '@/testing.ts'
import { FollowPlace } from './follow-place.tsx'

const followed = {
  ...follow.examples.reply,
  kind: 'place' as const,
  targetId: null,
  slug: null,
  name: 'Koja',
  place: KOJA.place,
  radiusM: 500,
}

let server: FakeServer
beforeEach(() => {
  server = riderServer(null)
  server.answer(follow, followed)
})

async function open(given: Parameters<typeof FollowPlace>[0]['given'] = null) {
  let refreshed = 0
  const onRefresh = () => {
    refreshed += 1
  }
  await render(
    <App path="/alerts" onRefresh={onRefresh}>
      <FollowPlace publicKey={null} given={given} givenRadiusM={null} />
    </App>,
  )
  return () => refreshed
}
const stage = page.getByRole('combobox', { name: 'Stage or landmark' })
const within = page.getByRole('combobox', { name: /^Distance/ })
const send = page.getByRole('button', { name: 'Follow this place' })
const sent = () => server.sent(follow).map(({ body }) => follow.body.parse(body))
async function chooseKoja() {
  await stage.fill('koj')
  await page.getByRole('option', { name: /Koja/ }).click()
}

test('without a stage it is said at its field; a double press follows the chosen one once', async () => {
  const refreshed = await open()
  await send.click()
  await expect.element(stage).toHaveAccessibleDescription(/Choose a stage or landmark\./)
  expect(sent()).toEqual([])
  await chooseKoja()
  await within.selectOptions('Within 500 m')
  const release = server.hold(follow, followed)
  await send.dblClick()
  await expect.element(send).toBeDisabled()
  release()
  await expect.element(page.getByText('You follow Koja.')).toBeVisible()
  await expect.poll(refreshed).toBe(1)
  expect(sent()).toEqual([{ kind: 'place', place: KOJA.place, radiusM: 500, name: 'Koja' }])
})

test('after a lost answer the stage and the distance are still chosen, and can be sent again', async () => {
  server.lose(follow)
  await open()
  await chooseKoja()
  await within.selectOptions('Within 5 km')
  await send.click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(stage).toHaveValue('Koja')
  await expect.element(within).toHaveValue('5000')
  server.answer(follow, { ...followed, radiusM: 5000 })
  await send.click()
  await expect.element(page.getByText('You follow Koja.')).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  expect(sent()).toHaveLength(2)
})

test('a place of the map is followed as it is, or exchanged for a stage', async () => {
  server.answer(follow, { ...followed, name: 'Place on the map' })
  await open({ lat: -1.3, lng: 36.8, name: null })
  await send.click()
  await expect.element(page.getByText('You follow Place on the map.')).toBeVisible()
  expect(sent()).toMatchObject([{ place: { lat: -1.3, lng: 36.8 }, radiusM: 1000, name: 'Place on the map' }])
  await page.getByRole('button', { name: 'Choose another place' }).click()
  await expect.element(stage).toBeVisible()
  await expect.element(page.getByText('You follow Place on the map.')).not.toBeInTheDocument()
})
