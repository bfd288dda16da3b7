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
  /** For a page that never reports `hydrated`: its scripts failed, or it is an error page. */
  const GIVE_UP_MS = 10_000
  const SIGNS = ['pointerdown', 'pointermove', 'touchstart', 'wheel', 'keydown', 'focusin', 'input', 'click']
  /** The browser's offer to install the app may come before the script that waits for it. */
  const HELD = ['click', 'change', 'beforeinstallprompt']

  let isStarted = false
  let isHydrated = false
  /** What to do again, by its control: a press that is repeated counts once. */
  const held = new Map<EventTarget, () => void>()

  const inert = () => [...document.querySelectorAll<HTMLScriptElement>('script[type="late"]')]

  function insert(): void {
    const all = inert().map((late) => {
      const script = document.createElement('script')
      script.setAttribute('src', late.getAttribute('src') ?? '') // Turbopack compares paths, not URLs
      script.async = true
      const loaded = new Promise((resolve, reject) => {
        script.addEventListener('load', resolve)
        script.addEventListener('error', reject)
      })
      late.replaceWith(script)
      return loaded
    })
    if (document.readyState === 'loading') return // more will come
    Promise.all(all).then(() => setTimeout(repeat, GIVE_UP_MS), repeat)
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
  }

  function repeat(): void {
    if (isHydrated) return
    isHydrated = true
    for (const type of HELD) removeEventListener(type, hold, true)
    let delay = 0
    for (const [control, again] of held) setTimeout(() => onceHydrated(control, again), 50 * delay++) // in their order
  }

  /** A part of the page may be hydrated later than its layout. React marks the elements that it has. */
  function onceHydrated(control: EventTarget, work: () => void, tries = GIVE_UP_MS / 50): void {
    const isHydrated = control === window || Object.keys(control).some((key) => key.startsWith('__reactProps$'))
    if (isHydrated || tries === 0) work()
    else setTimeout(() => onceHydrated(control, work, tries - 1), 50)
  }

  /** Links and disclosures work without scripts, boxes and lists change. The rest waits, also a switch of language. */
  function hold(event: Event): void {
    const { target } = event
    if (event.type === 'beforeinstallprompt') {
      event.preventDefault()
      held.set(window, () => dispatchEvent(event))
    } else if (target instanceof HTMLSelectElement && event.type === 'change') {
      const { value } = target
      held.set(target, () => choose(target, value))
    } else if (target instanceof HTMLInputElement && event.type === 'change') {
      const { checked } = target
      if (/^(checkbox|radio)$/.test(target.type)) held.set(target, () => check(target, checked))
    } else if (target instanceof Element && event.type === 'click') {
      const control = target.closest<HTMLElement>('a[href], summary, label, button, input, [role="button"]')
      if (!control?.matches('button, [role="button"], [type="button"], [type="submit"], a[hreflang]')) return
      event.preventDefault()
      event.stopImmediatePropagation()
      held.set(control, () => control.click())
    }
  }

  function choose(select: HTMLSelectElement, value: string): void {
    select.value = value
    select.dispatchEvent(new Event('change', { bubbles: true }))
  }

  /** React ignores a click that does not change what it has seen. */
  function check(box: HTMLInputElement, checked: boolean): void {
    if (box.checked === checked) box.checked = !checked
    box.click()
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

  /** Read to its end: until then the browser's cache holds back every other request for it. */
  const preload = async (src: string) => (await fetch(src, { priority: 'low' })).arrayBuffer()

  function onceParsed(): void {
    if (isStarted)
      insert() // what came after they were started
    else if (document.querySelector('[data-scripts="late"]') === null) afterPaint(start)
    else {
      afterPaint(() => {
        if (!isStarted) for (const { src } of inert()) preload(src).catch(() => null)
      })
      addEventListener('load', () => setTimeout(start, LATE_MS), { once: true })
    }
  }

  for (const sign of SIGNS) addEventListener(sign, onSign, { capture: true, passive: true })
  for (const type of HELD) addEventListener(type, hold, true)
  addEventListener('hydrated', () => setTimeout(repeat), { once: true })
  addEventListener('DOMContentLoaded', onceParsed, { once: true })
}
