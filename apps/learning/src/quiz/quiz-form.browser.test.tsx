import { answerQuizQuestion, practiceQuizQuestion } from '@salama/domain/learning/app-contract'
import { AppShell } from '@salama/ui/components/app-shell.tsx'
import { page, render, userEvent } from '@salama/ui/testing/browser.ts'
import { showEarly } from '@salama/ui/testing/early.ts'
import { BookOpen } from 'lucide-react'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Locator } from 'vitest/browser'
import { App, markProgress } from '@/testing.ts'
import {
  answer,
  answerTwo,
  attemptOf,
  belt,
  check,
  example,
  given,
  grade,
  line,
  lines,
  next,
  open,
  quiz,
  resultOf,
  server,
  whistle,
} from './quiz-in-test.tsx'

test('a question without an answer is named, has the focus, and nothing is sent', async () => {
  await open()
  await check.click()
  await expect.element(page.getByText('Choose an answer.')).toBeVisible()
  await expect.element(page.getByRole('group', { name: /^1\. Who/ })).toHaveFocus()
  expect(given).toEqual([])
})

test('a double press sends one answer; until it comes the button is busy', async () => {
  const release = server.hold(answerQuizQuestion, example)
  await open()
  await answer('Everybody').click()
  await check.dblClick()
  await expect.element(check).toBeDisabled()
  await expect.poll(() => server.sent(answerQuizQuestion)).toHaveLength(1)
  release()
  await expect.element(page.getByRole('button', { name: 'Check answer' })).not.toBeInTheDocument()
  expect(server.sent(answerQuizQuestion)).toHaveLength(1)
})

test('an answer shows at once whether it is right, why, and which lesson says so', async () => {
  await open()
  await answer('The driver').click()
  await check.click()
  await expect.element(page.getByRole('heading', { name: 'Incorrect' })).toHaveFocus()
  await expect.element(page.getByText('Your answer')).toBeVisible()
  await expect.element(page.getByText('Right answer')).toBeVisible()
  await expect.element(page.getByText('Because of belt.')).toBeVisible()
  await expect.element(next).toBeInViewport({ ratio: 1 })
  await expect
    .element(page.getByRole('link', { name: 'Read again: Belts' }))
    .toHaveAttribute('href', '/en/courses/ride-safely/belts/belts')
})

test('at 360 × 740 with text at 200 %, the way on is never under the places of the app', async () => {
  await page.viewport(360, 740)
  document.documentElement.style.fontSize = '200%'
  onTestFinished(() => {
    document.documentElement.style.fontSize = ''
  })
  const places = ['Courses', 'My courses', 'Account'].map((label, n) => ({ href: `/${n}`, label, icon: BookOpen }))
  await render(
    <App path="/courses/ride-safely/belts/quiz">
      <AppShell nav={places}>{quiz()}</AppShell>
    </App>,
  )
  const overlap = (button: Locator) => {
    const bar = page.getByRole('navigation', { name: 'Main pages' }).element().getBoundingClientRect()
    return Math.max(0, Math.round(button.element().getBoundingClientRect().bottom - bar.top))
  }
  expect(overlap(check)).toBe(0)
  await answer('The driver').click()
  await check.click()
  await expect.element(next).toBeInViewport({ ratio: 1 })
  expect(overlap(next)).toBe(0)
})

test('the last answer grades the attempt; a failed one is tried again with nothing chosen', async () => {
  await open()
  await answer('The driver').click()
  await check.click()
  await next.click()
  await answer('A song').click()
  await check.click()
  await next.click()
  await check.click()
  await page.getByRole('button', { name: 'See result' }).click()
  await expect.element(page.getByText('Not passed')).toBeVisible()
  expect(document.activeElement?.textContent).toContain('Not passed')
  await expect.element(page.getByText('1 of 3 correct: 33 %.')).toBeVisible()
  given.splice(0)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Question 1 of 3')).toBeVisible()
  await expect.poll(() => document.querySelector('input:checked')).toBeNull()
})

