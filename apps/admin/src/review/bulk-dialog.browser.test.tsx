import { type ReviewEntry, ReviewOddity } from '@salama/domain/review-entries/contract'
import {
  previewReviewDecisions,
  type ReviewPreview,
  submitReviewDecisions,
  undoReviewBatch,
} from '@salama/domain/reviews/bulk-contract'
import { getReviewEntry } from '@salama/domain/reviews/contract'
import { page, render, userEvent } from '@salama/ui/testing/browser.ts'
import { type FakeServer, fakeServer, type Sent } from '@salama/ui/testing/fake-server.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { App, atDesk } from '@/testing.tsx'
import { QueueHeadings } from './queue-headings.tsx'

const detail = getReviewEntry.reply.parse(getReviewEntry.examples.reply)
const [foreseen] = previewReviewDecisions.examples.reply.data
const {
  data: [decided],
  batch,
} = submitReviewDecisions.reply.parse(submitReviewDecisions.examples.reply)
const entries = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'].map((id) => ({
  ...detail,
  id,
}))
const [free, held] = entries.map(({ id }) => id)
const rejecting = detail.reasons.find(({ decisions }) => decisions.includes('rejected'))

let server: FakeServer
const onDone = vi.fn()
const entriesOf = ({ body }: Sent) => previewReviewDecisions.body.parse(body).entries
/** A colleague has claimed the second entry. */
const previewOf = (sent: Sent) => ({
  data: entriesOf(sent).map(({ entryId }) =>
    entryId === held ? { ...foreseen, entryId, problem: 'entry_claimed', after: null } : { ...foreseen, entryId },
  ) satisfies ReviewPreview[],
})
const results = {
  batch,
  data: decided?.entry ? [{ ...decided, entryId: free ?? '', entry: { ...decided.entry, id: free ?? '' } }] : [],
}

beforeEach(async () => {
  await atDesk()
  onDone.mockClear()
  server = fakeServer()
  server.answer(getReviewEntry, detail)
  server.answerBy(previewReviewDecisions, previewOf)
  server.answer(submitReviewDecisions, results)
})

const open = (selected: readonly ReviewEntry[] = entries) =>
  render(
    <App path="/review">
      <QueueHeadings
        selection={{
          selected: [...selected],
          ids: new Set(selected.map(({ id }) => id)),
          busy: false,
          canSelect: () => true,
          toggle: () => {},
          selectMatching: async () => {},
          clear: () => {},
        }}
        matching={2}
        isDecided={false}
        onDone={onDone}
      />
    </App>,
  )
const dialog = page.getByRole('dialog')
const reason = dialog.getByLabelText('Reason')
const note = dialog.getByRole('textbox', { name: /^Note/ })
const preview = dialog.getByRole('button', { name: 'Preview' })
const reject = dialog.getByRole('button', { name: 'Reject 1 entry' })
const sent = () => server.sent(submitReviewDecisions).map(({ body }) => submitReviewDecisions.body.parse(body))
async function ask(selected?: readonly ReviewEntry[]) {
  const opened = await open(selected)
  await page.getByRole('button', { name: 'Reject…' }).click()
  await expect.element(reason).toBeEnabled()
  return opened
}
async function foresee() {
  await ask()
  await reason.selectOptions(rejecting?.code ?? '')
  await note.fill('A private car.')
  await preview.click()
  await expect.element(reject).toBeVisible()
}

test('a missing reason is said at its field, and what was typed stays when the preview is lost', async () => {
  server.lose(previewReviewDecisions)
  await ask()
  await note.fill('A private car.')
  await preview.click()
  await expect.element(reason).toHaveAccessibleDescription(/Choose a reason\./)
  expect(server.sent(previewReviewDecisions)).toEqual([])
  await reason.selectOptions(rejecting?.code ?? '')
  await preview.click()
  await expect.element(dialog.getByRole('alert')).toBeVisible()
  await expect.element(note).toHaveValue('A private car.')
  await expect.element(reason).toHaveValue(rejecting?.code ?? '')
  server.answerBy(previewReviewDecisions, previewOf)
  await preview.click()
  await expect.element(reject).toBeVisible()
})

test('what has a flag or a claim is held out with its reason, and a double press decides the rest once', async () => {
  await foresee()
  await expect.element(dialog.getByRole('row', { name: '1 do not count' })).toBeVisible()
  const heldOut = dialog.getByRole('list', { name: 'Held out: 1' })
  await expect.element(heldOut.getByText('Another reviewer has claimed this.')).toBeVisible()
  expect(sent()).toEqual([])
  const release = server.hold(submitReviewDecisions, results)
  await reject.dblClick()
  await expect.element(reject).toBeDisabled()
  release()
  await expect.element(dialog.getByText('1 decided, 1 held out.')).toBeVisible()
  await expect.element(reject).not.toBeInTheDocument()
  expect(sent()).toMatchObject([
    { decision: 'rejected', reasonCode: rejecting?.code, note: 'A private car.', entries: [{ entryId: free }] },
  ])
  await dialog.getByRole('button', { name: 'Back to queue' }).click()
  await expect.poll(() => onDone.mock.calls).toHaveLength(1)
})

