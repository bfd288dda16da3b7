import { render, screen } from '@salama/ui/testing/dom.ts'
import { beforeEach, expect, test } from 'vitest'
import { App } from '@/testing.ts'
import { GuestCourses, GuestMark, GuestProgress, GuestSwitch } from './guest-progress.tsx'
import { keepWork } from './guest-work.ts'

let moduleId: string
beforeEach(() => {
  localStorage.clear()
  moduleId = crypto.randomUUID()
})

const keep = (item: string, passed?: boolean) =>
  keepWork({
    moduleId,
    courseVersion: 1,
    course: 'ride-safely',
    module: 'belts',
    item,
    title: item,
    quizAnswers: passed === undefined ? null : { belt: ['all'] },
    ...(passed !== undefined && { passed }),
  })
const open = () =>
  render(
    <App path="/my-courses">
      <GuestMark moduleId={moduleId} item="quiz" done="Done" notDone="Not done" />
      <GuestProgress modules={[{ id: moduleId, items: 3 }]} />
      <GuestSwitch moduleId={moduleId} item="belts" done={<p>Read before</p>}>
        <p>To be read</p>
      </GuestSwitch>
      <GuestCourses
        courses={[
          { href: '/courses/ride-safely', title: 'Ride safely', locale: 'en', modules: [{ id: moduleId, items: 3 }] },
          { href: '/courses/other', title: 'Another', locale: 'en', modules: [{ id: crypto.randomUUID(), items: 2 }] },
        ]}
      />
    </App>,
  )

test('a phone on which nothing was done shows no progress, and where the courses are', () => {
  open()
  expect(screen.getByRole('img', { name: 'Not done' })).toBeTruthy()
  expect(screen.queryByText(/steps done/)).toBeNull()
  expect(screen.getByText('To be read')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'View courses' })).toBeTruthy()
})

test('lessons that were read and a quiz that was passed count, a failed one does not', () => {
  keep('belts')
  keep('quiz', false)
  const first = open()
  expect(screen.getAllByText('1 of 3 steps done')).toHaveLength(2)
  expect(screen.getByRole('img', { name: 'Not done' })).toBeTruthy()
  expect(screen.getByText('Read before')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ride safely' })).toBeTruthy()
  expect(screen.queryByText('Another')).toBeNull()
  first.unmount()
  keep('quiz', true)
  open()
  expect(screen.getAllByText('2 of 3 steps done')).toHaveLength(2)
  expect(screen.getByRole('img', { name: 'Done' })).toBeTruthy()
})
