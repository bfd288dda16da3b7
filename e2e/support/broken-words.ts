import type { Page } from '@playwright/test'

/**
 * The words that continue on another line without a hyphen, each with its element. Not those of e-mail addresses, codes
 * and URLs, which may break anywhere, and not at other text sizes, at which a word may be wider than the screen.
 */
export const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    if (document.documentElement.style.fontSize) return []
    const found: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const element = text.parentElement
      if (!element?.checkVisibility() || element.getBoundingClientRect().width < 2) continue
      if (getComputedStyle(element).wordBreak === 'break-all' || element.closest('pre, code, textarea')) continue
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/(?<!\S)\p{L}{3,20}(?!\S)/gu)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const lines = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top)))
        if (lines.size > 1) found.push(`${word}: ${element.outerHTML.slice(0, 160)}`)
      }
    }
    return found
  })
