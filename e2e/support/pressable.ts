import type { Locator, Page } from '@playwright/test'
import { expect } from './test.ts'

/** What is in the way of pressing a button as the page is scrolled now; empty when nothing is. */
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

/** A button is on the screen as it is, and neither its middle nor its lower edge lies under anything else. */
export const expectPressableUnscrolled = (button: Locator) =>
  expect.poll(() => inTheWay(button), { message: `${button} can be pressed without scrolling` }).toBe('')

/** The same once somebody has scrolled to the button, as far as the page goes. */
export async function expectPressable(button: Locator): Promise<void> {
  await button.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
  await expect.poll(() => inTheWay(button), { message: `${button} can be pressed` }).toBe('')
}

/** Every button in the body of a page can be pressed, and there are some. */
export async function expectAllPressable(page: Page): Promise<void> {
  const buttons = page.getByRole('main').getByRole('button').filter({ visible: true })
  await expect(buttons.first()).toBeVisible()
  for (const button of await buttons.all()) await expectPressable(button)
}

/** Shows text at this many percent, as somebody may have set their phone. */
export const setTextSize = (page: Page, percent: number) =>
  page.evaluate((size) => {
    document.documentElement.style.fontSize = `${size}%`
  }, percent)
