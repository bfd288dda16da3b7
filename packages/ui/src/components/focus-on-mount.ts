/** A ref for what takes the place of a pressed button, or of a whole page: who came by keyboard or switch goes on from there. */
export const focusOnMount = (node: HTMLElement | null) => node?.focus()

/** Puts the focus on the first control of a form that is marked as wrong, which brings it into sight and reads it out. */
export const focusFirstWrong = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
