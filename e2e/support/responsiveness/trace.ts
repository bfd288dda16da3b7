import type { CDPSession } from '@playwright/test'

/** An event of Chromium's trace; times in microseconds. */
type Traced = {
  name: string
  ts: number
  pid: number
  tid: number
  dur?: number
  tdur?: number
  args: { name?: string }
}

const CATEGORIES = ['disabled-by-default-devtools.timeline', 'gpu', '__metadata']
/** The page's thread waits for the process that draws, which has no graphics card here. */
const WAITS_FOR_DRAWING = new Set([
  'CommandBufferProxyImpl::WaitForGetOffset',
  'CommandBufferProxyImpl::WaitForToken',
  'GpuChannelHost::CreateViewCommandBuffer',
])

/** What the page's main thread did. */
export type Work = {
  /** Processor time, with what slows it down, of the longest task without its waits for drawing, and of all tasks. */
  frozenMs: number
  busyMs: number
  /** All waits for drawing, as long as they took. */
  drawingMs: number
}

export async function startTrace(browser: CDPSession): Promise<() => Promise<Work>> {
  const events: Traced[] = []
  // Typed as unknown objects by the protocol.
  browser.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as Traced[])))
  await browser.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: CATEGORIES, excludedCategories: ['*'] },
  })
  return async () => {
    const ended = new Promise((resolve) => browser.once('Tracing.tracingComplete', resolve))
    await browser.send('Tracing.end')
    await ended
    return workOf(events)
  }
}

const ms = (us = 0) => us / 1000
const sum = (all: number[]) => all.reduce((total, each) => total + each, 0)

function workOf(events: readonly Traced[]): Work {
  const thread = ({ pid, tid }: Traced) => `${pid}:${tid}`
  const mains = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(thread),
  )
  const busy = [...mains].map((main) => {
    const own = events.filter((event) => thread(event) === main)
    return { own, tasks: own.filter(({ name }) => name === 'RunTask') }
  })
  const { own, tasks } = busy.toSorted((a, b) => b.tasks.length - a.tasks.length)[0] ?? { own: [], tasks: [] }
  const waits = own.filter(({ name }) => WAITS_FOR_DRAWING.has(name))
  const waitedIn = ({ ts, dur = 0 }: Traced) => {
    const inside = waits.filter((wait) => wait.ts >= ts && wait.ts < ts + dur)
    return sum(inside.map((wait) => ms(wait.tdur)))
  }
  return {
    frozenMs: Math.max(0, ...tasks.map((task) => ms(task.tdur) - waitedIn(task))),
    busyMs: sum(tasks.map(({ tdur }) => ms(tdur))),
    drawingMs: sum(waits.map(({ dur }) => ms(dur))),
  }
}
