import { readLearningCourse } from '@salama/domain/learning/app-contract'
import { getLearningProgress } from '@salama/domain/learning/progress-contract'
import { person, render, screen, waitFor } from '@salama/ui/testing/dom.ts'
import type { FakeServer } from '@salama/ui/testing/fake-server.ts'
import { beforeEach, expect, test } from 'vitest'
import { App, learningServer } from '@/testing.ts'
import { SaveCourse } from './save-course.tsx'

const course = readLearningCourse.reply.parse(readLearningCourse.examples.reply)
const addresses = { rider: 'https://rider.test' }

let server: FakeServer
beforeEach(() => {
  server = learningServer()
  server.answer(readLearningCourse, course)
  server.answer(getLearningProgress, getLearningProgress.reply.parse(getLearningProgress.examples.reply))
})

const open = (version = course.version) =>
  render(
    <App path={`/courses/${course.slug}`}>
      <SaveCourse course={course.slug} version={version} bytes={80_000} addresses={addresses} />
    </App>,
  )
const button = (name: string) => screen.findByRole('button', { name })
const isReady = async (name: string) => waitFor(async () => expect(await button(name)).toBeEnabled())
const languages = () => server.sent(readLearningCourse).map(({ url }) => url.searchParams.get('locale'))

test('a double press downloads both languages once, and the course is there again after a reload', async () => {
  const baraka = person()
  const release = server.hold(readLearningCourse, course)
  const first = open()
  await isReady('Download course')
  await baraka.dblClick(await button('Download course'))
  await screen.findByText('Downloading…')
  expect(await button('Download course')).toBeDisabled()
  release()
  await screen.findByText(/^Downloaded .* kB, in both languages\./)
  expect(languages()).toEqual(['en', 'sw'])
  first.unmount()
  open()
  await screen.findByText(/^Downloaded /)
  await baraka.click(await button('Remove download'))
  await screen.findByText('Download the whole course: about 80 kB.')
})

test('a download that breaks off says so, keeps nothing, and can be tried again', async () => {
  const baraka = person()
  server.lose(readLearningCourse)
  open()
  await isReady('Download course')
  await baraka.click(await button('Download course'))
  expect(await screen.findByText(/^Download failed\./)).toBeVisible()
  server.answer(readLearningCourse, course)
  await baraka.click(await button('Download course'))
  await screen.findByText(/^Downloaded /)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('an older download is updated, and what was there stays when that fails', async () => {
  const baraka = person()
  const first = open()
  await isReady('Download course')
  await baraka.click(await button('Download course'))
  await screen.findByText(/^Downloaded /)
  first.unmount()
  open(course.version + 1)
  await screen.findByText('A newer version of the course is available.')
  server.lose(readLearningCourse)
  await baraka.click(await button('Update download'))
  await screen.findByRole('alert')
  expect(screen.getByText(/^Downloaded /)).toBeVisible()
  server.answer(readLearningCourse, { ...course, version: course.version + 1 })
  await baraka.click(await button('Update download'))
  await waitFor(() => expect(screen.queryByText('A newer version of the course is available.')).toBeNull())
})