test('another attempt is checked question by question as well', async () => {
  const failed = attemptOf([{ key: 'belt', answer: ['driver'] }])
  server.answerBy(answerQuizQuestion, () => ({ ...example, answered: null, attempt: failed }))
  await render(quiz('graded', 'en', undefined, [belt, whistle]))
  await answer('The driver').first().click()
  await check.click()
  await page.getByRole('button', { name: 'See result' }).click()
  server.answerBy(answerQuizQuestion, grade)
  await page.getByRole('button', { name: 'Try again' }).click()
  await answer('Everybody').first().click()
  await check.click()
  await expect.element(page.getByRole('heading', { name: 'Correct' })).toBeVisible()
})

test('the last result that arrives after another attempt was begun moves nothing', async () => {
  const { rerender } = await open()
  await answer('The driver').click()
  await check.click()
  await next.click()
  await answer('A song').click()
  await check.click()
  await next.click()
  await check.click()
  await page.getByRole('button', { name: 'See result' }).click()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('group', { name: /^1\. / })).toHaveFocus()
  const before = check.element().getBoundingClientRect().top
  await rerender(quiz('graded', 'en', 'Last score: 0 %'))
  await expect.element(page.getByText('Last score: 0 %')).not.toBeInTheDocument()
  expect(check.element().getBoundingClientRect().top).toBe(before)
})

