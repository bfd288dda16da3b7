import { randomUUID } from 'node:crypto'
import { CAST } from '@salama/testing'
import { apiAs } from '../support/api.ts'
import { isAlive, KOJA, makeAdmin, openFirst, openForm, openQueue, robbery, stateOf } from '../support/review.ts'
import { address, expect, expectAccessible, test, watchErrors } from '../support/test.ts'

// Admins review the queue by keyboard alone: after signing in no test here uses the mouse.

const CODE = '2M7R5QXK0C9D3F8GHJNPTVWYZA'

test('a reviewer claims and approves by keyboard, and the next entry opens', async ({ control, page, signIn }) => {
  const errors = watchErrors(page)
  const [first, second] = [await robbery('amina', { note: 'Two men at the stage.' }), await robbery('baraka')]
  // Times are rounded to the hour, and entries of one hour have no fixed order.
  await control.query(`update app.review_entries set due_at = due_at + interval '1 hour' where subject_id = $1`, [
    second,
  ])
  await signIn(page, 'dalmas', 'admin')
  await openQueue(page)
  await expect(page.getByText('2 open entries.')).toBeVisible()
  await expect(page.locator('[data-entry]').getByText('Two men at the stage.')).toBeVisible()
  await page.keyboard.press('c')
  await expect(page.getByRole('status').getByText(/Assigned to you until/)).toBeVisible()
  await expect(page.getByRole('blockquote').getByText('Two men at the stage.')).toBeVisible()
  await page.keyboard.press('a')
  await expect(page.getByRole('button', { name: 'Approve entry' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Approved.', { exact: true })).toBeVisible()
  await expect(page.locator('[data-entry]')).toHaveCount(1)
  // Beside the next entry it is listed, collapsed, as a sibling report.
  await expect(page.getByText('Two men at the stage.')).toBeHidden()
  expect([await stateOf(control, first), await stateOf(control, second)]).toEqual(['linked', 'in_review'])
  await page.keyboard.press('Escape')
  await expect(page.getByText('1 open entry.')).toBeVisible()
  expect(errors).toEqual([])
})

test('a reviewer rejects with a reason; the note survives a reload, and shortcuts are off while typing', async ({
  control,
  page,
  signIn,
}) => {
  const id = await robbery('amina')
  await signIn(page, 'dalmas', 'admin')
  await openFirst(page)
  await openForm(page, 'r')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Choose a reason.')).toBeVisible()
  await page.keyboard.type('It is not about')
  await page.keyboard.press('Tab')
  await page.keyboard.type('j a e c: no keys here')
  await page.reload()
  await isAlive(page)
  await page.keyboard.press('r')
  await expect(page.getByLabel('Note')).toHaveValue('j a e c: no keys here')
  await expect(page.getByLabel('Reason')).toHaveValue('not_transport')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Rejected.')).toBeVisible()
  await expect(page).toHaveURL(/\/review$/)
  await expect(page.getByText('No open entries', { exact: true })).toBeVisible()
  await expect
    .poll(() => control.query('select state, state_reason from app.reports where id = $1', [id]))
    .toEqual([{ state: 'rejected', state_reason: 'not_transport' }])
})

test('a reviewer corrects the category; the original is kept and shown beside it', { tag: '@all' }, async ({
  control,
  page,
  signIn,
}) => {
  const id = await robbery('amina')
  await signIn(page, 'dalmas', 'admin')
  await openQueue(page)
  await page.keyboard.press('e')
  await expect(page.getByRole('form').getByLabel('Category')).toBeFocused()
  await page.keyboard.type('Theft')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Approved with your edits.')).toBeVisible()
  await expect
    .poll(() => control.query('select category, original from app.reports where id = $1', [id]))
    .toEqual([{ category: 'theft', original: { category: 'robbery' } }])
  await openQueue(page, '?state=closed')
  await page.keyboard.press('Enter')
  await expect(page.locator('del', { hasText: 'Robbery' })).toBeVisible()
  await expect(page.locator('ins', { hasText: 'Theft' })).toBeVisible()
})

test('a reporter without an account answers a reviewer’s question with the receipt, and the report returns to the queue', {
  tag: '@all',
}, async ({ control, newPhone, page, signIn }) => {
  const phone = await newPhone()
  await phone.goto(`${address()}/en/report`)
  await phone.evaluate(
    async (body) => {
      const headers = { 'content-type': 'application/json' }
      await fetch('/api/report-incident', { method: 'POST', headers, body: JSON.stringify(body) })
    },
    { id: randomUUID(), category: 'robbery', place: KOJA, receiptCode: CODE },
  )
  await signIn(page, 'dalmas', 'admin')
  await openFirst(page)
  await expect(page.getByText('No account.')).toBeVisible()
  await openForm(page, 'i')
  await page.keyboard.type('It does not say')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Which side of the road was it?')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Sent back to its author.')).toBeVisible()
  await phone.goto(`${address()}/en/receipt#${CODE}`)
  await expect(phone.getByText('Which side of the road was it?')).toBeVisible()
  await phone.getByLabel('Your answer').fill('The side towards town.')
  await phone.getByRole('button', { name: 'Send answer' }).click()
  await expect(phone.getByRole('heading', { name: 'A reviewer is checking it' })).toBeVisible()
  await openFirst(page)
  await expect(page.getByRole('blockquote').getByText('The side towards town.')).toBeVisible()
  await expect(page.getByText('Earlier decision: Returned')).toBeVisible()
  await expect
    .poll(() => control.query('select answer from app.reports'))
    .toEqual([{ answer: 'The side towards town.' }])
})

test('a bulk rejection previews its sums and holds out what it cannot decide', async ({ control, page, signIn }) => {
  await makeAdmin(control, 'baraka')
  const ids = [await robbery('amina'), await robbery('eve'), await robbery('chebet')]
  await control.query(
    `update app.review_entries set state = 'claimed', claimed_by = $1, claimed_until = app.now() + interval '9 minutes' where subject_id = $2`,
    [CAST.baraka.id, ids[2]],
  )
  await signIn(page, 'dalmas', 'admin')
  await openQueue(page)
  for (const key of ['x', 'j', 'x', 'j', 'x']) await page.keyboard.press(key)
  await expect(page.getByText('3 selected (Report)')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Reject…' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Reason')).toBeEnabled()
  await dialog.getByLabel('Reason').focus()
  await page.keyboard.type('It is not about')
  await dialog.getByRole('button', { name: 'Preview' }).press('Enter')
  await expect(dialog.getByRole('row', { name: '2 do not count' })).toBeVisible()
  await expect(dialog.getByText('Another reviewer has claimed this.')).toHaveCount(1)
  await expect.poll(() => control.query(`select 1 from app.reports where state = 'rejected'`)).toEqual([])
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Reject 2 entries' }).press('Enter')
  await expect(dialog.getByText('2 decided, 1 held out.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Back to queue' }).press('Enter')
  await expect(page.getByText('1 open entry.')).toBeVisible()
  await expect
    .poll(() => control.query(`select id from app.reports where state = 'in_review'`))
    .toEqual([{ id: ids[2] }])
})

