/** A ref for what takes the place of a pressed button, or of a whole page: who came by keyboard or switch goes on from there. */
export const takeFocus = (node: HTMLElement | null) => node?.focus()
