import type { Page } from '@playwright/test'
import { brokenWords } from '../support/broken-words.ts'
import { haveOurFont } from '../support/pressable.ts'
import { hazardAtKoja } from '../support/report.ts'
import { KOJA } from '../support/review.ts'
import { address, expect, responds, test } from '../support/test.ts'
import { STICKER } from '../support/vehicles.ts'

const RIDER = [
  '/ride',
  '/ride/help',
  `?lat=${KOJA.lat}&lng=${KOJA.lng}`,
  '/report',
  '/search?q=thika',
  '/v',
  `/v/${STICKER}`,
  '/corridors/thika-road',
  '/outbox',
  '/sign-in',
  '/account',
  '/about-data',
  '/receipt',
  `/rate/${STICKER}`,
  '/corridors',
  '/saccos/kifaru-demo',
  '/v/KZZ999Z',
  '/alerts',
  '/my-reports',
  '/legal/privacy',
]
const SURVEYOR = ['', '/assignments', '/collect', '/entries', '/outbox', '/register', '/session', '/stats']
/** What a part of a page says until its content is there. */
const LOADING = /^(Opening|Loading|Inafungua|Inapakia)/
const LEARNING = ['', '/courses/ride-safely', '/courses/ride-safely/on-the-way/sit-safely', '/my-courses', '/check']

/** Layout faults at a text size in percent: a page that scrolls sideways, a tab that is cut off. */
async function missing(page: Page, percent: number): Promise<string[]> {
  return page.evaluate((percent) => {
    const root = document.documentElement
    root.style.fontSize = `${percent}%`
    const beside = root.scrollWidth - root.clientWidth
    const tabs = [...document.querySelectorAll<HTMLElement>('header nav a')].filter((tab) => {
      const { left, right, bottom } = tab.getBoundingClientRect()
      const isOutside = left < 0 || right > root.clientWidth || bottom > root.clientHeight
      return isOutside || tab.scrollWidth > tab.clientWidth
    })
    const said = tabs.map((tab) => `${tab.innerText} is cut`)
    return beside > 0 ? [`${beside} px beside the screen`, ...said] : said
  }, percent)
}

/** At twice the text size on a small phone: what covers more than a fifth of the screen, and words that are broken. */
async function crowded(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 320, height: 640 })
  const covered = await page.evaluate(() => {
    const bars = document.querySelectorAll<HTMLElement>('header nav, main header, [data-dock]')
    return [...bars].reduce((sum, bar) => {
      const { position } = getComputedStyle(bar)
      // A fixed dock is a page of its own, like the map under a pin.
      const covers = position === 'sticky' || (position === 'fixed' && !bar.matches('[data-dock]'))
      return covers ? sum + bar.offsetHeight : sum
    }, 0)
  })
  const broken = await brokenWords(page, { atAnySize: true })
  await page.setViewportSize({ width: 360, height: 740 })
  return covered > 640 / 5 ? [`${covered} px of 640 covered`, ...broken] : broken
}

async function expectWhole(page: Page, addresses: string[]): Promise<void> {
  const found: Record<string, string[]> = {}
  await page.goto(addresses[0] ?? '')
  await haveOurFont(page)
  for (const each of addresses) {
    await page.goto(each)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await responds(page)
    await expect(page.getByText(LOADING)).toHaveCount(0) // much of a page loads after its heading
    for (const percent of [150, 200]) {
      const missed = [...(await missing(page, percent)), ...(percent === 200 ? await crowded(page) : [])]
      if (missed.length > 0) found[`${each} at ${percent} %`] = missed
    }
  }
  expect(found).toEqual({})
}

test('text at 200%: the next question stays visible, also below the emergency numbers', { tag: '@all' }, async ({
  page,
}) => {
  await page.goto(`${address()}/en/report`)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  await page.getByRole('button', { name: 'Harassment' }).click()
  const question = page.getByRole('heading', { name: 'Where did it happen?' })
  await expect(question).toBeFocused()
  await expect(question).toBeInViewport({ ratio: 1 })
})

test('text at 200%: Send stays in view while a report or a rating is filled in', { tag: '@all' }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: KOJA.lat, longitude: KOJA.lng, accuracy: 20 })
  await page.setViewportSize({ width: 320, height: 640 })
  const open = async (path: string) => {
    await page.goto(`${address()}/en${path}`)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
  }
  await open('/report')
  await page.getByRole('button', { name: 'Road hazard' }).click()
  await expect(page.getByRole('button', { name: 'Send report' })).toBeInViewport({ ratio: 1 })
  await open(`/rate/${STICKER}`)
  await expect(page.getByRole('button', { name: 'Send rating' })).toBeInViewport({ ratio: 1 })
})

for (const [app, person, paths] of [
  ['rider', 'amina', RIDER],
  ['surveyor', 'chebet', SURVEYOR],
  ['learning', 'amina', LEARNING],
] as const)
  test(`text at 200%: no page of the ${app} app scrolls sideways, and no tab is cut off`, { tag: '@all' }, async ({
    page,
    signIn,
  }) => {
    const { incidentId } = await hazardAtKoja()
    const all = app === 'rider' ? [...paths, `/incidents/${incidentId}`] : paths
    await signIn(page, person, app)
    await expectWhole(
      page,
      ['en', 'sw'].flatMap((locale) => all.map((path) => `${address(app)}/${locale}${path}`)),
    )
  })
