import type { Page } from '@playwright/test'
import { CAST } from '@salama/testing'
import { filledIn, fillQuestion, moduleFile, savedAnswers, stepPage, takeQuiz } from '../support/learning.ts'
import { heldRequests } from '../support/network.ts'
import { expect, fillCredentials, type SignIn, test } from '../support/test.ts'

test.use({ serviceWorkers: 'allow' })

const { email } = CAST.baraka
/** It has pictures, an order and single choices. */
const MODULE = moduleFile('ride-safely', 'on-the-way')
const quiz = () => stepPage('ride-safely', 'on-the-way', 'quiz')

/** Scripts run: an order question has lines instead of lists of places. */
const ready = (page: Page) => expect(page.locator('[data-option]').first()).toBeAttached()

/** Signs in as Baraka and fills in the first question; returns the answers filled in. */
async function fillAsBaraka(page: Page, signIn: SignIn): Promise<string[]> {
  await signIn(page, 'baraka', 'learning')
  await page.goto(quiz())
  await ready(page)
  await fillQuestion(page, MODULE, 0)
  const filled = await filledIn(page)
  expect(filled).not.toEqual([])
  return filled
}

test('unsent quiz answers survive a language switch and a reload', { tag: '@all' }, async ({ page, signIn }) => {
  const filled = await fillAsBaraka(page, signIn)
  await page.getByRole('link', { name: 'Kiswahili' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'sw')
  await expect.poll(() => filledIn(page)).toEqual(filled)
  await page.reload()
  await expect.poll(() => filledIn(page)).toEqual(filled)
  await page.getByRole('link', { name: 'English' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await ready(page)
  await page.getByRole('button', { name: 'Check answer' }).click()
  await page.getByRole('button', { name: 'Next question' }).click()
  await takeQuiz(page, MODULE, { from: 1 })
  await expect(page.getByText('Passed', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByText('You passed this quiz')).toBeVisible()
  expect(await savedAnswers(page)).toBe(0)
})

test('unsent quiz answers survive an expired session and a new sign-in', { tag: '@all' }, async ({
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

test('quiz answers entered before hydration are saved too', { tag: '@all' }, async ({ newPhone, signIn }) => {
  const page = await newPhone({ serviceWorkers: 'block' })
  await signIn(page, 'baraka', 'learning')
  const line = await heldRequests(page.context(), '**/_next/static/**/*.js*')
  await page.goto(quiz(), { waitUntil: 'commit' })
  await fillQuestion(page, MODULE, 0)
  const filled = await filledIn(page)
  expect(filled).not.toEqual([])
  expect(await savedAnswers(page)).toBe(0)
  line.release()
  await expect.poll(() => savedAnswers(page)).toBe(filled.length)
  expect(await filledIn(page)).toEqual(expect.arrayContaining(filled))
})

test('without IndexedDB answers without feedback are sent as a form, and kept until the server has them', {
  tag: '@all',
}, async ({ context, page, signIn }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Not here', 'SecurityError')
    }
  })
  await signIn(page, 'baraka', 'learning')
  await page.goto(quiz())
  await ready(page)
  await context.route('**/api/quiz-attempts/*', (route) => route.fulfill({ status: 503, body: 'Too busy' }))
  await context.route('**/api/progress?*', (route) => route.fulfill({ status: 503, body: 'Too busy' }), { times: 1 })
  await takeQuiz(page, MODULE, { hasFeedback: false })
  await expect(page.getByText('Too busy')).toBeVisible()
  await page.goto(quiz())
  await ready(page)
  for (const _question of MODULE.questions) await page.getByRole('button', { name: 'Check answer' }).click()
  await expect(page.getByText('Passed', { exact: true })).toBeVisible()
  await expect.poll(() => savedAnswers(page)).toBe(0)
})
