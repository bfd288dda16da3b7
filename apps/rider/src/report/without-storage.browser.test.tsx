import { reportIncident } from '@salama/domain/reports/contract'
import { search } from '@salama/domain/search/contract'
import { page, render } from '@salama/ui/testing/browser.ts'
import type { FakeServer } from '@salama/ui/testing/fake-server.ts'
import { blockStorage, fillStorage, locationIs } from '@salama/ui/testing/phone.ts'
import { beforeEach, expect, test } from 'vitest'
import { SearchBox } from '@/search/search-box.tsx'
import { App, riderServer } from '@/testing.ts'
import { RememberVehicle } from '@/vehicle/remember-vehicle.tsx'
import { ReportFlow } from './report-flow.tsx'

let server: FakeServer
beforeEach(() => {
  server = riderServer(null)
  locationIs('denied')
})

const WITHOUT = [
  ['blocked', blockStorage],
  ['full', fillStorage],
] as const

test.each(WITHOUT)('where storage is %s a report goes out, and it is said that nothing is kept', async (_, without) => {
  without()
  server.answer(reportIncident, reportIncident.examples.reply)
  await render(
    <App path="/report">
      <main className="px-4">
        <RememberVehicle plate="KZZ 103D" />
        <ReportFlow />
      </main>
    </App>,
  )
  await page.getByRole('button', { name: 'Road hazard' }).click()
  await page.getByRole('combobox').fill('koja')
  await page.getByRole('option', { name: /Koja/ }).click()
  await expect.element(page.getByText(/^This browser cannot save your report\./)).toBeVisible()
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect.element(page.getByRole('link', { name: 'See it on the map' })).toBeVisible()
  expect(server.sent(reportIncident)).toHaveLength(1)
})

test.each(WITHOUT)('where storage is %s a search finds', async (_, without) => {
  without()
  server.serve('get', '/api/search', () => Response.json(search.reply.parse(search.examples.reply)))
  await render(
    <App path="/search">
      <SearchBox initial={null} />
    </App>,
  )
  await page.getByRole('searchbox').fill('thika')
  await expect.element(page.getByRole('link', { name: new RegExp(search.examples.reply.data[0].title) })).toBeVisible()
})
