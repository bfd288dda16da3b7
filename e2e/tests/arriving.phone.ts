import { address, expect, expectAccessible, test } from '../support/test.ts'

test('says what Salama is on the first visit only, without shifting the page', { tag: '@all' }, async ({ page }) => {
  await page.goto(`${address()}/en`)
  const welcome = page.getByRole('region', { name: 'About Salama' })
  await expect(welcome).toContainText('what riders report')
  await expectAccessible(page)
  await expect
    .poll(async () => (await page.context().cookies()).some(({ name }) => name === 'salama-rider.welcomed'))
    .toBe(true)
  await welcome.getByRole('button', { name: 'Close' }).click()
  await expect(welcome).toBeHidden()
  await page.goto(`${address()}/sw`)
  await expect(page.getByRole('region', { name: 'Kuhusu Salama' })).toBeHidden()
})

test('lists the main roads, and shares one by copying its link', { tag: '@all' }, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${address()}/en/corridors`)
  await expectAccessible(page)
  await page
    .getByRole('main')
    .getByRole('link', { name: /Thika Road/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Thika Road' })).toBeVisible()
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${address()}/en/corridors/thika-road`)
})

test('offers installing once the browser does, and never by itself', { tag: '@all' }, async ({ page }) => {
  await page.goto(`${address()}/en/about-data`)
  const install = page.getByRole('button', { name: 'Install the app' })
  await expect(install).toBeHidden()
  await page.evaluate(() => {
    const event = Object.assign(new Event('beforeinstallprompt'), {
      prompt: async () => {
        document.title = 'prompted'
      },
    })
    window.dispatchEvent(event)
  })
  await install.click()
  await expect(page).toHaveTitle('prompted')
  await expect(install).toBeHidden()
})
