import { person, render, screen, waitFor } from '@salama/ui/testing/dom.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { App, learningServer } from '@/testing.ts'
import { answerName, placeName, type Question } from './answers.ts'
import { useKeptAnswers } from './use-kept-answers.ts'

const option = (key: string) => ({ key, text: key, picture: null })
const steps: Question = { key: 'steps', kind: 'order', text: 'What comes first?', options: ['stop', 'go'].map(option) }
const belt: Question = { key: 'belt', kind: 'single', text: 'Who?', options: ['all', 'driver'].map(option) }

let moduleId: string
beforeEach(() => {
  moduleId = crypto.randomUUID()
  learningServer()
})

/** A form with one field, and the lines of an order. */
function Form({ arrivedAt = null }: { arrivedAt?: string | null }) {
  const kept = useKeptAnswers({ mark: { moduleId, courseVersion: 1 }, questions: [belt, steps], arrivedAt })
  const order = kept.orders?.steps
  return (
    <form ref={kept.attach} onChange={kept.keep}>
      <input type="checkbox" aria-label="All" name={answerName('belt')} value="all" />
      {order?.map((key, index) => (
        <input key={key} type="hidden" name={placeName('steps', key)} value={index + 1} />
      ))}
      <output>{order?.join() ?? 'not restored'}</output>
      <button type="button" onClick={() => kept.order('steps', ['go', 'stop'])}>
        Swap
      </button>
      <button type="button" onClick={kept.forget}>
        Sent
      </button>
      <button type="button" onClick={() => kept.post('/api/progress')}>
        Post
      </button>
    </form>
  )
}
async function open(props: Parameters<typeof Form>[0] = {}) {
  const opened = render(
    <App>
      <Form {...props} />
    </App>,
  )
  await waitFor(() => expect(screen.queryByText('not restored')).toBeNull())
  return opened
}
const all = () => screen.getByRole('checkbox', { name: 'All' })
const saved = () =>
  Object.entries({ ...sessionStorage })
    .filter(([key]) => key.includes(moduleId) && !key.endsWith('.arrived'))
    .map(([, value]) => JSON.parse(String(value)))

test('what is chosen and the order of lines are there again when the form is opened again', async () => {
  const baraka = person()
  const first = await open()
  await baraka.click(all())
  await baraka.click(screen.getByRole('button', { name: 'Swap' }))
  await waitFor(() => expect(saved()).toMatchObject([{ 'answer:belt': ['all'], 'place:steps:go': ['1'] }]))
  first.unmount()
  await open()
  expect(all()).toBeChecked()
})

test('what was sent is forgotten', async () => {
  const baraka = person()
  await open()
  await baraka.click(all())
  await waitFor(() => expect(saved()).toHaveLength(1))
  await baraka.click(screen.getByRole('button', { name: 'Sent' }))
  await waitFor(() => expect(saved()).toEqual([]))
})

test('an attempt that a plain form has posted is forgotten once, and the next one is kept', async () => {
  const baraka = person()
  const first = await open()
  await baraka.click(all())
  await waitFor(() => expect(saved()).toHaveLength(1))
  first.unmount()
  const second = await open({ arrivedAt: '2026-11-01T08:00:00Z' })
  expect(all()).not.toBeChecked()
  await baraka.click(all())
  await waitFor(() => expect(saved()).toHaveLength(1))
  second.unmount()
  await open({ arrivedAt: '2026-11-01T08:00:00Z' })
  expect(all()).toBeChecked()
})

test('with scripts the browser checks nothing, and the form can still be posted as it is', async () => {
  const post = vi.spyOn(HTMLFormElement.prototype, 'submit').mockReturnValue(undefined)
  await open()
  expect(document.querySelector('form')?.noValidate).toBe(true)
  await person().click(screen.getByRole('button', { name: 'Post' }))
  expect(post).toHaveBeenCalledOnce()
})
