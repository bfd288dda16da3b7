import { markLearningModuleProgress } from '@salama/domain/learning/progress-contract'
import type { Visits } from '@salama/ui/testing/app.tsx'
import { person, render, screen, waitFor } from '@salama/ui/testing/dom.ts'
import type { FakeServer } from '@salama/ui/testing/fake-server.ts'
import { blockStorage } from '@salama/ui/testing/phone.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { completionOutbox } from '@/outbox/completion-outbox.ts'
import { App, learningServer, markProgress } from '@/testing.ts'
import { ReadForm } from './read-form.tsx'

const marked = markLearningModuleProgress.reply.parse(markLearningModuleProgress.examples.reply)

let server: FakeServer
/** Another one for each test: a lesson is completed once. */
let moduleId: string
beforeEach(() => {
  moduleId = crypto.randomUUID()
  server = learningServer()
  server.answer(markProgress, marked)
})

function open({ action = '/api/progress' as string | null, isVisitor = false } = {}) {
  const visits: Visits = []
  render(
    <App path="/courses/ride-safely/belts/belts" visits={visits}>
      <ReadForm
        action={action}
        next="/courses/ride-safely/next"
        mark={{ moduleId, courseVersion: 1, course: 'ride-safely', module: 'belts', item: 'belts' }}
        title="Belts"
        isVisitor={isVisitor}
      >
        <input type="hidden" name="item" value="belts" />
        <button type="submit">Mark as read</button>
      </ReadForm>
    </App>,
  )
  return visits
}
const mark = () => screen.getByRole('button', { name: 'Mark as read' })
const sent = () => server.sent(markProgress).map(({ body }) => body)

test('a double press marks a lesson once, and the next step opens when the answer is there', async () => {
  const baraka = person()
  const release = server.hold(markProgress, marked)
  const visits = open()
  await baraka.dblClick(mark())
  await waitFor(() => expect(sent()).toHaveLength(1))
  release()
  await waitFor(() => expect(visits).toEqual([{ to: '/en/courses/ride-safely/next', by: 'push' }]))
  expect(sent()).toEqual([{ courseVersion: 1, completedItems: ['belts'] }])
})

test('offline the lesson waits on the phone, and the next step opens', async () => {
  const baraka = person()
  server.lose(markProgress)
  const visits = open()
  await baraka.click(mark())
  await waitFor(() => expect(visits.at(-1)?.to).toBe('/en/courses/ride-safely/next'))
  const waiting = (await completionOutbox.list()).filter(({ item }) => item.content.moduleId === moduleId)
  expect(waiting.map(({ item }) => item.state)).toEqual(['waiting'])
})

test('a visitor’s lesson stays on the phone for an account', async () => {
  const baraka = person()
  const visits = open({ isVisitor: true })
  await baraka.click(mark())
  await waitFor(() => expect(visits.at(-1)?.to).toBe('/en/courses/ride-safely/next'))
  expect(localStorage.getItem('salama-learning.guest')).toContain(moduleId)
  expect(sent()).toEqual([])
})

test('without storage the form is posted, once', async () => {
  const baraka = person()
  blockStorage()
  const post = vi.spyOn(HTMLFormElement.prototype, 'submit').mockReturnValue(undefined)
  open()
  await baraka.dblClick(mark())
  await waitFor(() => expect(post).toHaveBeenCalledOnce())
})

test('where nothing can be kept or posted it says so, and can be tried again', async () => {
  const baraka = person()
  blockStorage()
  const visits = open({ action: null })
  await baraka.click(mark())
  expect(await screen.findByText(/^Could not save on this phone\./)).toBeVisible()
  vi.restoreAllMocks()
  await baraka.click(mark())
  await waitFor(() => expect(visits.at(-1)?.to).toBe('/en/courses/ride-safely/next'))
})
