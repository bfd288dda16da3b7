/**
 * The `ref` of a text control that is rendered on the server: reports what was typed into it before the page's script
 * was there, on a slow network for seconds. React does not hear of it, and would empty the control at its next render.
 */
export function reportEarlyText(control: HTMLInputElement | HTMLTextAreaElement | null): void {
  if (control === null || control.value === control.defaultValue) return
  const early = control.value
  // React ignores an event that changes nothing, so it first has to see the text that it rendered. It watches the
  // property of the element, and not that of its prototype.
  control.value = control.defaultValue
  Reflect.set(Object.getPrototypeOf(control), 'value', early, control)
  control.dispatchEvent(new Event('input', { bubbles: true }))
}
