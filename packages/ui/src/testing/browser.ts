import { expect } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'

// What a `*.browser.test.tsx` needs: a page in Chromium.

export { page, render, userEvent }

/**
 * Presses a button twice before anything that the first press began can end, such as an answer or a write to storage:
 * with two presses of the mouse it would depend on the machine what the second one meets.
 */
export async function pressTwice(button: Locator): Promise<void> {
  await expect.element(button).toBeEnabled()
  const pressed = button.element()
  if (!(pressed instanceof HTMLElement)) throw new Error('Nothing that can be pressed')
  pressed.click()
  await Promise.resolve() // what the first press changes at once is shown
  pressed.click()
}
