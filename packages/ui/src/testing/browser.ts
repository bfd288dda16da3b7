// What a `*.browser.test.tsx` needs: a page in Chromium.

export { page } from 'vitest/browser'
export { render } from 'vitest-browser-react'
