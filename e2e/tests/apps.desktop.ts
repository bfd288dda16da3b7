import { tokenOf } from '../support/api.ts'
import { address, expect, expectAccessible, signInOnPage, test, watchErrors, watchOutside } from '../support/test.ts'

test('five apps on one host keep separate sessions', async ({ page }) => {
  await signInOnPage(page, 'amina', 'rider')
  await signInOnPage(page, 'chebet', 'surveyor')
  await page.goto(`${address('rider')}/en/account`)
  await expect(page.getByText('amina@salama.test')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page).not.toHaveURL(/account/)
  await page.goto(`${address('rider')}/en/account`)
  await expect(page).toHaveURL(/sign-in/)
  await page.goto(`${address('surveyor')}/en/account`)
  await expect(page.getByText('chebet@salama.test')).toBeVisible()
})

test('every app runs its own scripts, and none that was put into a page', async ({ page }) => {
  const errors = watchErrors(page)
  const pages = [
    `${address('rider')}/en`,
    `${address('rider')}/en/report`,
    `${address('surveyor')}/en`,
    `${address('learning')}/en`,
    `${address('api')}/en/changelog`,
    `${address('admin')}/en/sign-in`,
  ]
  for (const each of pages) {
    await page.goto(each)
    await expect(page.locator('html')).toHaveAttribute('data-ready')
  }
  expect(errors).toEqual([])
  for (const each of pages) {
    await page.goto(each)
    const ran = await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'document.title = "ran"'
      document.body.append(script)
      return document.title === 'ran'
    })
    expect(ran).toBe(false)
  }
})

/** By its link, which opens it: Swagger UI keeps operations that are far from the screen out of the page. */
const CURRENT_USER = () => `${address('api')}/api/docs#/Auth/getCurrentUser`

test('Swagger UI runs an operation with a token, with no requests to other hosts', async ({ page }) => {
  const [outside, errors] = [watchOutside(page, 'api'), watchErrors(page)]
  await page.goto(`${address('api')}/api/docs`)
  await page.getByRole('button', { name: 'Authorize', exact: true }).click()
  await page.getByRole('textbox', { name: 'auth-bearer-value' }).fill(await tokenOf('eve'))
  const bearer = page.locator('form', { hasText: 'bearerAuth' })
  await bearer.getByRole('button', { name: 'Apply credentials' }).click()
  await bearer.getByRole('button', { name: 'Close', exact: true }).click()
  await page.goto(CURRENT_USER())
  await page.reload() // the token is kept
  const operation = page.locator('#operations-Auth-getCurrentUser')
  await operation.getByRole('button', { name: 'Try it out' }).click() // no try-it opens by itself
  await expect(operation.getByRole('region', { name: 'Samples' }).getByText('SALAMA_TOKEN')).toBeVisible()
  await operation.getByRole('button', { name: 'Execute' }).click()
  await expect(
    page.locator('.live-responses-table td.response-col_description:not(.col_header)').first(),
  ).toContainText('eve@salama.test')
  expect({ outside, errors }).toEqual({ outside: [], errors: [] })
})

test('Swagger UI is readable in dark mode and follows the device’s colour scheme when it changes', {
  tag: '@all',
}, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(CURRENT_USER())
  await expect(page.locator('#operations-Auth-getCurrentUser').getByRole('button', { name: 'Try it out' })).toBeVisible(
    { timeout: 45_000 },
  )
  await expectAccessible(page, { only: 'colours', without: '.microlight' }) // samples have the same colours in both themes
  const ink = () =>
    page
      .locator('.swagger-ui')
      .first()
      .evaluate((element) => getComputedStyle(element).color)
  const dark = await ink()
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(ink).not.toBe(dark)
})

test('Redoc shows the contract, with no requests to other hosts', { tag: '@all' }, async ({ page }) => {
  const [outside, errors] = [watchOutside(page, 'api'), watchErrors(page)]
  await page.goto(`${address('api')}/api/redoc`)
  // Redoc lays out the whole document before it shows any of it.
  await expect(page.getByRole('heading', { name: /Salama API/ }).first()).toBeVisible({ timeout: 45_000 })
  await expect(page.getByRole('heading', { name: 'List incidents near a place' })).toBeVisible()
  expect({ outside, errors }).toEqual({ outside: [], errors: [] })
})
