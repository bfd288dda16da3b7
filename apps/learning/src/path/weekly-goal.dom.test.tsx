import { render, screen } from '@salama/ui/testing/dom.ts'
import { expect, test } from 'vitest'
import { App } from '@/testing.ts'
import { WeeklyGoal } from './weekly-goal.tsx'

const open = (...items: number[]) =>
  render(
    <App path="/my-courses">
      <WeeklyGoal
        itemsPerWeek={null}
        weeks={items.map((done, n) => ({ from: `2026-0${n + 1}-05`, items: done }))}
        isSaved={false}
        hasFailed={false}
      />
    </App>,
  )

test('an account that has done nothing is shown no empty weeks', () => {
  open(0, 0, 0, 0, 0, 0, 0, 0)
  expect(screen.getByText('0 lessons and quizzes done')).toBeVisible()
  expect(screen.queryByRole('list')).toBeNull()
})

test('the weeks begin with the first in which something was done; one week alone is said in words', () => {
  open(0, 0, 2, 0, 1)
  expect(screen.getAllByRole('listitem')).toHaveLength(3)
  open(0, 0, 0, 3)
  expect(screen.getAllByRole('list')).toHaveLength(1)
})
