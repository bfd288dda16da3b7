import type { Locator, Page } from '@playwright/test'
import { reportsAt } from '../support/report.ts'
import { address, expect, test } from '../support/test.ts'

/** Presses Tab until the element has the focus, and expects a visible focus ring. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible()
  for (let pressed = 0; pressed < 60; pressed++) {
    await page.keyboard.press('Tab')
    if (!(await wanted.evaluate((element) => element === document.activeElement))) continue
    const isRinged = await wanted.evaluate((element) => {
      let within: Element | null = element // a field's ring may be around its whole box
      while (within && getComputedStyle(within).outlineStyle === 'none') within = within.parentElement
      return within !== null
    })
    expect(isRinged, 'focus can be seen').toBe(true)
    return
  }
  throw new Error(`Sixty times Tab did not lead to ${wanted}`)
}

test('a whole report by keyboard alone, with visible focus', { tag: '@all' }, async ({ control, page }) => {
  const press = async (name: string) => {
    await tabTo(page, page.getByRole('button', { name, exact: true }))
    await page.keyboard.press('Enter')
  }
  await page.goto(`${address()}/en/report`)
  await tabTo(page, page.getByRole('link', { name: 'Skip to the content' }))
  await page.keyboard.press('Enter')
  await press('Crash')
  await tabTo(page, page.getByRole('combobox', { name: 'Or choose a stage or landmark' }))
  await page.keyboard.type('Koja')
  await expect(page.getByRole('option', { name: 'Koja' }).first()).toHaveAttribute('data-highlighted')
  await page.keyboard.press('Enter')
  await press('No, nobody')
  await press('Send report')
  await expect(page.getByRole('heading', { name: /^Crash at Koja/ })).toBeFocused()
  await expect.poll(() => reportsAt(control)).toBe(1)
})
