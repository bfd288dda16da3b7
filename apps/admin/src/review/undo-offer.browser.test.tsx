import { getReviewEntry } from '@salama/domain/reviews/contract'
import { undoReviewDecision } from '@salama/domain/reviews/decisions-contract'
import { call } from '@salama/http/call'
import { page, render } from '@salama/ui/testing/browser.ts'
import { type FakeServer, fakeServer } from '@salama/ui/testing/fake-server.ts'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { App, atDesk } from '@/testing.tsx'
import { ReopenOffer, UndoOffer } from './undo-offer.tsx'

const nowMs = Date.parse('2026-11-20T09:00:00Z')
const detail = getReviewEntry.reply.parse(getReviewEntry.examples.reply)
const decided = { ...detail, state: 'rejected' as const, undoUntil: '2026-11-21T07:00:00Z' }
const undone = undoReviewDecision.reply.parse(undoReviewDecision.examples.reply)
const body = { version: detail.version, reason: 'I meant the report below it.' }

let server: FakeServer
beforeEach(async () => {
  await atDesk()
  server = fakeServer()
})

function Offer({ entry }: { entry: typeof decided }) {
  const [open, setOpen] = useState(false)
  const onUndo = (reason: string) =>
    call<typeof undoReviewDecision>('POST /api/review-queue/{id}/undo', {
      params: { id: entry.id },
      body: { version: entry.version, reason },
    })
  return <UndoOffer entry={entry} nowMs={nowMs} open={open} onOpen={setOpen} onUndo={onUndo} onBatchUndone={() => {}} />
}
const open = (entry = decided) =>
  render(
    <App path="/review">
      <Offer entry={entry} />
    </App>,
  )
const offer = page.getByRole('button', { name: /^Undo decision/ })
const dialog = page.getByRole('dialog')
const undo = dialog.getByRole('button', { name: 'Undo decision' })
const reason = dialog.getByLabelText('Reason')
const sent = () => server.sent(undoReviewDecision).map((each) => each.body)

test('an undo says until when, asks for a reason, and is sent once for a double press', async () => {
  const release = server.hold(undoReviewDecision, undone)
  await open()
  await expect.element(page.getByText(/^Available until .* \(22 h/)).toBeVisible()
  await offer.click()
  await undo.click()
  await expect.element(reason).toHaveAccessibleDescription(/Enter a reason of at least \d+ characters\./)
  await reason.fill(body.reason)
  await undo.dblClick()
  await expect.element(undo).toBeDisabled()
  release()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent()).toEqual([body])
})

test('after a lost answer the reason is still there, also when the dialog was closed, and it is sent again', async () => {
  server.lose(undoReviewDecision)
  await open()
  await offer.click()
  await reason.fill(body.reason)
  await undo.click()
  await expect.element(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await offer.click()
  await expect.element(reason).toHaveValue(body.reason)
  server.answer(undoReviewDecision, undone)
  await undo.click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent()).toEqual([body, body])
})

test.each([
  ['too_late', 'Decisions can be undone for 24 hours only.'],
  ['incident_changed', 'The incident was merged, split or retracted since.'],
])('an undo that is refused because of %s says so', async (because, words) => {
  server.refuse(undoReviewDecision, 'invalid_transition', { status: 409, because })
  await open()
  await offer.click()
  await reason.fill(body.reason)
  await undo.click()
  await expect.element(dialog.getByText(words)).toBeVisible()
  await expect.element(reason).toHaveValue(body.reason)
})

test('once it is too late an undo is not offered, and something rejected can be reopened', async () => {
  await open({ ...decided, undoUntil: '2026-11-20T08:59:59Z' })
  await expect.element(offer).not.toBeInTheDocument()
  const reopened: string[] = []
  await render(
    <App path="/review">
      <ReopenOffer
        entry={{ ...detail, canReopen: true, undoUntil: null }}
        onReopen={async (words) => reopened.push(words)}
      />
    </App>,
  )
  await page.getByRole('button', { name: 'Reopen' }).click()
  await reason.fill('A colleague has seen it.')
  await dialog.getByRole('button', { name: 'Reopen' }).click()
  await expect.poll(() => reopened).toEqual(['A colleague has seen it.'])
})