test('passing leads on to the next step', async () => {
  await open()
  await answerTwo()
  await check.click()
  await page.getByRole('button', { name: 'See result' }).click()
  await expect.element(page.getByText('Passed')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Continue' }))
    .toHaveAttribute('href', '/en/courses/ride-safely/next')
})

test('lines are put in order with the arrow keys, and the moved line keeps the focus', async () => {
  await open()
  await answerTwo()
  line('Go').element().focus()
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  await expect.poll(lines).toEqual(['go', 'stop', 'look'])
  await expect.element(line('Go')).toHaveFocus()
  await expect.element(page.getByText('Go: place 1 of 3')).toBeInTheDocument()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.poll(lines).toEqual(['stop', 'look', 'go'])
  await expect.element(line('Go')).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  await expect.poll(lines).toEqual(['go', 'stop', 'look'])
  await check.click()
  await expect.poll(() => given.at(-1)).toEqual({ key: 'steps', answer: ['go', 'stop', 'look'] })
})

test('lines are put in order with their buttons, and by dragging', async () => {
  await open()
  await answerTwo()
  await userEvent.dragAndDrop(line('Go'), line('Stop'))
  await expect.poll(lines).toEqual(['go', 'stop', 'look'])
  const up = document.querySelector<HTMLButtonElement>('[data-option=look] button[aria-hidden]')
  up?.click()
  await expect.poll(lines).toEqual(['go', 'look', 'stop'])
})

test('what is chosen survives another language and a reload of the page', async () => {
  const first = await open()
  await answer('The driver').click()
  await expect.poll(() => Object.values(sessionStorage).join()).toContain('answer:belt')
  await first.unmount()
  const second = await open('graded', 'sw')
  await expect.element(answer('The driver')).toBeChecked()
  await second.unmount()
  await open()
  await expect.element(answer('The driver')).toBeChecked()
})

test('an answer that is chosen and checked before the script responds is kept, and checked once', async () => {
  const respond = showEarly(quiz())
  await answer('The driver').click()
  await check.dblClick()
  respond()
  await expect.poll(() => given).toEqual([{ key: 'belt', answer: ['driver'] }])
  await expect.element(page.getByText('Because of belt.')).toBeVisible()
  await expect.poll(() => Object.values(sessionStorage).join()).toContain('driver')
})

test('the order of lines survives a reload of the page', async () => {
  const first = await open('visitor')
  server.answerBy(practiceQuizQuestion, ({ body }) => {
    const sent = practiceQuizQuestion.body.parse(body)
    return resultOf({ key: sent.question, answer: sent.answer })
  })
  await answerTwo()
  line('Go').element().focus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.poll(lines).toEqual(['stop', 'go', 'look'])
  await expect.poll(() => Object.values(sessionStorage).join()).toContain('place:steps:go')
  await first.unmount()
  await open('visitor')
  await expect.poll(lines).toEqual(['stop', 'go', 'look'])
})

test('another person on the phone does not see what was chosen', async () => {
  const first = await open()
  await answer('The driver').click()
  await expect.poll(() => Object.values(sessionStorage).join()).toContain('answer:belt')
  await first.unmount()
  localStorage.clear()
  server.signedIn('amina')
  await open()
  await expect.poll(lines).toHaveLength(3) // what is kept has been looked up by then
  await expect.element(answer('The driver')).not.toBeChecked()
})

test('answers are gone from the phone once the attempt is graded', async () => {
  await open()
  await answerTwo()
  await expect.poll(() => Object.values(sessionStorage).join()).toContain('answer:belt')
  await check.click()
  await expect.poll(() => sessionStorage.length).toBe(0)
})

test('offline the answers wait and go as one attempt, whose result is shown when it comes', async () => {
  server.lose(answerQuizQuestion)
  server.lose(markProgress)
  await open()
  await answer('Everybody').click()
  await check.click()
  await expect.element(page.getByText(/^You’re offline, or the connection is slow\./)).toBeVisible()
  await answer('Speeding').click()
  await check.click()
  await check.click()
  await expect.element(page.getByText(/^Saved on this phone/)).toBeVisible()
  expect(document.activeElement?.textContent).toContain('Saved on this phone')
  await expect
    .poll(() => server.sent(markProgress).map(({ body }) => body))
    .toEqual([{ courseVersion: 1, quizAnswers: { belt: ['all'], signs: ['speed'], steps: ['stop', 'look', 'go'] } }])
})

test('over the hourly limit the answers wait, and the page says how often a quiz can be tried', async () => {
  server.refuse(answerQuizQuestion, 'rate_limited', { status: 429 })
  await open()
  await answer('Everybody').click()
  await check.click()
  await expect.element(page.getByText(/^You can try a quiz 5 times an hour\./)).toBeVisible()
  await expect.element(page.getByText('Question 2 of 3')).toBeVisible()
})

test('an answer that is refused is said, and stays chosen', async () => {
  server.refuse(answerQuizQuestion, 'version_conflict', { status: 409 })
  await open()
  await answer('The driver').click()
  await check.click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(answer('The driver')).toBeChecked()
  await expect.element(check).toBeEnabled()
})

test('without storage on the phone the whole quiz is sent as a plain form', async () => {
  server.lose(answerQuizQuestion)
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('Not here', 'SecurityError')
  })
  const post = vi.spyOn(HTMLFormElement.prototype, 'submit').mockReturnValue(undefined)
  await open()
  await answer('Everybody').click()
  await check.click()
  await answer('Speeding').click()
  await check.click()
  await check.click()
  await expect
    .poll(() => post.mock.contexts.map((form) => [...new FormData(form as HTMLFormElement)]))
    .toEqual([
      [
        ['answer:belt', 'all'],
        ['answer:signs', 'speed'],
        ['place:steps:stop', '1'],
        ['place:steps:look', '2'],
        ['place:steps:go', '3'],
      ],
    ])
  expect(document.querySelector('form')).toMatchObject({
    method: 'post',
    action: expect.stringMatching('/api/progress'),
  })
  await expect.poll(() => sessionStorage.length).toBe(1)
})

test('a visitor practises with feedback, and the answers are kept for an account', async () => {
  server.signedIn(null)
  server.answerBy(practiceQuizQuestion, ({ body }) => {
    const sent = practiceQuizQuestion.body.parse(body)
    return resultOf({ key: sent.question, answer: sent.answer })
  })
  await open('visitor')
  await answerTwo()
  await check.click()
  await page.getByRole('button', { name: 'See result' }).click()
  await expect.element(page.getByText(/^Saved on this phone\. Create an account/)).toBeVisible()
  await expect
    .poll(() => JSON.parse(localStorage.getItem('salama-learning.guest') ?? '[]'))
    .toMatchObject([{ item: 'quiz', quizAnswers: { belt: ['all'], signs: ['speed'], steps: ['stop', 'look', 'go'] } }])
  expect(server.sent(answerQuizQuestion)).toEqual([])
})
