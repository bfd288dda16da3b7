import type { Page } from '@playwright/test'
import { address, expect, test } from '../support/test.ts'
import { STICKER } from '../support/vehicles.ts'

// On a slow network a page can be read, typed into and pressed for seconds before its script is there.

/** Opens a page whose scripts come when the returned function is called. */
async function openWithoutScripts(page: Page, path: string): Promise<() => void> {
  const { promise: scripts, resolve: letScriptsCome } = Promise.withResolvers<void>()
  await page.route('**/_next/static/chunks/*', async (route) => {
    await scripts
    await route.continue()
  })
  await page.goto(address() + path, { waitUntil: 'commit' })
  return letScriptsCome
}

test('what is typed before the script is there is kept and sent', async ({ page }) => {
  const letScriptsCome = await openWithoutScripts(page, '/en/receipt')
  const code = page.getByLabel('Receipt code')
  await code.fill('7K3M9')
  letScriptsCome()
  await page.getByRole('button', { name: 'Look up report' }).click()
  await expect(page.getByText('A code has 26 letters and digits. Check it again.')).toBeVisible()
  await expect(code).toHaveValue('7K3M9')
})

test('a button pressed before the script is there is pressed once when it is', async ({ page }) => {
  const letScriptsCome = await openWithoutScripts(page, '/en')
  const welcome = page.getByRole('region', { name: 'About Salama' })
  await welcome.getByRole('button', { name: 'Close' }).dblclick()
  await expect(welcome).toBeVisible()
  letScriptsCome()
  await expect(welcome).toBeHidden()
})

test('what is chosen before the script is there is kept', async ({ page }) => {
  const letScriptsCome = await openWithoutScripts(page, '/en')
  await page.getByLabel('Show').selectOption({ value: 'hazard' })
  letScriptsCome()
  await expect(page).toHaveURL(/category=hazard/)
  await expect(page.getByLabel('Show')).toHaveValue('hazard')
})

test('a choice is kept by a page that would undo it before it hears of it', async ({ page }) => {
  // As React does when the first event that it hears of comes from a control it has not hydrated.
  await page.addInitScript(() =>
    document.addEventListener('input', ({ target }) => Object.assign(Object(target), { value: '' }), true),
  )
  const letScriptsCome = await openWithoutScripts(page, '/en')
  await page.getByLabel('Show').selectOption({ value: 'hazard' })
  letScriptsCome()
  await expect(page).toHaveURL(/category=hazard/)
})

test('a category pressed before the script is there opens the next step', async ({ control: _, page }) => {
  const letScriptsCome = await openWithoutScripts(page, '/en/report')
  await page.getByRole('button', { name: 'Road hazard' }).click()
  letScriptsCome()
  await expect(page.getByRole('heading', { name: 'Where did it happen?' })).toBeVisible()
})

test('what is typed into a form that an early press replaces is kept', async ({ page }) => {
  const letScriptsCome = await openWithoutScripts(page, '/en/sign-in')
  await page.getByRole('button', { name: 'Email me a code instead' }).click()
  await page.getByLabel('Email address').fill('amina@salama.test')
  letScriptsCome()
  await expect(page.getByRole('button', { name: 'Send code' })).toBeVisible()
  await expect(page.getByLabel('Email address')).toHaveValue('amina@salama.test')
})

test('of the choices in a group before the script is there the last one counts', async ({ page, signIn }) => {
  await signIn(page, 'amina')
  const letScriptsCome = await openWithoutScripts(page, `/en/rate/${STICKER}`)
  for (const stars of ['4 – good', '5 – very good', '4 – good']) await page.getByRole('radio', { name: stars }).check()
  letScriptsCome()
  await expect(page.locator('script[type="late"]')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('radio', { name: '4 – good' })).toBeChecked()
})

test('a form that needs no script is sent without waiting for it', async ({ page }) => {
  await openWithoutScripts(page, '/en/v')
  await page.getByLabel('Code on the sticker, or number plate').fill(STICKER)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/en/v/${STICKER}`))
})

test('a link is followed at once, also when the browser has offered to install the app', async ({ page }) => {
  await openWithoutScripts(page, '/en')
  await page.evaluate(() => dispatchEvent(new Event('beforeinstallprompt', { cancelable: true })))
  await page.getByRole('link', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL(/\/en\/search$/)
})

test('a page that can be read without scripts starts them at the first touch, else after some seconds', async ({
  page,
}) => {
  const late = page.locator('script[type="late"]')
  await page.goto(`${address()}/en/about-data`)
  expect(await late.count()).toBeGreaterThan(3)
  await expect(late).toHaveCount(0)
  await page.reload()
  await page.keyboard.press('Tab')
  expect(await late.count()).toBe(0)
})
