import { deleteWebhook, sendWebhook, setWebhook } from '@salama/domain/webhooks/contract'
import { person, render, screen, waitFor, within } from '@salama/ui/testing/dom.ts'
import { type FakeServer, fakeServer } from '@salama/ui/testing/fake-server.ts'
import { beforeEach, expect, test } from 'vitest'
import { App } from '@/testing.ts'
import { Webhooks } from './webhooks'

const made = setWebhook.reply.parse(setWebhook.examples.reply)
const [delivery] = made.deliveries

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
})
const open = (hooks = [made]) =>
  render(
    <App path={`/keys/${made.keyId}`}>
      <Webhooks keyId={made.keyId} mayAdd hooks={hooks} categories={[{ code: 'crash', label: 'Crash' }]} />
    </App>,
  )
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const url = () => screen.getByLabelText('URL of your server')

test('adds a webhook with the chosen categories, and says at its field what is no URL', async () => {
  const eve = person()
  server.answer(setWebhook, made)
  open([])
  await eve.type(url(), 'planner')
  await eve.click(button('Add webhook'))
  await waitFor(() => expect(url()).toHaveAccessibleDescription(/Enter a public https URL/))
  expect(server.sent(setWebhook)).toEqual([])
  await eve.clear(url())
  await eve.type(url(), made.url)
  await eve.click(screen.getByLabelText('Crash'))
  await eve.click(button('Add webhook'))
  await waitFor(() =>
    expect(server.sent(setWebhook)).toMatchObject([{ body: { url: made.url, categories: ['crash'] } }]),
  )
})

test('shows why a delivery failed, and sends it again', async () => {
  const eve = person()
  server.answer(sendWebhook, made)
  const failed = { ...delivery, deliveredAt: null, error: 'the server answered 503', attempts: 4 }
  open([{ ...made, deliveries: [failed as NonNullable<typeof delivery>] }])
  const row = within(screen.getByRole('list', { name: 'Last deliveries' }))
  expect(row.getByRole('listitem')).toHaveTextContent(/the server answered 503\. Not tried again\.4 tries/)
  await eve.click(button('Send again now'))
  await waitFor(() => expect(server.sent(sendWebhook)).toMatchObject([{ body: { deliveryId: delivery?.id } }]))
})

test('one that is off says so, and is turned on with its filter', async () => {
  const eve = person()
  server.answer(setWebhook, made)
  open([{ ...made, state: 'disabled', disabledAt: '2026-11-20T06:53:00Z' }])
  await eve.click(button('Turn on and send what was missed'))
  await waitFor(() =>
    expect(server.sent(setWebhook)).toMatchObject([{ body: { url: made.url, categories: made.categories } }]),
  )
})

test('is deleted after a question', async () => {
  const eve = person()
  server.answer(deleteWebhook, null)
  open()
  await eve.click(button('Delete…'))
  expect(server.sent(deleteWebhook)).toEqual([])
  await eve.click(button('Delete webhook'))
  await waitFor(() => expect(server.sent(deleteWebhook)).toHaveLength(1))
})
