import { practiceQuizQuestion } from '@salama/domain/learning/app-contract'
import { page } from '@salama/ui/testing/browser.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { answerTwo, check, open, resultOf, server } from './quiz-in-test.tsx'

// Like quiz-chunk.browser.test.tsx, for the script that keeps what was practised: a page loads each script once.

const notLoaded = () => {
  throw new Error('The script did not load')
}
beforeEach(() => {
  server.signedIn(null)
  server.answerBy(practiceQuizQuestion, ({ body }) => {
    const sent = practiceQuizQuestion.body.parse(body)
    return resultOf({ key: sent.question, answer: sent.answer })
  })
})

test('practice that cannot be kept because its script does not load is said, and can be sent again', async () => {
  vi.doMock('@/guest/guest-work.ts', notLoaded)
  await open('visitor')
  await answerTwo()
  await check.click()
  const result = page.getByRole('button', { name: 'See result' })
  await result.click()
  await expect.element(page.getByText(/^Could not save your answers on this phone\./)).toBeVisible()
  await expect.element(check).toBeEnabled()
})
