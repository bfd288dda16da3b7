import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CAST } from '@salama/testing'
import { address, expect, expectAccessible, test, watchErrors } from '../support/test.ts'

// What an admin does besides reviewing: users, field work, vehicles, the network, the audit log.

const FEED = join(import.meta.dirname, '../../cities/nairobi/gtfs.zip')
const at = (path: string) => `${address('admin')}/en/${path}`

test('an admin grants the surveyor role with a reason, and the user’s audit log shows it', async ({ page, signIn }) => {
  await signIn(page, 'dalmas', 'admin')
  await page.goto(at('users'))
  await page.getByRole('searchbox', { name: 'Email, name or id' }).fill('baraka')
  await page.getByRole('button', { name: 'Show results' }).click()
  await expect(page).toHaveURL(/q=baraka/) // the rows have moved
  await page.getByRole('link', { name: CAST.baraka.email }).click()
  await page.getByRole('checkbox', { name: 'Surveyor' }).check()
  await page.getByRole('button', { name: 'Change roles' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Change roles' }).click()
  await expect(dialog.getByText('at least 3 characters')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Passed the field test.')
  await dialog.getByRole('button', { name: 'Change roles' }).click()
  await expect(page.getByText('Roles changed.')).toBeVisible()
  await expect(
    page
      .getByRole('listitem')
      .filter({ hasText: /changed the roles of an account.*Passed the field test/ })
      .first(),
  ).toBeVisible()
  await page.goto(at(`users/${CAST.dalmas.id}`))
  await expect(page.getByText('You cannot change your own roles')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Admin' })).toBeDisabled()
})

test('an assignment form links to its errors; its area is drawn on the map or typed, a slot is assigned and freed, and the assignment is closed again', {
  tag: '@all',
}, async ({ page, signIn }) => {
  await signIn(page, 'dalmas', 'admin')
  await page.goto(at('assignments/new'))
  await page.getByRole('button', { name: 'Create assignment' }).click()
  await expect(page.getByText('Enter a title.')).toBeVisible()
  await expect(page.getByLabel('Title in English')).toBeFocused()
  await page.getByLabel('Title in English').fill('Matatus in the centre')
  await page.getByLabel('Title in Swahili').fill('Matatu za katikati ya jiji')
  const stage = page.getByRole('combobox', { name: 'Stage or landmark' })
  await stage.fill('koj')
  await page.getByRole('option', { name: 'Koja' }).first().click()
  await expect(stage).toHaveValue('Koja')
  await expect(page.getByText('Chosen: Koja')).toBeVisible()
  await expect(page.getByRole('option')).toHaveCount(0)
  await page.getByLabel('Due').fill('2020-01-01T10:00')
  await page.getByRole('button', { name: 'Create assignment' }).click()
  await expect(page.getByText('Enter a time within the next year.')).toBeVisible()
  await expect(page.getByLabel('Due')).toBeFocused()
  await page.getByLabel('Due').fill('')
  await page.getByRole('radio', { name: 'In an area' }).check()
  await page.getByRole('button', { name: 'Create assignment' }).click()
  await expect(page.getByText('Draw an area or enter its four sides')).toBeVisible()
  await expect(page.getByLabel('North')).toBeFocused()
  await page.getByRole('button', { name: 'Draw on the map' }).click()
  await page.getByTestId('draw').scrollIntoViewIfNeeded()
  const box = await page.getByTestId('draw').boundingBox()
  if (!box) throw new Error('there is no map')
  await page.mouse.move(box.x + 100, box.y + 80)
  await page.mouse.down()
  await page.mouse.move(box.x + 300, box.y + 220)
  await page.mouse.up()
  await expect(page.getByLabel('North')).toHaveValue(/^-1\.\d{5}$/)
  await page.getByLabel('South').fill('-1.31')
  await page.getByRole('button', { name: 'Create assignment' }).click()
  await expect(page.getByRole('heading', { name: 'Matatus in the centre' })).toBeVisible()
  await expect(page.getByText('0 of 3 approved').first()).toBeVisible()
  const dialog = page.getByRole('dialog')
  const slot = page.getByRole('row', { name: /^2 / })
  await slot.getByRole('button', { name: 'Assign to…' }).click()
  await expect(dialog.getByRole('button', { name: 'Assign slot' })).toBeDisabled()
  await dialog.getByRole('combobox', { name: 'Surveyor’s name or email' }).fill('cheb')
  await page.getByRole('option', { name: CAST.chebet.email }).click()
  await dialog.getByLabel('Reason').fill('She knows the centre.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Assign slot' }).click()
  await expect(page.getByText('Slot 2 assigned.')).toBeVisible()
  await expect(slot).toContainText(CAST.chebet.email)
  await slot.getByRole('button', { name: 'Free slot…' }).click()
  await dialog.getByLabel('Reason').fill('She is ill.')
  await dialog.getByRole('button', { name: 'Free slot…' }).click()
  await expect(slot).not.toContainText(CAST.chebet.email)
  await page.getByRole('button', { name: 'Close assignment' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('Asked for by mistake.')
  await page.getByRole('dialog').getByRole('button', { name: 'Close assignment' }).click()
  await expect(page.getByText('Asked for by mistake.')).toBeVisible()
  await expect(page.getByText('unclaimed 3')).toBeVisible()
  await expect(page.getByRole('cell', { name: 'open', exact: true })).toHaveCount(0)
  await page.goto(`${address('admin')}/sw/assignments?state=closed`)
  await expect(page.getByRole('link', { name: 'Matatu za katikati ya jiji' }).first()).toBeVisible()
})

test('editing a vehicle saves a new version, rejects an unchanged form, and its sticker is printed', {
  tag: '@all',
}, async ({ page, signIn }) => {
  const seats = '14'
  await signIn(page, 'dalmas', 'admin')
  await page.goto(at('vehicles?q=kzz 301'))
  await page.getByRole('link', { name: 'KZZ 301D' }).click()
  await page.getByRole('button', { name: 'Save new version' }).click()
  await expect(page.getByText('Nothing has changed.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByLabel('Seats').fill(seats)
  await page.getByRole('button', { name: 'Save new version' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('The logbook says so.')
  await page.getByRole('dialog').getByRole('button', { name: 'Save new version' }).click()
  await expect(page.getByText('New version saved.')).toBeVisible()
  const newest = page.getByRole('row', { name: /\d \(current\)/ })
  await expect(newest).toContainText('The logbook says so.')
  await expect(newest).toContainText(seats)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Stickers (6 on A4)' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('salama-stickers.pdf')
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
})

test('a feed shows a preview of its changes, is applied with a reason, and appears in the audit log and its export', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'dalmas', 'admin')
  await page.goto(at('network'))
  await page
    .getByLabel('Feed as a zip file')
    .setInputFiles({ name: 'holiday.zip', mimeType: 'application/zip', buffer: Buffer.from('no zip') })
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(page.getByText('Choose a feed, or a new one.')).toBeVisible()
  await page.getByLabel('Feed', { exact: true }).selectOption('nairobi')
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(page.getByRole('heading', { name: '1 problem' })).toBeVisible()
  await page.goto(at('network'))
  await page.getByLabel('Feed as a zip file').setInputFiles(FEED)
  await page.getByLabel('Feed', { exact: true }).selectOption('nairobi')
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(page.getByRole('heading', { name: 'Changes if applied' })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('row', { name: /Routes 0 0 0 136/ })).toBeVisible()
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('The season’s feed.')
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('The network matches this feed')).toBeVisible({ timeout: 60_000 })
  await page.goto(at('audit?action=feed'))
  await expect(
    page.getByRole('listitem').filter({ hasText: /applied a network feed.*The season’s feed/ }),
  ).toBeVisible()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /Download as CSV/ }).click(),
  ])
  expect((await readFile(await file.path())).toString()).toContain('The season’s feed.')
})

test('the audit log is readable and can be filtered by an admin’s e-mail; an invalid filter is marked and returns no rows', {
  tag: '@all',
}, async ({ control, page, signIn }) => {
  await control.query(
    `select app.audit($1, 'review.rejected', 'review_entry', gen_random_uuid()::text, 'not_transport', '{"kind": "report"}')`,
    [CAST.dalmas.id],
  )
  await signIn(page, 'dalmas', 'admin')
  await page.goto(at('audit'))
  const who = page.getByRole('searchbox', { name: 'Email or id of the admin' })
  const file = page.getByRole('link', { name: /Download as CSV/ })
  await who.fill(CAST.dalmas.email)
  await page.getByRole('button', { name: 'Show results' }).click()
  await expect(file).toHaveAttribute('href', `/api/audit-log/export?actorId=${CAST.dalmas.id}&limit=5000`)
  await expect(
    page.getByRole('listitem').filter({ hasText: /rejected a report.*not about public transport/ }),
  ).toBeVisible()
  await who.fill('nobody@salama.test')
  await page.getByRole('button', { name: 'Show results' }).click()
  await expect(who).toHaveAccessibleDescription('No match, or more than one.')
  await expect(who).toHaveValue('nobody@salama.test')
  await expect(page.getByRole('listitem').filter({ hasText: 'rejected a report' })).toHaveCount(0)
  await expect(file).toHaveCount(0)
  await expectAccessible(page)
  for (const [path, marked] of [
    ['audit?from=2026-11-21&to=2026-11-20', 'Must not be after the last day.'],
    ['dashboard?from=2026-11-21&to=2026-11-20', 'Must not be after the last day, nor more than 92 days before it.'],
    ['users?role=owner', '“owner” is not valid.'],
  ] as const) {
    expect((await page.goto(at(path)))?.status()).toBe(200)
    await expect(page.getByText(marked)).toBeVisible()
    await expect(page.getByText('Invalid filter')).toBeVisible()
    await expect(page.getByRole('table')).toHaveCount(0)
  }
})

test('every chart of the dashboard has its table', { tag: '@all' }, async ({ page, signIn }) => {
  await signIn(page, 'dalmas', 'admin')
  await page.goto(at('dashboard'))
  const plots = page.getByRole('figure')
  await expect(plots).toHaveCount(11)
  for (const plot of await plots.all()) {
    await plot.locator('summary').click()
    await expect(plot.locator('details > *').nth(1)).toBeVisible()
  }
})

test('on a phone the navigation scrolls to the current page, and a user’s page does not scroll sideways', {
  tag: '@all',
}, async ({ page, signIn }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, 'dalmas', 'admin')
  await page.goto(at('audit'))
  await expect(page.getByRole('link', { name: 'Audit log' })).toBeInViewport({ ratio: 0.9 }) // items end between pixels
  await page.goto(`${address('admin')}/sw/users/${CAST.dalmas.id}`)
  await expect(page.getByText('Aliingia mara ya mwisho')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

const PAGES = [
  'dashboard',
  'users',
  'assignments',
  'assignments/new',
  'vehicles',
  'learning',
  'saccos',
  'saccos/duplicates',
  'network',
  'audit',
]

for (const [locale, colorScheme] of [
  ['en', 'light'],
  ['sw', 'dark'],
] as const)
  test(`the admin console is accessible in ${locale}, ${colorScheme}`, { tag: locale === 'en' ? [] : '@all' }, async ({
    page,
    signIn,
  }) => {
    await page.emulateMedia({ colorScheme })
    const errors = watchErrors(page)
    await signIn(page, 'dalmas', 'admin')
    for (const path of [
      ...PAGES,
      `users/${CAST.baraka.id}`,
      'vehicles/0c000000-0000-4000-8000-000000000001',
      'saccos/kifaru-demo',
    ]) {
      await page.goto(`${address('admin')}/${locale}/${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page)
    }
    expect(errors).toEqual([])
  })