test('the sums say what a decision does to the register, and name every flag of what is held out', async () => {
  const records = entries.map((entry, n) => ({
    ...entry,
    kind: 'collection_entry' as const,
    about: entry.about && { ...entry.about, plate: 'KZZ 202D', oddities: n === 0 ? [] : ReviewOddity.options },
  }))
  server.answer(previewReviewDecisions, {
    data: records.map(({ id }, n) => ({
      entryId: id,
      before: null,
      after: null,
      ...(n === 0
        ? { problem: null, effects: ['vehicle_changed', 'seats'] }
        : { problem: 'needs_own_review', effects: [] }),
    })),
  })
  await open(records)
  await page.getByRole('button', { name: 'Approve…' }).click()
  await preview.click()
  await expect.element(dialog.getByRole('row', { name: '1 vehicles change' })).toBeVisible()
  await expect.element(dialog.getByRole('row', { name: '1 other number of seats' })).toBeVisible()
  const heldOut = dialog.getByRole('list', { name: 'Held out: 1' })
  for (const words of [/Unusual number of seats\./, /Another open entry has the same plate\./, /Far from the place/])
    await expect.element(heldOut.getByText(words)).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Approve 1 entry' })).toBeVisible()
})

test('all of it is undone at once with a reason, which stays when the answer is lost', async () => {
  await foresee()
  await reject.click()
  server.lose(undoReviewBatch)
  await dialog.getByRole('button', { name: 'Undo all 1' }).click()
  const why = page.getByRole('dialog', { name: 'Undo all 1' })
  await why.getByRole('textbox').fill('The wrong street.')
  await why.getByRole('button', { name: 'Undo all 1' }).click()
  await expect.element(why.getByRole('alert')).toBeVisible()
  await expect.element(why.getByRole('textbox')).toHaveValue('The wrong street.')
  if (batch) server.answer(undoReviewBatch, { ...batch, standing: 0, refused: [] })
  await why.getByRole('button', { name: 'Undo all 1' }).click()
  await expect.element(dialog.getByText('1 decision undone, 0 stand.')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Undo all 1' })).not.toBeInTheDocument()
  expect(server.sent(undoReviewBatch).at(-1)).toMatchObject({ body: { reason: 'The wrong street.' } })
})

test('a decision whose answer is lost is sent again as the same', async () => {
  server.lose(submitReviewDecisions)
  await foresee()
  await reject.click()
  await expect.element(dialog.getByRole('alert')).toBeVisible()
  server.answer(submitReviewDecisions, results)
  await reject.click()
  await expect.element(dialog.getByText('1 decided, 1 held out.')).toBeVisible()
  expect(sent()[1]).toEqual(sent()[0])
})

test('from the preview one goes back to the reason and note as they were, and nothing is decided', async () => {
  await foresee()
  await dialog.getByRole('button', { name: 'Back', exact: true }).click()
  await expect.element(note).toHaveValue('A private car.')
  await expect.element(reason).toHaveValue(rejecting?.code ?? '')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent()).toEqual([])
  expect(onDone).not.toHaveBeenCalled()
})

test('a dialog that was closed by mistake has its reason and note again, until they are discarded', async () => {
  await ask()
  await reason.selectOptions(rejecting?.code ?? '')
  await note.fill('A private car.')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Approve…' }).click()
  await expect.element(note).toHaveValue('')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Reject…' }).click()
  await expect.element(note).toHaveValue('A private car.')
  await expect.element(reason).toHaveValue(rejecting?.code ?? '')
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Reject…' }).click()
  await expect.element(note).toHaveValue('')
  await expect.element(dialog.getByRole('button', { name: 'Discard' })).not.toBeInTheDocument()
})

test('what was typed is gone once the decisions were made', async () => {
  await foresee()
  await reject.click()
  await dialog.getByRole('button', { name: 'Back to queue' }).click()
  await page.getByRole('button', { name: 'Reject…' }).click()
  await expect.element(reason).toBeEnabled()
  await expect.element(note).toHaveValue('')
})

test('entries of several kinds are not decided on together', async () => {
  await open(entries.map((entry, n) => ({ ...entry, kind: n === 0 ? 'report' : 'feedback' })))
  await expect.element(page.getByText(/^Select entries of one kind/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Reject…' })).not.toBeInTheDocument()
})

test('what was typed for some entries is not there for others', async () => {
  const first = await ask()
  await reason.selectOptions(rejecting?.code ?? '')
  await note.fill('A private car.')
  await first.unmount()
  const second = await ask(entries.slice(1))
  await expect.element(note).toHaveValue('')
  await expect.element(reason).toHaveValue('')
  await second.unmount()
  await ask(entries.toReversed())
  await expect.element(note).toHaveValue('A private car.')
})
