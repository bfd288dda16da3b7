import { openAuthor, restrictAuthor } from '@salama/domain/reviews/author-contract'
import { page, render } from '@salama/ui/testing/browser.ts'
import { fakeServer } from '@salama/ui/testing/fake-server.ts'
import { beforeEach, expect, test } from 'vitest'
import { App, atDesk } from '@/testing.tsx'
import { AuthorMenu } from './author-menu.tsx'

const of = { kind: 'report' as const, id: '5b0f2a44-0d3c-4a51-9a39-0e6f4b8f2c10' }
beforeEach(atDesk)

async function open(standing: { account: boolean; measures: ('hold' | 'limit' | 'suspend')[] }) {
  await render(
    <App path="/vehicles">
      <AuthorMenu of={of} name="Rider 2" standing={standing} />
    </App>,
  )
  await page.getByRole('button', { name: 'Hold, limit…' }).click()
  return page.getByRole('dialog')
}

test('holds an author for a reason, and offers to end that from the same place', async () => {
  const server = fakeServer()
  server.answer(restrictAuthor, { id: of.id, account: true, measures: ['hold'] })
  const dialog = await open({ account: true, measures: [] })
  await expect.element(dialog.getByRole('heading', { name: 'Rider 2' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Hold what they send' }).click()
  await expect.element(dialog.getByText('Enter a reason of at least 3 characters.')).toBeVisible()
  await dialog.getByLabelText('Reason').fill('Invented twice.')
  await dialog.getByRole('button', { name: 'Hold what they send' }).click()
  await expect.element(page.getByText('Held', { exact: true })).toBeVisible()
  expect(server.sent(restrictAuthor).map(({ body }) => body)).toEqual([
    { measure: 'hold', on: true, reason: 'Invented twice.' },
  ])
  await page.getByRole('button', { name: 'Hold, limit…' }).click()
  await expect.element(page.getByRole('dialog').getByRole('button', { name: 'End the hold' })).toBeVisible()
})

test('offers no suspension of a phone without an account, and shows more for a reason', async () => {
  const server = fakeServer()
  server.answer(openAuthor, openAuthor.reply.parse({ ...openAuthor.examples.reply, id: of.id }))
  const dialog = await open({ account: false, measures: [] })
  await expect.element(dialog.getByText(/cannot be suspended/)).toBeVisible()
  const what = dialog.getByLabelText('What to do')
  await expect.element(what.getByRole('option', { name: /Suspend/ })).not.toBeInTheDocument()
  await what.selectOptions('See more')
  await dialog.getByLabelText('Reason').fill('Do they belong together?')
  await dialog.getByRole('button', { name: 'See more' }).click()
  await expect.element(page.getByRole('heading', { name: 'What else they sent: one' })).toBeVisible()
  await expect.element(page.getByText(/^Happened /)).toBeVisible()
})
