import { practiceQuizQuestion } from '@salama/domain/learning/app-contract'
import { page } from '@salama/ui/testing/browser.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { answer, check, open, resultOf, server } from './quiz-in-test.tsx'

// A script of the quiz that does not load, as over a bad connection.

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

test('an answer whose script does not load is said and stays chosen, and can be checked again', async () => {
  vi.doMock('./ask.ts', notLoaded)
  await open('visitor')
  await answer('Everybody').click()
  await check.click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(answer('Everybody')).toBeChecked()
  await expect.element(check).toBeEnabled()
})
