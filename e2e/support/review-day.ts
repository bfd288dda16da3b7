import { chromium, type Page } from '@playwright/test'
import { CAST, PASSWORD } from '@salama/testing'
import { startStack } from '@salama/testing/stack'
import config from '../playwright.config.ts'
import { environment } from './env.ts'

/**
 * Plays an admin who clears 300 reports by keyboard, and prints how long they waited for the page in total:
 * `npm run review-day -w @salama/e2e`. The admin reads nothing here; a wait is the time from a key to what it should
 * show, and the time until the last decision is saved. Goals: 60 seconds for all, and 100 ms to the next entry.
 */
const REPORTS = Number(environment().REPORTS ?? 300)
const MOVES = 60

const stack = await startStack({ apps: ['admin'] })
const { executablePath, args } = config.use?.launchOptions ?? {}
const browser = await chromium.launch({ ...(executablePath && { executablePath }), ...(args && { args }) })
try {
  await seed()
  const context = await browser.newContext({
    locale: 'en-KE',
    timezoneId: 'Africa/Nairobi',
    viewport: { width: 1280, height: 800 },
  })
  const page = await context.newPage()
  await signIn(page)
  await page.goto(`${stack.addresses.admin}/en/review`)
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).locator('kbd').waitFor()
  await page.keyboard.press('j')
  await shown(page, '')
  const moves = await move(page)
  const decisions = await decide(page)
  const last = await saved()
  const total = decisions.concat(last).reduce((sum, ms) => sum + ms, 0)
  process.stdout.write(
    `${REPORTS} reports decided by keyboard. Waited ${(total / 1000).toFixed(1)} s in total ` +
      `(goal 60 s), ${(last / 1000).toFixed(1)} s of it for the last ones to be saved; from the keys of a decision to the ` +
      `next entry ${words(decisions)}.\nNext entry: ${words(moves)} (goal 100 ms).\n`,
  )
} finally {
  await browser.close()
  await stack.close()
}

/** 300 reports of kinds that are always reviewed, spread over the city, each with its own note. */
async function seed(): Promise<void> {
  const { query } = stack
  await query(
    'truncate app.reports, app.incidents, app.incident_feed, app.incident_history, app.review_entries cascade',
  )
  await query(
    `insert into app.reports (id, content_hash, category, visibility, injury, occurred_at, received_at, lat, lng,
                              accuracy_m, note, state)
     select gen_random_uuid(), '\\x00', (array['robbery', 'harassment', 'assault'])[1 + n % 3], 'coarse', 'none',
            app.now() - interval '1 hour', app.now() - interval '1 hour', -1.2812 + (n * 37 % 100) * 0.0008,
            36.8226 + (n * 61 % 100) * 0.0008, 20, 'Report ' || n || ': two men at the stage took a phone and ran.', 'in_review'
       from generate_series(1, $1::int) n`,
    [REPORTS],
  )
  await query(
    `insert into app.review_entries (kind, subject_id, reason, created_at, due_at)
     select 'report', r.id, 'category', app.now(), app.now() + interval '1 second' * row_number() over () from app.reports r`,
  )
}

async function signIn(page: Page): Promise<void> {
  const [{ request }, origin] = [page.context(), stack.addresses.admin]
  const data = { email: CAST.dalmas.email, password: PASSWORD, flow: 'sign-in', locale: 'en' }
  await request.post(`${origin}/api/account/sign-in`, { headers: { origin }, data })
}

/** Waits until the open entry's note differs from the last one; returns it. */
async function shown(page: Page, last: string): Promise<string> {
  const note = await page.waitForFunction(
    (old) => {
      const text = document.querySelector('#entry blockquote')?.textContent ?? ''
      return text !== old && text
    },
    last,
    { polling: 'raf' },
  )
  return String(await note.jsonValue())
}

/** Moves down the list; milliseconds to each next entry. */
async function move(page: Page): Promise<number[]> {
  const waits: number[] = []
  let last = await shown(page, '')
  for (let n = 0; n < MOVES; n++) {
    await page.waitForTimeout(250) // an admin looks at each at least this long
    const begun = performance.now()
    await page.keyboard.press(n < MOVES / 2 ? 'j' : 'k')
    last = await shown(page, last)
    waits.push(performance.now() - begun)
  }
  return waits
}

/** Decides on every entry: approves most, rejects every fifth with a reason. Milliseconds of waiting for each. */
async function decide(page: Page): Promise<number[]> {
  const waits: number[] = []
  let last = await shown(page, '')
  for (let n = 0; n < REPORTS; n++) {
    const begun = performance.now()
    if (n % 5 === 4) {
      await page.keyboard.press('r')
      await page.locator('form select:focus').waitFor()
      await page.keyboard.type('It is not about')
      await page.keyboard.press('Control+Enter')
    } else {
      await page.keyboard.press('a')
      await page.locator('form button[type=submit]:focus').waitFor()
      await page.keyboard.press('Enter')
    }
    if (n < REPORTS - 1) last = await shown(page, last)
    else await page.getByText('No open entries', { exact: true }).waitFor()
    waits.push(performance.now() - begun)
  }
  return waits
}

/** Waits until every decision is saved. */
async function saved(): Promise<number> {
  const begun = performance.now()
  while ((await countOpen()) > 0) {
    if (performance.now() - begun > 120_000) throw new Error(`${await countOpen()} decisions were not saved`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return performance.now() - begun
}

async function countOpen(): Promise<number> {
  const [found] = await stack.query<{ n: number }>(
    'select count(*)::int as n from app.review_entries where decided_at is null',
  )
  return found?.n ?? 0
}

function words(all: number[]): string {
  const sorted = all.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(0)
  return `median ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(1)} ms`
}
