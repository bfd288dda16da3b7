import type { Locator, Page } from '@playwright/test'
import { expect } from './test.ts'

/** What covers a button at the current scroll position; empty if nothing does. */
const inTheWay = (button: Locator) =>
  button.evaluate((element) => {
    const { clientWidth, clientHeight } = document.documentElement
    const { left, right, top, bottom } = element.getBoundingClientRect()
    if (left < 0 || top < 0 || right > clientWidth || bottom > clientHeight)
      return `outside the screen: y ${Math.round(top)} to ${Math.round(bottom)} of ${clientHeight}`
    for (const y of [(top + bottom) / 2, bottom - 2]) {
      const hit = document.elementFromPoint((left + right) / 2, y)
      if (!element.contains(hit)) return `covered at y ${Math.round(y)} by ${hit?.outerHTML.slice(0, 120)}`
    }
    return ''
  })

/** Expects a button to be on the screen without scrolling, its middle and lower edge uncovered. */
export const expectPressableUnscrolled = (button: Locator) =>
  expect.poll(() => inTheWay(button), { message: `${button} can be pressed without scrolling` }).toBe('')

/** The same after scrolling to the button, as far as the page allows. */
export async function expectPressable(button: Locator): Promise<void> {
  await button.evaluate((element) => element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' }))
  await expectPressableUnscrolled(button)
}

/** Expects at least one button in the page's body, and all of them to be pressable. */
export async function expectAllPressable(page: Page): Promise<void> {
  const buttons = page.getByRole('main').getByRole('button').filter({ visible: true })
  await expect(buttons.first()).toBeVisible()
  for (const button of await buttons.all()) await expectPressable(button)
}

/** Sets the text size in percent, like the phone's own setting. */
export const setTextSize = (page: Page, percent: number) =>
  page.evaluate((size) => {
    document.documentElement.style.fontSize = `${size}%`
  }, percent)

/**
 * Waits until our font is there for the next pages. A phone's own font, in which a first page may be shown, is narrower
 * than ours; this machine's is wider.
 */
export const haveOurFont = (page: Page) => page.evaluate(() => document.fonts.ready.then(() => null))
