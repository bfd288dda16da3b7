/** A ref for what takes the place of a pressed button: whoever came by keyboard or switch goes on from there. */
export const takeFocus = (node: HTMLElement | null) => node?.focus()
