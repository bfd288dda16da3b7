import { createApiKey, revokeApiKey, rotateApiKey } from '@salama/domain/api-keys/contract'
import type { Visits } from '@salama/ui/testing/app.tsx'
import { person, render, screen, waitFor } from '@salama/ui/testing/dom.ts'
import { type FakeServer, fakeServer } from '@salama/ui/testing/fake-server.ts'
import { beforeEach, expect, test } from 'vitest'
import { App } from '@/testing.ts'
import { ChangeKey } from './change-key'
import { MakeKey } from './make-key'

const made = createApiKey.reply.parse(createApiKey.examples.reply)

let server: FakeServer
let refreshed: number
beforeEach(() => {
  server = fakeServer()
  refreshed = 0
})
const onRefresh = () => {
  refreshed += 1
}
const openMake = () =>
  render(
    <App path="/keys" onRefresh={onRefresh}>
      <MakeKey licenceUrl="https://licence.example/by" />
    </App>,
  )
function openChange() {
  const visits: Visits = []
  render(
    <App path={`/keys/${made.id}`} visits={visits} onRefresh={onRefresh}>
      <ChangeKey id={made.id} name={made.name} works isReplaced={false} />
    </App>,
  )
  return visits
}
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const name = () => screen.getByLabelText('Name')
const incidents = () => screen.getByLabelText(/^Incidents near/)
const terms = () => screen.getByLabelText('I accept the licence and the terms of the data')
const idsOf = (op: typeof createApiKey | typeof rotateApiKey) =>
  server.sent(op).map(({ headers }) => headers.get('idempotency-key'))

test('a key without a name and scope is said at its fields, and what was filled in stays', async () => {
  const amina = person()
  openMake()
  await amina.selectOptions(screen.getByLabelText('Expires after'), '30 days')
  await amina.click(button('Create a key'))
  await waitFor(() => expect(name()).toHaveAccessibleDescription(/Enter a name of up to \d+ characters\./))
  expect(screen.getByRole('group', { name: 'Scopes' })).toHaveAccessibleDescription('Choose at least one scope.')
  expect(terms()).toHaveAccessibleDescription('Accept them to create a key.')
  expect(screen.getByLabelText('Expires after')).toHaveValue('30')
  expect(server.sent(createApiKey)).toEqual([])
})

test('a double press creates one key, which is shown once', async () => {
  const amina = person()
  const release = server.hold(createApiKey, made)
  openMake()
  await amina.type(name(), 'Fleet monitor')
  await amina.click(incidents())
  await amina.click(terms())
  await amina.selectOptions(screen.getByLabelText('Expires after'), '90 days')
  await amina.dblClick(button('Create a key'))
  await waitFor(() => expect(button('Creating the key…')).toBeDisabled())
  release()
  expect(await screen.findByRole('heading', { name: 'Key “Fleet monitor” created' })).toHaveFocus()
  expect(screen.getByText(made.key)).toBeVisible()
  expect(refreshed).toBe(1)
  expect(server.sent(createApiKey).map(({ body }) => body)).toEqual([
    { name: 'Fleet monitor', scopes: ['incidents:read'], expiresInDays: 90, acceptsTerms: true },
  ])
  await amina.click(button('I have saved it'))
  await waitFor(() => expect(screen.queryByText(made.key)).toBeNull())
  expect(name()).toHaveValue('')
})

test('after a lost answer the form is as it was, and asks for the same key until it is changed', async () => {
  const amina = person()
  server.lose(createApiKey)
  openMake()
  await amina.type(name(), 'Lost')
  await amina.click(incidents())
  await amina.click(terms())
  await amina.click(button('Create a key'))
  await screen.findByText('Your input is still here.')
  expect(name()).toHaveValue('Lost')
  expect(incidents()).toBeChecked()
  server.refuse(createApiKey, 'api_key_already_created', { status: 409 })
  await amina.click(button('Create a key'))
  await screen.findByText(/^The key was created, but the response was lost/)
  expect(refreshed).toBe(1)
  await amina.type(name(), ' and found')
  await amina.click(button('Create a key'))
  await waitFor(() => expect(idsOf(createApiKey)).toHaveLength(3))
  const [first, second, third] = idsOf(createApiKey)
  expect([second === first, third === first]).toEqual([true, false])
})

test('a key is replaced after a question, once, and the new one is shown until it is stored', async () => {
  const amina = person()
  const visits = openChange()
  await amina.click(button('Replace…'))
  await amina.click(button('Keep key'))
  await amina.click(button('Replace…'))
  const release = server.hold(rotateApiKey, made)
  await amina.dblClick(button('Create new key'))
  await waitFor(() => expect(button('Create new key')).toBeDisabled())
  release()
  await screen.findByText(made.key)
  expect(idsOf(rotateApiKey)).toHaveLength(1)
  await amina.click(button('I have saved it'))
  await waitFor(() => expect(visits.at(-1)).toEqual({ to: '/en/keys', by: 'push' }))
})

test('a replacement whose answer is lost is asked for again as the same; its failure is not shown at the other question', async () => {
  const amina = person()
  server.lose(rotateApiKey)
  openChange()
  await amina.click(button('Replace…'))
  await amina.click(button('Create new key'))
  expect(await screen.findByRole('alert')).toBeVisible()
  await amina.click(button('Keep key'))
  await amina.click(button('Revoke…'))
  expect(screen.queryByRole('alert')).toBeNull()
  await amina.click(button('Keep key'))
  await amina.click(button('Replace…'))
  await amina.click(button('Create new key'))
  await waitFor(() => expect(idsOf(rotateApiKey)).toHaveLength(2))
  const [first, second] = idsOf(rotateApiKey)
  expect(second).toBe(first)
})

test('a key is revoked after a question, once', async () => {
  const amina = person()
  openChange()
  await amina.click(button('Revoke…'))
  const release = server.hold(revokeApiKey, null)
  await amina.dblClick(button('Revoke key'))
  await waitFor(() => expect(button('Revoke key')).toBeDisabled())
  release()
  await screen.findByText('Key “Fleet monitor” revoked.')
  expect(server.sent(revokeApiKey)).toHaveLength(1)
})
