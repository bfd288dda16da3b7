import { addSaccoAlias, removeSaccoAlias } from '@salama/domain/saccos/alias-contract'
import { createSacco, mergeSaccos, renameSacco } from '@salama/domain/saccos/contract'
import type { Visits } from '@salama/ui/testing/app.tsx'
import { page, render } from '@salama/ui/testing/browser.ts'
import { type FakeServer, fakeServer } from '@salama/ui/testing/fake-server.ts'
import type { ReactNode } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { Action } from '@/lists/action.tsx'
import { App, atDesk } from '@/testing.tsx'
import { Aliases } from './aliases.tsx'
import { CreateSacco, RenameSacco } from './name-forms.tsx'

const made = createSacco.examples.reply
const named = addSaccoAlias.examples.reply

let server: FakeServer
beforeEach(async () => {
  await atDesk()
  server = fakeServer()
})

async function open(form: ReactNode) {
  const visits: Visits = []
  await render(
    <App path="/saccos" visits={visits}>
      {form}
    </App>,
  )
  return visits
}
const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = page.getByRole('dialog')
const name = page.getByLabelText('Name', { exact: true })
const create = button('Create sacco')
const openCreate = async () => {
  const visits = await open(<CreateSacco />)
  await page.getByText('New sacco').click()
  return visits
}

test('a short name is said at its field; a double press creates one sacco and opens it', async () => {
  const visits = await openCreate()
  await name.fill('K')
  await create.click()
  await expect.element(name).toHaveAccessibleDescription('Enter at least two letters.')
  expect(server.sent(createSacco)).toEqual([])
  await name.fill(' Kifaru Demo Sacco ')
  const release = server.hold(createSacco, made)
  await create.dblClick()
  await expect.element(create).toBeDisabled()
  release()
  await expect.poll(() => visits.at(-1)?.to).toBe(`/en/saccos/${made.id}`)
  expect(server.sent(createSacco).map(({ body }) => body)).toEqual([{ name: 'Kifaru Demo Sacco' }])
})

test('after a lost answer the name is still there, and the same sacco is asked for again', async () => {
  server.lose(createSacco)
  await openCreate()
  await name.fill('Kifaru Demo Sacco')
  await create.click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(name).toHaveValue('Kifaru Demo Sacco')
  await create.click()
  await expect.poll(() => server.sent(createSacco)).toHaveLength(2)
  const [first, second] = server.sent(createSacco).map(({ headers }) => headers.get('idempotency-key'))
  expect(second).toBe(first)
})

test('a sacco is renamed for a reason, once; the new name is there again after the dialog was closed', async () => {
  server.lose(renameSacco)
  await open(<RenameSacco id={made.id} name={made.name} />)
  await button('Rename…').click()
  const rename = dialog.getByRole('button', { name: 'Rename sacco' })
  await expect.element(rename).toBeDisabled()
  await dialog.getByLabelText('Name').fill('Korongo')
  await dialog.getByLabelText('Reason').fill('They have painted the new name.')
  await rename.click()
  await expect.element(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await button('Rename…').click()
  await expect.element(dialog.getByLabelText('Name')).toHaveValue('Korongo')
  await expect.element(dialog.getByLabelText('Reason')).toHaveValue('They have painted the new name.')
  const release = server.hold(renameSacco, made)
  await rename.dblClick()
  await expect.element(rename).toBeDisabled()
  release()
  await expect.element(page.getByText('Renamed to Korongo.')).toBeVisible()
  const body = { name: 'Korongo', reason: 'They have painted the new name.' }
  expect(server.sent(renameSacco).map((each) => each.body)).toEqual([body, body])
})

test('another name is added once, stays typed when it belongs to another sacco, and is removed', async () => {
  await open(<Aliases id={made.id} aliases={['Kifaru']} />)
  const alias = page.getByLabelText('New name')
  const add = button('Add')
  await add.click()
  await expect.element(alias).toHaveAccessibleDescription('Enter at least two letters.')
  server.refuse(addSaccoAlias, 'alias_taken', { status: 409 })
  await alias.fill('Mkia')
  await add.click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(alias).toHaveValue('Mkia')
  const release = server.hold(addSaccoAlias, named)
  await add.dblClick()
  await expect.element(add).toBeDisabled()
  await expect.element(button('Remove Kifaru')).toBeDisabled()
  release()
  await expect.element(page.getByText('“Mkia” added.')).toBeVisible()
  await expect.element(alias).toHaveValue('')
  expect(server.sent(addSaccoAlias)).toHaveLength(2)
  server.answer(removeSaccoAlias, removeSaccoAlias.examples.reply)
  await button('Remove Kifaru').click()
  await expect.element(page.getByText('“Kifaru” removed.')).toBeVisible()
  expect(server.sent(removeSaccoAlias).map(({ url }) => url.search)).toEqual(['?alias=Kifaru'])
})

test('a merge is asked about, needs a reason, and names what went wrong without losing it', async () => {
  server.refuse(mergeSaccos, 'invalid_transition', { status: 409 })
  await open(
    <Action<typeof mergeSaccos>
      label="Keep this one"
      title="Merge Kifaru into Korongo?"
      done="Kifaru merged into Korongo."
      endpoint="POST /api/saccos/{id}/merge"
      request={{ params: { id: made.id }, body: { into: named.sacco.id }, names: mergeSaccos.examples.reply.id }}
    />,
  )
  await button('Keep this one').click()
  const merge = dialog.getByRole('button', { name: 'Keep this one' })
  await merge.click()
  await expect.element(dialog.getByLabelText('Reason')).toHaveAccessibleDescription(/Enter a reason/)
  await dialog.getByLabelText('Reason').fill('One office.')
  await merge.click()
  await expect.element(dialog.getByRole('alert')).toBeVisible()
  await expect.element(dialog.getByLabelText('Reason')).toHaveValue('One office.')
  server.answer(mergeSaccos, mergeSaccos.examples.reply)
  await merge.click()
  await expect.element(page.getByText('Kifaru merged into Korongo.')).toBeVisible()
  expect(server.sent(mergeSaccos).at(-1)?.body).toEqual({ into: named.sacco.id, reason: 'One office.' })
})
