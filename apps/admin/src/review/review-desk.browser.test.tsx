import type { ReviewEntry } from '@salama/domain/review-entries/contract'
import { getReviewEntry, listReviewQueue, watchReviewEntry } from '@salama/domain/reviews/contract'
import { page, render, userEvent } from '@salama/ui/testing/browser.ts'
import { type FakeServer, fakeServer } from '@salama/ui/testing/fake-server.ts'
import { blockStorage } from '@salama/ui/testing/phone.ts'
import { beforeEach, expect, test } from 'vitest'
import { App, atDesk } from '@/testing.tsx'
import { ReviewDesk } from './review-desk.tsx'
import { Decisions } from './saving/decisions.tsx'

const detail = getReviewEntry.reply.parse(getReviewEntry.examples.reply)
const entries: ReviewEntry[] = ['a', 'b', 'c'].map((letter) => ({
  ...detail,
  id: `00000000-0000-4000-8000-00000000000${letter}`,
  decidedAt: null,
  own: false,
  escalatedByYou: false,
}))
const [first, second] = entries.map(({ id }) => id)
const queue = {
  ...listReviewQueue.reply.parse(listReviewQueue.examples.reply),
  data: entries,
  waiting: [
    { kind: 'report' as const, open: 2, overdue: 1 },
    { kind: 'feedback' as const, open: 1, overdue: 0 },
  ],
  matching: 3,
}

let server: FakeServer
beforeEach(async () => {
  await atDesk()
  server = fakeServer()
  server.answer(listReviewQueue, queue)
  server.answerBy(getReviewEntry, ({ params }) => ({ ...detail, id: params.id ?? '' }))
  server.answer(watchReviewEntry, detail)
})

const open = (path = '/review', first = queue) =>
  render(
    <App path={path}>
      <Decisions account="chebet">
        <ReviewDesk filter={{}} first={first} />
      </Decisions>
    </App>,
  )
const list = page.getByRole('list', { name: 'Queue', exact: true })
const rows = list.getByRole('link')
/** The console remembers the row, also between these tests. */
const TO_FIRST = 'kkk'
const address = () => window.location.pathname

test('the list says how much is open and overdue, and is read again on request', async () => {
  await open()
  await expect.element(page.getByText('3 open entries.')).toBeVisible()
  await expect.element(page.getByText('1 is overdue.')).toBeVisible()
  const release = server.hold(listReviewQueue, { ...queue, waiting: [], data: [] })
  const refresh = page.getByRole('button', { name: 'Refresh' })
  await refresh.click()
  await expect.element(refresh).toBeDisabled()
  await expect.element(page.getByText('3 open entries.')).toBeVisible()
  release()
  await expect.element(page.getByText('No open entries.')).toBeVisible()
})

test('beside the list the keys open the next and the previous entry, and stop at both ends', async () => {
  await open()
  await expect.element(page.getByText('Select an entry, or press J.')).toBeVisible()
  await expect.element(rows.first()).toBeVisible()
  await userEvent.keyboard(TO_FIRST)
  await expect.poll(address).toBe(`/en/review/${first}`)
  await userEvent.keyboard('j')
  await expect.poll(address).toBe(`/en/review/${second}`)
  await userEvent.keyboard('jjj')
  await expect.poll(address).toBe(`/en/review/${entries.at(-1)?.id}`)
})

test('on a phone the keys go through the list and open nothing; a key of a task opens its form', async () => {
  await page.viewport(360, 740)
  await open()
  await userEvent.keyboard(TO_FIRST)
  await expect.element(rows.first()).toHaveFocus()
  await userEvent.keyboard('j')
  await expect.element(rows.nth(1)).toHaveFocus()
  expect(address()).toBe('/en/review')
  await userEvent.keyboard('r')
  await expect.poll(() => address() + window.location.search).toBe(`/en/review/${second}?do=rejected`)
})

