import { checkFeed, checkProjectFeed, getFeedImport } from '@salama/domain/network/feed-imports/contract'
import type { Visits } from '@salama/ui/testing/app.tsx'
import { page, render } from '@salama/ui/testing/browser.ts'
import { type FakeServer, fakeServer } from '@salama/ui/testing/fake-server.ts'
import { beforeEach, expect, test } from 'vitest'
import { App, atDesk } from '@/testing.tsx'
import { FeedForm } from './feed-form.tsx'

const example = checkFeed.examples.reply
const zip = new File(['PK'], 'gtfs.zip', { type: 'application/zip' })

let server: FakeServer
let refreshed: number
beforeEach(async () => {
  await atDesk()
  server = fakeServer()
  server.answer(getFeedImport, { ...example, state: 'staging' })
  refreshed = 0
})

async function open() {
  const visits: Visits = []
  const onRefresh = () => {
    refreshed += 1
  }
  await render(
    <App path="/network" visits={visits} onRefresh={onRefresh}>
      <FeedForm feeds={[{ feed: 'nairobi', routes: 136, stops: 4284, hasServiceArea: true }]} />
    </App>,
  )
  return visits
}
const file = page.getByLabelText('Feed as a zip file')
const feed = page.getByLabelText('Feed', { exact: true })
const name = page.getByLabelText('Name of the new feed')
const check = page.getByRole('button', { name: /^Check(ing…| file)$/ })
const own = page.getByRole('button', { name: 'Check the feed included with Salama' })
const sent = () => server.sent(checkFeed).map(({ url }) => url.search)

test('what is missing or not a name is said one after the other, and what was chosen stays', async () => {
  await open()
  await check.click()
  await expect.element(page.getByRole('alert').getByText('Choose a zip file.')).toBeVisible()
  await file.upload(zip)
  await check.click()
  await expect.element(feed).toHaveAccessibleDescription(/Choose a feed, or a new one\./)
  await feed.selectOptions('New feed')
  await name.fill('Big City!')
  await check.click()
  await expect.element(name).toHaveFocus()
  await expect.element(name).toHaveAccessibleDescription(/Use lower-case letters, digits and hyphens\./)
  await name.fill('nairobi')
  await check.click()
  await expect.element(name).toHaveAccessibleDescription(/A feed with that name exists\./)
  expect(sent()).toEqual([])
  server.answer(checkFeed, example)
  await name.fill('mombasa')
  await check.click()
  await expect.poll(sent).toEqual(['?feed=mombasa&fileName=gtfs.zip'])
})

test('a double press checks the file once, and opens what it would change', async () => {
  const release = server.hold(checkFeed, example)
  const visits = await open()
  await file.upload(zip)
  await feed.selectOptions('nairobi: 136 routes, 4,284 stops')
  await check.dblClick()
  await expect.element(check).toBeDisabled()
  await expect.element(own).toBeDisabled()
  release()
  await expect.poll(() => visits.at(-1)?.to).toMatch(/^\/en\/network\/[0-9a-f-]{36}$/)
  expect(sent()).toEqual(['?feed=nairobi&fileName=gtfs.zip'])
})

test('after a lost answer the list is read again, and the same file and feed can be checked once more', async () => {
  server.lose(checkFeed)
  await open()
  await file.upload(zip)
  await feed.selectOptions('nairobi: 136 routes, 4,284 stops')
  await check.click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.poll(() => refreshed).toBe(1)
  await expect.element(feed).toHaveValue('nairobi')
  await check.click()
  await expect.poll(sent).toHaveLength(2)
})

test('the bundled feed needs neither a file nor a name', async () => {
  const release = server.hold(checkProjectFeed, { ...example, fileName: null })
  const visits = await open()
  await own.dblClick()
  await expect.element(own).toBeDisabled()
  release()
  await expect.poll(() => visits.at(-1)?.to).toMatch(/^\/en\/network\//)
  expect(server.sent(checkProjectFeed)).toHaveLength(1)
})
