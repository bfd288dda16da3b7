import { searchConsole } from '@salama/domain/admin/contract'
import { listReviewQueue } from '@salama/domain/reviews/contract'
import type { Visits } from '@salama/ui/testing/app.tsx'
import { page, render, userEvent } from '@salama/ui/testing/browser.ts'
import { type FakeServer, fakeServer } from '@salama/ui/testing/fake-server.ts'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { App, atDesk } from '@/testing.tsx'
import { useCommands } from './commands.ts'
import { SearchSheet } from './search-sheet.tsx'

const run = vi.fn()
const onClose = vi.fn()
const found = listReviewQueue.reply.parse(listReviewQueue.examples.reply)
const [entry] = found.data
if (!entry?.about) throw new Error('The example has an entry')
const snatched = { ...entry, about: { ...entry.about, excerpt: 'Phone snatched near the stage' } }

let server: FakeServer
beforeEach(async () => {
  run.mockReset()
  onClose.mockReset()
  await atDesk()
  server = fakeServer()
  server.answer(searchConsole, { data: [] })
  server.answer(listReviewQueue, { ...found, data: [snatched] })
})

function Page() {
  useCommands([{ id: 'reject', name: 'Reject with a reason', key: 'r', run }])
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Act
      </button>
      <SearchSheet
        open={isOpen}
        onClose={() => {
          onClose()
          setIsOpen(false)
        }}
      />
    </>
  )
}

async function open(visits: Visits = []) {
  await render(
    <App path="/review" visits={visits}>
      <Page />
    </App>,
  )
  await page.getByRole('button', { name: 'Act' }).click()
  await expect.element(page.getByRole('combobox')).toHaveFocus()
}
const options = page.getByRole('option')

test('finds an open report by a word of it, and the choice opens it', async () => {
  const visits: Visits = []
  await open(visits)
  await userEvent.keyboard('snatched')
  const report = options.filter({ hasText: 'Robbery: Phone snatched near the stage' })
  await expect.element(report).toBeVisible()
  await expect.element(report.filter({ hasText: 'Open report' })).toBeVisible()
  expect(server.sent(listReviewQueue).at(-1)?.url.searchParams.get('q')).toBe('snatched')
  await report.click()
  await expect.poll(() => visits).toEqual([{ to: `/en/review/${snatched.id}`, by: 'push' }])
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('offers what the page can do, by its name and with its key', async () => {
  await open()
  await expect.element(options.filter({ hasText: 'Reject with a reason' })).toBeVisible()
  await userEvent.keyboard('reje')
  await expect.element(options.first().filter({ hasText: 'Reject with a reason' })).toBeVisible()
  expect(run).not.toHaveBeenCalled()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => run.mock.calls).toHaveLength(1)
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('leads to a page, and to the queue with only what was typed', async () => {
  await open()
  await userEvent.keyboard('audit')
  await expect.element(options.filter({ hasText: 'Audit log' })).toBeVisible()
  await expect.element(options.filter({ hasText: 'Show only “audit” in the queue' })).toBeVisible()
})

test('says that it cannot search, and still offers pages', async () => {
  server.lose(searchConsole)
  await open()
  await userEvent.keyboard('dashboard')
  await expect.element(page.getByText(/Search is not available/)).toBeVisible()
  await expect.element(options.filter({ hasText: 'Dashboard' })).toBeVisible()
})

test('what was typed before its answer is chosen with Enter once that is there', async () => {
  const visits: Visits = []
  const { data } = searchConsole.reply.parse(searchConsole.examples.reply)
  const release = server.hold(searchConsole, { data: data.map((each) => ({ ...each, title: 'KZZ 301D' })) })
  await open(visits)
  await page.getByRole('combobox').fill('kzz301d')
  release()
  await expect.element(options.first().filter({ hasText: 'Vehicle' })).toHaveAttribute('data-highlighted')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => visits).toHaveLength(1)
})
