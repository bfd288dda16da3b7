import { render, screen, within } from '@salama/ui/testing/dom.ts'
import { expect, test } from 'vitest'
import { App } from '@/testing.ts'
import { QuizProblem } from './quiz-problem.tsx'

const open = (props: Parameters<typeof QuizProblem>[0]) =>
  render(
    <App>
      <QuizProblem {...props} />
    </App>,
  )

test.each([
  ['of the account', 'graded', 'network', /marked later\.$/],
  [
    'of a visitor, which nobody marks',
    'visitor',
    'network',
    /^You’re offline\. Your answers are saved on this phone\.$/,
  ],
  ['over the hourly limit', 'graded', 'rate_limited', /^You can try a quiz 5 times an hour\./],
] as const)('an answer that waits says so: %s', (_, mode, problem, words) => {
  open({ mode, problem, isRefused: false })
  expect(screen.getByText(words)).toBeVisible()
  expect(screen.getByRole('alert')).toBeVisible()
})

test.each([
  ['why', 'version_conflict', 'This was changed in the meantime. Check it again.'],
  ['that the phone could not keep it', 'notKept', /^Could not save your answers on this phone\./],
  ['that it could not be kept where the reason is unknown', 'something_new', /^Could not save your answers/],
] as const)('an answer that is refused says %s', (_, problem, words) => {
  open({ mode: 'graded', problem, isRefused: true })
  expect(within(screen.getByRole('alert')).getByText(words)).toBeVisible()
})
