import { makeAdmin, openFailed, openForm, openQueue, robbery, stateOf } from '../support/review.ts'
import { address, expect, expectAccessible, test } from '../support/test.ts'

// Two admins work on one queue: each is told in words what the other did meanwhile.

test.beforeEach(async ({ control }) => {
  await makeAdmin(control, 'baraka')
})
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
  await expect.poll(() => stateOf(control, id)).toBe('linked')
})

test('on a phone the entry takes the place of the list, and Back returns to it', { tag: '@all' }, async ({
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
