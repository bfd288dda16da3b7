import { seedStory } from '@salama/local-supabase/story'
import { startStack } from '@salama/testing/stack'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { ensureChromium } from '../../packages/processes/src/chromium.mjs'
import { APPS, type AppName } from '../../packages/processes/src/secrets.mjs'
import { writeBetween } from './docs.ts'
import { STICKER } from './vehicles.ts'

// `npm run lighthouse`: what Lighthouse says about accessibility, best practices and SEO of the built apps with the demo
// data, for a visitor who is not signed in; build first. Speed is measured by `npm run responsiveness`. `npm run
// lighthouse -- learning:/en/courses` audits that page alone. Fails where a page misses a goal. Without pages it also
// writes the results to docs/figures.md.

const GOAL = 100
const CATEGORIES = ['accessibility', 'best-practices', 'seo'] as const
type Category = (typeof CATEGORIES)[number]

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

type Found = Record<Category, number> & { page: string }

async function look(url: string) {
  const chrome = await launch({ chromePath: ensureChromium(), chromeFlags: ['--headless=new', '--no-sandbox'] })
  try {
    return await lighthouse(url, { port: chrome.port, logLevel: 'silent', onlyCategories: [...CATEGORIES] })
  } finally {
    chrome.kill()
  }
}

async function audit(page: string, url: string): Promise<Found> {
  const result = await look(url)
  if (!result) throw new Error(`${url}: no result`)
  const { runtimeError, categories, audits } = result.lhr
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`)
  const score = (category: Category) => Math.round((categories[category]?.score ?? 0) * 100)
  for (const category of CATEGORIES) {
    if (score(category) >= GOAL) continue
    const wrong = (categories[category]?.auditRefs ?? []).filter(
      ({ id, weight }) => weight > 0 && audits[id]?.score === 0,
    )
    console.error(`  ${page} ${category}: ${wrong.map(({ id }) => id).join(', ')}`)
  }
  return {
    page,
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    seo: score('seo'),
  }
}

const row = ({ page, ...scores }: Found) => `| \`${page}\` | ${CATEGORIES.map((each) => scores[each]).join(' | ')} |`

const table = (found: Found[]) =>
  ['| page | accessibility | best practices | SEO |', '|---|---|---|---|', ...found.map(row)].join('\n')

const isApp = (name: string): name is AppName => APPS.some((app) => app === name)

const asked = process.argv.slice(2)
const pages = (asked.length > 0 ? asked : PAGES).map((page) => {
  const [app = '', path = ''] = page.split(/:(.*)/s)
  if (!isApp(app) || !path.startsWith('/')) throw new Error(`${page}: name a page like learning:/en/courses`)
  return { page, app, path }
})

const stack = await startStack({ apps: [...new Set(pages.map(({ app }) => app))] })
const failures: string[] = []
try {
  await seedStory(stack)
  const found: Found[] = []
  for (const { page, app, path } of pages) {
    const result = await audit(page, `${stack.addresses[app]}${path}`)
    console.log(row(result))
    found.push(result)
    for (const category of CATEGORIES)
      if (result[category] < GOAL) failures.push(`${page}: ${category} ${result[category]}, not ${GOAL}`)
  }
  if (asked.length === 0) writeBetween('lighthouse', table(found))
} finally {
  await stack.close()
}
for (const failure of failures) console.error(failure)
process.exit(failures.length > 0 ? 1 : 0)
