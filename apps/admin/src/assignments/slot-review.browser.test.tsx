import { acceptSampledSlot, getAssignmentSlot } from '@salama/domain/assignments/slot-review-contract'
import type { ReviewOddity } from '@salama/domain/review-entries/contract'
import { submitReviewDecisions } from '@salama/domain/reviews/bulk-contract'
import { page, render } from '@salama/ui/testing/browser.ts'
import { fakeServer } from '@salama/ui/testing/fake-server.ts'
import { expect, test } from 'vitest'
import { App, atDesk } from '@/testing.tsx'
import { SlotReview } from './slot-review.tsx'

const example = getAssignmentSlot.reply.parse(getAssignmentSlot.examples.reply)
const [first] = example.entries
const reasons = [
  { code: 'facts_missing', decisions: ['changes_requested' as const], label: { en: 'Something is missing.', sw: '' } },
]
const entryOf = (n: number, oddities: ReviewOddity[], notCounted: string[]) => {
  const about = first?.review.about
  if (!first || !about) throw new Error('No example.')
  const id = `00000000-0000-4000-8000-00000000000${n}`
  const { review } = first
  return {
    ...first,
    id,
    plate: `KZZ 90${n}X`,
    capturedAt: `2026-11-20T06:${10 + n}:00Z`,
    notCounted,
    review: { ...review, id, decidedAt: null, own: false, escalatedByYou: false, about: { ...about, oddities } },
  }
}
const shift = {
  ...example,
  reasons,
  sampling: { decided: 12, good: 12, failed: false, entries: [] },
  entries: [entryOf(1, [], []), entryOf(2, ['repeated_plate'], ['repeat']), entryOf(3, [], [])],
}

test('accepts what is plain and returns one for its own reason; what is odd cannot be accepted here', async () => {
  await atDesk()
  const server = fakeServer()
  server.answer(submitReviewDecisions, { data: [], batch: null })
  await render(
    <App path="/assignments">
      <SlotReview shift={shift} />
    </App>,
  )
  const decide = page.getByRole('button', { name: /^Accept/ })
  await expect.element(decide).toHaveTextContent('Accept 2, return 0')
  const odd = page.getByLabelText('Decision on KZZ 902X')
  await expect.element(odd.getByText('Accept')).not.toBeInTheDocument()
  await expect.element(page.getByText('Does not count: repeat')).toBeVisible()
  await odd.selectOptions('Return: Something is missing.')
  await expect.element(decide).toHaveTextContent('Accept 2, return 1')
  await decide.click()
  await expect
    .poll(() => server.sent(submitReviewDecisions).map(({ body }) => body))
    .toMatchObject([
      {
        decision: 'approved',
        entries: [{}, {}, { decision: 'changes_requested', reasonCode: 'facts_missing' }],
      },
    ])
})

test('a sample that is good goes with the rest of what is plain; what has a mark is held out and listed', async () => {
  await atDesk()
  const server = fakeServer()
  server.answer(acceptSampledSlot, acceptSampledSlot.examples.reply)
  const many = Array.from({ length: 9 }, (_, n) => entryOf(n + 1, n === 8 ? ['seats_unusual'] : [], []))
  const plain = many.slice(0, 8).map(({ review: { id } }) => id)
  await render(
    <App path="/assignments">
      <SlotReview
        shift={{
          ...shift,
          entries: many,
          sampling: { decided: 100, good: 97, failed: false, entries: plain.toReversed() },
        }}
      />
    </App>,
  )
  const sample = page.getByRole('region', { name: 'By a sample' })
  await expect.element(sample.getByText(/97 were accepted as they were/)).toBeVisible()
  await expect.element(sample.getByText(/^Held out, with a mark: KZZ 909X/)).toBeVisible()
  await sample.getByLabelText('How many of 8 plain entries to look at').fill('6')
  const accept = sample.getByRole('button', { name: 'Accept 6 and the other 2' })
  await expect.element(accept).toBeDisabled()
  for (const n of [8, 7, 6, 5, 4, 3]) await sample.getByLabelText(`Good KZZ 90${n}X`).click()
  await accept.click()
  await expect
    .poll(() => server.sent(acceptSampledSlot).map(({ body }) => body))
    .toEqual([{ looked: plain.toReversed().slice(0, 6) }])
})