test('rows are selected by key, alone and up to here, and can be decided together', async () => {
  await page.viewport(360, 740)
  await open()
  await userEvent.keyboard(`${TO_FIRST}x`)
  await expect.element(page.getByText(/^1 selected/)).toBeVisible()
  await userEvent.keyboard('jjX')
  await expect.element(page.getByText(/^3 selected/)).toBeVisible()
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await expect.element(page.getByText(/selected/)).not.toBeInTheDocument()
})

test('the line between list and entry is moved by keys, within bounds, and stays there on this device', async () => {
  const opened = await open()
  const line = page.getByRole('separator', { name: 'Width of the list' })
  await expect.element(line).toHaveAttribute('aria-valuenow', '57')
  line.element().focus()
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  await expect.element(line).toHaveAttribute('aria-valuenow', '53')
  await opened.unmount()
  await open()
  await expect.element(line).toHaveAttribute('aria-valuenow', '53')
  line.element().focus()
  await userEvent.keyboard('{ArrowLeft}'.repeat(20))
  await expect.element(line).toHaveAttribute('aria-valuenow', '35')
})

test('at 1280 × 800 fourteen rows are in view with filters on, as many while entries are selected', async () => {
  await page.viewport(1280, 800)
  const [entry] = entries
  if (!entry) throw new Error('There are three')
  const many = Array.from({ length: 30 }, (_, n) => ({
    ...entry,
    id: `00000000-0000-4000-8000-0000000000${n + 10}`,
    kind: 'feedback' as const,
  }))
  const narrowed = { ...queue, data: many }
  server.answer(listReviewQueue, narrowed)
  await open('/review?kind=report&mine=true&q=snatched', narrowed)
  const inView = () =>
    rows.elements().filter((row) => row.getBoundingClientRect().bottom <= 800 && row.getBoundingClientRect().top >= 0)
      .length
  await expect.poll(inView).toBeGreaterThanOrEqual(14)
  const before = inView()
  await userEvent.keyboard(`${TO_FIRST}x`)
  await expect.element(page.getByText(/^1 selected/)).toBeVisible()
  expect(inView()).toBe(before)
})

test('the list is sorted by what is chosen, and the address says so', async () => {
  await open()
  await page.getByRole('combobox', { name: 'Sort' }).selectOptions('Poorest record first')
  await expect.poll(() => window.location.search).toBe('?sort=record')
  await expect.poll(() => server.sent(listReviewQueue).at(-1)?.url.searchParams.get('sort')).toBe('record')
})

test('an entry that cannot be loaded says so and is asked for again', async () => {
  server.lose(getReviewEntry)
  await open(`/review/${second}`)
  const problem = page.getByRole('alert')
  await expect.element(problem).toBeVisible()
  server.answerBy(getReviewEntry, ({ params }) => ({ ...detail, id: params.id ?? '' }))
  await problem.getByRole('button').click()
  await expect.element(page.getByRole('button', { name: /^Approve/ }).first()).toBeVisible()
  await expect.element(problem).not.toBeInTheDocument()
})

test('the entries around the open one are loaded before they are opened, but no report, whose reading is noted', async () => {
  const [before, opened, after] = entries
  if (!before || !opened || !after) throw new Error('There are three')
  const data: ReviewEntry[] = [before, opened, { ...after, kind: 'feedback' }]
  await open(`/review/${second}`, { ...queue, data })
  const loaded = () => [...new Set(server.sent(getReviewEntry).map(({ params }) => params.id))].toSorted()
  await expect.poll(loaded).toContain(after.id)
  await expect.element(page.getByRole('button', { name: /^Approve/ }).first()).toBeVisible()
  expect(loaded()).toEqual([second, after.id])
})

test('where storage is blocked the queue is read and opened as elsewhere', async () => {
  blockStorage()
  await open()
  await expect.element(page.getByText('3 open entries.')).toBeVisible()
  await rows.nth(1).click()
  await expect.poll(address).toBe(`/en/review/${second}`)
  await expect.element(rows.nth(1)).toHaveAttribute('aria-current')
})
