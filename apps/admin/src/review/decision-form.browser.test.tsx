import type { ReviewEntryDetail } from '@salama/domain/review-entries/contract'
import { getReviewEntry, watchReviewEntry } from '@salama/domain/reviews/contract'
import { page, render, userEvent } from '@salama/ui/testing/browser.ts'
import { type FakeServer, fakeServer } from '@salama/ui/testing/fake-server.ts'
import { useQueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { App, atDesk } from '@/testing.tsx'
import { DecisionForm } from './decision-form.tsx'
import { Difference } from './difference.tsx'
import type { Task } from './tasks.ts'
import { ENTRY_KEY, useEntry } from './use-entry.ts'

const detail = getReviewEntry.reply.parse(getReviewEntry.examples.reply)
/** Another entry for each test: the tab keeps what was typed about one. */
let entry: ReviewEntryDetail

beforeEach(async () => {
  await atDesk()
  entry = { ...detail, id: crypto.randomUUID() }
  server = fakeServer()
  serve(entry)
})

let server: FakeServer
const serve = (now: ReviewEntryDetail) => {
  server.answer(getReviewEntry, now)
  server.answer(watchReviewEntry, { ...watchReviewEntry.examples.reply, ...now })
}

const onDecide = vi.fn()
const onCancel = vi.fn()
beforeEach(() => {
  onDecide.mockClear()
  onCancel.mockClear()
})

/** The open entry with the form of a decision; the button is what a colleague does meanwhile. */
function Desk({ task }: { task: Task }) {
  const client = useQueryClient()
  const shown = useEntry(entry, undefined)
  const change = () => {
    const changed = { ...shown.now, version: shown.now.version + 1, state: 'claimed' as const }
    serve(changed)
    client.setQueryData([ENTRY_KEY, entry.id], changed)
  }
  return (
    <>
      <button type="button" onClick={change}>
        Change it meanwhile
      </button>
      {shown.hasChanged && <Difference entry={shown} />}
      <DecisionForm task={task} entry={shown} onDecide={onDecide} onCancel={onCancel} />
    </>
  )
}
const open = (task: Task) =>
  render(
    <App path="/review">
      <Desk task={task} />
    </App>,
  )
const reason = page.getByLabelText('Reason')
const note = page.getByRole('textbox', { name: /^Note/ })
const reject = page.getByRole('button', { name: 'Reject entry' })
const code = detail.reasons.find(({ decisions }) => decisions.includes('rejected'))?.code ?? ''

test('a rejection without a reason names it at its field, and decides nothing', async () => {
  await open('rejected')
  await expect.element(reason).toHaveFocus()
  await reject.click()
  await expect.element(reason).toHaveAccessibleDescription('Choose a reason.')
  await expect.element(reason).toHaveFocus()
  expect(onDecide).not.toHaveBeenCalled()
})

test('a rejection is decided with its reason and note, by Ctrl and Enter', async () => {
  await open('rejected')
  await reason.selectOptions(code)
  await note.fill(' It is a private car. ')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect
    .poll(() => onDecide.mock.calls)
    .toEqual([[{ decision: 'rejected', reasonCode: code, note: 'It is a private car.' }]])
})

test('what was typed is there again after the page was closed', async () => {
  const first = await open('rejected')
  await reason.selectOptions(code)
  await note.fill('It is a private car.')
  await first.unmount()
  await open('rejected')
  await expect.element(note).toHaveValue('It is a private car.')
  await expect.element(reason).toHaveValue(code)
})

test('an entry that changed meanwhile shows the difference, keeps the text, and waits until it was seen', async () => {
  await open('rejected')
  await reason.selectOptions(code)
  await note.fill('It is a private car.')
  await page.getByRole('button', { name: 'Change it meanwhile' }).click()
  await expect.element(page.getByRole('alert').getByText('This entry has changed')).toBeVisible()
  await expect.element(reject).toBeDisabled()
  await expect.element(note).toHaveValue('It is a private car.')
  note.element().focus()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(onDecide).not.toHaveBeenCalled()
  await page.getByRole('button', { name: 'Continue with the new version' }).click()
  await expect.element(page.getByText('This entry has changed')).not.toBeInTheDocument()
  await reject.click()
  await expect.poll(() => onDecide.mock.calls).toHaveLength(1)
})

test('an approval with edits that changes nothing says so', async () => {
  await open('approved_with_edits')
  await page.getByRole('form').getByRole('button').filter({ hasText: 'Approve' }).click()
  await expect
    .element(page.getByText('Nothing has changed. To keep everything, approve it without edits.'))
    .toBeVisible()
  expect(onDecide).not.toHaveBeenCalled()
})

test('a duplicate needs its original', async () => {
  await open('duplicate')
  await page.getByRole('form').getByRole('button').first().click()
  await expect.element(page.getByText('Choose what it duplicates.')).toBeVisible()
  expect(onDecide).not.toHaveBeenCalled()
})

test('a duplicate is chosen beside what it says, and none of these is a choice that decides nothing', async () => {
  const { subject } = entry
  if (subject.kind !== 'report') throw new Error('The example is about a report')
  const other = { ...subject, id: crypto.randomUUID(), note: 'They ran to a motorbike.', beside: 'near' as const }
  entry = { ...entry, subject: { ...subject, siblings: [other] } }
  serve(entry)
  await open('duplicate')
  await expect.element(page.getByRole('textbox', { name: /id/ })).not.toBeInTheDocument()
  await page.getByRole('radio').first().click()
  const beside = page.getByRole('table', { name: 'Side by side' })
  await expect.element(beside.getByText(/They ran to a motorbike/)).toBeVisible()
  await page.getByRole('radio', { name: /None of these/ }).click()
  await page.getByRole('button', { name: 'It is none of these' }).click()
  await expect.poll(() => onCancel.mock.calls).toHaveLength(1)
  expect(onDecide).not.toHaveBeenCalled()
})

test('Escape closes the form and decides nothing', async () => {
  await open('approved')
  await expect.element(page.getByRole('button', { name: 'Approve entry' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => onCancel.mock.calls).toHaveLength(1)
  expect(onDecide).not.toHaveBeenCalled()
})

test('an entry with 140 seats is not approved by one press, but with a note on how one knows', async () => {
  entry = { ...entry, about: entry.about && { ...entry.about, oddities: ['seats_unusual'] } }
  const server = fakeServer()
  server.answer(getReviewEntry, entry)
  server.answer(watchReviewEntry, { ...watchReviewEntry.examples.reply, ...entry })
  await open('approved')
  await expect.element(page.getByText(/number of seats is far outside the usual/)).toBeVisible()
  await expect.element(note).toHaveFocus()
  const approve = page.getByRole('button', { name: 'Approve entry' })
  await approve.click()
  await expect.element(note).toHaveAccessibleDescription(/Say how you know/)
  expect(onDecide).not.toHaveBeenCalled()
  await note.fill('An articulated bus, see the photo.')
  await approve.click()
  await expect.poll(() => onDecide.mock.calls).toHaveLength(1)
  expect(onDecide.mock.calls[0]?.[0]).toMatchObject({
    decision: 'approved',
    note: 'An articulated bus, see the photo.',
  })
})
