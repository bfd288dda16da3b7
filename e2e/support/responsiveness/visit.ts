import { setTimeout as sleep } from 'node:timers/promises'
import { type BrowserContextOptions, type CDPSession, chromium, type Page } from '@playwright/test'
import config from '../../playwright.config.ts'
import type { Control } from './pages.ts'
import { FOLLOWED_PX, type Note, TELL, type Watched, watch } from './watch.ts'

const CPU_SLOWDOWN = 4
const BYTES_PER_S = 1_600_000 / 8
const LATENCY_MS = 150

export type Point = { x: number; y: number }

/** One opening of a page in a new browser on the slow phone. */
export type Visit = {
  page: Page
  session: CDPSession
  browser: CDPSession
  /** When the address was opened, on the machine's clock. */
  openedMs: () => number
  /** Resolves when the document's first bytes have arrived. */
  arrived: Promise<void>
  /** When the effect was there. */
  effectMs: () => number | undefined
  /** Whether the control is on the screen. */
  isThere: () => boolean
  isFocused: () => boolean
  isHit: () => boolean
  /** Whether the press made the browser ask for another page. */
  isLeaving: () => boolean
  /** When something last happened: a long task, or something asked from the network or come from it. */
  activeMs: () => number
  /** When the last long task ended. */
  longTaskMs: () => number | undefined
  bytes: () => number
}

type Options = {
  url: string
  context: BrowserContextOptions
  watched: Watched
  /** Undoes what an earlier press did, which may have arrived after its browser was closed. */
  restore: () => Promise<void>
  isSlow?: boolean
  /** Before the page is opened. */
  before?: (browser: CDPSession) => Promise<void>
}

/** Opens a page without waiting for it, and closes the browser once `use` has ended. */
export async function visit<Result>(options: Options, use: (visit: Visit) => Promise<Result>): Promise<Result> {
  const { url, context: contextOptions, watched, restore, isSlow = true, before } = options
  const { executablePath, args } = config.use?.launchOptions ?? {}
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), ...(args && { args }) })
  try {
    const context = await browser.newContext({ ...contextOptions, serviceWorkers: 'block' })
    await context.addInitScript(`(${watch})(${JSON.stringify(watched)}, '${TELL}', ${FOLLOWED_PX})`)
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    const browserSession = await browser.newBrowserCDPSession()
    const notes: Note[] = []
    session.on('Runtime.bindingCalled', ({ payload }) => notes.push(JSON.parse(payload)))
    let [documents, bytes, networkMs] = [0, 0, Date.now()]
    const arrived = Promise.withResolvers<void>()
    const heard = () => {
      networkMs = Date.now()
    }
    session.on('Network.requestWillBeSent', ({ request, type }) => {
      heard()
      const isNextPage = request.url.includes('_rsc=') && !('next-router-prefetch' in request.headers)
      if (type === 'Document' || isNextPage) documents++
    })
    session.on('Network.responseReceived', ({ type }) => type === 'Document' && arrived.resolve())
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      heard()
      bytes += encodedDataLength
    })
    await session.send('Runtime.enable')
    await session.send('Runtime.addBinding', { name: TELL })
    await session.send('Network.enable')
    if (isSlow) {
      await session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: LATENCY_MS,
        downloadThroughput: BYTES_PER_S,
        uploadThroughput: BYTES_PER_S,
      })
      await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    }
    await restore()
    await before?.(browserSession)
    const opening = page.goto(url, { waitUntil: 'commit' })
    const noted = <Kind extends Note['kind']>(kind: Kind) =>
      notes.filter((note): note is Extract<Note, { kind: Kind }> => note.kind === kind)
    const result = await use({
      page,
      session,
      browser: browserSession,
      openedMs: () => noted('opened').find(({ atMs }) => atMs > 0 && documents > 0)?.atMs ?? Number.NaN,
      arrived: Promise.all([arrived.promise, opening]).then(() => undefined),
      effectMs: () => noted('effect')[0]?.atMs,
      isThere: () => noted('there').length > 0,
      isFocused: () => noted('focused').length > 0,
      isHit: () => noted('pressed').some(({ isHit }) => isHit),
      isLeaving: () => documents > 1,
      activeMs: () => Math.max(networkMs, ...noted('long task').map(({ endMs }) => endMs)),
      longTaskMs: () => noted('long task').at(-1)?.endMs,
      bytes: () => bytes,
    })
    return result
  } finally {
    await browser.close()
  }
}

/** Waits until something is there; false if it does not come. */
export async function until(isThere: () => boolean, atMostMs: number): Promise<boolean> {
  const end = Date.now() + atMostMs
  while (!isThere()) {
    if (Date.now() > end) return false
    await sleep(10)
  }
  return true
}

/**
 * Presses with the browser's own input, as a finger or a mouse does. Ends when the page has heard of it, for which it may
 * be too busy for long: what is sent keeps its order.
 */
export async function press({ session }: Visit, { x, y }: Point, isDesktop: boolean): Promise<void> {
  const mouse = { x, y, button: 'left', clickCount: 1 } as const
  const sent = isDesktop
    ? [
        session.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y }),
        session.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...mouse }),
        session.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...mouse }),
      ]
    : [
        session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] }),
        session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
      ]
  await Promise.allSettled(sent) // the browser may be closed meanwhile
}

const STEPS = 12
const STEP_PX = 10
const STEP_MS = 16

/** Drags to the left, as quickly as a finger. */
export async function drag({ session }: Visit, { x, y }: Point): Promise<void> {
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) => {
    session.send('Input.dispatchTouchEvent', { type, touchPoints }).catch(() => null)
  }
  touch('touchStart', [{ x, y }])
  for (let step = 1; step <= STEPS; step++) {
    await sleep(STEP_MS)
    touch('touchMove', [{ x: x - step * STEP_PX, y }])
  }
  touch('touchEnd', [])
}

/** Presses a field, and types into it what has to be typed before the press, once it has the focus; false if it gets none. */
export async function type(open: Visit, { typed }: Control, at: Point | undefined, atMostMs: number): Promise<boolean> {
  if (!typed || !at) return true
  void press(open, at, false)
  if (!(await until(open.isFocused, atMostMs))) return false
  await open.session.send('Input.insertText', { text: typed.text })
  return true
}
