import type { Page } from '@playwright/test'
import { CAST } from '@salama/testing'
import { open, startRecording } from '../support/field.ts'
import { stepPage } from '../support/learning.ts'
import {
  expectAllPressable,
  expectPressable,
  expectPressableUnscrolled,
  haveOurFont,
  setTextSize,
} from '../support/pressable.ts'
import { chooseStage, fillCrashAtKoja } from '../support/report.ts'
import { robbery } from '../support/review.ts'
import { address, expect, test } from '../support/test.ts'
import { RIDER_SW, SHARED_SW } from '../support/texts.ts'
import { STICKER } from '../support/vehicles.ts'

// Buttons are not covered: neither by the bottom navigation of a phone nor by sticky elements at the top.

const sendButton = (page: Page) => page.getByRole('button', { name: 'Send report' })

/** Expects all buttons of a page to be pressable, at normal and double text size. */
async function expectPagePressable(page: Page): Promise<void> {
  await expectAllPressable(page)
  await setTextSize(page, 200)
  await expectAllPressable(page)
  await setTextSize(page, 100)
}

test('every step of a report can be answered, and the last one sent without scrolling', async ({ page }) => {
  await page.goto(`${address()}/en/report`)
  await expectPagePressable(page)
  await page.getByRole('button', { name: 'Overloading' }).click()
  await expect(page.getByRole('heading', { name: 'Where did it happen?' })).toBeVisible()
  await expectPagePressable(page)
  await chooseStage(page, 'Koja')
  await expect(page.getByRole('heading', { name: 'Overloading' })).toBeVisible()
  await expectPressableUnscrolled(sendButton(page))
  await expectPagePressable(page)
  // Reloaded, with the notice about the saved draft above the form.
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Overloading' })).toBeVisible()
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  await expectPressableUnscrolled(sendButton(page))
})

test('while the last step is filled in, the send button stays visible and covers no field', { tag: '@all' }, async ({
  page,
}) => {
  await fillCrashAtKoja(page)
  await page.getByText('Add details or limit what others see').click()
  const fields = [page.getByLabel('Note'), page.getByLabel(/^When it/), page.getByRole('radio').first()]
  for (const field of fields) {
    await field.focus()
    await expectPressableUnscrolled(field)
    await expectPressableUnscrolled(sendButton(page))
  }
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
  await expectPressableUnscrolled(sendButton(page))
  for (const field of fields) {
    await field.focus()
    await expectPressableUnscrolled(field)
  }
  await setTextSize(page, 200)
  for (const field of fields) {
    await field.focus()
    await expectPressable(field)
  }
})

test('in Swahili a sensitive report and its quick exit can both be pressed without scrolling', { tag: '@all' }, async ({
  page,
}) => {
  await page.goto(`${address()}/sw/report`)
  await page.getByRole('button', { name: SHARED_SW.categories.harassment }).click()
  await expect(page.getByRole('heading', { name: RIDER_SW.report.questions.place })).toBeVisible()
  await expectPagePressable(page)
  await chooseStage(page, 'Koja', RIDER_SW.report.orStage)
  const sendIt = page.getByRole('button', { name: RIDER_SW.report.send })
  const leave = page.getByRole('button', { name: RIDER_SW.report.quickExit })
  await expectPressableUnscrolled(sendIt)
  await expectPressableUnscrolled(leave)
  await page.getByText(RIDER_SW.report.more).click()
  await page.getByLabel(RIDER_SW.report.note).focus()
  for (const each of [page.getByLabel(RIDER_SW.report.note), sendIt, leave]) await expectPressableUnscrolled(each)
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
  for (const each of [sendIt, leave]) await expectPressableUnscrolled(each)
  await expectPagePressable(page)
})

test('the account forms can be submitted', { tag: '@all' }, async ({ page }) => {
  for (const path of ['sign-in', 'sign-up', 'forgot-password']) {
    await page.goto(`${address()}/en/${path}`)
    await expectPagePressable(page)
  }
})

test('a rider can submit ratings, searches and receipt codes', { tag: '@all' }, async ({ page, signIn }) => {
  await page.goto(`${address()}/en/receipt`)
  await haveOurFont(page)
  for (const path of ['receipt', 'v', 'search', 'forgot-password']) {
    await page.goto(`${address()}/en/${path}`)
    await expectPagePressable(page)
  }
  await signIn(page, 'amina')
  for (const path of [`rate/${STICKER}`, 'account']) {
    await page.goto(`${address()}/en/${path}`)
    await expectPagePressable(page)
  }
})

test('a surveyor can save an entry and end the shift', { tag: '@all' }, async ({ page, signIn }) => {
  await signIn(page, 'chebet', 'surveyor')
  await open(page)
  await expectPagePressable(page)
  await startRecording(page)
  await expectPagePressable(page)
  await open(page, '/session')
  await expectPagePressable(page)
})

test('a learner can submit a quiz', { tag: '@all' }, async ({ page, signIn }) => {
  await signIn(page, 'baraka', 'learning')
  await page.goto(stepPage('ride-safely', 'on-the-way', 'quiz'))
  await expectPagePressable(page)
})

test('an admin can submit every form of the console', { tag: '@all' }, async ({ control, page, signIn }) => {
  const [entry] = await control.query<{ id: string }>('select id from app.review_entries where subject_id = $1', [
    await robbery('amina'),
  ])
  const [vehicle] = await control.query<{ id: string }>('select id from app.vehicles limit 1')
  const [sacco] = await control.query<{ id: string }>('select id from app.saccos limit 1')
  await signIn(page, 'dalmas', 'admin')
  for (const path of [
    'assignments/new',
    `users/${CAST.baraka.id}`,
    'users',
    `vehicles/${vehicle?.id}`,
    `saccos/${sacco?.id}`,
    'network',
    'audit',
    'review',
    `review/${entry?.id}`,
  ]) {
    await page.goto(`${address('admin')}/en/${path}`)
    await expectAllPressable(page) // the console is for desktops: on a phone only normal text size is checked
  }
})
