// What a `*.browser.test.tsx` needs: a page in Chromium.

export { page, userEvent } from 'vitest/browser'
export { render } from 'vitest-browser-react'
