import { isPageReady } from '../apps/mark-ready.tsx'

/**
 * A ref that focuses what replaces a pressed button or a whole page, so that keyboard and switch users continue from
 * there. What came with the page takes the focus from nobody: it may be in use before the script responds.
 */
export const focusOnMount = (node: HTMLElement | null) => {
  if (isPageReady()) node?.focus()
}

/** Focuses the first invalid control of a form, which scrolls it into view and announces it. */
export const focusFirstWrong = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
