import type { Page } from '@playwright/test'
import { CAST } from '@salama/testing'
import { clearLearning, filledIn, fillQuiz, moduleFile, savedAnswers, sendQuiz, stepPage } from '../support/learning.ts'
import { heldRequests } from '../support/network.ts'
import { expect, fillCredentials, type SignIn, test } from '../support/test.ts'

test.use({ serviceWorkers: 'allow' })

const { email } = CAST.baraka
/** It has pictures, an order and single choices. */
const MODULE = moduleFile('ride-safely', 'on-the-way')
const quiz = () => stepPage('ride-safely', 'on-the-way', 'quiz')

test.beforeEach(({ control }) => clearLearning(control, email).then(() => undefined))

/** Signs in as Baraka and fills in the quiz; returns the answers filled in. */
async function fillAsBaraka(page: Page, signIn: SignIn, how?: { wrong: number }): Promise<string[]> {
  await signIn(page, 'baraka', 'learning')
  await page.goto(quiz())
  await fillQuiz(page, MODULE, how)
  const filled = await filledIn(page)
  expect(filled).not.toEqual([])
  return filled
}

test('unsent quiz answers survive a language switch and a reload', async ({ control: _, page, signIn }) => {
  const filled = await fillAsBaraka(page, signIn)
  await page.getByRole('link', { name: 'Kiswahili' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'sw')
  await expect.poll(() => filledIn(page)).toEqual(filled)
  await page.reload()
  await expect.poll(() => filledIn(page)).toEqual(filled)
  await page.getByRole('button', { name: 'Tuma majibu' }).click()
  await expect(page.getByText('Umefuzu', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByText('Umefuzu jaribio hili')).toBeVisible()
  expect(await filledIn(page)).toEqual([])
})

test('unsent quiz answers survive an expired session and a new sign-in', async ({
  control: _,
  context,
  page,
  signIn,
}) => {
  const filled = await fillAsBaraka(page, signIn)
  await expect.poll(() => savedAnswers(page)).toBe(filled.length)
  await context.clearCookies()
  await page.reload()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('salama.account'))).toBeNull()
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await fillCredentials(page, email)
  await expect(page).not.toHaveURL(/sign-in/)
  await expect.poll(() => filledIn(page)).toEqual(filled)
})

test('quiz answers entered before hydration are saved too', async ({ control: _, newPhone, signIn }) => {
  const page = await newPhone({ serviceWorkers: 'block' })
  await signIn(page, 'baraka', 'learning')
  const line = await heldRequests(page.context(), '**/_next/static/**/*.js*')
  await page.goto(quiz(), { waitUntil: 'commit' })
  await fillQuiz(page, MODULE)
  const filled = await filledIn(page)
  expect(filled).not.toEqual([])
  expect(await savedAnswers(page)).toBe(0)
  line.release()
  await expect.poll(() => savedAnswers(page)).toBe(filled.length)
  expect(await filledIn(page)).toEqual(filled)
})

test('without IndexedDB a quiz is sent as a form, and its answers are kept until the server has them', async ({
  control: _,
  context,
  page,
  signIn,
}) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Not here', 'SecurityError')
    }
  })
  const filled = await fillAsBaraka(page, signIn, { wrong: 3 })
  await context.route('**/api/progress?*', (route) => route.fulfill({ status: 503, body: 'Too busy' }), { times: 1 })
  await sendQuiz(page)
  await expect(page.getByText('Too busy')).toBeVisible()
  await page.goto(quiz())
  await expect.poll(() => filledIn(page)).toEqual(filled)
  await sendQuiz(page)
  await expect(page.getByText('Not passed')).toBeVisible()
  await expect.poll(() => savedAnswers(page)).toBe(0)
  expect(await filledIn(page)).toEqual([])
  // The next attempt is filled in at the URL that confirms the last one.
  await fillQuiz(page, MODULE)
  const next = await filledIn(page)
  await page.getByRole('link', { name: 'Kiswahili' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'sw')
  await expect.poll(() => filledIn(page)).toEqual(next)
})
