import type { Page, Route } from '@playwright/test'
import { expectPressableUnscrolled } from '../support/pressable.ts'
import { openForm, openQueue, robbery, stateOf } from '../support/review.ts'
import { address, expect, expectAccessible, test } from '../support/test.ts'

// Decisions are saved in the background: what an admin sees while that takes long, and when it fails.

const DECIDE = '**/api/review'

/** Holds the requests that save decisions: until the test lets them through, or, `onlyNew`, only those made from then on. */
async function hold(page: Page): Promise<(onlyNew?: boolean) => Promise<void>> {
  const held: Route[] = []
  let isHeld = true
  await page.route(DECIDE, async (route) => {
    if (isHeld) held.push(route)
    else await route.continue()
  })
  return async (onlyNew = false) => {
    isHeld = false
    if (!onlyNew) for (const route of held) await route.continue()
  }
}

const approve = async (page: Page) => {
  await page.keyboard.press('a')
  await expect(page.getByRole('button', { name: 'Approve entry' })).toBeFocused()
  await page.keyboard.press('Enter')
}

test('the next entry is shown while decisions are saved; leaving warns, and a reload saves them', async ({
  control,
  page,
  signIn,
}) => {
  const ids = [await robbery('amina'), await robbery('eve'), await robbery('chebet')]
  await signIn(page, 'dalmas', 'admin')
  await openQueue(page)
  const letThrough = await hold(page)
  await approve(page)
  await approve(page)
  await expect(page.locator('[data-entry]')).toHaveCount(1)
  await expect(page.getByText('Saving 2 decisions…')).toBeVisible()
  await expectAccessible(page)
  // The browser asks whether to leave.
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await expect.poll(() => control.query(`select 1 from app.reports where state = 'linked'`)).toEqual([])
  await letThrough(true)
  page.on('dialog', (again) => void again.accept())
  await page.reload()
  await expect(page.getByText('1 open entry.')).toBeVisible()
  await expect(page.locator('[data-entry]')).toHaveCount(1)
  const states = async () => (await Promise.all(ids.map((id) => stateOf(control, id)))).toSorted()
  await expect.poll(states).toEqual(['in_review', 'linked', 'linked'])
})

test('Z takes back a decision that was not sent, with what was typed, and offers to undo one that was', {
  tag: '@all',
}, async ({ control, page, signIn }) => {
  for (const who of ['amina', 'eve', 'chebet', 'baraka'] as const) await robbery(who)
  await signIn(page, 'dalmas', 'admin')
  await openQueue(page)
  const letThrough = await hold(page)
  for (let n = 0; n < 3; n++) await approve(page)
  await openForm(page, 'r')
  await page.keyboard.type('It is not about')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Words that stay.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Saving 4 decisions…')).toBeVisible()
  await page.keyboard.press('z')
  await expect(page.getByLabel('Note')).toHaveValue('Words that stay.')
  await expect(page.getByText('Saving 3 decisions…')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('z')
  await expect(page.getByText('It is undone as soon as it is saved.')).toBeVisible()
  await letThrough()
  await expect(page.getByRole('dialog', { name: 'Undo decision' })).toBeVisible()
  await expect
    .poll(() => control.query(`select count(*)::int as n from app.reports where state = 'linked'`))
    .toEqual([{ n: 3 }])
})

test('offline and after the session has ended decisions wait, and the page says why', { tag: '@all' }, async ({
  context,
  control,
  page,
  signIn,
}) => {
  const id = await robbery('amina')
  await robbery('eve')
  await control.query(`update app.review_entries set due_at = due_at + interval '1 hour' where subject_id <> $1`, [id])
  await signIn(page, 'dalmas', 'admin')
  await openQueue(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Review a report' })).toBeVisible()
  await context.setOffline(true)
  await approve(page)
  await expect(page.getByRole('alert').getByText(/You’re offline/)).toBeVisible()
  await expectPressableUnscrolled(page.getByRole('status').getByRole('button', { name: 'Try again now' }))
  await context.setOffline(false)
  await expect(page.getByText('Approved.', { exact: true })).toBeVisible()
  await expect.poll(() => stateOf(control, id)).toBe('linked')
  await page.route(DECIDE, (route) =>
    route.fulfill({ status: 401, contentType: 'application/problem+json', body: '{"code":"token_expired"}' }),
  )
  await approve(page)
  const alert = page.getByRole('alert').filter({ hasText: 'You’re signed out' })
  await expect(alert.getByRole('link', { name: 'Sign in' })).toBeVisible()
  await expectAccessible(page)
  await page.unroute(DECIDE)
  await alert.getByRole('button', { name: 'Try again now' }).press('Enter')
  await expect(page.getByText('No open entries.', { exact: true })).toBeVisible()
})

for (const locale of ['en', 'sw'] as const)
  test(`the actions take two rows beside the list, and on a phone are at hand (${locale})`, { tag: '@all' }, async ({
    page,
    newPhone,
    signIn,
  }) => {
    await robbery('amina', { note: 'Two men at the stage. '.repeat(30) })
    await signIn(page, 'dalmas', 'admin')
    await page.goto(`${address('admin')}/${locale}/review`)
    await page.locator('[data-entry]').press('Enter')
    const bar = page.locator('#entry section').filter({ has: page.locator('kbd', { hasText: /^a$/ }) })
    expect((await bar.boundingBox())?.height).toBeLessThan(125)
    const phone = await newPhone({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true })
    await signIn(phone, 'dalmas', 'admin')
    await phone.goto(`${address('admin')}/${locale}/review`)
    await phone.locator('[data-entry]').tap()
    const buttons = phone.locator('[data-bottom-bar] button:visible')
    await expect(buttons).toHaveCount(3)
    for (const button of await buttons.all()) await expectPressableUnscrolled(button)
    await buttons.last().tap()
    await expect(buttons).toHaveCount(9)
    for (const button of await buttons.all()) await expectPressableUnscrolled(button)
    await expectAccessible(phone)
    await buttons.first().tap()
    await expectPressableUnscrolled(phone.locator('form button[type=submit]'))
  })
