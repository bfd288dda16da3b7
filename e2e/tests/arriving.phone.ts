import { address, expect, expectAccessible, test } from '../support/test.ts'

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
