import type { Locator, Page } from '@playwright/test'
import { expect } from './test.ts'

/** What covers each of some buttons; empty if nothing does. All at once: a page may replace one between two questions. */
const inTheWay = (buttons: Locator, scroll: boolean) =>
  buttons.evaluateAll((elements, scroll) => {
    const { clientWidth, clientHeight } = document.documentElement
    if (elements.length === 0) return ['there is none']
    return elements.flatMap((element) => {
      if (scroll) element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const { left, right, top, bottom } = element.getBoundingClientRect()
      if (left < 0 || top < 0 || right > clientWidth || bottom > clientHeight)
        return [`outside the screen: y ${Math.round(top)} to ${Math.round(bottom)} of ${clientHeight}`]
      return [(top + bottom) / 2, bottom - 2].flatMap((y) => {
        const hit = document.elementFromPoint((left + right) / 2, y)
        return element.contains(hit) ? [] : [`covered at y ${Math.round(y)} by ${hit?.outerHTML.slice(0, 120)}`]
      })
    })
  }, scroll)

const expectFree = (buttons: Locator, scroll: boolean, message: string) =>
  expect.poll(() => inTheWay(buttons, scroll), { message: `${buttons} ${message}` }).toEqual([])

/** Expects a button to be on the screen without scrolling, its middle and lower edge uncovered. */
export const expectPressableUnscrolled = (button: Locator) =>
  expectFree(button, false, 'can be pressed without scrolling')

/** The same after scrolling to the button, as far as the page allows. */
export const expectPressable = (button: Locator) => expectFree(button, true, 'can be pressed')

/** Expects at least one button in the page's body, and all of them to be pressable. */
export const expectAllPressable = (page: Page) =>
  expectPressable(page.getByRole('main').getByRole('button').filter({ visible: true }))

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
