import type {} from '@testing-library/jest-dom/vitest'
import userEvent from '@testing-library/user-event'

// What a `*.dom.test.tsx` needs: a page without a browser.

export { act, render, screen, waitFor, within } from '@testing-library/react'

/** A person who presses and types. */
export const person = () => userEvent.setup()
