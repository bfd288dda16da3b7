import { CAST } from '@salama/testing'
import { decideAs, makeAdmin, openFailed, openForm, openQueue, robbery, stateOf } from '../support/review.ts'
import { address, expect, expectAccessible, test } from '../support/test.ts'

// Two admins work on one queue: each is told in words what the other did meanwhile.

test.beforeEach(async ({ control }) => {
  await makeAdmin(control, 'baraka')
})
test.afterEach(({ control }) =>
  control.query(`delete from app.user_roles where user_id = $1 and role = 'admin'`, [CAST.baraka.id]),
)

test('two admins open one entry: each sees the other, and the second decision shows what the first was', async ({
  control,
  newPhone,
  page,
  signIn,
}) => {
  const id = await robbery('amina', { note: 'Two men at the stage.' })
  await signIn(page, 'dalmas', 'admin')
  await openQueue(page)
  await openForm(page, 'r')
  const colleague = await newPhone()
  await signIn(colleague, 'baraka', 'admin')
  await openQueue(colleague)
  await expect(colleague.getByText('dalmas@salama.test has this open').first()).toBeVisible()
  await colleague.keyboard.press('a')
  await expect(colleague.getByRole('button', { name: 'Approve entry' })).toBeFocused()
  await colleague.keyboard.press('Enter')
  await expect(colleague.getByText('Approved.', { exact: true })).toBeVisible()
  await page.keyboard.type('It did not happen')
  await page.keyboard.press('Control+Enter')
  await openFailed(page)
  const alert = page.getByRole('alert').filter({ hasText: 'This entry has changed' })
  await expect(alert.getByRole('row', { name: /By none baraka@salama.test/ })).toBeVisible()
  expect(await stateOf(control, id)).toBe('linked')
})

test('an undo after a colleague undid and decided again says so', async ({ control, page, signIn }) => {
  const id = await robbery('amina')
  await decideAs(control, 'baraka', id, 'rejected', 'unclear')
  const [entry] = await control.query<{ id: string; version: number }>('select id, version from app.review_entries')
  await signIn(page, 'dalmas', 'admin')
  await page.goto(`${address('admin')}/en/review/${entry?.id}?do=undo`)
  const dialog = page.getByRole('dialog', { name: 'Undo decision' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('I read it again.')
  await control.query('select app.undo_review($1, $2, $3, $4)', [
    CAST.baraka.id,
    entry?.id,
    entry?.version,
    'It was a slip.',
  ])
  await decideAs(control, 'baraka', id, 'approved', null)
  await dialog.getByRole('button', { name: 'Undo decision' }).press('Enter')
  await expect(dialog.getByRole('alert')).toContainText(/changed/)
  expect(await stateOf(control, id)).toBe('linked')
})

test('a bulk with an entry that a colleague decided and one that its author withdrew does the rest', async ({
  control,
  page,
  signIn,
}) => {
  const ids = [await robbery('amina'), await robbery('eve'), await robbery('chebet')]
  await signIn(page, 'dalmas', 'admin')
  await openQueue(page)
  await page.keyboard.press('Shift+A')
  await expect(page.getByText('3 selected (Report)')).toBeVisible()
  await page.getByRole('button', { name: 'Approve…' }).press('Enter')
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Preview' }).press('Enter')
  await expect(sheet.getByRole('button', { name: 'Approve 3 entries' })).toBeVisible()
  await expectAccessible(page)
  await decideAs(control, 'baraka', ids[0] ?? '', 'rejected', 'unclear')
  await control.query(`select app.withdraw_review('report', $1)`, [ids[1]])
  await sheet.getByRole('button', { name: 'Approve 3 entries' }).press('Enter')
  await expect(sheet.getByText('1 done, 2 to do, 0 not possible.')).toBeVisible()
  await expect(sheet.getByText('That step is not possible', { exact: false })).toHaveCount(2)
  await sheet.getByRole('button', { name: 'Back to queue' }).press('Enter')
  await expect(page.getByText('No open entries', { exact: true })).toBeVisible()
  expect(await Promise.all(ids.map((id) => stateOf(control, id)))).toEqual(['rejected', 'in_review', 'linked'])
})

test('on a phone the entry takes the place of the list, and Back returns to it', async ({
  control: _,
  newPhone,
  signIn,
}) => {
  await robbery('amina', { note: 'Two men at the stage.' })
  const phone = await newPhone({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true })
  await signIn(phone, 'dalmas', 'admin')
  await phone.goto(`${address('admin')}/en/review?kind=report`)
  await phone.getByRole('link', { name: /Robbery/ }).tap()
  await expect(phone.getByRole('heading', { level: 1, name: 'Review a report' })).toBeVisible()
  await expect(phone.getByRole('list', { name: 'Queue' })).toBeHidden()
  await expectAccessible(phone)
  expect(await phone.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  await phone.goBack()
  await expect(phone).toHaveURL(/\/review\?kind=report$/)
  await expect(phone.getByRole('list', { name: 'Queue' })).toBeVisible()
})
