import { AxeBuilder } from '@axe-core/playwright'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test'
import { CAST, PASSWORD, type PersonName } from '@salama/testing'
import { type Control, connectControl } from '@salama/testing/control'
import { joinWorld, moveClock } from '@salama/testing/world-clock'
import { brokenWords } from './broken-words.ts'
import { type AppName, stack, worldMs } from './env.ts'
import { sessionCookie } from './session.ts'

/** Signs a person of the cast in to an app, by default the rider app. */
export type SignIn = (page: Page, person: PersonName, app?: AppName) => Promise<void>

type Fixtures = {
  /** Those of the journey have its clock: `join` sets that of a new one, and `control.shiftClock` moves all. */
  browsers: { join: (context: BrowserContext) => Promise<void>; moveClock: (byMs: number) => Promise<void> }
  control: Control
  /** A separate browser context with its own cookies and device id. Opens no page yet. */
  newPhone: (options?: BrowserContextOptions) => Promise<Page>
  /** Signs a person in to an app with the session's cookie: the next page is theirs. */
  signIn: SignIn
}

/**
 * Every journey starts with the data of the demo without its reports, an empty review queue, and the time of its world.
 */
export const test = base.extend<Fixtures>({
  browsers: async ({ browserName: _ }, use) => {
    const joined: BrowserContext[] = []
    await use({
      join: async (context) => {
        await context.addInitScript(moveClock, worldMs())
        joined.push(context)
      },
      moveClock: async (byMs) => {
        for (const context of joined) {
          await context.addInitScript(moveClock, byMs)
          for (const page of context.pages()) await page.evaluate(moveClock, byMs)
        }
      },
    })
  },
  control: [
    async ({ browsers }, use) => {
      const { url, token } = stack().control
      const control = connectControl(url, token)
      await control.fresh()
      let movedMs = 0
      const shiftClock = async (interval: string) => {
        const ms = await control.shiftClock(interval)
        await browsers.moveClock(ms - movedMs)
        movedMs = ms
        return ms
      }
      await use({ ...control, shiftClock })
    },
    { auto: true },
  ],
  context: async ({ context, browsers }, use) => {
    await browsers.join(context)
    await use(context)
  },
  newPhone: async ({ browser, browsers, contextOptions }, use) => {
    const opened: BrowserContext[] = []
    await use(async (options) => {
      const context = await (browser as Browser).newContext({ ...contextOptions, ...options })
      opened.push(context)
      await browsers.join(context)
      return context.newPage()
    })
    for (const context of opened) await context.close()
  },
  signIn: async ({ browserName: _ }, use) => {
    await use(async (page, person, app = 'rider') => {
      const cookie = await sessionCookie(person, app)
      await page.context().addCookies([{ ...cookie, url: address(app), httpOnly: true, sameSite: 'Lax' }])
    })
  },
})

export { expect }

// A command that takes screenshots has the machine's time.
if (!Number.isNaN(worldMs())) joinWorld(worldMs())

export const address = (app: AppName = 'rider') => stack().addresses[app]

/** Signs in through the form, for journeys about signing in. */
export const signInOnPage: SignIn = async (page, person, app = 'rider') => {
  await page.goto(`${address(app)}/en/sign-in`)
  await fillCredentials(page, CAST[person].email)
  await expect(page).not.toHaveURL(/sign-in/)
}

/** Fills in the open sign-in page. */
export async function fillCredentials(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/**
 * Expects no violation of WCAG 2.2 A and AA or of axe's best practices on the current page, and no broken word. `only:
 * 'colours'`: the rules that depend on the theme, where the others were checked in the other theme. `without`:
 * third-party parts.
 */
export async function expectAccessible(
  page: Page,
  { only, without }: { only?: 'colours'; without?: string } = {},
): Promise<void> {
  await page.evaluate(stillness) // elements that are fading in have no final colour yet
  // In the page alone, which takes half the time: a page of its own for the result is for frames of other origins.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  if (only) axe.withRules(['color-contrast', 'link-in-text-block'])
  if (without) axe.exclude(without)
  const { violations } = await axe.analyze()
  const said = violations.map(({ id, nodes }) => ({
    id,
    where: nodes.map(({ html, any }) => [html, ...any.map(({ message }) => message)].join(' ')),
  }))
  expect(said).toEqual([])
  if (!only && !without) expect(await brokenWords(page), 'broken words').toEqual([])
}

/** Runs in the page: waits until all animations have ended, except infinite ones. */
async function stillness(): Promise<void> {
  const moving = document
    .getAnimations()
    .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
  await Promise.allSettled(moving.map(({ finished }) => finished))
}

/** Waits until the page's script responds: before, the browser itself follows links. */
export const responds = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-ready')

/** Collects requests to hosts other than the given app's. */
export function watchOutside(page: Page, app: AppName = 'rider'): string[] {
  const outside: string[] = []
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url())
    if (protocol.startsWith('http') && host !== new URL(address(app)).host) outside.push(request.url())
  })
  return outside
}

/** Collects errors of the browser's console. */
export function watchErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`)
  })
  return errors
}
