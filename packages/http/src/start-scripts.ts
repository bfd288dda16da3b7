/**
 * Runs in the browser, inline in a page whose scripts the server sent inert (late-scripts.ts): starts them, and keeps
 * what is pressed before they respond. It is sent as the text of this function, so it uses nothing from outside.
 *
 * Scripts start after the first paint. A page that can be read without them, marked with `data-scripts="late"`, fetches
 * them then, and starts them three seconds after it has loaded. Any sign that somebody uses the page starts them at
 * once.
 *
 * Buttons pressed and choices made before React responds are repeated in their order once the page dispatches
 * `hydrated`, and so is what has `data-scripts="needed"`. Other links and forms with an `action` need no script.
 */
export function startScripts(): void {
  const LATE_MS = 3_000
  /** For a page that is not painted, for example in the background. */
  const PAINT_MS = 1_000
  /** For a page that never reports `hydrated`. A script that failed to load is tried again by Turbopack. */
  const GIVE_UP_MS = { loaded: 10_000, failed: 3_000, hanging: 30_000 }
  const SIGNS = ['pointerdown', 'pointermove', 'touchstart', 'wheel', 'keydown', 'focusin', 'input', 'click']
  const HELD = ['click', 'input', 'change']

  /** Between two repetitions: the second may depend on what React renders after the first. */
  const STEP_MS = 50
  const MAX_TRIES = 200

  let isStarted = false
  let isHydrated = false
  let isRepeating = false
  let next: ReturnType<typeof setTimeout> | undefined
  /** The browser's offer to install the app may come before the script that waits for it. */
  let installOffer: Event | undefined
  /** The elements of the document. What scripts add to it later responds at once. */
  let parsed: Set<EventTarget> | undefined
  const loads: Promise<boolean>[] = []
  /** What to do again, by its control: a press that is repeated counts once. */
  const held = new Map<EventTarget, () => void>()

  const inert = () => [...document.querySelectorAll<HTMLScriptElement>('script[type="late"]')]

  function insert(): void {
    for (const late of inert()) {
      const script = document.createElement('script')
      script.setAttribute('src', late.getAttribute('src') ?? '') // Turbopack compares paths, not URLs
      script.async = true
      loads.push(
        new Promise((resolve) => {
          script.addEventListener('load', () => resolve(true))
          script.addEventListener('error', () => resolve(false))
        }),
      )
      late.replaceWith(script)
    }
    if (document.readyState === 'loading') return // more will come
    Promise.all(loads).then((all) => setTimeout(giveUp, all.every(Boolean) ? GIVE_UP_MS.loaded : GIVE_UP_MS.failed))
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
    setTimeout(giveUp, GIVE_UP_MS.hanging)
    insert()
  }

  function stopHolding(): void {
    for (const type of HELD) removeEventListener(type, hold, true)
  }

  function repeat(control: EventTarget): void {
    const again = held.get(control)
    held.delete(control)
    isRepeating = true
    try {
      again?.()
    } finally {
      isRepeating = false
    }
  }

  /** Without React: forms are then sent by the browser. */
  function giveUp(): void {
    stopHolding()
    for (const control of held.keys()) repeat(control)
  }

  function onHydrated(): void {
    isHydrated = true
    // Once all effects of the page have run.
    next = setTimeout(() => {
      if (installOffer) dispatchEvent(installOffer)
      repeatFirst()
    })
  }

  /** A part of the page may be hydrated later than its layout. React marks the elements that it has. */
  function responds(control: EventTarget): boolean {
    return isHydrated && (reactProps(control) !== undefined || parsed?.has(control) === false)
  }

  /** Whether a press can reach React at once: nothing that came before it waits. */
  const isNext = (control: EventTarget) => held.size === 0 && responds(control)

  function keep(control: EventTarget, again: () => void): void {
    const isFirst = held.size === 0
    held.set(control, again)
    if (isHydrated && isFirst) repeatFirst()
  }

  function repeatFirst(tries = MAX_TRIES): void {
    const [control] = held.keys()
    if (control === undefined) return
    const isGone = control instanceof Node && !control.isConnected
    const isWaiting = !isGone && !responds(control)
    if (isGone) held.delete(control)
    else if (!isWaiting) repeat(control)
    else if (tries === 0) giveUp()
    clearTimeout(next)
    next = setTimeout(repeatFirst, STEP_MS, isWaiting ? tries - 1 : MAX_TRIES)
  }

  function reactProps(control: EventTarget): Record<string, unknown> | undefined {
    const key = Object.keys(control).find((name) => name.startsWith('__reactProps$'))
    return key === undefined ? undefined : Reflect.get(control, key)
  }

  function holdInstallOffer(event: Event): void {
    if (isHydrated || document.querySelector('[data-scripts="install"]') === null) return
    event.preventDefault()
    installOffer = event
  }

  function hold(event: Event): void {
    const { target } = event
    if (isRepeating) return
    if (document.documentElement.id === '__next_error__') return // Next's page for errors works without scripts
    if (isChoice(target)) {
      if (isNext(target)) return
      // React would hydrate the control at once, and undo a choice whose `change` is still to come.
      event.stopImmediatePropagation()
      if (event.type === 'change') holdChange(target)
    } else if (event instanceof MouseEvent && target instanceof Element) holdPress(event, target)
  }

  const isChoice = (target: EventTarget | null): target is HTMLSelectElement | HTMLInputElement =>
    target instanceof Element && target.matches('select, [type="checkbox"], [type="radio"], [type="file"]')

  function holdChange(target: HTMLSelectElement | HTMLInputElement): void {
    if (target instanceof HTMLSelectElement) {
      const { value } = target
      keep(target, () => choose(target, value))
    } else if (target.type === 'file') keep(target, () => target.dispatchEvent(new Event('change', { bubbles: true })))
    else {
      const { checked, form, name, type } = target
      // Of a group only the last choice counts, in its place among the presses.
      for (const other of held.keys())
        if (other === target || (other instanceof HTMLInputElement && other.type === 'radio' && type === 'radio'))
          if (Reflect.get(other, 'name') === name && Reflect.get(other, 'form') === form) held.delete(other)
      keep(target, () => check(target, checked))
    }
  }

  function holdPress(event: MouseEvent, target: Element): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    const control = target.closest<HTMLElement>('a[href], summary, label, button, input')
    if (!control || isNext(control)) return
    const isLinkAfterPress = held.size > 0 && control.matches('a:not([target])') // a vote, then “Sign in”
    if (!isLinkAfterPress && !control.matches('button, [type="button"], [type="submit"], [data-scripts="needed"]'))
      return
    const isSubmit = Reflect.get(control, 'type') === 'submit'
    if (isSubmit && control.closest('form')?.matches('[action]:not([data-scripts="needed"])')) return
    event.preventDefault()
    event.stopImmediatePropagation()
    keep(control, () => control.click())
  }

  function choose(select: HTMLSelectElement, value: string): void {
    if (reactProps(select)?.value === value) return
    select.value = value
    select.dispatchEvent(new Event('change', { bubbles: true }))
  }

  function check(box: HTMLInputElement, checked: boolean): void {
    if (reactProps(box)?.checked === checked) return
    if (box.checked === checked) box.checked = !checked // React ignores a click that does not change what it has seen
    box.click()
  }

  function afterPaint(work: () => void): void {
    let isDone = false
    const once = () => {
      if (!isDone) work()
      isDone = true
    }
    setTimeout(once, PAINT_MS)
    if (document.hidden) once()
    else new PerformanceObserver(() => setTimeout(once)).observe({ type: 'paint', buffered: true })
  }

  /** Read to its end: until then the browser's cache holds back every other request for it. */
  const preload = async (src: string) => (await fetch(src, { priority: 'low' })).arrayBuffer()

  function onceParsed(): void {
    parsed = new Set(document.querySelectorAll('a, button, input, select'))
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
  addEventListener('beforeinstallprompt', holdInstallOffer)
  addEventListener('hydrated', onHydrated, { once: true })
  addEventListener('DOMContentLoaded', onceParsed, { once: true })
}
