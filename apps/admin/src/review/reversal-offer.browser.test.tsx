import { getReviewEntry } from '@salama/domain/reviews/contract'
import { page, render } from '@salama/ui/testing/browser.ts'
import { beforeEach, expect, test } from 'vitest'
import { App, atDesk } from '@/testing.tsx'
import { ReversalOffer } from './reversal-offer.tsx'

const detail = getReviewEntry.reply.parse(getReviewEntry.examples.reply)
const decided = { ...detail, state: 'approved' as const, decidedAt: '2026-11-18T07:00:00Z' }
const by = { id: '0a000000-0000-4000-8000-000000000004', email: 'dalmas@salama.test', displayName: null }
const request = { by, at: '2026-11-20T07:00:00Z', reason: 'It was another vehicle.', until: '2026-11-27T07:00:00Z' }

beforeEach(atDesk)

async function open(reversal: Partial<typeof decided.reversal>) {
  const done: string[] = []
  await render(
    <App path="/review">
      <ReversalOffer
        entry={{ ...decided, reversal: { cannot: null, asked: null, earlier: [], ...reversal } }}
        busy={false}
        onAsk={async (reason) => done.push(`ask: ${reason}`)}
        onAgree={async (reason) => done.push(`agree: ${reason}`)}
        onWithdraw={() => done.push('withdraw')}
      />
    </App>,
  )
  return done
}

test('a decision older than a day is reversed by asking a colleague, with a reason', async () => {
  const done = await open({})
  await page.getByRole('button', { name: 'Reverse this decision…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText('Reason').fill('It was another vehicle.')
  await dialog.getByRole('button', { name: 'Ask a colleague to agree' }).click()
  await expect.poll(() => done).toEqual(['ask: It was another vehicle.'])
})

test('a colleague reads the reason and agrees with their own', async () => {
  const done = await open({ asked: { ...request, byYou: false } })
  await expect.element(page.getByText('It was another vehicle.')).toBeVisible()
  await page.getByRole('button', { name: 'Agree and reverse…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText('Reason').fill('I have read it, too.')
  await dialog.getByRole('button', { name: 'Reverse the decision' }).click()
  await expect.poll(() => done).toEqual(['agree: I have read it, too.'])
})

test('who asked can withdraw it and not agree', async () => {
  const done = await open({ asked: { ...request, byYou: true } })
  await expect.element(page.getByRole('button', { name: 'Agree and reverse…' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Withdraw request' }).click()
  expect(done).toEqual(['withdraw'])
})

test.each([
  ['subject_changed', /no effect any more/],
  ['decided_again', /Decide on the newer entry/],
  ['own_submission', /Another admin can ask/],
])('where nothing can be done because of %s the page says so', async (cannot, words) => {
  await open({ cannot })
  await expect.element(page.getByText(words)).toBeVisible()
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
})
