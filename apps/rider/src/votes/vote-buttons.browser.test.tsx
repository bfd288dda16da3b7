import { voteWithoutAccount } from '@salama/domain/incidents/contract'
import { page, pressTwice, render } from '@salama/ui/testing/browser.ts'
import type { FakeServer } from '@salama/ui/testing/fake-server.ts'
import { beforeEach, expect, test } from 'vitest'
import { App, riderServer } from '@/testing.ts'
import { VotePanel } from './vote-panel.tsx'

let server: FakeServer
/** Another incident for each test: the page remembers what was voted. */
let id: string
beforeEach(() => {
  id = crypto.randomUUID()
  server = riderServer()
  server.answerBy(voteWithoutAccount, ({ body }) => ({
    ...voteWithoutAccount.examples.reply,
    myVote: voteWithoutAccount.body.parse(body).vote,
  }))
})

async function open(signedIn = true) {
  let refreshed = 0
  const onRefresh = () => {
    refreshed += 1
  }
  await render(
    <App onRefresh={onRefresh}>
      <VotePanel incident={{ id, category: 'hazard' }} mine={null} refused={undefined} signedIn={signedIn} />
    </App>,
  )
  return () => refreshed
}
const there = page.getByRole('button', { name: 'Still there' })
const votes = () => server.sent(voteWithoutAccount).map(({ body }) => voteWithoutAccount.body.parse(body).vote)

test('a press votes, the counts are read again, and another answer takes its place', async () => {
  const refreshed = await open()
  await there.click()
  await expect.element(there).toHaveAttribute('aria-pressed', 'true')
  await expect.element(page.getByText('You voted: Still there. Tap it again to undo.')).toBeVisible()
  await expect.poll(refreshed).toBe(1)
  await page.getByRole('button', { name: 'Gone now' }).click()
  await expect.element(there).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(votes).toEqual(['confirm', 'over'])
})

test('a double press votes once', async () => {
  await open()
  await pressTwice(there)
  await expect.element(page.getByText('You voted: Still there. Tap it again to undo.')).toBeVisible()
  await expect.element(there).toHaveAttribute('aria-pressed', 'true')
  expect(votes()).toEqual(['confirm'])
})

test('a vote that is not received is taken back on the screen, and says why', async () => {
  server.lose(voteWithoutAccount)
  await open()
  await there.click()
  await expect.element(page.getByRole('alert').getByText(/^Your vote wasn’t sent\./)).toBeVisible()
  await expect.element(there).toHaveAttribute('aria-pressed', 'false')
})

test('one’s own report cannot be voted on', async () => {
  server.refuse(voteWithoutAccount, 'incident_own', { status: 409 })
  await open()
  await there.click()
  await expect.element(page.getByText('You reported this, so you can’t vote on it.')).toBeVisible()
})

test('a vote without an account is cast again once its rider has signed in', async () => {
  await open(false)
  await there.click()
  await expect.element(there).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('link', { name: 'Sign in to vote with your account' }).click()
  await open(true)
  await expect.poll(votes).toEqual(['confirm', 'confirm'])
})
