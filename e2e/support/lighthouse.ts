import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { seedStory } from '@salama/local-supabase/story'
import { startStack } from '@salama/testing/stack'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { ensureChromium } from '../../scripts/lib/chromium.mjs'
import { APPS, type AppName } from '../../scripts/lib/secrets.mjs'
import { firstLoadBytes } from './first-load.ts'
import { STICKER } from './vehicles.ts'

// `npm run lighthouse`: Lighthouse's mobile audit of the built apps with the demo data, for a visitor who is not signed
// in; build first. `npm run lighthouse -- learning:/en/courses` audits that page alone. Fails where a page misses a
// goal. Without pages it also writes the results to docs/figures.md.

const GOALS = { performance: 97, accessibility: 100, 'best-practices': 100, seo: 100 } as const
type Category = keyof typeof GOALS
const CATEGORIES: Category[] = ['performance', 'accessibility', 'best-practices', 'seo']

/** Limit for the JavaScript of the rider app's first page, without the map. */
const MAX_FIRST_LOAD_BYTES = 150_000

const PAGES = [
  'rider:/en',
  'rider:/en/report',
  `rider:/en/v/${STICKER}`,
  `rider:/en/rate/${STICKER}`,
  'rider:/en/search',
  'rider:/en/about-data',
  'surveyor:/en',
  'learning:/en',
  'admin:/en',
  'api:/',
]

/** Odd, so that there is a median: a busy machine makes single runs slow, never fast. */
const RUNS = 3

type Found = Record<Category, number> & { page: string; lcpS: number; cls: number; tbtMs: number }

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/**
 * One audit in a new browser, as Lighthouse's CLI does: a browser that has shown other pages blocks for up to 150 ms
 * more while it disposes of them.
 */
async function look(url: string) {
  const chrome = await launch({ chromePath: ensureChromium(), chromeFlags: ['--headless=new', '--no-sandbox'] })
  try {
    return await lighthouse(url, { port: chrome.port, logLevel: 'silent', onlyCategories: CATEGORIES })
  } finally {
    chrome.kill()
  }
}

async function audit(page: string, url: string): Promise<Found> {
  const runs: Omit<Found, 'page'>[] = []
  for (let attempt = 0; runs.length < RUNS; attempt++) {
    const result = await look(url)
    if (!result) throw new Error(`${url}: no result`)
    const { runtimeError } = result.lhr
    if (runtimeError && attempt < RUNS * 2) continue // on a busy machine Chromium's trace sometimes lacks its start
    if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`)
    const { categories, audits } = result.lhr
    const score = (category: Category) => Math.round((categories[category]?.score ?? 0) * 100)
    const value = (id: string) => audits[id]?.numericValue ?? Number.NaN
    for (const category of CATEGORIES) {
      if (category === 'performance' || score(category) >= GOALS[category]) continue
      const wrong = (categories[category]?.auditRefs ?? []).filter(
        ({ id, weight }) => weight > 0 && audits[id]?.score === 0,
      )
      console.error(`  ${page} ${category}: ${wrong.map(({ id }) => id).join(', ')}`)
    }
    runs.push({
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
      lcpS: value('largest-contentful-paint') / 1000,
      cls: value('cumulative-layout-shift'),
      tbtMs: value('total-blocking-time'),
    })
  }
  const of = (key: keyof Omit<Found, 'page'>) => middle(runs.map((run) => run[key]))
  return {
    page,
    performance: of('performance'),
    accessibility: of('accessibility'),
    'best-practices': of('best-practices'),
    seo: of('seo'),
    lcpS: of('lcpS'),
    cls: of('cls'),
    tbtMs: of('tbtMs'),
  }
}

const row = ({ page, lcpS, cls, tbtMs, ...scores }: Found) =>
  `| \`${page}\` | ${CATEGORIES.map((each) => scores[each]).join(' | ')} | ${lcpS.toFixed(1)} s | ${cls.toFixed(3)} | ${Math.round(tbtMs)} ms |`

const table = (found: Found[]) =>
  [
    '| page | performance | accessibility | best practices | SEO | largest paint | layout shift | blocked |',
    '|---|---|---|---|---|---|---|---|',
    ...found.map(row),
  ].join('\n')

const FIGURES = join(import.meta.dirname, '../../docs/figures.md')
const [BEGIN, END] = ['<!-- lighthouse: begin -->', '<!-- lighthouse: end -->']

function writeFigures(text: string): void {
  const before = readFileSync(FIGURES, 'utf8')
  const [start, end] = [before.indexOf(BEGIN), before.indexOf(END)]
  if (start < 0 || end < start) throw new Error(`docs/figures.md has no place for this between ${BEGIN} and ${END}`)
  writeFileSync(FIGURES, `${before.slice(0, start + BEGIN.length)}\n${text}\n${before.slice(end)}`)
}

const isApp = (name: string): name is AppName => APPS.some((app) => app === name)

const asked = process.argv.slice(2)
const pages = (asked.length > 0 ? asked : PAGES).map((page) => {
  const [app = '', path = ''] = page.split(/:(.*)/s)
  if (!isApp(app) || !path.startsWith('/')) throw new Error(`${page}: name a page like learning:/en/courses`)
  return { page, app, path }
})

const stack = await startStack({ apps: [...new Set<AppName>(['rider', ...pages.map(({ app }) => app)])] })
const failures: string[] = []
try {
  await seedStory(stack)
  const found: Found[] = []
  for (const { page, app, path } of pages) {
    const result = await audit(page, `${stack.addresses[app]}${path}`)
    console.log(row(result))
    found.push(result)
    for (const category of CATEGORIES)
      if (result[category] < GOALS[category])
        failures.push(`${page}: ${category} ${result[category]}, not ${GOALS[category]}`)
  }
  const bytes = await firstLoadBytes(`${stack.addresses.rider}/en`)
  const script = `First-load JavaScript of the rider's first page, with brotli, without the map: ${(bytes / 1000).toFixed(1)} kB (at most ${MAX_FIRST_LOAD_BYTES / 1000}).`
  if (bytes > MAX_FIRST_LOAD_BYTES) failures.push(script)
  console.log(`\n${table(found)}\n\n${script}`)
  if (asked.length === 0) writeFigures(`${table(found)}\n\n${script}`)
} finally {
  await stack.close()
}
for (const failure of failures) console.error(failure)
process.exit(failures.length > 0 ? 1 : 0)
