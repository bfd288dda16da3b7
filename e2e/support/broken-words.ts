import type { Page } from '@playwright/test'

/**
 * The words that continue on another line without a hyphen, each with its element. Not those of e-mail addresses, codes
 * and URLs, which may break anywhere, and not those that the screen is too narrow for, or that are hyphenated: from 14
 * letters.
 */
export const brokenWords = (page: Page, { atAnySize = false } = {}): Promise<string[]> =>
  page.evaluate((atAnySize) => {
    if (!atAnySize && document.documentElement.style.fontSize) return []
    const room = document.documentElement.clientWidth - 32
    const found: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const element = text.parentElement
      if (!element?.checkVisibility() || element.getBoundingClientRect().width < 2) continue
      if (getComputedStyle(element).wordBreak === 'break-all' || element.closest('pre, code, textarea')) continue
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/(?<!\S)\p{L}{3,13}(?!\S)/gu)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const parts = Array.from(range.getClientRects())
        const lines = new Set(parts.map(({ top }) => Math.round(top)))
        if (lines.size > 1 && parts.reduce((sum, { width }) => sum + width, 0) < room)
          found.push(`${word}: ${element.outerHTML.slice(0, 160)}`)
      }
    }
    return found
  }, atAnySize)
