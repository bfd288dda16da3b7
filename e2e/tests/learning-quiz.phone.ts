import { MAX_QUIZ_TRIES } from '@salama/domain/shared'
import { CAST } from '@salama/testing'
import {
  fillPlainQuiz,
  fillQuestion,
  haveTried,
  itemsOf,
  learningPage,
  lessonsOf,
  MULTIPLE,
  moduleFile,
  PICTURES,
  RIDE,
  sendQuiz,
  stepPage,
  takeQuiz,
} from '../support/learning.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

test.use({ serviceWorkers: 'allow' })

const { email } = CAST.baraka

test('a quiz with every kind of question is failed with reasons and then passed; the page reveals no answer before', async ({
  control,
  page,
  signIn,
}) => {
  await signIn(page, 'baraka', 'learning')
  const module = moduleFile(RIDE, PICTURES)
  const answer = await page.goto(stepPage(RIDE, PICTURES, 'quiz'))
  const source = (await answer?.text()) ?? ''
  for (const { explanation } of Object.values(module.answers)) expect(source).not.toContain(explanation.en)
  await expect(page.locator('form[novalidate]')).toBeVisible() // before that the browser validates
  await page.getByRole('button', { name: 'Check answer' }).click()
  await expect(page.getByText('Choose a picture.')).toBeVisible()
  await takeQuiz(page, module, { wrong: 3 })
  await expect(page.getByText('Not passed')).toBeVisible()
  await expectAccessible(page)
  for (const { explanation } of Object.values(module.answers).slice(0, 3))
    await expect(page.getByText(explanation.en ?? '').filter({ visible: true })).toHaveCount(1)
  await expect.poll(() => itemsOf(control, email)).toEqual([])
  await page.getByRole('button', { name: 'Try again' }).click()
  await takeQuiz(page, module)
  await expect(page.getByText('Passed', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Practice/)).toHaveCount(0)
  await expect.poll(() => itemsOf(control, email)).toEqual(['quiz'])
  await page.reload()
  await expect(page.getByText('You passed this quiz')).toBeVisible()

  await page.goto(stepPage(RIDE, MULTIPLE, 'quiz'))
  await takeQuiz(page, moduleFile(RIDE, MULTIPLE))
  await expect(page.getByText('Passed', { exact: true })).toBeVisible()
  await expect.poll(() => itemsOf(control, email)).toEqual(['quiz', 'quiz'])
})

test('a quiz attempt over the hourly limit shows when it will be sent, blocks no lesson, and is graded then', {
  tag: '@all',
}, async ({ control, page, signIn }) => {
  await signIn(page, 'baraka', 'learning')
  const module = moduleFile(RIDE, PICTURES)
  await page.goto(stepPage(RIDE, PICTURES, 'quiz'))
  await takeQuiz(page, module, { wrong: 3 })
  await expect(page.getByText('Not passed')).toBeVisible()
  await haveTried(control, email, MAX_QUIZ_TRIES)
  await page.getByRole('button', { name: 'Try again' }).click()
  await takeQuiz(page, module, { hasFeedback: false })
  await expect(page.getByText(/^Saved on this phone\. Sends again at \d\d:\d\d$/)).toBeVisible()
  await expect(page.getByText(`You can try a quiz ${MAX_QUIZ_TRIES} times an hour.`, { exact: true })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Continue' }).click()
  const [lesson, next] = lessonsOf(MULTIPLE)
  await expect(page.getByRole('heading', { level: 1, name: lesson?.title.en ?? '' })).toBeVisible()
  await page.getByRole('button', { name: 'Mark as read' }).click()
  await expect(page.getByRole('heading', { level: 1, name: next?.title.en ?? '' })).toBeVisible()
  await expect.poll(() => itemsOf(control, email)).toEqual([lesson?.slug])
  await page.goto(learningPage('en', 'outbox'))
  await expect(page.getByText(/Sends again at/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try now' })).toHaveCount(0) // it would be refused again

  await control.shiftClock('62 minutes')
  await page.reload()
  await expect(page.getByText('Passed: 100 %.')).toBeVisible()
})

test('without JavaScript a quiz is graded as a plain form, and an error keeps the answers', { tag: '@all' }, async ({
  control,
  context,
  newPhone,
  page,
  signIn,
}) => {
  await signIn(page, 'baraka', 'learning')
  const reader = await newPhone({ javaScriptEnabled: false, storageState: await context.storageState() })
  const module = moduleFile(RIDE, MULTIPLE)
  const several = module.questions.find(({ kind }) => kind === 'multiple')?.key ?? ''
  await reader.goto(stepPage(RIDE, MULTIPLE, 'quiz'))
  await fillPlainQuiz(reader, module)
  for (const box of await reader.locator(`[name="answer:${several}"]`).all()) await box.uncheck()
  await sendQuiz(reader)
  await expect(reader.getByText('Choose at least one answer.')).toBeVisible()
  for (const option of module.answers[several]?.right ?? [])
    await reader.locator(`[name="answer:${several}"][value="${option}"]`).check()
  await sendQuiz(reader)
  await expect(reader.getByText('Passed', { exact: true })).toBeVisible()
  const [lesson] = lessonsOf(MULTIPLE)
  await reader.goto(stepPage(RIDE, MULTIPLE, lesson?.slug ?? ''))
  await reader.getByRole('button', { name: 'Mark as read' }).click()
  await expect(reader.getByText('You’ve read this')).toBeVisible()
  await expect.poll(() => itemsOf(control, email)).toEqual(['quiz', lesson?.slug].toSorted())
})

test('a quiz is left in the middle and continued on another device, where a given answer is final', {
  tag: '@all',
}, async ({ control, newPhone, page, signIn }) => {
  const module = moduleFile(RIDE, MULTIPLE)
  await signIn(page, 'baraka', 'learning')
  await page.goto(stepPage(RIDE, MULTIPLE, 'quiz'))
  await fillQuestion(page, module, 0, true)
  await page.getByRole('button', { name: 'Check answer' }).click()
  await expect(page.getByRole('heading', { name: 'Incorrect' })).toBeVisible()
  await expect(page.getByText('Your answer', { exact: true })).toBeVisible()
  await expect(page.getByText('Right answer', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: /^Read again/ }).click()
  await expect(page).toHaveURL(/does-it-help$/)
  await page.goBack()
  await expect(page.getByText('Question 2 of')).toBeVisible()
  const other = await newPhone()
  await signIn(other, 'baraka', 'learning')
  await other.goto(stepPage(RIDE, MULTIPLE, 'quiz'))
  await expect(other.getByText('Question 2 of')).toBeVisible()
  await takeQuiz(other, module, { from: 1 })
  await expect(other.getByText('Passed', { exact: true })).toBeVisible()
  await expect.poll(() => itemsOf(control, email)).toEqual(['quiz'])
})