test('a reviewer cannot decide their own report; an expired claim is shown', { tag: '@all' }, async ({
  control,
  page,
  signIn,
}) => {
  await robbery('dalmas')
  await signIn(page, 'dalmas', 'admin')
  await openFirst(page)
  await expect(page.getByText('You submitted this')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await page.keyboard.press('a')
  await expect(page.getByRole('form')).toHaveCount(0)
  await control.query('truncate app.review_entries, app.reports cascade')
  await robbery('amina')
  await page.clock.install()
  await openFirst(page)
  await page.keyboard.press('c')
  await expect(page.getByText(/(Yours|Assigned to you) until/).first()).toBeVisible()
  await page.clock.fastForward('15:20')
  await expect(page.getByRole('alert').getByText(/Your claim expired at/)).toBeVisible()
})

test('with 5,000 open entries the first page loads at once, and keyboard navigation continues down the list', {
  tag: '@all',
}, async ({ control, page, signIn }) => {
  await control.query(
    `insert into app.reports (id, content_hash, category, visibility, occurred_at, received_at, lat, lng, accuracy_m, state)
     select gen_random_uuid(), '\\x00', 'robbery', 'coarse', app.now(), app.now(), -1.2812 + n * 0.00001, 36.8226, 20, 'in_review'
       from generate_series(1, 5000) n`,
  )
  await control.query(
    `insert into app.review_entries (kind, subject_id, reason, created_at, due_at)
     select 'report', r.id, 'category', app.now(), app.now() + interval '1 second' * row_number() over () from app.reports r`,
  )
  await signIn(page, 'dalmas', 'admin')
  await page.goto(`${address('admin')}/en/review`)
  await expect(page.getByText('5,000 open entries.')).toBeVisible()
  await isAlive(page)
  for (let n = 0; n < 45; n++) await page.keyboard.press('j')
  await expect(page.locator('[aria-posinset="51"]')).toBeAttached() // the next page was loaded meanwhile
  for (let n = 45; n < 70; n++) await page.keyboard.press('j')
  await expect(page.getByRole('listitem').and(page.locator('[aria-posinset="70"]')).getByRole('link')).toBeFocused()
  expect(await page.locator('[data-entry]').count()).toBeLessThan(80)
})

for (const [locale, colorScheme] of [
  ['en', 'light'],
  ['sw', 'dark'],
] as const)
  test(`the review pages are accessible in ${locale}, ${colorScheme}, and do not scroll sideways on a phone`, {
    tag: '@all',
  }, async ({ control, page, signIn }) => {
    const errors = watchErrors(page)
    const amina = await apiAs('amina')
    const { data } = await amina.POST('/api/v1/reports', {
      body: { id: randomUUID(), category: 'hazard', place: KOJA },
    })
    await robbery('amina', { note: 'Call 0712 345 678' })
    const [entry] = await control.query<{ id: string }>('select id from app.review_entries')
    await signIn(page, 'dalmas', 'admin')
    await page.emulateMedia({ colorScheme })
    for (const path of [
      '/review',
      '/review?state=closed',
      `/review/${entry?.id}`,
      `/review/${entry?.id}?do=approved_with_edits`,
      `/review/${entry?.id}?do=duplicate`,
      `/incidents/${data?.incidentId}`,
      '/incidents/0b6f2c1e-7c1d-4a61-9d0e-2f3b8f0a9c55',
    ]) {
      await page.goto(`${address('admin')}/${locale}${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await expectAccessible(page)
    }
    await page.setViewportSize({ width: 360, height: 740 })
    for (const path of ['/review', `/review/${entry?.id}?do=rejected`]) {
      await page.goto(`${address('admin')}/${locale}${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    }
    expect(errors.filter((words) => !words.includes('404'))).toEqual([])
  })
