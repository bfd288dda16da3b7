/** Puts the focus on the first control of a form that is marked as wrong, which brings it into sight and reads it out. */
export const focusFirstWrong = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
