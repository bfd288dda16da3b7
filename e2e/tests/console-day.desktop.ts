import { readFile } from 'node:fs/promises'
import { CAST } from '@salama/testing'
import { oneTimeCode } from '../support/one-time-code.ts'
import { hazardAtKoja, injuryAtKoja } from '../support/report.ts'
import { makeAdmin } from '../support/review.ts'
import { address, expect, expectAccessible, fillCredentials, test, watchErrors } from '../support/test.ts'

test('a new admin sets up a second factor before anything else, signs in with it, is alerted to an injury, searches, and reads the dashboard', async ({
  control,
  page,
  signIn,
}) => {
  const errors = watchErrors(page)
  await makeAdmin(control, 'eve')
  await control.query('delete from app.second_factor_waivers where user_id = $1', [CAST.eve.id])
  const { incidentId } = await hazardAtKoja()
  await control.query(`update app.incidents set published_at = published_at - interval '8 days' where id = $1`, [
    incidentId,
  ])

  // She cannot open the console before she has turned the second factor on.
  await signIn(page, 'eve', 'admin')
  await page.goto(`${address('admin')}/en/review`)
  await expect(page).toHaveURL(`${address('admin')}/en/second-factor`)
  await expectAccessible(page)
  const setup = page.getByRole('region', { name: 'Two-step sign-in' })
  await setup.getByRole('button', { name: 'Set up' }).click()
  const secret = ((await setup.locator('code').textContent()) ?? '').replaceAll(' ', '')
  const used = oneTimeCode(secret)
  await setup.getByLabel('Code', { exact: true }).fill(used)
  await setup.getByRole('button', { name: 'Turn on' }).click()
  await expect(setup.getByText('Save your recovery codes')).toBeVisible()
  await expect(setup.getByText('10 recovery codes left.')).toBeVisible()
  const recovery = (await setup.getByRole('listitem').first().textContent()) ?? ''

  await setup.getByRole('link', { name: 'Continue' }).click()
  await expect(page).toHaveURL(`${address('admin')}/en/review`)

  // She signs in again: with the password, and then with a code; that of the app was used, so with one for a lost phone.
  await page.goto(`${address('admin')}/en/account`)
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page).not.toHaveURL(/account/)
  await page.goto(`${address('admin')}/en/review`)
  await fillCredentials(page, CAST.eve.email)
  await expect(page.getByRole('heading', { level: 1, name: 'Two-step sign-in' })).toBeVisible()
  const code = page.getByLabel('Code', { exact: true })
  await code.fill(used)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('This code is incorrect or already used. Wait for the next one.')).toBeVisible()
  await expectAccessible(page)
  const listening = page.waitForResponse('**/api/alerts/stream')
  await code.fill(recovery)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(`${address('admin')}/en/review`)
  expect((await listening).status()).toBe(200)
  await expect(page).toHaveTitle(/^[^(]/)

  // An injury is reported: she is told on the open page, in its title, and gets to the report.
  await injuryAtKoja()
  const toast = page.getByRole('status').filter({ hasText: 'Injury reported' })
  await expect(toast).toBeVisible()
  await expect(page).toHaveTitle(/^\(1\) /)
  await expect(page.getByRole('button', { name: 'Alerts 1 unread' })).toBeVisible()
  await toast.getByRole('link', { name: 'Open' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Review a/ })).toBeVisible()
  await expect(page).toHaveTitle(/^\(1\) /)

  // She finds a vehicle and its operator.
  for (const [text, kind, path] of [
    ['kzz301d', 'KZZ 301D', 'vehicles'],
    ['Kifaru Demo Sacco', 'Kifaru Demo Sacco', 'saccos'],
  ] as const) {
    await page.keyboard.press('Control+k')
    const dialog = page.getByRole('dialog', { name: 'Search' })
    await dialog.getByRole('combobox', { name: 'What are you looking for?' }).fill(text)
    await expect(dialog.locator('[role="option"][data-highlighted]')).toContainText(kind)
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('heading', { level: 1, name: kind })).toBeVisible()
    expect(new URL(page.url()).pathname).toMatch(`/en/${path}/`)
  }

  // The figures: of a shorter and of a longer period, by the week on the map, as a file, and as a list.
  await page.getByRole('link', { name: 'Dashboard' }).click()
  const total = page
    .getByRole('region', { name: 'Main figures' })
    .getByRole('listitem')
    .filter({ hasText: /^Incidents/ })
    .getByRole('link')
  for (const [preset, days, incidents] of [
    ['Last 7 days', 7, '1'],
    ['Last 28 days', 28, '2'],
  ] as const) {
    await page.getByRole('link', { name: preset }).click()
    await expect(page).toHaveURL(`${address('admin')}/en/dashboard?days=${days}`)
    await expect(page.getByRole('link', { name: preset })).toHaveAttribute('aria-current', 'page')
    await expect(total).toHaveText(incidents)
  }
  const figure = (title: string) => page.getByRole('figure').filter({ has: page.getByRole('heading', { name: title }) })
  const hotSpots = figure('Hot spots')
  const week = hotSpots.getByRole('slider', { name: 'Week' })
  await expect(hotSpots.locator('output')).toHaveText('Whole period')
  await expect(hotSpots.getByRole('link', { name: '2 incidents in this area' })).toBeVisible()
  await week.press('End')
  await expect(hotSpots.locator('output')).toHaveText(/^Week of \d/)
  await expect(week).toHaveAttribute('aria-valuetext', /^Week of \d/)
  await expect(hotSpots.getByRole('link', { name: '1 incident in this area' })).toBeVisible()
  await expect(hotSpots.getByRole('link', { name: '2 incidents in this area' })).toHaveCount(0)

  const confidence = figure('Confidence in incidents')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    confidence.getByRole('link', { name: 'Download CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('Confidence in incidents.csv')
  const csv = (await readFile(await file.path())).toString().replace(/^\uFEFF/, '')
  await confidence.locator('summary').click()
  const table = await confidence
    .locator('details tr')
    .evaluateAll((rows) => rows.map((row) => Array.from(row.children, (cell) => cell.textContent)))
  expect(table).toContainEqual(['Unverified', '2'])
  expect(csv.trimEnd().split('\r\n')).toEqual(table.map((cells) => cells.join(',')))

  await confidence.getByRole('link', { name: 'Unverified', exact: true }).click()
  await expect(page).toHaveURL(/\/en\/incidents\?.*corroboration=unverified/)
  await expect(page.getByRole('combobox', { name: 'Confidence' })).toHaveValue('unverified')
  await expect(page.locator('li[data-incident]')).toHaveCount(2)

  // She turns it off again, and the console is closed to her until it is on.
  await page.goto(`${address('admin')}/en/account`)
  await setup.getByRole('button', { name: 'Turn off' }).click()
  await expect(setup.getByText(/^The console opens once you have an authenticator app or a passkey/)).toBeVisible()
  expect(errors).toEqual([expect.stringContaining('422')]) // the wrong code
})
