/**
 * Runs in the browser, inline in a page whose scripts the server sent inert (late-scripts.ts): starts them, and keeps
 * what is pressed before they respond. It is sent as the text of this function, so it uses nothing from outside.
 *
 * Scripts start after the first paint. A page that can be read without them, marked with `data-scripts="late"`, fetches
 * them then, and starts them three seconds after it has loaded. Any sign that somebody uses the page starts them at
 * once. Buttons pressed before React responds are pressed again once the page dispatches `hydrated`.
 */
export function startScripts(): void {
  const LATE_MS = 3_000
  /** For a page that is not painted, for example in the background. */
  const PAINT_MS = 1_000
  /** For a page that never says `hydrated`: its scripts failed, or it is an error page. */
  const GIVE_UP_MS = 10_000
  const SIGNS = ['pointerdown', 'pointermove', 'touchstart', 'wheel', 'keydown', 'focusin', 'input', 'click']

  let isStarted = false
  let isHydrated = false
  const pressed = new Set<HTMLElement>()
  const chosen = new Map<HTMLSelectElement, string>()

  const inert = () => [...document.querySelectorAll<HTMLScriptElement>('script[type="late"]')]

  function insert(): void {
    for (const late of inert()) {
      const script = document.createElement('script')
      script.setAttribute('src', late.getAttribute('src') ?? '') // Turbopack compares paths, not URLs
      script.async = true
      late.replaceWith(script)
    }
  }

  function onSign(event: Event): void {
    // A browser moves the pointer itself after a layout.
    if (!(event instanceof PointerEvent && event.type === 'pointermove' && !event.movementX && !event.movementY))
      start()
  }

  function start(): void {
    if (isStarted) return
    isStarted = true
    for (const sign of SIGNS) removeEventListener(sign, onSign, true)
    insert()
    setTimeout(repeat, GIVE_UP_MS)
  }

  function repeat(): void {
    if (isHydrated) return
    isHydrated = true
    removeEventListener('click', hold, true)
    removeEventListener('change', hold, true)
    for (const [select, value] of chosen) {
      select.value = value
      select.dispatchEvent(new Event('change', { bubbles: true }))
    }
    for (const control of pressed) control.click()
  }

  /** Links, disclosures and forms with an address work without scripts; other controls wait for them. */
  function hold(event: Event): void {
    if (!(event.target instanceof Element)) return
    if (event.type === 'change') {
      if (event.target instanceof HTMLSelectElement) chosen.set(event.target, event.target.value)
      return
    }
    const control = event.target.closest<HTMLElement>('a[href], summary, label, button, input, [role="button"]')
    if (control === null || control.matches('a[href], summary, label')) return
    if (control instanceof HTMLInputElement && !/^(checkbox|radio|button|submit)$/.test(control.type)) return
    const isSubmit = control.matches('[type="submit"], button:not([type])')
    if (isSubmit && control.closest('form')?.hasAttribute('action')) return
    event.preventDefault()
    event.stopImmediatePropagation()
    pressed.add(control)
  }

  function afterPaint(work: () => void): void {
    let isDone = false
    const once = () => {
      if (!isDone) work()
      isDone = true
    }
    if (document.hidden) once()
    else new PerformanceObserver(() => setTimeout(once)).observe({ type: 'paint', buffered: true })
    setTimeout(once, PAINT_MS)
  }

  function onceParsed(): void {
    if (isStarted)
      insert() // what came after they were started
    else if (document.querySelector('[data-scripts="late"]') === null) afterPaint(start)
    else {
      afterPaint(() => {
        if (!isStarted) for (const { src } of inert()) fetch(src, { priority: 'low' }).catch(() => null)
      })
      addEventListener('load', () => setTimeout(start, LATE_MS), { once: true })
    }
  }

  for (const sign of SIGNS) addEventListener(sign, onSign, { capture: true, passive: true })
  for (const type of ['click', 'change']) addEventListener(type, hold, true)
  addEventListener('hydrated', () => setTimeout(repeat), { once: true })
  addEventListener('DOMContentLoaded', onceParsed, { once: true })
}
