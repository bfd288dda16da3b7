import { replaceUserRoles } from '@salama/domain/admin/contract'
import { page, render } from '@salama/ui/testing/browser.ts'
import { type FakeServer, fakeServer } from '@salama/ui/testing/fake-server.ts'
import { beforeEach, expect, test } from 'vitest'
import { App, atDesk } from '@/testing.tsx'
import { RolesForm } from './roles-form.tsx'

const baraka = { ...replaceUserRoles.reply.parse(replaceUserRoles.examples.reply), roles: [], you: false }

let server: FakeServer
beforeEach(async () => {
  await atDesk()
  server = fakeServer()
  server.answer(replaceUserRoles, { ...baraka, roles: ['surveyor'] })
})

async function open(person: Parameters<typeof RolesForm>[0]['person'] = baraka) {
  let refreshed = 0
  const onRefresh = () => {
    refreshed += 1
  }
  await render(
    <App onRefresh={onRefresh}>
      <RolesForm person={person} />
    </App>,
  )
  return () => refreshed
}
const change = page.getByRole('button', { name: 'Change roles' })
const dialog = page.getByRole('dialog')
const confirm = dialog.getByRole('button', { name: 'Change roles' })
const reason = dialog.getByLabelText('Reason')
const sent = () => server.sent(replaceUserRoles).map(({ body }) => replaceUserRoles.body.parse(body))

async function ask() {
  await page.getByLabelText('Surveyor').click()
  await change.click()
  await expect.element(dialog.getByText('Adds: Surveyor')).toBeVisible()
}

test('nothing can be saved until a role is changed, and nobody changes their own', async () => {
  await open()
  await expect.element(change).toBeDisabled()
  await page.getByLabelText('Surveyor').click()
  await expect.element(change).toBeEnabled()
  await open({ ...baraka, you: true })
  await expect.element(page.getByLabelText('Surveyor').last()).toBeDisabled()
})

test('a change asks for a reason, names a short one at its field, and is sent once', async () => {
  await open()
  await ask()
  await confirm.click()
  await expect.element(reason).toHaveFocus()
  await expect.element(reason).toHaveAccessibleDescription(/Enter a reason of at least \d+ characters\./)
  expect(sent()).toEqual([])
  await reason.fill('Passed the field test.')
  const release = server.hold(replaceUserRoles, { ...baraka, roles: ['surveyor'] })
  await confirm.dblClick()
  await expect.element(confirm).toBeDisabled()
  release()
  await expect.element(page.getByText('Roles changed.')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent()).toEqual([{ roles: ['surveyor'], reason: 'Passed the field test.', version: baraka.version }])
})

test('a lost answer is said in the dialog, which keeps the reason for another try', async () => {
  server.lose(replaceUserRoles)
  await open()
  await ask()
  await reason.fill('Passed the field test.')
  await confirm.click()
  await expect.element(dialog.getByRole('alert')).toBeVisible()
  await expect.element(reason).toHaveValue('Passed the field test.')
  await expect.element(confirm).toBeEnabled()
})

test('the reason is there again after the dialog was closed', async () => {
  await open()
  await ask()
  await reason.fill('Passed the field test.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await change.click()
  await expect.element(reason).toHaveValue('Passed the field test.')
})

test('a change that needs the password asks for it, and says when it is wrong', async () => {
  server.refuse(replaceUserRoles, 'password_required', { status: 403 })
  server.serve('post', '/api/account/confirm-password', () =>
    Response.json({ code: 'invalid_credentials', status: 401 }, { status: 401 }),
  )
  await open()
  await ask()
  await reason.fill('Passed the field test.')
  await confirm.click()
  await dialog.getByLabelText('Your password').fill('not-hers')
  await confirm.click()
  await expect.element(dialog.getByLabelText('Your password')).toHaveAccessibleDescription(/The password is incorrect/)
  expect(sent()).toHaveLength(1)
})

test('roles that somebody else changed meanwhile are read again', async () => {
  server.refuse(replaceUserRoles, 'version_conflict', { status: 409 })
  const refreshed = await open()
  await ask()
  await reason.fill('Passed the field test.')
  await confirm.click()
  await expect.element(dialog.getByRole('alert')).toBeVisible()
  await expect.poll(refreshed).toBe(1)
})
