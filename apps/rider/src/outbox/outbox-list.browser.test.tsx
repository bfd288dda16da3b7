import { reportIncident } from '@salama/domain/reports/contract'
import { currentAccount } from '@salama/outbox/account.ts'
import type { Visits } from '@salama/ui/testing/app.tsx'
import { page, render } from '@salama/ui/testing/browser.ts'
import type { FakeServer } from '@salama/ui/testing/fake-server.ts'
import { beforeEach, expect, test } from 'vitest'
import { newDraft, withCategory } from '@/report/draft.ts'
import { ReportFlow } from '@/report/report-flow.tsx'
import { App, KOJA, riderServer } from '@/testing.ts'
import { contentOf } from './content.ts'
import { OutboxList } from './outbox-list.tsx'
import { reportOutbox } from './report-outbox.ts'

let server: FakeServer
beforeEach(() => {
  server = riderServer('baraka')
})

/** Baraka's report, as a page that was left before it was sent. */
async function queued(note = 'Two matatus.') {
  const place = { kind: 'stop' as const, id: KOJA.id, name: KOJA.name, ...KOJA.place }
  const draft = { ...withCategory(newDraft(), 'hazard'), place, note }
  await reportOutbox.put(draft.id, contentOf(draft, await currentAccount()))
  return draft.id
}
async function open() {
  const visits: Visits = []
  await render(
    <App path="/outbox" visits={visits}>
      <OutboxList />
    </App>,
  )
  return visits
}
const button = (name: string) => page.getByRole('button', { name })

test('a waiting report is sent with one press', async () => {
  server.lose(reportIncident)
  const id = await queued()
  await reportOutbox.flush({ eager: true })
  server.answer(reportIncident, reportIncident.examples.reply)
  await open()
  await expect.element(page.getByText('Saved on this phone, waiting to send')).toBeVisible()
  await button('Send now').click()
  await expect.element(page.getByText(/^Received/).first()).toBeVisible()
  expect(server.sent(reportIncident).map(({ body }) => reportIncident.body.parse(body).id)).toEqual([id, id])
})

test('a waiting report is thrown away only after a question, and can be kept', async () => {
  server.lose(reportIncident)
  await queued()
  await open()
  await button('Delete report').click()
  await expect.element(page.getByText('It has not been sent, and there is no other copy.')).toBeVisible()
  await button('Keep report').click()
  expect(await reportOutbox.list()).toHaveLength(1)
  await button('Delete report').click()
  await button('Delete report').click()
  await expect.element(page.getByText('No reports on this phone')).toBeVisible()
  await expect.poll(() => reportOutbox.list()).toEqual([])
})

test('a refused report says so and opens in the form to be changed', async () => {
  server.refuse(reportIncident, 'invalid_request')
  const id = await queued()
  await reportOutbox.flush({ eager: true })
  const visits = await open()
  await expect.element(page.getByText('The report was not accepted').first()).toBeVisible()
  await button('Change report').click()
  await expect.poll(() => visits.at(-1)).toEqual({ to: `/en/report?change=${id}`, by: 'push' })
})

test('a refused report that was changed is sent with the change, and is no longer in the outbox twice', async () => {
  server.refuse(reportIncident, 'invalid_request')
  const id = await queued('Far too long')
  await reportOutbox.flush({ eager: true })
  server.answer(reportIncident, reportIncident.examples.reply)
  await render(
    <App path={`/report?change=${id}`}>
      <ReportFlow />
    </App>,
  )
  const note = page.getByRole('textbox', { name: /^Note/ })
  await expect.element(note).toHaveValue('Far too long')
  await note.fill('Shorter')
  await button('Send report').click()
  await expect
    .poll(() => server.sent(reportIncident).map(({ body }) => reportIncident.body.parse(body).note))
    .toEqual(['Far too long', 'Shorter'])
  await expect.poll(() => reportOutbox.list()).toHaveLength(1)
})

test('a report of an account that is signed out waits for it, or is sent without one', async () => {
  server.refuse(reportIncident, 'unauthenticated', { status: 401 })
  await queued()
  await reportOutbox.flush({ eager: true })
  server.answer(reportIncident, reportIncident.examples.reply)
  await open()
  await expect
    .element(page.getByRole('link', { name: 'Sign in' }))
    .toHaveAttribute('href', '/en/sign-in?callbackUrl=%2Fen%2Foutbox')
  await button('Send without an account').click()
  await expect
    .poll(() => server.sent(reportIncident).map(({ headers }) => headers.get('salama-account')))
    .toEqual([await currentAccount(), 'none'])
})

test('an empty outbox says so and leads to the form', async () => {
  await open()
  await expect.element(page.getByText('No reports on this phone')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Report something' })).toHaveAttribute('href', '/en/report')
})
