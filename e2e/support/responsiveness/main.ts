import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import type { BrowserContextOptions } from '@playwright/test'
import { seedStory } from '@salama/local-supabase/story'
import { seedWaiting } from '@salama/local-supabase/waiting'
import { type Stack, startStack } from '@salama/testing/stack'
import { writeBetween } from '../docs.ts'
import { environment, handOver } from '../env.ts'
import { firstLoadBytes, MAX_FIRST_LOAD_BYTES } from '../first-load.ts'
import { sessionCookie } from '../session.ts'
import {
  dragAt,
  follows,
  type Opened,
  type Outcome,
  PRESSED_S,
  placeOfMap,
  placesOf,
  pressAt,
  responds,
  untouched,
} from './measure.ts'
import { PAGES, type Page, type Target } from './pages.ts'
import { type Drags, type Figures, missed, type Row, tables } from './table.ts'

// `npm run responsiveness`: what somebody with a slow phone on a slow network waits for on the first pages of the built
// apps; build first. `npm run responsiveness -- home report` measures these alone. Fails where a goal is missed. Without
// names it also writes the tables to docs/figures.md, where they are explained. `--once` measures each once and not three
// times, to see on a slow machine where something stands: a page is opened some 35 times otherwise.

const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }
const DESK = { viewport: { width: 1280, height: 800 } }

const { values, positionals: asked } = parseArgs({ allowPositionals: true, options: { once: { type: 'boolean' } } })
const RUNS = values.once ? 1 : 3
const pages = asked.length > 0 ? PAGES.filter(({ name }) => asked.includes(name)) : PAGES
if (pages.length < asked.length) {
  console.error(`Usage: npm run responsiveness -- [${PAGES.map(({ name }) => name).join(' | ')}]`)
  process.exit(2)
}

/** So many times, one after another; prints a dot for each. */
async function repeated<Value>(run: () => Promise<Value>): Promise<Value[]> {
  const values: Value[] = []
  for (let n = 0; n < RUNS; n++) {
    values.push(await run())
    process.stderr.write('.')
  }
  return values
}

async function signedIn({ app, person }: Page): Promise<BrowserContextOptions['storageState']> {
  if (!person) return undefined
  const { hostname: domain } = new URL(stack.addresses[app])
  const cookie = {
    ...(await sessionCookie(person, app)),
    domain,
    path: '/',
    expires: -1,
    httpOnly: true,
    secure: false,
  }
  return { cookies: [{ ...cookie, sameSite: 'Lax' }], origins: [] }
}

async function openedOf(stack: Stack, page: Page): Promise<Opened> {
  const storageState = await signedIn(page)
  return {
    url: `${stack.addresses[page.app]}${page.path}`,
    context: {
      ...(page.isDesktop ? DESK : PHONE),
      locale: 'en-KE',
      timezoneId: 'Africa/Nairobi',
      ...(storageState && { storageState }),
    },
    restore: async () => {
      for (const statement of page.restore ?? []) await stack.query(statement)
    },
  }
}

async function measure(stack: Stack, page: Page): Promise<Row> {
  const opened = await openedOf(stack, page)
  const places = await placesOf(opened, page.press)
  const probed = page.probe === page.press ? places : await placesOf(opened, page.probe)
  const load = loadavg()[0] ?? Number.NaN
  const alone = await repeated(() => untouched(opened, page, places))
  const respondsMs = await repeated(() => responds(opened, page, probed))
  const pressedMs: Outcome[][] = []
  for (const afterS of PRESSED_S) pressedMs.push(await repeated(() => pressAt(afterS, opened, page, places)))
  const row: Figures = { page, load, alone, respondsMs, pressedMs }
  return page.map ? { ...row, dragged: await drags(opened, page.map) } : row
}

async function drags(opened: Opened, map: Target): Promise<Drags> {
  const at = await placeOfMap(opened, map)
  const followsMs = await repeated(() => follows(opened, map, at))
  const draggedMs: Outcome[][] = []
  for (const afterS of PRESSED_S) draggedMs.push(await repeated(() => dragAt(afterS, opened, map, at)))
  return { followsMs, draggedMs }
}

environment().RATE_LIMIT_SCALE = '1000000' // one caller opens every page again and again
const stack = await startStack({ apps: [...new Set(pages.map(({ app }) => app))], liveFeed: true })
handOver(stack)
const rows: Row[] = []
const failures: string[] = []
try {
  await seedStory(stack)
  await seedWaiting(stack)
  for (const page of pages) {
    const row = await measure(stack, page)
    rows.push(row)
    console.log(`\n${tables([row])}`)
  }
  failures.push(...rows.flatMap(missed))
  if (asked.length === 0 && !values.once) {
    const bytes = await firstLoadBytes(`${stack.addresses.rider}/en`)
    const script = `First-load JavaScript of the rider's first page, with brotli, without the map: ${(bytes / 1000).toFixed(1)} kB (at most ${MAX_FIRST_LOAD_BYTES / 1000}).`
    if (bytes > MAX_FIRST_LOAD_BYTES) failures.push(script)
    writeBetween('responsiveness', `${tables(rows)}\n\n${script}`)
  }
} finally {
  await stack.close()
}
console.error(failures.length > 0 ? `\nMissed:\n${failures.join('\n')}` : '\nEvery goal is met.')
process.exit(failures.length > 0 ? 1 : 0)
