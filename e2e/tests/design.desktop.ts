import { moveClock } from '@salama/testing/world-clock'
import { address, expect, expectAccessible, test, watchErrors, watchOutside } from '../support/test.ts'

test('the design page shows every component in both languages and sizes, and is accessible', { tag: '@all' }, async ({
  page,
}) => {
  const [outside, errors] = [watchOutside(page, 'api'), watchErrors(page)]
  // The minute may change between the server's rendering and the page's.
  await page.addInitScript(moveClock, 60_000)
  await page.goto(`${address('api')}/design`)
  for (const part of [
    'Colours',
    'Type',
    'Controls and marks',
    'Fields',
    'Faces of a list',
    'Incidents',
    'Map and its twin',
  ])
    await expect(page.getByRole('heading', { level: 2, name: part })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show the map' }).click()
  await expect(page.locator('canvas')).toBeVisible()
  await page
    .getByRole('button', { name: /^Road hazard/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: /^Road hazard/ }).first()).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Open a sheet' }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Kiswahili' }).click()
  await expect(page).toHaveURL(`${address('api')}/sw/design`)
  await expect(page.getByText('Imethibitishwa na abiria').first()).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  expect({ outside, errors }).toEqual({ outside: [], errors: [] })
})
