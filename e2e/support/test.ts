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
import { stack } from './env.ts'

type AppName = keyof ReturnType<typeof stack>['addresses']

/** Signs a person of the cast in at an app; without one at the rider's. */
export type SignIn = (page: Page, person: PersonName, app?: AppName) => Promise<void>

type Fixtures = {
  control: Control
  /** A browser of its own for somebody: their own cookies, their own device. Opens nothing yet. */
  newPhone: (options?: BrowserContextOptions) => Promise<Page>
  /** Signs a person in to an app and opens its first page, without the time that filling in the form takes. */
  signIn: SignIn
}

/** Journeys begin with the network and the people, but without any report, and with the right time. */
export const test = base.extend<Fixtures>({
  control: async ({ browserName: _ }, use) => {
    const { url, token } = stack().control
    const control = connectControl(url, token)
    await control.query('truncate app.reports, app.incidents, app.incident_feed, app.incident_history cascade')
    await control.shiftClock('0')
    await use(control)
    await control.shiftClock('0')
  },
  newPhone: async ({ browser, contextOptions }, use) => {
    const opened: BrowserContext[] = []
    await use(async (options) => {
      const context = await (browser as Browser).newContext({ ...contextOptions, ...options })
      opened.push(context)
      return context.newPage()
    })
    for (const context of opened) await context.close()
  },
  signIn: async ({ browserName: _ }, use) => {
    await use(async (page, person, app = 'rider') => {
      const [{ request }, headers] = [page.context(), { origin: address(app) }]
      const { csrfToken } = await (await request.get(`${address(app)}/api/auth/csrf`)).json()
      const form = { email: CAST[person].email, password: PASSWORD, csrfToken, json: 'true' }
      const reply = await request.post(`${address(app)}/api/auth/callback/credentials`, { headers, form })
      expect(reply.status()).toBe(200)
      await page.goto(`${address(app)}/en`, { waitUntil: 'commit' })
    })
  },
})

export { expect }

export const address = (app: AppName = 'rider') => stack().addresses[app]

/** Signs a person in to an app on a page, the way they would: for journeys that are about signing in. */
export const signInOnPage: SignIn = async (page, person, app = 'rider') => {
  await page.goto(`${address(app)}/en/sign-in`)
  await fillCredentials(page, CAST[person].email)
  await expect(page).not.toHaveURL(/sign-in/)
}

/** Fills in the page for signing in, which is open. */
export async function fillCredentials(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/**
 * No violation of WCAG 2.2 A and AA, nor of axe's best practices, on the page as it is now. `only` colours: of the rules
 * that a theme can break, where the rest was looked at in the other one. `without`: parts that are not ours.
 */
export async function expectAccessible(
  page: Page,
  { only, without }: { only?: 'colours'; without?: string } = {},
): Promise<void> {
  await page.evaluate(stillness) // what is half faded in has no colour yet
  const axe = new AxeBuilder({ page })
  if (only) axe.withRules(['color-contrast', 'link-in-text-block'])
  if (without) axe.exclude(without)
  const { violations } = await axe.analyze()
  const said = violations.map(({ id, nodes }) => ({
    id,
    where: nodes.map(({ html, any }) => [html, ...any.map(({ message }) => message)].join(' ')),
  }))
  expect(said).toEqual([])
}

/** Waits, in a page, until whatever moves has come to its place; what turns for ever is not waited for. */
async function stillness(): Promise<void> {
  const moving = document
    .getAnimations()
    .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
  await Promise.allSettled(moving.map(({ finished }) => finished))
}

/** Collects requests to any host but the given app's. */
export function watchOutside(page: Page, app: AppName = 'rider'): string[] {
  const outside: string[] = []
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url())
    if (protocol.startsWith('http') && host !== new URL(address(app)).host) outside.push(request.url())
  })
  return outside
}

/** What the browser's console complained of. */
export function watchErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  return errors
}
