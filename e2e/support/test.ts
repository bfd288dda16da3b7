import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { CAST, PASSWORD, type PersonName } from '@salama/testing'
import { type Control, connectControl } from '@salama/testing/control'
import { stack } from './env.ts'

type AppName = keyof ReturnType<typeof stack>['addresses']

type Fixtures = {
  control: Control
  /** A browser of its own for somebody: their own cookies, their own device. Opens nothing yet. */
  newPhone: () => Promise<Page>
  /** Signs a person in to an app on a page, the way they would. */
  signIn: (page: Page, person: PersonName, app?: AppName) => Promise<void>
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
    await use(async () => {
      const context = await (browser as Browser).newContext(contextOptions)
      opened.push(context)
      return context.newPage()
    })
    for (const context of opened) await context.close()
  },
  signIn: async ({ browserName: _ }, use) => {
    await use(async (page, person, app = 'rider') => {
      await page.goto(`${address(app)}/en/sign-in`)
      await page.getByLabel('E-mail address').fill(CAST[person].email)
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page).not.toHaveURL(/sign-in/)
    })
  },
})

export { expect }

export const address = (app: AppName = 'rider') => stack().addresses[app]

/**
 * No violation of WCAG 2.2 A and AA, nor of axe's best practices, on the page as it is now. `only` colours: of the rules
 * that a theme can break, where the rest was looked at in the other one.
 */
export async function expectAccessible(page: Page, { only }: { only?: 'colours' } = {}): Promise<void> {
  const axe = new AxeBuilder({ page })
  if (only) axe.withRules(['color-contrast', 'link-in-text-block'])
  const { violations } = await axe.analyze()
  const said = violations.map(({ id, nodes }) => ({
    id,
    where: nodes.map(({ html, any }) => [html, ...any.map(({ message }) => message)].join(' ')),
  }))
  expect(said).toEqual([])
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
